// Few-bit weights, on any backend. What is expected comes from docs/format.md alone: codes are taken out bit by bit here.
import * as bitloom from '../dist/index.js';
import { Random, check, close, equal, throws, type Tests } from './check.js';

const { Graph, QuantizedTensor, Tensor, WebGPUOperationFusion } = bitloom;

/** The weights as [outputs][inputs] numbers. */
async function writtenOut(q: bitloom.QuantizedTensor): Promise<Float64Array[]> {
  const [inputs, outputs] = q.shape;
  const bits = q.bitsPerWeight;
  const words = (await q.codes.read()) as Uint32Array;
  const perRow = words.length / outputs;
  // A float16 as the number it is, also where there is no Float16Array.
  const numbers = async (t: bitloom.Tensor | undefined): Promise<number[]> =>
    t
      ? [...(await t.read())].map((v) => (t.dataType === 'float16' && !('Float16Array' in globalThis) ? half(v) : v))
      : [];
  const scales = await numbers(q.scales);
  const minimums = await numbers(q.minimums);
  const shared = scales.length / outputs;
  return Array.from({ length: outputs }, (_, row) =>
    Float64Array.from({ length: inputs }, (_, k) => {
      let code = 0;
      for (let bit = 0; bit < bits; ++bit) {
        const at = q.aligned ? Math.floor(k / 10) * 32 + (k % 10) * 3 + bit : k * bits + bit;
        code |= ((words[row * perRow + (at >> 5)]! >>> (at & 31)) & 1) << bit;
      }
      const s = scales.length === 1 ? 0 : row * shared + (q.groupSize ? Math.floor(k / q.groupSize) : 0);
      if (!q.symmetric) return minimums[s]! + scales[s]! * code;
      return bits === 1 ? scales[s]! * (2 * code - 1) : scales[s]! * (code - 2 ** (bits - 1));
    }),
  );
}
function half(bits: number): number {
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  const sign = bits >> 15 ? -1 : 1;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15));
}
const times = (x: Float32Array, w: Float64Array[]): Float64Array => {
  const k = w[0]!.length;
  const m = x.length / k;
  return Float64Array.from({ length: m * w.length }, (_, at) => {
    const i = Math.floor(at / w.length);
    const row = w[at % w.length]!;
    let sum = 0;
    for (let p = 0; p < k; ++p) sum += x[i * k + p]! * row[p]!;
    return sum;
  });
};

