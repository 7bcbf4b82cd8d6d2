// Where ops run: a GPU through WebGPU, or the CPU through WebAssembly. Both take the same tensors and have the same ops.
import { Core, isIsolated, type CoreOptions, type Made, type Settled } from './core.js';
import { detectBrowser, detectVendor, gatherFacts, type Browser } from './detect.js';
import { DeviceLostError, DisposedError, NoAdapterError, NoWebGPUError, NotFoundError, UnsupportedError, invalid } from './errors.js';
import type { Explanation } from './explain.js';
import { WebGPUOperationFusion, type ExecuteOptions, type FusionOp, type FusionReport } from './fusion.js';
import { GpuHost } from './gpu.js';
import { Graph, type Described } from './graph.js';
import { importByName, inNode } from './node.js';
import { Ops, ops } from './ops.js';
import { Program, type GraphInputs } from './program.js';
import { describe, lines, opText, positive, profileLine } from './text.js';
import { Tensor, arrayOf, bytesOf, dataTypes, type TensorData } from './tensor.js';
import { QuantizedTensor, quantizeText, type QuantizeOptions, type QuantizedParts } from './quantize.js';
import { startThreads } from './threads.js';

/** Of one call: which shader profile it uses. An op's own settings go beside these, in camelCase: `{ transposeB: true }`. */
export interface RunOptions {
  /** The browser whose shader profile is used; by default the one this is. */
  browserOptimizationType?: 'chrome' | 'firefox' | 'safari' | 'edge' | (string & {});
  /** Threads in a workgroup, over the profile's. */
  workgroupSize?: number;
  /** Side of a matmul's tile, over the profile's. */
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

export interface Profile { name: string; threads: number; elementwiseThreads: number; tile: number; unroll: number; fastMath: boolean; why: string }

export interface DeviceInfo {
  platform: 'webgpu' | 'wasm';
  engine: string;
  name: string;
  description: string;
  vendor: string;
  architecture: string;
  /** Computes on the CPU. */
  software: boolean;
  features: string[];
  limits: Record<string, number>;
  browser: Browser;
  /** The shader profile in use and why; WebGPU only. */
  profile?: Profile;
  wasm: { simd: 'simd128' | 'relaxed'; threads: number; isolated: boolean; problem: string };
}

/** Bytes, except for `buffers`. */
export interface MemoryReport {
  /** In tensors on the GPU, kept there for reuse, and the most ever held of both. */
  live: number; pooled: number; peak: number;
  /** Tensors' GPU buffers alive. */
  buffers: number;
  /** In tensors in WebAssembly memory, the most ever, and the memory's size. */
  cpuLive: number; cpuPeak: number; wasmBytes: number;
}

export interface Counters { submits: number; dispatches: number; pipelines: number; compileMs: number; uploaded: number; downloaded: number }

export interface Finding {
  op: string; test: string; profile: string;
  state: 'right' | 'wrong' | 'failed' | 'slow';
  /** The error, in units of what is allowed. */
  worst: number | null;
  ms: number; cpuMs: number;
  problem: string; kernels: string;
  done: number; total: number;
}
export interface Report { seed: number; right: number; wrong: number; failed: number; slow: number; healthy: boolean; findings: Finding[] }
export interface ExamineOptions {
  op?: string;
  seed?: number;
  /** Also the shader variants other browsers' profiles would pick (default true). */
  allProfiles?: boolean;
  onFinding?: (finding: Finding) => void;
  signal?: AbortSignal;
}

const mostInputs = 1024;

// Constants up to this size are given to the core as they are, so that it can compute with them beforehand.
const smallBytes = 1 << 16;

// What is moved in one piece between JavaScript and the GPU, so that WebAssembly memory stays small.
const pieceBytes = 8 << 20;

export interface MatmulOptions extends RunOptions {
  /** A is given as [..., K, M] */
  transposeA?: number | boolean;
  /** B is given as [..., N, K] */
  transposeB?: number | boolean;
  /** of the result: f32, f16 or bf16; empty: A's */
  dtype?: string;
  /** B in few bits: see `quantize`. */
  useQuantization?: boolean;
  bitsPerWeight?: QuantizeOptions['bitsPerWeight'];
  useSymmetricQuantization?: boolean;
  usePerChannelQuantization?: boolean;
  activationBits?: QuantizeOptions['activationBits'];
}

export abstract class Backend extends Ops<Tensor, Promise<Tensor>, RunOptions> {
  /** @internal */
  _core: Core | undefined;
  /** @internal CPU threads for its kernels, where the core is shared with others. */
  _threads = 0;
  #pointer = 0;
  #info: DeviceInfo | undefined;
  #starting: Promise<this> | undefined;
  #disposed = false;
  #tensors = new Set<number>();
  #programs = new Set<number>();
  #compiled = new WeakMap<Graph, { revision: number; programs: Map<string, Promise<Program>> }>();
  #fusion: WebGPUOperationFusion | undefined;
  #quantized = new WeakMap<Tensor, Map<string, Promise<QuantizedTensor>>>();

