import type { Backend } from './backend.js';
import { dataTypeOf, dataTypes, type DataType } from './datatype.js';
import { DisposedError, OutOfMemoryError, invalid } from './errors.js';

/** float16 is a Float16Array where there is one, else bits; bfloat16 is always bits. */
export type TensorData = Float32Array | Int32Array | Uint32Array | Int8Array | Uint8Array | Uint16Array;
export interface TensorOptions {
  dataType?: DataType;
}

type ArrayType = {
  new (length: number): TensorData;
  new (buffer: ArrayBufferLike, at: number, length: number): TensorData;
  from(values: ArrayLike<number>): TensorData;
};
/** @internal */
export function arrayOf(type: DataType): ArrayType {
  switch (type) {
    case 'float32':
      return Float32Array as unknown as ArrayType;
    case 'float16':
      return ((globalThis as { Float16Array?: unknown }).Float16Array ?? Uint16Array) as ArrayType;
    case 'bfloat16':
      return Uint16Array as unknown as ArrayType;
    case 'int32':
      return Int32Array as unknown as ArrayType;
    case 'uint32':
      return Uint32Array as unknown as ArrayType;
    case 'int8':
      return Int8Array as unknown as ArrayType;
    case 'uint8':
      return Uint8Array as unknown as ArrayType;
  }
}

/** @internal */
export function checkShape(who: string, shape: readonly number[]): void {
  if (!Array.isArray(shape) || !shape.every((n) => Number.isInteger(n) && n >= 0))
    throw invalid(`[${who}] a shape must be an array of non-negative integers; got ${JSON.stringify(shape)}`);
  if (shape.length > 6) throw invalid(`[${who}] at most 6 dimensions are supported; got [${shape.join(', ')}]`);
}

const f32 = new Float32Array(1);
const bits = new Uint32Array(f32.buffer);
/** @internal To nearest, ties to even. */
export function toBfloat16(value: number): number {
  f32[0] = value;
  const b = bits[0]!;
  if ((b & 0x7fffffff) > 0x7f800000) return (b >>> 16) | 0x40; // NaN stays NaN
  return (b + 0x7fff + ((b >>> 16) & 1)) >>> 16;
}
/** @internal */
export function toFloat16(value: number): number {
  f32[0] = value;
  const b = bits[0]!;
  const sign = (b >>> 16) & 0x8000;
  const magnitude = Math.abs(f32[0]!);
  if (Number.isNaN(magnitude)) return sign | 0x7e00;
  if (magnitude >= 65520) return sign | 0x7c00;
  if (magnitude < 2 ** -14) return sign | roundEven(magnitude * 2 ** 24); // subnormal, or the step up from it
  const exponent = Math.floor(Math.log2(magnitude));
  const e = magnitude < 2 ** exponent ? exponent - 1 : magnitude >= 2 ** (exponent + 1) ? exponent + 1 : exponent;
  return sign | (((e + 15) << 10) + roundEven((magnitude / 2 ** e - 1) * 1024));
}
function roundEven(x: number): number {
  const down = Math.floor(x);
  const rest = x - down;
  return rest > 0.5 || (rest === 0.5 && down % 2 === 1) ? down + 1 : down;
}

/** @internal Where a tensor's bytes are beside JavaScript: the core's pointer, by backend. */
export type Places = Map<Backend, number>;

// Disposing empties the places first, so that a disposed tensor leaves nothing to do.
const forgotten = new FinalizationRegistry<Places>((places) => {
  for (const [backend, pointer] of places) backend._release(pointer);
});

/**
 * Numbers in a shape. Made from JavaScript, it moves to a backend the first time it is used there; made by a backend, it
 * stays there until it is read.
 *
 *     const x = new Tensor([2, 2], [1, 2, 3, 4]);
 *     const y = await backend.matmul(x, x);
 *     await y.read();                              // Float32Array [7, 10, 15, 22]
 */
