// Models: a tab for each family and one for a model of one's own. A question goes to the model in few bits and, to see what
// they cost, to the model as it is.
// Tests read data-models on the root element: running, answered, stopped, or wrong.
import { Pipeline } from '../dist/index.js';
import type { Answer, Backend, LoadProgress, PipelineOptions, Question } from '../dist/index.js';
import {
  captionsInput,
  choices,
  fetched,
  ownInput,
  pictureInput,
  soundInput,
  textInput,
  writingInput,
} from './inputs.js';
import type { Input, Sample, Source } from './inputs.js';
import { $, bytes, make, message, milliseconds, place } from './parts.js';

interface Page {
  open(): Promise<Backend>;
  busy(on: boolean, except?: string): void;
  lost(error: unknown): void;
}
type Bits = NonNullable<PipelineOptions['bitsPerWeight']> | 0;
interface Kind {
  bits: Bits;
  mixed: boolean;
}
interface Loaded {
  pipeline: Pipeline;
  ms: number;
  asked: boolean;
}
interface Tab {
  name: string;
  zoo: string;
  about: string;
  inputs: () => Input[];
}

// --- The tabs ------------------------------------------------------------------------------------------------------------
const zoo = (name: string): string => `/zoo/${name}/`;
const lines =
  (name: string, key: string, label = (text: string): string => text) =>
  async (): Promise<Sample[]> =>
    (await (await fetched(`${zoo(name)}sample/sample.jsonl`)).text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)[key] as string)
      .map((text) => ({ name: label(text), text }));
const files = (name: string, list: Record<string, string>) => async (): Promise<Sample[]> =>
  Object.entries(list).map(([file, label]) => ({ name: label, url: `${zoo(name)}sample/${file}` }));
const kinds = [
  'a t-shirt',
  'a pair of trousers',
  'a pullover',
  'a dress',
  'a coat',
  'a sandal',
  'a shirt',
  'a sneaker',
  'a bag',
  'an ankle boot',
];

const tabs: Tab[] = [
  {
    name: 'BERT',
    zoo: 'intents',
    about: 'Which of 77 things does a bank’s customer want?',
    inputs: () => [textInput('A customer’s question', lines('intents', 'text'))],
  },
  {
    name: 'ViT',
    zoo: 'clothes',
    about:
      'Which of ten kinds of clothing is it? Trained on small grey pictures, bright on black: invert a photo on white.',
    inputs: () => [
      pictureInput(
        files('clothes', {
          'ankle-boot.png': 'ankle boot',
          'bag.png': 'bag',
          'dress.png': 'dress',
          'sandal.png': 'sandal',
          'trousers.png': 'trousers',
        }),
      ),
    ],
  },
  {
    name: 'CLIP',
    zoo: 'clip',
    about:
      'Which caption fits the picture? It knows clothes that are dark or bright, narrow or wide, short or tall, plain or patterned.',
    inputs: () => [
      pictureInput(
        files('clip', {
          '0.png': 't-shirt',
          '1.png': 'sandal',
          '2.png': 'pullover',
          '3.png': 'another sandal',
          '4.png': 'dress',
        }),
      ),
      captionsInput(kinds.map((kind) => `a photo of ${kind}`)),
    ],
  },
  {
    name: 'T5',
    zoo: 'numbers',
    about: 'Number words from English, zero to 999,999.',
    inputs: () => [
      textInput(
        'A number in English words',
        lines('numbers', 'input', (text) => text.replace('translate English to ', '')),
        ['French', 'German'].map((language) => [`translate English to ${language}: `, language] as const),
      ),
    ],
  },
  {
    name: 'Whisper',
    zoo: 'digits',
    about: 'One to five spoken English digits, four seconds at a time.',
    inputs: () => [
      soundInput(
        files('digits', { '0-0.wav': '0', '1-4-0.wav': '4 0', '2-8-8-5-2-5.wav': '8 8 5 2 5', '3-1-5-1.wav': '1 5 1' }),
      ),
    ],
  },
  {
    name: 'Llama',
    zoo: 'verses',
    about: 'Goes on in Shakespeare’s manner; beginning and length together have room for 256 tokens.',
    inputs: () => [
      textInput(
        'The beginning',
        lines('verses', 'prompt', (text) => text.trim().replace('\n', ' ')),
      ),
      writingInput(0.8, 96),
    ],
  },
  {
    name: 'Your own',
    zoo: '',
    about: 'A Hugging Face folder: config.json, safetensors, a tokenizer. Its files stay on your device.',
    inputs: () => [ownInput(async (config) => Pipeline.summarize(config, await page.open()))],
  },
];

