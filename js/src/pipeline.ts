// Models with what is around them: text, pictures and sounds in; labels, texts and numbers out.
import { createWasmBackend, createWebGPUBackend, type Backend } from './backend.js';
import type { CoreOptions, Core, Settled } from './core.js';
import { BitloomError, DisposedError, IoError, NotFoundError, UnsupportedError, invalid } from './errors.js';
import type { Explanation } from './explain.js';
import { importByName, inNode } from './node.js';
import { describe } from './text.js';
import { Tensor, arrayOf, bytesOf, dataTypes } from './tensor.js';

/** A Hugging Face folder's files by name: config.json, *.safetensors, tokenizer.json and so on. */
export type ModelFiles = Readonly<Record<string, Blob | ArrayBuffer | Uint8Array>>;

/** How far it is: bytes of a file, or the part of the weights that is in few bits. */
export type LoadProgress =
  | { stage: 'fetch'; file: string; loaded: number; total: number | undefined }
  | { stage: 'quantize'; part: number };

export interface PipelineOptions extends CoreOptions {
  /** Where it runs, made with `{ models: true }`. By default WebGPU, or WebAssembly where that cannot be had. */
  backend?: Backend;
  /** Quantises while it loads; without it weights stay as they are in the files. 16 is f16. */
  bitsPerWeight?: 1 | 2 | 3 | 4 | 8 | 16;
  /** Embeddings, attention and the head get 8 bits. */
  useMixedPrecision?: boolean;
  /** What lies between layers. */
  activations?: 'float32' | 'float16';
  onProgress?: (progress: LoadProgress) => void;
  signal?: AbortSignal;
}

/** Of text that is written. */
export interface GenerateOptions {
  /** 128 unless set. */
  maxNewTokens?: number;
  /** 0, the default: always the likeliest token. */
  temperature?: number;
  /** Of the likeliest so many; all unless set. */
  topK?: number;
  /** Of the likeliest that together have this probability; all unless set. */
  topP?: number;
  repetitionPenalty?: number;
  seed?: number;
  /** Over 1: so many texts are followed at once, and the `numResults` likeliest come back. Not with a temperature. */
  numBeams?: number;
  numResults?: number;
  lengthPenalty?: number;
  /** Tokens that end it, besides the model's own. */
  stopTokens?: readonly number[];
  signal?: AbortSignal;
}

export interface Question extends GenerateOptions {
  text?: string;
  /** A second text, for models of pairs. */
  pair?: string;
  /** PNG or JPEG. */
  image?: Blob | ArrayBuffer | Uint8Array;
  /** WAV. */
  audio?: Blob | ArrayBuffer | Uint8Array;
  /** Of a sound: 'en', ...; the likeliest of those the model knows unless set. */
  language?: string;
  /** Written down as it is, or in English. */
  speechTask?: 'transcribe' | 'translate';
  /** With the times of what is said. */
  timestamps?: boolean;
  /** For CLIP: what a picture may show. */
  labels?: readonly string[];
  /** Labels in the answer; 5 unless set. */
  top?: number;
  /** Text as it comes, whole characters at a time. False ends it. */
  onText?: (text: string, token: number) => boolean | void;
}

export interface Label { name: string; /** A probability. */ score: number }

export interface Answer extends Generated {
  task: 'classify' | 'fill' | 'embed' | 'match' | 'write' | 'listen';
  /** The likeliest first. */
  labels: Label[];
  /** What was written or heard. */
  text: string;
  /** With several results: all of them, the best first. */
  texts: string[];
  /** Of a sound, in seconds. */
  segments: { from: number; to: number; text: string }[];
  /** Of a sound. */
  language: string;
  /** Of length 1. */
  embedding: number[];
}

export interface Generated {
  /** The new ones, without the one that ended it. */
  tokens: number[];
  promptTokens: number;
  /** It came to its end; false where it was cut. */
  ended: boolean;
  firstMs: number;
  tokensPerSecond: number;
  ms: number;
}

const spareBytes = 128;  // after a file, for reads of whole vectors
const forgotten = new FinalizationRegistry<{ core: Core; pointer: number }>(({ core, pointer }) => core.exports.bitloom_free_model(pointer));

const keys = ['text', 'pair', 'labels', 'top', 'maxNewTokens', 'temperature', 'topK', 'topP', 'repetitionPenalty', 'seed', 'numBeams', 'numResults', 'lengthPenalty', 'stopTokens', 'language', 'speechTask', 'timestamps'] as const;
const known = new Set<string>([...keys, 'image', 'audio', 'onText', 'signal']);

/**
 * A model from a Hugging Face folder.
 *
 *     const intents = await Pipeline.load('/zoo/intents/', { bitsPerWeight: 4 });
 *     const { labels } = await intents.ask({ text: 'Where is my card?' });
 *     labels[0].name;                                                       // 'card_arrival'
 */
