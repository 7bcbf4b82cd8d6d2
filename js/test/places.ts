// Runs the suite on one platform, wherever this is: a page, a worker or Node.
import { runTests, type Outcome } from './check.js';
import { backendTests, bitloom, doctor } from './suite.js';

const backends: Record<string, () => Promise<bitloom.Backend>> = {
  webgpu: () => bitloom.createWebGPUBackend(),
  'wasm, one thread': () => bitloom.createWasmBackend({ threads: 1 }),
  'wasm, two threads': () => bitloom.createWasmBackend({ threads: 2 }),
  'wasm without shared memory': () => bitloom.createWasmBackend({ shared: false }),
  'wasm simd128': () => bitloom.createWasmBackend({ simd: 'simd128' }),
};

// Memory ends at 2 GB where it is shared; where it is not, at 4 GB, which only Node is asked for.
const exhausted = (name: string): boolean => name === 'wasm, two threads' || (name === 'wasm without shared memory' && bitloom.gatherFacts().node !== undefined);

/** `platform`: a name above, with " doctor" after it for the doctor instead of the tests. */
export async function runPlatform(platform: string, starting?: (test: string) => void): Promise<Outcome[]> {
  const [name, examined] = platform.endsWith(' doctor') ? [platform.slice(0, -7), true] : [platform, false];
  let backend: bitloom.Backend;
  starting?.('open');
  try {
    backend = await backends[name]!();
  } catch (error) {
    return [{ name: 'open', ok: false, ms: 0, problem: String(error) }];
  }
  const { wasm } = backend.info;
  if (name === 'wasm, two threads' && wasm.threads !== 2)
    return [{ name: 'threads', ok: false, ms: 0, problem: `${wasm.threads} threads; isolated ${wasm.isolated}; ${wasm.problem}` }];
  const outcomes = await runTests(examined ? [{ name: 'every op and case is right', run: async () => void await doctor(backend, false) }]
                                           : backendTests(backend, exhausted(name)), starting);
  backend.dispose();
  return outcomes;
}
