// CPU threads: workers that run the same core over the same memory. They wait inside it for kernels to share.
import type { Core } from './core.js';
import { importByName, inNode } from './node.js';

const stackSize = 256 * 1024;
const running = new WeakMap<Core, number>();  // workers asked for so far

/** Lets the core compute on this many threads, the caller's included. Says in `core.threadsProblem` what went wrong. */
export async function startThreads(core: Core, count: number): Promise<void> {
  if (!core.shared) return;
  const before = running.get(core) ?? 0;
  running.set(core, Math.max(before, count - 1));
  const starts: Promise<void>[] = [];
  for (let i = before; i < count - 1; ++i) starts.push(startWorker(core));
  try {
    await Promise.all(starts);
    // Each counts itself when it enters the core, right after it said it was ready.
    for (let i = 0; i < 200 && core.exports.bitloom_threads() < Math.max(before, count - 1) + 1; ++i)
      await new Promise(resolve => setTimeout(resolve, 2));
  } catch (error) {
    core.threadsProblem = `a worker did not start: ${(error as Error).message ?? error}`;
  }
}

async function startWorker(core: Core): Promise<void> {
  // Each thread has a stack and thread-local variables of its own; they live as long as the page.
  const size = Number(core.exports.__tls_size?.value ?? 0), align = Math.max(Number(core.exports.__tls_align?.value ?? 0), 16);
  const round = (n: number) => Math.ceil(n / align) * align;
  const block = round(core.alloc(stackSize + size + 2 * align));
  const message = { module: core.module, memory: core.memory, stack: block + stackSize, tls: round(block + stackSize) };
  if (inNode) {
    const { Worker } = await importByName('node:worker_threads');
    const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: message });
    await new Promise<void>((resolve, reject) => { worker.once('message', () => resolve()); worker.once('error', reject); });
    worker.unref();
  } else {
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    await new Promise<void>((resolve, reject) => {
      worker.onmessage = () => resolve();
      worker.onerror = event => reject(new Error(event.message || 'its script did not load'));
      worker.postMessage(message);
    });
  }
}
