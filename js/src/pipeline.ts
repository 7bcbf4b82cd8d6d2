// Models with what is around them: text, pictures and sounds in; labels, texts and numbers out.
import type { Backend } from './backend.js';
import type { CallOptions, Core, Settled } from './core.js';
import { dataTypeOf, dataTypes, type DataType } from './datatype.js';
import { BitloomError, DisposedError, OutOfMemoryError, invalid } from './errors.js';
import { readExplanation, type ExplainOptions, type Explanation } from './explain.js';
import type { FetchProgress } from './fetch.js';
import { bytesFrom, readFiles, type ModelFiles } from './files.js';
import type { CoreOptions } from './module.js';
import {
  generateSettings,
  questionJson,
  readAnswer,
  withTextPositions,
  type Answer,
  type GenerateOptions,
  type Generated,
  type Question,
} from './question.js';
import { summarize, withModels, type ModelSummary, type Task, type TaskName } from './task.js';
import { Tensor, arrayOf, bytesOf } from './tensor.js';
import { describe } from './text.js';
import { createWasmBackend } from './wasm.js';
import { createWebGPUBackend } from './webgpu.js';

/** How far it is: bytes of a file, or the part of the weights that is in few bits. */
export type LoadProgress = FetchProgress | { stage: 'quantize'; part: number };

export interface PipelineOptions extends CoreOptions {
  /** Where it runs, made with `{ models: true }`. By default WebGPU, or WebAssembly where that cannot be had. */
  backend?: Backend;
  /** Quantizes while it loads; without it weights stay as they are in the files. 16 is float16. */
  bitsPerWeight?: 1 | 2 | 3 | 4 | 8 | 16;
  /** What the model is for, or feature-extraction: loading fails where it does something else. */
  task?: TaskName;
  /** Embeddings, attention and the head get 8 bits. */
  useMixedPrecision?: boolean;
  /** Tokens of a text at most; more are a `LimitError`. By default as many as the model has positions for, or 2048 where
   *  nothing in it sets a limit, as in T5. */
  maxLength?: number;
  /** What lies between layers. */
  activations?: Extract<DataType, 'float32' | 'float16'>;
  onProgress?: (progress: LoadProgress) => void;
  signal?: AbortSignal;
}

const spareBytes = 128; // after a file, for reads of whole vectors
const forgotten = new FinalizationRegistry<{ core: Core; pointer: number }>(({ core, pointer }) =>
  core.exports.bitloom_free_model(pointer),
);

/**
 * A model from a Hugging Face folder.
 *
 *     const intents = await Pipeline.load('/zoo/intents/', { bitsPerWeight: 4 });
 *     const { labels } = await intents.ask({ text: 'Where is my card?' });
 *     labels[0].name;                                                       // 'card_arrival'
 */
export class Pipeline {
  readonly family: string;
  readonly task: Task;
  /** Of the weights in use. */
  readonly bytes: number;
  /** Of the files that were read. */
  readonly fileBytes: number;
  /** Tensors in the files that nothing reads. */
  readonly unused: readonly string[];
  /** Why it does not run on the GPU; empty where it does, or where a backend was given. */
  readonly fallback: string;
  readonly #core: Core;
  readonly #pointer: number;
  #disposed = false;

  private constructor(
    readonly backend: Backend,
    core: Core,
    settled: Settled,
    fileBytes: number,
    fallback: string,
  ) {
    const about = JSON.parse(settled.text) as { family: string; task: Task; bytes: number; unused: string[] };
    this.family = about.family;
    this.task = about.task;
    this.bytes = about.bytes;
    this.unused = about.unused;
    this.fileBytes = fileBytes;
    this.fallback = fallback;
    this.#core = core;
    this.#pointer = settled.object;
    forgotten.register(this, { core, pointer: settled.object }, this);
  }

