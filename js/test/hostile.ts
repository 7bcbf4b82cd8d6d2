// Rubbish given to the package, and faults in the middle of its work: every promise settles, with an error that has a type and
// names what is wrong, and memory comes back.
import {
  BitloomError,
  DeviceLostError,
  DisposedError,
  InternalError,
  InvalidArgumentError,
  IoError,
  LimitError,
  NotFiniteError,
  NotFoundError,
  Pipeline,
  Tensor,
  UnsupportedError,
  WebGPUBackend,
  createWasmBackend,
  createWebGPUBackend,
  type Backend,
  type Question,
} from '../dist/index.js';
import { Random, check, equal, everything, isSlow, throws, type Tests } from './check.js';
import { mutateBytes, mutateJson } from './mutate.js';

const here = import.meta.url;
const local = here.startsWith('file:');
export const goldens = local
  ? new URL('../../tests/goldens/models/', here).href
  : new URL('/goldens/models/', here).href;

export async function bytesAt(url: string): Promise<Uint8Array> {
  if (local) return new Uint8Array(await (await import('node:fs/promises' as string)).readFile(new URL(url)));
  const response = await fetch(url);
  check(response.ok, `${url} answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
type Files = Record<string, Uint8Array>;
const filesOf = async (model: string, names: readonly string[]): Promise<Files> =>
  Object.fromEntries(await Promise.all(names.map(async (name) => [name, await bytesAt(`${goldens}${model}/${name}`)])));
const sentences = [
  ...['config.json', 'model.safetensors', 'tokenizer.json', 'modules.json', 'sentence_bert_config.json'],
  '1_Pooling/config.json',
];

/** Ends a promise that does not settle. */
export async function settled<T>(promise: Promise<T>, what: string, seconds = 30): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} has not settled after ${seconds} s`)), 1000 * seconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** What is held in tensors. Garbage of other tests may be collected in between, never the other way round. */
const held = (backend: Backend): number => {
  const { live, cpuLive } = backend.memory();
  return live + cpuLive;
};
export async function leaksNothing(backend: Backend, run: () => Promise<void>): Promise<void> {
  await backend.finish();
  const before = held(backend);
  await run();
  await backend.finish();
  for (let turn = 0; turn < 1000 && held(backend) > before; ++turn)
    await new Promise((resolve) => setTimeout(resolve, 10)); // what was called off ends
  check(held(backend) <= before, `${held(backend) - before} bytes are still held`);
}

/** An error of ours that is not a crash, or nothing. */
async function mustSettle(what: string, run: () => Promise<unknown>): Promise<BitloomError | undefined> {
  try {
    await settled(run(), what);
    return undefined;
  } catch (error) {
    check(error instanceof BitloomError, `${what}: threw ${error} ${(error as Error).stack}`);
    check(!(error instanceof InternalError), `${what}: threw ${error}`);
    return error;
  }
}

