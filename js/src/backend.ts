// Where ops run: the same tensors and the same ops on a GPU (webgpu.ts) and on the CPU (wasm.ts).
import { Constants, compileGraph } from './compile.js';
import type { Core, Made, Settled } from './core.js';
import { dataTypeOf, dataTypes, withLongNames } from './datatype.js';
import type { DeviceInfo } from './device.js';
import { examine, type ExamineOptions, type Report } from './doctor.js';
import { DisposedError, invalid } from './errors.js';
import { readExplanation, type ExplainOptions, type Explanation } from './explain.js';
import { WebGPUOperationFusion, type ExecuteOptions, type FusionOp, type FusionReport } from './fusion.js';
import { Graph } from './graph.js';
import { counters, memoryReport, timed, type Counters, type MemoryReport } from './measure.js';
import { Ops } from './ops.js';
import { graphOptionsText, type GraphOptions, type MatmulOptions, type RunOptions } from './options.js';
import { Program, type GraphInputs } from './program.js';
import { QuantizedTensor, quantizeText, type QuantizeOptions, type QuantizedParts } from './quantize.js';
import { Tensor, bytesOf, type TensorData } from './tensor.js';
import { describe, opText } from './text.js';
import { download, upload } from './transfer.js';

const mostInputs = 1024;

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
    if (this.#disposed) return Promise.reject(new DisposedError('[backend] the backend was disposed'));
    return (this.#starting ??= this.#start().catch((error) => {
      this.#starting = undefined;
      throw error;
    }));
  }
  async #start(): Promise<this> {
    const { core, pointer, info } = await this._open();
    if (this.#disposed) {
      core.exports.bitloom_close(pointer);
      throw new DisposedError('[backend] the backend was disposed while it was opened');
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
    if (this.#disposed) throw new DisposedError('[backend] the backend was disposed');
    if (!this._core) throw invalid("[backend] the backend is not ready: call 'await backend.initialize()' first");
    return this._core;
  }

  /** Runs an op by its name in docs/ops.md, or a graph over inputs by name. A graph run again is ready. */
  run(op: string, inputs: readonly Tensor[], options?: RunOptions & object): Promise<Tensor>;
  run(graph: Graph | Program, inputs: GraphInputs, options?: GraphOptions): Promise<Record<string, Tensor>>;
  async run(
    what: string | Graph | Program,
    inputs: GraphInputs,
    options: RunOptions & object = {},
  ): Promise<Tensor | Record<string, Tensor>> {
    if (what instanceof Graph) return (await this.#program(what, options)).run(inputs);
    if (what instanceof Program) return what.run(inputs);
    return this._apply(what, inputs as readonly Tensor[], options);
  }
  /** @internal */
  async _apply(op: string, inputs: readonly Tensor[], options: RunOptions & object = {}): Promise<Tensor> {
    if (this.#absent(op, inputs)) await this.#place(inputs);
    const settled = this.#begin(opText(op, options ?? {}, true), inputs, (core, id, at, size, words) =>
      core.exports.bitloom_run(id, this.#pointer, at, size, words, inputs.length),
    );
    return this.#keep(settled instanceof Promise ? await settled : settled);
  }

  // --- Few-bit weights --------------------------------------------------------------------------------------------------
  /** Weights in few bits, here. They stay good when `weights` is disposed. */
  async quantize(weights: Tensor, options: QuantizeOptions = {}): Promise<QuantizedTensor> {
    const text = quantizeText(options);
    const { importance } = options;
    const counts = importance && new Tensor([importance.length], importance);
    const inputs = counts ? [weights, counts] : [weights];
    if (this.#absent('quantize', inputs)) await this.#place(inputs);
    try {
      const settled = this.#begin('', inputs, (core, id, _at, _size, words) => {
        const [tensor, by = 0] = core.u32.subarray(words >>> 2, (words >>> 2) + inputs.length);
        core.say(text);
        core.exports.bitloom_quantize(id, this.#pointer, tensor!, by);
      });
      const { tensors, ...rest } = JSON.parse((settled instanceof Promise ? await settled : settled).text) as Omit<
        QuantizedParts,
        'codes'
      > & { tensors: Made[] };
      const [codes, scales, minimums] = tensors.map((made) => this.#keep(made));
      return new QuantizedTensor({ ...rest, codes: codes!, scales, minimums });
    } finally {
      counts?.dispose();
    }
  }
  /** C = A·B; of `B` in few bits, its codes are read as they are. With `useQuantization` a `B` that is not gets
   *  `bitsPerWeight` bits (4 unless set) the first time, and keeps them. */
  override matmul(a: Tensor, b: Tensor | QuantizedTensor, options: MatmulOptions = {}): Promise<Tensor> {
    const {
      useQuantization,
      bitsPerWeight,
      useSymmetricQuantization,
      usePerChannelQuantization,
      activationBits,
      ...plain
    } = options;
    if (b instanceof QuantizedTensor) return this.#fewBits(a, b, useQuantization, plain);
    if (!useQuantization) return this._apply('matmul', [a, b], plain);
    const { transposeB, ...others } = plain;
    const wanted: QuantizeOptions = {
      bitsPerWeight,
      useSymmetricQuantization,
      usePerChannelQuantization,
      activationBits,
      transposeB: !!transposeB,
    };
    if (!(b instanceof Tensor)) return Promise.reject(invalid(`[matmul] input 1 must be a Tensor; got ${describe(b)}`));
    let kept = this.#quantized.get(b);
    if (!kept) this.#quantized.set(b, (kept = new Map()));
    const key = JSON.stringify(wanted);
    let few = kept.get(key);
    if (!few) {
      kept.set(key, (few = this.quantize(b, wanted)));
      few.catch(() => kept.delete(key));
    }
    return few.then((weights) => this.#fewBits(a, weights, true, others));
  }
  async #fewBits(
    a: Tensor,
    b: QuantizedTensor,
    useQuantization: boolean | undefined,
    options: object,
  ): Promise<Tensor> {
    if (useQuantization === false) throw invalid(`[matmul] useQuantization is false, but B is quantized (${b})`);
    return this._apply(b._op, [a, ...b._tensors], b._settings(options));
  }

  // Whether there are tensors that are not here yet; throws where one is none at all.
  #absent(op: string, inputs: readonly Tensor[]): boolean {
    this.#check();
    if (inputs.length > mostInputs)
      throw invalid(`[${op}] ${inputs.length} inputs; at most ${mostInputs} are supported`);
    let absent = false;
    for (let i = 0; i < inputs.length; ++i) {
      const tensor = inputs[i];
      if (!(tensor instanceof Tensor)) throw invalid(`[${op}] input ${i} must be a Tensor; got ${describe(tensor)}`);
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
  #begin(
    text: string,
    inputs: readonly Tensor[],
    start: (core: Core, id: number, at: number, size: number, words: number) => void,
  ): Settled | Promise<Settled> {
    const core = this.#check();
    const pointers: number[] = [];
    for (const tensor of inputs) {
      tensor._check();
      pointers.push(tensor._places.get(this)!);
    }
    const [at, size] = core.keep(text);
    if (this._threads) core.exports.bitloom_set_threads(this._threads);
    return core.call((id) => start(core, id, at, size, core.words(pointers)));
  }

  // --- Graphs ---------------------------------------------------------------------------------------------------------
  /** Makes a graph ready: planned, its shaders compiled, its constants here. */
  async compile(graph: Graph, options: GraphOptions = {}): Promise<Program> {
    this.#check();
    if (!(graph instanceof Graph)) throw invalid(`[graph] compile takes a Graph; got ${describe(graph)}`);
    if (graph._outputs.length === 0)
      throw invalid('[graph] the graph has no outputs; graph.output(name, value) adds one');
    const inputs = [...graph._inputs];
    const names = [...graph._outputs];
    const text = graph._text() + graphOptionsText(options);
    const tensors = [...graph._constants];
    this.#absent('graph', tensors);
    const constants = await Constants.of(tensors, this);
    const { core, pointer } = this._handle();
    const { object, outputs } = await compileGraph(core, pointer, text, constants);
    if (this.#disposed) {
      core.exports.bitloom_free_graph(object);
      this.#check();
    }
    this.#programs.add(object);
    return new Program(
      this,
      inputs,
      outputs.map((output, i) => ({ name: names[i]!, ...output })),
      object,
    );
  }
  // The program of a graph as it is now; those of what it was before are forgotten.
  #program(graph: Graph, options: GraphOptions): Promise<Program> {
    let kept = this.#compiled.get(graph);
    if (kept?.revision !== graph._revision)
      this.#compiled.set(graph, (kept = { revision: graph._revision, programs: new Map() }));
    const key = graphOptionsText(options);
    let program = kept.programs.get(key);
    if (!program) {
      kept.programs.set(key, (program = this.compile(graph, options)));
      program.catch(() => kept.programs.delete(key));
    }
    return program;
  }
  /** @internal */
  async _runProgram(program: Program, inputs: readonly Tensor[]): Promise<Record<string, Tensor>> {
    if (program.backend !== this) throw invalid('[graph] the program was compiled for another backend');
    if (this.#absent('graph', inputs)) await this.#place(inputs);
    this.#checkProgram(program);
    const settled = this.#begin('', inputs, (core, id, _at, _size, words) =>
      core.exports.bitloom_run_graph(id, program._pointer, words, inputs.length),
    );
    const { tensors } = settled instanceof Promise ? await settled : settled;
    const out: Record<string, Tensor> = {};
    tensors
      .map((made) => this.#keep(made))
      .forEach((tensor, i) => {
        out[program.outputs[i]!.name] = tensor;
      });
    return out;
  }
  #checkProgram(program: Program): Core {
    const core = this.#check();
    if (!this.#programs.has(program._pointer)) throw new DisposedError('[graph] the program was disposed');
    return core;
  }
  /** @internal */
  async _explainProgram(program: Program, { pictures = false }: ExplainOptions): Promise<Explanation> {
    const core = this.#checkProgram(program);
    const explained = core.call((id) => core.exports.bitloom_explain_graph(id, program._pointer, Number(pictures)));
    return readExplanation((await explained).text);
  }
  /** @internal */
  async _programText(program: Program, dot: boolean): Promise<string> {
    const core = this.#checkProgram(program);
    const { text } = await core.call((id) => core.exports.bitloom_graph_text(id, program._pointer, dot ? 1 : 0));
    return withLongNames(text);
  }
  /** @internal */
  _releaseProgram(pointer: number): void {
    if (this.#programs.delete(pointer)) this._core!.exports.bitloom_free_graph(pointer);
  }

  // --- Lists of ops ---------------------------------------------------------------------------------------------------
  /** Runs a list of ops, a left fold over the tensors, in as few kernels as it can: `(await executeFusedOperations([a, b],
   *  ['matmul', 'relu']))` is relu(a·b). What cannot fuse runs unfused; `explain` says why. */
  executeFusedOperations(
    tensors: readonly Tensor[],
    ops: readonly FusionOp[],
    options?: ExecuteOptions,
  ): Promise<Tensor> {
    return this.executeOperations(tensors, ops, options);
  }
  /** The same, fused or, with `useFusion: false`, each op on its own. */
  async executeOperations(
    tensors: readonly Tensor[],
    ops: readonly FusionOp[],
    options: ExecuteOptions = {},
  ): Promise<Tensor> {
    const { useFusion, ...config } = options;
    return this.#fusionFor(config).executeOperations(tensors, ops, { useFusion });
  }
  /** Makes a pattern of one's own, and says whether such a list fuses. */
  createFusionPattern(ops: readonly FusionOp[], name?: string): boolean {
    return this.#fusionFor({}).createFusionPattern(ops, name);
  }
  // Without options, the one that knows the patterns made here.
  #fusionFor(config: object): WebGPUOperationFusion {
    for (const _ in config) return new WebGPUOperationFusion(this, config);
    return (this.#fusion ??= new WebGPUOperationFusion(this));
  }
  /** What a graph or a list becomes here: the kernels with and without fusion, and why neighbours stayed apart. */
  explain(graph: Graph, options?: GraphOptions & ExplainOptions): Promise<Explanation>;
  explain(
    tensors: readonly Tensor[],
    ops: readonly FusionOp[],
    options?: ExecuteOptions & ExplainOptions,
  ): Promise<FusionReport>;
  async explain(
    what: Graph | readonly Tensor[],
    second?: (GraphOptions & ExplainOptions) | readonly FusionOp[],
    options: ExecuteOptions & ExplainOptions = {},
  ): Promise<Explanation | FusionReport> {
    if (what instanceof Graph) {
      const { pictures, ...rest } = (second ?? {}) as GraphOptions & ExplainOptions;
      return (await this.#program(what, rest)).explain({ pictures });
    }
    const { useFusion, pictures, ...config } = options;
    return this.#fusionFor(config).explain(what, second as readonly FusionOp[], { useFusion, pictures });
  }
  /** @internal */
  async _runList(text: string, inputs: readonly Tensor[]): Promise<Tensor> {
    if (this.#absent('fusion', inputs)) await this.#place(inputs);
    const settled = this.#begin(text, inputs, (core, id, at, size, words) =>
      core.exports.bitloom_run_list(id, this.#pointer, at, size, words, inputs.length),
    );
    return this.#keep(settled instanceof Promise ? await settled : settled);
  }
  /** @internal */
  _canFuse(text: string): string {
    const core = this.#check();
    const [at, size] = core.keep(text);
    return (core.call((id) => core.exports.bitloom_can_fuse(id, this.#pointer, at, size)) as Settled).text;
  }
  /** @internal */
  async _explainList(
    text: string,
    tensors: readonly Tensor[],
    { pictures = false }: ExplainOptions,
  ): Promise<FusionReport> {
    const core = this.#check();
    const [at, size] = core.keep(text);
    core.say(
      tensors
        .map((t) => `tensor=${dataTypes.indexOf(dataTypeOf(t.dataType ?? 'float32', 'fusion'))}:${t.shape.join(',')}`)
        .join('\n'),
    );
    const explained = core.call((id) =>
      core.exports.bitloom_explain_list(id, this.#pointer, at, size, Number(pictures)),
    );
    return readExplanation<FusionReport>((await explained).text);
  }

  #keep(made: Made): Tensor {
    if (this.#disposed) {
      this._core!.exports.bitloom_free_tensor(made.object);
      throw new DisposedError('[backend] the backend was disposed');
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
    const data = await tensor.read(); // from JavaScript, or from the backend it is on
    const core = this.#check();
    tensor._check();
    const made = await upload(core, this.#pointer, this.#info!.platform, tensor, bytesOf(data));
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
    const pointer = tensor._places.get(this)!;
    return download(core, this.#pointer, this.#info!.platform, tensor, pointer, () => {
      this.#check();
      if (tensor._places.get(this) !== pointer)
        throw new DisposedError(`[tensor] ${tensor} was disposed while it was read`);
    });
  }

  /** @internal */
  _release(pointer: number): void {
    if (this.#tensors.delete(pointer)) this._core!.exports.bitloom_free_tensor(pointer);
  }

  /** Waits until everything that was started here is done, and throws what went wrong in it. */
  async finish(): Promise<void> {
    const core = this.#check();
    await core.call((id) => core.exports.bitloom_finish(id, this.#pointer));
  }

  memory(): MemoryReport {
    return memoryReport(this.#check(), this.#pointer);
  }
  counters(): Counters {
    return counters(this.#check(), this.#pointer);
  }
  /** Frees GPU memory that is kept for reuse. */
  trim(): void {
    this.#check().exports.bitloom_trim(this.#pointer);
  }

  /** Times every dispatch of `work` by the GPU's own clock: microseconds by op, in order. Needs timestamp-query. */
  async timed(work: () => Promise<unknown>): Promise<{ op: string; microseconds: number }[]> {
    return timed(this.#check(), this.#pointer, work, () => this.#disposed);
  }

  /** The doctor: every case of every op here, against the plain reference. */
  async examine(options: ExamineOptions = {}): Promise<Report> {
    return examine(this.#check(), this.#pointer, options, () => this.#disposed);
  }

  /** @internal */
  get _isDisposed(): boolean {
    return this.#disposed;
  }

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
  [Symbol.dispose](): void {
    this.dispose();
  }
}
