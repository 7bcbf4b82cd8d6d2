// What few bits cost: a layer's weights at 8 to 1 bits, their size, and how far the layer's results move.
import { Tensor, WebGPUOperationFusion, createWasmBackend, createWebGPUBackend, type Backend } from 'bitloom';

const normal = (): number => Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random());
const random = (...shape: number[]): Tensor =>
  new Tensor(shape, Float32Array.from({ length: shape.reduce((a, b) => a * b) }, normal));
const distance = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  let apart = 0;
  let size = 0;
  for (let i = 0; i < a.length; ++i) {
    apart += (a[i]! - b[i]!) ** 2;
    size += b[i]! ** 2;
  }
  return Math.sqrt(apart / size);
};

const backend: Backend = await createWebGPUBackend().catch(() => createWasmBackend());
const weights = random(512, 256);
const x = random(8, 512); // weights: [inputs, outputs]
const exact = await (await backend.matmul(x, weights)).read();
console.log(`on ${backend.info.platform}: bits, bytes, bits a weight, the weights' error, the results' error`);
for (const bitsPerWeight of [16, 8, 4, 3, 2, 1] as const) {
  const few = await backend.quantize(weights, { bitsPerWeight });
  const y = await (await backend.matmul(x, few)).read();
  console.log(
    bitsPerWeight,
    few.bytes,
    few.effectiveBits.toFixed(2),
    few.error.toFixed(4),
    distance(y, exact).toFixed(4),
  );
  few.dispose();
}

// The same in a list of ops: the weights get four bits when they are first used, and one kernel does it all.
const fusion = new WebGPUOperationFusion(backend, { useQuantizedWeights: true, bitsPerWeight: 4 });
const y = await fusion.executeFusedOperations([x, weights], ['matmul', 'relu']);
console.log(`relu(x·w) with 4 bits: ${y}, a ${fusion.answer(['matmul', 'relu']).pattern}`);
backend.dispose();
