// How calls and graphs run: the options they share, and their text for the core.
import type { DataType } from './datatype.js';
import { invalid } from './errors.js';
import type { QuantizeOptions } from './quantize.js';
import { positive, profileLine } from './text.js';

/** Of one call: which shader profile it uses. An op's own settings go beside these, in camelCase: `{ transposeB: true }`. */
export interface RunOptions {
  /** The browser whose shader profile is used, as it is; by default the one this is, adjusted to the GPU. These four win over
   *  everything that would be picked for the GPU (docs/profiles.md); numbers are rounded down to powers of two and clipped to limits. */
  browserOptimizationType?: 'chrome' | 'firefox' | 'safari' | 'edge' | (string & {});
  /** Threads of every workgroup. */
  workgroupSize?: number;
  /** A workgroup computes 4·tileSize × 4·tileSize results of a product, or scores of attention. */
  tileSize?: number;
  /** Approximate transcendental functions; no care for NaN and infinities. */
  useFastMath?: boolean;
}

/** Of a graph: how it runs. */
export interface GraphOptions extends RunOptions {
  /** False runs every op as a kernel of its own. */
  useFusion?: boolean;
  /** Ops in one kernel at most; by default as many as fit. */
  maxFusionLength?: number;
}

export interface MatmulOptions extends RunOptions {
  /** A is given as [..., K, M] */
  transposeA?: number | boolean;
  /** B is given as [..., N, K] */
  transposeB?: number | boolean;
  /** of the result: float32, float16 or bfloat16; A's unless set */
  dataType?: DataType;
  /** B in few bits: see `quantize`. */
  useQuantization?: boolean;
  bitsPerWeight?: QuantizeOptions['bitsPerWeight'];
  useSymmetricQuantization?: boolean;
  usePerChannelQuantization?: boolean;
  activationBits?: QuantizeOptions['activationBits'];
}

/** @internal */
export function graphOptionsText(options: GraphOptions): string {
  let text = '';
  for (const [key, value] of Object.entries(options)) {
    if (value === undefined) continue;
    if (key === 'useFusion') text += `\n@fuse=${value ? 1 : 0}`;
    else if (key === 'maxFusionLength') text += `\n@mostFused=${positive('graph', key, value)}`;
    else text += profileLine('graph', key, value) ?? unknownOption(key);
  }
  return text;
}
function unknownOption(key: string): never {
  throw invalid(`[graph] option '${key}' is not supported`);
}
