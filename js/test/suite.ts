// What must hold wherever the package runs. Every test is run in Node, and in a window and a worker of each browser.
import * as bitloom from '../dist/index.js';
import { Random, check, close, compilesSlowly, equal, throws, type Tests } from './check.js';
import { fusionTests } from './fusion.js';
import { quantizeTests } from './quantize.js';
import * as documents from './snippets/documents.js';

const { Tensor, WasmBackend, WebGPUBackend } = bitloom;

function product(a: Float32Array, b: Float32Array, m: number, k: number, n: number): Float64Array {
  const out = new Float64Array(m * n);
  for (let i = 0; i < m; ++i)
    for (let p = 0; p < k; ++p) for (let j = 0; j < n; ++j) out[i * n + j]! += a[i * k + p]! * b[p * n + j]!;
  return out;
}

/** Tests of one backend, which the caller opens and closes. */
export function backendTests(backend: bitloom.Backend, exhaust: boolean): Tests {
  const gpu = backend instanceof WebGPUBackend ? backend : undefined;
  const random = new Random();
  const tests: Tests = {
    'disposing in the middle of something': async () => {
      const fresh = () => (gpu ? new WebGPUBackend() : new WasmBackend({ threads: 1 }));
      const early = fresh();
      const opening = early.initialize();
      early.dispose();
      await throws(bitloom.DisposedError, /disposed/, () => opening);
      await throws(bitloom.DisposedError, /disposed/, () => early.initialize());
      const b = await fresh().initialize();
      // A read that was overtaken ends with the right numbers or says so.
      const reads = (tensor: bitloom.Tensor, value: number) =>
        tensor.read().then(
          (data) =>
            check(
              data.every((v) => v === value),
              'it read another tensor',
            ),
          (error) => check(error instanceof bitloom.DisposedError, `threw ${error}`),
        );
      const large = await b.add(new Tensor([5_000_000]), new Tensor([1], [5]));
      const reading = reads(large, 5);
      large.dispose();
      const other = await b.add(new Tensor([5_000_000]), new Tensor([1], [7]));
      await reading;
      const late = reads(other, 7);
      b.dispose();
      await late;
    },
    'a function of the caller that throws harms nothing': async () => {
      const mine = new Error('mine');
      const error = await backend
        .examine({
          op: 'relu',
          allProfiles: false,
          onFinding: () => {
            throw mine;
          },
        })
        .catch((e: unknown) => e);
      check(error === mine, `got ${error}`);
      equal(await (await backend.neg(new Tensor([1], [1]))).read(), [-1]);
      await throws(bitloom.NotFoundError, /no op 'nonsense'/, () => backend.examine({ op: 'nonsense' }));
      const stop = new AbortController();
      const report = await backend.examine({
        op: 'relu',
        allProfiles: false,
        signal: stop.signal,
        onFinding: () => stop.abort(),
      });
      equal(report.findings.length, 1);
    },
    'a product of random matrices of odd sizes': async () => {
      for (let turn = 0; turn < 4; ++turn) {
        const [m, k, n] = [random.whole(1, 70), random.whole(1, 70), random.whole(1, 70)];
        const [a, b] = [random.floats(m * k), random.floats(k * n)];
        const y = await backend.matmul(new Tensor([m, k], a), new Tensor([k, n], b));
        equal(y.shape, [m, n]);
        close((await y.read()) as Float32Array, product(a, b, m, k, n), 1e-5, `${m}x${k}x${n}, seed ${random.seed}:`);
      }
    },
    'settings of an op in camelCase': async () => {
      const [a, b] = [random.floats(6), random.floats(6)];
      const flipped = new Float32Array(6);
      for (let i = 0; i < 2; ++i) for (let j = 0; j < 3; ++j) flipped[j * 2 + i] = b[i * 3 + j]!;
      const y = await backend.matmul(new Tensor([2, 3], a), new Tensor([2, 3], b), { transposeB: true });
      close((await y.read()) as Float32Array, product(a, flipped, 2, 3, 2), 1e-5);
      const s = await backend.softmax(new Tensor([2, 2], [0, 1, 0, 1]), { axis: 0 });
      close((await s.read()) as Float32Array, [0.5, 0.5, 0.5, 0.5], 1e-6);
      const p = await backend.transpose(new Tensor([2, 3], [1, 2, 3, 4, 5, 6]), { perm: [1, 0] });
      equal(p.shape, [3, 2]);
    },
    'ops with several and optional inputs': async () => {
      const x = new Tensor([1, 4], [1, 2, 3, 4]);
      const joined = await backend.concat([x, x, x], { axis: 0 });
      equal(joined.shape, [3, 4]);
      const y = await backend.layerNorm(x, new Tensor([4], [1, 1, 1, 1]), new Tensor([4], [1, 1, 1, 1]));
      close((await y.read()) as Float32Array, [-0.34164, 0.55279, 1.44721, 2.34164], 1e-4);
    },
    'every element type there and back': async () => {
      for (const dataType of ['float32', 'int32', 'uint32', 'int8', 'uint8', 'float16', 'bfloat16'] as const) {
        for (const n of [0, 1, 3, 7, 130]) {
          const values = Array.from({ length: n }, () => random.whole(0, 100));
          const moved = await backend.concat([new Tensor([n], values, { dataType })], { axis: 0 });
          const whole = await backend.cast(moved, { to: 'float32' });
          equal([moved.dataType, moved.shape], [dataType, [n]]);
          equal(await whole.read(), values, `${dataType}, ${n}:`);
          if (dataType === 'bfloat16') continue; // bits, not numbers
          if (dataType !== 'float16' || 'Float16Array' in globalThis)
            equal(await moved.read(), values, `${dataType}, ${n}:`);
        }
      }
    },
    'types have one set of names; the short ones of earlier versions are still understood': async () => {
      const types = {
        float32: 'f32',
        float16: 'f16',
        bfloat16: 'bf16',
        int32: 'i32',
        uint32: 'u32',
        int8: 'i8',
        uint8: 'u8',
      } satisfies Record<bitloom.DataType, string>;
      const x = new Tensor([3], [1, 2, 3]);
      for (const [long, short] of Object.entries(types)) {
        const other = long === 'int8' ? 'uint8' : 'int8';
        for (const name of [long, short] as bitloom.DataType[]) {
          equal(bitloom.dataTypeOf(name), long);
          const made = new Tensor([3], [1, 2, 3], { dataType: name });
          equal(`${made}`, `${long}[3]`);
          const cast = await backend.cast(x, { to: name });
          equal(cast.dataType, long);
          equal(await (await backend.cast(cast, { to: 'float32' })).read(), [1, 2, 3]);
          const graph = new bitloom.Graph();
          graph.output('y', graph.cast(graph.input('x', [3], { dataType: name }), { to: other }));
          const program = await backend.compile(graph);
          equal([program.inputs[0]!.dataType, program.outputs[0]!.dataType], [long, other]);
          check((await program.text()).includes(`${long}[3]`), await program.text());
          equal(await (await program.run({ x: made }))['y']!.read(), [1, 2, 3]);
          if (gpu) {
            const { inputs, nodes } = await program.explain();
            equal(inputs[0]!.desc, `${long}[3]`);
            equal(
              nodes.map((n) => [n.settings, n.result]),
              [[`to=${other}`, `${other}[3]`]],
            );
          }
          program.dispose();
        }
      }
      equal(
        bitloom.ops.filter((op) => /\b(?:b?f16|[fiu]32|[iu]8|dtype)\b/.test(JSON.stringify(op))).map((op) => op.name),
        [],
        'ops that tell of short names:',
      );
      const square = new Tensor([2, 2]);
      for (const options of [{ dataType: 'float16' }, { dataType: 'f16' }, { dtype: 'float16' }, { dtype: 'f16' }] as {
        dataType?: 'float16';
      }[]) {
        equal((await backend.matmul(square, square, options)).dataType, 'float16');
        equal((await backend.executeOperations([square, square], [{ op: 'matmul', ...options }])).dataType, 'float16');
      }
      for (const scales of ['float32', 'f32'] as 'float32'[])
        equal(
          (await backend.quantize(new Tensor([32, 4], random.floats(128)), { scales })).scales!.dataType,
          'float32',
        );
      await throws(
        bitloom.InvalidArgumentError,
        /^\[matmul\] A is int32\[1\]: only float32, float16 and bfloat16/,
        () => backend.matmul(new Tensor([1], [1], { dataType: 'int32' }), x),
      );
      await throws(
        bitloom.InvalidArgumentError,
        /^\[graph\].*'f64'.*float32, float16, bfloat16, int32, uint32, int8, uint8$/,
        () => new bitloom.Graph().input('x', [1], { dataType: 'f64' as never }),
      );
    },
    'a tensor larger than one piece of a move': async () => {
      const values = Float32Array.from({ length: 2_500_001 }, (_, i) => i % 1000);
      const y = (await (await backend.neg(new Tensor([values.length], values))).read()) as Float32Array;
      for (let i = 0; i < y.length; ++i) if (y[i] !== -values[i]!) throw new Error(`${i} is ${y[i]}`);
    },
    'many calls at once': async () => {
      const one = new Tensor([1], [1]);
      const sums = await Promise.all(Array.from({ length: 50 }, (_, i) => backend.add(one, new Tensor([1], [i]))));
      equal(
        await Promise.all(sums.map(async (t) => (await t.read())[0])),
        Array.from({ length: 50 }, (_, i) => i + 1),
      );
    },
    'a long chain of awaited calls': async () => {
      let x: bitloom.Tensor = new Tensor([3], [0, 1, 2]);
      const one = new Tensor([1], [1]);
      for (let i = 0; i < 300; ++i) x = await backend.add(x, one);
      equal(await x.read(), [300, 301, 302]);
    },
    'getData needs the numbers to be here': async () => {
      const x = new Tensor([2], [1, 2]);
      equal(x.getData(), [1, 2]);
      const y = await backend.neg(x);
      await throws(bitloom.InvalidArgumentError, /await tensor\.read\(\)/, () => y.getData());
      await y.read();
      equal(y.getData(), [-1, -2]);
    },
    'wrong use says what is wrong': async () => {
      const [a, b] = [new Tensor([4, 96]), new Tensor([128, 96])];
      await throws(
        bitloom.InvalidArgumentError,
        /^\[matmul\] A is \[4, 96\] and B is \[128, 96\]: .*transpose_b/s,
        () => backend.matmul(a, b),
      );
      await throws(bitloom.InvalidArgumentError, /^\[add\].*\[4, 96\].*\[128, 96\]/, () => backend.add(a, b));
      await throws(bitloom.InvalidArgumentError, /^\[softmax\]/, () => backend.softmax(a, { axis: 5 }));
      await throws(bitloom.InvalidArgumentError, /no setting 'axes'/, () => backend.softmax(a, { axes: 1 } as never));
      await throws(bitloom.BitloomError, /^\[matmull\] there is no such op/, () => backend.run('matmull', [a, b]));
      await throws(bitloom.InvalidArgumentError, /input 1 must be a Tensor; got number/, () =>
        backend.add(a, 3 as never),
      );
      await throws(bitloom.InvalidArgumentError, /6 elements, but 5/, () => new Tensor([2, 3], [1, 2, 3, 4, 5]));
      await throws(bitloom.InvalidArgumentError, /non-negative integers/, () => new Tensor([2, -3]));
      await throws(
        bitloom.InvalidArgumentError,
        /'float64'/,
        () => new Tensor([1], [1], { dataType: 'float64' as never }),
      );
      await throws(bitloom.InvalidArgumentError, /at most 6/, () => new Tensor([1, 1, 1, 1, 1, 1, 1]));
      await throws(bitloom.InvalidArgumentError, /initialize/, () => new WasmBackend().add(a, b));
      await throws(bitloom.InvalidArgumentError, /./, () => backend.softmax(a, { axis: 1e20 }));
      await throws(bitloom.NotFoundError, /no such op/, () => backend.run('neg\nfoo=', [a]));
      await throws(bitloom.InvalidArgumentError, /no setting 'a=b'/, () =>
        backend.run('neg', [a], { 'a=b': 1 } as object),
      );
      await throws(bitloom.OutOfMemoryError, /elements of float32/, () => new Tensor([2 ** 40]));
      await throws(bitloom.InvalidArgumentError, /workgroupSize/, () => new WebGPUBackend({ workgroupSize: -5 }));
      await throws(bitloom.InvalidArgumentError, /threads/, () => new WasmBackend({ threads: 1.5 }));
      await throws(bitloom.InvalidArgumentError, /simd/, () => bitloom.createWasmBackend({ simd: 'foo' as never }));
      await throws(bitloom.IoError, /nowhere/, () =>
        bitloom.createWasmBackend({ wasmUrl: new URL('./nowhere/', import.meta.url) }),
      );
    },
    'a disposed tensor is refused': async () => {
      const x = new Tensor([2], [1, 2]);
      const y = await backend.neg(x);
      y.dispose();
      y.dispose();
      await throws(bitloom.DisposedError, /float32\[2\] was disposed/, () => backend.neg(y));
      await throws(bitloom.DisposedError, /was disposed/, () => y.read());
      const z = new Tensor([2], [1, 2]);
      const both = backend.add(z, z);
      z.dispose();
      await both.then(
        async (t) => equal(await t.read(), [2, 4]),
        (error) => check(error instanceof bitloom.DisposedError, `threw ${error}`),
      );
    },
    'memory comes back with dispose': async () => {
      // What earlier tests forgot may be collected in the middle of this one and spoil the count, but not every time.
      const count = async (): Promise<string> => {
        await backend.finish();
        const before = backend.memory();
        const x = new Tensor([1000, 100]);
        const made = [x];
        for (let i = 0; i < 10; ++i) made.push(await backend.add(x, x));
        await throws(bitloom.InvalidArgumentError, /./, () => backend.matmul(x, x));
        const during = backend.memory();
        for (const t of made) t.dispose();
        const after = backend.memory();
        if ((gpu ? during.live - before.live : during.cpuLive - before.cpuLive) < 11 * 400_000)
          return 'the tensors are not counted';
        const counts = [before, after].map((m) => [m.live, m.buffers, m.cpuLive].join(' '));
        return counts[0] === counts[1] ? '' : `before ${counts[0]}, after ${counts[1]}`;
      };
      let problem = await count();
      for (let turn = 0; problem && turn < 5; ++turn) problem = await count();
      check(!problem, problem);
      backend.trim();
      equal(backend.memory().pooled, 0);
    },
    'a tensor goes from one backend to another': async () => {
      const cpu = await bitloom.createWasmBackend({ threads: 1 });
      const y = await backend.neg(new Tensor([3], [1, 2, 3]));
      equal(await (await cpu.neg(y)).read(), [1, 2, 3]);
      cpu.dispose();
      await throws(bitloom.DisposedError, /disposed/, () => cpu.neg(y));
    },
    'asking for more memory than there is': async () => {
      const tall = new Tensor([1 << 16, 1]);
      const wide = new Tensor([1, 1 << 16]);
      if (gpu)
        await throws(bitloom.LimitError, /maxBufferSize|maxStorageBufferBindingSize/, () => backend.add(tall, wide));
      else await throws(bitloom.OutOfMemoryError, /17179869184 bytes asked, \d+ held/, () => backend.add(tall, wide));
      equal(await (await backend.neg(new Tensor([1], [1]))).read(), [-1]);
    },
  };
  Object.assign(tests, fusionTests(backend), quantizeTests(backend));
  if (gpu)
    Object.assign(tests, {
      'options of a call': async () => {
        const [a, b] = [random.floats(33 * 47), random.floats(47 * 29)];
        const want = product(a, b, 33, 47, 29);
        for (const options of [
          {},
          { browserOptimizationType: 'firefox' },
          { browserOptimizationType: 'safari' },
          { browserOptimizationType: 'edge' },
          { workgroupSize: 64, tileSize: 8 },
          { useFastMath: true },
        ]) {
          const y = await gpu.matmul(new Tensor([33, 47], a), new Tensor([47, 29], b), options);
          close((await y.read()) as Float32Array, want, 1e-5, JSON.stringify(options));
        }
        const asked = { browserOptimizationType: 'firefox', workgroupSize: 64, tileSize: 16, useFastMath: true };
        const { explanation } = await gpu.explain([new Tensor([200, 90]), new Tensor([90, 210])], ['matmul'], asked);
        equal(explanation.after[0]!.variants, ['matmul/kernel.wgsl: 64 threads for 64x64 results']);
        check(
          /^firefox: 64 threads .* tile 16, .*fast math; .*asked for/.test(explanation.profile),
          explanation.profile,
        );
        await throws(
          bitloom.InvalidArgumentError,
          /not supported: profile 'opera'; supported are chrome, firefox, safari, edge/,
          () => gpu.neg(new Tensor([1]), { browserOptimizationType: 'opera' }),
        );
        await throws(bitloom.InvalidArgumentError, /workgroupSize must be a positive integer/, () =>
          gpu.neg(new Tensor([1]), { workgroupSize: 0 }),
        );
      },
      'the documents’ examples': async () => {
        const [a, b, c] = [random.floats(64), random.floats(64), random.floats(64)];
        const [A, B, C] = [a, b, c].map((data) => new Tensor([8, 8], data)) as [
          bitloom.Tensor,
          bitloom.Tensor,
          bitloom.Tensor,
        ];
        const ab = product(a, b, 8, 8, 8);
        close((await (await documents.manualOverride(gpu, A, B)).read()) as Float32Array, ab, 1e-5);
        const relu = ab.map((v) => Math.max(v, 0));
        const sigmoid = (v: number) => 1 / (1 + Math.exp(-v));
        const linear = await documents.linearActivation(gpu, A, B);
        const chain = await documents.elementWiseChain(gpu, A, B, C);
        const binary = await documents.binaryUnary(gpu, A, B);
        const custom = await documents.customPatterns(gpu, A, B, C);
        const used = await documents.usingFusion(a, b);
        const wanted: [bitloom.Tensor, ArrayLike<number>][] = [
          ...[linear.result, linear.result2, used.result].map((t): [bitloom.Tensor, Float64Array] => [t, relu]),
          ...[chain.result, chain.result2].map((t): [bitloom.Tensor, Float32Array] => [
            t,
            a.map((v, i) => (v + b[i]!) * c[i]!),
          ]),
          ...[binary.result, binary.result2].map((t): [bitloom.Tensor, Float32Array] => [
            t,
            a.map((v, i) => sigmoid(v + b[i]!)),
          ]),
          [custom, a.map((v, i) => sigmoid(v * b[i]! + c[i]!))],
        ];
        await Promise.all(wanted.map(async ([got, want]) => close((await got.read()) as Float32Array, want, 1e-5)));
        used.backend.dispose();
        // With few bits: what is expected comes from the weights' own codes, which quantize.ts looks at.
        const near = async (got: bitloom.Tensor, want: ArrayLike<number>, tolerance: number) => {
          let apart = 0;
          let size = 0;
          ((await got.read()) as Float32Array).forEach((v, i) => {
            apart += (v - want[i]!) ** 2;
            size += want[i]! ** 2;
          });
          check(Math.sqrt(apart / size) < tolerance, `the results are ${Math.sqrt(apart / size)} away`);
        };
        const configured = await documents.configuredFusion(gpu, A, B);
        close((await configured.result.read()) as Float32Array, relu, 1e-5);
        await near(await configured.fusion.executeFusedOperations([A, B], ['matmul', 'relu']), relu, 0.2);
        await near(await documents.ultraLowPrecision(gpu, A, B), ab, 0.8);
        const data = random.floats(1024 * 1024);
        const made = await documents.basicUse(data);
        const x = random.floats(1024);
        const y = await made.backend.matmul(new Tensor([1, 1024], x), made.weights);
        close((await y.read()) as Float32Array, product(x, data, 1, 1024, 1024), 1e-4);
        await near(
          await documents.basicQuantization(made.backend, made.weights, new Tensor([1, 1024], x)),
          product(x, data, 1, 1024, 1024),
          0.3,
        );
        made.backend.dispose();
      },
      'what is known of the device': async () => {
        const { info } = gpu;
        equal(info.platform, 'webgpu');
        check(info.limits.maxComputeInvocationsPerWorkgroup! >= 256, 'limits are missing');
        check(info.browser.why && info.profile!.why, 'no reasons are given');
        check(['chrome', 'firefox', 'safari', 'edge'].includes(info.profile!.name), `profile ${info.profile!.name}`);
      },
      'gathered calls share a submit; validated ones do not': async () => {
        const validating = await bitloom.createWebGPUBackend({ validate: true });
        const x = new Tensor([1], [1]);
        for (const [b, submits] of [
          [gpu, 2],
          [validating, 11],
        ] as const) {
          await (await b.add(x, x)).read();
          const before = b.counters();
          let y: bitloom.Tensor = x;
          for (let i = 0; i < 10; ++i) y = await b.add(y, x);
          equal(await y.read(), [11]);
          equal(b.counters().dispatches - before.dispatches, 10);
          const used = b.counters().submits - before.submits;
          // A slow page may send what it has gathered earlier.
          check(b === gpu ? used < 11 : used === submits, `${used} submits, wanted ${submits}`);
        }
        validating.dispose();
      },
      'calls that need the same shader at once compile it once': async () => {
        const before = gpu.counters().pipelines;
        const x = new Tensor([9], null);
        const made = await Promise.all(Array.from({ length: 12 }, () => gpu.elu(x, { alpha: 0.3125 })));
        equal(await made[11]!.read(), new Float32Array(9));
        check(gpu.counters().pipelines - before <= 1, `${gpu.counters().pipelines - before} were compiled`);
      },
      'what the browser finds wrong comes from the next read, and is over then': async () => {
        const b = await bitloom.createWebGPUBackend();
        const x = new Tensor([2], [1, 2]);
        const first = await b.neg(x);
        equal(await first.read(), [-1, -2]);
        first.dispose(); // left to the garbage collector, its buffer could come back after trim
        // Buffers that cannot be used for anything: what follows from one is the browser's own error.
        const device = b.device as { createBuffer: (d: GPUBufferDescriptor) => GPUBuffer };
        const own = device.createBuffer.bind(b.device);
        for (const ask of ['read', 'finish'] as const) {
          b.trim();
          device.createBuffer = (d) => own({ ...d, usage: 0 });
          const bad = await b.add(x, x);
          device.createBuffer = own;
          await throws(bitloom.GpuError, /./, () => (ask === 'read' ? bad.read() : b.finish()));
          bad.dispose();
          const good = await b.add(x, x);
          equal(await good.read(), [2, 4]);
          good.dispose();
        }
        b.dispose();
      },
      'a lost device is told, and a new backend works': async () => {
        const doomed = await bitloom.createWebGPUBackend();
        const y = await doomed.neg(new Tensor([1], [1]));
        doomed.device.destroy();
        const told = await doomed.lost;
        check(told instanceof bitloom.DeviceLostError, 'lost did not settle with an error');
        await throws(bitloom.DeviceLostError, /the GPU device is lost/, () => y.read());
        await throws(bitloom.DeviceLostError, /lost/, () => doomed.neg(new Tensor([1], [1])));
        doomed.dispose();
        const fresh = await bitloom.createWebGPUBackend();
        equal(await (await fresh.neg(new Tensor([1], [1]))).read(), [-1]);
        fresh.dispose();
      },
    } satisfies Tests);
  else
    Object.assign(tests, {
      'a great many inputs are refused': async () => {
        const x = new Tensor([1]);
        await throws(bitloom.InvalidArgumentError, /6000 inputs/, () =>
          backend.concat(new Array(6000).fill(x), { axis: 0 }),
        );
      },
    } satisfies Tests);
  if (!gpu && exhaust)
    Object.assign(tests, {
      'a kernel that cannot get its memory ends in an error, on any thread': async () => {
        const a = new Tensor([700, 700], random.floats(490_000));
        const b = new Tensor([700, 700], random.floats(490_000));
        const first = await backend.matmul(a, b);
        const want = await first.read();
        // Fill the memory to the last kilobyte, then make room for a product's result, but not for what computing it needs.
        const held: bitloom.Tensor[] = [];
        for (let n = 1 << 27; n >= 256; n >>= 1)
          try {
            for (let i = 0; i < 64; ++i) {
              held.push(new Tensor([n]));
              held.push(await backend.neg(held.at(-1)!));
            }
          } catch (error) {
            check(error instanceof bitloom.OutOfMemoryError, `threw ${error}`);
          }
        first.dispose();
        for (let turn = 0; turn < 3; ++turn)
          await throws(bitloom.OutOfMemoryError, /memory/, () => backend.matmul(a, b));
        for (const t of held) t.dispose();
        equal(await (await backend.matmul(a, b)).read(), want);
      },
      'WebAssembly memory runs out and comes back': async () => {
        const held: bitloom.Tensor[] = [];
        const tall = new Tensor([16384, 1]);
        const wide = new Tensor([1, 10000]);
        await throws(bitloom.OutOfMemoryError, /655360000 bytes asked, \d+ held in tensors/, async () => {
          for (let i = 0; i < 8; ++i) held.push(await backend.add(tall, wide));
        });
        check(held.length >= 1, 'not even one fits');
        for (const t of held) t.dispose();
        (await backend.add(tall, wide)).dispose();
      },
    } satisfies Tests);
  return tests;
}

/** The doctor over all ops, several at a time: some browsers are slow to answer, and answer many at once as quickly. */
export async function doctor(backend: bitloom.Backend, allProfiles: boolean): Promise<string> {
  const some = compilesSlowly(backend); // every other op; the native tests run them all
  const turn = Math.random() < 0.5 ? 0 : 1;
  const left = bitloom.ops.map((op) => op.name).filter((_, i) => !some || i % 2 === turn);
  let right = 0;
  const problems: string[] = [];
  const seed = 1 + ((Math.random() * 2 ** 31) | 0);
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let op = left.pop(); op; op = left.pop()) {
        const report = await backend.examine({ op, seed, allProfiles });
        right += report.right + report.slow;
        for (const f of report.findings)
          if (f.state === 'wrong' || f.state === 'failed')
            problems.push(`${f.op} '${f.test}' ${f.profile}: ${f.state}, ${f.problem}`);
      }
    }),
  );
  check(problems.length === 0, `${problems.length} problems with seed ${seed}:\n${problems.slice(0, 10).join('\n')}`);
  check(right > (some ? 100 : 600), `only ${right} cases ran`);
  return `${right} right`;
}
export { bitloom };
