// Runs the package's tests: node test/run.js PLACE..., where a PLACE is node, node-webgpu, node-webgpu-doctor, node-hostile, chromium,
// firefox, chromium-demo, firefox-demo or vite.
// Prints a line for each test, in GoogleTest's form, which ./test counts.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Browser, Page } from 'puppeteer-core';
import type { BrowserName } from './browsers.js';
import { check, equal, runTests, type Outcome, type Tests } from './check.js';
import { startLiar } from './liar.js';
import { liar } from './lies.js';
import { detectBrowser, detectVendor } from '../dist/index.js';
import { runPlatform } from './places.js';

const js = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const program = process.env.BITLOOM ?? resolve(js, '../build/dev/bitloom');
const artefacts = resolve(js, '../build/test/screenshots');
const models = resolve(js, '../tests/goldens/models');
const goldens = readdirSync(models).filter((name) => existsSync(join(models, name, 'golden.safetensors')));
const all = process.env['BITLOOM_ALL'] ? ', all' : '';
let failed = 0;
let passed = 0;

function print(place: string, outcomes: readonly Outcome[]): void {
  for (const { name, ok, ms, problem } of outcomes) {
    if (!ok) console.log(problem);
    console.log(`${ok ? '[       OK ]' : '[  FAILED  ]'} ${place}: ${name} (${ms} ms)`);
    ok ? ++passed : ++failed;
  }
}
const run = async (place: string, tests: Tests): Promise<void> => print(place, await runTests(tests));

// --- Node ---------------------------------------------------------------------------------------------------------------
async function inNode(): Promise<void> {
  await run('package', {
    'the core is below 1,478,584 bytes, and at most 500 KB with brotli; with models 2.5 MB': () => {
      const files = readdirSync(join(js, 'dist')).filter((file) => file.endsWith('.wasm'));
      equal(files.length, 8);
      let largest = new Uint8Array(0);
      for (const file of files) {
        const bytes = readFileSync(join(js, 'dist', file));
        console.log(`${file}: ${bytes.length} bytes`);
        check(bytes.length <= (file.includes('models') ? 2_500_000 : 1_478_583), `${file} has ${bytes.length} bytes`);
        if (!file.includes('models') && bytes.length > largest.length) largest = bytes;
      }
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
      const small = brotliCompressSync(largest, { params }).length; // one is enough: it takes seconds
      console.log(`${small} bytes with brotli`);
      check(small <= 500_000, `the largest core has ${small} bytes with brotli`);
    },
    'browsers are told apart by what they can do first': detection,
    'tensors nobody holds are freed': async () => {
      const { createWasmBackend, Tensor } = await import('../dist/index.js');
      const backend = await createWasmBackend({ threads: 1 });
      await forgetTensors(backend, Tensor, globalThis.gc!);
      backend.dispose();
    },
  });
  // The module for several threads is the same with one.
  for (const platform of ['wasm, one thread', 'wasm, two threads', 'wasm without shared memory', 'wasm simd128'])
    for (const part of ['', ' doctor'])
      if (all || part === '' || platform !== 'wasm, one thread')
        print(`node, ${platform}`, await runPlatform(platform + part + all));
  for (const platform of ['wasm, one thread', 'wasm, two threads'])
    print(`node, ${platform}, models`, await runPlatform(`${platform} models${all}`, undefined, goldens));
  await hostileInNode('wasm, two threads');
}
async function hostileInNode(platform: string): Promise<void> {
  const server = await startLiar();
  liar.url = server.url;
  print(`node, ${platform}, hostile`, await runPlatform(`${platform} hostile${all}`));
  server.stop();
}

