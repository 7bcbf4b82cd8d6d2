// Models where the package runs: small random ones of every family against their reference implementation, and the zoo.
import {
  Pipeline,
  Tensor,
  UnsupportedError,
  InvalidArgumentError,
  NotFoundError,
  createWasmBackend,
  type Backend,
  type DataType,
} from '../dist/index.js';
import { Random, check, compilesSlowly, equal, isSlow, throws, type Tests } from './check.js';
import { bytesAt, goldens } from './hostile.js';

const here = import.meta.url;
const zoo = here.startsWith('file:') ? new URL('../../zoo/', here).href : new URL('/zoo/', here).href;

// What the reference was given and gave, as tools/goldens.py names it; a reader of safetensors of its own.
interface Golden {
  name: string;
  has(key: string): boolean;
  at(key: string): Tensor;
}
async function golden(name: string): Promise<Golden> {
  const bytes = await bytesAt(`${goldens}${name}/golden.safetensors`);
  const size = Number(new DataView(bytes.buffer).getBigUint64(0, true));
  const about = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + size))) as Record<
    string,
    { dtype: string; shape: number[]; data_offsets: [number, number] }
  >;
  const at = (key: string): Tensor => {
    const entry = about[key];
    check(entry, `no golden '${key}' in ${name}`);
    const [from, to] = entry.data_offsets;
    const data = bytes.slice(8 + size + from, 8 + size + to).buffer;
    const dataType: DataType = entry.dtype === 'F32' ? 'float32' : 'int32';
    return new Tensor(entry.shape, entry.dtype === 'F32' ? new Float32Array(data) : new Int32Array(data), { dataType });
  };
  return { name, has: (key) => key in about, at };
}

// Texts, pictures, decoders, encoders with decoders: models of a kind share most of their shaders.
const kindOf = ({ has }: Golden): string =>
  has('pixel_values') ? 'pictures' : has('decoder_input_ids') ? 'pairs' : has('greedy') ? 'decoders' : 'texts';

type Names = Record<string, string>;
const inputNames = ['input_ids', 'token_type_ids', 'attention_mask', 'pixel_values', 'input_features'];
const outputNames: Names = {
  ...Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`hidden_${i}`, `hidden.${i}`])),
  logits: 'logits',
  pooled: 'pooled',
  image_embeds: 'image_embeds',
  text_embeds: 'text_embeds',
};

async function agree(backend: Backend, { name, has, at }: Golden): Promise<void> {
  const model = await Pipeline.load(goldens + name, { backend });
  equal(
    model.unused.filter((tensor) => !/lm_head|pooler|position_ids|seq_relationship/.test(tensor)),
    [],
    `${name}: unused`,
  );
  const given = (prefix: string): Record<string, Tensor> =>
    Object.fromEntries(inputNames.filter((key) => has(prefix + key)).map((key) => [key, at(prefix + key)]));
  let compared = 0;
  for (const prefix of ['', 'batch.']) {
    const inputs = given(prefix);
    const names: Names = {
      ...outputNames,
      last_hidden_state: has('encoder_last_hidden') ? 'encoder_last_hidden' : 'last_hidden',
    };
    if (has('decoder_input_ids')) delete names['logits']; // the decoder's, which is run below
    if (has(`${prefix}text_embeds`)) inputs['pooled_at'] = await endsOf(inputs['input_ids']!);
    const wanted = Object.keys(names).filter((ours) => has(prefix + names[ours]!));
    if (wanted.length === 0) continue;
    const got = await model.run(inputs, wanted);
    const mask = await inputs['attention_mask']?.read();
    for (const ours of wanted) {
      const want = at(prefix + names[ours]!);
      equal(got[ours]!.shape, want.shape, `${name} ${prefix}${ours}:`);
      const [a, b] = [await got[ours]!.read(), await want.read()];
      let most = 0;
      let size = 0;
      for (let i = 0; i < b.length; ++i) {
        if (want.rank === 3 && mask?.[Math.floor(i / want.shape[2]!)] === 0) continue; // what stands at padding
        most = Math.max(most, Math.abs(a[i]! - b[i]!));
        size += b[i]! ** 2;
      }
      const typical = Math.sqrt(size / b.length);
      check(most <= 1e-4 * typical, `${name} ${prefix}${ours}: off by ${most} of ${typical}`);
      ++compared;
    }
  }
  check(compared >= 2, `${name}: only ${compared} results were compared`);
  if (has('greedy')) {
    // Token by token, with a cache: the 12 tokens that the reference wrote, none of them a stop token.
    const all = Array.from(await at('greedy').read());
    const start = all.length - 12;
    const seen: number[] = [];
    const { tokens, ended } = await model.generate(given(''), {
      maxNewTokens: 12,
      onToken: (token) => void seen.push(token),
      ...(has('decoder_input_ids') ? { prompt: all.slice(0, start) } : {}),
    });
    equal(tokens, all.slice(start), `${name} wrote`);
    equal(seen, tokens, `${name} told`);
    equal(ended, false, `${name} ended:`);
  }
  model.dispose();
}

