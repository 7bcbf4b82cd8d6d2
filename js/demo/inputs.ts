// What a model is asked, as pieces of a form: a text, a picture, captions, a sound, how to write, a model of one's own.
import type { ModelFiles, ModelSummary, Question } from '../dist/index.js';
import { make, message, readSeed } from './parts.js';
import { asWav, record, type Recording } from './sound.js';

export interface Input {
  element: HTMLElement;
  /** Its part of the question; throws, in words, where something is missing. */
  read(): Partial<Question> | Promise<Partial<Question>>;
  /** Shows samples; called when its tab is first seen. */
  start?(): Promise<void>;
  /** Takes what was pasted. */
  take?(file: File): void;
}

/** Things to try by name, from a model's folder. */
export interface Sample {
  name: string;
  text?: string;
  url?: string;
}
export type Samples = () => Promise<Sample[]>;

let count = 0;
const newName = (): string => `field-${++count}`;
const quiet = (text = ''): HTMLElement => make('span', { className: 'quiet' }, text);
const button = (label: string | Node, click: () => void): HTMLButtonElement => {
  const made = make('button', { type: 'button' }, label);
  made.addEventListener('click', click);
  return made;
};

/** Small choices beside one another; the first is taken. */
export function choices<T extends string | number>(
  legend: string,
  list: readonly (readonly [value: T, label: string])[],
  changed: (value: T) => void = () => {},
): { element: HTMLFieldSetElement; value: T } {
  const name = newName();
  const fields = list.map(([value], i) => {
    const field = make('input', { type: 'radio', name, value: String(value), checked: i === 0 });
    field.addEventListener('change', () => changed(value));
    return field;
  });
  const element = make(
    'fieldset',
    { className: 'switch' },
    make('legend', { className: 'unseen' }, legend),
    ...list.map(([, label], i) => make('label', {}, fields[i]!, make('span', {}, label))),
  );
  return {
    element,
    get value() {
      return list[fields.findIndex((field) => field.checked)]![0];
    },
    set value(value) {
      fields[list.findIndex(([other]) => other === value)]!.checked = true;
    },
  };
}

// A button that opens the browser's own dialogue.
function picker(label: string, more: Partial<HTMLInputElement>, picked: (files: File[]) => void): HTMLElement {
  const field = make('input', { type: 'file', hidden: true, ...more });
  field.addEventListener('change', () => {
    if (field.files?.length) picked([...field.files]);
    field.value = ''; // so that the same file can be taken again
  });
  return make(
    'span',
    {},
    field,
    button(label, () => field.click()),
  );
}

function droppable(element: HTMLElement, take: (file: File) => void): void {
  const over =
    (on: boolean) =>
    (event: DragEvent): void => {
      event.preventDefault();
      element.classList.toggle('over', on);
    };
  element.addEventListener('dragover', over(true));
  element.addEventListener('dragleave', over(false));
  element.addEventListener('drop', (event) => {
    over(false)(event);
    const file = event.dataTransfer?.files[0];
    if (file) take(file);
  });
}

// A row of things to try. The first is taken at once, so that there is something to run.
function sampleRow(
  samples: Samples | undefined,
  use: (sample: Sample) => void,
): { element: HTMLElement; start(): Promise<void> } {
  const element = make('div', { className: 'samples', role: 'group', ariaLabel: 'Samples', hidden: !samples });
  return {
    element,
    async start() {
      const list = (await samples?.()) ?? [];
      element.replaceChildren(
        ...list.map((sample) => {
          const picture =
            sample.url?.endsWith('.png') && make('img', { src: sample.url, alt: sample.name, width: 56, height: 56 });
          const made = button(picture || sample.name, () => use(sample));
          made.title = sample.text ?? sample.name;
          made.classList.toggle('thumb', !!picture);
          return made;
        }),
      );
      if (list[0]) use(list[0]);
    },
  };
}

