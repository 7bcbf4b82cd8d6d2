// A model's files: those of a folder, each by name, or those that are given.
import { IoError, NotFoundError, invalid } from './errors.js';
import { folderReader, type FetchProgress } from './fetch.js';
import type { Summary } from './task.js';
import { describe } from './text.js';

/** A Hugging Face folder's files by name: config.json, *.safetensors, tokenizer.json and so on. */
export type ModelFiles = Readonly<Record<string, Blob | ArrayBuffer | Uint8Array>>;

/** @internal Bytes that are given; `what` names them. */
export async function bytesFrom(data: unknown, what: string): Promise<Uint8Array> {
  try {
    if (data instanceof Uint8Array) return data;
    if (data instanceof ArrayBuffer) return new Uint8Array(data);
    if (data instanceof Blob) return new Uint8Array(await data.arrayBuffer());
  } catch (error) {
    throw new IoError('io', `[pipeline] ${what} cannot be read: ${(error as Error).message}`);
  }
  throw invalid(`[pipeline] ${what} must be a Blob, an ArrayBuffer or a Uint8Array; got ${describe(data)}`);
}

const olderTokenizers = [
  'vocab.txt',
  'vocab.json',
  'merges.txt',
  'spiece.model',
  'tokenizer.model',
  'added_tokens.json',
  'tokenizer_config.json',
];

/** @internal `summary` tells what a model is from the small files that are known. */
export async function readFiles(
  source: string | URL | ModelFiles,
  summary: (small: ReadonlyMap<string, Uint8Array>) => Promise<Summary>,
  onProgress: ((progress: FetchProgress) => void) | undefined,
  signal: AbortSignal | undefined,
): Promise<Map<string, Uint8Array>> {
  if (typeof source !== 'string' && !(source instanceof URL)) {
    if (typeof source !== 'object' || source === null)
      throw invalid(`[pipeline] a model must be a folder's address or its files by name; got ${describe(source)}`);
    const files = new Map<string, Uint8Array>();
    for (const [name, data] of Object.entries(source)) files.set(name, await bytesFrom(data, name));
    return files;
  }
  const stop = new AbortController(); // where one file cannot be had, the others are of no use
  const abort = () => stop.abort(signal!.reason);
  signal?.addEventListener('abort', abort, { once: true });
  try {
    return await readFolder(source, summary, onProgress, stop.signal);
  } catch (error) {
    stop.abort(error);
    throw error;
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

async function readFolder(
  source: string | URL,
  summary: (small: ReadonlyMap<string, Uint8Array>) => Promise<Summary>,
  onProgress: ((progress: FetchProgress) => void) | undefined,
  signal: AbortSignal,
): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  const readOne = await folderReader(source, onProgress, signal);
  /** Why there is no such file; empty where there is. */
  const get = async (name: string): Promise<string> => {
    const read = await readOne(name);
    if (typeof read === 'string') return read;
    files.set(name, read);
    return '';
  };
  const need = async (name: string): Promise<void> => {
    const missing = await get(name);
    if (missing) throw new NotFoundError('not_found', `[pipeline] ${name} was not found at ${source}: ${missing}`);
  };
  await need('config.json');
  const small = async (): Promise<void> => {
    // A page's console tells of every file that is asked for in vain, so only what the family may have is asked for.
    const asked = new Set(['config.json']);
    const others = async (): Promise<void> => {
      for (;;) {
        const known = await summary(new Map([...files].filter(([name]) => asked.has(name))));
        const more = known.files.filter((name) => !asked.has(name));
        if (more.length === 0) return;
        for (const name of more) asked.add(name);
        await Promise.all(more.map(get));
      }
    };
    const { tokenizer } = await summary(files);
    const tokens = async (): Promise<void> => {
      if (tokenizer && (await get('tokenizer.json'))) await Promise.all(olderTokenizers.map(get));
    };
    await Promise.all([others(), tokens()]);
  };
  const weights = async (): Promise<void> => {
    const missing = await get('model.safetensors');
    if (!missing) return;
    if (await get('model.safetensors.index.json'))
      throw new NotFoundError(
        'not_found',
        `[pipeline] neither model.safetensors nor model.safetensors.index.json was found at ${source}: ${missing}`,
      );
    for (const name of shardNames(files.get('model.safetensors.index.json')!)) await need(name);
  };
  await Promise.all([small(), weights()]);
  return files;
}

// The files an index names. One with anything that is not the name of a file beside it is left to the core, which refuses it.
function shardNames(index: Uint8Array): Set<string> {
  let map: unknown;
  try {
    map = (JSON.parse(new TextDecoder().decode(index)) as { weight_map?: unknown }).weight_map;
  } catch {
    return new Set();
  }
  const isName = (name: unknown): name is string => typeof name === 'string' && !/^\.{0,2}$|[/\\]/.test(name);
  const names = Object.values(map ?? {});
  return new Set(names.every(isName) ? names : []);
}
