// The page's WebGPU, for the core: the other half of src/gpu/web.cc. Objects live here and go by number.
import type { Core } from './core.js';
import { codeNumber } from './errors.js';

// WebGPU's own constants; Node has no globals for them.
const mapRead = 1;
const copySource = 4;
const copyTarget = 8;
const uniform = 64;
const storage = 128;
const queryResolve = 512;
const usages = [
  storage | copySource | copyTarget,
  uniform | copyTarget,
  mapRead | copyTarget,
  queryResolve | copySource,
];
const mostQueries = 4096;
const commandWords = 18;
const entryWords = 6; // sizes in src/gpu/host.h, in 32-bit words
const lossMs = 100; // that an error waits for the news that the device is lost
const mappingMs = 3000; // the same for a mapping, which hardly fails otherwise

type GpuObject = GPUBuffer | GPUComputePipeline | GPUBindGroup;

export class GpuHost {
  readonly number: number;
  #core: Core;
  #pointer = 0; // the core's side
  #objects: (GpuObject | undefined)[] = [undefined];
  #free: number[] = [];
  #layouts = new Map<number, { group: GPUBindGroupLayout; pipeline: GPUPipelineLayout }>();
  #queries: GPUQuerySet | undefined;
  #flushing = false;
  #offset = new Uint32Array(1);
  #closed = false;
  #lost = '';

