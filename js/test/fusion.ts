// Lists of ops and graphs, on any backend. Results are read together: some browsers are slow to answer, and answer many at
// once as quickly.
import * as bitloom from '../dist/index.js';
import { Random, check, close, compilesSlowly, equal, throws, type Tests } from './check.js';

const { FusionPattern, Graph, Tensor, WebGPUBackend, WebGPUOperationFusion } = bitloom;
type Tensor = bitloom.Tensor;
type GraphValue = bitloom.GraphValue;

// A name of each activation, one of those that stand for settings, and dropout, which is nothing.
const aliases = bitloom.ops.flatMap((op) => op.activations.map((a) => ({ ...a, op: op.name })));
const activations = [
  ...new Map(aliases.map((a) => [`${a.op} ${JSON.stringify(a.settings)}`, a.name])).values(),
  'dropout',
] as bitloom.FusionOpType[];
const binaries = bitloom.ops
  .filter((op) => op.elementWise && op.maxInputs === 2)
  .map((op) => op.name) as bitloom.FusionOpType[];
const hasAttention = bitloom.ops.some((op) => op.name === 'attention');

const read = (tensors: readonly Tensor[]): Promise<Float32Array[]> =>
  Promise.all(tensors.map(async (t) => Float32Array.from(await t.read())));
const name = (op: bitloom.FusionOp): string => (typeof op === 'string' ? op : op.op);

/** The list by separate calls, as the rule says: from the left, and each op takes the tensors it needs. */
async function oneByOne(
  backend: bitloom.Backend,
  tensors: readonly Tensor[],
  ops: readonly bitloom.FusionOp[],
): Promise<Tensor> {
  let acc = tensors[0]!;
  let next = 1;
  let summed = 0;
  for (const op of ops) {
    const { op: _, ...settings } = typeof op === 'string' ? { op } : op;
    const take = () => tensors[next++]!;
    switch (name(op)) {
      case 'dropout':
        break;
      case 'scale':
        acc = await backend.multiply(
          acc,
          new Tensor([], [(settings as { factor?: number }).factor ?? 1 / Math.sqrt(summed)]),
        );
        break;
      case 'mask':
        acc = await backend.add(acc, take());
        break;
      case 'layer_norm':
        acc = await backend.layerNorm(acc, take(), take());
        break;
      case 'batch_norm':
        acc = await backend.batchNorm(acc, take(), take(), take(), take());
        break;
      case 'matmul':
        summed = acc.shape.at(-1)!;
        acc = await backend.matmul(acc, take(), settings);
        break;
      case 'attention': {
        acc = await backend.matmul(acc, take(), { transposeB: true });
        acc = await backend.softmax(
          await backend.multiply(acc, new Tensor([], [1 / Math.sqrt(tensors[0]!.shape.at(-1)!)])),
        );
        acc = await backend.matmul(acc, take());
        break;
      }
      default: {
        const alias = aliases.find((a) => a.name === name(op));
        const called = alias?.op ?? name(op);
        const takes = bitloom.ops.find((o) => o.name === called)!.minInputs === 2 ? [take()] : [];
        acc = await backend.run(called, [acc, ...takes], { ...alias?.settings, ...settings });
      }
    }
  }
  return acc;
}

