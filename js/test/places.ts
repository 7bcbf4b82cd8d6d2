// Runs the suite on one platform, wherever this is: a page, a worker or Node.
import { runTests, type Outcome } from './check.js';
import { modelTests } from './models.js';
import { backendTests, bitloom, doctor } from './suite.js';

const backends: Record<string, (models?: boolean) => Promise<bitloom.Backend>> = {
  webgpu: models => bitloom.createWebGPUBackend({ models }),
  'wasm, one thread': models => bitloom.createWasmBackend({ threads: 1, models }),
  'wasm, two threads': models => bitloom.createWasmBackend({ threads: 2, models }),
  'wasm without shared memory': () => bitloom.createWasmBackend({ shared: false }),
  'wasm simd128': () => bitloom.createWasmBackend({ simd: 'simd128' }),
};

// Memory ends at 2 GB where it is shared; where it is not, at 4 GB, which only Node is asked for.
const exhausted = (name: string): boolean => name === 'wasm, two threads' || (name === 'wasm without shared memory' && bitloom.gatherFacts().node !== undefined);

/** `platform`: a name above, with " doctor" or " models" after it for these instead of the tests. */
export async function runPlatform(platform: string, starting?: (test: string) => void): Promise<Outcome[]> {
  const [, name, part] = /^(.*?)( doctor| models)?$/.exec(platform) as unknown as [string, string, string | undefined];
  let backend: bitloom.Backend;
  starting?.('open');
  try {
    backend = await backends[name]!(part === ' models');
  } catch (error) {
    return [{ name: 'open', ok: false, ms: 0, problem: String(error) }];
  }
  const { wasm } = backend.info;
  if (name === 'wasm, two threads' && wasm.threads !== 2)
    return [{ name: 'threads', ok: false, ms: 0, problem: `${wasm.threads} threads; isolated ${wasm.isolated}; ${wasm.problem}` }];
  const tests = part === ' doctor' ? [{ name: 'every op and case is right', run: async () => void await doctor(backend, false) }]
    : part === ' models' ? modelTests(backend) : backendTests(backend, exhausted(name));
  const outcomes = await runTests(tests, starting);
  backend.dispose();
  return outcomes;
}
