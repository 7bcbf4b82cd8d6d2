// CPU threads: workers that run the same core over the same memory. They wait inside it for kernels to share.
import type { Core } from './core.js';
import { importByName, inNode } from './node.js';

const stackSize = 256 * 1024;
const startLimitMs = 10_000; // a worker that has not joined by then is given up

/** What a worker says once: the number it has joined under, or what went wrong. */
export interface Joined {
  number: number;
  problem: string;
}
// A thread's memory, its stack and thread-local variables, and the number the core knows it by, once it has one. Where a
// worker has ended, the next one takes its place.
interface Place {
  block: number;
  number: number | undefined;
}
interface Pool {
  /** Workers that run or start. */
  workers: number;
  free: Place[];
}
const pools = new WeakMap<Core, Pool>();

/** Lets the core compute on this many threads, the caller's included. Says in `core.threadsProblem` what went wrong. */
export async function startThreads(core: Core, count: number): Promise<void> {
  if (!core.shared) return;
  let pool = pools.get(core);
  if (!pool) pools.set(core, (pool = { workers: 0, free: [] }));
  const missing = Math.max(count - 1 - pool.workers, 0);
  pool.workers += missing;
  const started = await Promise.allSettled(Array.from({ length: missing }, () => startWorker(core, pool)));
  const failures = started.filter((result) => result.status === 'rejected');
  pool.workers -= failures.length; // so that another try is made next time
  if (failures.length) core.threadsProblem = `a worker did not start: ${failures[0]!.reason?.message}`;
}

async function startWorker(core: Core, pool: Pool): Promise<void> {
  const size = Number(core.exports.__tls_size?.value ?? 0);
  const align = Math.max(Number(core.exports.__tls_align?.value ?? 0), 16);
  const round = (n: number) => Math.ceil(n / align) * align;
  const place = pool.free.pop() ?? { block: round(core.alloc(stackSize + size + 2 * align)), number: undefined };
  const { module, memory } = core;
  const stack = place.block + stackSize;
  const start = { module, memory, stack, tls: round(stack), number: place.number };
  let timer: ReturnType<typeof setTimeout>;
  await new Promise<void>((resolve, reject) => {
    let joined = false;
    const said = (message: Joined): void => {
      if (message.problem) {
        ended(message.problem);
      } else {
        joined = true;
        place.number = message.number;
        resolve();
      }
    };
    // Where it is certain that the worker has ended, its place is free.
    let over = false;
    const ended = (problem: string, isFree = true): void => {
      if (over) return;
      over = true;
      if (isFree) pool.free.push(place);
      if (joined) {
        pool.workers -= 1;
        core.threadsProblem = `a worker stopped: ${problem}`;
      } else {
        reject(new Error(problem));
      }
    };
    const worker = open(start, said, ended);
    worker.catch((error: Error) => ended(error.message));
    timer = setTimeout(() => {
      if (joined) return;
      ended(`it gave no answer for ${startLimitMs / 1000} s`, false);
      void worker.then((opened) => opened.terminate());
    }, startLimitMs);
  }).finally(() => clearTimeout(timer));
}

async function open(
  start: object,
  said: (message: Joined) => void,
  ended: (problem: string, isFree?: boolean) => void,
): Promise<{ terminate(): unknown }> {
  if (inNode) {
    const { Worker } = await importByName('node:worker_threads');
    const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: start });
    let problem = '';
    worker.once('message', (message: Joined) => {
      said(message);
      worker.unref(); // it does not keep the process alive
    });
    worker.on('error', (error: Error) => {
      problem = error.message;
    });
    worker.once('exit', (code: number) => ended(problem || `it exited with code ${code}`));
    return worker;
  }
  const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  worker.onmessage = (event) => said(event.data as Joined);
  worker.onerror = (event) => ended(event.message || 'its script did not load', false);
  worker.postMessage(start);
  return worker;
}
