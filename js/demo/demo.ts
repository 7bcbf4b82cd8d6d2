// The demo page: the device, models (models.ts), the doctor, a playground and fusion (fusion.ts). Plain DOM over the
// package's public API.
//   ?platform=webgpu|wasm  where to compute      ?doctor=1  starts the doctor      ?op=matmul&seed=7  its options
//   ?model=verses          the tab to start with
// Tests read the root element: data-platform, data-doctor = running, healthy or unhealthy, data-models and data-fusion.
import { createWasmBackend, createWebGPUBackend, DeviceLostError, ops, Tensor } from '../dist/index.js';
import type { Backend, DeviceInfo, Finding, Report } from '../dist/index.js';
import { explainAgain, startFusion } from './fusion.js';
import { moveModels, startModels } from './models.js';
import { $, bytes, largestDifference, make, message, milliseconds, number, randomNumbers, readSeed } from './parts.js';

type Platform = 'webgpu' | 'wasm';
const names: Record<Platform, string> = { webgpu: 'WebGPU', wasm: 'WASM' };
const root = document.documentElement;
const query = new URLSearchParams(location.search);

const option = (name: string): HTMLOptionElement => make('option', { value: name }, name);
const radios = (name: string): HTMLInputElement[] => [...document.querySelectorAll<HTMLInputElement>(`[name=${name}]`)];

// --- Theme -----------------------------------------------------------------------------------------------------------
function setTheme(theme: string): void {
  root.dataset['theme'] = theme;
  try {
    localStorage.setItem('bitloom-theme', theme);
  } catch {
    /* private windows may refuse; the theme still holds */
  }
  drawHeat();
}

function startTheme(): void {
  let theme: string | null = null;
  try {
    theme = localStorage.getItem('bitloom-theme');
  } catch {
    /* as above */
  }
  for (const radio of radios('theme')) {
    radio.checked = radio.value === (theme ?? 'auto');
    radio.addEventListener('change', () => setTheme(radio.value));
  }
  if (theme) root.dataset['theme'] = theme;
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawHeat);
}

// --- Device ----------------------------------------------------------------------------------------------------------
const opened = new Map<Platform, Promise<Backend>>();
let chosen: Platform = 'webgpu';

function open(platform: Platform): Promise<Backend> {
  let backend = opened.get(platform);
  if (!backend) {
    backend = platform === 'webgpu' ? createWebGPUBackend({ models: true }) : createWasmBackend({ models: true });
    opened.set(platform, backend);
    backend.catch(() => opened.delete(platform)); // the next try starts afresh
  }
  return backend;
}

// A lost device stays lost: the next use makes a new one.
function forgetIfLost(error: unknown): void {
  if (error instanceof DeviceLostError) opened.delete(chosen);
}

const limits: [name: string, label: string, text: (value: number) => string][] = [
  ['maxBufferSize', 'buffer', bytes],
  ['maxStorageBufferBindingSize', 'binding', bytes],
  ['maxComputeWorkgroupStorageSize', 'workgroup memory', bytes],
  ['maxComputeInvocationsPerWorkgroup', 'threads a workgroup', String],
  ['maxStorageBuffersPerShaderStage', 'buffers a shader', String],
];

