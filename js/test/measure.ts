// What is measured, in a page or in Node. Ratios are taken within one run, in turn, best of several.
import * as bitloom from '../dist/index.js';
import { Random } from './check.js';

const { Tensor } = bitloom;

/** Microseconds of the GPU's own time for an n×n×n product, best and median of several. */
export async function matmulKernel(backend: bitloom.WebGPUBackend, n: number, dataType: bitloom.DataType, turns = 20) {
  const random = new Random();
  const data = random.floats(n * n);
  const x = new Tensor([n, n], dataType === 'float32' ? data : Array.from(data), { dataType });
  // A GPU that was idle takes a moment to run at full speed.
  for (const start = performance.now(); performance.now() - start < 500; ) {
    (await backend.matmul(x, x)).dispose();
    await backend.finish();
  }
  const times: number[] = [];
  for (let turn = 0; turn < turns; ++turn) {
    const [time] = await backend.timed(async () => {
      (await backend.matmul(x, x)).dispose();
    });
    times.push(time!.microseconds);
  }
  x.dispose();
  times.sort((a, b) => a - b);
  return { best: times[0]!, median: times[times.length >> 1]!, teraflops: (2 * n ** 3) / times[0]! / 1e6 };
}

/** Attention of 16 heads of 64 against the ops it stands for: the GPU's own microseconds for each. */
export async function attentionKernel(
  backend: bitloom.WebGPUBackend,
  tokens: number,
  dataType: bitloom.DataType,
  causal: boolean,
  turns = 12,
) {
  const random = new Random();
  const make = (shape: number[]): bitloom.Tensor =>
    new Tensor(shape, Array.from(random.floats(shape.reduce((a, b) => a * b))), { dataType });
  const [q, k, v] = [0, 1, 2].map(() => make([1, 16, tokens, 64])) as [bitloom.Tensor, bitloom.Tensor, bitloom.Tensor];
  const scale = new Tensor([], [1 / 8], { dataType });
  const mask = causal
    ? new Tensor(
        [tokens, tokens],
        Array.from({ length: tokens * tokens }, (_, i) => (i % tokens > Math.floor(i / tokens) ? -1e4 : 0)),
        { dataType },
      )
    : undefined;
  const chain = async (): Promise<void> => {
    let x = await backend.matmul(q, k, { transposeB: true });
    const then = async (next: Promise<bitloom.Tensor>): Promise<void> => {
      const y = await next;
      x.dispose();
      x = y;
    };
    await then(backend.multiply(x, scale));
    if (mask) await then(backend.add(x, mask));
    await then(backend.softmax(x));
    await then(backend.matmul(x, v));
    x.dispose();
  };
  const one = async (): Promise<void> => {
    (await backend.attention(q, k, v, undefined, { causal })).dispose();
  };
  const median = async (work: () => Promise<void>): Promise<number> => {
    for (const start = performance.now(); performance.now() - start < 500; ) {
      await work();
      await backend.finish();
    }
    const times: number[] = [];
    for (let turn = 0; turn < turns; ++turn)
      times.push((await backend.timed(work)).reduce((sum, t) => sum + t.microseconds, 0));
    return times.sort((a, b) => a - b)[turns >> 1]!;
  };
  const result = { fused: await median(one), chain: await median(chain) };
  for (const t of [q, k, v, scale, mask]) t?.dispose();
  return result;
}

/** Records 1,000 dispatches, each on the result of the one before; says how many milliseconds passed until all were recorded. */
export async function recordThousand(backend: bitloom.WebGPUBackend): Promise<number> {
  const one = new Tensor([4], [1, 1, 1, 1]);
  let sum = await backend.add(one, one);
  await backend.finish();
  const start = performance.now();
  for (let i = 0; i < 1000; ++i) {
    const next = await backend.add(sum, one);
    sum.dispose();
    sum = next;
  }
  const ms = performance.now() - start;
  const last = await sum.read();
  if (last[0] !== 1002) throw new Error(`the sum is ${last[0]}`);
  sum.dispose();
  one.dispose();
  return ms;
}

interface Ort {
  env: { wasm: { numThreads: number; wasmPaths?: string; proxy?: boolean }; logLevel?: string };
  InferenceSession: {
    create(
      model: Uint8Array,
      options: object,
    ): Promise<{ run(feeds: object): Promise<Record<string, { data: Float32Array }>> }>;
  };
  Tensor: new (type: string, data: Float32Array, dims: number[]) => object;
}