export class Tensor<T extends number = number> {
  readonly shape: readonly number[];
  readonly dataType: DataType;
  readonly size: number;
  /** @internal */
  readonly _places: Places = new Map();
  /** @internal */
  _data: TensorData | undefined;
  /** @internal Moves under way, so that using a tensor twice at once moves it once. */
  _moving: Map<Backend, Promise<void>> | undefined;
  #disposed = false;

  /** Without data, all zeros. An array of the type's own kind is kept as it is, not copied: leave it alone afterwards. */
  constructor(shape: readonly number[], data?: ArrayLike<T> | null, options: TensorOptions = {}) {
    const type = dataTypeOf(options.dataType ?? 'float32');
    forgotten.register(this, this._places);
    if (data === fromBackend) {
      // which has looked already
      this.shape = Object.freeze(shape);
      this.dataType = type;
      let size = 1;
      for (const n of shape) size *= n;
      this.size = size;
      return;
    }
    checkShape('tensor', shape);
    this.shape = Object.freeze([...shape]);
    this.dataType = type;
    this.size = shape.reduce((product, n) => product * n, 1);
    if (data === undefined || data === null) {
      this._data = zeros(type, this.size);
    } else {
      if (data.length !== this.size)
        throw invalid(
          `[tensor] shape [${shape.join(', ')}] has ${this.size} elements, but ${data.length} values were given`,
        );
      this._data = converted(type, data);
    }
  }

  /** @internal */
  static _made(backend: Backend, pointer: number, dtype: number, shape: number[]): Tensor {
    const tensor = new Tensor(shape, fromBackend, { dataType: dataTypes[dtype]! });
    tensor._places.set(backend, pointer);
    return tensor;
  }

  get rank(): number {
    return this.shape.length;
  }
  get isDisposed(): boolean {
    return this.#disposed;
  }

  /** The numbers, wherever they are. */
  async read(): Promise<TensorData> {
    this._check();
    if (!this._data) {
      const [backend] = this._places.keys();
      this._data = await backend!._read(this);
    }
    return this._data;
  }
  /** The numbers at once, if they are in JavaScript: given there, or read before. */
  getData(): TensorData {
    this._check();
    if (!this._data) throw invalid(`[tensor] ${this} is on a backend: call 'await tensor.read()' first`);
    return this._data;
  }

  /** Gives its memory back. Forgotten tensors are also freed, but only when the garbage collector finds them. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    for (const [backend, pointer] of this._places) backend._release(pointer);
    this._places.clear();
    this._data = undefined;
  }
  [Symbol.dispose](): void {
    this.dispose();
  }

  /** @internal */
  _check(): void {
    if (this.#disposed) throw new DisposedError(`[tensor] ${this} was disposed`);
    if (!this._data && this._places.size === 0)
      throw new DisposedError(`[tensor] ${this} was on a backend that was disposed`);
  }
  toString(): string {
    return `${this.dataType}[${this.shape.join(', ')}]`;
  }
}

const fromBackend: ArrayLike<never> = [];

function zeros(type: DataType, size: number): TensorData {
  try {
    return new (arrayOf(type))(size);
  } catch (error) {
    throw new OutOfMemoryError('out_of_memory', `[tensor] ${size} elements of ${type}: ${(error as Error).message}`);
  }
}

function converted(type: DataType, data: ArrayLike<number>): TensorData {
  const Type = arrayOf(type);
  if (data instanceof (Type as unknown as new () => TensorData)) return data as TensorData;
  const round =
    type === 'bfloat16' ? toBfloat16 : type === 'float16' && (Type as unknown) === Uint16Array ? toFloat16 : undefined;
  if (!round) return Type.from(data);
  const out = new Type(data.length);
  for (let i = 0; i < data.length; ++i) out[i] = round(data[i]!);
  return out;
}

/** @internal The bytes behind typed data. */
export const bytesOf = (data: TensorData): Uint8Array => new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