function showDevice(info?: DeviceInfo): void {
  const rows: [string, ...(Node | string)[]][] = [];
  const why = (text: string): HTMLElement => make('span', { className: 'quiet' }, text);
  const chips = (items: (Node | string)[][]): Node | string =>
    items.length ? make('ul', { className: 'chips' }, ...items.map((parts) => make('li', {}, ...parts))) : 'none';
  const p = info?.profile;
  rows.push(['Platform', info ? `${names[info.platform]}, ${info.engine}` : '…']);
  rows.push([
    'Adapter',
    info ? info.name || info.vendor || 'unnamed' : '…',
    why(
      info
        ? [
            info.description,
            info.software ? '' : info.vendor,
            info.architecture,
            info.software ? 'runs on the CPU' : '',
          ]
            .filter(Boolean)
            .join(', ')
        : '',
    ),
  ]);
  rows.push(['Browser', info ? `${info.browser.name} ${info.browser.version}` : '…', why(info?.browser.why ?? '')]);
  rows.push([
    'Profile',
    !info
      ? '…'
      : p
        ? `${p.name}: ${p.threads} threads, tile ${p.tile}, unroll ${p.unroll}` + `${p.fastMath ? ', fast maths' : ''}`
        : 'none; profiles are for shaders',
    why(p?.why ?? ''),
  ]);
  rows.push(['Features', info ? chips(info.features.map((f) => [f])) : '…']);
  const known = limits.filter(([name]) => info?.limits[name] !== undefined);
  rows.push([
    'Limits',
    info ? chips(known.map(([name, label, text]) => [make('b', {}, text(info.limits[name] ?? 0)), ` ${label}`])) : '…',
  ]);
  rows.push([
    'WASM',
    info ? `${info.wasm.simd}, ${info.wasm.threads} ${info.wasm.threads === 1 ? 'thread' : 'threads'}` : '…',
    why(
      !info
        ? ''
        : info.wasm.problem ||
            (info.wasm.isolated
              ? 'the page is isolated, so threads can share memory'
              : 'the page is not isolated: no shared memory, one thread'),
    ),
  ]);
  $('device').replaceChildren(
    ...rows.flatMap(([label, ...parts]) => [make('dt', {}, label), make('dd', {}, ...parts)]),
  );
}

// Opens what was asked for. Without WebGPU it says why and takes WASM; true: it is what was asked for.
async function choose(platform: Platform): Promise<boolean> {
  const notice = $('notice');
  notice.hidden = true;
  busy(true);
  try {
    let backend: Backend;
    try {
      backend = await open(platform);
    } catch (error) {
      notice.textContent = `${names[platform]} cannot be used here: ${message(error)}`;
      notice.hidden = false;
      if (platform === 'wasm') throw error;
      backend = await open('wasm');
      notice.append(make('br'), 'Everything below runs on WASM instead.');
    }
    chosen = backend.info.platform;
    root.dataset['platform'] = chosen;
    for (const radio of radios('platform')) radio.checked = radio.value === chosen;
    showDevice(backend.info);
    explainAgain();
    moveModels(backend, notice.hidden ? '' : (notice.firstChild?.textContent ?? ''));
    busy(false);
    return chosen === platform;
  } catch (error) {
    if (!notice.textContent?.includes(message(error))) notice.textContent += ` Nor can WASM: ${message(error)}`;
    for (const radio of radios('platform')) radio.disabled = false;
    return false;
  }
}

// One thing at a time: the device is shared.
function busy(on: boolean, except?: string): void {
  for (const control of document.querySelectorAll<HTMLButtonElement>(
    'button.main, #doctor-op, #doctor-seed, #doctor-profiles',
  ))
    control.disabled = on && control.id !== except;
  for (const radio of radios('platform')) radio.disabled = on;
}

// --- Doctor ----------------------------------------------------------------------------------------------------------
const states = ['right', 'wrong', 'failed', 'slow'] as const;
interface Row {
  element: HTMLTableRowElement;
  cells: HTMLElement[];
  bar: HTMLElement;
  counts: Record<Finding['state'], number>;
  worst: number;
  ms: number;
}
const rows = new Map<string, Row>();
const noCounts = (): Record<Finding['state'], number> => ({ right: 0, wrong: 0, failed: 0, slow: 0 });
let stopper: AbortController | undefined;

