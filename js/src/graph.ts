// A graph of ops over named inputs, described once and made ready for a backend as a program.
import { dataTypeOf, dataTypes, type DataType } from './datatype.js';
import { invalid } from './errors.js';
import { Ops } from './ops.js';
import { QuantizedTensor } from './quantize.js';
import { describe, opText } from './text.js';
import { Tensor, checkShape } from './tensor.js';

/** A result inside a graph. */
export class GraphValue {
  /** @internal */
  constructor(
    readonly graph: Graph,
    readonly id: number,
  ) {}
}

/** Names, types and shapes of a program's inputs and outputs. */
export interface Described {
  name: string;
  dataType: DataType;
  shape: readonly number[];
}

/**
 * Ops over named inputs. Every op of docs/ops.md is a method; what is wrong with shapes is told when a backend compiles it.
 *
 *     const g = new Graph();
 *     const x = g.input('x', [2, 96]), w = g.constant(weights);
 *     g.output('y', g.relu(g.matmul(x, w)));
 *     const { y } = await backend.run(g, { x: tensor });
 */
export class Graph extends Ops<GraphValue, GraphValue, object> {
  #text: string[] = [];
  #values = 0;
  /** @internal */
  readonly _inputs: Described[] = [];
  /** @internal */
  readonly _constants: Tensor[] = [];
  /** @internal */
  readonly _outputs: string[] = [];

  input(name: string, shape: readonly number[], options: { dataType?: DataType } = {}): GraphValue {
    checkName(
      'input',
      name,
      this._inputs.map((i) => i.name),
    );
    checkShape('graph', shape);
    const dataType = dataTypeOf(options.dataType ?? 'float32', 'graph');
    this._inputs.push({ name, dataType, shape: [...shape] });
    return this.#add(`input=${dataTypes.indexOf(dataType)}:${shape.join(',')}:${name}`);
  }
  /** Numbers that are always the same: weights, and what is computed from them alone once. That takes their bytes from
   *  JavaScript, where they were given or read, and programs have a copy of their own; with what is only on a GPU, as few-bit
   *  weights are, every run computes. */
  constant(tensor: Tensor): GraphValue {
    if (!(tensor instanceof Tensor)) throw invalid(`[graph] a constant must be a Tensor; got ${describe(tensor)}`);
    tensor._check();
    this._constants.push(tensor);
    return this.#add(`constant=${this._constants.length - 1}`);
  }
  /** An op by its name in docs/ops.md; its settings in camelCase. */
  apply(op: string, inputs: readonly GraphValue[], settings: object = {}): GraphValue {
    for (let i = 0; i < inputs.length; ++i) this.#check(op, `input ${i}`, inputs[i]);
    return this.#add(`${opText(op, settings)}\n@in=${inputs.map((value) => value.id).join(',')}`);
  }
  /** A·B; B may be few-bit weights, which become constants. */
  override matmul(a: GraphValue, b: GraphValue | QuantizedTensor, options: object = {}): GraphValue {
    if (!(b instanceof QuantizedTensor)) return this.apply('matmul', [a, b], options);
    return this.apply(b._op, [a, ...b._tensors.map((t) => this.constant(t))], b._settings(options));
  }
  /** @internal */
  _apply(op: string, inputs: readonly GraphValue[], settings?: object): GraphValue {
    return this.apply(op, inputs, settings);
  }
  output(name: string, value: GraphValue): void {
    checkName('output', name, this._outputs);
    this.#check('graph', `output '${name}'`, value);
    this._outputs.push(name);
    this.#text.push(`output=${value.id}:${name}`);
  }

  /** @internal Grows with the graph. */
  get _revision(): number {
    return this.#text.length;
  }
  /** @internal src/runtime/wasm_api.cc reads it. */
  _text(): string {
    return this.#text.map((line) => `${line}\n`).join('');
  }

  #add(text: string): GraphValue {
    this.#text.push(text);
    return new GraphValue(this, this.#values++);
  }
  #check(op: string, what: string, value: unknown): void {
    if (!(value instanceof GraphValue))
      throw invalid(`[${op}] ${what} must be a value of the graph; got ${describe(value)}`);
    if (value.graph !== this) throw invalid(`[${op}] ${what} belongs to another graph`);
  }
}

function checkName(kind: string, name: string, taken: readonly string[]): void {
  if (typeof name !== 'string' || name === '' || name.includes('\n'))
    throw invalid(
      `[graph] the name of an ${kind} must be a non-empty string without line breaks; got ${JSON.stringify(name)}`,
    );
  if (taken.includes(name)) throw invalid(`[graph] the graph already has an ${kind} '${name}'`);
}