  /** `description`: what the device can do, as key=value lines. */
  constructor(
    core: Core,
    readonly device: GPUDevice,
    readonly description: string,
  ) {
    this.#core = core;
    this.number = core.attach(this);
    device.lost.then((info) => {
      this.#lost = info.message || info.reason;
      if (this.#closed || !this.#pointer) return;
      core.guard(() => core.exports.bitloom_lost(this.#pointer, ...core.give(this.#lost)));
    });
    // What no scope caught: shown, since nobody else will.
    device.addEventListener?.('uncapturederror', async (event) => {
      if (!(await this.#isLost())) console.error(`bitloom: ${(event as GPUUncapturedErrorEvent).error.message}`);
    });
  }

  // Browsers tell in either order that a device is lost and what went wrong with it.
  async #isLost(ms = lossMs): Promise<boolean> {
    if (!this.#lost) await Promise.race([this.device.lost, new Promise((resolve) => setTimeout(resolve, ms))]);
    return this.#lost !== '';
  }
  async #fail(pending: number, code: string, message: string, line = 0, column = 0): Promise<void> {
    if (await this.#isLost())
      this.#core.answer(pending, codeNumber('device_lost'), `[device] the GPU device is lost: ${this.#lost}`);
    else this.#core.answer(pending, codeNumber(code), message, 0, line, column);
  }

  attach(pointer: number): void {
    this.#pointer = pointer;
    this.#core.say(this.description);
  }
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#core.hosts.delete(this.number);
    this.device.destroy();
  }
  lose(): void {
    this.device.destroy();
  }

  #keep(object: GpuObject): number {
    const number = this.#free.pop() ?? this.#objects.length;
    this.#objects[number] = object;
    return number;
  }
  destroy(number: number): void {
    const object = this.#objects[number];
    if (object && 'mapAsync' in object) object.destroy();
    this.#objects[number] = undefined;
    this.#free.push(number);
  }

  createBuffer(size: number, use: number): number {
    return this.#keep(this.device.createBuffer({ size, usage: usages[use]! }));
  }
  writeBuffer(buffer: number, offset: number, bytes: number, size: number): void {
    const memory = this.#core.memory.buffer;
    // Not every browser takes shared memory here.
    const source = this.#core.shared ? this.#core.bytes(bytes, size) : new Uint8Array(memory, bytes >>> 0, size);
    this.device.queue.writeBuffer(this.#objects[buffer] as GPUBuffer, offset, source as Uint8Array<ArrayBuffer>);
  }
  readStaging(number: number, into: number, size: number, pending: number): void {
    const buffer = this.#objects[number] as GPUBuffer;
    buffer
      .mapAsync(mapRead, 0, size)
      .then(() => {
        if (this.#core.exports.bitloom_waited_for(pending))
          this.#core.u8.set(new Uint8Array(buffer.getMappedRange(0, size)), into >>> 0);
        buffer.unmap();
        return '';
      })
      .catch(async (error: Error) => {
        await this.#isLost(mappingMs);
        return `[read] mapping failed: ${error.message}`;
      })
      .then((problem) => {
        if (problem) void this.#fail(pending, 'gpu', problem);
        else this.#core.answer(pending);
      });
  }

  #layout(reads: number, writes: number) {
    let layout = this.#layouts.get(reads * 64 + writes);
    if (!layout) {
      const entries: GPUBindGroupLayoutEntry[] = [];
      for (let binding = 0; binding < 1 + reads + writes; ++binding)
        entries.push({
          binding,
          visibility: 4,
          buffer:
            binding === 0
              ? { type: 'uniform', hasDynamicOffset: true }
              : { type: binding <= reads ? 'read-only-storage' : 'storage' },
        });
      const group = this.device.createBindGroupLayout({ entries });
      layout = { group, pipeline: this.device.createPipelineLayout({ bindGroupLayouts: [group] }) };
      this.#layouts.set(reads * 64 + writes, layout);
    }
    return layout;
  }

  async createPipeline(label: string, code: string, reads: number, writes: number, pending: number): Promise<void> {
    // A scope, so that a wrong shader is our error and not one on the console.
    this.device.pushErrorScope('validation');
    const module = this.device.createShaderModule({ label, code });
    const scope = this.device.popErrorScope().catch(() => null);
    try {
      const pipeline = await this.device.createComputePipelineAsync({
        label,
        layout: this.#layout(reads, writes).pipeline,
        compute: { module, entryPoint: 'main' },
      });
      return this.#core.answer(pending, -1, '', this.#keep(pipeline));
    } catch (error) {
      const info = await module.getCompilationInfo().catch(() => undefined);
      const first = info?.messages.find((m) => m.type === 'error');
      const message = first?.message ?? (await scope)?.message ?? (error as Error).message;
      await this.#fail(pending, 'compile', message, first?.lineNum ?? 0, first?.linePos ?? 0);
    }
  }

  createBindGroup(reads: number, writes: number, pointer: number, count: number): number {
    const u32 = this.#core.u32;
    const entries: GPUBindGroupEntry[] = [];
    for (let binding = 0, at = pointer >>> 2; binding < count; ++binding, at += entryWords)
      entries.push({
        binding,
        resource: {
          buffer: this.#objects[u32[at]!] as GPUBuffer,
          offset: u32[at + 2]! + u32[at + 3]! * 2 ** 32,
          size: u32[at + 4]! + u32[at + 5]! * 2 ** 32,
        },
      });
    return this.#keep(this.device.createBindGroup({ layout: this.#layout(reads, writes).group, entries }));
  }

  submit(pointer: number, count: number): void {
    const u32 = this.#core.u32;
    const objects = this.#objects;
    const offset = this.#offset;
    const large = (at: number) => u32[at]! + u32[at + 1]! * 2 ** 32;
    const encoder = this.device.createCommandEncoder();
    let pass: GPUComputePassEncoder | undefined;
    let current = 0;
    const endPass = () => {
      pass?.end();
      pass = undefined;
    };
    for (let i = 0, at = pointer >>> 2; i < count; ++i, at += commandWords) {
      const pipeline = u32[at]!;
      const timestamp = u32[at + 6]! | 0;
      const queries = u32[at + 16]!;
      if (!pipeline || timestamp >= 0) endPass();
      if (queries) {
        encoder.resolveQuerySet(this.#querySet(), 0, queries, objects[u32[at + 8]!] as GPUBuffer, 0);
      } else if (!pipeline) {
        encoder.copyBufferToBuffer(
          objects[u32[at + 7]!] as GPUBuffer,
          large(at + 10),
          objects[u32[at + 8]!] as GPUBuffer,
          large(at + 12),
          large(at + 14),
        );
      } else {
        if (!pass) {
          pass = encoder.beginComputePass(
            timestamp < 0
              ? undefined
              : {
                  timestampWrites: {
                    querySet: this.#querySet(),
                    beginningOfPassWriteIndex: 2 * timestamp,
                    endOfPassWriteIndex: 2 * timestamp + 1,
                  },
                },
          );
          current = 0;
        }
        if (pipeline !== current) pass.setPipeline(objects[(current = pipeline)] as GPUComputePipeline);
        offset[0] = u32[at + 2]!;
        pass.setBindGroup(0, objects[u32[at + 1]!] as GPUBindGroup, offset, 0, 1);
        pass.dispatchWorkgroups(u32[at + 3]!, u32[at + 4]!, u32[at + 5]!);
        if (timestamp >= 0) endPass();
      }
    }
    endPass();
    this.device.queue.submit([encoder.finish()]);
  }
  #querySet(): GPUQuerySet {
    return (this.#queries ??= this.device.createQuerySet({ type: 'timestamp', count: mostQueries }));
  }

  /** The work gathered so far goes to the GPU once JavaScript has nothing else to do. */
  flushSoon(): void {
    if (this.#flushing) return;
    this.#flushing = true;
    soon(() => {
      this.#flushing = false;
      if (!this.#closed) this.#core.guard(() => this.#core.exports.bitloom_flush(this.#pointer));
    });
  }
  finished(pending: number): void {
    this.device.queue.onSubmittedWorkDone().then(
      () => this.#core.answer(pending),
      (error) => this.#fail(pending, 'gpu', `[queue] waiting for the device failed: ${error.message}`),
    );
  }

  pushErrors(): void {
    for (const filter of ['validation', 'out-of-memory', 'internal'] as const) this.device.pushErrorScope(filter);
  }
  popErrors(pending: number): void {
    // Innermost first: internal, out-of-memory, validation.
    const popped = [0, 1, 2].map(() => this.device.popErrorScope().catch(() => null));
    Promise.all(popped).then(([internal, memory, validation]) => {
      const error = memory ?? validation ?? internal;
      if (error) void this.#fail(pending, memory ? 'out_of_memory' : 'gpu', error.message);
      else this.#core.answer(pending);
    });
  }
}

// As a task of its own, without the delay of a timer.
const soon: (run: () => void) => void = (() => {
  if (typeof setImmediate === 'function') return (run: () => void) => void setImmediate(run);
  const waiting: (() => void)[] = [];
  let port: MessagePort | undefined;
  return (run: () => void) => {
    if (!port) {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => waiting.shift()?.();
      port = channel.port2;
    }
    waiting.push(run);
    port.postMessage(0);
  };
})();
declare function setImmediate(run: () => void): unknown;