function layOutFindings(op: string): void {
  rows.clear();
  for (const { name } of ops.filter((o) => !op || o.name === op)) {
    const cells = [...states, 'ms'].map(() => make('td', {}, '–'));
    const bar = make('i');
    const element = make(
      'tr',
      {},
      make('th', { scope: 'row' }, name),
      ...cells.slice(0, 4),
      make('td', {}, make('span', { className: 'worst' }, bar)),
      cells[4] as HTMLElement,
    );
    (element.firstChild as HTMLElement).style.textAlign = 'left';
    rows.set(name, { element, cells, bar, counts: noCounts(), worst: 0, ms: 0 });
  }
  $('findings')
    .querySelector('tbody')
    ?.replaceChildren(...[...rows.values()].map((row) => row.element));
  showCounts(noCounts());
  $('problems').replaceChildren();
}

function showCounts(counts: Record<Finding['state'], number>): void {
  $('counts').replaceChildren(
    ...states.map((state) =>
      make(
        'li',
        {
          className: counts[state] && (state === 'wrong' || state === 'failed') ? 'bad' : '',
        },
        make('b', {}, String(counts[state])),
        state,
      ),
    ),
  );
}

function showRow(row: Row): void {
  states.forEach((state, i) => {
    const cell = row.cells[i] as HTMLElement;
    cell.textContent = String(row.counts[state]);
    cell.className = row.counts[state] && (state === 'wrong' || state === 'failed') ? 'bad' : '';
  });
  (row.cells[4] as HTMLElement).textContent = milliseconds(row.ms);
  row.bar.style.width = `${Math.min(1, row.worst) * 100}%`;
  const frame = row.bar.parentElement as HTMLElement;
  frame.classList.toggle('over', !(row.worst <= 1));
  frame.title = `${number(row.worst)} of what is allowed`;
}

function showProblem(f: Finding): void {
  const text = f.problem || `${milliseconds(f.ms)} ms, the CPU takes ${milliseconds(f.cpuMs)} ms`;
  $('problems').append(
    make(
      'details',
      {},
      make(
        'summary',
        { className: f.state === 'slow' ? '' : 'bad' },
        `${f.state}: ${f.op} '${f.test}'${f.profile ? `, profile ${f.profile}` : ''}`,
      ),
      make('pre', {}, text),
    ),
  );
}

async function doctor(): Promise<void> {
  const say = (text: string): void => {
    $('doctor-now').textContent = $('doctor-status').textContent = text;
  };
  const start = $<HTMLButtonElement>('doctor-start');
  const progress = $<HTMLProgressElement>('doctor-progress');
  const op = $<HTMLSelectElement>('doctor-op').value;
  layOutFindings(op);
  $('seed-shown').textContent = '';
  root.dataset['doctor'] = 'running';
  progress.value = 0;
  say('Starting.');
  busy(true, 'doctor-start');
  start.textContent = 'Stop';
  const stop = (stopper = new AbortController());
  const totals = noCounts();
  const changed = new Set<Row>();
  const problems: Finding[] = [];
  let last: Finding | undefined;
  let drawn = 0;
  let current: Row | undefined;
  const draw = (): void => {
    drawn = 0;
    if (!last) return;
    changed.forEach(showRow);
    changed.clear();
    showCounts(totals);
    current?.element.classList.remove('now');
    current = rows.get(last.op);
    current?.element.classList.add('now');
    progress.max = last.total;
    progress.value = last.done;
    $('doctor-now').textContent = `${last.done} of ${last.total}: ${last.op} ${last.test}`;
  };
  const onFinding = (f: Finding): void => {
    const row = rows.get(f.op);
    if (row) {
      ++row.counts[f.state];
      row.worst = Math.max(row.worst, f.worst ?? Infinity); // null: NaN or infinite
      row.ms += f.ms;
      changed.add(row);
    }
    ++totals[f.state];
    if (f.state !== 'right') problems.push(f);
    last = f;
    drawn ||= requestAnimationFrame(draw);
  };
  let verdict: string | undefined;
  let text: string;
  try {
    const seed = readSeed($('doctor-seed'));
    const backend = await open(chosen);
    const report: Report = await backend.examine({
      allProfiles: $<HTMLInputElement>('doctor-profiles').checked,
      onFinding,
      signal: stop.signal,
      ...(op && { op }),
      ...(seed !== undefined && { seed }),
    });
    const counts = states.map((state) => `${report[state]} ${state}`).join(', ');
    $('seed-shown').textContent = `seed ${report.seed}`;
    verdict = report.healthy && report.findings.length > 0 ? 'healthy' : 'unhealthy';
    text =
      report.findings.length === 0
        ? 'Nothing was checked.'
        : `${report.healthy ? 'All right' : 'Not all right'} on ${names[chosen]}: ${counts}.`;
  } catch (error) {
    forgetIfLost(error);
    verdict = 'unhealthy';
    text = message(error);
  }
  if (stop.signal.aborted) {
    verdict = undefined;
    text = `Stopped after ${last?.done ?? 0} cases.`;
  }
  cancelAnimationFrame(drawn);
  stopper = undefined;
  draw();
  current?.element.classList.remove('now');
  problems.forEach(showProblem); // only now, or the page would move under the reader
  say(text);
  start.textContent = 'Start';
  busy(false);
  if (verdict) root.dataset['doctor'] = verdict;
  else delete root.dataset['doctor'];
}