// --- What is shown -------------------------------------------------------------------------------------------------------
const percent = (score: number): string =>
  score > 0 && score < 0.0005 ? 'under 0.1%' : `${(100 * score).toFixed(1)}%`;
const title = ({ bits, mixed }: Kind): string =>
  bits ? `${bits} ${bits === 1 ? 'bit' : 'bits'}${mixed ? ', mixed' : ''}` : 'As it is';
const chip = (value: string, text: string): HTMLElement => make('li', {}, make('b', {}, value), ` ${text}`);

// One answer: what, how large the model is, and how long it took.
class Card {
  readonly #body = make('div', { className: 'stack' }, make('p', { className: 'quiet' }, '…'));
  readonly #size = make('span', { className: 'quiet' });
  readonly #chips = make('ul', { className: 'chips' });
  readonly element: HTMLElement;
  readonly #written = make('p', { className: 'written' });

  constructor(kind: Kind) {
    this.element = make(
      'article',
      { className: 'stack' },
      make('div', { className: 'bar' }, make('h3', {}, title(kind)), this.#size),
      this.#body,
      this.#chips,
    );
  }
  begin({ task }: Pipeline, { text = '' }: Question): void {
    this.#written.replaceChildren(
      ...(task === 'text2text-generation' || !text ? [] : [make('span', { className: 'quiet' }, text)]),
      '',
    );
  }
  add(text: string): void {
    if (!this.#written.isConnected) this.#body.replaceChildren(this.#written);
    this.#written.lastChild!.textContent += text;
  }
  show(answer: Answer, { pipeline, ms, asked }: Loaded, { seed, temperature }: Question): void {
    const { task, labels, entities, text, embedding, tokens, segments } = answer;
    if (labels.length)
      this.#body.replaceChildren(
        make(
          'ol',
          { className: 'labels' },
          ...labels.map(({ name, score }) => {
            const bar = make('i');
            bar.style.width = `${100 * score}%`;
            return make(
              'li',
              {},
              make('span', {}, name),
              make('b', {}, percent(score)),
              make('span', { className: 'worst', ariaHidden: 'true' }, bar),
            );
          }),
        ),
      );
    else if (entities.length)
      this.#body.replaceChildren(
        make(
          'ol',
          { className: 'labels' },
          ...entities.map(({ word, entity, score }) =>
            make('li', {}, make('span', {}, `${word} `, make('b', {}, entity)), make('b', {}, percent(score))),
          ),
        ),
      );
    else if (embedding.length)
      this.#body.replaceChildren(
        make(
          'pre',
          {},
          `${embedding.length} numbers: ${embedding
            .slice(0, 12)
            .map((v) => v.toFixed(3))
            .join(' ')} …`,
        ),
      );
    else if (segments.length > 1)
      this.#body.replaceChildren(
        make(
          'ol',
          { className: 'stack' },
          ...segments.map((s) =>
            make('li', {}, make('span', { className: 'quiet' }, `${s.from.toFixed(1)}–${s.to.toFixed(1)} s `), s.text),
          ),
        ),
      );
    else {
      this.#written.lastChild!.textContent = '';
      this.add(text || (task === 'automatic-speech-recognition' ? 'Nothing was heard.' : 'Nothing was written.'));
    }
    this.#size.textContent = `${bytes(pipeline.bytes)} of weights, ${bytes(pipeline.fileBytes)} in files`;
    const first = asked ? '' : pipeline.backend.info.platform === 'webgpu' ? ', compiling shaders' : ', the first time';
    this.#chips.replaceChildren(
      chip(`${milliseconds(answer.ms)} ms`, `to answer${first}`),
      chip(`${milliseconds(ms)} ms`, asked ? 'to load, before' : 'to load'),
      ...(tokens.length ? [chip(String(tokens.length), tokens.length === 1 ? 'token' : 'tokens')] : []),
      ...(answer.tokensPerSecond ? [chip(answer.tokensPerSecond.toFixed(0), 'tokens/s')] : []),
      ...(temperature ? [make('li', {}, `seed ${seed}`)] : []),
    );
  }
  /** Marks a written text from where it differs from another. */
  mark(same: number): void {
    const last = this.#written.lastChild!;
    const text = last.textContent ?? '';
    last.replaceWith(text.slice(0, same), make('mark', {}, text.slice(same)));
  }
}

