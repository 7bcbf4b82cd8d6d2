// CPU threads: workers that run the same core over the same memory. They wait inside it for kernels to share.
import type { Core } from './core.js';
import { importByName, inNode } from './node.js';

const stackSize = 256 * 1024;
const running = new WeakMap<Core, number>();  // workers asked for so far

/** Lets the core compute on this many threads, the caller's included. Says in `core.threadsProblem` what went wrong. */
export async function startThreads(core: Core, count: number): Promise<void> {
  if (!core.shared) return;
  const before = running.get(core) ?? 0;
  if (before >= count - 1) return;
  running.set(core, count - 1);
  const started = await Promise.allSettled(Array.from({ length: count - 1 - before }, () => startWorker(core)));
  const failures = started.filter(result => result.status === 'rejected');
  if (failures.length) {
    running.set(core, running.get(core)! - failures.length);  // so that another try is made next time
    core.threadsProblem = `a worker did not start: ${failures[0]!.reason?.message ?? failures[0]!.reason}`;
  }
}

// A worker says that it has joined, or what went wrong.
const said = (resolve: () => void, reject: (error: Error) => void) => (problem: string): void =>
  problem ? reject(new Error(problem)) : resolve();

async function startWorker(core: Core): Promise<void> {
  // Each thread has a stack and thread-local variables of its own; they live as long as the page.
  const size = Number(core.exports.__tls_size?.value ?? 0), align = Math.max(Number(core.exports.__tls_align?.value ?? 0), 16);
  const round = (n: number) => Math.ceil(n / align) * align;
  const block = round(core.alloc(stackSize + size + 2 * align));
  const message = { module: core.module, memory: core.memory, stack: block + stackSize, tls: round(block + stackSize) };
  if (inNode) {
    const { Worker } = await importByName('node:worker_threads');
    const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: message });
    await new Promise<void>((resolve, reject) => { worker.once('message', said(resolve, reject)); worker.once('error', reject); });
    worker.unref();
  } else {
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    await new Promise<void>((resolve, reject) => {
      worker.onmessage = event => said(resolve, reject)(event.data);
      worker.onerror = event => reject(new Error(event.message || 'its script did not load'));
      worker.postMessage(message);
    });
  }
}
