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

const here = import.meta.url;
const local = here.startsWith('file:');
const goldens = local ? new URL('../../tests/goldens/models/', here).href : new URL('/goldens/models/', here).href;
const zoo = local ? new URL('../../zoo/', here).href : new URL('/zoo/', here).href;

async function bytesAt(url: string): Promise<Uint8Array> {
  if (local) return new Uint8Array(await (await import('node:fs/promises' as string)).readFile(new URL(url)));
  const response = await fetch(url);
  check(response.ok, `${url} answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

// A reader of safetensors of its own.
async function golden(name: string): Promise<(key: string) => Tensor> {
  const bytes = await bytesAt(`${goldens}${name}/golden.safetensors`);
  const size = Number(new DataView(bytes.buffer).getBigUint64(0, true));
  const about = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + size))) as Record<
    string,
    { dtype: string; shape: number[]; data_offsets: [number, number] }
  >;
  return (key) => {
    const entry = about[key];
    check(entry, `no golden '${key}' in ${name}`);
    const [from, to] = entry.data_offsets;
    const data = bytes.slice(8 + size + from, 8 + size + to).buffer;
    const dataType: DataType = entry.dtype === 'F32' ? 'float32' : 'int32';
    return new Tensor(entry.shape, entry.dtype === 'F32' ? new Float32Array(data) : new Int32Array(data), { dataType });
  };
}

type Names = Record<string, string>;
const hidden: Names = { hidden_0: 'hidden.0', hidden_1: 'hidden.1', hidden_2: 'hidden.2' };

// Our names to the golden's, of what goes in and what comes out; `writes`: how many tokens its greedy text starts with.
interface Case {
  name: string;
  runs: { inputs: Names; outputs: Names }[];
  writes?: 'input_ids' | 'decoder';
}
const cases: Case[] = [
  ...['bert', 'bert-sequence', 'bert-token'].map(
    (name): Case => ({
      name,
      runs: [
        {
          inputs: { input_ids: 'input_ids', token_type_ids: 'token_type_ids' },
          outputs: { ...hidden, logits: 'logits' },
        },
        {
          inputs: { input_ids: 'batch.input_ids', attention_mask: 'batch.attention_mask' },
          outputs: { logits: 'batch.logits' },
        },
      ],
    }),
  ),
  ...['distilbert-sequence', 'roberta-fill', 'modernbert-token'].map(
    (name): Case => ({
      name,
      runs: [{ inputs: { input_ids: 'input_ids' }, outputs: { ...hidden, logits: 'logits' } }],
    }),
  ),
  {
    name: 'vit',
    runs: [
      {
        inputs: { pixel_values: 'pixel_values' },
        outputs: { ...hidden, logits: 'logits', last_hidden_state: 'last_hidden' },
      },
    ],
  },
  { name: 'clip', runs: [{ inputs: { pixel_values: 'pixel_values' }, outputs: { image_embeds: 'image_embeds' } }] },
  ...['llama', 'mistral', 'qwen2', 'phi3', 'gpt2'].map(
    (name): Case => ({
      name,
      writes: 'input_ids',
      runs: [{ inputs: { input_ids: 'input_ids' }, outputs: { ...hidden, logits: 'logits' } }],
    }),
  ),
  ...['t5-relu', 't5-gated-gelu'].map(
    (name): Case => ({
      name,
      writes: 'decoder',
      runs: [{ inputs: { input_ids: 'input_ids' }, outputs: { ...hidden, last_hidden_state: 'encoder_last_hidden' } }],
    }),
  ),
  {
    name: 'whisper',
    writes: 'decoder',
    runs: [
      {
        inputs: { input_features: 'input_features' },
        outputs: { ...hidden, last_hidden_state: 'encoder_last_hidden' },
      },
    ],
  },
];

async function agree(backend: Backend, { name, runs, writes }: Case): Promise<void> {
  const at = await golden(name);
  const model = await Pipeline.load(goldens + name, { backend });
  equal(
    model.unused.filter((tensor) => !/lm_head|pooler|position_ids|seq_relationship/.test(tensor)),
    [],
    `${name}: unused`,
  );
  const given = (names: Names) => Object.fromEntries(Object.entries(names).map(([ours, theirs]) => [ours, at(theirs)]));
  for (const { inputs, outputs } of runs) {
    const got = await model.run(given(inputs), Object.keys(outputs));
    for (const [ours, theirs] of Object.entries(outputs)) {
      const [a, b] = [await got[ours]!.read(), await at(theirs).read()];
      equal(a.length, b.length, `${name} ${ours}:`);
      let most = 0;
      let size = 0;
      for (let i = 0; i < b.length; ++i) {
        most = Math.max(most, Math.abs(a[i]! - b[i]!));
        size += b[i]! ** 2;
      }
      check(
        most <= 1e-4 * Math.sqrt(size / b.length),
        `${name} ${ours}: off by ${most} of ${Math.sqrt(size / b.length)}`,
      );
    }
  }
  if (writes) {
    // Token by token, with a cache: what the reference wrote.
    const all = Array.from(await at('greedy').read());
    const { inputs } = runs[0]!;
    const start = writes === 'input_ids' ? at('input_ids').shape[1]! : name === 'whisper' ? all.length - 12 : 1;
    const seen: number[] = [];
    const { tokens, ended } = await model.generate(given(inputs), {
      maxNewTokens: 12,
      onToken: (token) => void seen.push(token),
      ...(writes === 'decoder' ? { prompt: all.slice(0, start) } : {}),
    });
    check(tokens.length >= 3, `${name} wrote ${tokens.length} tokens`);
    equal(tokens, all.slice(start, start + tokens.length), `${name} wrote`);
    equal(seen, tokens, `${name} told`);
    check(ended || tokens.length === 12, `${name} stopped by itself after ${tokens.length}`);
  }
  model.dispose();
}

/** Tests of models on a backend made with them. */
export function modelTests(backend: Backend): Tests {
  const random = new Random();
  const slow = isSlow(backend);
  // Where every shader takes a while to compile: one of each kind, another each time; where it takes longest, of one kind.
  const kinds = ['bert|distilbert|roberta|modernbert', 'vit|clip', 'llama|mistral|qwen2|phi3|gpt2', 't5|whisper'].map(
    (kind) => cases.filter(({ name }) => new RegExp(`^(${kind})`).test(name)),
  );
  const drawn = kinds.map((kind) => kind[random.whole(0, kind.length)]!);
  const from = random.whole(0, kinds.length);
  const chosen = !slow ? cases : compilesSlowly(backend) ? [drawn[from]!] : drawn;
  const tests: Tests = Object.fromEntries(
    chosen.map((one) => [`${one.name} agrees with its reference`, () => agree(backend, one)]),
  );
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
      const at = await golden(name);
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
      const { logits } = await model.run({ input_ids: new Tensor([1, ids.length], ids, { dataType: 'i32' }) }, [
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
    await throws(UnsupportedError, /is for token-classification, not for listen/, () =>
      Pipeline.load(files, { backend, task: 'listen' }),
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
        await throws(InvalidArgumentError, /needs a picture/, () => clothes.ask({ text: 'a boot' }));
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
