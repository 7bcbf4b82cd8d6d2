// The WebAssembly core: loading the best build this place can run, its memory, and calls into it that may wait.
import { BitloomError, InternalError, IoError, OutOfMemoryError, errorFromCore, invalid } from './errors.js';
import type { GpuHost } from './gpu.js';
import { importByName, inNode } from './node.js';

export interface CoreOptions {
  /** Where the .wasm files are, if not beside this module. */
  wasmUrl?: string | URL;
  /** `simd128` keeps to the plain build where relaxed SIMD could be used. */
  simd?: 'simd128' | 'relaxed';
  /** False keeps to one thread where threads could be used. */
  shared?: boolean;
  /** True loads the core that can also read and run models (`Pipeline`), which is larger. */
  models?: boolean;
}

export interface CoreExports {
  memory?: WebAssembly.Memory;
  _initialize(): void;
  __stack_pointer: WebAssembly.Global;
  __tls_size?: WebAssembly.Global;
  __tls_align?: WebAssembly.Global;
  bitloom_alloc(bytes: number): number;
  bitloom_free(pointer: number): void;
  bitloom_say(text: number, size: number): void;
  bitloom_answer(pending: number, code: number, text: number, size: number, object: number, line: number, column: number): void;
  bitloom_lost(host: number, text: number, size: number): void;
  bitloom_flush(host: number): void;
  bitloom_open_webgpu(call: number, device: number): void;
  bitloom_open_cpu(): number;
  bitloom_close(backend: number): void;
  bitloom_profile(call: number, backend: number): void;
  bitloom_make(call: number, backend: number, dtype: number, rank: number, dims: number): number;
  bitloom_write(backend: number, tensor: number, offset: number, bytes: number, size: number): void;
  bitloom_put(call: number, backend: number, tensor: number): void;
  bitloom_data(tensor: number): number;
  bitloom_read(call: number, backend: number, tensor: number, from: number, size: number): void;
  bitloom_free_tensor(tensor: number): void;
  bitloom_run(call: number, backend: number, text: number, size: number, inputs: number, count: number): void;
  bitloom_compile(call: number, backend: number, text: number, size: number, constants: number, count: number): void;
  bitloom_run_graph(call: number, graph: number, inputs: number, count: number): void;
  bitloom_explain_graph(call: number, graph: number): void;
  bitloom_graph_text(call: number, graph: number, dot: number): void;
  bitloom_free_graph(graph: number): void;
  bitloom_run_list(call: number, backend: number, text: number, size: number, inputs: number, count: number): void;
  bitloom_can_fuse(call: number, backend: number, text: number, size: number): void;
  bitloom_explain_list(call: number, backend: number, text: number, size: number): void;
  bitloom_quantize(call: number, backend: number, weights: number, importance: number): void;
  bitloom_finish(call: number, backend: number): void;
  bitloom_doctor(call: number, backend: number): void;
  bitloom_memory(backend: number, out: number): void;
  bitloom_counters(backend: number, out: number): void;
  bitloom_trim(backend: number): void;
  bitloom_set_timing(backend: number, on: number): number;
  bitloom_take_times(call: number, backend: number): void;
  bitloom_set_threads(count: number): void;
  bitloom_threads(): number;
  bitloom_recover(): void;

  // With models.
  bitloom_files?(): number;
  bitloom_add_file(files: number, bytes: number, size: number): void;
  bitloom_free_files(files: number): void;
  bitloom_load_model(call: number, backend: number, files: number): void;
  bitloom_free_model(model: number): void;
  bitloom_ask(call: number, model: number, image: number, imageSize: number, audio: number, audioSize: number): void;
  bitloom_run_model(call: number, model: number): void;
  bitloom_generate(call: number, model: number): void;
  bitloom_explain_model(call: number, model: number): void;
  bitloom_encode(call: number, model: number): void;
  bitloom_decode(call: number, model: number): void;
}

/** A tensor the core made. */
export interface Made { object: number; dtype: number; shape: number[] }
/** What a call into the core ends with. */
export interface Settled extends Made {
  text: string;
  bytes: Uint8Array;
  tensors: Made[];
}