// Whether few bits change the answer.
function verdict(
  few: Answer,
  whole: Answer,
  cards: readonly Card[],
  kind: Kind,
  { temperature }: Question,
): { same: boolean; text: string } {
  const at = title(kind);
  const [mine, theirs] = [few.labels[0], whole.labels[0]];
  if (mine && theirs) {
    const same = mine.name === theirs.name;
    return {
      same,
      text: same
        ? `The same answer: ${mine.name}, ${percent(mine.score)} at ${at} and ${percent(theirs.score)} as it is.`
        : `Not the same answer: ${mine.name} (${percent(mine.score)}) at ${at}, ${theirs.name} (${percent(theirs.score)}) as it is.`,
    };
  }
  if (few.entities.length) {
    const same = few.entities.filter(({ entity }, i) => entity === whole.entities[i]!.entity).length;
    return {
      same: same === few.entities.length,
      text: `${same} of ${few.entities.length} tokens have the same class.`,
    };
  }
  if (few.embedding.length) {
    const likeness = few.embedding.reduce((sum, v, i) => sum + v * (whole.embedding[i] ?? 0), 0);
    return { same: likeness > 0.99, text: `The cosine between the two is ${likeness.toFixed(4)}.` };
  }
  if (few.text === whole.text) return { same: true, text: 'The same answer, to the letter.' };
  let characters = 0;
  let tokens = 0;
  while (few.text[characters] === whole.text[characters]) ++characters;
  while (tokens < few.tokens.length && few.tokens[tokens] === whole.tokens[tokens]) ++tokens;
  for (const card of cards) card.mark(characters);
  const where = tokens
    ? `the first ${tokens} of ${whole.tokens.length} tokens agree`
    : 'they differ from the first token on';
  return {
    same: !!temperature,
    text: `Not the same text: ${where}.${temperature ? ' Where tokens are drawn, little changes a draw: compare at temperature 0.' : ''}`,
  };
}

// --- A tab ---------------------------------------------------------------------------------------------------------------
let page: Page;
const panels: Panel[] = [];

class Panel {
  readonly tab: HTMLButtonElement;
  readonly element: HTMLFormElement;
  readonly bits = choices<Bits>(
    'Bits of a weight',
    [
      [0, 'as it is'],
      [8, '8'],
      [4, '4'],
      [3, '3'],
      [2, '2'],
      [1, '1'],
    ],
    () => this.#settle(),
  );
  readonly mixed = make('input', { type: 'checkbox' });
  readonly #compare: HTMLInputElement;
  readonly #run: HTMLButtonElement;
  readonly #progress = make('progress', { max: 1, ariaLabel: 'Progress' });
  readonly #now = make('div', { className: 'quiet' });
  readonly #loading = make('div', { className: 'progress', hidden: true }, this.#progress, this.#now);
  readonly #error = make('div', { className: 'error', role: 'alert', hidden: true });
  readonly #verdict = make('p', { className: 'verdict' });
  readonly #status = make('div', { className: 'unseen', role: 'status' });
  readonly #cards = make('div', { className: 'cards' });
  readonly #inputs: Input[];
  readonly #settings: HTMLElement;
  readonly #kept = new Map<string, Loaded>();
  #started = false;
  #stopper: AbortController | undefined;