  /** From a folder's address (in Node also its path), or from its files. */
  static async load(source: string | URL | ModelFiles, options: PipelineOptions = {}): Promise<Pipeline> {
    const {
      backend: given,
      bitsPerWeight = 0,
      useMixedPrecision = false,
      activations = 'float32',
      maxLength = 0,
      task,
      onProgress,
      signal,
      ...core
    } = options;
    if (!Number.isSafeInteger(maxLength) || maxLength < 0)
      throw invalid(`[pipeline] maxLength must be a positive integer; got ${describe(maxLength)}`);
    if (![0, 1, 2, 3, 4, 8, 16].includes(bitsPerWeight))
      throw invalid(`[pipeline] bitsPerWeight must be 1, 2, 3, 4, 8 or 16; got ${describe(bitsPerWeight)}`);
    if (task !== undefined && typeof task !== 'string')
      throw invalid(`[pipeline] task must be a string; got ${describe(task)}`);
    const activationType = dataTypeOf(activations, 'pipeline', ['float32', 'float16']);
    signal?.throwIfAborted();
    const opening = given ? given.initialize().then((backend) => ({ backend, fallback: '' })) : open(core);
    opening.catch(() => {}); // reported below
    const name =
      typeof source === 'string' || source instanceof URL ? String(source).replace(/\/+$/, '') : 'the given files';
    try {
      const known = async (small: ReadonlyMap<string, Uint8Array>) =>
        summarize((await orAborted(opening, signal)).backend, small, name, task);
      const files = await readFiles(source, known, onProgress, signal);
      const { backend, fallback } = await orAborted(opening, signal);
      signal?.throwIfAborted();
      const settings = {
        name,
        bits: bitsPerWeight,
        mixedPrecision: useMixedPrecision,
        activations: activationType,
        maxLength,
        task,
      };
      const { settled, bytes } = await loadModel(backend, files, JSON.stringify(settings), {
        signal,
        onFinding: (json) => {
          onProgress?.({ stage: 'quantize', part: (JSON.parse(json) as { quantized: number }).quantized });
          return true;
        },
      });
      return new Pipeline(backend, withModels(backend).core, settled, bytes, fallback);
    } catch (error) {
      if (!given) opening.then(({ backend }) => backend.dispose()).catch(() => {});
      throw error;
    }
  }

  /** What a model is, by its config.json alone, for a page that asks before it loads. */
  static async summarize(config: Blob | ArrayBuffer | Uint8Array, backend: Backend): Promise<ModelSummary> {
    await backend.initialize();
    const small = new Map([['config.json', await bytesFrom(config, 'config.json')]]);
    const { family, task, takes } = await summarize(backend, small, 'the given files');
    return { family, task, takes };
  }

  #check(): Core {
    if (this.#disposed) throw new DisposedError('[pipeline] the pipeline was disposed');
    return this.backend._handle().core;
  }

