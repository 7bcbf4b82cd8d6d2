// One CPU thread: enters the core with a stack of its own and stays there.
import { importByName, inNode } from './node.js';

interface Start { module: WebAssembly.Module; memory: WebAssembly.Memory; stack: number; tls: number }

function work({ module, memory, stack, tls }: Start, ready: () => void): void {
  const imports: Record<string, Record<string, unknown>> = { env: { memory } };
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module))
    if (kind === 'function')
      (imports[from] ??= {})[name] = () => { throw new Error(`${name} is for the main thread`); };
  WebAssembly.instantiate(module, imports as WebAssembly.Imports).then(instance => {
    const core = instance.exports as unknown as {
      __stack_pointer: WebAssembly.Global; __wasm_init_tls(at: number): void; bitloom_worker(): void;
    };
    core.__stack_pointer.value = stack;
    core.__wasm_init_tls(tls);
    ready();
    core.bitloom_worker();
  });
}

if (!inNode) {
  self.onmessage = event => work(event.data as Start, () => self.postMessage('ready'));
} else {
  void importByName('node:worker_threads').then(({ parentPort, workerData }) =>
    work(workerData as Start, () => parentPort.postMessage('ready')));
}