// --- Texts -------------------------------------------------------------------------------------------------------------
/** With `ways`, one of them goes before the text. */
export function textInput(
  label: string,
  samples?: Samples,
  ways: readonly (readonly [prefix: string, label: string])[] = [],
): Input {
  const field = make('textarea', { rows: 3, spellcheck: false });
  const way = choices('What to make of it', ways);
  const row = sampleRow(samples, ({ text = '' }) => {
    const prefix = ways.map(([start]) => start).find((start) => text.startsWith(start));
    if (prefix) way.value = prefix;
    field.value = text.slice(prefix?.length ?? 0);
  });
  return {
    element: make(
      'div',
      { className: 'stack' },
      row.element,
      make('label', { className: 'field' }, quiet(label), field),
      ...(ways.length ? [way.element] : []),
    ),
    start: row.start,
    read() {
      if (!field.value.trim()) throw new Error('The text is empty. Write something, or take a sample.');
      return { text: (ways.length ? way.value : '') + field.value };
    },
  };
}

export function captionsInput(captions: readonly string[]): Input {
  const field = make('textarea', {
    rows: Math.max(4, captions.length / 2),
    value: captions.join('\n'),
    spellcheck: false,
  });
  return {
    element: make('label', { className: 'field' }, quiet('Captions, one on each line'), field),
    read() {
      const labels = field.value
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean);
      if (!labels.length)
        throw new Error('There are no captions to match the picture against. Write one on each line.');
      return { labels, top: labels.length };
    },
  };
}

/** How a text is written. */
export function writingInput(temperature: number, length: number): Input {
  const field = (label: string, value: string, more: Partial<HTMLInputElement>): [HTMLInputElement, HTMLElement] => {
    const input = make('input', { type: 'number', required: true, value, ...more });
    return [input, make('label', {}, label, input)];
  };
  const fields = [
    field('Temperature', String(temperature), {
      min: '0',
      max: '4',
      step: '0.1',
      title: '0: always the likeliest token',
    }),
    field('Top-k', '40', { min: '0', max: '1000', title: '0: any token may come' }),
    field('Length', String(length), { min: '1', max: '4096', title: 'in tokens, at most' }),
    field('Seed', '', { type: 'text', inputMode: 'numeric', placeholder: 'fresh', required: false }),
  ] as const;
  const [heat, topK, most, seed] = fields.map(([input]) => input) as [
    HTMLInputElement,
    HTMLInputElement,
    HTMLInputElement,
    HTMLInputElement,
  ];
  return {
    element: make('div', { className: 'controls numbers' }, ...fields.map(([, element]) => element)),
    read: () => ({
      temperature: heat.valueAsNumber,
      topK: topK.valueAsNumber,
      maxNewTokens: most.valueAsNumber,
      seed: readSeed(seed) ?? 1 + Math.floor(Math.random() * 1e9),
    }),
  };
}

// --- Pictures ----------------------------------------------------------------------------------------------------------
// PNG and JPEG go as they are; other kinds, and pictures that are to be inverted, are drawn anew.
async function plainPicture(picture: Blob, invert: boolean): Promise<Blob> {
  const [a, b] = new Uint8Array(await picture.slice(0, 2).arrayBuffer());
  if (!invert && ((a === 0x89 && b === 0x50) || (a === 0xff && b === 0xd8))) return picture;
  const url = URL.createObjectURL(picture);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch {
    throw new Error('This is no picture that the browser can read.');
  } finally {
    URL.revokeObjectURL(url);
  }
  const canvas = make('canvas', { width: image.naturalWidth || 256, height: image.naturalHeight || 256 });
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height); // behind what is transparent
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  context.globalCompositeOperation = 'difference';
  if (invert) context.fillRect(0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large to be drawn anew.'))),
      'image/png',
    ),
  );
}