function startDoctor(): void {
  const select = $<HTMLSelectElement>('doctor-op');
  select.append(...ops.map((op) => option(op.name)));
  const op = query.get('op') ?? '';
  if (op && !ops.some(({ name }) => name === op)) select.append(option(op)); // the core will say that there is none
  select.value = op;
  $<HTMLInputElement>('doctor-seed').value = query.get('seed') ?? '';
  select.addEventListener('change', () => layOutFindings(select.value));
  $('doctor-start').addEventListener('click', () => {
    if (stopper) stopper.abort();
    else void doctor();
  });
  layOutFindings(select.value);
}

// --- Playground ------------------------------------------------------------------------------------------------------
// A left fold: the first tensor, then each op with its own tensor if it takes two.
interface Step {
  op?: string;
  shape?: string;
  took: HTMLElement;
  row: HTMLLIElement;
}
let steps: Step[] = [];
let heat: { values: ArrayLike<number>; height: number; width: number } | undefined;
const presets: [op: string | undefined, shape?: string][][] = [
  [[undefined, '64x32'], ['matmul', '32x48'], ['add', '48'], ['relu']],
  [[undefined, '16x64'], ['softmax']],
  [[undefined, '32x32'], ['multiply', '32x32'], ['add', '1x32'], ['sigmoid']],
];
// Random numbers are no indices, and concat of one tensor is that tensor.
const playable = ops.filter(
  (op) =>
    op.minInputs <= 2 &&
    op.maxInputs <= 3 &&
    op.name !== 'gather' &&
    op.attrs.every((attr) => attr.fallback !== undefined && attr.fallback !== null),
);
const takesTensor = (name: string): boolean => ops.find((op) => op.name === name)?.minInputs === 2;

function addStep(op?: string, shape?: string): void {
  const row = make('li');
  const took = make('span', { className: 'quiet took' });
  const step: Step = { took, row, ...(op !== undefined && { op }), ...(shape !== undefined && { shape }) };
  row.append(op ?? 'start with');
  if (shape === undefined) {
    row.append(make('span'));
  } else {
    const field = make('input', {
      value: shape,
      spellcheck: false,
      autocomplete: 'off',
      ariaLabel: `shape of ${op ? `${op}'s` : 'the first'} tensor`,
    });
    field.addEventListener('input', () => {
      step.shape = field.value;
    });
    row.append(field);
  }
  row.append(took);
  if (op) {
    const remove = make('button', { type: 'button', title: `Remove ${op}`, ariaLabel: `Remove ${op}` }, '✕');
    remove.addEventListener('click', () => {
      steps.splice(steps.indexOf(step), 1);
      row.remove();
      $('play-add').focus();
    });
    row.append(remove);
  }
  steps.push(step);
  $('steps').append(row);
}

