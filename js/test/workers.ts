// CPU threads that do not start, do not answer, or die: the package computes on with those that are left, or says so.
import { InternalError, Tensor, createWasmBackend, type Backend } from '../dist/index.js';
import { Random, check, close, equal, throws, type Tests } from './check.js';
import { settled } from './hostile.js';
import { ownCore } from './lies.js';

const local = import.meta.url.startsWith('file:');

// biome-ignore lint/suspicious/noExplicitAny: Node's Worker and a page's are alike only in name
type Worker = any;

/** Runs something with another class for workers. */
async function withWorkers<T>(Other: (Own: Worker) => Worker, run: () => Promise<T>): Promise<T> {
  if (!local) {
    const Own = globalThis.Worker;
    globalThis.Worker = Other(Own);
    return run().finally(() => {
      globalThis.Worker = Own;
    });
  }
  const { createRequire, syncBuiltinESMExports } = await import('node:module' as string);
  const threads = createRequire(import.meta.url)('node:worker_threads');
  const Own = threads.Worker;
  threads.Worker = Other(Own);
  syncBuiltinESMExports();
  return run().finally(() => {
    threads.Worker = Own;
    syncBuiltinESMExports();
  });
}
/** Workers as they are, which can be stopped. */
const recorded = (made: Worker[]) => (Own: Worker) =>
  class extends Own {
    constructor(...args: unknown[]) {
      super(...args);
      made.push(this);
    }
  };
/** Runs something while seconds are short. */
async function hastily<T>(factor: number, run: () => Promise<T>): Promise<T> {
  const { setTimeout: timeout } = globalThis;
  const now = performance.now.bind(performance);
  globalThis.setTimeout = ((f: () => void, ms = 0, ...args: []) =>
    timeout(f, ms / factor, ...args)) as typeof setTimeout;
  performance.now = () => now() * factor;
  return run().finally(() => {
    globalThis.setTimeout = timeout;
    performance.now = now;
  });
}

async function computes(backend: Backend, random: Random): Promise<void> {
  const n = 96;
  const [a, b] = [random.floats(n * n), random.floats(n * n)];
  const want = new Float64Array(n * n);
  for (let i = 0; i < n; ++i)
    for (let k = 0; k < n; ++k) for (let j = 0; j < n; ++j) want[i * n + j]! += a[i * n + k]! * b[k * n + j]!;
  const y = await settled(backend.matmul(new Tensor([n, n], a), new Tensor([n, n], b)), 'a product');
  close((await y.read()) as Float32Array, want, 1e-5, `seed ${random.seed}:`);
}

export function workerTests(backend: Backend): Tests {
  if (backend.info.platform !== 'wasm' || backend.info.wasm.threads < 2) return {};
  const random = new Random();
  const open = (options: object) => settled(createWasmBackend({ ...options, threads: 2 }), 'opening');
  const tests: Tests = {
    'workers that cannot be made': async () => {
      const refuse = () =>
        class {
          constructor() {
            throw new Error('workers are refused');
          }
        };
      const alone = await withWorkers(refuse, () => open(ownCore()));
      equal(alone.info.wasm.threads, 1);
      check(/did not start: workers are refused/.test(alone.info.wasm.problem), alone.info.wasm.problem);
      await computes(alone, random);
      alone.dispose();
    },
    'a worker that dies while it has nothing to do': async () => {
      const made: Worker[] = [];
      const core = ownCore();
      const first = await withWorkers(recorded(made), () => open(core));
      equal([made.length, first.info.wasm.threads], [1, 2]);
      await computes(first, random);
      await made[0].terminate(); // in Node until it has ended
      for (let turn = 0; turn < 20; ++turn) await computes(first, random);
      first.dispose();
      if (!local) return; // pages are not told
      const second = await withWorkers(recorded(made), () => open(core));
      equal([made.length, second.info.wasm.threads], [2, 2], 'another takes its place:');
      await computes(second, random);
      second.dispose();
    },
    'a worker that gives no answer': async () => {
      const silent = (Own: Worker) =>
        function Silent() {
          return local
            ? new Own('setInterval(() => {}, 1000)', { eval: true })
            : new Own(URL.createObjectURL(new Blob([''])));
        };
      const alone = await hastily(100, () => withWorkers(silent, () => open(ownCore())));
      equal(alone.info.wasm.threads, 1);
      check(/did not start: it gave no answer for 10 s/.test(alone.info.wasm.problem), alone.info.wasm.problem);
      await computes(alone, random);
      alone.dispose();
    },
  };
  if (local)
    Object.assign(tests, {
      'a worker that ends before it has begun': async () => {
        const brief = (Own: Worker) =>
          function Brief() {
            return new Own('process.exit(3)', { eval: true });
          };
        const alone = await withWorkers(brief, () => open(ownCore()));
        check(/did not start: it exited with code 3/.test(alone.info.wasm.problem), alone.info.wasm.problem);
        await computes(alone, random);
        alone.dispose();
      },
      'a worker that dies in the middle of a kernel': async () => {
        // A thread of its own stops it: the main thread is inside the kernel.
        const flag = new Int32Array(new SharedArrayBuffer(4));
        const doomed = (Own: Worker) =>
          function Doomed(script: URL, { workerData }: { workerData: object }) {
            const watch = `
              const { Worker, parentPort, workerData: { script, start, flag } } = require('node:worker_threads');
              const worker = new Worker(new URL(script), { workerData: start });
              worker.once('message', (message) => {
                parentPort.postMessage(message);
                setTimeout(() => {
                  Atomics.wait(flag, 0, 0);
                  Atomics.wait(flag, 0, 1, 30);
                  worker.terminate();
                });
              });`;
            return new Own(watch, { eval: true, workerData: { script: script.href, start: workerData, flag } });
          };
        const core = ownCore();
        const first = await withWorkers(doomed, () => open(core));
        equal(first.info.wasm.threads, 2);
        const n = 1536;
        const x = new Tensor([n, n], new Float32Array(n * n).fill(1));
        await first.neg(x); // it is there
        const error = await hastily(20, async () => {
          Atomics.store(flag, 0, 1);
          Atomics.notify(flag, 0);
          try {
            for (let turn = 0; turn < 20; ++turn) await first.matmul(x, x);
          } catch (e) {
            return e;
          }
          return undefined;
        });
        if (error === undefined) return; // it died between two kernels
        check(error instanceof InternalError, `threw ${error}`);
        check(/a CPU thread stopped in the middle of its work/.test(error.message), error.message);
        await throws(InternalError, /stopped/, () => first.neg(x));
        await throws(InternalError, /stopped/, () => first.memory());
        x.dispose();
        first.dispose();
        const second = await open(core);
        equal(second.info.wasm.threads, 2);
        await computes(second, random);
        second.dispose();
      },
    } satisfies Tests);
  return tests;
}