// Made here and forgotten: only the garbage collector can free them. Also runs inside pages, so it uses nothing from outside.
async function forgetTensors(
  backend: import('../dist/index.js').Backend,
  Tensor: typeof import('../dist/index.js').Tensor,
  gc: () => void,
): Promise<void> {
  const held = () => {
    const m = backend.memory();
    return m.live + m.cpuLive;
  };
  const before = held();
  const x = new Tensor([64, 64]);
  for (let i = 0; i < 200; ++i) await backend.add(x, x);
  if (held() - before < 200 * 16384) throw new Error(`200 results hold only ${held() - before} bytes`);
  for (let turn = 0; turn < 100 && held() - before > 4 * 16384; ++turn) {
    gc();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  if (held() - before > 4 * 16384) throw new Error(`${held() - before} bytes are still held by forgotten tensors`);
  x.dispose();
}

function detection(): void {
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
  const safari =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15';
  const phone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0.7339.39 Mobile/15E148 Safari/604.1';
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0';
  const brands = (...names: string[]) => [
    { brand: 'Not=A?Brand', version: '24' },
    ...names.map((brand) => ({ brand, version: '140' })),
  ];
  const is = (facts: Parameters<typeof detectBrowser>[0], name: string, engine: string) => {
    const found = detectBrowser(facts);
    equal([found.name, found.engine], [name, engine], `${JSON.stringify(facts)}: ${found.why}:`);
    check(found.why.length > 10, 'no reason is given');
  };
  is({ userAgent: chrome, brands: brands('Chromium', 'Google Chrome') }, 'chrome', 'dawn');
  is({ userAgent: `${chrome} Edg/140.0.0.0`, brands: brands('Chromium', 'Microsoft Edge') }, 'edge', 'dawn');
  is({ userAgent: chrome }, 'chrome', 'dawn');
  is({ userAgent: `${chrome} Edg/140.0.0.0` }, 'edge', 'dawn');
  is({ userAgent: safari }, 'safari', 'webkit');
  is({ userAgent: phone }, 'safari', 'webkit');
  is({ userAgent: firefox, info: { vendor: '', architecture: '', device: '', description: '' } }, 'firefox', 'wgpu');
  is({ userAgent: safari, features: ['chromium-experimental-subgroup-matrix'] }, 'chrome', 'dawn'); // what it can do outweighs what it says
  is({ userAgent: firefox, brands: brands('Chromium') }, 'chrome', 'dawn');
  is({ node: '24.0.0' }, 'node', 'dawn');
  is({}, 'unknown', 'unknown');
  equal(detectVendor({ vendor: 'google', architecture: 'swiftshader' }), 'software');
  equal(detectVendor({ description: 'llvmpipe (LLVM 15.0.6, 256 bits)' }), 'software');
  equal(detectVendor({ vendor: 'nvidia', architecture: 'ampere' }), 'nvidia');
  equal(detectVendor({ vendor: 'arm', architecture: 'valhall' }), 'arm');
  equal(detectVendor({ vendor: '', architecture: '' }), 'unknown');
}

// --- Browsers -----------------------------------------------------------------------------------------------------------
async function pageAt(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error' && !/404/.test(message.text())) console.log(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => console.log(`page error: ${error instanceof Error ? error.message : error}`));
  await page.goto(url);
  return page;
}
/** The demo page as users get it, and what its policy refuses of it. */
async function demoAt(
  browser: Browser,
  url: string,
  [width, height, scheme]: readonly [number, number, string?] = [1280, 900],
): Promise<{ page: Page; refused: string[] }> {
  const page = await browser.newPage();
  await page.setViewport({ width, height });
  // Firefox has no such switch.
  if (scheme && (await browser.version()).includes('Chrome'))
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/content.security.policy/i.test(message.text())) refused.push(message.text());
  });
  // Not every browser tells whoever drives it.
  await page.evaluateOnNewDocument(() =>
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      console.error(`Content Security Policy: ${effectiveDirective} refuses ${blockedURI} ${sample}`),
    ),
  );
  await page.goto(url);
  return { page, refused };
}
async function closeDemo({ page, refused }: { page: Page; refused: string[] }): Promise<void> {
  await page.close();
  equal(refused, [], 'the policy refused');
}
// The page tells which test it starts; one that hangs is named, and does not take the other tests' time.
const longest = (test: string): number => (test === 'open' ? 60_000 : all ? 7_200_000 : 300_000);
async function watched(page: Page, outcomes: Promise<Outcome[]>): Promise<Outcome[]> {
  let test = 'loading';
  let timer: NodeJS.Timeout;
  const hung = new Promise<never>((_, reject) => {
    const start = () =>
      void (timer = setTimeout(
        () => reject(new Error(`'${test}' has not ended after ${longest(test) / 1000} s`)),
        longest(test),
      ));
    page.on('console', (message) => {
      if (!message.text().startsWith('starting: ')) return;
      test = message.text().slice(10);
      clearTimeout(timer);
      start();
    });
    start();
  });
  return Promise.race([outcomes, hung]).finally(() => clearTimeout(timer));
}
const inPage = (page: Page, platform: string): Promise<Outcome[]> =>
  watched(
    page,
    page.evaluate(
      async (name, goldens) =>
        (await import('/test/places.js' as string)).runPlatform(
          name,
          (test: string) => console.log(`starting: ${test}`),
          goldens,
        ),
      platform + all,
      goldens,
    ),
  );
