import type { Backend } from './backend.js';
import { invalid } from './errors.js';
import type { ExplainOptions, Explanation } from './explain.js';
import type { Described } from './graph.js';
import { describe } from './text.js';
import { Tensor } from './tensor.js';

/** By name, or in the order in which the graph has its inputs. */
export type GraphInputs = Readonly<Record<string, Tensor>> | readonly Tensor[];

const forgotten = new FinalizationRegistry<{ backend: Backend; pointer: number }>(({ backend, pointer }) =>
  backend._releaseProgram(pointer),
);

/** A graph made ready for a backend: planned, its shaders compiled, its constants there. `backend.compile(graph)` makes one. */
export class Program {
  /** @internal */
  constructor(
    readonly backend: Backend,
    readonly inputs: readonly Described[],
    readonly outputs: readonly Described[],
    /** @internal */ readonly _pointer: number,
  ) {
    forgotten.register(this, { backend, pointer: _pointer }, this);
  }
  run(inputs: GraphInputs): Promise<Record<string, Tensor>> {
    return this.backend._runProgram(this, this.#ordered(inputs));
  }
  /** The kernels with and without fusion, and why neighbours stayed apart. */
  async explain(options: ExplainOptions = {}): Promise<Explanation> {
    return this.backend._explainProgram(this, options);
  }
  /** The graph as lines, one for each value. */
  text(): Promise<string> {
    return this.backend._programText(this, false);
  }
  /** The graph for Graphviz. */
  dot(): Promise<string> {
    return this.backend._programText(this, true);
  }
  /** Gives its memory back; a program nobody holds any more is freed as well. */
  dispose(): void {
    forgotten.unregister(this);
    this.backend._releaseProgram(this._pointer);
  }
  [Symbol.dispose](): void {
    this.dispose();
  }

  #ordered(inputs: GraphInputs): readonly Tensor[] {
    if (typeof inputs !== 'object' || inputs === null || inputs instanceof Tensor)
      throw invalid(`[graph] inputs must be an object of tensors by name; got ${describe(inputs)}`);
    const wanted = this.inputs.map((i) => i.name);
    let list: readonly unknown[];
    if (Array.isArray(inputs)) {
      if (inputs.length !== wanted.length)
        throw invalid(`[graph] the graph has ${wanted.length} inputs (${wanted.join(', ')}); got ${inputs.length}`);
      list = inputs;
    } else {
      for (const name of Object.keys(inputs))
        if (!wanted.includes(name))
          throw invalid(`[graph] there is no input '${name}'; the graph's inputs are ${wanted.join(', ') || 'none'}`);
      list = wanted.map((name) => (inputs as Record<string, Tensor>)[name]);
    }
    this.inputs.forEach(({ name, dataType, shape }, i) => {
      const tensor = list[i];
      if (!(tensor instanceof Tensor))
        throw invalid(`[graph] input '${name}' must be a Tensor; got ${describe(tensor)}`);
      if (
        tensor.dataType !== dataType ||
        tensor.shape.length !== shape.length ||
        tensor.shape.some((n, k) => n !== shape[k])
      )
        throw invalid(`[graph] input '${name}' is ${tensor}; the graph expects ${dataType}[${shape.join(', ')}]`);
    });
    return list as readonly Tensor[];
  }
}