export function pictureInput(samples?: Samples): Input {
  let chosen: (() => Promise<Blob>) | undefined;
  const seen = make('img', { className: 'seen', alt: 'the chosen picture', hidden: true });
  const name = quiet('No picture yet.');
  const invert = make('input', { type: 'checkbox' });
  const show = (url: string, label: string, get: () => Promise<Blob>): void => {
    URL.revokeObjectURL(seen.src);
    seen.src = url;
    seen.hidden = false;
    name.textContent = label;
    chosen = get;
  };
  const take = (file: File): void => {
    invert.checked = false;
    mirror();
    show(URL.createObjectURL(file), file.name, async () => file);
  };
  const mirror = (): void => {
    seen.classList.toggle('inverted', invert.checked);
  };
  seen.addEventListener('error', () => {
    seen.hidden = true;
    name.textContent += ': no picture that the browser can read.';
  });
  invert.addEventListener('change', mirror);
  const row = sampleRow(samples, ({ url = '', name: label }) => {
    invert.checked = false;
    mirror();
    show(url, label, async () => fetched(url));
  });
  const element = make(
    'div',
    { className: 'drop' },
    make('figure', {}, seen),
    make(
      'div',
      { className: 'stack' },
      row.element,
      make(
        'div',
        { className: 'controls' },
        picker('Choose a picture…', { accept: 'image/*' }, ([file]) => take(file!)),
        quiet('or drop or paste one'),
        make('label', { className: 'check' }, invert, ' invert'),
      ),
      name,
    ),
  );
  droppable(element, take);
  return {
    element,
    take,
    start: row.start,
    async read() {
      if (!chosen) throw new Error('There is no picture yet. Choose, drop or paste one.');
      return { image: await plainPicture(await chosen(), invert.checked) };
    },
  };
}