  constructor(
    readonly about: Tab,
    readonly key: string,
  ) {
    this.#inputs = about.inputs();
    this.#compare = make('input', { type: 'checkbox', checked: !!about.zoo });
    this.#run = make('button', { className: 'main', id: `run-${key}`, disabled: true }, 'Run');
    this.tab = make('button', { type: 'button', id: `tab-${key}`, role: 'tab' }, about.name);
    this.tab.setAttribute('aria-controls', `panel-${key}`);
    const check = (field: HTMLInputElement, label: string, tip: string): HTMLElement =>
      make('label', { className: 'check', title: tip }, field, label);
    this.#settings = make(
      'div',
      { className: 'controls' },
      make('span', { className: 'quiet' }, 'Bits'),
      this.bits.element,
      check(this.mixed, 'mixed precision', 'Embeddings, attention and the head get 8 bits'),
      check(this.#compare, 'compare with it as it is', 'Loads it twice and asks both'),
      this.#run,
    );
    this.element = make(
      'form',
      { id: `panel-${key}`, role: 'tabpanel', hidden: true },
      make('p', {}, about.about),
      ...this.#inputs.map((input) => input.element),
      this.#settings,
      this.#loading,
      this.#error,
      this.#verdict,
      this.#status,
      this.#cards,
    );
    this.element.setAttribute('aria-labelledby', this.tab.id);
    this.mixed.addEventListener('change', () => this.#settle());
    this.element.addEventListener('submit', (event) => {
      event.preventDefault();
      if (!this.#stopper && !this.#run.disabled) void this.#ask();
    });
    this.#run.addEventListener('click', (event) => {
      if (!this.#stopper) return;
      event.preventDefault();
      this.#stopper.abort();
      this.#say('Stopping; what the device has begun it ends.');
    });
    this.element.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) this.element.requestSubmit();
    });
  }

  get shown(): boolean {
    return !this.element.hidden;
  }
  set shown(on: boolean) {
    this.element.hidden = !on;
    this.tab.ariaSelected = String(on);
    this.tab.tabIndex = on ? 0 : -1;
    if (!on || this.#started) return;
    this.#started = true;
    for (const input of this.#inputs)
      input
        .start?.()
        .catch((error) =>
          this.#fail(`There are no samples: ${message(error)} They come with the zoo, from "bitloom serve".`),
        );
  }
  take(file: File): void {
    for (const input of this.#inputs) input.take?.(file);
  }

  /** Takes other bits, which all tabs share; models in other bits go. */
  choose({ bits, mixed }: Kind): void {
    this.bits.value = bits;
    this.mixed.checked = mixed && bits !== 0;
    this.mixed.disabled = this.#compare.disabled = bits === 0;
  }
  #settle(): void {
    const kind = { bits: this.bits.value, mixed: this.mixed.checked };
    for (const panel of panels) {
      panel.choose(kind);
      panel.keep((key) => key.endsWith(`, ${title(kind)}`) || key.endsWith(`, ${title({ bits: 0, mixed: false })}`));
    }
  }
  keep(wanted: (key: string, backend: Backend) => boolean): void {
    for (const [key, { pipeline }] of this.#kept)
      if (!wanted(key, pipeline.backend)) {
        pipeline.dispose();
        this.#kept.delete(key);
      }
  }

  #fail(text: string): void {
    this.#error.textContent = text;
    this.#error.hidden = false;
  }
  #source(): Source {
    if (this.about.zoo) return { from: zoo(this.about.zoo), key: this.about.zoo };
    return (this.#inputs[0] as ReturnType<typeof ownInput>).source();
  }
  #say(text: string, part?: number): void {
    this.#now.textContent = text;
    if (part === undefined) this.#progress.removeAttribute('value');
    else this.#progress.value = part;
  }
  #running(on: boolean): void {
    this.#run.textContent = on ? 'Stop' : 'Run';
    this.#loading.hidden = !on;
    page.busy(on, this.#run.id);
    for (const panel of panels) {
      panel.bits.element.disabled = on;
      panel.mixed.disabled = panel.#compare.disabled = on || panel.bits.value === 0;
    }
  }

  async #load(key: string, { bits, mixed }: Kind, backend: Backend, signal: AbortSignal): Promise<Loaded> {
    const kept = this.#kept.get(key);
    if (kept) return kept;
    const sizes = new Map<string, { loaded: number; total: number | undefined }>();
    const onProgress = (step: LoadProgress): void => {
      if (step.stage === 'quantize') {
        this.#say(`Rounding the weights to ${title({ bits, mixed })}: ${Math.round(100 * step.part)}%.`, step.part);
        return;
      }
      sizes.set(step.file, step);
      let loaded = 0;
      let total = 0;
      for (const size of sizes.values()) {
        loaded += size.loaded;
        total += size.total ?? size.loaded;
      }
      this.#say(`Fetching ${step.file}: ${bytes(loaded)} of ${bytes(total)}.`, loaded / Math.max(1, total));
    };
    this.#say('Reading the model.');
    const started = performance.now();
    const pipeline = await Pipeline.load(this.#source().from, {
      backend,
      onProgress,
      signal,
      useMixedPrecision: mixed,
      ...(bits && { bitsPerWeight: bits }),
    });
    const loaded = { pipeline, ms: performance.now() - started, asked: false };
    this.#kept.set(key, loaded);
    return loaded;
  }

  async #ask(): Promise<void> {
    const stop = (this.#stopper = new AbortController());
    const { signal } = stop;
    const few: Kind = { bits: this.bits.value, mixed: this.mixed.checked };
    const whole: Kind = { bits: 0, mixed: false };
    const wanted = few.bits ? [few, ...(this.#compare.checked ? [whole] : [])] : [whole];
    const cards = wanted.map((kind) => new Card(kind));
    const answers: Answer[] = [];
    const lay = (): void => {
      if (!cards[0]!.element.isConnected) this.#cards.replaceChildren(...cards.map((card) => card.element));
    };
    let state = 'answered';
    this.#error.hidden = true;
    Object.assign(this.#verdict, { textContent: '', className: 'verdict' });
    this.#status.textContent = 'Running.';
    this.#cards.classList.add('stale');
    this.#running(true);
    document.documentElement.dataset['models'] = 'running';
    try {
      const { key } = this.#source();
      const names = wanted.map((kind) => `${key}, ${title(kind)}`);
      const question: Question = Object.assign({}, ...(await Promise.all(this.#inputs.map((input) => input.read()))));
      const backend = await page.open();
      this.keep((name, where) => names.includes(name) && where === backend);
      for (const [i, kind] of wanted.entries()) {
        const card = cards[i]!;
        const loaded = await this.#load(names[i]!, kind, backend, signal);
        card.begin(loaded.pipeline, question);
        const compiles = !loaded.asked && backend.info.platform === 'webgpu';
        this.#say(
          `Asking it ${kind.bits ? `at ${title(kind)}` : 'as it is'}${compiles ? '; the first time shaders are compiled' : ''}.`,
        );
        await new Promise((done) => setTimeout(done, 20)); // the page shows that it runs
        const onText = (text: string): boolean => {
          lay();
          this.#cards.classList.remove('stale');
          card.add(text);
          return !signal.aborted;
        };
        const answer = await loaded.pipeline.ask({ ...question, onText });
        lay();
        card.show(answer, loaded, question);
        this.#cards.classList.remove('stale');
        loaded.asked = true;
        answers.push(answer);
        signal.throwIfAborted();
      }
      if (answers.length === 2) {
        const { same, text } = verdict(answers[0]!, answers[1]!, cards, few, question);
        Object.assign(this.#verdict, { textContent: text, className: same ? 'verdict' : 'verdict other' });
      }
    } catch (error) {
      for (const card of cards.slice(answers.length)) card.element.remove();
      state = signal.aborted ? 'stopped' : 'wrong';
      if (signal.aborted) this.#verdict.textContent = 'Stopped.';
      else {
        page.lost(error);
        this.#fail(message(error));
      }
    }
    this.#status.textContent =
      this.#verdict.textContent ||
      (state === 'wrong' ? '' : `Answered: ${answers[0]!.labels[0]?.name ?? answers[0]!.text}`);
    this.#stopper = undefined;
    this.#running(false);
    document.documentElement.dataset['models'] = state;
  }
}

// --- The section -----------------------------------------------------------------------------------------------------------
function select(panel: Panel, focus = false): void {
  for (const other of panels) other.shown = other === panel;
  if (focus) panel.tab.focus();
}

/** The device has changed: models on another one go. */
export function moveModels(backend: Backend, fallback: string): void {
  for (const panel of panels) panel.keep((_, where) => where === backend);
  $('models-where').textContent = `on ${place(backend)}`;
  $('models-fallback').hidden = !fallback;
  $('models-fallback').textContent = fallback && `${fallback.replace(/\.?$/, '.')} The models run on WASM instead.`;
}

export function startModels(given: Page, wanted: string): void {
  page = given;
  const list = $('models');
  for (const tab of tabs) {
    const panel = new Panel(tab, tab.zoo || 'own');
    panels.push(panel);
    list.append(panel.tab);
    list.parentElement!.append(panel.element);
    panel.choose({ bits: 4, mixed: false });
    panel.tab.addEventListener('click', () => select(panel));
  }
  list.addEventListener('keydown', (event) => {
    const at = panels.findIndex((panel) => panel.shown);
    const count = panels.length;
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + count, Home: 0, End: count - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    select(panels[to % count]!, true);
  });
  document.addEventListener('paste', (event) => {
    const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'));
    if (!file) return;
    event.preventDefault();
    panels.find((panel) => panel.shown)?.take(file);
  });
  select(panels.find(({ key }) => key === wanted) ?? panels[0]!);
}
