// Fusion: what a list of ops becomes, as two pictures with counts and reasons, and how long it takes with and without.
// Tests read data-fusion on the root element: explained, wrong, or timed.
import { dataTypeOf, Tensor } from '../dist/index.js';
import type { Backend, DataType, Explanation, FusionOp, FusionReport } from '../dist/index.js';
import { $, bytes, largestDifference, make, message, milliseconds, number, place, randomNumbers } from './parts.js';

interface Page {
  open(): Promise<Backend>;
  busy(on: boolean): void;
  lost(error: unknown): void;
}
interface Asked {
  ops: FusionOp[];
  tensors: { shape: number[]; dataType: DataType }[];
}

const examples: [label: string, ops: string, tensors: string][] = [
  ['linear layer', 'matmul add gelu', '64x256 256x512 512'],
  ['element-wise', 'multiply add sigmoid', '512x512 512x512 512'],
  ['attention', 'matmul:transpose_b=1 scale softmax matmul', '8x128x64 8x128x64 8x128x64'],
  ['norm', 'add layer_norm relu', '256x768 256x768 768 768'],
  ['what stays apart', 'matmul relu softmax matmul reduce_sum:axes=[-1]', '96x64 64x128 128x64'],
];
const rounds = 15;
const enough = 20;
const longest = 6000; // samples of each kind, ms a sample takes at least, ms in all

// --- What is asked: the same grammar as `bitloom explain` --------------------------------------------------------------
const integers = (text: string, between: string): number[] | undefined => {
  const list = text.split(between);
  return list.every((part) => /^-?\d+$/.test(part.trim())) ? list.map(Number) : undefined;
};

