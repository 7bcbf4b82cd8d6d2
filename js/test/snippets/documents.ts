// Examples from the documents that Bitloom follows, word for word between the marks; only what they take for granted is
// around them. That this file compiles is half of the test.
import { WebGPUBackend, Tensor } from '../../dist/index.js';

export async function manualOverride(backend: WebGPUBackend, inputA: Tensor, inputB: Tensor) {
  // --- begin
  // Manual override example
  const config = {
    browserOptimizationType: 'firefox', // Force Firefox optimizations
    workgroupSize: 64, // Override default workgroup size
    tileSize: 16, // Custom tile size
    useFastMath: true // Enable fast math approximations
  };

  // Apply to operation
  const result = await backend.matmul(inputA, inputB, config);
  // --- end
  return result;
}

export async function basicUse(weightData: Float32Array) {
  // --- begin
  // Configure the WebGPU backend with quantization
  const backend = new WebGPUBackend();
  await backend.initialize();

  // Create a tensor with weights to be quantized
  const weights = new Tensor<number>(
    [1024, 1024],
    weightData,
    { dataType: 'float32' }
  );
  // --- end
  return { backend, weights };
}

export async function linearActivation(backend: WebGPUBackend, A: Tensor, B: Tensor) {
  // --- begin
  // Separate operations (slower)
  const result1 = await backend.matmul(A, B);   // A × B
  const result2 = await backend.relu(result1);  // ReLU(A × B)
  // --- end
  return result2;
}

export async function elementWiseChain(backend: WebGPUBackend, A: Tensor, B: Tensor, C: Tensor) {
  // --- begin
  // Separate operations (slower)
  const result1 = await backend.add(A, B);          // A + B
  const result2 = await backend.multiply(result1, C); // (A + B) × C
  // --- end
  return result2;
}

export async function binaryUnary(backend: WebGPUBackend, A: Tensor, B: Tensor) {
  // --- begin
  // Separate operations (slower)
  const result1 = await backend.add(A, B);       // A + B
  const result2 = await backend.sigmoid(result1); // sigmoid(A + B)
  // --- end
  return result2;
}
