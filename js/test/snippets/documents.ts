// Examples from the documents that Bitloom follows, word for word between the marks; only what they take for granted is
// around them. That this file compiles is half of the test.
import { FusionPattern, Tensor, WebGPUBackend, WebGPUOperationFusion, createWebGPUBackend, type FusionConfig, type FusionOpType } from '../../dist/index.js';

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

export async function basicQuantization(backend: WebGPUBackend, weights: Tensor, input: Tensor) {
  // --- begin
  // Quantize weights to 4-bit precision
  const quantizedWeights = await backend.quantize(weights, {
    bitsPerWeight: 4,
    useSymmetricQuantization: true,
    usePerChannelQuantization: true
  });

  // Use quantized weights in matrix multiplication
  const result = await backend.matmul(input, quantizedWeights, {
    useQuantization: true
  });
  // --- end
  return result;
}

export async function ultraLowPrecision(backend: WebGPUBackend, input: Tensor, weights: Tensor) {
  // --- begin
  // Configure with 2-bit precision for extreme memory efficiency
  const fusionConfig: FusionConfig = {
    useQuantizedWeights: true,
    bitsPerWeight: 2,
    useBrowserOptimizations: true
  };

  // Fusion with 2-bit precision
  const fusion = new WebGPUOperationFusion(backend, fusionConfig);

  // Execute with 2-bit quantized weights
  const result = await backend.matmul(input, weights, {
    useQuantization: true,
    bitsPerWeight: 2
  });
  // --- end
  void fusion;
  return result;
}

export async function linearActivation(backend: WebGPUBackend, A: Tensor, B: Tensor) {
  // --- begin
  // Separate operations (slower)
  const result1 = await backend.matmul(A, B);   // A × B
  const result2 = await backend.relu(result1);  // ReLU(A × B)

  // Fused operation (faster)
  const result = await backend.executeFusedOperations(
    [A, B], 
    ['matmul', 'relu']
  );  // ReLU(A × B)
  // --- end
  return { result2, result };
}

export async function elementWiseChain(backend: WebGPUBackend, A: Tensor, B: Tensor, C: Tensor) {
  // --- begin
  // Separate operations (slower)
  const result1 = await backend.add(A, B);          // A + B
  const result2 = await backend.multiply(result1, C); // (A + B) × C

  // Fused operation (faster)
  const result = await backend.executeFusedOperations(
    [A, B, C], 
    ['add', 'multiply']
  );  // (A + B) × C
  // --- end
  return { result2, result };
}

export async function binaryUnary(backend: WebGPUBackend, A: Tensor, B: Tensor) {
  // --- begin
  // Separate operations (slower)
  const result1 = await backend.add(A, B);       // A + B
  const result2 = await backend.sigmoid(result1); // sigmoid(A + B)

  // Fused operation (faster)
  const result = await backend.executeFusedOperations(
    [A, B], 
    ['add', 'sigmoid']
  );  // sigmoid(A + B)
  // --- end
  return { result2, result };
}

export async function customPatterns(backend: WebGPUBackend, A: Tensor, B: Tensor, C: Tensor) {
  // --- begin
  // Define a custom pattern
  const customPattern: FusionOpType[] = ['multiply', 'add', 'sigmoid'];

  // Check if pattern can be fused
  const canFuse = backend.createFusionPattern(customPattern);

  // Execute fused operations
  if (canFuse) {
    const result = await backend.executeFusedOperations(
      [A, B, C], 
      customPattern
    );  // sigmoid((A × B) + C)
    // --- end
    return result;
    // --- begin
  }
  // --- end
  throw new Error('it cannot be fused');
}

export async function usingFusion(a: Float32Array, b: Float32Array) {
  // --- begin
  // Initialize the WebGPU backend
  const backend = await createWebGPUBackend();

  // Create input tensors
  // --- end; the document leaves the arguments out
  const tensorA = new Tensor([8, 8], a);
  const tensorB = new Tensor([8, 8], b);
  // --- begin

  // Define operations to fuse
  const operations: FusionOpType[] = ['matmul', 'relu'];

  // Execute fused operations
  const result = await backend.executeFusedOperations(
    [tensorA, tensorB],
    operations
  );
  // --- end
  return { backend, result };
}

export async function configuredFusion(backend: WebGPUBackend, inputTensor: Tensor, weightsTensor: Tensor) {
  // --- begin
  // Configure operation fusion
  const fusionConfig: FusionConfig = {
    useQuantizedWeights: true,
    bitsPerWeight: 4,
    useBrowserOptimizations: true,
    enabledPatterns: [
      FusionPattern.QuantizedMatmulActivation,
      FusionPattern.AttentionPattern
    ]
  };

  // Create fusion manager
  const fusion = new WebGPUOperationFusion(backend, fusionConfig);

  // Execute fused operations (e.g., matmul + relu)
  const result = await backend.executeOperations(
    [inputTensor, weightsTensor],
    ['matmul', 'relu'],
    { useFusion: true }
  );
  // --- end
  return { fusion, result };
}
