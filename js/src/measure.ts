// What a backend has in use and has done, by the core's own counters.
import type { Core } from './core.js';
import { DisposedError, UnsupportedError } from './errors.js';

/** Bytes, except for `buffers`. */
export interface MemoryReport {
  /** In tensors on the GPU, kept there for reuse, and the most ever held of both. */
  live: number;
  pooled: number;
  peak: number;
  /** Tensors' GPU buffers alive. */
  buffers: number;
  /** In tensors in WebAssembly memory, the most ever, and the memory's size. */
  cpuLive: number;
  cpuPeak: number;
  wasmBytes: number;
}

export interface Counters {
  submits: number;
  dispatches: number;
  pipelines: number;
  compileMs: number;
  uploaded: number;
  downloaded: number;
}

/** @internal */
export function memoryReport(core: Core, backend: number): MemoryReport {
  const [live, pooled, peak, buffers, cpuLive, cpuPeak] = core.numbers(6, (out) =>
    core.exports.bitloom_memory(backend, out),
  ) as [number, number, number, number, number, number];
  return { live, pooled, peak, buffers, cpuLive, cpuPeak, wasmBytes: core.memory.buffer.byteLength };
}

/** @internal */
export function counters(core: Core, backend: number): Counters {
  const [submits, dispatches, pipelines, compileMs, uploaded, downloaded] = core.numbers(6, (out) =>
    core.exports.bitloom_counters(backend, out),
  ) as [number, number, number, number, number, number];
  return { submits, dispatches, pipelines, compileMs, uploaded, downloaded };
}

/** @internal What every dispatch of `work` took by the GPU's clock. */
export async function timed(
  core: Core,
  backend: number,
  work: () => Promise<unknown>,
  isDisposed: () => boolean,
): Promise<{ op: string; microseconds: number }[]> {
  if (!core.exports.bitloom_set_timing(backend, 1))
    throw new UnsupportedError('unsupported', '[backend] this device does not support timestamp-query');
  await core.call((id) => core.exports.bitloom_take_times(id, backend)); // those of work that threw
  try {
    await work();
  } finally {
    if (!isDisposed()) core.exports.bitloom_set_timing(backend, 0);
  }
  if (isDisposed()) throw new DisposedError('[backend] the backend was disposed');
  const { text } = await core.call((id) => core.exports.bitloom_take_times(id, backend));
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [op, microseconds] = line.split('=') as [string, string];
      return { op, microseconds: Number(microseconds) };
    });
}