export async function fetched(url: string): Promise<Blob> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status} ${response.statusText}.`);
  return response.blob();
}

// --- Sounds ------------------------------------------------------------------------------------------------------------
const longest = 30; // seconds

export function soundInput(samples?: Samples): Input {
  let chosen: (() => Promise<Blob>) | undefined;
  let recording: Recording | undefined;
  let starting = false;
  const player = make('audio', { controls: true, hidden: true });
  const level = make('i');
  const name = make('span', { className: 'quiet', role: 'status' }, 'No sound yet.');
  const meter = make('span', { className: 'worst', hidden: true, ariaHidden: 'true' }, level);
  const show = (url: string, label: string, get: () => Promise<Blob>): void => {
    URL.revokeObjectURL(player.src);
    player.src = url;
    player.hidden = false;
    name.textContent = label;
    chosen = get;
  };
  const take = (file: Blob, label: string): void => show(URL.createObjectURL(file), label, async () => file);
  const row = sampleRow(samples, ({ url = '', name: label }) =>
    show(url, `A recording of ${label}`, async () => fetched(url)),
  );
  const switched = button('Record', () => void (recording ? recording.stop() : start()));
  async function start(): Promise<void> {
    if (starting) return;
    starting = true;
    try {
      name.textContent = 'The browser asks for the microphone.';
      const begun = (recording = await record(longest, (loud, seconds) => {
        level.style.width = `${100 * loud}%`;
        switched.textContent = `Stop recording, ${seconds.toFixed(1)} s`;
      }));
      name.textContent = 'Recording.';
      meter.hidden = false;
      take(await begun.sound, 'Your recording');
    } catch (error) {
      name.textContent = message(error);
    }
    starting = false;
    recording = undefined;
    meter.hidden = true;
    switched.textContent = 'Record';
  }
  const element = make(
    'div',
    { className: 'drop' },
    make(
      'div',
      { className: 'stack' },
      row.element,
      make(
        'div',
        { className: 'controls' },
        switched,
        meter,
        picker('Choose a sound…', { accept: 'audio/*' }, ([file]) => take(file!, file!.name)),
        quiet('or drop one'),
      ),
      player,
      name,
    ),
  );
  droppable(element, (file) => take(file, file.name));
  return {
    element,
    start: row.start,
    async read() {
      if (recording) {
        recording.stop();
        await recording.sound;
      }
      if (!chosen) throw new Error('There is no sound yet. Record one, or choose a file.');
      return { audio: await asWav(await chosen()) };
    },
  };
}

// --- One's own model -----------------------------------------------------------------------------------------------------
/** What a model for a task is asked with, in this order. */
function inputsOf({ task, takes }: ModelSummary): Input[] {
  switch (task) {
    case 'fill-mask':
      return [textInput('Text with a gap, which is written as the model writes it: [MASK] or <mask>')];
    case 'text2text-generation':
      return [textInput('Text, with what the model wants before it'), writingInput(0, 128)];
    case 'text-generation':
      return [textInput('The beginning'), writingInput(0.8, 128)];
    case 'zero-shot-image-classification':
      return [pictureInput(), captionsInput(['a photo of a cat', 'a photo of a dog'])];
    default:
      return [takes.includes('audio') ? soundInput() : takes.includes('image') ? pictureInput() : textInput('Text')];
  }
}

export interface Source {
  from: string | ModelFiles;
  key: string;
}

/** A folder, files or an address; what the model can be asked is shown once its config.json is read. */
export function ownInput(summarize: (config: Blob) => Promise<ModelSummary>): Input & { source(): Source } {
  let source: Source | undefined;
  let inputs: Input[] = [];
  let turn = 0;
  const about = make('p', { className: 'quiet', role: 'status' });
  const host = make('div', { className: 'stack' });
  const address = make('input', {
    inputMode: 'url',
    placeholder: 'https://…/model/',
    spellcheck: false,
    autocomplete: 'off',
  });
  async function use(from: string | ModelFiles, what: string, config: () => Promise<Blob>): Promise<void> {
    const mine = ++turn;
    source = undefined;
    inputs = [];
    host.replaceChildren();
    about.textContent = `Reading ${what}.`;
    try {
      const summary = await summarize(await config());
      if (mine !== turn) return; // something newer was chosen
      source = { from, key: `own ${mine}` };
      inputs = inputsOf(summary);
      host.replaceChildren(...inputs.map((input) => input.element));
      about.textContent = `${what}: ${summary.family}, for ${summary.task}. It is loaded when it is first asked.`;
    } catch (error) {
      if (mine === turn) about.textContent = `${what} cannot be used: ${message(error)}`;
    }
  }
  const useFiles = (files: File[]): void => {
    // By their names below the folder: what is in it, and the config.json of folders in it.
    const named = files.map(
      (file) => [file.webkitRelativePath.split('/').slice(1).join('/') || file.name, file] as const,
    );
    const top = named.filter(([name]) => /^([^/]+\.(json|txt|model|safetensors)|[^/]+\/config\.json)$/.test(name));
    const folder = files[0]!.webkitRelativePath.split('/')[0];
    const config = top.find(([name]) => name === 'config.json')?.[1];
    void use(Object.fromEntries(top), folder ? `The folder ${folder}` : `${files.length} files`, async () => {
      if (!config) throw new Error('config.json is missing among the files.');
      return config;
    });
  };
  const useAddress = (): void => {
    if (!address.value.trim()) {
      address.focus();
      return;
    }
    const base = address.value.trim().replace(/\/?$/, '/');
    void use(base, base, () => fetched(`${base}config.json`));
  };
  address.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    useAddress();
  });
  return {
    element: make(
      'div',
      { className: 'stack' },
      make(
        'div',
        { className: 'controls' },
        picker('Choose a folder…', { webkitdirectory: true }, useFiles),
        picker('or its files…', { multiple: true }, useFiles),
      ),
      make(
        'div',
        { className: 'controls' },
        make('label', { className: 'wide' }, 'Address', address),
        button('Use', useAddress),
      ),
      about,
      host,
    ),
    take: (file) => {
      for (const input of inputs) input.take?.(file);
    },
    read: async () => Object.assign({}, ...(await Promise.all(inputs.map((input) => input.read())))),
    source() {
      if (!source) throw new Error('There is no model yet. Choose a folder or its files, or give its address.');
      return source;
    },
  };
}