type Case = [pattern: string, shapes: number[][], ops: bitloom.FusionOp[]];
function cases(random: Random): Case[] {
  const size = () => random.whole(1, 24);
  const out: Case[] = [];
  for (const act of activations) {
    const [m, k, n, b] = [size(), size(), size(), random.whole(1, 4)];
    out.push(
      [
        'LinearActivation',
        [
          [m, k],
          [k, n],
        ],
        ['matmul', act],
      ],
      ['LinearActivation', [[b, m, k], [k, n], [n]], ['matmul', 'add', act]],
      ['ElementWiseChain', [[m, k], [k], [m, 1]], ['add', 'multiply', act]],
      [
        'BinaryUnary',
        [
          [m, k],
          [m, 1],
        ],
        [binaries[random.whole(0, binaries.length)]!, act],
      ],
      ['ActivationChain', [[b, m, k]], [act, 'tanh']],
      ['NormActivation', [[m, k], [k], [k]], ['layer_norm', act]],
      ['NormActivation', [[m, k], [k]], ['rms_norm', act]],
      ['NormActivation', [[b, n, k], [n], [n], [n], [n]], ['batch_norm', act]],
      ['ReshapeOp', [[m, k]], [{ op: 'reshape', shape: [k, m] }, act]],
      ['ReshapeOp', [[m, k]], ['transpose', act]],
    );
  }
  const [s, t, d, e, h] = [size(), size(), size(), size(), random.whole(1, 4)];
  out.push(
    ['ReshapeOp', [[s, d]], [{ op: 'reshape', shape: [d, s] }, 'softmax']],
    [
      'AttentionPattern',
      [
        [s, d],
        [d, t],
        [t, e],
      ],
      ['matmul', 'scale', 'softmax', 'matmul'],
    ],
    [
      'AttentionPattern',
      [
        [h, s, d],
        [h, t, d],
        [s, t],
        [h, t, e],
      ],
      [{ op: 'matmul', transposeB: true }, { op: 'scale', factor: 0.3 }, 'mask', 'softmax', 'dropout', 'matmul'],
    ],
    [
      'MatrixChain',
      [
        [s, d],
        [d, t],
        [t, e],
      ],
      ['matmul', 'matmul'],
    ],
    [
      '',
      [
        [s, d],
        [d, t],
        [t, e],
      ],
      ['matmul', 'gelu', 'matmul', 'softmax'],
    ],
    [
      '',
      [
        [s, d],
        [d, t],
      ],
      ['softmax', 'matmul'],
    ],
  );
  if (hasAttention)
    out.push(
      [
        'AttentionPattern',
        [
          [s, d],
          [t, d],
          [t, e],
        ],
        ['attention'],
      ],
      [
        'AttentionPattern',
        [
          [h, s, d],
          [h, t, d],
          [h, t, e],
        ],
        ['attention'],
      ],
    );
  return out;
}

