// The WebAssembly core: its memory, and calls into it that may wait.
import { BitloomError, InternalError, OutOfMemoryError } from './errors.js';
import type { CoreExports } from './exports.js';
import type { GpuHost } from './gpu.js';
import { coreImports, wasiImports } from './imports.js';
import { chooseBuild, compile, sharedMemory, type Build, type CoreOptions } from './module.js';

/** A tensor the core made. */
export interface Made {
  object: number;
  dtype: number;
  shape: number[];
}
/** What a call into the core ends with. */
export interface Settled extends Made {
  text: string;
  bytes: Uint8Array;
  tensors: Made[];
}

export interface CallOptions {
  /** Takes what the core tells on the way, as JSON; false: it should stop. What it throws ends the call. */
  onFinding?: (json: string) => boolean;
  /** Gives the bytes of constants. */
  fill?: (constant: number) => Uint8Array;
  /** Ends the call at once, with the signal's reason. */
  signal?: AbortSignal;
  /** Frees what a call ends with that nobody waits for any more. */
  discard?: (value: Settled) => void;
}
interface Call extends CallOptions {
  value?: Settled;
  failure?: { error: unknown };
  /** What `onFinding` or `fill` threw: it must not pass through the core. */
  thrown?: { error: unknown };
  resolve?: (value: Settled) => void;
  reject?: (error: unknown) => void;
  /** Stops listening to the signal. */
  deafen?: () => void;
}

export class Core {
  readonly simd: 'simd128' | 'relaxed';
  readonly shared: boolean;
  readonly memory: WebAssembly.Memory;
  exports: CoreExports;
  /** The GPU devices in use, by the number the core knows them by. */
  readonly hosts = new Map<number, GpuHost>();
  /** Why there are fewer threads than asked for; empty otherwise. */
  threadsProblem = '';

  #url: string;
  #calls = new Map<number, Call>();
  #abandoned = new Map<number, (value: Settled) => void>(); // calls nobody waits for, by number: what frees their values
  #lastCall = 0;
  #lastHost = 0;
  #u8 = new Uint8Array(0);
  #u32 = new Uint32Array(0);
  #scratch: number;
  #kept = new Map<string, [number, number]>();
  #encoder = new TextEncoder();
  #broken: BitloomError | undefined;

  static #loaded = new Map<string, Promise<Core>>();
  static readonly scratchSize = 16384;

  /** Loads the core once per kind; backends share it. */
  static async load(options: CoreOptions = {}): Promise<Core> {
    const build = chooseBuild(options);
    const { href } = build.url;
    let core = Core.#loaded.get(href);
    if (!core) {
      core = Core.#open(build);
      core.catch(() => Core.#loaded.delete(href));
      Core.#loaded.set(href, core);
    }
    try {
      return await core;
    } catch (error) {
      if (!build.shared || !(error instanceof OutOfMemoryError)) throw error;
      const alone = await Core.load({ ...options, shared: false });
      alone.threadsProblem = error.message;
      return alone;
    }
  }

  static async #open(build: Build): Promise<Core> {
    const memory = build.shared ? sharedMemory() : undefined;
    const module = await compile(build.url);
    let core: Core;
    const imports = {
      env: { memory },
      bitloom: coreImports(() => core),
      wasi_snapshot_preview1: wasiImports(() => core),
    };
    try {
      const instance = await WebAssembly.instantiate(module, imports as unknown as WebAssembly.Imports);
      core = new Core(build, module, instance, memory);
      core.exports._initialize();
      core.#scratch = core.alloc(Core.scratchSize);
      return core;
    } catch (error) {
      if (error instanceof BitloomError) throw error;
      throw new InternalError('internal', `[wasm] ${build.url} does not start: ${(error as Error).message}`);
    }
  }

