// One CPU thread: enters the core with a stack of its own and stays there.
import { importByName, inNode } from './node.js';

interface Start { module: WebAssembly.Module; memory: WebAssembly.Memory; stack: number; tls: number }
interface Exports {
  __stack_pointer: WebAssembly.Global;
  __wasm_init_tls(at: number): void;
  bitloom_join(): number;
  bitloom_work(number: number): void;
  bitloom_abandon(): void;
}

/** `say('')`: it has joined; anything else is what went wrong. */
async function work({ module, memory, stack, tls }: Start, say: (problem: string) => void): Promise<void> {
  const imports: Record<string, Record<string, unknown>> = { env: { memory } };
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module))
    if (kind === 'function')
      (imports[from] ??= {})[name] = () => { throw new Error(`${name} is for the main thread`); };
  let core: Exports, number: number;
  try {
    core = (await WebAssembly.instantiate(module, imports as WebAssembly.Imports)).exports as unknown as Exports;
    core.__stack_pointer.value = stack;
    core.__wasm_init_tls(tls);
    number = core.bitloom_join();
  } catch (error) {
    return say(String(error));
  }
  say('');
  while (true) {
    try {
      core.bitloom_work(number);
    } catch {
      // Out of memory inside a kernel: the main thread reports it, this one goes on.
      core.__stack_pointer.value = stack;
      core.bitloom_abandon();
    }
  }
}

if (!inNode) {
  self.onmessage = event => void work(event.data as Start, problem => self.postMessage(problem));
} else {
  void importByName('node:worker_threads').then(({ parentPort, workerData }) =>
    work(workerData as Start, problem => parentPort.postMessage(problem)));
}