async function inWorker(page: Page, platform: string, turns = 1): Promise<Outcome[]> {
  try {
    return await watched(
      page,
      page.evaluate(
        (name) =>
          new Promise<Outcome[]>((resolve, reject) => {
            const worker = new Worker('/test/worker.js', { type: 'module' });
            worker.onmessage = ({ data }) => {
              if (typeof data === 'string') return console.log(`starting: ${data}`);
              resolve(data);
              worker.terminate();
            };
            worker.onerror = (event) => reject(new Error(event.message));
            worker.postMessage(name);
          }),
        platform + all,
      ),
    );
  } catch (error) {
    if (turns === 1 || !/'open' has not ended/.test(String(error))) throw error;
    console.log(`${platform}, in a worker: ${error}; once more`);
    return inWorker(page, platform, turns - 1);
  }
}

const openingError = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    try {
      await (await import('/dist/index.js' as string)).createWebGPUBackend();
      return 'opened';
    } catch (e) {
      return `${(e as Error).name} ${(e as { code: string }).code} ${(e as Error).message}`;
    }
  });

async function inBrowser(name: BrowserName): Promise<void> {
  const { insecure, open, serve } = await import('./browsers.js');
  const isolated = await serve(
    program,
    js,
    '--name',
    insecure,
    '--also',
    `zoo=${resolve(js, '../zoo')}`,
    '--also',
    `goldens=${resolve(js, '../tests/goldens')}`,
  );
  const open_ = await serve(program, js, '--no-isolation');
  const browser = await open(name);
  console.log(`${name}: ${await browser.version()}`);
  const page = await pageAt(browser, `${isolated.url}package.json`);
  for (const platform of ['webgpu', 'wasm, two threads', 'wasm simd128']) {
    print(`${name}, ${platform}`, await inPage(page, platform));
    // While Firefox is driven from outside, now and then `new Worker` inside a worker does not return (one of 20 to 200);
    // left to itself it always does (1,500 of 1,500).
    if (platform !== 'wasm simd128')
      print(`${name}, worker, ${platform}`, await inWorker(page, platform, name === 'firefox' ? 4 : 1));
  }
  print(`${name}, wasm, two threads, doctor`, await inPage(page, 'wasm, two threads doctor'));
  for (const platform of ['webgpu', 'wasm, two threads'])
    print(`${name}, ${platform}, models`, await inPage(page, `${platform} models`));
  print(`${name}, webgpu, doctor`, await inPage(page, 'webgpu doctor'));
  await page.close();

  const server = await startLiar();
  const hostile = await browser.newPage(); // whose console has every request that fails
  await hostile.goto(`${server.url}package.json`);
  for (const platform of ['wasm, two threads', 'webgpu'])
    print(`${name}, ${platform}, hostile`, await inPage(hostile, `${platform} hostile`));
  await hostile.close();
  server.stop();

  const plain = await pageAt(browser, `${open_.url}package.json`);
  print(`${name}, not isolated`, await inPage(plain, 'wasm, one thread'));
  // Node has Chromium's engine, and ran it there.
  if (all || name !== 'chromium')
    print(`${name}, not isolated, doctor`, await inPage(plain, 'wasm, one thread doctor'));
  await plain.close();

  await run(name, {
    'a page that is not isolated has one thread': async () => {
      const page = await pageAt(browser, `${open_.url}package.json`);
      equal(
        await page.evaluate(
          async () => (await (await import('/dist/index.js' as string)).createWasmBackend()).info.wasm.threads,
        ),
        1,
      );
      await page.close();
    },
    ...(name === 'chromium' ? chromiumTests(browser, isolated.url, insecure) : {}),
  });
  await demoTests(browser, name);
  await browser.close();

  for (const [what, options, wanted] of [
    ['no adapter', { gpu: false }, /^NoAdapterError no_adapter \[webgpu\] .*no adapter/],
    ['no WebGPU', { webgpu: false }, /^NoWebGPUError no_webgpu \[webgpu\] .*navigator\.gpu is missing/],
  ] as const) {
    if (name === 'chromium' && 'webgpu' in options) continue; // it has no such switch; a page that is not secure stands in above
    const without = await open(name, options);
    await run(name, {
      [`${what} is its own error, and the CPU still works`]: async () => {
        const page = await pageAt(without, `${isolated.url}package.json`);
        check(wanted.test(await openingError(page)), await openingError(page));
        await page.goto(`${isolated.url}demo/?doctor=1&op=relu`);
        await page.waitForFunction(() => document.documentElement.dataset['doctor'] === 'healthy', { timeout: 60_000 });
        equal(await page.evaluate(() => document.documentElement.dataset['platform']), 'wasm');
      },
    });
    await without.close();
  }
  isolated.stop();
  open_.stop();
}

