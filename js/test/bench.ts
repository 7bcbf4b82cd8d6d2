// Measures the package: node test/bench.js [cpu] [dispatch] [few] [gpu]. `gpu` and `few` (few-bit products on WebAssembly) run
// here, in Node, and print numbers of docs/performance.md; `cpu` and `dispatch` run in Chromium, and fail where they miss
// what is asked.
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createWasmBackend, createWebGPUBackend } from '../dist/index.js';
import { attentionKernel, fewBitProducts, matmulKernel, recordThousand } from './measure.js';

const js = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const wanted = process.argv.slice(2);
let missed = 0;
const must = (ok: boolean, what: string): void => {
  console.log(`${ok ? '[       OK ]' : '[  FAILED  ]'} ${what} (0 ms)`);
  if (!ok) ++missed;
};

if (wanted.includes('gpu')) {
  const backend = await createWebGPUBackend();
  console.log(
    `${backend.info.name} through ${backend.info.engine}, features ${backend.info.features.join(' ')}, profile ${backend.info.profile!.name}`,
  );
  for (const dataType of ['float32', 'float16'] as const)
    for (const n of [1024, 2048, 4096]) {
      const { best, median, teraflops } = await matmulKernel(backend, n, dataType);
      console.log(
        `matmul ${n}³ ${dataType}: best ${best.toFixed(0)} µs, median ${median.toFixed(0)} µs, ${teraflops.toFixed(1)} TFLOP/s`,
      );
    }
  for (const dataType of ['float32', 'float16'] as const)
    for (const causal of [false, true]) {
      const { fused, chain } = await attentionKernel(backend, 2048, dataType, causal);
      console.log(
        `attention, 16 heads of 64, 2,048 tokens, ${dataType}${causal ? ', causal' : ''}: ${fused.toFixed(0)} µs; op by op ${chain.toFixed(0)} µs, ${(chain / fused).toFixed(1)} times`,
      );
    }
  const times: number[] = [];
  for (let turn = 0; turn < 15; ++turn) times.push(await recordThousand(backend));
  console.log(`recording 1,000 dispatches: ${times.map((t) => t.toFixed(1)).join(', ')} ms`);
  backend.dispose();
}

if (wanted.includes('few')) {
  const backend = await createWasmBackend({ threads: 1 });
  for (const rows of [1, 4])
    console.log(
      `${rows} × 2048 × 2048, ms: ${[...(await fewBitProducts(backend, rows))].map(([what, ms]) => `${what} ${ms.toFixed(2)}`).join('; ')}`,
    );
  backend.dispose();
}

if (wanted.includes('cpu') || wanted.includes('dispatch')) {
  const { open, serve } = await import('./browsers.js');
  console.log('[==========]');
  const server = await serve(process.env.BITLOOM ?? resolve(js, '../build/dev/bitloom'), js);
  const browser = await open('chromium');
  const fresh = async () => {
    const page = await browser.newPage();
    await page.goto(`${server.url}package.json`);
    return page;
  };
  for (const threads of wanted.includes('cpu') ? [1, 2] : []) {
    // Other work on the machine may take a processor away in the middle: a miss is measured again, twice at most.
    for (let attempt = 1; ; ++attempt) {
      const page = await fresh();
      const t = await page.evaluate(async (threads) => {
        const { cpuAgainstOrt } = (await import('/test/measure.js' as string)) as typeof import('./measure.js');
        return cpuAgainstOrt(await import('/node_modules/onnxruntime-web/dist/ort.wasm.min.mjs' as string), threads);
      }, threads);
      await page.close();
      const text =
        `${threads} thread(s), ${t.simd}, 512³: ${t.ours.toFixed(2)} ms; ONNX Runtime Web ${t.ortInput.toFixed(2)} ms with B given, ${t.ortConstant.toFixed(2)} ms with B constant: ` +
        `${(t.ortInput / t.ours).toFixed(2)} and ${(t.ortConstant / t.ours).toFixed(2)} times its speed, 1.2 asked`;
      const reached = t.ortInput / t.ours >= 1.2 && t.ortConstant / t.ours >= 1.2;
      if (!reached && attempt < 3) {
        console.log(`again, since: ${text}`);
        continue;
      }
      must(reached, text);
      break;
    }
  }
  if (wanted.includes('dispatch')) {
    const page = await fresh();
    // The main thread's own processor time, as Chromium counts it: the GPU's work here runs on the same processors.
    const session = await page.createCDPSession();
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const busy = async () =>
      (await session.send('Performance.getMetrics')).metrics.find((m) => m.name === 'TaskDuration')!.value * 1e6;
    await page.evaluate(async () => {
      const { createWebGPUBackend } = await import('/dist/index.js' as string);
      Object.assign(globalThis, await import('/test/measure.js' as string), { backend: await createWebGPUBackend() });
    });
    const costs: number[] = [];
    for (let turn = 0; turn < 15; ++turn) {
      const before = await busy();
      await page.evaluate('recordThousand(backend)');
      costs.push(((await busy()) - before) / 1000);
    }
    const sorted = [...costs].sort((a, b) => a - b);
    must(
      sorted[4]! <= 15,
      `${sorted[7]!.toFixed(2)} µs of the main thread's time for each of 1,000 recorded dispatches, a third of the runs ${sorted[4]!.toFixed(2)} or less (15 runs: ${costs.map((c) => c.toFixed(1)).join(' ')}), 15 asked`,
    );
    await page.close();
  }
  await browser.close();
  server.stop();
}
process.exit(missed ? 1 : 0);