  /** What the model makes of a text, a picture or a sound. */
  async ask(question: Question): Promise<Answer> {
    const json = questionJson(question);
    const { onText, signal } = question;
    signal?.throwIfAborted();
    const given = async (what: 'image' | 'audio') =>
      question[what] === undefined ? new Uint8Array(0) : bytesFrom(question[what], what);
    const [image, audio] = await Promise.all([given('image'), given('audio')]);
    const core = this.#check();
    const copies: number[] = [];
    const copy = (bytes: Uint8Array): number => {
      if (bytes.length === 0) return 0;
      copies.push(core.copy(bytes));
      return copies.at(-1)!;
    };
    let settled: Settled | Promise<Settled>;
    try {
      const [picture, sound] = [copy(image), copy(audio)];
      core.say(json);
      settled = core.call(
        (id) => core.exports.bitloom_ask(id, this.#pointer, picture, image.length, sound, audio.length),
        {
          signal,
          onFinding: (told) => {
            const { token, text } = JSON.parse(told) as { token: number; text: string };
            return onText?.(text, token) !== false;
          },
        },
      );
    } finally {
      for (const at of copies) core.exports.bitloom_free(at);
    }
    return withTextPositions(readAnswer<Answer>((await settled).text), question.text ?? '');
  }

  /** The model alone: named tensors in, named results out. None wanted: all but the hidden states of layers. */
  async run(inputs: Readonly<Record<string, Tensor>>, wanted: readonly string[] = []): Promise<Record<string, Tensor>> {
    const { bytes } = await this.#withInputs(inputs, { wanted }, (core, id) =>
      core.exports.bitloom_run_model(id, this.#pointer),
    );
    const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
    const about = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + size))) as {
      name: string;
      dtype: number;
      shape: number[];
    }[];
    const out: Record<string, Tensor> = {};
    let at = 4 + size;
    for (const { name, dtype, shape } of about) {
      const dataType = dataTypes[dtype]!;
      const data = new (arrayOf(dataType))(shape.reduce((a, n) => a * n, 1));
      bytesOf(data).set(bytes.subarray(at, (at += data.byteLength)));
      out[name] = new Tensor(shape, data, { dataType });
    }
    return out;
  }
  /** Tokens after tokens: from `input_ids` [1, n], or of an encoder's input, where `prompt` is what the text starts with. */
  async generate(
    inputs: Readonly<Record<string, Tensor>>,
    options: GenerateOptions & { prompt?: readonly number[]; onToken?: (token: number) => boolean | void } = {},
  ): Promise<Generated> {
    const { signal, onToken } = options;
    const settings = generateSettings(options);
    signal?.throwIfAborted();
    const { text } = await this.#withInputs(
      inputs,
      settings,
      (core, id) => core.exports.bitloom_generate(id, this.#pointer),
      { signal, onFinding: (json) => onToken?.((JSON.parse(json) as { token: number }).token) !== false },
    );
    return readAnswer<Generated>(text);
  }
  /** How many kernels that takes, and what they are; on a GPU. */
  async explain(
    inputs: Readonly<Record<string, Tensor>>,
    wanted: readonly string[] = [],
    { pictures = false }: ExplainOptions = {},
  ): Promise<Explanation> {
    const { text } = await this.#withInputs(inputs, { wanted, pictures }, (core, id) =>
      core.exports.bitloom_explain_model(id, this.#pointer),
    );
    return readExplanation(text);
  }
  async #withInputs(
    inputs: Readonly<Record<string, Tensor>>,
    more: object,
    start: (core: Core, id: number) => void,
    options?: CallOptions,
  ): Promise<Settled> {
    if (typeof inputs !== 'object' || inputs === null)
      throw invalid(`[pipeline] inputs must be an object of tensors by name; got ${describe(inputs)}`);
    const data: [string, Tensor, Uint8Array][] = [];
    for (const [name, tensor] of Object.entries(inputs)) {
      if (!(tensor instanceof Tensor))
        throw invalid(`[pipeline] input '${name}' must be a Tensor; got ${describe(tensor)}`);
      data.push([name, tensor, bytesOf(await tensor.read())]);
    }
    const core = this.#check();
    const pointers: number[] = [];
    try {
      const list = data.map(([name, { dataType, shape }, bytes]) => {
        const at = core.copy(bytes, 1);
        pointers.push(at);
        return { name, dtype: dataTypes.indexOf(dataType), shape, at };
      });
      core.say(JSON.stringify({ ...more, inputs: list }));
      return await core.call((id) => start(core, id), options);
    } finally {
      for (const at of pointers) core.exports.bitloom_free(at);
    }
  }

  /** A text as the model's tokens, with its special ones, cut to what it can take. */
  async encode(text: string, pair?: string): Promise<{ ids: number[]; typeIds: number[] }> {
    const json = questionJson({ text, pair });
    const core = this.#check();
    core.say(json);
    return JSON.parse((await core.call((id) => core.exports.bitloom_encode(id, this.#pointer))).text);
  }
  async decode(ids: readonly number[], options: { keepSpecial?: boolean } = {}): Promise<string> {
    if (!Array.isArray(ids) || !ids.every((id) => Number.isInteger(id) && Math.abs(id) < 2 ** 31))
      throw invalid(`[pipeline] ids must be an array of token ids; got ${describe(ids)}`);
    const core = this.#check();
    core.say(JSON.stringify({ ids, keepSpecial: !!options.keepSpecial }));
    return (await core.call((id) => core.exports.bitloom_decode(id, this.#pointer))).text;
  }

  /** Gives its memory back; a pipeline nobody holds any more is freed as well. The backend stays. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    forgotten.unregister(this);
    this.#core.exports.bitloom_free_model(this.#pointer);
  }
  [Symbol.dispose](): void {
    this.dispose();
  }
}

// Gives the files to the core, each no longer held here once it is there, and has it make a model of them.
async function loadModel(
  backend: Backend,
  files: Map<string, Uint8Array>,
  settings: string,
  options: CallOptions,
): Promise<{ settled: Settled; bytes: number }> {
  const { core, pointer } = withModels(backend);
  const bag = core.enter(() => core.exports.bitloom_files!());
  let bytes = 0;
  try {
    for (const [file, data] of files) {
      try {
        const at = core.copy(data, spareBytes);
        core.say(file);
        core.enter(() => core.exports.bitloom_add_file(bag, at, data.length));
      } catch (error) {
        if (!(error instanceof OutOfMemoryError)) throw error;
        throw new OutOfMemoryError(error.code, `[pipeline] ${file} with ${data.length} bytes: ${error.message}`);
      }
      bytes += data.length;
      files.delete(file);
    }
    core.say(settings);
    const free = ({ object }: Settled) => core.exports.bitloom_free_model(object);
    const settled = await core.call((id) => core.exports.bitloom_load_model(id, pointer, bag), {
      ...options,
      discard: free,
    });
    if (backend._isDisposed) {
      free(settled);
      throw new DisposedError('[pipeline] the backend was disposed while the model was loaded');
    }
    return { settled, bytes };
  } finally {
    core.exports.bitloom_free_files(bag);
  }
}

async function open(options: CoreOptions): Promise<{ backend: Backend; fallback: string }> {
  const wanted = { ...options, models: true };
  try {
    return { backend: await createWebGPUBackend(wanted), fallback: '' };
  } catch (error) {
    if (!(error instanceof BitloomError)) throw error;
    return { backend: await createWasmBackend(wanted), fallback: error.message };
  }
}

// Waits no longer than until the signal is aborted.
function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