/** The demo page, from `bitloom serve` alone. */
async function demoTests(browser: Browser, name: string): Promise<void> {
  const { serve } = await import('./browsers.js');
  const { url, stop } = await serve(program);
  await run(name, {
    'the demo page: device, doctor, playground': () => demo(browser, name, url),
    'the demo page: a model of every family': () => modelsDemo(browser, name, url),
    'the demo page: fusion': () => fusionDemo(browser, name, url),
    'the demo page: its policy refuses scripts in a page': async () => {
      const { page, refused } = await demoAt(browser, `${url}demo/`);
      await page.evaluate(() => {
        const script = document.createElement('script');
        script.textContent = 'document.title = "run"';
        document.body.append(script);
      });
      check((await page.title()) !== 'run', 'a script in the page was run');
      for (let turn = 0; turn < 500 && refused.length === 0; ++turn)
        await new Promise((resolve) => setTimeout(resolve, 10)); // the browser tells in its own time
      check(/script-src/.test(refused.join()), `it was told ${refused}`);
      await page.close();
    },
  });
  stop();
}
async function demoIn(name: BrowserName): Promise<void> {
  const browser = await (await import('./browsers.js')).open(name);
  await demoTests(browser, name);
  await browser.close();
}

async function demo(browser: Browser, name: string, url: string): Promise<void> {
  mkdirSync(artefacts, { recursive: true });
  for (const [label, width, height, scheme] of [
    ['desktop-light', 1280, 900, 'light'],
    ['phone-dark', 360, 740, 'dark'],
  ] as const) {
    const opened = await demoAt(browser, `${url}demo/?doctor=1&op=softmax`, [width, height, scheme]);
    const { page } = opened;
    await page.waitForFunction(
      () => ['healthy', 'unhealthy'].includes(document.documentElement.dataset['doctor'] ?? ''),
      { timeout: 300_000 },
    );
    const state = await page.evaluate(() => ({
      doctor: document.documentElement.dataset['doctor'],
      platform: document.documentElement.dataset['platform'],
      overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    }));
    // The playground: a list that works, then one whose shapes do not fit.
    await page.click('#play-run');
    await page.waitForFunction(() => !document.getElementById('result')!.hidden, { timeout: 60_000 });
    const cells = await page.$$eval('#values td', (list) => list.map((cell) => Number(cell.textContent)));
    check(
      cells.length === 64 && cells.every((v) => v >= 0) && cells.some((v) => v > 0),
      `after relu the values are ${cells.slice(0, 8)}`,
    );
    await page.screenshot({ path: join(artefacts, `${name}-${label}.png`), fullPage: true });
    equal([state.doctor, state.platform], ['healthy', 'webgpu']);
    await page.$eval('#steps input', (input) => {
      input.value = '5x7';
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await page.click('#play-run');
    await page.waitForFunction(
      () =>
        document.getElementById('play')!.textContent!.includes('[matmul] A is [5, 7] and B is [32, 48]') ||
        document.getElementById('play-status')!.textContent!.includes('[matmul] A is [5, 7] and B is [32, 48]'),
      { timeout: 60_000 },
    );
    check(state.overflow <= 0, `the page is ${state.overflow} px wider than a ${label} screen`);
    await closeDemo(opened);
  }
}

// Each tab's first sample, on the CPU; then own words, and none. In 4 bits beside the model as it is.
async function modelsDemo(browser: Browser, name: string, url: string): Promise<void> {
  mkdirSync(artefacts, { recursive: true });
  const opened = await demoAt(browser, `${url}demo/?platform=wasm&model=intents`);
  const { page } = opened;
  await page.waitForFunction(() => document.documentElement.dataset['platform'] === 'wasm', { timeout: 60_000 });
  const run = async (tab: string): Promise<string> => {
    await page.evaluate(() => {
      delete document.documentElement.dataset['models'];
    });
    await page.evaluate((id) => document.getElementById(id)!.click(), `run-${tab}`);
    await page.waitForFunction(() => !['running', undefined].includes(document.documentElement.dataset['models']), {
      timeout: 60_000,
    });
    return page.$eval(`#panel-${tab}`, (panel) => (panel as HTMLElement).innerText);
  };
  for (const [tab, wanted] of [
    ['intents', /card_arrival/],
    ['clothes', /ankle boot|bag|dress|sandal|trousers/i],
    ['clip', /t-shirt/],
    ['numbers', /quatre-vingt-dix-neuf/],
    ['digits', /zero|one|two|three|four|five|six|seven|eight|nine/],
    ['verses', /\w{3}/],
  ] as const) {
    await page.evaluate((id) => document.getElementById(id)!.click(), `tab-${tab}`);
    await page.waitForFunction(
      (id) => {
        // its samples are there
        const panel = document.getElementById(id)!;
        const field = panel.querySelector('textarea');
        return field ? field.value !== '' : panel.querySelector('img, audio') !== null;
      },
      { timeout: 10_000 },
      `panel-${tab}`,
    );
    const text = await run(tab);
    equal(await page.evaluate(() => document.documentElement.dataset['models']), 'answered', `${tab}: ${text}:`);
    check(wanted.test(text), `${tab} shows ${text}`);
    check(/4 bits/i.test(text) && /as it is/i.test(text), `${tab} does not say what 4 bits cost: ${text}`);
    await page.screenshot({ path: join(artefacts, `${name}-model-${tab}.png`), fullPage: false });
  }
  await page.evaluate(() => document.getElementById('tab-intents')!.click());
  await page.$eval('#panel-intents textarea, #panel-intents input[type=text]', (field) => {
    (field as HTMLInputElement).value = '';
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  const text = await run('intents');
  equal(
    await page.evaluate(() => document.documentElement.dataset['models']),
    'wrong',
    `without words it shows ${text}:`,
  );
  await closeDemo(opened);
}

// Two pictures, counts and reasons for a list; times when asked; what is wrong with a list where it is wrong.
async function fusionDemo(browser: Browser, name: string, url: string): Promise<void> {
  mkdirSync(artefacts, { recursive: true });
  for (const [label, width, height, scheme] of [
    ['desktop-light', 1280, 900, 'light'],
    ['phone-dark', 360, 740, 'dark'],
  ] as const) {
    const opened = await demoAt(browser, `${url}demo/`, [width, height, scheme]);
    const { page } = opened;
    const state = (wanted: string) =>
      page.waitForFunction((text) => document.documentElement.dataset['fusion'] === text, { timeout: 60_000 }, wanted);
    const ask = async (ops: string, tensors: string) => {
      await page.evaluate(
        (...texts) => {
          delete document.documentElement.dataset['fusion'];
          ['fusion-ops', 'fusion-tensors'].forEach((id, i) => {
            const field = document.getElementById(id) as HTMLInputElement;
            field.value = texts[i]!;
            field.dispatchEvent(new Event('input', { bubbles: true }));
          });
        },
        ops,
        tensors,
      );
    };
    const shown = () =>
      page.evaluate(() => {
        const pictures = ['before', 'after'].map((id) => document.querySelector(`#fusion-${id} svg`)!);
        return {
          boxes: pictures.map((svg) => svg.querySelectorAll('rect').length),
          inside: pictures.map((svg) => svg.querySelectorAll('.inside').length),
          kernels: pictures.map(
            (svg) => new Set([...svg.querySelectorAll('.number')].map((text) => text.textContent)).size,
          ),
          apart: pictures.map((svg) => svg.querySelectorAll('.apart').length),
          ink: getComputedStyle(pictures[0]!.querySelector('.op')!).fill,
          text: getComputedStyle(document.body).color,
          counts: [...document.querySelectorAll('#fusion-counts tbody tr')].map((row) => row.children[1]!.textContent),
          times: [...document.querySelectorAll('#fusion-counts tbody tr')].map((row) => row.children[4]!.textContent),
          reasons: [...document.querySelectorAll('#fusion-reasons li')].map((line) => line.textContent),
          overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        };
      });
    await state('explained');
    const first = await shown();
    equal(
      [first.boxes, first.kernels, first.inside, first.apart, first.counts, first.reasons],
      [[3, 3], [3, 1], [0, 2], [0, 0], ['3', '1'], []],
    );
    equal(first.ink, first.text, 'the pictures take the page’s ink:');
    await ask('matmul relu softmax matmul', '9x5 5x7 7x4');
    await state('explained');
    const apart = await shown();
    equal(
      [apart.boxes, apart.kernels, apart.apart],
      [
        [4, 4],
        [4, 3],
        [0, 2],
      ],
    );
    check(
      apart.reasons.some((line) => line!.startsWith('relu and softmax stay apart: ')),
      apart.reasons.join('\n'),
    );
    await page.click('#fusion-run');
    await state('timed');
    const timed = await shown();
    check(
      timed.times.every((time) => /^[\d.]+ ms$/.test(time!) && parseFloat(time!) > 0),
      `the times are ${timed.times}`,
    );
    equal(timed.counts, ['4', '3']);
    await page.evaluate(() => document.getElementById('fusion-title')!.scrollIntoView());
    await (await page.$('section:has(#fusion)'))!.screenshot({ path: join(artefacts, `${name}-fusion-${label}.png`) });
    await ask('matmul relu foo', '9x5 5x7');
    await state('wrong');
    const problem = await page.$eval('#fusion-error', (error) => error.textContent);
    check(/op 2 'foo' of \[matmul, relu, foo\]/.test(problem!), `it says: ${problem}`);
    check(first.overflow <= 0 && timed.overflow <= 0, `the page is ${timed.overflow} px wider than a ${label} screen`);
    await closeDemo(opened);
  }
}

const chromiumTests = (browser: Browser, url: string, insecure: string): Tests => ({
  'a page that is not secure is told so': async () => {
    const page = await pageAt(browser, `${url.replace('127.0.0.1', insecure)}package.json`);
    const error = await openingError(page);
    check(/^NoWebGPUError no_webgpu \[webgpu\] .*https/.test(error), error);
    await page.close();
  },
  'forgotten tensors are freed, on the GPU too': async () => {
    const page = await pageAt(browser, `${url}package.json`);
    await page.evaluate(`(async () => {
      const { createWebGPUBackend, Tensor } = await import('/dist/index.js');
      await (${forgetTensors.toString()})(await createWebGPUBackend(), Tensor, gc);
    })()`);
    await page.close();
  },
  'a million weights are quantized without a task over 250 ms': async () => {
    const page = await pageAt(browser, `${url}package.json`);
    const longest = await page.evaluate(async () => {
      const { createWebGPUBackend, Tensor } = await import('/dist/index.js' as string);
      const backend = await createWebGPUBackend();
      const weights = new Tensor([1024, 1024], Float32Array.from({ length: 1 << 20 }, Math.random));
      let longest = 0;
      new PerformanceObserver((list) => {
        for (const e of list.getEntries()) longest = Math.max(longest, e.duration);
      }).observe({ type: 'longtask' });
      const few = await backend.quantize(weights, { bitsPerWeight: 4 });
      if (!(few.error > 0 && few.error < 0.1)) throw new Error(`the error is ${few.error}`);
      await new Promise((resolve) => setTimeout(resolve, 300));
      return longest;
    });
    console.log(`longest task of quantizing: ${longest} ms`);
    check(longest <= 250, `a task took ${longest} ms`);
    await page.close();
  },
  'from import to a first result no task is over 200 ms': async () => {
    const page = await pageAt(browser, `${url}package.json`);
    const longest = await page.evaluate(async () => {
      let longest = 0;
      new PerformanceObserver((list) => {
        for (const e of list.getEntries()) longest = Math.max(longest, e.duration);
      }).observe({ type: 'longtask', buffered: true });
      const { createWebGPUBackend, Tensor } = await import('/dist/index.js' as string);
      const backend = await createWebGPUBackend();
      const y = await (await backend.add(new Tensor([3], [1, 2, 3]), new Tensor([1], [1]))).read();
      if (y[2] !== 4) throw new Error(`got ${y}`);
      await new Promise((resolve) => setTimeout(resolve, 300));
      return longest;
    });
    console.log(`longest task: ${longest} ms`);
    check(longest <= 200, `a task took ${longest} ms`);
    await page.close();
  },
});

// --- A clean Vite project -------------------------------------------------------------------------------------------------
async function inVite(): Promise<void> {
  const { open, serve } = await import('./browsers.js');
  await run('vite', {
    'a packed package works in a clean project': async () => {
      const folder = mkdtempSync(join(tmpdir(), 'bitloom-vite-'));
      const npm = resolve(js, '../.deps/node/lib/node_modules/npm/bin/npm-cli.js');
      const node = (args: string[], cwd: string) =>
        execFileSync(process.execPath, args, { cwd, stdio: 'pipe' }).toString();
      const packed = JSON.parse(node([npm, 'pack', '--json', '--pack-destination', folder], js)) as {
        filename: string;
        files: { path: string }[];
      }[];
      check(
        packed[0]!.files.some((file) => file.path === 'dist/index.d.ts'),
        'the package has no types',
      );
      check(!packed[0]!.files.some((file) => /^(src|test|demo)\//.test(file.path)), 'the package carries sources');
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'clean', private: true, type: 'module' }));
      node([npm, 'install', '--offline', '--no-audit', '--no-fund', `./${packed[0]!.filename}`], folder);
      writeFileSync(join(folder, 'index.html'), '<!doctype html><script type="module" src="/main.ts"></script>');
      // The README's ten lines, and the types they come with.
      const [readme, first] = ['README.md', '../README.md'].map(
        (file) => /```ts\n([\s\S]*?)```/.exec(readFileSync(join(js, file), 'utf8'))![1]!,
      ) as [string, string];
      equal(first, readme, 'the two READMEs:');
      writeFileSync(
        join(folder, 'main.ts'),
        `${readme}\ndocument.title = [...await y.read()].join(' ') + ' ' + (await createWasmBackend({ threads: 2 })).info.wasm.threads;\n`,
      );
      writeFileSync(
        join(folder, 'tsconfig.json'),
        JSON.stringify({
          compilerOptions: {
            target: 'es2022',
            module: 'esnext',
            moduleResolution: 'bundler',
            strict: true,
            noEmit: true,
            lib: ['es2024', 'dom', 'esnext.disposable'],
            types: [],
            skipLibCheck: false,
          },
        }),
      );
      node([join(js, 'node_modules/typescript/bin/tsc'), '-p', folder], folder);
      node([join(js, 'node_modules/vite/bin/vite.js'), 'build', '--target', 'es2022'], folder);
      const server = await serve(program, join(folder, 'dist'));
      const browser = await open('chromium');
      const page = await pageAt(browser, server.url);
      await page.waitForFunction(() => document.title !== '', { timeout: 60_000 });
      const title = await page.title();
      await browser.close();
      server.stop();
      rmSync(folder, { recursive: true });
      equal(title, '7 10 15 22 2');
    },
  });
}

const places: Record<string, () => Promise<void>> = {
  node: inNode,
  'node-webgpu': async () => {
    print('node, webgpu', await runPlatform(`webgpu${all}`));
    await hostileInNode('webgpu');
  },
  'node-hostile': () => hostileInNode('wasm, two threads'),
  'node-webgpu-doctor': async () => print('node, webgpu', await runPlatform(`webgpu doctor${all}`)),
  chromium: () => inBrowser('chromium'),
  firefox: () => inBrowser('firefox'),
  'chromium-demo': () => demoIn('chromium'),
  'firefox-demo': () => demoIn('firefox'),
  vite: inVite,
};
console.log('[==========]');
for (const place of process.argv.slice(2)) {
  if (!places[place]) {
    console.error(`there is no place '${place}'; there are ${Object.keys(places).join(', ')}`);
    process.exit(2);
  }
  await run(place, { 'ran to its end': places[place]! });
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
