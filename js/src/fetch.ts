// Reading one file of a model's folder: over HTTP or, in Node, from disk.
import { IoError, LimitError, OutOfMemoryError, invalid } from './errors.js';
import { importByName, inNode } from './node.js';

export interface FetchProgress {
  stage: 'fetch';
  file: string;
  loaded: number;
  total: number | undefined;
}

/** @internal A file's bytes, or why there is no such file. Anything else that goes wrong is an error that names the file. */
export type ReadOne = (name: string) => Promise<Uint8Array | string>;

// What WebAssembly memory could hold at most; of everything but weights, far more than there is in practice.
const limitOf = (name: string): number => (name.endsWith('.safetensors') ? 2 ** 32 : 2 ** 28);
function checkSize(where: string, name: string, bytes: number): void {
  const limit = limitOf(name);
  if (bytes > limit)
    throw new LimitError('limit', `[pipeline] ${where} has ${bytes} bytes or more; at most ${limit} are supported`);
}

/** @internal */
export async function folderReader(
  source: string | URL,
  onProgress: ((progress: FetchProgress) => void) | undefined,
  signal: AbortSignal,
): Promise<ReadOne> {
  const text = String(source);
  const folder = text.endsWith('/') ? text : `${text}/`;
  if (inNode && (!/^[a-z]+:/.test(folder) || folder.startsWith('file:'))) return diskReader(folder, onProgress, signal);
  let base: URL;
  try {
    base = new URL(folder, globalThis.location?.href);
  } catch {
    throw invalid(`[pipeline] '${text}' is not the address of a folder`);
  }
  return (name) => fetchOne(base, name, onProgress, signal);
}

async function diskReader(
  folder: string,
  onProgress: ((progress: FetchProgress) => void) | undefined,
  signal: AbortSignal,
): Promise<ReadOne> {
  const { readFile, stat } = await importByName('node:fs/promises');
  const { fileURLToPath } = await importByName('node:url');
  const path: string = folder.startsWith('file:') ? fileURLToPath(folder) : folder;
  return async (name) => {
    const where = path + name;
    let bytes: Uint8Array;
    try {
      const found = await stat(where);
      if (!found.isFile()) throw new Error('it is not a file');
      checkSize(where, name, found.size);
      bytes = new Uint8Array(await readFile(where, { signal }));
    } catch (error) {
      if ((error as { code?: string }).code === 'ENOENT') return 'there is no such file';
      throw failure(where, error, signal);
    }
    onProgress?.({ stage: 'fetch', file: name, loaded: bytes.length, total: bytes.length });
    return bytes;
  };
}

async function fetchOne(
  base: URL,
  name: string,
  onProgress: ((progress: FetchProgress) => void) | undefined,
  signal: AbortSignal,
): Promise<Uint8Array | string> {
  // Names come from files that are not trusted: none leads out of the folder.
  const url = new URL(name.split('/').map(encodeURIComponent).join('/'), base);
  const failed = (error: unknown): never => {
    throw failure(String(url), error, signal);
  };
  const response = await fetch(url, { signal }).catch(failed);
  if (response.status === 404 || response.status === 410) return `the server answered ${response.status}`;
  if (!response.ok) throw new IoError('io', `[pipeline] ${url} answered ${response.status} ${response.statusText}`);
  // Many servers answer with their start page where they have no such file.
  if (response.headers.get('Content-Type')?.startsWith('text/html')) {
    response.body?.cancel().catch(() => {});
    return 'the server answered with an HTML page';
  }
  // The length on the wire is not the file's where it comes compressed.
  const length = response.headers.get('Content-Encoding') ? null : response.headers.get('Content-Length');
  const total = length !== null && /^\d+$/.test(length) ? Number(length) : undefined;
  const pieces: Uint8Array[] = [];
  let loaded = 0;
  const reader = response.body?.getReader();
  try {
    checkSize(String(url), name, total ?? 0);
    while (reader) {
      const { done, value } = await reader.read().catch(failed);
      if (done) break;
      pieces.push(value);
      loaded += value.length;
      checkSize(String(url), name, loaded);
      onProgress?.({ stage: 'fetch', file: name, loaded, total });
    }
  } catch (error) {
    reader?.cancel().catch(() => {});
    throw error;
  }
  // From other origins Content-Encoding may be hidden, and the length that of compressed bytes.
  if (total !== undefined && loaded < total && response.type !== 'cors')
    throw new IoError('io', `[pipeline] ${url} ended after ${loaded} of ${total} bytes`);
  return joined(pieces, loaded, String(url));
}

function joined(pieces: readonly Uint8Array[], size: number, where: string): Uint8Array {
  let all: Uint8Array;
  try {
    all = new Uint8Array(size);
  } catch (error) {
    throw new OutOfMemoryError('out_of_memory', `[pipeline] ${where} has ${size} bytes: ${(error as Error).message}`);
  }
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

// What the caller called off is the caller's own reason.
function failure(where: string, error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (error instanceof LimitError) return error;
  const { message, cause } = error as Error & { cause?: Error };
  return new IoError(
    'io',
    `[pipeline] ${where} cannot be read: ${[message, cause?.message].filter(Boolean).join(': ')}`,
  );
}