export function fusionTests(backend: bitloom.Backend): Tests {
  const gpu = backend instanceof WebGPUBackend ? backend : undefined;
  const random = new Random();
  const tensor = (shape: readonly number[], low = 0.1, high = 1.5) => {
    const count = shape.reduce((a, b) => a * b, 1);
    return new Tensor(
      shape,
      random.floats(count).map((v) => low + ((v + 1) / 2) * (high - low)),
    );
  };
  return {
    'every pattern equals its ops one by one': async () => {
      const fusion = new WebGPUOperationFusion(backend);
      const list = cases(random).filter(() => !compilesSlowly(backend) || random.next() < 0.4);
      const fused: Tensor[] = [];
      const unfused: Tensor[] = [];
      const separate: Tensor[] = [];
      for (const [pattern, shapes, ops] of list) {
        const tensors = shapes.map((s) => tensor(s));
        equal(fusion.answer(ops).pattern, pattern, ops.map(name).join(' '));
        fused.push(await backend.executeFusedOperations(tensors, ops));
        unfused.push(await backend.executeOperations(tensors, ops, { useFusion: false }));
        separate.push(await oneByOne(backend, tensors, ops));
      }
      const [a, b, c] = (await Promise.all([read(fused), read(unfused), read(separate)])) as [
        Float32Array[],
        Float32Array[],
        Float32Array[],
      ];
      list.forEach(([, shapes, ops], i) => {
        const what = `${ops.map(name).join(' ')} of ${JSON.stringify(shapes)}, seed ${random.seed}:`;
        equal(fused[i]!.shape, separate[i]!.shape, what);
        close(a[i]!, c[i]!, 2e-5, what);
        close(b[i]!, c[i]!, 2e-5, `unfused ${what}`);
      });
      for (const t of [...fused, ...unfused, ...separate]) t.dispose();
    },
    'what is wrong with a list says where': async () => {
      const x = new Tensor([2, 3]);
      const y = new Tensor([3, 4]);
      const z = new Tensor([5]);
      const run = (tensors: Tensor[], ops: unknown[], options?: bitloom.ExecuteOptions) => () =>
        backend.executeFusedOperations(tensors, ops as bitloom.FusionOp[], options);
      const { InvalidArgumentError: Invalid, NotFoundError: NotFound, UnsupportedError: Unsupported } = bitloom;
      await throws(NotFound, /^\[fusion\] op 1 'foo' of \[relu, foo\]: there is no such op/, run([x], ['relu', 'foo']));
      await throws(
        Invalid,
        /^\[fusion\] op 2 'add' of \[matmul, relu, add\]: it needs a tensor more than the 2 given; the list takes 3/,
        run([x, y], ['matmul', 'relu', 'add']),
      );
      await throws(
        Invalid,
        /^\[fusion\] \[relu\] takes 1 tensors, got 3: no op takes tensor 1/,
        run([x, y, z], ['relu']),
      );
      await throws(Invalid, /^\[fusion\] \[relu\] takes 1 tensors, got 0/, run([], ['relu']));
      await throws(
        Invalid,
        /^\[fusion\] op 2 'add' of \[matmul, relu, add\]: \[add\].*\[2, 4\].*\[5\]/,
        run([x, y, z], ['matmul', 'relu', 'add']),
      );
      await throws(
        Invalid,
        /^\[fusion\] op 0 'matmul' of \[matmul\]: \[matmul\] A is \[2, 3\]/,
        run([x, x], ['matmul']),
      );
      await throws(Invalid, /the list of ops is empty/, run([x], []));
      await throws(Invalid, /^\[fusion\] op 0 'reshape' of \[reshape\]: .*'shape'/, run([x], ['reshape']));
      await throws(Invalid, /^\[fusion\] op 1 'scale' of \[relu, scale\]: .*'factor'/, run([x], ['relu', 'scale']));
      await throws(
        Invalid,
        /^\[fusion\] op 1 'softmax' of \[relu, softmax\]: .*no setting 'axes'/,
        run([x], ['relu', { op: 'softmax', axes: 1 }]),
      );
      await throws(Invalid, /^\[fusion\] op 1 of 2: an op must be a name/, run([x], ['relu', 7]));
      await throws(Invalid, /^\[fusion\] op 0 of 1: an op must be a name/, run([x], ['relu\n@op=neg']));
      await throws(Invalid, /input 1 must be a Tensor; got number/, run([x, 3 as never], ['add']));
      await throws(Invalid, /ops must be an array of names; got string/, () =>
        backend.executeFusedOperations([x], 'relu' as never),
      );
      await throws(
        NotFound,
        /pattern 'Matmul' is not supported; supported are LinearActivation/,
        () => new WebGPUOperationFusion(backend, { enabledPatterns: ['Matmul' as never] }),
      );
      await throws(
        Invalid,
        /maxFusionLength must be a positive/,
        () => new WebGPUOperationFusion(backend, { maxFusionLength: 0 }),
      );
      await throws(
        Invalid,
        /option 'fuse' is not supported/,
        () => new WebGPUOperationFusion(backend, { fuse: true } as object),
      );
      await throws(
        Invalid,
        /bitsPerWeight must be 1, 2, 3, 4, 8 or 16; got 5/,
        () => new WebGPUOperationFusion(backend, { bitsPerWeight: 5 as never }),
      );
      await throws(
        Unsupported,
        /^\[fusion\] op 0 'matmul' of \[matmul, relu\]: \[matmul\] .* to have few bits B must be a matrix/,
        run([x, new Tensor([2, 3, 4])], ['matmul', 'relu'], { useQuantizedWeights: true, bitsPerWeight: 2 }),
      );
      await throws(
        Unsupported,
        /cannot fuse: op 10 'relu' is past the limit of 10 ops/,
        run([x], new Array(12).fill('relu'), { strict: true }),
      );
      const gone = new Tensor([1]);
      gone.dispose();
      await throws(bitloom.DisposedError, /disposed/, run([gone], ['relu']));
    },
    'what can fuse, and what cannot still runs': async () => {
      const fusion = new WebGPUOperationFusion(backend, {
        enabledPatterns: [FusionPattern.BinaryUnary],
        maxFusionLength: 3,
      });
      equal(fusion.answer(['add', 'relu']), { fuses: true, pattern: 'BinaryUnary', reason: 'it is a BinaryUnary' });
      equal(fusion.answer(['matmul', 'relu']), {
        fuses: false,
        pattern: 'LinearActivation',
        reason: 'it is a LinearActivation, which is not enabled',
      });
      equal(fusion.createFusionPattern(['matmul', 'relu'], 'mine'), true);
      equal(fusion.answer(['matmul', 'relu']), { fuses: true, pattern: 'mine', reason: 'it is a pattern of your own' });
      await throws(bitloom.InvalidArgumentError, /there is a pattern 'mine' already: \[matmul, relu\]/, () =>
        fusion.createFusionPattern(['add', 'relu'], 'mine'),
      );
      await throws(bitloom.InvalidArgumentError, /built-in/, () =>
        fusion.createFusionPattern(['add', 'relu'], 'MatrixChain'),
      );
      await throws(bitloom.NotFoundError, /op 1 'foo'/, () => fusion.createFusionPattern(['add', 'foo'] as never));
      equal(fusion.createFusionPattern(['softmax', 'matmul']), false);
      equal(fusion.canFuse(['add', 'relu', 'tanh', 'neg']), false);
      equal(fusion.answer(['add', 'relu', 'tanh', 'neg']).reason, "op 3 'neg' is past the limit of 3 ops");
      equal(fusion.canFuse(['softmax', 'multiply', 'matmul']), true);
      equal(backend.createFusionPattern(['multiply', 'add', 'sigmoid']), true);
      const x = new Tensor([3], [-1, 2, 3]);
      const [long, off, plain] = await read([
        await fusion.executeFusedOperations([x, x], ['add', 'relu', 'neg', 'neg', 'neg']),
        await fusion.executeFusedOperations([x], ['relu', 'neg']),
        await backend.executeFusedOperations([x], new Array(40).fill('relu'), { useBrowserOptimizations: false }),
      ]);
      equal(
        [long, off, plain],
        [
          [-0, -4, -6],
          [-0, -2, -3],
          [0, 2, 3],
        ],
      );
    },
    'what a list becomes is told': async () => {
      const tensors = [new Tensor([4, 8]), new Tensor([8, 4]), new Tensor([4])];
      const report = await backend.explain(tensors, ['matmul', 'add', 'relu']);
      equal([report.pattern, report.ops], ['LinearActivation', ['matmul', 'add', 'relu']]);
      if (!gpu) return equal([report.fuses, report.reason], [false, 'the CPU runs op by op']);
      equal([report.fused, report.before.dispatches, report.after.dispatches], [true, 3, 1], JSON.stringify(report));
      equal(
        report.explanation.after.map((k) => [k.label, k.dispatches]),
        [['matmul + add + relu', 1]],
      );
      equal(
        report.explanation.nodes.map((n) => n.op),
        ['matmul', 'add', 'relu'],
      );
      equal(report.explanation.svg, undefined);
      await throws(bitloom.UnsupportedError, /^\[explain\] .*models: true/, () =>
        backend.explain(tensors, ['matmul', 'add', 'relu'], { pictures: true }),
      );
      await throws(bitloom.InvalidArgumentError, /op 1 'add'/, () =>
        backend.explain(tensors.slice(0, 2), ['matmul', 'add']),
      );
      const off = await backend.explain(tensors, ['matmul', 'add', 'relu'], { useFusion: false });
      equal([off.fuses, off.fused, off.reason], [false, false, 'fusion was not asked for']);
      const product = await backend.explain(
        [new Tensor([33, 17]), new Tensor([17, 40]), new Tensor([40, 1])],
        ['matmul', 'matmul'],
        { reassociate: true },
      );
      equal(
        product.explanation.nodes.map((n) => n.result),
        ['float32[17, 1]', 'float32[33, 1]'],
      );
      check(
        product.explanation.apart.length === 1 && product.explanation.apart[0]!.reason.length > 5,
        JSON.stringify(product.explanation.apart),
      );
    },
    'a list seen before compiles and plans nothing': async () => {
      const x = await backend.neg(new Tensor([4, 4]));
      const ops = ['matmul', 'add', 'sigmoid'] as const;
      (await backend.executeFusedOperations([x, x, x], ops)).dispose();
      await backend.finish();
      const before = backend.counters();
      const start = performance.now();
      for (let i = 0; i < 50; ++i) (await backend.executeFusedOperations([x, x, x], ops)).dispose();
      const each = ((performance.now() - start) / 50) * 1000;
      equal(backend.counters().pipelines, before.pipelines);
      console.log(`a list seen before: ${each.toFixed(1)} us a call`);
    },
    'a graph with several outputs, constants and every kind of input': async () => {
      const [a, w, b] = [random.floats(6), random.floats(12), random.floats(4)];
      const g = new Graph();
      const x = g.input('x', [2, 3]);
      const weights = g.constant(new Tensor([3, 4], w));
      const bias = g.multiply(g.constant(new Tensor([4], b)), g.constant(new Tensor([], [2])));
      const h = g.add(g.matmul(x, weights), bias);
      g.output('h', h);
      g.output('y', g.leakyRelu(h, { alpha: 0.5 }));
      g.output('most', g.apply('argmax', [h], { axis: -1 }));
      const program = await backend.compile(g);
      equal(program.inputs, [{ name: 'x', dataType: 'float32', shape: [2, 3] }]);
      equal(program.outputs, [
        { name: 'h', dataType: 'float32', shape: [2, 4] },
        { name: 'y', dataType: 'float32', shape: [2, 4] },
        { name: 'most', dataType: 'int32', shape: [2] },
      ]);
      const t = new Tensor([2, 3], a);
      const want = Float32Array.from(
        { length: 8 },
        (_, i) =>
          2 * b[i % 4]! +
          a[i < 4 ? 0 : 3]! * w[i % 4]! +
          a[i < 4 ? 1 : 4]! * w[4 + (i % 4)]! +
          a[i < 4 ? 2 : 5]! * w[8 + (i % 4)]!,
      );
      const most = [0, 1].map((row) => {
        const r = [...want.subarray(row * 4, row * 4 + 4)];
        return r.indexOf(Math.max(...r));
      });
      for (const made of [
        await program.run({ x: t }),
        await backend.run(g, [t]),
        await backend.run(g, { x: t }, { useFusion: false }),
      ]) {
        const [h, y, m] = (await read([made['h']!, made['y']!, made['most']!])) as [
          Float32Array,
          Float32Array,
          Float32Array,
        ];
        close(h, want, 1e-5, `seed ${random.seed}:`);
        close(
          y,
          want.map((v) => (v < 0 ? v / 2 : v)),
          1e-5,
        );
        equal(m, most);
      }
      const { before, after } = await backend.explain(g);
      check(gpu ? after.length < before.length : after.length > 0, `${before.length} kernels became ${after.length}`);
      check(
        /^%0 = input x: float32\[2, 3\]\n/.test(await program.text()) && /^digraph/.test(await program.dot()),
        await program.text(),
      );
      program.dispose();
      program.dispose();
      await throws(bitloom.DisposedError, /disposed/, () => program.run({ x: t }));
      // A graph that has grown is another.
      g.output('z', g.neg(h));
      equal(Object.keys(await backend.run(g, { x: t })), ['h', 'y', 'most', 'z']);
    },
    'what large constants alone determine is computed once': async () => {
      const [rows, columns] = [150, 131];
      const values = random.floats(rows * columns);
      const g = new Graph();
      const doubled = g.multiply(g.constant(new Tensor([rows, columns], values)), g.constant(new Tensor([], [2])));
      g.output('y', g.add(g.input('x', [columns, rows]), g.transpose(doubled)));
      equal(
        (await backend.explain(g)).nodes.map((node) => node.op),
        ['add'],
      );
      const x = random.floats(rows * columns);
      const { y } = await backend.run(g, { x: new Tensor([columns, rows], x) });
      close(
        await y!.read(),
        x.map((v, i) => v + 2 * values[(i % rows) * columns + Math.floor(i / rows)]!),
        1e-6,
      );
    },
    'a graph becomes the same program, whatever its weights were used for before': async () => {
      const n = 160;
      const values = Array.from({ length: 3 }, () => random.floats(n * n));
      const other = await bitloom.createWasmBackend({ threads: 1 });
      const [x, one, two] = [new Tensor([1, n], random.floats(n)), new Tensor([], [1]), new Tensor([], [2])];
      const fresh = () => values.map((data) => new Tensor([n, n], data));
      const [unused, used] = [fresh(), fresh()];
      const moved = await Promise.all(fresh().map((w) => other.multiply(w, one)));
      const made = [x, one, two, ...unused, ...used, ...moved];
      made.push(...(await Promise.all(used.map((w) => backend.matmul(x, w)))));
      const plans: unknown[] = [];
      const results: unknown[] = [];
      for (const weights of [unused, used, moved, moved]) {
        const g = new Graph();
        const input = g.input('x', [1, n]);
        const [a, b, c] = weights.map((w) => g.constant(w)) as [GraphValue, GraphValue, GraphValue];
        g.output('a', g.matmul(input, g.transpose(g.multiply(a, g.constant(two)))));
        g.output('b', g.matmul(input, b));
        g.output('c', g.matmul(input, c));
        const program = await backend.compile(g);
        const { nodes, after } = await program.explain();
        equal(
          nodes.filter(({ op }) => ['multiply', 'transpose'].includes(op)),
          [],
        );
        if (gpu) equal(nodes.filter(({ op }) => op === 'matmul').length, 2, 'products, b and c side by side:');
        const y = Object.values(await program.run({ x }));
        plans.push({ nodes, after });
        results.push(await read(y));
        made.push(...y);
        program.dispose();
      }
      for (const [i, what] of ['used here', 'made elsewhere', 'read from there'].entries()) {
        equal(plans[i + 1], plans[0], `${what}:`);
        equal(results[i + 1], results[0], `${what}:`);
      }
      for (const tensor of made) tensor.dispose();
      other.dispose();
    },
    'a graph’s large constants and views at odd places': async () => {
      const n = 40_001;
      const values = random.floats(n);
      const g = new Graph();
      const x = g.input('x', [n]);
      g.output('y', g.add(x, g.constant(new Tensor([n], values))));
      const one = await backend.slice(new Tensor([n + 3], new Float32Array(n + 3).fill(1)), {
        starts: [3],
        ends: [n + 3],
      });
      const two = new Tensor([n], new Float32Array(n).fill(1));
      const [odd, even] = (await read([
        (await backend.run(g, { x: one }))['y']!,
        (await backend.run(g, { x: two }))['y']!,
      ])) as [Float32Array, Float32Array];
      close(
        odd,
        values.map((v) => v + 1),
        1e-6,
      );
      equal(odd, even);
    },
    'wrong use of graphs says what is wrong': async () => {
      const { InvalidArgumentError: Invalid } = bitloom;
      const g = new Graph();
      const x = g.input('x', [2, 3]);
      await throws(Invalid, /already has an input 'x'/, () => g.input('x', [1]));
      await throws(Invalid, /non-negative integers/, () => g.input('y', [-1]));
      await throws(Invalid, /'float64' is not supported; supported are float32/, () =>
        g.input('y', [1], { dataType: 'float64' as never }),
      );
      await throws(Invalid, /the name of an input must be a non-empty string/, () => g.input('', [1]));
      await throws(Invalid, /\[add\] input 1 must be a value of the graph; got Tensor/, () =>
        g.add(x, new Tensor([1]) as never),
      );
      await throws(Invalid, /\[relu\] input 0 belongs to another graph/, () => new Graph().relu(x));
      await throws(Invalid, /a constant must be a Tensor; got number/, () => g.constant(3 as never));
      await throws(bitloom.NotFoundError, /no such op/, () => g.apply('re lu', [x]));
      await throws(Invalid, /the graph has no outputs/, () => backend.compile(g));
      const bad = new Graph();
      bad.output('y', bad.matmul(bad.relu(bad.input('x', [2, 3])), bad.constant(new Tensor([2, 3]))));
      await throws(Invalid, /^\[graph\] op 1 'matmul': \[matmul\] A is \[2, 3\]/, () => backend.compile(bad));
      await throws(Invalid, /^\[graph\] op 1 'matmul'/, () => backend.run(bad, { x: new Tensor([2, 3]) }));
      const unknown = new Graph();
      unknown.output('y', unknown.apply('foo', [unknown.input('x', [1])]));
      await throws(bitloom.NotFoundError, /^\[graph\] op 0 'foo': \[foo\] there is no such op/, () =>
        backend.compile(unknown),
      );
      g.output('y', g.relu(x));
      await throws(Invalid, /there is no input 'z'; the graph's inputs are x/, () =>
        backend.run(g, { x: new Tensor([2, 3]), z: new Tensor([1]) }),
      );
      await throws(Invalid, /input 'x' must be a Tensor; got undefined/, () => backend.run(g, {}));
      await throws(Invalid, /the graph has 1 inputs \(x\); got 2/, () =>
        backend.run(g, [new Tensor([2, 3]), new Tensor([1])]),
      );
      await throws(Invalid, /input 'x' is float32\[3, 2\]; the graph expects float32\[2, 3\]/, () =>
        backend.run(g, { x: new Tensor([3, 2]) }),
      );
      await throws(Invalid, /option 'fuse' is not supported/, () =>
        backend.run(g, { x: new Tensor([2, 3]) }, { fuse: 1 } as object),
      );
    },
    'lists and graphs leave no memory behind': async () => {
      const fresh = await (gpu ? bitloom.createWebGPUBackend() : bitloom.createWasmBackend({ threads: 1 }));
      const before = fresh.memory();
      const x = new Tensor([100, 100]);
      const w = new Tensor([200, 100]);
      const g = new Graph();
      g.output('y', g.relu(g.matmul(g.input('x', [100, 100]), g.constant(w), { transposeB: true })));
      const program = await fresh.compile(g);
      const made = [
        ...Object.values(await program.run({ x })),
        await fresh.executeFusedOperations([x, x, x], ['matmul', 'relu', 'matmul']),
      ];
      await throws(bitloom.InvalidArgumentError, /./, () =>
        fresh.executeFusedOperations([x, x], ['matmul', 'relu', 'matmul']),
      );
      await fresh.finish();
      const during = fresh.memory();
      const [much, little] = gpu ? [during.live, before.live] : [during.cpuLive, before.cpuLive];
      check(much > little, 'the tensors are not counted');
      for (const t of [...made, x, w]) t.dispose();
      program.dispose();
      const after = fresh.memory();
      equal([after.live, after.buffers], [before.live, before.buffers]);
      check(after.cpuLive <= before.cpuLive, `${after.cpuLive - before.cpuLive} bytes are left`); // others' may have been freed
      fresh.dispose();
    },
  };
}