export function hostileTests(backend: Backend): Tests {
  const slow = isSlow(backend);
  const tests: Tests = {
    'files that are damaged are refused by name': () =>
      leaksNothing(backend, async () => {
        const good = await filesOf('sentence-cls', sentences);
        const encode = (text: string) => new TextEncoder().encode(text);
        const length = (size: bigint) => new Uint8Array(new BigUint64Array([size]).buffer);
        const weights = good['model.safetensors']!;
        const html = encode('<!doctype html><title>404</title>');
        const cases: [string, Uint8Array, RegExp][] = [
          ...sentences.map((name): [string, Uint8Array, RegExp] => [name, new Uint8Array(0), /./]),
          ...sentences.map((name): [string, Uint8Array, RegExp] => [name, html, /./]),
          ...sentences
            .filter((name) => name.endsWith('.json'))
            .map((name): [string, Uint8Array, RegExp] => [name, good[name]!.slice(0, -5), /./]),
          ['config.json', encode('[]'), /./],
          ['config.json', encode('null'), /./],
          ['config.json', encode('['.repeat(100_000)), /deep|nest/],
          ['config.json', encode('{"model_type":5}'), /model_type/],
          ['config.json', new Uint8Array([0xff, 0xfe, 0x7b, 0]), /./],
          ['modules.json', encode('[{"type":"a.Pooling","path":"../x"}]'), /./],
          ['tokenizer.json', encode('{"model":{"type":"BPE","vocab":5}}'), /./],
          ['model.safetensors', weights.slice(0, weights.length >> 1), /./],
          ['model.safetensors', weights.slice(0, 7), /./],
          ['model.safetensors', length(2n ** 63n), /./],
          ['model.safetensors', length(2n ** 40n), /./],
          ['model.safetensors', new Uint8Array([...length(2n), 0x7b, 0x7d]), /./],
          ['model.safetensors', new Uint8Array(1 << 16).fill(0x41), /./],
        ];
        for (const [name, bytes, pattern] of cases) {
          const what = `${name} of ${bytes.length} bytes`;
          if (slow && name === 'tokenizer.json') continue; // which is looked at when something is asked
          const error = await mustSettle(what, async () => {
            const model = await Pipeline.load({ ...good, [name]: bytes }, { backend });
            await model.ask({ text: 'a dog' }).finally(() => model.dispose());
          });
          check(error, `${what}: it was accepted`);
          const named =
            name === 'model.safetensors' && bytes.length === 10 ? /./ : new RegExp(name.replaceAll('.', '\\.'));
          check(named.test(error.message) && pattern.test(error.message), `${what}: ${error.message}`);
        }
      }),
    'files mutated at random load or are refused': () =>
      leaksNothing(backend, async () => {
        const random = new Random();
        const models: [Files, Question][] = [
          [await filesOf('sentence-cls', sentences), { text: 'a dog' }],
          [await filesOf('whisper', ['config.json', 'generation_config.json', 'model.safetensors']), {}],
          [await filesOf('vit', ['config.json', 'model.safetensors']), {}],
        ];
        const turns = everything.asked ? 5000 : slow ? 3 : local ? 150 : 40;
        const before = backend.memory().wasmBytes;
        for (let turn = 0; turn < turns; ++turn) {
          const [good, question] = models[turn % models.length]!;
          const names = Object.keys(good);
          const name = names[random.whole(0, names.length)]!;
          const bytes = (name.endsWith('.json') && random.next() < 0.7 ? mutateJson : mutateBytes)(random, good[name]!);
          const what = `seed ${random.seed}, turn ${turn}, ${name}`;
          const bitsPerWeight = ([undefined, 4] as const)[random.whole(0, 2)];
          await mustSettle(what, async () => {
            const model = await Pipeline.load({ ...good, [name]: bytes }, { backend, bitsPerWeight });
            try {
              if (!slow) await model.ask(question); // whose shaders take seconds there
            } finally {
              model.dispose();
            }
          });
        }
        const grown = backend.memory().wasmBytes - before;
        check(grown <= 64 << 20, `seed ${random.seed}: memory grew by ${grown} bytes`);
      }),
    'an index that names anything but files beside it is refused, and nothing outside of the folder is asked for':
      async () => {
        const files: Files = await filesOf('sentence-cls', sentences);
        delete files['model.safetensors'];
        const folder = 'https://models.test/a/folder/';
        const asked: string[] = [];
        const { fetch } = globalThis;
        try {
          globalThis.fetch = async (url) => {
            asked.push(String(url));
            const name = String(url).startsWith(folder) ? String(url).slice(folder.length) : '';
            return Object.hasOwn(files, name)
              ? new Response(files[name] as BodyInit)
              : new Response('', { status: 404 });
          };
          for (const wrong of ['..', '.', '', '../other.safetensors', 'a\\b.safetensors', '/etc/passwd', 5, null]) {
            const index = { weight_map: { a: 'model-1.safetensors', b: wrong } };
            files['model.safetensors.index.json'] = new TextEncoder().encode(JSON.stringify(index));
            await throws(InvalidArgumentError, /index\.json: tensor "b" is in .*, which is not a file's name/, () =>
              Pipeline.load(folder, { backend }),
            );
          }
        } finally {
          globalThis.fetch = fetch;
        }
        equal(
          asked.filter((url) => !url.startsWith(folder) || url === folder),
          [],
        );
      },
    'weights that are not finite end in an error that names the layer': async () => {
      if (slow && !local) return; // all of a model's shaders, twice: Node's WebGPU has them
      const files = await filesOf('sentence-cls', sentences);
      const weights = files['model.safetensors']!.slice();
      const view = new DataView(weights.buffer);
      const size = Number(view.getBigUint64(0, true));
      const header = JSON.parse(new TextDecoder().decode(weights.subarray(8, 8 + size))) as Record<
        string,
        { data_offsets: [number, number] }
      >;
      const layer = 'encoder.layer.1';
      view.setFloat32(8 + size + header[`${layer}.output.dense.weight`]!.data_offsets[0], Number.NaN, true);
      const model = await Pipeline.load({ ...files, 'model.safetensors': weights }, { backend });
      await throws(NotFiniteError, new RegExp(`is not finite \\(NaN or infinite\\); first so in '${layer}' \\(`), () =>
        settled(model.ask({ text: 'a dog' }), 'it', 120),
      );
      model.dispose();
    },
    'a text that is longer than maxLength is refused': async () => {
      const files = await filesOf('sentence-cls', sentences);
      for (const wrong of [-1, 1.5, '5', Number.NaN, null, 2 ** 53])
        await throws(InvalidArgumentError, /maxLength must be a positive integer; got/, () =>
          Pipeline.load(files, { backend, maxLength: wrong as number }),
        );
      const any = await Pipeline.load(files, { backend });
      const most = (await any.encode('a dog')).ids.length;
      any.dispose();
      const model = await Pipeline.load(files, { backend, maxLength: most });
      equal((await model.encode('a dog')).ids.length, most);
      for (const ask of [(text: string) => model.ask({ text }), (text: string) => model.encode(text)])
        for (const text of ['a dog a', 'a dog '.repeat(100)])
          await throws(
            LimitError,
            new RegExp(`the text has more than ${most} tokens, which is the limit; .*maxLength`),
            () => ask(text),
          );
      if (!slow) equal((await model.ask({ text: 'a dog' })).embedding.length, 48);
      model.dispose();
    },
    'what is not a file is refused by name': async () => {
      const files = await filesOf('sentence-cls', sentences);
      const gone = files['config.json']!.slice().buffer;
      structuredClone(gone, { transfer: [gone] });
      class Unreadable extends Blob {
        override arrayBuffer(): Promise<ArrayBuffer> {
          return Promise.reject(new DOMException('the disk refused', 'NotReadableError'));
        }
      }
      for (const wrong of ['{}', 42, null, undefined, {}, [1, 2], () => {}])
        await throws(InvalidArgumentError, /config\.json must be a Blob, an ArrayBuffer or a Uint8Array; got/, () =>
          Pipeline.load({ ...files, 'config.json': wrong as never }, { backend }),
        );
      await throws(IoError, /config\.json cannot be read: /, () =>
        Pipeline.load({ ...files, 'config.json': gone }, { backend }),
      );
      await throws(IoError, /model\.safetensors cannot be read: the disk refused/, () =>
        Pipeline.load({ ...files, 'model.safetensors': new Unreadable() }, { backend }),
      );
      for (const wrong of [null, undefined, 42, true])
        await throws(InvalidArgumentError, /a model must be a folder's address or its files by name; got/, () =>
          Pipeline.load(wrong as never, { backend }),
        );
      await throws(InvalidArgumentError, /is not the address of a folder/, () =>
        Pipeline.load('http://[', { backend }),
      );
      await throws(InvalidArgumentError, /task must be a string/, () =>
        Pipeline.load(files, { backend, task: 5 as never }),
      );
      await throws(InvalidArgumentError, /config\.json must be/, () => Pipeline.summarize('x' as never, backend));
    },
    'questions of the wrong type are refused by key': async () => {
      const model = await Pipeline.load(await filesOf('sentence-cls', sentences), { backend });
      for (const [key, wrong] of [
        ['text', 5],
        ['text', null],
        ['pair', {}],
        ['labels', 'cat'],
        ['labels', [1]],
        ['top', '5'],
        ['top', 1e99],
        ['maxNewTokens', Number.NaN],
        ['maxNewTokens', 2.5],
        ['temperature', Infinity],
        ['seed', -1],
        ['stopTokens', [1.5]],
        ['speechTask', 'sing'],
        ['timestamps', 'yes'],
        ['image', 'x.png'],
        ['audio', [1, 2]],
      ] as const)
        await throws(InvalidArgumentError, new RegExp(`${key} must be `), () => model.ask({ text: 'a', [key]: wrong }));
      for (const image of [new Uint8Array(3), new Blob(['not a picture'])])
        await throws(BitloomError, /./, () => model.ask({ text: 'a', image }));
      await throws(InvalidArgumentError, /text must be a string/, () => model.encode(5 as never));
      await throws(InvalidArgumentError, /ids must be an array/, () => model.decode(['a'] as never));
      await throws(InvalidArgumentError, /'topp' is not supported/, () => model.generate({}, { topp: 1 } as never));
      await throws(InvalidArgumentError, /inputs must be an object/, () => model.run(null as never));
      if (!slow)
        check((await model.ask({ text: '\ud800 a' })).embedding.every(Number.isFinite), 'half a surrogate pair');
      model.dispose();
      await throws(DisposedError, /disposed/, () => model.ask({ text: 'a' }));
    },
    'functions of the caller that throw, and work that is called off': () =>
      leaksNothing(backend, async () => {
        const files = await filesOf('sentence-cls', sentences);
        const mine = new Error('mine');
        const fail = (): never => {
          throw mine;
        };
        const gives = async (reason: unknown, run: () => Promise<unknown>): Promise<void> => {
          const error = await settled(run(), 'it').then(
            () => 'nothing was thrown',
            (e: unknown) => e,
          );
          check(error === reason, `got ${error}`);
        };
        await gives(mine, () => Pipeline.load(files, { backend, bitsPerWeight: 4, onProgress: fail }));
        await gives(mine, () => Pipeline.load(`${goldens}sentence-cls`, { backend, onProgress: fail }));
        const stop = () => {
          const controller = new AbortController();
          return { signal: controller.signal, abort: () => controller.abort(mine) };
        };
        const quantizing = stop();
        await gives(mine, () =>
          Pipeline.load(files, {
            backend,
            bitsPerWeight: 2,
            signal: quantizing.signal,
            onProgress: quantizing.abort,
          }),
        );
        const early = stop();
        early.abort();
        await gives(mine, () => Pipeline.load(files, { backend, signal: early.signal }));
        if (slow) return; // all of a model's shaders: the device is destroyed below while it writes
        const writer = await Pipeline.load(await filesOf('llama', ['config.json', 'model.safetensors']), { backend });
        const ids = new Tensor([1, 3], [1, 2, 3], { dataType: 'int32' });
        await gives(mine, () => writer.generate({ input_ids: ids }, { onToken: fail }));
        const writing = stop();
        await gives(mine, () =>
          writer.generate({ input_ids: ids }, { signal: writing.signal, onToken: writing.abort }),
        );
        const { tokens } = await writer.generate({ input_ids: ids }, { maxNewTokens: 1 });
        equal(tokens.length, 1, 'what it writes afterwards:');
        writer.dispose();
        ids.dispose();
      }),
    'a backend that is disposed while a model loads': async () => {
      const files = await filesOf('sentence-cls', sentences);
      const doomed = await (backend instanceof WebGPUBackend
        ? createWebGPUBackend({ models: true })
        : createWasmBackend({ models: true, threads: 1 }));
      await leaksNothing(backend, async () => {
        const model = await Pipeline.load(files, { backend: doomed });
        const loading = Pipeline.load(files, { backend: doomed, bitsPerWeight: 4 });
        const asking = model.ask({ text: 'a dog' });
        doomed.dispose();
        for (const work of [loading, asking] as Promise<unknown>[])
          await settled(work, 'it').then(
            (made) => (made instanceof Pipeline ? made.dispose() : undefined),
            (error) => check(error instanceof DisposedError, `threw ${error}`),
          );
        await throws(DisposedError, /disposed/, () => model.ask({ text: 'a dog' }));
        model.dispose();
      });
    },
  };
  if (local)
    tests['what is no file on disk, or cannot be read, is refused by name'] = async () => {
      const { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } = await import('node:fs' as string);
      const { execFileSync } = await import('node:child_process' as string);
      const { tmpdir } = await import('node:os' as string);
      const folder = `${mkdtempSync(`${tmpdir()}/bitloom-files-`)}/`;
      try {
        const files = await filesOf('sentence-cls', ['config.json', 'model.safetensors', 'tokenizer.json']);
        for (const [name, bytes] of Object.entries(files)) writeFileSync(folder + name, bytes);
        (await Pipeline.load(folder, { backend })).dispose();
        for (const [what, make, reason] of [
          ['a folder', (path: string) => mkdirSync(path), /it is not a file$/],
          ['a FIFO', (path: string) => execFileSync('mkfifo', [path]), /it is not a file$/], // which nobody writes to
          // A file that even the administrator cannot read, nor anyone whole.
          ['an unreadable file', (path: string) => symlinkSync('/proc/self/mem', path), /EIO/],
        ] as const)
          for (const [name, bytes] of Object.entries(files)) {
            rmSync(folder + name);
            make(folder + name);
            const error = await settled(Pipeline.load(folder, { backend }), `${what} as ${name}`).catch(
              (e: unknown) => e,
            );
            check(error instanceof IoError, `${what} as ${name}: ${error}`);
            check(error.message.includes(`${folder}${name} cannot be read: `), error.message);
            check(reason.test(error.message), error.message);
            rmSync(folder + name, { recursive: true });
            writeFileSync(folder + name, bytes);
          }
        await throws(IoError, /config\.json\/config\.json cannot be read: ENOTDIR/, () =>
          Pipeline.load(`${folder}config.json`, { backend }),
        );
        rmSync(`${folder}model.safetensors`);
        await throws(NotFoundError, /neither model\.safetensors nor .* was found/, () =>
          Pipeline.load(folder, { backend }),
        );
      } finally {
        rmSync(folder, { recursive: true });
      }
    };
  if (backend instanceof WebGPUBackend)
    tests['a GPU device that is destroyed in the middle of loading or asking'] = async () => {
      const random = new Random();
      const files = await filesOf('llama', ['config.json', 'model.safetensors']);
      for (let turn = 0; turn < (slow ? 2 : 12); ++turn) {
        const what = `seed ${random.seed}, turn ${turn}`;
        const doomed = await createWebGPUBackend({ models: true });
        const ms = [0, 5, 40, 150, 400][random.whole(0, 5)]!;
        const ids = new Tensor([1, 3], [1, 2, 3], { dataType: 'int32' });
        let end = false;
        const work = async (): Promise<void> => {
          while (!end) {
            const model = await Pipeline.load(files, { backend: doomed, bitsPerWeight: 4 });
            try {
              await model.generate({ input_ids: ids }, { maxNewTokens: 64 });
              await doomed.finish();
            } finally {
              model.dispose();
            }
          }
        };
        const works = [work(), work()].map((w) => settled(w, what, 60).catch((error: unknown) => error));
        await new Promise((resolve) => setTimeout(resolve, ms));
        doomed.device.destroy();
        const told = await settled(doomed.lost, what);
        check(told instanceof DeviceLostError, `${what}: lost said ${told}`);
        for (const error of await Promise.all(works))
          check(error instanceof DeviceLostError, `${what}: threw ${error} ${(error as Error)?.stack}`);
        end = true;
        ids.dispose();
        const left = doomed.memory();
        equal([left.live, left.buffers], [0, 0], `${what}:`);
        doomed.dispose();
      }
    };
  else
    tests['a backend without models, and one that is not ready'] = async () => {
      const plain = await createWasmBackend({ threads: 1 });
      await throws(UnsupportedError, /created without models/, () => Pipeline.load({}, { backend: plain }));
      plain.dispose();
      await throws(DisposedError, /disposed/, () => Pipeline.load({}, { backend: plain }));
    };
  return tests;
}