  /** Loads the core and opens the device. Calling it again waits for the same. */
  initialize(): Promise<this> {
    if (this.#disposed) return Promise.reject(new DisposedError('[backend] it was disposed'));
    return this.#starting ??= this.#start().catch(error => { this.#starting = undefined; throw error; });
  }
  async #start(): Promise<this> {
    const { core, pointer, info } = await this._open();
    if (this.#disposed) {
      core.exports.bitloom_close(pointer);
      throw new DisposedError('[backend] it was disposed while it was opened');
    }
    this._core = core;
    this.#pointer = pointer;
    this.#info = info;
    return this;
  }
  /** @internal */
  protected abstract _open(): Promise<{ core: Core; pointer: number; info: DeviceInfo }>;

  /** @internal The core and where it has this backend, for calls that start now. */
  _handle(): { core: Core; pointer: number } {
    const core = this.#check();
    if (this._threads) core.exports.bitloom_set_threads(this._threads);
    return { core, pointer: this.#pointer };
  }

  get info(): DeviceInfo {
    this.#check();
    return this.#info!;
  }

  #check(): Core {
    if (this.#disposed) throw new DisposedError('[backend] it was disposed');
    if (!this._core) throw invalid("[backend] it is not ready: 'await backend.initialize()' first");
    return this._core;
  }

  /** Runs an op by its name in docs/ops.md, or a graph over inputs by name. A graph run again is ready. */
  run(op: string, inputs: readonly Tensor[], options?: RunOptions & object): Promise<Tensor>;
  run(graph: Graph | Program, inputs: GraphInputs, options?: GraphOptions): Promise<Record<string, Tensor>>;
  async run(what: string | Graph | Program, inputs: GraphInputs, options: RunOptions & object = {}): Promise<Tensor | Record<string, Tensor>> {
    if (what instanceof Graph) return (await this.#program(what, options)).run(inputs);
    if (what instanceof Program) return what.run(inputs);
    return this._apply(what, inputs as readonly Tensor[], options);
  }
  /** @internal */
  async _apply(op: string, inputs: readonly Tensor[], options: RunOptions & object = {}): Promise<Tensor> {
    if (this.#absent(op, inputs)) await this.#place(inputs);
    const settled = this.#begin(opText(op, options ?? {}, true), inputs,
                                (core, id, at, size, words) => core.exports.bitloom_run(id, this.#pointer, at, size, words, inputs.length));
    return this.#keep(settled instanceof Promise ? await settled : settled);
  }

  // --- Few-bit weights --------------------------------------------------------------------------------------------------
  /** Weights in few bits, here. They stay good when `weights` is disposed. */
  async quantize(weights: Tensor, options: QuantizeOptions = {}): Promise<QuantizedTensor> {
    const text = quantizeText(options), { importance } = options;
    const counts = importance && new Tensor([importance.length], importance);
    const inputs = counts ? [weights, counts] : [weights];
    if (this.#absent('quantize', inputs)) await this.#place(inputs);
    try {
      const settled = this.#begin('', inputs, (core, id, _at, _size, words) => {
        const [tensor, by = 0] = core.u32.subarray(words >>> 2, (words >>> 2) + inputs.length);
        core.say(text);
        core.exports.bitloom_quantize(id, this.#pointer, tensor!, by);
      });
      const { tensors, ...rest } = JSON.parse((settled instanceof Promise ? await settled : settled).text) as Omit<QuantizedParts, 'codes'> & { tensors: Made[] };
      const [codes, scales, minimums] = tensors.map(made => this.#keep(made));
      return new QuantizedTensor({ ...rest, codes: codes!, scales, minimums });
    } finally {
      counts?.dispose();
    }
  }
  /** C = A·B; of `B` in few bits, its codes are read as they are. With `useQuantization` a `B` that is not gets
   *  `bitsPerWeight` bits (4 unless set) the first time, and keeps them. */
  override matmul(a: Tensor, b: Tensor | QuantizedTensor, options: MatmulOptions = {}): Promise<Tensor> {
    const { useQuantization, bitsPerWeight, useSymmetricQuantization, usePerChannelQuantization, activationBits, ...plain } = options;
    if (b instanceof QuantizedTensor) return this.#fewBits(a, b, useQuantization, plain);
    if (!useQuantization) return this._apply('matmul', [a, b], plain);
    const { transposeB, ...others } = plain;
    const wanted: QuantizeOptions = { bitsPerWeight, useSymmetricQuantization, usePerChannelQuantization, activationBits, transposeB: !!transposeB };
    if (!(b instanceof Tensor)) return Promise.reject(invalid(`[matmul] input 1 is not a Tensor but ${describe(b)}`));
    let kept = this.#quantized.get(b);
    if (!kept) this.#quantized.set(b, kept = new Map());
    const key = JSON.stringify(wanted);
    let few = kept.get(key);
    if (!few) {
      kept.set(key, few = this.quantize(b, wanted));
      few.catch(() => kept.delete(key));
    }
    return few.then(weights => this.#fewBits(a, weights, true, others));
  }
  async #fewBits(a: Tensor, b: QuantizedTensor, useQuantization: boolean | undefined, options: object): Promise<Tensor> {
    if (useQuantization === false) throw invalid(`[matmul] useQuantization is false, but B is quantised (${b})`);
    return this._apply(b._op, [a, ...b._tensors], b._settings(options));
  }

  // Whether there are tensors that are not here yet; throws where one is none at all.
  #absent(op: string, inputs: readonly Tensor[]): boolean {
    this.#check();
    if (inputs.length > mostInputs) throw invalid(`[${op}] ${inputs.length} inputs; at most ${mostInputs} are allowed`);
    let absent = false;
    for (let i = 0; i < inputs.length; ++i) {
      const tensor = inputs[i];
      if (!(tensor instanceof Tensor)) throw invalid(`[${op}] input ${i} is not a Tensor but ${describe(tensor)}`);
      tensor._check();
      if (!tensor._places.has(this)) absent = true;
    }
    return absent;
  }
  async #place(inputs: readonly Tensor[]): Promise<void> {
    for (const tensor of inputs) {
      tensor._check();
      if (!tensor._places.has(this)) await this.#move(tensor);
    }
  }
  // Starts a call with a text and tensors that are here. Nothing is awaited until the core has its own hold on them.
  #begin(text: string, inputs: readonly Tensor[], start: (core: Core, id: number, at: number, size: number, words: number) => void): Settled | Promise<Settled> {
    const core = this.#check();
    const pointers: number[] = [];
    for (const tensor of inputs) {
      tensor._check();
      pointers.push(tensor._places.get(this)!);
    }
    const [at, size] = core.keep(text);
    if (this._threads) core.exports.bitloom_set_threads(this._threads);
    return core.call(id => start(core, id, at, size, core.words(pointers)));
  }

  // --- Graphs ---------------------------------------------------------------------------------------------------------
  /** Makes a graph ready: planned, its shaders compiled, its constants here. */
  async compile(graph: Graph, options: GraphOptions = {}): Promise<Program> {
    this.#check();
    if (!(graph instanceof Graph)) throw invalid(`[graph] compile takes a Graph, not ${describe(graph)}`);
    if (graph._outputs.length === 0) throw invalid('[graph] it has no outputs: graph.output(name, value)');
    const inputs = [...graph._inputs], names = [...graph._outputs], constants = [...graph._constants];
    const text = `${graph._text()}${graphOptionsText(options)}`;
    // Small ones are known to the core; the others are only here.
    const small = constants.map(t => t._data !== undefined && t._data.byteLength <= smallBytes);
    this.#absent('graph', constants);
    await this.#place(constants.filter((_, i) => !small[i]));
    const core = this.#check(), made: number[] = [];
    let at = 0;
    try {
      const pointers: number[] = [];
      for (const [i, tensor] of constants.entries()) {
        tensor._check();
        if (!small[i]) {
          pointers.push(tensor._places.get(this)!);
          continue;
        }
        void core.call(id => {
          const pointer = core.exports.bitloom_make(id, 0, dataTypes.indexOf(tensor.dataType), tensor.shape.length, core.doubles(tensor.shape));
          if (pointer) made.push(pointer), core.u8.set(bytesOf(tensor._data!), core.exports.bitloom_data(pointer) >>> 0), core.done(id);
        });
        pointers.push(made.at(-1)!);
      }
      let size: number;
      [at, size] = core.give(text);
      const list = core.alloc(4 * pointers.length + 4);
      core.u32.set(pointers, list >>> 2);
      let settled: Settled | Promise<Settled>;
      try {
        settled = core.call(id => core.exports.bitloom_compile(id, this.#pointer, at, size, list, pointers.length));
      } finally {
        core.exports.bitloom_free(list);
      }
      const { object, text: described } = settled instanceof Promise ? await settled : settled;
      if (this.#disposed) {
        core.exports.bitloom_free_graph(object);
        this.#check();
      }
      this.#programs.add(object);
      const outputs = described.split('\n').filter(Boolean).map((line, i): Described => {
        const [dtype, shape] = line.split(':') as [string, string];
        return { name: names[i]!, dataType: dataTypes[Number(dtype)]!, shape: JSON.parse(shape) };
      });
      return new Program(this, inputs, outputs, object);
    } finally {
      if (at) core.exports.bitloom_free(at);
      for (const pointer of made) core.exports.bitloom_free_tensor(pointer);
    }
  }
  // The program of a graph as it is now; those of what it was before are forgotten.
  #program(graph: Graph, options: GraphOptions): Promise<Program> {
    let kept = this.#compiled.get(graph);
    if (kept?.revision !== graph._revision) this.#compiled.set(graph, kept = { revision: graph._revision, programs: new Map() });
    const key = graphOptionsText(options);
    let program = kept.programs.get(key);
    if (!program) {
      kept.programs.set(key, program = this.compile(graph, options));
      program.catch(() => kept.programs.delete(key));
    }
    return program;
  }
  /** @internal */
  async _runProgram(program: Program, inputs: readonly Tensor[]): Promise<Record<string, Tensor>> {
    if (program.backend !== this) throw invalid('[graph] the program was made for another backend');
    if (this.#absent('graph', inputs)) await this.#place(inputs);
    this.#checkProgram(program);
    const settled = this.#begin('', inputs, (core, id, _at, _size, words) => core.exports.bitloom_run_graph(id, program._pointer, words, inputs.length));
    const { tensors } = settled instanceof Promise ? await settled : settled;
    const out: Record<string, Tensor> = {};
    tensors.map(made => this.#keep(made)).forEach((tensor, i) => { out[program.outputs[i]!.name] = tensor; });
    return out;
  }
  #checkProgram(program: Program): Core {
    const core = this.#check();
    if (!this.#programs.has(program._pointer)) throw new DisposedError('[graph] the program was disposed');
    return core;
  }
  /** @internal */
  async _explainProgram(program: Program): Promise<Explanation> {
    const core = this.#checkProgram(program);
    return JSON.parse((await core.call(id => core.exports.bitloom_explain_graph(id, program._pointer))).text);
  }
  /** @internal */
  async _programText(program: Program, dot: boolean): Promise<string> {
    const core = this.#checkProgram(program);
    return (await core.call(id => core.exports.bitloom_graph_text(id, program._pointer, dot ? 1 : 0))).text;
  }
  /** @internal */
  _releaseProgram(pointer: number): void {
    if (this.#programs.delete(pointer)) this._core!.exports.bitloom_free_graph(pointer);
  }

  // --- Lists of ops ---------------------------------------------------------------------------------------------------
  /** Runs a list of ops, a left fold over the tensors, in as few kernels as it can: `(await executeFusedOperations([a, b],
   *  ['matmul', 'relu']))` is relu(a·b). What cannot fuse runs unfused; `explain` says why. */
  executeFusedOperations(tensors: readonly Tensor[], ops: readonly FusionOp[], options?: ExecuteOptions): Promise<Tensor> {
    return this.executeOperations(tensors, ops, options);
  }
  /** The same, fused or, with `useFusion: false`, each op on its own. */
  async executeOperations(tensors: readonly Tensor[], ops: readonly FusionOp[], options: ExecuteOptions = {}): Promise<Tensor> {
    const { useFusion, ...config } = options;
    return this.#fusionFor(config).executeOperations(tensors, ops, { useFusion });
  }
  /** Makes a pattern of one's own, and says whether such a list fuses. */
  createFusionPattern(ops: readonly FusionOp[], name?: string): boolean { return this.#fusionFor({}).createFusionPattern(ops, name); }
  // Without options, the one that knows the patterns made here.
  #fusionFor(config: object): WebGPUOperationFusion {
    for (const _ in config) return new WebGPUOperationFusion(this, config);
    return this.#fusion ??= new WebGPUOperationFusion(this);
  }
  /** What a graph or a list becomes here: the kernels with and without fusion, and why neighbours stayed apart. */
  explain(graph: Graph, options?: GraphOptions): Promise<Explanation>;
  explain(tensors: readonly Tensor[], ops: readonly FusionOp[], options?: ExecuteOptions): Promise<FusionReport>;
  async explain(what: Graph | readonly Tensor[], second?: GraphOptions | readonly FusionOp[], options: ExecuteOptions = {}): Promise<Explanation | FusionReport> {
    if (what instanceof Graph) return (await this.#program(what, (second ?? {}) as GraphOptions)).explain();
    const { useFusion, ...config } = options;
    return this.#fusionFor(config).explain(what, second as readonly FusionOp[], { useFusion });
  }
  /** @internal */
  async _runList(text: string, inputs: readonly Tensor[]): Promise<Tensor> {
    if (this.#absent('fusion', inputs)) await this.#place(inputs);
    const settled = this.#begin(text, inputs, (core, id, at, size, words) => core.exports.bitloom_run_list(id, this.#pointer, at, size, words, inputs.length));
    return this.#keep(settled instanceof Promise ? await settled : settled);
  }
  /** @internal */
  _canFuse(text: string): string {
    const core = this.#check(), [at, size] = core.keep(text);
    return (core.call(id => core.exports.bitloom_can_fuse(id, this.#pointer, at, size)) as Settled).text;
  }
  /** @internal */
  async _explainList(text: string, tensors: readonly Tensor[]): Promise<FusionReport> {
    const core = this.#check(), [at, size] = core.keep(text);
    core.say(tensors.map(t => `tensor=${dataTypes.indexOf(t.dataType ?? 'float32')}:${t.shape.join(',')}`).join('\n'));
    return JSON.parse((await core.call(id => core.exports.bitloom_explain_list(id, this.#pointer, at, size))).text);
  }

  #keep(made: Made): Tensor {
    if (this.#disposed) {
      this._core!.exports.bitloom_free_tensor(made.object);
      throw new DisposedError('[backend] it was disposed');
    }
    this.#tensors.add(made.object);
    return Tensor._made(this, made.object, made.dtype, made.shape);
  }

  #move(tensor: Tensor): Promise<void> {
    let move = tensor._moving?.get(this);
    if (!move) {
      move = this.#put(tensor).finally(() => tensor._moving!.delete(this));
      (tensor._moving ??= new Map()).set(this, move);
    }
    return move;
  }

  async #put(tensor: Tensor): Promise<void> {
    const data = await tensor.read();  // from JavaScript, or from the backend it is on
    const core = this.#check();
    tensor._check();
    const bytes = bytesOf(data);
    const piece = this.#info!.platform === 'webgpu' && bytes.length ? core.alloc(Math.min(bytes.length + 3, pieceBytes)) : 0;
    const settled = core.call(id => {
      const pointer = core.exports.bitloom_make(id, this.#pointer, dataTypes.indexOf(tensor.dataType), tensor.shape.length, core.doubles(tensor.shape));
      if (!pointer) return;
      if (this.#info!.platform === 'wasm') {
        core.u8.set(bytes, core.exports.bitloom_data(pointer) >>> 0);
      } else {
        for (let at = 0; at < bytes.length; at += pieceBytes) {
          const part = bytes.subarray(at, at + pieceBytes);
          core.u8.set(part, piece);
          core.exports.bitloom_write(this.#pointer, pointer, at, piece, Math.ceil(part.length / 4) * 4);
        }
      }
      core.exports.bitloom_put(id, this.#pointer, pointer);
    });
    if (piece) core.exports.bitloom_free(piece);
    const made = settled instanceof Promise ? await settled : settled;
    if (this.#disposed || tensor.isDisposed) {
      core.exports.bitloom_free_tensor(made.object);
      this.#check();
      tensor._check();
    }
    this.#tensors.add(made.object);
    tensor._places.set(this, made.object);
  }

  /** @internal */
  async _read(tensor: Tensor): Promise<TensorData> {
    const core = this.#check();
    const out = new (arrayOf(tensor.dataType))(tensor.size);
    const bytes = bytesOf(out);
    const pointer = tensor._places.get(this)!;
    if (this.#info!.platform === 'wasm') {
      const at = core.exports.bitloom_data(pointer) >>> 0;
      bytes.set(core.u8.subarray(at, at + bytes.length));
      return out;
    }
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      const size = Math.min(pieceBytes, bytes.length - at);
      this.#check();
      if (tensor._places.get(this) !== pointer) throw new DisposedError(`[tensor] ${tensor} was disposed while it was read`);
      const piece = await core.call(id => core.exports.bitloom_read(id, this.#pointer, pointer, at, size));
      bytes.set(piece.bytes, at);
    }
    return out;
  }

  /** @internal */
  _release(pointer: number): void {
    if (this.#tensors.delete(pointer)) this._core!.exports.bitloom_free_tensor(pointer);
  }

  /** Waits until everything that was started here is done, and throws what went wrong in it. */
  async finish(): Promise<void> {
    const core = this.#check();
    await core.call(id => core.exports.bitloom_finish(id, this.#pointer));
  }

  memory(): MemoryReport {
    const core = this.#check();
    const [live, pooled, peak, buffers, cpuLive, cpuPeak] = core.numbers(6, out => core.exports.bitloom_memory(this.#pointer, out)) as [number, number, number, number, number, number];
    return { live, pooled, peak, buffers, cpuLive, cpuPeak, wasmBytes: core.memory.buffer.byteLength };
  }
  counters(): Counters {
    const core = this.#check();
    const [submits, dispatches, pipelines, compileMs, uploaded, downloaded] = core.numbers(6, out => core.exports.bitloom_counters(this.#pointer, out)) as [number, number, number, number, number, number];
    return { submits, dispatches, pipelines, compileMs, uploaded, downloaded };
  }
  /** Frees GPU memory that is kept for reuse. */
  trim(): void { this.#check().exports.bitloom_trim(this.#pointer); }

  /** Times every dispatch of `work` by the GPU's own clock: microseconds by op, in order. Needs timestamp-query. */
  async timed(work: () => Promise<unknown>): Promise<{ op: string; microseconds: number }[]> {
    const core = this.#check();
    if (!core.exports.bitloom_set_timing(this.#pointer, 1)) throw new UnsupportedError('unsupported', '[backend] this device has no timestamp-query');
    await core.call(id => core.exports.bitloom_take_times(id, this.#pointer));  // those of work that threw
    try {
      await work();
    } finally {
      if (!this.#disposed) core.exports.bitloom_set_timing(this.#pointer, 0);
    }
    this.#check();
    const { text } = await core.call(id => core.exports.bitloom_take_times(id, this.#pointer));
    return text.split('\n').filter(Boolean).map(line => {
      const [op, microseconds] = line.split('=') as [string, string];
      return { op, microseconds: Number(microseconds) };
    });
  }

  /** The doctor: every case of every op here, against the plain reference. */
  async examine(options: ExamineOptions = {}): Promise<Report> {
    const core = this.#check();
    if (options.op && !ops.some(op => op.name === options.op)) throw new NotFoundError('not_found', `[doctor] there is no op '${options.op}'`);
    const findings: Finding[] = [];
    let thrown: { error: unknown } | undefined;  // by the caller's own function: it must not pass through the core
    core.say(lines({ op: options.op ?? '', seed: options.seed ?? 0, allProfiles: options.allProfiles === false ? 0 : 1 }));
    const { text } = await core.call(id => core.exports.bitloom_doctor(id, this.#pointer), json => {
      const finding = JSON.parse(json) as Finding;
      findings.push(finding);
      try {
        options.onFinding?.(finding);
      } catch (error) {
        thrown = { error };
      }
      return !thrown && !options.signal?.aborted && !this.#disposed;
    });
    if (thrown) throw thrown.error;
    const report = JSON.parse(text) as Report;
    return { ...report, healthy: report.wrong === 0 && report.failed === 0, findings };
  }

  /** @internal */
  get _isDisposed(): boolean { return this.#disposed; }

  /** Gives everything back, tensors included. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    if (!this._core) return;
    for (const pointer of this.#tensors) this._core.exports.bitloom_free_tensor(pointer);
    this.#tensors.clear();
    for (const pointer of this.#programs) this._core.exports.bitloom_free_graph(pointer);
    this.#programs.clear();
    this._core.exports.bitloom_close(this.#pointer);
  }
  [Symbol.dispose](): void { this.dispose(); }

  /** @internal */
  protected async _profile(core: Core, pointer: number): Promise<Profile> {
    const { text } = await core.call(id => core.exports.bitloom_profile(id, pointer));
    const profile = JSON.parse(text);
    return { ...profile, fastMath: profile.fastMath !== 0 };
  }
}

export interface WebGPUOptions extends RunOptions, CoreOptions {
  powerPreference?: GPUPowerPreference;
  /** Another WebGPU than the page's own. */
  gpu?: GPU;
  /** Wait for the browser's verdict on each call, so that an error comes back from the call that caused it. Without (the
   *  default) calls are gathered and do not wait; an error then comes back from the next `read()` or `finish()`. */
  validate?: boolean;
  /** false: attention of f16 does not multiply by the device's own small matrices, for which it rounds weights to f16. */
  useMatrices?: boolean;
}

// What kernels are chosen by; the device is asked for the most the adapter has.
const limitNames = [
  'maxBufferSize', 'maxStorageBufferBindingSize', 'maxStorageBuffersPerShaderStage', 'maxComputeWorkgroupStorageSize',
  'maxComputeInvocationsPerWorkgroup', 'maxComputeWorkgroupSizeX', 'maxComputeWorkgroupSizeY', 'maxComputeWorkgroupSizeZ',
  'maxComputeWorkgroupsPerDimension',
] as const;
const alignmentNames = ['minStorageBufferOffsetAlignment', 'minUniformBufferOffsetAlignment'] as const;
const featureNames = ['shader-f16', 'subgroups', 'timestamp-query'] as const;
const matrixFeature = 'chromium-experimental-subgroup-matrix';

/** Whether the adapter multiplies 16×16 matrices of f16 and sums them in f32. */
function hasMatrices(adapter: GPUAdapter): boolean {
  const info = adapter.info as { subgroupMatrixConfigs?: Iterable<{ componentType: string; resultComponentType: string; M: number; N: number; K: number }> } | undefined;
  return adapter.features.has(matrixFeature) && adapter.features.has('shader-f16') && [...info?.subgroupMatrixConfigs ?? []].some(c =>
    c.componentType === 'f16' && c.resultComponentType === 'f32' && c.M === 16 && c.N === 16 && c.K === 16);
}

export class WebGPUBackend extends Backend {
  #options: WebGPUOptions;
  #device: GPUDevice | undefined;
  /** Settles if the device is lost while in use. */
  readonly lost: Promise<DeviceLostError>;
  #reportLost!: (error: DeviceLostError) => void;

  constructor(options: WebGPUOptions = {}) {
    super();
    this.#options = options;
    for (const name of ['workgroupSize', 'tileSize'] as const)
      if (options[name] !== undefined) positive('webgpu', name, options[name]);
    this.lost = new Promise(resolve => { this.#reportLost = resolve; });
  }

  /** The browser's own device, to share buffers with it. Calls that are gathered have an error scope open on it until the
   *  page is idle: before scopes of your own, `await backend.finish()`. */
  get device(): GPUDevice {
    void this.info;
    return this.#device!;
  }

  /** @internal */
  protected async _open() {
    const options = this.#options;
    const loading = Core.load(options);
    loading.catch(() => {});  // reported below, after what is wrong with WebGPU
    const gpu = options.gpu ?? globalThis.navigator?.gpu ?? await nodeGpu();
    if (!gpu) throw new NoWebGPUError(noWebGPU());
    const adapter = await gpu.requestAdapter({ powerPreference: options.powerPreference ?? 'high-performance' });
    if (!adapter) throw new NoAdapterError('[webgpu] this browser has WebGPU but offers no adapter: the GPU may be blocked, or its driver too old');
    const features: string[] = featureNames.filter(name => adapter.features.has(name));
    if (options.useMatrices !== false && hasMatrices(adapter)) features.push(matrixFeature);
    const requiredLimits: Record<string, number> = {};
    for (const name of limitNames) requiredLimits[name] = adapter.limits[name];
    const device = await adapter.requestDevice({ requiredFeatures: features as GPUFeatureName[], requiredLimits });
    const core = await loading;

    const facts = gatherFacts(adapter, gpu);
    const browser = detectBrowser(facts);
    const vendor = detectVendor(facts.info);
    const { architecture = '', description = '' } = adapter.info ?? {};
    const name = adapter.info?.device || description || [adapter.info?.vendor, architecture].filter(Boolean).join(' ') || 'unnamed adapter';
    const limits: Record<string, number> = {};
    for (const limit of [...limitNames, ...alignmentNames]) limits[limit] = device.limits[limit];
    const subgroups = { subgroupMinSize: adapter.info?.subgroupMinSize ?? 0, subgroupMaxSize: adapter.info?.subgroupMaxSize ?? 0 };
    const host = new GpuHost(core, device, lines({
      engine: browser.engine, name, description, vendor, backend: browser.engine === 'webkit' ? 'metal' : 'webgpu',
      software: vendor === 'software' ? 1 : 0, ...limits, ...subgroups, ...Object.fromEntries([...features, ...(gpu.wgslLanguageFeatures ?? [])].map(f => [f, 1])),
    }));
    device.lost.then(info => this.#device && !this._isDisposed && this.#reportLost(new DeviceLostError('device_lost', `[device] the GPU device is lost: ${info.message || info.reason}`)));
    const profile = options.browserOptimizationType ?? (['chrome', 'edge', 'firefox', 'safari'].includes(browser.name) ? browser.name : '');
    core.say(lines({
      validate: options.validate ? 1 : 0, profile, threads: options.workgroupSize ?? 0, tile: options.tileSize ?? 0, fastMath: options.useFastMath ? 1 : 0,
    }));
    let pointer: number;
    try {
      pointer = (await core.call(id => core.exports.bitloom_open_webgpu(id, host.number))).object;
    } catch (error) {
      device.destroy();
      throw error;
    }
    this.#device = device;
    const chosen = await this._profile(core, pointer);
    const reason = options.browserOptimizationType ? `'${options.browserOptimizationType}' was asked for` : `${browser.name}: ${browser.why}`;
    const info: DeviceInfo = {
      platform: 'webgpu', engine: browser.engine, name, description, vendor, architecture, software: vendor === 'software',
      features: [...features], limits: { ...limits, ...subgroups }, browser,
      profile: { ...chosen, why: [reason, chosen.why].filter(Boolean).join('; ') }, wasm: wasmInfo(core),
    };
    return { core, pointer, info };
  }
}

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
    if (options.threads !== undefined && !(Number.isInteger(options.threads) && options.threads >= 1 && options.threads <= 256))
      throw invalid(`[wasm] threads must be a whole number from 1 to 256; got ${options.threads}`);
  }
  /** @internal */
  protected async _open() {
    const core = await Core.load(this.#options);
    const hardware = globalThis.navigator?.hardwareConcurrency ?? 1;
    const wanted = this.#options.threads ?? Math.min(hardware, 8);
    await startThreads(core, wanted);
    core.exports.bitloom_set_threads(this._threads = wanted);
    const wasm = wasmInfo(core);
    const info: DeviceInfo = {
      platform: 'wasm', engine: 'wasm', name: 'CPU', description: `WebAssembly ${wasm.simd}, ${wasm.threads} thread${wasm.threads === 1 ? '' : 's'}`,
      vendor: 'software', architecture: 'wasm32', software: true, features: [], limits: {}, browser: detectBrowser(gatherFacts()), wasm,
    };
    return { core, pointer: core.exports.bitloom_open_cpu(), info };
  }
}

/** A backend on the GPU, ready for use. */
export const createWebGPUBackend = (options?: WebGPUOptions): Promise<WebGPUBackend> => new WebGPUBackend(options).initialize();
/** A backend on the CPU, ready for use. */
export const createWasmBackend = (options?: WasmOptions): Promise<WasmBackend> => new WasmBackend(options).initialize();

function wasmInfo(core: Core): DeviceInfo['wasm'] {
  return { simd: core.simd, threads: core.exports.bitloom_threads(), isolated: isIsolated(), problem: core.threadsProblem };
}

// In Node WebGPU comes from the package `webgpu`, where it is installed.
let dawn: GPU | undefined;
async function nodeGpu(): Promise<GPU | undefined> {
  if (!inNode || dawn) return dawn;
  const webgpu = await importByName('webgpu').catch(() => undefined);
  return dawn = webgpu?.create([
    'enable-dawn-features=allow_unsafe_apis,vulkan_enable_f16_on_nvidia', 'disable-dawn-features=timestamp_quantization',
  ]);
}

function noWebGPU(): string {
  if (inNode) return "[webgpu] Node has no WebGPU of its own: 'npm install webgpu' brings it";
  if (globalThis.isSecureContext === false) return '[webgpu] navigator.gpu is only there on secure pages: https, or localhost';
  return '[webgpu] this browser has no WebGPU (navigator.gpu is missing)';
}

function graphOptionsText(options: GraphOptions): string {
  let text = '';
  for (const [key, value] of Object.entries(options)) {
    if (value === undefined) continue;
    if (key === 'useFusion') text += `\n@fuse=${value ? 1 : 0}`;
    else if (key === 'maxFusionLength') text += `\n@mostFused=${positive('graph', key, value)}`;
    else text += profileLine('graph', key, value) ?? unknownOption(key);
  }
  return text;
}
function unknownOption(key: string): never { throw invalid(`[graph] has no option '${key}'`); }
