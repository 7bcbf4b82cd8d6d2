// Which build of the core fits this place, and fetching it.
import { BitloomError, IoError, OutOfMemoryError, invalid } from './errors.js';
import { importByName, inNode } from './node.js';

export interface CoreOptions {
  /** Where the .wasm files are, if not beside this module. */
  wasmUrl?: string | URL;
  /** `simd128` keeps to the plain build where relaxed SIMD could be used. */
  simd?: 'simd128' | 'relaxed';
  /** False keeps to one thread where threads could be used. */
  shared?: boolean;
  /** True loads the core that can also read and run models (`Pipeline`) and draw graphs (`explain`), which is larger. */
  models?: boolean;
}

/** A build of the core: the file it is in, and what it needs. */
export interface Build {
  url: URL;
  simd: 'simd128' | 'relaxed';
  shared: boolean;
}

// A module that only compiles where there is relaxed SIMD: one function with one f32x4.relaxed_madd.
const relaxedProbe = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 19, 1, 17, 0, 65, 0, 253, 15, 65, 0, 253, 15, 65,
  0, 253, 15, 253, 133, 2, 11,
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

/** Whether threads over shared memory can be had: pages need to be cross-origin isolated. */
export const isIsolated = (): boolean =>
  typeof SharedArrayBuffer !== 'undefined' && (inNode || globalThis.crossOriginIsolated === true);

export function chooseBuild(options: CoreOptions): Build {
  const simd = options.simd ?? (WebAssembly.validate(relaxedProbe) ? 'relaxed' : 'simd128');
  if (simd !== 'relaxed' && simd !== 'simd128')
    throw invalid(`[wasm] simd must be 'simd128' or 'relaxed'; got '${simd}'`);
  const shared = isIsolated() && options.shared !== false;
  const kind = `${options.models ? 'models-' : ''}${simd}-${shared ? 'many' : 'one'}` as keyof typeof wasmFiles;
  if (!options.wasmUrl) return { url: wasmFiles[kind](), simd, shared };
  try {
    const folder = new URL(options.wasmUrl, globalThis.location?.href ?? import.meta.url);
    return { url: new URL(`bitloom-${kind}.wasm`, folder), simd, shared };
  } catch {
    throw invalid(`[wasm] wasmUrl must be a URL; got '${options.wasmUrl}'`);
  }
}

/** The module in a file; what is wrong with it, with the fetching or with the bytes, is an IoError that names it. */
export async function compile(url: URL): Promise<WebAssembly.Module> {
  try {
    if (inNode && url.protocol === 'file:') {
      const { readFile } = await importByName('node:fs/promises');
      return await WebAssembly.compile(await readFile(url));
    }
    const response = await fetch(url);
    if (!response.ok) throw new IoError('io', `[wasm] ${url} answered ${response.status} ${response.statusText}`);
    if (response.headers.get('Content-Type')?.startsWith('application/wasm'))
      return await WebAssembly.compileStreaming(response);
    return await WebAssembly.compile(await response.arrayBuffer());
  } catch (error) {
    if (error instanceof BitloomError) throw error;
    const what = error instanceof WebAssembly.CompileError ? 'is not a WebAssembly module' : 'cannot be read';
    throw new IoError('io', `[wasm] ${url} ${what}: ${(error as Error).message}`);
  }
}

/** Memory that threads share: at most 2 GB, which some places reserve at once and may refuse. */
export function sharedMemory(): WebAssembly.Memory {
  try {
    return new WebAssembly.Memory({ initial: 256, maximum: 32768, shared: true });
  } catch (error) {
    throw new OutOfMemoryError('out_of_memory', `[wasm] shared memory was refused: ${(error as Error).message}`);
  }
}