interface Call {
  value?: Settled;
  error?: BitloomError;
  resolve?: (value: Settled) => void;
  reject?: (error: BitloomError) => void;
  onFinding?: (json: string) => boolean;
}

// A module that only compiles where there is relaxed SIMD: one function with one f32x4.relaxed_madd.
const relaxedProbe = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 19, 1, 17, 0,
  65, 0, 253, 15, 65, 0, 253, 15, 65, 0, 253, 15, 253, 133, 2, 11,
]);

// Written out one by one, so that bundlers find the files.
const wasmFiles = {
  'simd128-one': () => new URL('./bitloom-simd128-one.wasm', import.meta.url),
  'simd128-many': () => new URL('./bitloom-simd128-many.wasm', import.meta.url),
  'relaxed-one': () => new URL('./bitloom-relaxed-one.wasm', import.meta.url),
  'relaxed-many': () => new URL('./bitloom-relaxed-many.wasm', import.meta.url),
  'models-simd128-one': () => new URL('./bitloom-models-simd128-one.wasm', import.meta.url),
  'models-simd128-many': () => new URL('./bitloom-models-simd128-many.wasm', import.meta.url),
  'models-relaxed-one': () => new URL('./bitloom-models-relaxed-one.wasm', import.meta.url),
  'models-relaxed-many': () => new URL('./bitloom-models-relaxed-many.wasm', import.meta.url),
};

const noBytes = new Uint8Array(0), noTensors: Made[] = [];

/** Whether threads over shared memory can be had: pages need to be cross-origin isolated. */
export const isIsolated = (): boolean =>
  typeof SharedArrayBuffer !== 'undefined' && (inNode || globalThis.crossOriginIsolated === true);