export function quantizeTests(backend: bitloom.Backend): Tests {
  const random = new Random();
  return {
    'products with x in 16 and 8 bits': async () => {
      for (const activationBits of [16, 8] as const) {
        const [m, k, n] = [activationBits === 16 ? 1 : 11, 64 + random.whole(0, 40), 12];
        const x = random.floats(m * k);
        const few = await backend.quantize(new Tensor([k, n], random.floats(k * n)), {
          bitsPerWeight: 4,
          activationBits,
        });
        equal(few.activationBits, activationBits);
        const want = times(x, await writtenOut(few));
        const got = await (await backend.matmul(new Tensor([m, k], x), few)).read();
        const size = (f: (i: number) => number) => Math.sqrt(want.reduce((sum, _, i) => sum + f(i) ** 2, 0));
        const error = size((i) => got[i]! - want[i]!) / size((i) => want[i]!);
        const [least, most] = activationBits === 8 ? [2e-4, 0.03] : [1e-7, 1e-4];
        check(
          error > least && error < most,
          `x in ${activationBits} bits, ${m}x${k}x${n}, seed ${random.seed}: off by ${error}`,
        );
      }
      await throws(bitloom.InvalidArgumentError, /12 bits/, () =>
        backend.quantize(new Tensor([4, 4], new Float32Array(16).fill(1)), { activationBits: 12 as 8 }),
      );
    },
    'products with weights of 1 to 8 bits': async () => {
      const kinds: bitloom.QuantizeOptions[] = [
        {},
        { useSymmetricQuantization: true, usePerChannelQuantization: true },
        { usePerChannelQuantization: false },
        { groupSize: 64, scales: 'float32', transposeB: true },
      ];
      const left: [string, Float64Array, bitloom.Tensor][] = [];
      // On a GPU each is a shader to compile: one kind of each width, another one every time.
      const all = !(backend instanceof bitloom.WebGPUBackend);
      for (const bitsPerWeight of [1, 2, 3, 4, 8] as const)
        for (const kind of all ? kinds : [kinds[random.whole(0, kinds.length)]!]) {
          const [m, k, n] = [
            random.whole(0, 2) ? random.whole(1, 9) : random.whole(9, 30),
            random.whole(1, 150),
            random.whole(1, 40),
          ];
          const options = { ...kind, bitsPerWeight, aligned: bitsPerWeight === 3 && !!random.whole(0, 2) };
          const shape = kind.transposeB ? [n, k] : [k, n];
          const x = random.floats(m * k);
          const weights = new Tensor(shape, random.floats(k * n));
          const few = await backend.quantize(weights, options);
          check(few instanceof QuantizedTensor, 'not a QuantizedTensor');
          equal([few.shape, few.bitsPerWeight], [[k, n], bitsPerWeight]);
          weights.dispose();
          const what = `${JSON.stringify(options)}, ${m}x${k}x${n}, seed ${random.seed}:`;
          left.push([
            what,
            times(x, await writtenOut(few)),
            await backend.matmul(new Tensor([m, k], x), few, { useQuantization: true }),
          ]);
          few.dispose();
        }
      await Promise.all(left.map(async ([what, want, y]) => close((await y.read()) as Float32Array, want, 2e-5, what)));
    },
    'more bits are nearer, and sizes count everything': async () => {
      const data = random.floats(128 * 96);
      const w = new Tensor([128, 96], data);
      let before = 1;
      for (const [bitsPerWeight, all] of [
        [1, 2],
        [2, 3],
        [3, 4],
        [4, 5],
        [8, 8.125],
        [16, 16],
      ] as const) {
        const few = await backend.quantize(w, { bitsPerWeight });
        equal([few.effectiveBits, few.bytes], [all, (all * 128 * 96) / 8], `${bitsPerWeight} bits:`);
        check(
          few.error > 0 && few.error < before,
          `${bitsPerWeight} bits have error ${few.error}, fewer have ${before}`,
        );
        before = few.error;
        few.dispose();
      }
      const plain = await backend.quantize(w, { bitsPerWeight: 2, solver: 'rtn' });
      const strong = await backend.quantize(w, { bitsPerWeight: 2, solver: 'lsq' });
      check(strong.error < plain.error, `lsq ${strong.error}, rtn ${plain.error}`);
    },
    'weights that get few bits by the way': async () => {
      const [x, w] = [random.floats(3 * 64), random.floats(64 * 20)];
      const X = new Tensor([3, 64], x);
      const W = new Tensor([64, 20], w);
      const few = await backend.quantize(W, { bitsPerWeight: 2 });
      const want = times(x, await writtenOut(few));
      close(
        (await (await backend.matmul(X, W, { useQuantization: true, bitsPerWeight: 2 })).read()) as Float32Array,
        want,
        2e-5,
      );
      const fusion = new WebGPUOperationFusion(backend, { useQuantizedWeights: true, bitsPerWeight: 2 });
      const relu = want.map((v) => Math.max(v, 0));
      for (let turn = 0; turn < 2; ++turn)
        close(
          (await (await fusion.executeFusedOperations([X, W], ['matmul', 'relu'])).read()) as Float32Array,
          relu,
          2e-5,
        );
      equal(fusion.answer(['matmul', 'relu']).pattern, 'QuantizedMatmulActivation');
      const g = new Graph();
      g.output('y', g.relu(g.matmul(g.input('x', [3, 64]), few)));
      close((await (await backend.run(g, { x: X }))['y']!.read()) as Float32Array, relu, 2e-5);
      const f16 = await (await backend.matmul(X, await backend.quantize(W, { bitsPerWeight: 16 }))).read();
      close(
        f16 as Float32Array,
        times(
          x,
          Array.from({ length: 20 }, (_, j) => Float64Array.from({ length: 64 }, (_, k) => w[k * 20 + j]!)),
        ),
        1e-3,
      );
    },
    'lists of one configuration quantize their weights once': async () => {
      const x = new Tensor([3, 64], random.floats(3 * 64));
      const w = new Tensor([64, 512], random.floats(64 * 512));
      const fusion = new WebGPUOperationFusion(backend, { useQuantizedWeights: true, bitsPerWeight: 8 });
      const liveAfter = async (last: 'relu' | 'tanh', useFusion: boolean) => {
        (await fusion.executeOperations([x, w], ['matmul', last], { useFusion })).dispose();
        await backend.finish();
        const { live, cpuLive } = backend.memory();
        return live + cpuLive;
      };
      const once = await liveAfter('relu', true);
      const more = Math.max(await liveAfter('tanh', true), await liveAfter('relu', false)) - once;
      check(more < 64 * 512, `${more} bytes more: the codes are there again`);
      for (const t of [x, w]) t.dispose();
    },
    'importance is what errors count': async () => {
      const k = 32;
      const w = new Tensor([k, 4], random.floats(k * 4));
      const importance = Array.from({ length: k }, (_, i) => (i < 4 ? 1000 : 1e-3));
      const data = await w.read();
      const off = async (q: bitloom.QuantizedTensor): Promise<number> => {
        let sum = 0;
        (await writtenOut(q)).forEach((row, j) => {
          for (let i = 0; i < 4; ++i) sum += (row[i]! - data[i * 4 + j]!) ** 2;
        });
        return sum;
      };
      const plain = await off(await backend.quantize(w, { bitsPerWeight: 2 }));
      const weighted = await off(await backend.quantize(w, { bitsPerWeight: 2, importance }));
      check(weighted < plain, `with importance ${weighted}, without ${plain}`);
    },
    'what cannot be quantized says why': async () => {
      const { InvalidArgumentError: Invalid } = bitloom;
      const w = new Tensor([4, 4], random.floats(16));
      const q = await backend.quantize(w);
      const fails = (pattern: RegExp, tensor: bitloom.Tensor, options: object = {}) =>
        throws(Invalid, pattern, () => backend.quantize(tensor, options));
      await fails(/^\[quantize\] not supported: 5 bits; supported are 1, 2, 3, 4 and 8/, w, { bitsPerWeight: 5 });
      await fails(/^\[quantize\] not supported: groups of 48; supported are 32, 64 and 128/, w, { groupSize: 48 });
      await fails(/^\[quantize\] weights are float32\[4\]: a matrix/, new Tensor([4]));
      await fails(/^\[quantize\] weights are int32\[4, 4\]/, new Tensor([4, 4], null, { dataType: 'int32' }));
      await fails(/^\[quantize\] weight \[1, 0\] is .*nan.*: only finite/i, new Tensor([1, 2], [1, NaN]));
      await fails(/^\[quantize\] weights \[0, 4\]|at least one weight/, new Tensor([4, 0]));
      await fails(/option 'bits' is not supported/, w, { bits: 4 });
      await fails(/3 importances for 4 columns/, w, { importance: [1, 2, 3] });
      await fails(/exclude each other/, w, { groupSize: 32, usePerChannelQuantization: true });
      await throws(bitloom.NotFoundError, /solver 'best'/, () => backend.quantize(w, { solver: 'best' as never }));
      await throws(Invalid, /input 0 must be a Tensor/, () => backend.quantize(3 as never));
      await throws(Invalid, /useQuantization is false, but B is quantized \(4 bits\[4, 4\]\)/, () =>
        backend.matmul(w, q, { useQuantization: false }),
      );
      await throws(Invalid, /transposeB is not supported with quantized weights/, () =>
        backend.matmul(w, q, { transposeB: true }),
      );
      await throws(Invalid, /x is float32\[1, 5\] and a row has 4 weights/, () =>
        backend.matmul(new Tensor([1, 5]), q),
      );
      q.dispose();
      await throws(bitloom.DisposedError, /disposed/, () => backend.matmul(w, q));
    },
  };
}