/** Milliseconds of an n×n×n product on the CPU: ours, and ONNX Runtime Web's with B as an input and as a constant. */
export async function cpuAgainstOrt(ort: Ort, threads: number, n = 512, rounds = 5, turns = 6) {
  const random = new Random();
  const [a, b] = [random.floats(n * n), random.floats(n * n)];
  ort.env.wasm.numThreads = threads;
  const options = { executionProviders: ['wasm'] };
  const given = await ort.InferenceSession.create(matmulModel(n, undefined), options);
  const fixed = await ort.InferenceSession.create(matmulModel(n, b), options);
  const [ta, tb] = [a, b].map((data) => new ort.Tensor('float32', data, [n, n]));
  const backend = await bitloom.createWasmBackend({ threads });
  if (backend.info.wasm.threads !== threads)
    throw new Error(`${backend.info.wasm.threads} threads instead of ${threads}`);
  const [x, y] = [new Tensor([n, n], a), new Tensor([n, n], b)];
  const best = { ours: Infinity, ortInput: Infinity, ortConstant: Infinity };
  // A few runs of each in a row, after a pause: threads keep a processor busy for a while after their work is done.
  const time = async (name: keyof typeof best, run: () => Promise<void>) => {
    await new Promise((resolve) => setTimeout(resolve, 60));
    for (let turn = 0; turn < turns; ++turn) {
      const start = performance.now();
      await run();
      best[name] = Math.min(best[name], performance.now() - start);
    }
  };
  let got: ArrayLike<number> = [];
  let want: ArrayLike<number> = [];
  for (let round = 0; round < rounds; ++round) {
    await time('ours', async () => {
      const z = await backend.matmul(x, y);
      if (round === 0) got = await z.read();
      z.dispose();
    });
    await time('ortInput', async () => {
      want = (await given.run({ a: ta, b: tb }))['c']!.data;
    });
    await time('ortConstant', async () => {
      await fixed.run({ a: ta });
    });
  }
  for (let i = 0; i < n * n; i += 977)
    if (Math.abs(got[i]! - want[i]!) > 1e-3) throw new Error(`${i}: ${got[i]} and ${want[i]}`);
  const { simd } = backend.info.wasm;
  backend.dispose();
  return { simd, ...best };
}

// An ONNX model of one MatMul, by hand: field numbers from onnx.proto. `b`: its second input as a constant.
function matmulModel(n: number, b: Float32Array | undefined): Uint8Array {
  const varint = (v: number): number[] => (v < 128 ? [v] : [(v % 128) | 128, ...varint(Math.floor(v / 128))]);
  const bytes = (field: number, content: Uint8Array): Uint8Array =>
    join(Uint8Array.from([...varint(field * 8 + 2), ...varint(content.length)]), content);
  const text = (field: number, value: string): Uint8Array => bytes(field, new TextEncoder().encode(value));
  const number = (field: number, value: number): Uint8Array =>
    Uint8Array.from([...varint(field * 8), ...varint(value)]);
  const join = (...parts: Uint8Array[]): Uint8Array => {
    const out = new Uint8Array(parts.reduce((sum, p) => sum + p.length, 0));
    let at = 0;
    for (const p of parts) {
      out.set(p, at);
      at += p.length;
    }
    return out;
  };
  const value = (name: string): Uint8Array => {
    const shape = bytes(2, join(bytes(1, number(1, n)), bytes(1, number(1, n))));
    return join(text(1, name), bytes(2, bytes(1, join(number(1, 1), shape))));
  };
  const node = join(text(1, 'a'), text(1, 'b'), text(2, 'c'), text(4, 'MatMul'));
  const graph = join(bytes(1, node), text(2, 'g'));
  const constant =
    b && bytes(5, join(number(1, n), number(1, n), number(2, 1), text(8, 'b'), bytes(9, new Uint8Array(b.buffer))));
  const inputs = b ? bytes(11, value('a')) : join(bytes(11, value('a')), bytes(11, value('b')));
  const whole = join(graph, ...(constant ? [constant] : []), inputs, bytes(12, value('c')));
  return join(number(1, 8), bytes(7, whole), bytes(8, join(text(1, ''), number(2, 17))));
}

/** The best of 25 products of `rows` rows with weights of 2,048 × 2,048 on this backend, in ms: f32, then few bits. */
export async function fewBitProducts(backend: bitloom.Backend, rows: number): Promise<Map<string, number>> {
  const n = 2048;
  const numbers = (count: number) => Float32Array.from({ length: count }, () => Math.random() - 0.5);
  const weights = new Tensor([n, n], numbers(n * n));
  const x = new Tensor([rows, n], numbers(rows * n));
  const times = new Map<string, number>();
  const time = async (what: string, run: () => Promise<bitloom.Tensor>) => {
    let best = Infinity;
    for (let turn = 0; turn < 25; ++turn) {
      const start = performance.now();
      const y = await run();
      best = Math.min(best, performance.now() - start);
      y.dispose();
    }
    times.set(what, best);
  };
  await time('f32', () => backend.matmul(x, weights, { transposeB: true }));
  for (const bitsPerWeight of [8, 4, 3, 2, 1] as const)
    for (const activationBits of [32, 8] as const) {
      const packed = await backend.quantize(weights, {
        bitsPerWeight,
        activationBits,
        transposeB: true,
        solver: 'rtn',
      });
      await time(`${bitsPerWeight} bits, x in ${activationBits === 32 ? 'f32' : '8 bits'}`, () =>
        backend.matmul(x, packed),
      );
      packed.dispose();
    }
  weights.dispose();
  x.dispose();
  return times;
}