async function compile(url: URL): Promise<WebAssembly.Module> {
  const failed = (error: Error) => { throw new IoError('io', `[wasm] ${url} cannot be read: ${error.message}`); };
  if (inNode && url.protocol === 'file:') {
    const { readFile } = await importByName('node:fs/promises');
    return WebAssembly.compile(await readFile(url).catch(failed));
  }
  const response = await fetch(url).catch(failed);
  if (!response.ok) throw new IoError('io', `[wasm] ${url} answered ${response.status} ${response.statusText}`);
  if (response.headers.get('Content-Type')?.startsWith('application/wasm')) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

export class Core {
  readonly simd: 'simd128' | 'relaxed';
  readonly shared: boolean;
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  exports: CoreExports;
  /** The GPU devices in use, by the number the core knows them by. */
  readonly hosts = new Map<number, GpuHost>();
  /** Why there are fewer threads than asked for; empty otherwise. */
  threadsProblem = '';

  #calls = new Map<number, Call>();
  #lastCall = 0;
  #lastHost = 0;
  #u8 = new Uint8Array(0);
  #u32 = new Uint32Array(0);
  #scratch: number;
  #lastBreath = 0;
  #kept = new Map<string, [number, number]>();
  #encoder = new TextEncoder();
  #broken: BitloomError | undefined;

  static #loaded = new Map<string, Promise<Core>>();
  static readonly scratchSize = 16384;

  /** Loads the core once per kind; backends share it. */
  static load(options: CoreOptions = {}): Promise<Core> {
    const simd = options.simd ?? (WebAssembly.validate(relaxedProbe) ? 'relaxed' : 'simd128');
    if (simd !== 'relaxed' && simd !== 'simd128') throw invalid(`[wasm] simd is simd128 or relaxed; got '${simd}'`);
    const shared = isIsolated() && options.shared !== false;
    const kind = `${options.models ? 'models-' : ''}${simd}-${shared ? 'many' : 'one'}` as keyof typeof wasmFiles;
    const url = options.wasmUrl ? new URL(`bitloom-${kind}.wasm`, new URL(options.wasmUrl, globalThis.location?.href ?? import.meta.url)) : wasmFiles[kind]();
    let core = Core.#loaded.get(url.href);
    if (!core) {
      core = Core.#open(url, simd, shared);
      core.catch(() => Core.#loaded.delete(url.href));
      Core.#loaded.set(url.href, core);
    }
    return core;
  }

  static async #open(url: URL, simd: 'simd128' | 'relaxed', shared: boolean): Promise<Core> {
    const module = await compile(url);
    const memory = shared ? new WebAssembly.Memory({ initial: 256, maximum: 32768, shared: true }) : undefined;
    let core: Core;
    const imports = { env: { memory }, bitloom: Core.#imports(() => core), wasi_snapshot_preview1: Core.#wasi(() => core) };
    const instance = await WebAssembly.instantiate(module, imports as unknown as WebAssembly.Imports);
    core = new Core(module, instance, memory, simd, shared);
    return core;
  }

  private constructor(module: WebAssembly.Module, instance: WebAssembly.Instance, memory: WebAssembly.Memory | undefined,
                      simd: 'simd128' | 'relaxed', shared: boolean) {
    this.module = module;
    this.exports = instance.exports as unknown as CoreExports;
    this.memory = memory ?? this.exports.memory!;
    this.simd = simd;
    this.shared = shared;
    this.exports._initialize();
    this.#scratch = this.exports.bitloom_alloc(Core.scratchSize);
  }

  // --- Memory ---------------------------------------------------------------------------------------------------------
  // Views are made anew when the memory has grown.
  get u8(): Uint8Array {
    if (this.#u8.buffer !== this.memory.buffer) this.#u8 = new Uint8Array(this.memory.buffer);
    return this.#u8;
  }
  get u32(): Uint32Array {
    if (this.#u32.buffer !== this.memory.buffer) this.#u32 = new Uint32Array(this.memory.buffer);
    return this.#u32;
  }
  /** A copy, since text and GPU calls take no shared memory. Addresses over 2 GB arrive as negative numbers. */
  bytes(pointer: number, size: number): Uint8Array { return this.u8.slice(pointer >>> 0, (pointer >>> 0) + (size >>> 0)); }
  text(pointer: number, size: number): string { return new TextDecoder().decode(this.bytes(pointer, size)); }

  alloc(size: number): number {
    const pointer = this.exports.bitloom_alloc(size) >>> 0;
    if (!pointer) throw new OutOfMemoryError('out_of_memory', `[wasm] WebAssembly memory is exhausted: ${size} bytes asked, ${this.memory.buffer.byteLength} in all`);
    return pointer;
  }
  /** Text that stays where it is: calls repeat themselves. */
  keep(text: string): [number, number] {
    let kept = this.#kept.get(text);
    if (!kept) {
      if (this.#kept.size >= 1000) {
        for (const [pointer] of this.#kept.values()) this.exports.bitloom_free(pointer);
        this.#kept.clear();
      }
      this.#kept.set(text, kept = this.give(text));
    }
    return kept;
  }
  /** Text the core will free itself. */
  give(text: string): [number, number] {
    const bytes = this.#encoder.encode(text);
    const pointer = this.alloc(bytes.length + 1);
    this.u8.set(bytes, pointer);
    return [pointer, bytes.length];
  }
  /** Text for the next call. */
  say(text: string): void {
    const bytes = this.#encoder.encode(text);
    const pointer = bytes.length <= Core.scratchSize ? this.#scratch : this.alloc(bytes.length);
    this.u8.set(bytes, pointer);
    this.exports.bitloom_say(pointer, bytes.length);
    if (pointer !== this.#scratch) this.exports.bitloom_free(pointer);
  }
  /** Whole numbers for the next call: pointers to tensors, at most `scratchSize / 4`. */
  words(values: readonly number[]): number {
    this.u32.set(values, this.#scratch >>> 2);
    return this.#scratch;
  }
  doubles(values: readonly number[]): number {
    new Float64Array(this.memory.buffer, this.#scratch, values.length).set(values);
    return this.#scratch;
  }
  /** What a call writes as numbers. */
  numbers(count: number, write: (out: number) => void): number[] {
    write(this.#scratch);
    return [...new Float64Array(this.memory.buffer, this.#scratch, count)];
  }

  // --- Calls ----------------------------------------------------------------------------------------------------------
  /** Starts work in the core; done at once where nothing needs waiting for. */
  call(start: (id: number) => void, onFinding?: (json: string) => boolean): Settled | Promise<Settled> {
    if (this.#broken) throw this.#broken;
    const id = ++this.#lastCall;
    const call: Call = { onFinding };
    this.#calls.set(id, call);
    const stack = this.exports.__stack_pointer.value as number;
    try {
      start(id);
    } catch (error) {
      this.#calls.delete(id);
      throw this.#trap(error, stack);
    }
    if (call.error) throw call.error;
    if (call.value) return call.value;
    return new Promise((resolve, reject) => { call.resolve = resolve; call.reject = reject; });
  }

  // An exception came out of the core: what it was doing stays undone. Running out of memory is survived; anything else
  // leaves it unusable, and the next backend loads another.
  #trap(error: unknown, stack: number): BitloomError {
    this.exports.__stack_pointer.value = stack;
    if (error instanceof OutOfMemoryError) {
      this.exports.bitloom_recover();
      return error;
    }
    const known = error instanceof BitloomError ? error : new InternalError('internal', `[wasm] the core stopped: ${error}`);
    this.#broken ??= known;
    // It may have stopped inside its allocator, whose lock is then held for ever: nothing is given back any more.
    const nothing = (): void => {};
    this.exports = { ...this.exports, bitloom_free: nothing, bitloom_free_tensor: nothing, bitloom_close: nothing };
    for (const [url, core] of Core.#loaded) void core.then(loaded => { if (loaded === this) Core.#loaded.delete(url); });
    return known;
  }

  #settle(id: number, value?: Settled, error?: BitloomError): void {
    const call = this.#calls.get(id);
    if (!call) return;
    this.#calls.delete(id);
    call.value = value;
    call.error = error;
    if (error) call.reject?.(error);
    else call.resolve?.(value!);
  }

  /** Ends a call that the core has nothing to add to. */
  done(id: number): void { this.#settle(id, { object: 0, dtype: 0, shape: [], bytes: noBytes, text: '', tensors: noTensors }); }

  /** Answers something the core waits for, which runs the core on. */
  answer(pending: number, code = -1, message = '', object = 0, line = 0, column = 0): void {
    this.guard(() => {
      let [text, size] = [0, 0];
      try {
        if (code >= 0) [text, size] = this.give(message);
      } catch { /* no room even for the message: the answer goes without */ }
      this.exports.bitloom_answer(pending, code, text, size, object, line, column);
    });
  }
  /** Runs the core from a callback: if it stops, everything that waits hears of it. */
  guard(run: () => void): void {
    const stack = this.exports.__stack_pointer.value as number;
    try {
      run();
    } catch (error) {
      const problem = this.#trap(error, stack);
      for (const id of [...this.#calls.keys()]) this.#settle(id, undefined, problem);
    }
  }

  attach(host: GpuHost): number {
    this.hosts.set(++this.#lastHost, host);
    return this.#lastHost;
  }

  static #imports(core: () => Core) {
    const host = (device: number): GpuHost => core().hosts.get(device)!;
    return {
      settle: (id: number, object: number, bytes: number, size: number) => {
        const copy = size ? core().bytes(bytes, size) : noBytes;
        core().#settle(id, { object, bytes: copy, get text() { return new TextDecoder().decode(copy); }, dtype: 0, shape: [], tensors: noTensors });
      },
      settle_tensor: (id: number, object: number, dtype: number, rank: number, dims: number) => {
        if (!core().#calls.has(id)) return core().exports.bitloom_free_tensor(object);
        const shape: number[] = [];
        const u32 = core().u32;
        for (let i = 0; i < rank; ++i) shape.push(u32[(dims >>> 2) + 2 * i]! + u32[(dims >>> 2) + 2 * i + 1]! * 2 ** 32);
        core().#settle(id, { object, dtype, shape, bytes: noBytes, text: '', tensors: noTensors });
      },
      settle_tensors: (id: number, numbers: number, count: number) => {
        const list = new Float64Array(core().memory.buffer, numbers >>> 0, count >>> 0), tensors: Made[] = [];
        for (let at = 0; at < list.length; at += 3 + list[at + 2]!)
          tensors.push({ object: list[at]!, dtype: list[at + 1]!, shape: Array.from(list.subarray(at + 3, at + 3 + list[at + 2]!)) });
        if (core().#calls.has(id)) core().#settle(id, { object: 0, dtype: 0, shape: [], bytes: noBytes, text: '', tensors });
        else for (const made of tensors) core().exports.bitloom_free_tensor(made.object);
      },
      settle_error: (id: number, code: number, text: number, size: number) =>
        core().#settle(id, undefined, errorFromCore(code, core().text(text, size))),
      finding: (id: number, text: number, size: number) =>
        core().#calls.get(id)?.onFinding?.(core().text(text, size)) === false ? 0 : 1,
      fatal: (code: number, text: number, size: number) => { throw errorFromCore(code, core().text(text, size)); },
      breathe: (pending: number) => {
        if (performance.now() - core().#lastBreath < 12) return 0;
        setTimeout(() => { core().#lastBreath = performance.now(); core().answer(pending); });
        return 1;
      },
      gpu_attach: (device: number, pointer: number) => host(device).attach(pointer),
      gpu_detach: (device: number) => host(device).close(),
      gpu_create_buffer: (device: number, bytes: number, use: number) => host(device).createBuffer(bytes, use),
      gpu_destroy: (device: number, object: number) => host(device).destroy(object),
      gpu_write_buffer: (device: number, buffer: number, offset: number, bytes: number, size: number) =>
        host(device).writeBuffer(buffer, offset, bytes, size),
      gpu_read_staging: (device: number, buffer: number, into: number, size: number, pending: number) =>
        host(device).readStaging(buffer, into, size, pending),
      gpu_create_pipeline: (device: number, label: number, labelSize: number, wgsl: number, wgslSize: number,
                            reads: number, writes: number, pending: number) =>
        host(device).createPipeline(core().text(label, labelSize), core().text(wgsl, wgslSize), reads, writes, pending),
      gpu_create_bind_group: (device: number, reads: number, writes: number, entries: number, count: number) =>
        host(device).createBindGroup(reads, writes, entries, count),
      gpu_submit: (device: number, commands: number, count: number) => host(device).submit(commands, count),
      gpu_flush_soon: (device: number) => host(device).flushSoon(),
      gpu_finished: (device: number, pending: number) => host(device).finished(pending),
      gpu_push_errors: (device: number) => host(device).pushErrors(),
      gpu_pop_errors: (device: number, pending: number) => host(device).popErrors(pending),
      gpu_lose: (device: number) => host(device).lose(),
    };
  }

  // The few system calls the C++ library makes: the time, and words on the console before it gives up.
  static #wasi(core: () => Core) {
    let line = '';
    return {
      clock_time_get: (_clock: number, _precision: bigint, out: number) => {
        new DataView(core().memory.buffer).setBigUint64(out >>> 0, BigInt(Math.round(performance.now() * 1e6)), true);
        return 0;
      },
      environ_sizes_get: (count: number, size: number) => {
        core().u32[count >>> 2] = core().u32[size >>> 2] = 0;
        return 0;
      },
      environ_get: () => 0,
      fd_close: () => 0,
      fd_seek: () => 29,  // not seekable
      fd_write: (_fd: number, parts: number, count: number, out: number) => {
        let written = 0;
        for (let i = 0; i < count; ++i) {
          const [at, size] = [core().u32[(parts >>> 2) + 2 * i]!, core().u32[(parts >>> 2) + 2 * i + 1]!];
          line += core().text(at, size);
          written += size;
        }
        core().u32[out >>> 2] = written;
        const lines = line.split('\n');
        line = lines.pop()!;
        for (const whole of lines) console.error(whole);
        return 0;
      },
      proc_exit: (code: number) => { throw new InternalError('internal', `[wasm] the core ended with code ${code}`); },
    };
  }
}
