// Lists of ops, run as few kernels: a left fold. The first tensor is the start, an op of two inputs takes the next one as
// its right side, an op of one input takes none.
import type { Backend } from './backend.js';
import type { DataType } from './datatype.js';
import { NotFoundError, invalid } from './errors.js';
import type { ExplainOptions, Explanation, KernelTotals } from './explain.js';
import type { ListedOp } from './ops.js';
import type { RunOptions } from './options.js';
import { describe, opText, positive, profileLine } from './text.js';
import type { Tensor } from './tensor.js';

/**
 * What a list may hold. `scale` multiplies by its setting `factor` (after a matmul by 1/√ of the size summed over, unless
 * it is given), `mask` adds the next tensor (of whole numbers: −∞ where they are 0), `dropout` is nothing at inference.
 * Normalizations take gamma and beta, `batch_norm` mean and variance before them, `attention` K, V and a mask if there is one.
 */
export type FusionOpType = ListedOp;
/** An op, or an op with settings: `{ op: 'reshape', shape: [4, 8] }`. */
export type FusionOp = FusionOpType | ({ op: FusionOpType } & Record<string, unknown>);

/** The patterns by name. */
export const FusionPattern = {
  /** matmul, a bias or none, activations */
  LinearActivation: 'LinearActivation',
  ElementWiseChain: 'ElementWiseChain',
  /** one element-wise op of two inputs, then one of one */
  BinaryUnary: 'BinaryUnary',
  /** reshape or transpose, then an op */
  ReshapeOp: 'ReshapeOp',
  ActivationChain: 'ActivationChain',
  NormActivation: 'NormActivation',
  /** attention; or matmul, scale, mask, softmax, matmul, the middle ones if wanted */
  AttentionPattern: 'AttentionPattern',
  MatrixChain: 'MatrixChain',
  QuantizedMatmul: 'QuantizedMatmul',
  QuantizedMatmulActivation: 'QuantizedMatmulActivation',
  QuantizedAttention: 'QuantizedAttention',
} as const;
export type FusionPattern = (typeof FusionPattern)[keyof typeof FusionPattern];

export interface FusionConfig extends RunOptions {
  /** By default all. A list that is one of the others runs unfused. */
  enabledPatterns?: readonly FusionPattern[];
  /** Ops in one kernel at most; 10 unless set. */
  maxFusionLength?: number;
  /** False: the same shader profile in every browser. */
  useBrowserOptimizations?: boolean;
  /** Products in the cheapest order, not from the left: fewer steps, other rounding. */
  reassociate?: boolean;
  /** A list that cannot fuse is an error, instead of running unfused. */
  strict?: boolean;
  /** The right sides of matmuls get few bits when they are first used, and are kept so as long as they live. */
  useQuantizedWeights?: boolean;
  bitsPerWeight?: 1 | 2 | 3 | 4 | 8 | 16;
  useSymmetricQuantization?: boolean;
  usePerChannelQuantization?: boolean;
  /** See `QuantizeOptions`. */
  activationBits?: 8 | 16 | 32;
}

export interface ExecuteOptions extends FusionConfig {
  /** False runs every op as a kernel of its own. */
  useFusion?: boolean;
}

export interface FusionAnswer {
  fuses: boolean;
  /** One of the eleven, the name of one's own, or empty. */
  pattern: FusionPattern | (string & {});
  reason: string;
}

export interface FusionReport extends FusionAnswer {
  ops: string[];
  /** There are fewer dispatches than one op at a time would need. */
  fused: boolean;
  before: KernelTotals;
  after: KernelTotals;
  explanation: Explanation;
}

/**
 * Runs lists of ops with a configuration of its own.
 *
 *     const fusion = new WebGPUOperationFusion(backend, { maxFusionLength: 6 });
 *     const y = await fusion.executeFusedOperations([a, b, bias], ['matmul', 'add', 'gelu']);   // gelu(a·b + bias)
 *     (await fusion.explain([a, b, bias], ['matmul', 'add', 'gelu'])).after.dispatches;         // 1
 *
 * What cannot fuse runs unfused, with the same result; `answer` and `explain` say why.
 */
export class WebGPUOperationFusion {
  readonly #backend: Backend;
  #config: string;
  #own: { name: string; text: string }[] = [];

  constructor(backend: Backend, config: FusionConfig = {}) {
    this.#backend = backend;
    this.#config = configText(config);
  }

  /** Whether a list can fuse: it is within `maxFusionLength`, and an enabled pattern, one's own, or has something to fuse. */
  canFuse(ops: readonly FusionOp[]): boolean {
    return this.answer(ops).fuses;
  }
  /** The same, with the pattern and the reason. */
  answer(ops: readonly FusionOp[]): FusionAnswer {
    return this.#ask(this.#text(ops));
  }