function usePreset(preset: (typeof presets)[number]): void {
  steps = [];
  $('steps').replaceChildren();
  for (const [op, shape] of preset) addStep(op, shape);
}

function parseShape(text: string): number[] {
  const shape = text
    .trim()
    .split(/\s*[x×,*]\s*|\s+/i)
    .map((size) => (/^\d+$/.test(size) ? Number(size) : NaN));
  if (shape.some(Number.isNaN))
    throw new Error(`"${text}" is not a shape: write sizes with x between them, like 64x32.`);
  if (shape.reduce((a, b) => a * b, 1) > 2 ** 24)
    throw new Error(`${text} has over 16 million elements, too many for this page.`);
  return shape;
}

interface Result {
  shape: readonly number[];
  values: ArrayLike<number>;
  ms: number;
}

async function fold(backend: Backend, inputs: (Tensor | undefined)[], at: (index: number) => void): Promise<Result[]> {
  const results: Result[] = [];
  let sofar = inputs[0] as Tensor;
  try {
    for (let i = 1; i < steps.length; ++i) {
      at(i);
      const started = performance.now();
      const input = inputs[i];
      const next = await backend.run(steps[i]?.op as string, input ? [sofar, input] : [sofar]);
      sofar.dispose();
      sofar = next;
      const values = (await sofar.read()) as ArrayLike<number>;
      results.push({ shape: [...sofar.shape], values, ms: performance.now() - started });
    }
  } finally {
    sofar.dispose();
    for (const input of inputs.slice(1)) input?.dispose();
  }
  return results;
}

async function play(): Promise<void> {
  const status = $('play-status');
  let at = 0;
  for (const step of steps) {
    step.row.querySelector('.error')?.remove();
    step.took.textContent = '';
  }
  busy(true);
  try {
    const seed = readSeed($('play-seed')) ?? Math.floor(Math.random() * 2 ** 32);
    if (steps.length < 2) throw new Error('Add an op first.');
    const random = randomNumbers(seed);
    const data = steps.map((step, i) => {
      at = i;
      if (step.shape === undefined) return undefined;
      const shape = parseShape(step.shape);
      return { shape, values: Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, random) };
    });
    const tensors = (): (Tensor | undefined)[] => data.map((d) => d && new Tensor(d.shape, d.values));
    const mark = (index: number): void => {
      at = index;
    };
    status.textContent = 'Running.';
    const here = await fold(await open(chosen), tensors(), mark);
    const cpu = chosen === 'wasm' ? undefined : await fold(await open('wasm'), tensors(), mark);
    let worst = 0;
    here.forEach((result, i) => {
      const other = cpu?.[i];
      const difference = other ? largestDifference(result.values, other.values) : 0;
      worst = Math.max(worst, difference);
      (steps[i + 1] as Step).took.textContent =
        `${result.shape.join('x') || 'scalar'} · ${milliseconds(result.ms)} ms` +
        (other ? ` · WASM ${milliseconds(other.ms)} ms · differs by ${number(difference)}` : '');
    });
    const last = here.at(-1) as Result;
    showResult(last);
    status.textContent =
      `Seed ${seed}. ` +
      (cpu
        ? `The largest difference between ${names[chosen]} and WASM is ${number(worst)}.`
        : 'Computed on WASM; choose WebGPU above to compare the two.');
  } catch (error) {
    forgetIfLost(error);
    status.textContent = 'Not computed.';
    $('result').hidden = true;
    steps[at]?.row.append(make('div', { className: 'error', role: 'alert' }, message(error)));
  }
  busy(false);
}

