// What the core calls in JavaScript: the ends of its calls, the page's WebGPU, and the few functions of a system that its
// C++ library needs. `core` is asked for at each call, since the core exists only once its imports do.
import type { Core, Made } from './core.js';
import { withLongNames } from './datatype.js';
import { InternalError, codeNumber, errorFromCore, type BitloomError } from './errors.js';
import type { GpuHost } from './gpu.js';

const noBytes = new Uint8Array(0);
const noTensors: Made[] = [];

// Messages about shaders quote WGSL, whose names of types are the short ones.
const shaderCodes = ['compile', 'gpu'].map(codeNumber);
const coreError = (code: number, message: string): BitloomError =>
  errorFromCore(code, shaderCodes.includes(code) ? message : withLongNames(message));

export function coreImports(core: () => Core) {
  const host = (device: number): GpuHost => core().hosts.get(device)!;
  let lastBreath = 0;
  return {
    settle: (id: number, object: number, bytes: number, size: number) => {
      const copy = size ? core().bytes(bytes, size) : noBytes;
      core().settle(id, {
        object,
        bytes: copy,
        get text() {
          return new TextDecoder().decode(copy);
        },
        dtype: 0,
        shape: [],
        tensors: noTensors,
      });
    },
    settle_tensor: (id: number, object: number, dtype: number, rank: number, dims: number) => {
      if (!core().waits(id)) return core().exports.bitloom_free_tensor(object);
      const shape: number[] = [];
      const u32 = core().u32;
      for (let i = 0; i < rank; ++i) shape.push(u32[(dims >>> 2) + 2 * i]! + u32[(dims >>> 2) + 2 * i + 1]! * 2 ** 32);
      core().settle(id, { object, dtype, shape, bytes: noBytes, text: '', tensors: noTensors });
    },
    settle_tensors: (id: number, numbers: number, count: number) => {
      const list = new Float64Array(core().memory.buffer, numbers >>> 0, count >>> 0);
      const tensors: Made[] = [];
      for (let at = 0; at < list.length; at += 3 + list[at + 2]!)
        tensors.push({
          object: list[at]!,
          dtype: list[at + 1]!,
          shape: Array.from(list.subarray(at + 3, at + 3 + list[at + 2]!)),
        });
      if (core().waits(id)) core().settle(id, { object: 0, dtype: 0, shape: [], bytes: noBytes, text: '', tensors });
      else for (const made of tensors) core().exports.bitloom_free_tensor(made.object);
    },
    settle_error: (id: number, code: number, text: number, size: number) =>
      core().settle(id, undefined, coreError(code, core().text(text, size))),
    fill: (id: number, constant: number, to: number, size: number) => Number(core().fill(id, constant, to, size)),
    finding: (id: number, text: number, size: number) => Number(core().tell(id, core().text(text, size))),
    fatal: (code: number, text: number, size: number) => {
      throw coreError(code, core().text(text, size));
    },
    breathe: (pending: number) => {
      if (performance.now() - lastBreath < 12) return 0;
      setTimeout(() => {
        lastBreath = performance.now();
        core().answer(pending);
      });
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
    gpu_create_pipeline: (
      device: number,
      label: number,
      labelSize: number,
      wgsl: number,
      wgslSize: number,
      reads: number,
      writes: number,
      pending: number,
    ) =>
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

/** The few system calls of the C++ library: the time, and messages on the console before it aborts. */
export function wasiImports(core: () => Core) {
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
    fd_seek: () => 29, // not seekable
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
    proc_exit: (code: number) => {
      throw new InternalError('internal', `[wasm] the core exited with code ${code}`);
    },
  };
}