  /** From now on this list fuses, also where its pattern is not enabled; false where that would be in vain. */
  createFusionPattern(ops: readonly FusionOp[], name = ''): boolean {
    if (typeof name !== 'string' || name.includes('\n'))
      throw invalid(`[fusion] the name of a pattern must be a string without line breaks; got ${JSON.stringify(name)}`);
    const own = { name, text: listText(ops) };
    const before = this.#own;
    try {
      this.#own = [...before, own];
      const { fuses } = this.#ask(this.#text(ops));
      if (!fuses || before.some((o) => o.name === own.name && o.text === own.text)) this.#own = before;
      return fuses;
    } catch (error) {
      this.#own = before;
      throw error;
    }
  }

  executeFusedOperations(tensors: readonly Tensor[], ops: readonly FusionOp[]): Promise<Tensor> {
    return this.executeOperations(tensors, ops);
  }
  async executeOperations(
    tensors: readonly Tensor[],
    ops: readonly FusionOp[],
    options: { useFusion?: boolean } = {},
  ): Promise<Tensor> {
    checkTensors(tensors);
    return this.#backend._runList(this.#text(ops, options.useFusion), tensors);
  }
  /** What a list becomes here: the kernels with and without fusion, and why neighbours stayed apart. */
  async explain(
    tensors: readonly (Tensor | { shape: readonly number[]; dataType?: DataType })[],
    ops: readonly FusionOp[],
    options: { useFusion?: boolean } & ExplainOptions = {},
  ): Promise<FusionReport> {
    checkTensors(tensors);
    return this.#backend._explainList(this.#text(ops, options.useFusion), tensors as readonly Tensor[], options);
  }

  #text(ops: readonly FusionOp[], useFusion = true): string {
    let text = this.#config;
    for (const own of this.#own) text += `\nown=${own.name}${own.text}`;
    return `${text}${useFusion ? '' : '\n@fuse=0'}\nlist=${listText(ops)}`;
  }
  #ask(text: string): FusionAnswer {
    const [fuses, pattern, reason] = this.#backend._canFuse(text).split('\n') as [string, string, string];
    return { fuses: fuses === 'yes', pattern, reason };
  }
}

function checkTensors(tensors: readonly unknown[]): void {
  if (!Array.isArray(tensors)) throw invalid(`[fusion] tensors must be an array; got ${describe(tensors)}`);
}

function listText(ops: readonly FusionOp[]): string {
  if (!Array.isArray(ops)) throw invalid(`[fusion] ops must be an array of names; got ${describe(ops)}`);
  let text = '';
  for (let i = 0; i < ops.length; ++i) {
    const op = ops[i] as FusionOp;
    // A plain name is the common case, and need not be looked at: the core knows them all.
    if (typeof op === 'string' && !op.includes('\n')) text += `\n@op=${op}`;
    else if (typeof op === 'object' && op !== null && typeof op.op === 'string') {
      const { op: name, ...settings } = op;
      try {
        text += `\n${opText(name, settings)}`;
      } catch (error) {
        throw error instanceof NotFoundError
          ? new NotFoundError('not_found', at(i, error.message))
          : invalid(at(i, (error as Error).message));
      }
    } else {
      throw invalid(
        at(
          i,
          `an op must be a name or { op: name, ...settings }; got ${typeof op === 'string' ? JSON.stringify(op) : describe(op)}`,
        ),
      );
    }
  }
  return text;
  function at(i: number, problem: string): string {
    return `[fusion] op ${i} of ${ops.length}: ${problem}`;
  }
}

function configText(config: FusionConfig): string {
  let text = '@fuse=1';
  for (const [key, value] of Object.entries(config)) {
    if (value === undefined) continue;
    switch (key) {
      case 'enabledPatterns': {
        if (!Array.isArray(value))
          throw invalid(`[fusion] enabledPatterns must be an array of names; got ${describe(value)}`);
        for (const name of value)
          if (!(name in FusionPattern))
            throw new NotFoundError(
              'not_found',
              `[fusion] pattern '${name}' is not supported; supported are ${Object.keys(FusionPattern).join(', ')}`,
            );
        text += `\nenabled=${value.join(':')}`;
        break;
      }
      case 'maxFusionLength':
        text += `\nlimit=${positive('fusion', key, value)}`;
        break;
      case 'useBrowserOptimizations':
        text += `\nbrowser=${value ? 1 : 0}`;
        break;
      case 'reassociate':
        text += `\nreassociate=${value ? 1 : 0}`;
        break;
      case 'strict':
        text += `\nstrict=${value ? 1 : 0}`;
        break;
      case 'useQuantizedWeights':
        text += `\nquantized=${value ? 1 : 0}`;
        break;
      case 'bitsPerWeight':
        if (![1, 2, 3, 4, 8, 16].includes(value))
          throw invalid(`[fusion] bitsPerWeight must be 1, 2, 3, 4, 8 or 16; got ${value}`);
        text += `\nbits=${value}`;
        break;
      case 'useSymmetricQuantization':
        text += `\nsymmetric=${value ? 1 : 0}`;
        break;
      case 'usePerChannelQuantization':
        text += `\nchannel=${value ? 1 : 0}`;
        break;
      case 'activationBits':
        text += `\nactivations=${Number(value)}`;
        break;
      default: {
        const line = profileLine('fusion', key, value);
        if (line === undefined) throw invalid(`[fusion] option '${key}' is not supported`);
        text += line;
      }
    }
  }
  return text;
}
