// One CPU thread: enters the core with a stack of its own and stays there.
import { importByName, inNode } from './node.js';
import type { Joined } from './threads.js';

interface Start {
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
  stack: number;
  tls: number;
  /** Of the thread whose place it takes. */
  number: number | undefined;
}
interface Exports {
  __stack_pointer: WebAssembly.Global;
  __wasm_init_tls(at: number): void;
  bitloom_join(): number;
  bitloom_work(number: number): void;
  bitloom_abandon(): void;
}

async function work(start: Start, say: (message: Joined) => void): Promise<void> {
  const { module, memory, stack, tls } = start;
  const imports: Record<string, Record<string, unknown>> = { env: { memory } };
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module))
    if (kind === 'function')
      (imports[from] ??= {})[name] = () => {
        throw new Error(`${name} is for the main thread`);
      };
  let core: Exports;
  let number: number;
  try {
    core = (await WebAssembly.instantiate(module, imports as WebAssembly.Imports)).exports as unknown as Exports;
    core.__stack_pointer.value = stack;
    core.__wasm_init_tls(tls);
    number = start.number ?? core.bitloom_join();
  } catch (error) {
    return say({ number: -1, problem: String(error) });
  }
  say({ number, problem: '' });
  while (true) {
    try {
      core.bitloom_work(number);
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) throw error; // a crash: this thread ends, and the main thread notices
      // Out of memory inside a kernel: the main thread reports it, this one goes on.
      core.__stack_pointer.value = stack;
      core.bitloom_abandon();
    }
  }
}

if (!inNode) {
  self.onmessage = (event) => void work(event.data as Start, (message) => self.postMessage(message));
} else {
  void importByName('node:worker_threads').then(({ parentPort, workerData }) =>
    work(workerData as Start, (message) => parentPort.postMessage(message)),
  );
}