export class Pipeline {
  readonly family: string;
  readonly task: Answer['task'];
  /** Of the weights in use. */
  readonly bytes: number;
  /** Of the files that were read. */
  readonly fileBytes: number;
  /** Tensors in the files that nothing reads. */
  readonly unused: readonly string[];
  /** Why it does not run on the GPU; empty where it does, or where a backend was given. */
  readonly fallback: string;
  readonly #pointer: number;
  #disposed = false;

  private constructor(readonly backend: Backend, settled: Settled, fileBytes: number, fallback: string) {
    const about = JSON.parse(settled.text) as { family: string; task: Answer['task']; bytes: number; unused: string[] };
    this.family = about.family;
    this.task = about.task;
    this.bytes = about.bytes;
    this.unused = about.unused;
    this.fileBytes = fileBytes;
    this.fallback = fallback;
    this.#pointer = settled.object;
    forgotten.register(this, { core: backend._handle().core, pointer: settled.object }, this);
  }

  /** From a folder's address (in Node also its path), or from its files. */
  static async load(source: string | URL | ModelFiles, options: PipelineOptions = {}): Promise<Pipeline> {
    const { backend: given, bitsPerWeight = 0, useMixedPrecision = false, activations = 'float32', onProgress, signal, ...core } = options;
    if (![0, 1, 2, 3, 4, 8, 16].includes(bitsPerWeight)) throw invalid(`[pipeline] bitsPerWeight is 1, 2, 3, 4, 8 or 16; got ${describe(bitsPerWeight)}`);
    if (activations !== 'float32' && activations !== 'float16') throw invalid(`[pipeline] activations are float32 or float16; got ${describe(activations)}`);
    const opening = given ? { backend: await given.initialize(), fallback: '' } : open(core);
    Promise.resolve(opening).catch(() => {});  // reported below
    const name = typeof source === 'string' || source instanceof URL ? String(source) : 'the given files';
    const files = await read(source, onProgress, signal);
    const { backend, fallback } = await opening;
    const { core: wasm, pointer } = backend._handle();
    if (!wasm.exports.bitloom_files) throw new UnsupportedError('unsupported', '[pipeline] this backend came without models: create it with { models: true }');
    const bag = wasm.exports.bitloom_files();
    let bytes = 0;
    try {
      for (const [file, data] of files) {
        const at = wasm.alloc(data.length + spareBytes);
        wasm.u8.set(data, at);
        wasm.say(file);
        wasm.exports.bitloom_add_file(bag, at, data.length);
        bytes += data.length;
        files.delete(file);
      }
      wasm.say(JSON.stringify({ name, bits: bitsPerWeight, mixedPrecision: useMixedPrecision, activations }));
      const settled = await wasm.call(id => wasm.exports.bitloom_load_model(id, pointer, bag),
                                      json => { onProgress?.({ stage: 'quantize', part: (JSON.parse(json) as { quantised: number }).quantised }); return true; });
      return new Pipeline(backend, settled, bytes, fallback);
    } catch (error) {
      if (!given) backend.dispose();
      throw error;
    } finally {
      wasm.exports.bitloom_free_files(bag);
    }
  }

  #core(): Core {
    if (this.#disposed) throw new DisposedError('[pipeline] it was disposed');
    return this.backend._handle().core;
  }

  /** What the model makes of a text, a picture or a sound. */
  async ask(question: Question): Promise<Answer> {
    if (typeof question !== 'object' || question === null) throw invalid(`[pipeline] a question is an object like { text: '...' }, not ${describe(question)}`);
    for (const key of Object.keys(question)) if (!known.has(key)) throw invalid(`[pipeline] a question has no '${key}'; it has ${[...known].join(', ')}`);
    const { onText, signal } = question;
    signal?.throwIfAborted();
    const [image, audio] = await Promise.all([bytesFrom(question.image), bytesFrom(question.audio)]);
    const core = this.#core();
    const given = (bytes: Uint8Array): number => {
      if (bytes.length === 0) return 0;
      const at = core.alloc(bytes.length);
      core.u8.set(bytes, at);
      return at;
    };
    const picture = given(image), sound = given(audio);
    core.say(JSON.stringify(Object.fromEntries(keys.filter(k => question[k] !== undefined).map(k => [k, question[k]]))));
    let settled: Settled | Promise<Settled>;
    try {
      settled = core.call(id => core.exports.bitloom_ask(id, this.#pointer, picture, image.length, sound, audio.length), json => {
        const { token, text } = JSON.parse(json) as { token: number; text: string };
        return onText?.(text, token) !== false && !signal?.aborted;
      });
    } finally {
      for (const at of [picture, sound]) if (at) core.exports.bitloom_free(at);
    }
    const { text } = await settled;
    signal?.throwIfAborted();
    return JSON.parse(text) as Answer;
  }

