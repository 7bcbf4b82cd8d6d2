// Few-bit weights: codes of 1 to 8 bits and the scales they share. Products run on the packed codes.
import { coreName, dataTypeOf, type DataType } from './datatype.js';
import { invalid } from './errors.js';
import { describe } from './text.js';
import type { Tensor } from './tensor.js';

export interface QuantizeOptions {
  /** 4 unless set; 16 is float16. */
  bitsPerWeight?: 1 | 2 | 3 | 4 | 8 | 16;
  /** Codes count from the middle and need no minimums. By default what was measured to be best for the bits. */
  useSymmetricQuantization?: boolean;
  /** True: a scale for each output; false: one for all weights. By default groups of 32 below 8 bits, outputs at 8. */
  usePerChannelQuantization?: boolean;
  /** A scale for so many weights of an output. */
  groupSize?: 32 | 64 | 128;
  /** 3 bits: 10 in a word instead of 32 in three. By default as the shader profile has it: Safari's packs them so. */
  aligned?: boolean;
  /** Of scales and minimums; float16 unless set. */
  scales?: Extract<DataType, 'float16' | 'float32'>;
  /** From plain to strong; by default the best for the bits. */
  solver?: 'rtn' | 'mse' | 'lsq' | 'hqq';
  /** What an error counts, per input. */
  importance?: ArrayLike<number>;
  /** What the other side of a product is rounded to, 32 elements at a time: 16 or 8 bits are faster where the device has
   *  packed dot products, and cost an error of 2e-5 or 4e-3 of the result. 32, nothing, unless set. */
  activationBits?: 8 | 16 | 32;
  /** The weights are [outputs, inputs], as matmul with `transposeB` takes them, not [inputs, outputs]. */
  transposeB?: boolean;
}

/** @internal */
export interface QuantizedParts {
  bits: number;
  group: number;
  aligned: boolean;
  activations: number;
  outputs: number;
  inputs: number;
  error: number;
  codes: Tensor;
  scales: Tensor | undefined;
  minimums: Tensor | undefined;
}

/**
 * Weights in few bits, on the backend that made them.
 *
 *     const weights = await backend.quantize(new Tensor([1024, 1024], data), { bitsPerWeight: 4 });
 *     const y = await backend.matmul(x, weights);
 *     weights.effectiveBits;    // 5: the codes, and what scales and minimums cost
 *     weights.error;            // relative, of the weights
 */
export class QuantizedTensor {
  readonly bitsPerWeight: number;
  /** [inputs, outputs]: what matmul takes them for. */
  readonly shape: readonly [number, number];
  /** Weights of an output that share a scale; 0: all of them. */
  readonly groupSize: number;
  readonly symmetric: boolean;
  readonly aligned: boolean;
  readonly activationBits: number;
  /** √(Σ (w − w′)² / Σ w²) */
  readonly error: number;
  /** uint32 [outputs, words], as docs/format.md says; float16 [outputs, inputs] for 16 bits. */
  readonly codes: Tensor;
  readonly scales: Tensor | undefined;
  readonly minimums: Tensor | undefined;

  /** @internal */
  constructor(parts: QuantizedParts) {
    this.bitsPerWeight = parts.bits;
    this.shape = Object.freeze([parts.inputs, parts.outputs] as const);
    this.groupSize = parts.group;
    this.aligned = parts.aligned;
    this.activationBits = parts.activations;
    this.error = parts.error;
    this.codes = parts.codes;
    this.scales = parts.scales;
    this.minimums = parts.minimums;
    this.symmetric = !parts.minimums;
  }
  /** Everything: codes, scales, minimums, padding. */
  get bytes(): number {
    return this._tensors.reduce((sum, t) => sum + t.size * (t.dataType === 'float16' ? 2 : 4), 0);
  }
  /** Bits a weight, with everything. */
  get effectiveBits(): number {
    return (8 * this.bytes) / (this.shape[0] * this.shape[1]);
  }
  /** Gives their memory back. */
  dispose(): void {
    for (const tensor of this._tensors) tensor.dispose();
  }
  [Symbol.dispose](): void {
    this.dispose();
  }

  /** @internal */
  get _tensors(): Tensor[] {
    return [this.codes, this.scales, this.minimums].filter((t) => t !== undefined);
  }
  /** @internal The op that multiplies with it, and its settings. */
  get _op(): string {
    return this.bitsPerWeight === 16 ? 'matmul' : 'quantized_matmul';
  }
  /** @internal A call's options with what the op needs to know. */
  _settings(options: object): object {
    for (const key of ['transposeA', 'transposeB'])
      if ((options as Record<string, unknown>)[key])
        throw invalid(
          `[matmul] ${key} is not supported with quantized weights: B is [inputs, outputs] however it was given`,
        );
    const own =
      this.bitsPerWeight === 16
        ? { transposeB: true }
        : {
            bits: this.bitsPerWeight,
            group: this.groupSize,
            aligned: this.aligned,
            columns: this.shape[0],
            xBits: this.activationBits,
          };
    return { ...options, ...own };
  }
  toString(): string {
    return `${this.bitsPerWeight} bits[${this.shape.join(', ')}]`;
  }
}

/** @internal Options as lines; src/runtime/wasm_api.cc reads them. */
export function quantizeText(options: QuantizeOptions): string {
  if (typeof options !== 'object' || options === null)
    throw invalid(`[quantize] options must be an object; got ${describe(options)}`);
  let text = '';
  for (const [key, value] of Object.entries(options) as [keyof QuantizeOptions, unknown][]) {
    if (value === undefined) continue;
    const flag = value ? 1 : 0;
    switch (key) {
      case 'bitsPerWeight':
        text += `bits=${Number(value)}\n`;
        break;
      case 'useSymmetricQuantization':
        text += `symmetric=${flag}\n`;
        break;
      case 'usePerChannelQuantization':
        text += `channel=${flag}\n`;
        break;
      case 'groupSize':
        text += `group=${Number(value)}\n`;
        break;
      case 'aligned':
        text += `aligned=${flag}\n`;
        break;
      case 'scales':
        text += `scales=${coreName(dataTypeOf(String(value), 'quantize', ['float16', 'float32']))}\n`;
        break;
      case 'solver':
        text += `solver=${String(value).replaceAll('\n', ' ')}\n`;
        break;
      case 'activationBits':
        text += `activations=${Number(value)}\n`;
        break;
      case 'importance':
        break;
      case 'transposeB':
        text += `turned=${flag}\n`;
        break;
      default:
        throw invalid(`[quantize] option '${String(key)}' is not supported`);
    }
  }
  return text;
}