function readValue(text: string): number | boolean | string | number[] {
  if (text === '[]') return [];
  if (text === 'true' || text === 'false') return text === 'true';
  if (text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
  return (/^\[.*\]$/.test(text) ? integers(text.slice(1, -1), ',') : integers(text, 'x')) ?? text;
}

// Names with spaces or commas between them; settings follow a colon.
function readOps(text: string): FusionOp[] {
  const words = text
    .split(/\s+/)
    .flatMap((word) => (word.includes(':') ? [word] : word.split(',')))
    .filter(Boolean);
  return words.map((word, i) => {
    const [name = '', rest] = word.split(/:(.*)/);
    const settings = (rest ?? '')
      .split(/,(?![^[]*\])/)
      .filter(Boolean)
      .map((setting) => {
        const [key = '', value] = setting.split(/=(.*)/);
        if (!key || value === undefined)
          throw new Error(`Op ${i} '${name}': a setting is key=value, not "${setting}".`);
        return [key, readValue(value)] as const;
      });
    return (settings.length ? { ...Object.fromEntries(settings), op: name } : name) as FusionOp; // or the core says that there is none
  });
}

function readTensors(text: string): Asked['tensors'] {
  return text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((word, i) => {
      const [sizes, type = 'float32'] = word.split(':') as [string, string?];
      const dataType = dataTypeOf(type, `tensor ${i}`);
      const shape = sizes === 'scalar' ? [] : integers(sizes.replaceAll('×', 'x'), 'x');
      if (!shape || shape.some((size) => size < 0))
        throw new Error(`Tensor ${i} is written as sizes, 64x256 or 64x256:float16, not "${word}".`);
      if (shape.reduce((a, b) => a * b, 1) > 2 ** 24)
        throw new Error(`Tensor ${i}: ${sizes} has over 16 million elements, too many for this page.`);
      return { shape, dataType };
    });
}

const asked = (): Asked => ({
  ops: readOps($<HTMLInputElement>('fusion-ops').value),
  tensors: readTensors($<HTMLInputElement>('fusion-tensors').value),
});

// --- What is shown -----------------------------------------------------------------------------------------------------
function showPicture(id: string, svg: string, label: string): void {
  const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  const picture = document.importNode(parsed, true) as unknown as SVGSVGElement;
  picture.setAttribute('aria-label', label);
  picture.style.minWidth = `${Number(picture.getAttribute('width')) * 0.8}px`; // smaller it could not be read
  $(id).replaceChildren(picture);
  $(id).ariaLabel = label;
}

function showCounts(report: FusionReport, times?: { unfused: string; fused: string }): void {
  const row = (label: string, k: FusionReport['before'], time: string): HTMLElement =>
    make(
      'tr',
      {},
      make('th', { scope: 'row' }, label),
      ...[String(k.dispatches), bytes(k.read), bytes(k.written), time].map((text) => make('td', {}, text)),
    );
  $('fusion-counts')
    .querySelector('tbody')
    ?.replaceChildren(
      row('unfused', report.before, times?.unfused ?? '–'),
      row('fused', report.after, times?.fused ?? '–'),
    );
}

function showReasons({ nodes, apart }: Explanation): void {
  const lines = new Set(
    apart.map(({ from, to, reason }) => `${nodes[from]?.op} and ${nodes[to]?.op} stay apart: ${reason}.`),
  );
  $('fusion-reasons').replaceChildren(...[...lines].map((line) => make('li', {}, line)));
}

function caption(id: string, title: string, kernels: Explanation['before']): string {
  const count = kernels.length === 1 ? '1 kernel' : `${kernels.length} kernels`;
  $(id).replaceChildren(
    make('b', {}, `${title}: ${kernels.length ? count : 'no kernels'}`),
    kernels.map((k) => k.label).join(', '),
  );
  return `${title}: ${count}`;
}

let page: Page;
let explained: { asked: Asked; report: FusionReport } | undefined;
let turn = 0;
let waiting: ReturnType<typeof setTimeout> | undefined;

async function explain(): Promise<void> {
  clearTimeout(waiting);
  const mine = ++turn;
  const problem = $('fusion-error');
  try {
    const now = asked();
    const report = await (await page.open()).explain(now.tensors as unknown as Tensor[], now.ops, { pictures: true });
    if (mine !== turn) return; // something newer is asked
    const { explanation, pattern, reason } = report;
    problem.hidden = true;
    $('fusion-made').classList.remove('stale');
    $('fusion-pattern').textContent = pattern;
    showCounts(report);
    showPicture(
      'fusion-before',
      explanation.svg!.before,
      caption('before-caption', 'One op at a time', explanation.before),
    );
    showPicture('fusion-after', explanation.svg!.after, caption('after-caption', 'Fused', explanation.after));
    showReasons(explanation);
    $('fusion-status').textContent = report.fuses
      ? 'Not timed yet.'
      : `It runs ${report.fused ? 'in pieces' : 'op by op'}: ${reason}.`;
    explained = { asked: now, report };
    document.documentElement.dataset['fusion'] = 'explained';
  } catch (error) {
    if (mine !== turn) return;
    page.lost(error);
    explained = undefined;
    problem.textContent = message(error);
    problem.hidden = false;
    $('fusion-made').classList.add('stale');
    document.documentElement.dataset['fusion'] = 'wrong';
  }
}

// --- How long it takes ---------------------------------------------------------------------------------------------------
function fill({ shape, dataType }: Asked['tensors'][number], random: () => number): Tensor {
  const whole = !dataType.includes('float');
  const values = Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, () =>
    whole ? Number(random() > -0.5) : random(),
  );
  return new Tensor(shape, values, { dataType });
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? NaN;

// A sample is many calls in a row, from the first until the device is done with the last: clocks in pages are coarse, and
// Firefox looks only every 100 ms whether the device is done.
async function measure(): Promise<void> {
  const status = $('fusion-status');
  await explain();
  if (!explained) return;
  const {
    asked: { ops, tensors },
    report,
  } = explained;
  const random = randomNumbers(Date.now());
  page.busy(true);
  status.textContent = 'Timing.';
  let inputs: Tensor[] = [];
  try {
    const backend = await page.open();
    const gpu = backend.info.platform === 'webgpu';
    inputs = tensors.map((tensor) => fill(tensor, random));
    const once = (useFusion: boolean): Promise<Tensor> => backend.executeOperations(inputs, ops, { useFusion });
    const sample = async (useFusion: boolean, calls: number): Promise<number> => {
      const started = performance.now();
      for (let i = 0; i < calls; ++i) (await once(useFusion)).dispose();
      await backend.finish();
      return performance.now() - started;
    };
    const kinds = gpu ? [false, true] : [false];
    // The first runs move the tensors and compile the shaders; they are compared, not timed.
    const results: ArrayLike<number>[] = [];
    for (const kind of kinds) {
      const made = await once(kind);
      const plain = made.dataType === 'float32' ? made : await backend.cast(made, { to: 'float32' });
      results.push((await plain.read()) as ArrayLike<number>);
      made.dispose();
      plain.dispose();
    }
    const wait = median([await sample(true, 0), await sample(true, 0), await sample(true, 0)]);
    let calls = 1;
    while (calls < 4096 && (await sample(false, calls)) < Math.max(enough, 5 * wait)) calls *= 2;
    const samples: number[][] = kinds.map(() => []);
    const started = performance.now();
    while (samples[0]!.length < 3 || (samples[0]!.length < rounds && performance.now() - started < longest))
      for (const [i, kind] of kinds.entries()) samples[i]!.push((await sample(kind, calls)) / calls); // in turns: both meet the same weather
    const [unfused, fused] = samples.map(median) as [number, number?];
    const count = samples[0]!.length;
    showCounts(report, {
      unfused: `${milliseconds(unfused)} ms`,
      fused: fused === undefined ? '–' : `${milliseconds(fused)} ms`,
    });
    const how =
      `A call's share of ${calls === 1 ? 'one call' : `${calls} calls in a row`}, until the ${gpu ? 'device' : 'CPU'} is done with all of them; ` +
      `median of ${count}. Data stays there, and compiling is not counted.`;
    status.textContent =
      fused === undefined
        ? `${how} WASM runs op by op: there is nothing to compare.`
        : `Fused takes ${(fused / unfused).toFixed(2)} of the time on ${place(backend)}. ${how} ` +
          `The results differ by at most ${number(largestDifference(results[0]!, results[1]!))}.`;
    document.documentElement.dataset['fusion'] = 'timed';
  } catch (error) {
    page.lost(error);
    status.textContent = `Not timed: ${message(error)}`;
  }
  for (const input of inputs) input.dispose();
  page.busy(false);
}

/** The device has changed. */
export function explainAgain(): void {
  if (page) void explain();
}

export function startFusion(given: Page): void {
  page = given;
  const ops = $<HTMLInputElement>('fusion-ops');
  const tensors = $<HTMLInputElement>('fusion-tensors');
  const use = ([, list, shapes]: (typeof examples)[number]): void => {
    ops.value = list;
    tensors.value = shapes;
  };
  for (const example of examples) {
    const button = make('button', { type: 'button', title: example[1] }, example[0]);
    button.addEventListener('click', () => {
      use(example);
      void explain();
    });
    $('fusion-examples').append(button);
  }
  for (const field of [ops, tensors])
    field.addEventListener('input', () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => void explain(), 300);
    });
  $('fusion').addEventListener('submit', (event) => {
    event.preventDefault();
    if (!$<HTMLButtonElement>('fusion-run').disabled) void measure();
  });
  use(examples[0]!);
}