// Where each text ends: its largest token, as CLIP has it.
async function endsOf(ids: Tensor): Promise<Tensor> {
  const [rows, length] = ids.shape as [number, number];
  const all = await ids.read();
  const ends = Array.from({ length: rows }, (_, row) => {
    const text = Array.from(all.subarray(row * length, (row + 1) * length));
    return row * length + text.indexOf(Math.max(...text));
  });
  return new Tensor([rows], ends, { dataType: 'int32' });
}

/** Tests of models on a backend made with them; `names` are the folders of the goldens. */
export async function modelTests(backend: Backend, names: readonly string[]): Promise<Tests> {
  const random = new Random();
  const slow = isSlow(backend);
  const all = (await Promise.all(names.map(golden))).filter(({ has }) => inputNames.some(has));
  // Where every shader takes a while to compile: one of each kind, another each time; where it takes longest, of one kind.
  const kinds = Map.groupBy(all, kindOf);
  const drawn = [...kinds.values()].map((kind) => kind[random.whole(0, kind.length)]!);
  const chosen = !slow ? all : compilesSlowly(backend) ? [drawn[random.whole(0, drawn.length)]!] : drawn;
  const tests: Tests = Object.fromEntries(
    chosen.map((one) => [`${one.name} agrees with its reference`, () => agree(backend, one)]),
  );
  tests['there are goldens of every kind'] = () =>
    equal([...kinds.keys()].sort(), ['decoders', 'pairs', 'pictures', 'texts']);
  tests['what a list becomes is drawn'] = async () => {
    const tensors = [new Tensor([4, 8]), new Tensor([8, 4]), new Tensor([4])];
    const { explanation } = await backend.explain(tensors, ['matmul', 'add', 'relu'], { pictures: true });
    for (const svg of [explanation.svg!.before, explanation.svg!.after])
      check(svg.startsWith('<svg') && svg.trimEnd().endsWith('</svg>') && svg.includes('>relu<'), svg);
    equal((await backend.explain(tensors, ['matmul', 'add', 'relu'])).explanation.svg, undefined);
  };
  tests['the intents of sentences, in every number of bits'] = async () => {
    let before = Infinity;
    for (const bitsPerWeight of slow ? ([4] as const) : ([undefined, 8, 4, 3, 2] as const)) {
      const parts: number[] = [];
      const model = await Pipeline.load(`${zoo}intents`, {
        backend,
        bitsPerWeight,
        onProgress: (p) => {
          if (p.stage === 'quantize') parts.push(p.part);
        },
      });
      check(bitsPerWeight === undefined ? parts.length === 0 : parts.at(-1) === 1, `progress ends at ${parts.at(-1)}`);
      check(model.bytes < before, `${bitsPerWeight} bits take ${model.bytes} bytes, more bits ${before}`);
      before = model.bytes;
      const { labels } = await model.ask({ text: 'My new card still has not arrived, where is it?', top: 3 });
      equal(labels.length, 3);
      equal(labels[0]!.name, 'card_arrival', `${bitsPerWeight} bits:`);
      model.dispose();
    }
  };
  tests['sentences become vectors as modules.json says'] = async () => {
    for (const name of ['sentence-cls', 'sentence-last']) {
      const { at } = await golden(name);
      const model = await Pipeline.load(goldens + name, { backend });
      equal(model.task, 'feature-extraction');
      const { texts } = JSON.parse(new TextDecoder().decode(await bytesAt(`${goldens}${name}/golden.json`))) as {
        texts: string[];
      };
      for (const [i, text] of texts.entries()) {
        const { embedding } = await model.ask({ text });
        const want = await at(`text.${i}.sentence`).read();
        equal(embedding.length, want.length);
        for (const [k, v] of embedding.entries())
          check(Math.abs(v - want[k]!) < 1e-4, `${name}: ${text}, ${k}: ${v}, not ${want[k]}`);
      }
      model.dispose();
    }
    const config = await bytesAt(`${goldens}sentence-last/config.json`);
    equal(await Pipeline.summarize(config, backend), { family: 'llama', task: 'feature-extraction', takes: ['text'] });
    const other = new TextEncoder().encode('{"model_type":"bert","architectures":["BertForMultipleChoice"]}');
    await throws(UnsupportedError, /architecture 'BertForMultipleChoice' is not supported; supported of bert are/, () =>
      Pipeline.summarize(other, backend),
    );
  };
  tests['tasks by their names, and classes of tokens as fields'] = async () => {
    const files = {
      'config.json': await bytesAt(`${goldens}bert-token/config.json`),
      'model.safetensors': await bytesAt(`${goldens}bert-token/model.safetensors`),
      'vocab.txt': new TextEncoder().encode(
        [
          ...['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]', 'ann', '##a', 'flew', 'to', 'rome', 'caf', '##e', '.'],
          ...Array.from({ length: 86 }, (_, i) => `unused${i}`),
        ].join('\n'),
      ),
    };
    for (const task of ['token-classification', 'classify', undefined] as const) {
      const model = await Pipeline.load(files, { backend, task });
      equal(model.task, 'token-classification');
      const text = '\u{1f600} Anna flew to caf\u00e9 \u{1f600} Rome.';
      const { task: done, labels, entities } = await model.ask({ text });
      equal([done, labels], ['token-classification', []]);
      const known = entities.filter(({ word }) => word !== '[UNK]');
      equal(
        known.map(({ word }) => word),
        ['ann', '##a', 'flew', 'to', 'caf', '##e', 'rome', '.'],
      );
      equal(
        known.map(({ start, end }) => text.slice(start, end)),
        ['Ann', 'a', 'flew', 'to', 'caf', '\u00e9', 'Rome', '.'],
      );
      equal(
        entities.map(({ index }) => index),
        entities.map((_, i) => i + 1),
      );
      const { ids } = await model.encode(text);
      const { logits } = await model.run({ input_ids: new Tensor([1, ids.length], ids, { dataType: 'int32' }) }, [
        'logits',
      ]);
      const all = await logits!.read();
      entities.forEach(({ entity, score, index }) => {
        const row = Array.from(all.slice(6 * index, 6 * index + 6));
        const best = Math.max(...row);
        equal(entity, `LABEL_${row.indexOf(best)}`);
        check(Math.abs(1 / row.reduce((sum, v) => sum + Math.exp(v - best), 0) - score) < 1e-5, `${entity}: ${score}`);
      });
      model.dispose();
    }
    await throws(
      UnsupportedError,
      /task 'listen' is not supported by this model; supported are token-classification, feature-extraction$/,
      () => Pipeline.load(files, { backend, task: 'listen' }),
    );
    await throws(InvalidArgumentError, /'juggle' is not supported; supported are text-classification, /, () =>
      Pipeline.load(files, { backend, task: 'juggle' as 'embed' }),
    );
  };
  if (!slow)
    Object.assign(tests, {
      'clothes in pictures, what a caption fits, and numbers in words': async () => {
        const clothes = await Pipeline.load(`${zoo}clothes/`, { backend });
        for (const name of ['ankle-boot', 'bag', 'dress', 'sandal']) {
          const { labels } = await clothes.ask({
            image: new Blob([(await bytesAt(`${zoo}clothes/sample/${name}.png`)) as Uint8Array<ArrayBuffer>]),
          });
          equal(labels[0]!.name.toLowerCase().replaceAll(' ', '-'), name);
        }
        await throws(InvalidArgumentError, /supported are PNG and JPEG/, () =>
          clothes.ask({ image: new Uint8Array(100) }),
        );
        await throws(InvalidArgumentError, /needs a picture/, () => clothes.ask({}));
        await throws(
          InvalidArgumentError,
          /vit is for image-classification: text, maxNewTokens are not supported; supported are image, top$/,
          () => clothes.ask({ text: 'a boot', maxNewTokens: 3 }),
        );
        clothes.dispose();
        const clip = await Pipeline.load(`${zoo}clip`, { backend });
        const captions = [
          'a photo of a bright narrow short plain t-shirt',
          'a photo of a bright narrow tall plain sandal',
        ];
        for (const [i, caption] of captions.entries()) {
          const { labels } = await clip.ask({ image: await bytesAt(`${zoo}clip/sample/${i}.png`), labels: captions });
          equal(labels[0]!.name, caption);
        }
        clip.dispose();
        const numbers = await Pipeline.load(`${zoo}numbers`, { backend });
        equal((await numbers.ask({ text: 'translate English to French: ninety-nine' })).text, 'quatre-vingt-dix-neuf');
        numbers.dispose();
      },
      'spoken digits, and verses as they come': async () => {
        const digits = await Pipeline.load(`${zoo}digits`, { backend });
        const { text } = await digits.ask({ audio: await bytesAt(`${zoo}digits/sample/3-1-5-1.wav`) });
        equal(text.replace(/[^a-z ]/gi, '').trim(), 'one five one');
        digits.dispose();
        const verses = await Pipeline.load(`${zoo}verses`, { backend, bitsPerWeight: 8 });
        let told = '';
        const whole = await verses.ask({ text: 'ROMEO:', maxNewTokens: 24, onText: (piece) => void (told += piece) });
        equal(told.trim(), whole.text.trim());
        const cut = await verses.ask({ text: 'ROMEO:', maxNewTokens: 24, onText: () => false });
        equal(cut.tokens, whole.tokens.slice(0, 1));
        const [one, two, other] = await Promise.all(
          [1, 1, 2].map((seed) => verses.ask({ text: 'ROMEO:', maxNewTokens: 24, temperature: 1, topK: 40, seed })),
        );
        equal(one!.tokens, two!.tokens, 'the same seed');
        check(one!.text !== other!.text, 'another seed writes the same');
        const { ids } = await verses.encode('My kingdom for a horse');
        check((await verses.decode(ids)).includes('My kingdom for a horse'), `decodes to ${await verses.decode(ids)}`);
        verses.dispose();
      },
      'what is wrong with a model is said': async () => {
        const plain = await createWasmBackend({ threads: 1 });
        await throws(UnsupportedError, /models: true/, () => Pipeline.load(`${zoo}intents`, { backend: plain }));
        plain.dispose();
        await throws(NotFoundError, /config.json was not found/, () => Pipeline.load(`${zoo}nothing`, { backend }));
        await throws(InvalidArgumentError, /bitsPerWeight/, () =>
          Pipeline.load(`${zoo}intents`, { backend, bitsPerWeight: 5 as 4 }),
        );
        const encoder = new TextEncoder();
        await throws(UnsupportedError, /model_type 'mystery'/, () =>
          Pipeline.load({ 'config.json': encoder.encode('{"model_type":"mystery"}') }, { backend }),
        );
        await throws(NotFoundError, /no \*\.safetensors/, () =>
          Pipeline.load({ 'config.json': encoder.encode('{"model_type":"bert"}') }, { backend }),
        );
        const intents = await Pipeline.load(`${zoo}intents`, { backend });
        await throws(InvalidArgumentError, /needs a text/, () => intents.ask({}));
        await throws(InvalidArgumentError, /'words' is not supported/, () => intents.ask({ words: 'x' } as object));
        intents.dispose();
      },
    } satisfies Tests);
  return tests;
}