  private constructor(
    build: Build,
    readonly module: WebAssembly.Module,
    instance: WebAssembly.Instance,
    memory: WebAssembly.Memory | undefined,
  ) {
    this.exports = instance.exports as unknown as CoreExports;
    this.memory = memory ?? this.exports.memory!;
    this.simd = build.simd;
    this.shared = build.shared;
    this.#url = build.url.href;
    this.#scratch = 0;
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
  bytes(pointer: number, size: number): Uint8Array {
    return this.u8.slice(pointer >>> 0, (pointer >>> 0) + (size >>> 0));
  }
  text(pointer: number, size: number): string {
    return new TextDecoder().decode(this.bytes(pointer, size));
  }

  alloc(size: number): number {
    const pointer = size < 2 ** 32 ? this.exports.bitloom_alloc(size) >>> 0 : 0;
    if (!pointer)
      throw new OutOfMemoryError(
        'out_of_memory',
        `[wasm] WebAssembly memory is exhausted: ${size} bytes asked, ${this.memory.buffer.byteLength} in all`,
      );
    return pointer;
  }
  /** Bytes copied to where the core can read them, with `spare` ones after them. */
  copy(bytes: Uint8Array, spare = 0): number {
    const pointer = this.alloc(bytes.length + spare);
    this.u8.set(bytes, pointer);
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
      this.#kept.set(text, (kept = this.give(text)));
    }
    return kept;
  }
  /** Text the core will free itself. */
  give(text: string): [number, number] {
    const bytes = this.#encoder.encode(text);
    return [this.copy(bytes, 1), bytes.length];
  }
  /** Text for the next call. */
  say(text: string): void {
    const bytes = this.#encoder.encode(text);
    const pointer = bytes.length <= Core.scratchSize ? this.#scratch : this.alloc(bytes.length);
    this.u8.set(bytes, pointer);
    try {
      this.enter(() => this.exports.bitloom_say(pointer, bytes.length));
    } finally {
      if (pointer !== this.#scratch) this.exports.bitloom_free(pointer);
    }
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
  /** Runs something of the core's that ends at once. */
  enter<T>(run: () => T): T {
    if (this.#broken) throw this.#broken;
    const stack = this.exports.__stack_pointer.value as number;
    try {
      return run();
    } catch (error) {
      throw this.#trap(error, stack);
    }
  }
  /** Starts work in the core; done at once where nothing needs waiting for. */
  call(start: (id: number) => void, options: CallOptions = {}): Settled | Promise<Settled> {
    const id = ++this.#lastCall;
    const call: Call = { ...options };
    this.#calls.set(id, call);
    try {
      this.enter(() => start(id));
    } catch (error) {
      this.#calls.delete(id);
      throw error;
    }
    if (call.failure) throw call.failure.error;
    if (call.value) return call.value;
    return new Promise((resolve, reject) => {
      call.resolve = resolve;
      call.reject = reject;
      const { signal } = call;
      if (!signal) return;
      const stop = () => this.#abandon(id, signal.reason);
      if (signal.aborted) return stop();
      signal.addEventListener('abort', stop, { once: true });
      call.deafen = () => signal.removeEventListener('abort', stop);
    });
  }

  // An exception came out of the core: what it was doing stays undone. Running out of memory is survived; anything else
  // leaves it unusable, and the next backend loads another.
  #trap(error: unknown, stack: number): BitloomError {
    if (this.#broken) return this.#broken;
    this.exports.__stack_pointer.value = stack;
    if (error instanceof OutOfMemoryError)
      try {
        this.exports.bitloom_recover();
        return error;
      } catch (another) {
        return this.#break(another);
      }
    return this.#break(error);
  }
  #break(error: unknown): BitloomError {
    const broken =
      error instanceof BitloomError ? error : new InternalError('internal', `[wasm] the core crashed: ${error}`);
    this.#broken = broken;
    // It may have stopped inside its allocator, whose lock is then held for ever: nothing is called any more.
    const nothing = (): void => {};
    const refuse = (): never => {
      throw broken;
    };
    this.exports = Object.fromEntries(
      Object.entries(this.exports).map(([name, value]) => [
        name,
        typeof value !== 'function' ? value : /^bitloom_(free|close)/.test(name) ? nothing : refuse,
      ]),
    ) as unknown as CoreExports;
    Core.#loaded.delete(this.#url);
    this.#abandoned.clear();
    for (const id of [...this.#calls.keys()]) this.settle(id, undefined, broken);
    for (const host of [...this.hosts.values()]) host.close();
    return broken;
  }

  /** Whether somebody waits for a call. */
  waits(id: number): boolean {
    return this.#calls.has(id);
  }
  /** Ends a call. */
  settle(id: number, value?: Settled, error?: unknown): void {
    const call = this.#calls.get(id);
    if (!call) {
      if (value) this.#abandoned.get(id)?.(value);
      this.#abandoned.delete(id);
      return;
    }
    this.#calls.delete(id);
    call.deafen?.();
    if (call.thrown && value) call.discard?.(value);
    if (call.thrown || !value) {
      call.failure = call.thrown ?? { error };
      call.reject?.(call.failure.error);
    } else {
      call.value = value;
      call.resolve?.(value);
    }
  }
  // Ends a call that the core has not ended yet.
  #abandon(id: number, error: unknown): void {
    const discard = this.#calls.get(id)?.discard;
    this.settle(id, undefined, error);
    if (discard) this.#abandoned.set(id, discard);
  }
  /** Ends a call that the core has nothing to add to. */
  done(id: number): void {
    this.settle(id, { object: 0, dtype: 0, shape: [], bytes: new Uint8Array(0), text: '', tensors: [] });
  }
  /** What the core tells a caller on the way; false: it should stop. */
  tell(id: number, json: string): boolean {
    const call = this.#calls.get(id);
    if (!call || call.thrown) return false;
    try {
      return call.onFinding?.(json) !== false && this.waits(id); // which it may have called off
    } catch (error) {
      call.thrown = { error };
      return false;
    }
  }
  /** The bytes of a constant, which the caller gives. */
  fill(id: number, constant: number, to: number, size: number): boolean {
    const call = this.#calls.get(id);
    try {
      const bytes = call?.fill?.(constant);
      if (bytes?.byteLength !== size >>> 0) return false;
      this.u8.set(bytes, to >>> 0);
      return true;
    } catch (error) {
      call!.thrown = { error };
      return false;
    }
  }

  /** Answers something the core waits for, which runs the core on. */
  answer(pending: number, code = -1, message = '', object = 0, line = 0, column = 0): void {
    this.guard(() => {
      let [text, size] = [0, 0];
      try {
        if (code >= 0) [text, size] = this.give(message);
      } catch {
        /* no room even for the message: the answer goes without */
      }
      this.exports.bitloom_answer(pending, code, text, size, object, line, column);
    });
  }
  /** Runs the core from a callback: if it stops, everything that waits hears of it. */
  guard(run: () => void): void {
    try {
      this.enter(run);
    } catch (problem) {
      for (const id of [...this.#calls.keys()]) this.#abandon(id, problem);
    }
  }

  attach(host: GpuHost): number {
    this.hosts.set(++this.#lastHost, host);
    return this.#lastHost;
  }
}
