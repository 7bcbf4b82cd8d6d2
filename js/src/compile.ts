// From a graph to a program of the core's: its text, and its constants.
import type { Backend } from './backend.js';
import type { Core, Settled } from './core.js';
import { dataTypes } from './datatype.js';
import { DisposedError } from './errors.js';
import type { Described } from './graph.js';
import { bytesOf, type Tensor } from './tensor.js';
import { makeOnCpu } from './transfer.js';

// Constants up to this size are given to the core as they are, so that it can compute with them beforehand.
const smallBytes = 1 << 16;

/** @internal A graph's constants. Small ones are known to the core; of large ones it asks for the bytes, also where a GPU has
 *  them already: only so can they be folded, transposed and joined, and a graph becomes the same program whatever was computed
 *  before. What is only on the backend, as few-bit weights are, is used there as it is. */
export class Constants {
  readonly #small: boolean[];
  readonly #elsewhere: boolean[];

  private constructor(
    readonly tensors: readonly Tensor[],
    private readonly backend: Backend,
  ) {
    this.#small = tensors.map((t) => t._data !== undefined && t._data.byteLength <= smallBytes);
    // What WebAssembly has, the core can read there.
    const onCpu = backend.info.platform === 'wasm';
    this.#elsewhere = tensors.map(
      (t, i) => !this.#small[i] && t._data !== undefined && !(onCpu && t._places.has(backend)),
    );
  }
  /** What is on another backend is read from there. */
  static async of(tensors: readonly Tensor[], backend: Backend): Promise<Constants> {
    for (const tensor of tensors) if (!tensor._places.has(backend)) await tensor.read();
    return new Constants(tensors, backend);
  }

  /** A graph's text, where constants that stay here are marked. */
  marked(text: string): string {
    return text.replace(/^constant=(\d+)$/gm, (line, i) => {
      const { dataType, shape } = this.tensors[i]!;
      return this.#elsewhere[i] ? `elsewhere=${dataTypes.indexOf(dataType)}:${shape.join(',')}:${i}` : line;
    });
  }
  /** Where the core has them, or 0; `made` gets those that are copied for it. */
  pointers(core: Core, made: number[]): number[] {
    return this.tensors.map((tensor, i) => {
      tensor._check();
      if (!this.#small[i]) return tensor._places.get(this.backend) ?? 0;
      void core.call((id) => {
        const pointer = makeOnCpu(core, id, 0, tensor, bytesOf(tensor._data!));
        if (!pointer) return;
        made.push(pointer);
        core.done(id);
      });
      return made.at(-1)!;
    });
  }
  bytes(i: number): Uint8Array {
    const tensor = this.tensors[i]!;
    if (!tensor._data) throw new DisposedError(`[graph] ${tensor} was disposed while the graph was compiled`);
    return bytesOf(tensor._data);
  }
}

/** @internal */
export async function compileGraph(
  core: Core,
  backend: number,
  graph: string,
  constants: Constants,
): Promise<{ object: number; outputs: Omit<Described, 'name'>[] }> {
  const made: number[] = [];
  let at = 0;
  try {
    const pointers = constants.pointers(core, made);
    let size: number;
    [at, size] = core.give(constants.marked(graph));
    const list = core.alloc(4 * pointers.length + 4);
    core.u32.set(pointers, list >>> 2);
    let settled: Settled | Promise<Settled>;
    try {
      settled = core.call((id) => core.exports.bitloom_compile(id, backend, at, size, list, pointers.length), {
        fill: (i) => constants.bytes(i),
        discard: ({ object }) => core.exports.bitloom_free_graph(object),
      });
    } finally {
      core.exports.bitloom_free(list);
    }
    const { object, text: described } = settled instanceof Promise ? await settled : settled;
    const outputs = described
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const [dtype, shape] = line.split(':') as [string, string];
        return { dataType: dataTypes[Number(dtype)]!, shape: JSON.parse(shape) as number[] };
      });
    return { object, outputs };
  } finally {
    if (at) core.exports.bitloom_free(at);
    for (const pointer of made) core.exports.bitloom_free_tensor(pointer);
  }
}
