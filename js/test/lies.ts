// Servers that lie, and a core that does not come: liar.ts is the server. In Node it is started by run.ts, in pages it is where they
// come from.
import {
  BitloomError,
  InternalError,
  IoError,
  LimitError,
  NotFoundError,
  Pipeline,
  Tensor,
  WasmBackend,
  createWasmBackend,
  type Backend,
} from '../dist/index.js';
import { check, equal, throws, type Tests } from './check.js';
import { leaksNothing, settled } from './hostile.js';

const here = import.meta.url;
const local = here.startsWith('file:');
/** The server's address. */
export const liar = { url: local ? '' : new URL('/', here).href };

let cores = 0;
/** A core that no other backend uses. */
export const ownCore = (lie = 'none'): { wasmUrl: string } => ({ wasmUrl: `${liar.url}wasm/${lie}-${++cores}/` });

type ErrorClass = new (...args: never[]) => Error;
/** What must come of each lie about a file that is needed. Some browsers find out what others leave to the core. */
const wanted: Record<string, [ErrorClass, RegExp]> = {
  404: [NotFoundError, /404/],
  410: [NotFoundError, /410/],
  html: [NotFoundError, /an HTML page/],
  403: [IoError, /answered 403/],
  500: [IoError, /answered 500/],
  204: [BitloomError, /./],
  short: [BitloomError, /./],
  long: [BitloomError, /./],
  unsaid: [BitloomError, /./],
  cut: [BitloomError, /./],
  chunks: [IoError, /cannot be read/],
  noise: [BitloomError, /./],
  nothing: [IoError, /cannot be read/],
  gzip: [IoError, /cannot be read/],
  huge: [LimitError, /99999999999 bytes or more/],
  disguised: [BitloomError, /./],
  loop: [IoError, /cannot be read/],
  away: [IoError, /cannot be read/],
};

export function lieTests(backend: Backend): Tests {
  const from = (lie: string, file: string) => `${liar.url}lies/${lie}@${file}/`;
  const tests: Tests = {
    'a server that lies about a file': () =>
      leaksNothing(backend, async () => {
        const cases = Object.entries(wanted).flatMap(([lie, want]) =>
          ['config.json', 'model.safetensors'].map((file) => ({ lie, file, want })),
        );
        const run = async ({ lie, file, want: [Class, pattern] }: (typeof cases)[number]): Promise<void> => {
          const what = `${lie} about ${file}`;
          const error = await settled(Pipeline.load(from(lie, file), { backend }), what).then(
            () => check(false, `${what}: it was loaded`),
            (e: unknown) => e as Error,
          );
          check(error instanceof Class && !(error instanceof InternalError), `${what}: threw ${error}`);
          check(pattern.test(error.message) && error.message.includes(file), `${what}: ${error.message}`);
        };
        await Promise.all(cases.map(run));
      }),
    'a file that is not needed may be missing, in any way a server says so': async () => {
      for (const lie of ['404', 'html', 'moved']) {
        const model = await Pipeline.load(from(lie, 'modules.json'), { backend });
        equal(model.task, 'feature-extraction');
        model.dispose();
      }
      await throws(BitloomError, /modules\.json/, () => Pipeline.load(from('500', 'modules.json'), { backend }));
      await throws(BitloomError, /modules\.json/, () => Pipeline.load(from('disguised', 'modules.json'), { backend }));
    },
    'modules.json is asked for whatever head config.json names': async () => {
      const vectors: number[][] = [];
      for (const lie of ['headed', 'none']) {
        const model = await Pipeline.load(from(lie, 'config.json'), { backend });
        equal(model.task, 'feature-extraction');
        vectors.push((await model.ask({ text: 'a dog' })).embedding);
        model.dispose();
      }
      equal(vectors[0], vectors[1]);
    },
    'a server that stalls is left when the caller says so': () =>
      leaksNothing(backend, async () => {
        const cases = ['stall', 'silent'].flatMap((lie) =>
          ['config.json', 'model.safetensors', 'tokenizer.json'].map((file) => [lie, file] as const),
        );
        await Promise.all(
          cases.map(async ([lie, file], i) => {
            const reason = [new Error('enough'), 'enough', new DOMException('enough', 'TimeoutError')][i % 3];
            const controller = new AbortController();
            setTimeout(() => controller.abort(reason), 100 + 20 * i);
            const error = await settled(
              Pipeline.load(from(lie, file), { backend, signal: controller.signal }),
              `${lie} about ${file}`,
              5,
            ).catch((e: unknown) => e);
            check(error === reason, `${lie} about ${file}: threw ${error}`);
          }),
        );
      }),
  };
  if (!(backend instanceof WasmBackend)) return tests;
  return Object.assign(tests, {
    'a core that does not come, or is not one': async () => {
      for (const lie of [
        '404',
        '500',
        '204',
        'short',
        'long',
        'cut',
        'chunks',
        'nothing',
        'gzip',
        'html',
        'loop',
        'away',
      ])
        await throws(IoError, /\/wasm\/.*bitloom-.*\.wasm (answered|cannot be read|is not a WebAssembly module)/, () =>
          settled(createWasmBackend({ ...ownCore(lie), threads: 1 }), lie),
        );
      await throws(BitloomError, /wasmUrl must be a URL/, () => createWasmBackend({ wasmUrl: 'http://[' }));
    },
    'shared memory that is refused': async () => {
      if (!backend.info.wasm.isolated) return;
      const { Memory } = WebAssembly;
      WebAssembly.Memory = function refuse() {
        throw new RangeError('could not allocate memory');
      } as unknown as typeof Memory;
      let alone: Backend;
      try {
        alone = await createWasmBackend({ ...ownCore(), threads: 2 });
      } finally {
        WebAssembly.Memory = Memory;
      }
      equal(alone.info.wasm.threads, 1);
      check(/shared memory was refused: could not allocate/.test(alone.info.wasm.problem), alone.info.wasm.problem);
      equal(await (await alone.neg(new Tensor([1], [1]))).read(), [-1]);
      alone.dispose();
    },
  } satisfies Tests);
}
