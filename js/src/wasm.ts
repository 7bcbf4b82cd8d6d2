// The CPU, through WebAssembly.
import { Backend } from './backend.js';
import { Core } from './core.js';
import { detectBrowser, gatherFacts } from './detect.js';
import { wasmInfo, type DeviceInfo } from './device.js';
import { invalid } from './errors.js';
import type { CoreOptions } from './module.js';
import { startThreads } from './threads.js';

export interface WasmOptions extends CoreOptions {
  /** CPU threads, the caller's included. By default one per hardware thread, at most 8; one where threads cannot be had. */
  threads?: number;
}

/** The same ops on the CPU, for places without WebGPU. */
export class WasmBackend extends Backend {
  #options: WasmOptions;
  constructor(options: WasmOptions = {}) {
    super();
    this.#options = options;
    if (
      options.threads !== undefined &&
      !(Number.isInteger(options.threads) && options.threads >= 1 && options.threads <= 256)
    )
      throw invalid(`[wasm] threads must be an integer from 1 to 256; got ${options.threads}`);
  }
  /** @internal */
  protected async _open() {
    const core = await Core.load(this.#options);
    const hardware = globalThis.navigator?.hardwareConcurrency ?? 1;
    const wanted = this.#options.threads ?? Math.min(hardware, 8);
    await startThreads(core, wanted);
    core.exports.bitloom_set_threads((this._threads = wanted));
    const wasm = wasmInfo(core);
    const info: DeviceInfo = {
      platform: 'wasm',
      engine: 'wasm',
      name: 'CPU',
      description: `WebAssembly ${wasm.simd}, ${wasm.threads} thread${wasm.threads === 1 ? '' : 's'}`,
      vendor: 'software',
      architecture: 'wasm32',
      software: true,
      features: [],
      limits: {},
      browser: detectBrowser(gatherFacts()),
      wasm,
    };
    return { core, pointer: core.exports.bitloom_open_cpu(), info };
  }
}

/** A backend on the CPU, ready for use. */
export const createWasmBackend = (options?: WasmOptions): Promise<WasmBackend> => new WasmBackend(options).initialize();