  /** The model alone: named tensors in, named results out. None wanted: all but the hidden states of layers. */
  async run(inputs: Readonly<Record<string, Tensor>>, wanted: readonly string[] = []): Promise<Record<string, Tensor>> {
    const { bytes } = await this.#withInputs(inputs, { wanted }, (core, id) => core.exports.bitloom_run_model(id, this.#pointer));
    const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
    const about = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + size))) as { name: string; dtype: number; shape: number[] }[];
    const out: Record<string, Tensor> = {};
    let at = 4 + size;
    for (const { name, dtype, shape } of about) {
      const dataType = dataTypes[dtype]!, data = new (arrayOf(dataType))(shape.reduce((a, n) => a * n, 1));
      bytesOf(data).set(bytes.subarray(at, at += data.byteLength));
      out[name] = new Tensor(shape, data, { dataType });
    }
    return out;
  }
  /** Tokens after tokens: from `input_ids` [1, n], or of an encoder's input, where `prompt` is what the text starts with. */
  async generate(inputs: Readonly<Record<string, Tensor>>, options: GenerateOptions & { prompt?: readonly number[]; onToken?: (token: number) => boolean | void } = {}): Promise<Generated> {
    const { signal, onToken, ...rest } = options;
    signal?.throwIfAborted();
    const { text } = await this.#withInputs(inputs, rest, (core, id) => core.exports.bitloom_generate(id, this.#pointer),
                                            json => onToken?.((JSON.parse(json) as { token: number }).token) !== false && !signal?.aborted);
    signal?.throwIfAborted();
    return JSON.parse(text) as Generated;
  }
  /** How many kernels that takes, and what they are; on a GPU. */
  async explain(inputs: Readonly<Record<string, Tensor>>, wanted: readonly string[] = []): Promise<Explanation> {
    const { text } = await this.#withInputs(inputs, { wanted }, (core, id) => core.exports.bitloom_explain_model(id, this.#pointer));
    return JSON.parse(text) as Explanation;
  }
  async #withInputs(inputs: Readonly<Record<string, Tensor>>, more: object, start: (core: Core, id: number) => void, onFinding?: (json: string) => boolean): Promise<Settled> {
    const data: [string, Tensor, Uint8Array][] = [];
    for (const [name, tensor] of Object.entries(inputs)) {
      if (!(tensor instanceof Tensor)) throw invalid(`[pipeline] input '${name}' is not a Tensor but ${describe(tensor)}`);
      data.push([name, tensor, bytesOf(await tensor.read())]);
    }
    const core = this.#core(), pointers: number[] = [];
    try {
      const list = data.map(([name, { dataType, shape }, bytes]) => {
        const at = core.alloc(bytes.length + 1);
        pointers.push(at);
        core.u8.set(bytes, at);
        return { name, dtype: dataTypes.indexOf(dataType), shape, at };
      });
      core.say(JSON.stringify({ ...more, inputs: list }));
      return await core.call(id => start(core, id), onFinding);
    } finally {
      for (const at of pointers) core.exports.bitloom_free(at);
    }
  }

  /** A text as the model's tokens, with its special ones, cut to what it can take. */
  async encode(text: string, pair?: string): Promise<{ ids: number[]; typeIds: number[] }> {
    const core = this.#core();
    core.say(JSON.stringify({ text, pair }));
    return JSON.parse((await core.call(id => core.exports.bitloom_encode(id, this.#pointer))).text);
  }
  async decode(ids: readonly number[], options: { keepSpecial?: boolean } = {}): Promise<string> {
    const core = this.#core();
    core.say(JSON.stringify({ ids, keepSpecial: !!options.keepSpecial }));
    return (await core.call(id => core.exports.bitloom_decode(id, this.#pointer))).text;
  }

  /** Gives its memory back; a pipeline nobody holds any more is freed as well. The backend stays. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    forgotten.unregister(this);
    if (!this.backend._isDisposed) this.backend._handle().core.exports.bitloom_free_model(this.#pointer);
  }
  [Symbol.dispose](): void { this.dispose(); }
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

async function bytesFrom(data: Blob | ArrayBuffer | Uint8Array | undefined): Promise<Uint8Array> {
  if (data === undefined) return new Uint8Array(0);
  if (data instanceof Uint8Array) return data;
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  if (data instanceof Blob) return new Uint8Array(await data.arrayBuffer());
  throw invalid(`[pipeline] bytes are a Blob, an ArrayBuffer or a Uint8Array, not ${describe(data)}`);
}

// What else there may be beside config.json and the weights. A page's console tells of every file that is asked for in vain, so
// only what the kind of model has is asked for.
function othersOf(config: Uint8Array): { others: string[]; tokenizer: boolean } {
  let type: unknown;
  try {
    type = (JSON.parse(new TextDecoder().decode(config)) as { model_type?: unknown }).model_type;
  } catch { /* the core says what is wrong with it */ }
  const looks = type === 'vit' || type === 'clip', listens = type === 'whisper';
  return { others: [...(looks || listens ? ['preprocessor_config.json'] : []), ...(listens ? ['generation_config.json'] : [])], tokenizer: type !== 'vit' };
}
const olderTokenizers = ['vocab.txt', 'vocab.json', 'merges.txt', 'spiece.model', 'tokenizer.model', 'added_tokens.json', 'tokenizer_config.json'];

async function read(source: string | URL | ModelFiles, onProgress: PipelineOptions['onProgress'], signal: AbortSignal | undefined): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  if (typeof source === 'object' && !(source instanceof URL)) {
    for (const [name, data] of Object.entries(source)) files.set(name, await bytesFrom(data));
    return files;
  }
  const fetchOne = await fetcher(source, onProgress, signal);
  const get = async (name: string, needed = false): Promise<boolean> => {
    const bytes = await fetchOne(name);
    if (bytes) files.set(name, bytes);
    else if (needed) throw new NotFoundError('not_found', `[pipeline] there is no ${name} at ${source}`);
    return bytes !== undefined;
  };
  await get('config.json', true);
  const { others, tokenizer } = othersOf(files.get('config.json')!);
  await Promise.all([
    ...others.map(name => get(name)),
    (async () => {
      if (tokenizer && !await get('tokenizer.json')) await Promise.all(olderTokenizers.map(name => get(name)));
    })(),
    (async () => {
      if (await get('model.safetensors')) return;
      if (!await get('model.safetensors.index.json')) throw new NotFoundError('not_found', `[pipeline] there is neither model.safetensors nor model.safetensors.index.json at ${source}`);
      let map: unknown;
      try {
        map = (JSON.parse(new TextDecoder().decode(files.get('model.safetensors.index.json'))) as { weight_map?: unknown }).weight_map;
      } catch { /* the core says what is wrong with it */ }
      const names = new Set(Object.values(map ?? {}).filter(name => typeof name === 'string' && !name.includes('/')) as string[]);
      for (const name of names) await get(name, true);
    })(),
  ]);
  return files;
}

// How a file of a folder is read; undefined where there is none.
async function fetcher(source: string | URL, onProgress: PipelineOptions['onProgress'], signal: AbortSignal | undefined): Promise<(name: string) => Promise<Uint8Array | undefined>> {
  const text = String(source), folder = text.endsWith('/') ? text : `${text}/`;
  if (inNode && (!/^[a-z]+:/.test(folder) || folder.startsWith('file:'))) {
    const { readFile } = await importByName('node:fs/promises');
    const { fileURLToPath } = await importByName('node:url');
    const path: string = folder.startsWith('file:') ? fileURLToPath(folder) : folder;
    return async name => {
      try {
        const bytes = new Uint8Array(await readFile(path + name, { signal }));
        onProgress?.({ stage: 'fetch', file: name, loaded: bytes.length, total: bytes.length });
        return bytes;
      } catch (error) {
        if ((error as { code?: string }).code === 'ENOENT') return undefined;
        throw (error as Error).name === 'AbortError' ? error : new IoError('io', `[pipeline] ${path + name} cannot be read: ${(error as Error).message}`);
      }
    };
  }
  const base = new URL(folder, globalThis.location?.href);
  return async name => {
    const url = new URL(name, base);
    const failed = (error: Error): never => { throw error.name === 'AbortError' ? error : new IoError('io', `[pipeline] ${url} cannot be read: ${error.message}`); };
    const response = await fetch(url, { signal }).catch(failed);
    if (response.status === 404 || response.status === 410) return undefined;
    if (!response.ok) throw new IoError('io', `[pipeline] ${url} answered ${response.status} ${response.statusText}`);
    // The length on the wire is not the file's where it comes compressed.
    const length = response.headers.get('Content-Encoding') ? undefined : Number(response.headers.get('Content-Length') ?? NaN);
    const total = Number.isFinite(length) ? length : undefined;
    const reader = response.body!.getReader(), pieces: Uint8Array[] = [];
    let loaded = 0;
    for (;;) {
      const { done, value } = await reader.read().catch(failed);
      if (done) break;
      pieces.push(value);
      loaded += value.length;
      onProgress?.({ stage: 'fetch', file: name, loaded, total });
    }
    const all = new Uint8Array(loaded);
    let at = 0;
    for (const piece of pieces) all.set(piece, at), at += piece.length;
    return all;
  };
}