function showResult(result: Result): void {
  const width = result.shape.at(-1) ?? 1;
  const height = result.shape.at(-2) ?? 1;
  const line = (y: number): HTMLElement =>
    make(
      'tr',
      {},
      ...Array.from({ length: Math.min(8, width) }, (_, x) =>
        make('td', {}, number(result.values[y * width + x] as number)),
      ),
    );
  $('values').replaceChildren(make('tbody', {}, ...Array.from({ length: Math.min(8, height) }, (_, y) => line(y))));
  $('result').hidden = false;
  heat = { values: result.values, height, width };
  drawHeat();
}

// The last two axes, one cell for each value or, of large results, for some of them.
function drawHeat(): void {
  const canvas = $<HTMLCanvasElement>('heat');
  const context = canvas.getContext('2d');
  if (!heat || !context) return;
  const { values, width, height } = heat;
  const columns = Math.min(128, width);
  const lines = Math.min(128, height);
  Object.assign(canvas, { width: columns, height: lines });
  canvas.style.aspectRatio = `${Math.max(columns, lines / 2)} / ${Math.max(lines, columns / 4)}`;
  let low = Infinity;
  let high = -Infinity;
  const value = (x: number, y: number): number =>
    values[Math.floor((y * height) / lines) * width + Math.floor((x * width) / columns)] as number;
  for (let y = 0; y < lines; ++y)
    for (let x = 0; x < columns; ++x)
      if (Number.isFinite(value(x, y))) {
        low = Math.min(low, value(x, y));
        high = Math.max(high, value(x, y));
      }
  context.fillStyle = getComputedStyle(canvas).color;
  for (let y = 0; y < lines; ++y)
    for (let x = 0; x < columns; ++x) {
      context.globalAlpha = Number.isFinite(value(x, y))
        ? 0.04 + 0.96 * (high > low ? (value(x, y) - low) / (high - low) : 0.5)
        : 0;
      context.fillRect(x, y, 1, 1);
    }
  $('heat-range').textContent = low > high ? 'no finite values' : `${number(low)} (pale) to ${number(high)}`;
  canvas.ariaLabel = `Heat map of the result: ${$('heat-range').textContent}`;
}

function startPlayground(): void {
  for (const preset of presets) {
    const button = make(
      'button',
      { type: 'button' },
      preset
        .slice(1)
        .map(([op]) => op)
        .join(', '),
    );
    button.addEventListener('click', () => usePreset(preset));
    $('presets').append(button);
  }
  $('play-op').append(...playable.map((op) => option(op.name)));
  $('play-add').addEventListener('click', () => {
    const op = $<HTMLSelectElement>('play-op').value;
    const columns = steps.at(-1)?.took.textContent?.match(/^(?:\d+x)*(\d+) ·/)?.[1]; // of the last result, if there is one
    addStep(op, takesTensor(op) ? (op === 'matmul' ? `${columns ?? 32}x16` : (columns ?? '1')) : undefined);
  });
  $('play').addEventListener('submit', (event) => {
    event.preventDefault();
    if (!$<HTMLButtonElement>('play-run').disabled) void play();
  });
  usePreset(presets[0] as (typeof presets)[number]);
}

startTheme();
showDevice();
startDoctor();
startPlayground();
startModels({ open: () => open(chosen), busy, lost: forgetIfLost }, query.get('model') ?? '');
startFusion({ open: () => open(chosen), busy, lost: forgetIfLost });
for (const radio of radios('platform')) radio.addEventListener('change', () => void choose(radio.value as Platform));
const asked = query.get('platform');
const got = await choose(asked === 'wasm' ? 'wasm' : 'webgpu');
if (query.get('doctor') === '1') {
  if (got || (!asked && root.dataset['platform'])) await doctor();
  else {
    // another device than the one asked for is no answer
    $('doctor-now').textContent = 'Not started: the platform asked for cannot be used.';
    root.dataset['doctor'] = 'unhealthy';
  }
}
