// Runs the suite on one platform, wherever this is: a page, a worker or Node.
import { everything, runTests, type Outcome, type Tests } from './check.js';
import { hostileTests } from './hostile.js';
import { lieTests } from './lies.js';
import { modelTests } from './models.js';
import { backendTests, bitloom, doctor } from './suite.js';
import { workerTests } from './workers.js';

const backends: Record<string, (models?: boolean) => Promise<bitloom.Backend>> = {
  webgpu: (models) => bitloom.createWebGPUBackend({ models }),
  'wasm, one thread': (models) => bitloom.createWasmBackend({ threads: 1, models }),
  'wasm, two threads': (models) => bitloom.createWasmBackend({ threads: 2, models }),
  'wasm without shared memory': () => bitloom.createWasmBackend({ shared: false }),
  'wasm simd128': () => bitloom.createWasmBackend({ simd: 'simd128' }),
};

// Memory ends at 2 GB where it is shared; where it is not, at 4 GB, which only Node is asked for.
const exhausted = (name: string): boolean =>
  name === 'wasm, two threads' || (name === 'wasm without shared memory' && bitloom.gatherFacts().node !== undefined);

/** `platform`: a name above, with " doctor", " models" or " hostile" after it for these instead of the tests, and ", all" for everything.
 *  `goldens`: the models with goldens, for " models". */
export async function runPlatform(
  platform: string,
  starting?: (test: string) => void,
  goldens: readonly string[] = [],
): Promise<Outcome[]> {
  const [, name, part, all] = /^(.*?)( doctor| models| hostile)?(, all)?$/.exec(platform) as unknown as (
    | string
    | undefined
  )[];
  everything.asked = all !== undefined;
  let backend: bitloom.Backend;
  starting?.('open');
  try {
    backend = await backends[name!]!(part === ' models' || part === ' hostile');
  } catch (error) {
    return [{ name: 'open', ok: false, ms: 0, problem: String(error) }];
  }
  const { wasm } = backend.info;
  if (name === 'wasm, two threads' && wasm.threads !== 2)
    return [
      {
        name: 'threads',
        ok: false,
        ms: 0,
        problem: `${wasm.threads} threads; isolated ${wasm.isolated}; ${wasm.problem}`,
      },
    ];
  const tests: Tests =
    part === ' doctor'
      ? { 'every op and case is right': async () => void (await doctor(backend, everything.asked)) }
      : part === ' models'
        ? await modelTests(backend, goldens)
        : part === ' hostile'
          ? { ...hostileTests(backend), ...lieTests(backend), ...workerTests(backend) }
          : backendTests(backend, exhausted(name!));
  const outcomes = await runTests(tests, starting);
  backend.dispose();
  return outcomes;
}
