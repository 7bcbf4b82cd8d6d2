/**
 * Bitloom in JavaScript: few-bit neural networks on WebGPU, with WebAssembly where there is none.
 *
 *     import { Tensor, createWebGPUBackend } from 'bitloom';
 *     const backend = await createWebGPUBackend();
 *     const x = new Tensor([2, 2], [1, 2, 3, 4]);
 *     console.log(await (await backend.matmul(x, x)).read());   // Float32Array [7, 10, 15, 22]
 */
export { Backend, WasmBackend, WebGPUBackend, createWasmBackend, createWebGPUBackend } from './backend.js';
export type { Counters, DeviceInfo, ExamineOptions, Finding, GraphOptions, MatmulOptions, MemoryReport, Profile, Report, RunOptions, WasmOptions, WebGPUOptions } from './backend.js';
export type { CoreOptions } from './core.js';
export { detectBrowser, detectVendor, gatherFacts } from './detect.js';
export type { Browser, BrowserName, EngineName, Facts, VendorName } from './detect.js';
export {
  BitloomError, DeviceLostError, DisposedError, GpuError, InternalError, InvalidArgumentError, IoError, LimitError, NoAdapterError,
  NoWebGPUError, NotFoundError, OutOfMemoryError, ShaderError, UnsupportedError,
} from './errors.js';
export type { ExplainedKernel, ExplainedNode, Explanation, KernelTotals } from './explain.js';
export { FusionPattern, WebGPUOperationFusion } from './fusion.js';
export type { ExecuteOptions, FusionAnswer, FusionConfig, FusionOp, FusionOpType, FusionReport } from './fusion.js';
export { Graph, GraphValue } from './graph.js';
export type { Described } from './graph.js';
export { ops } from './ops.js';
export type { OpInfo } from './ops.js';
export { Pipeline } from './pipeline.js';
export type { Answer, Generated, GenerateOptions, Label, LoadProgress, ModelFiles, PipelineOptions, Question } from './pipeline.js';
export { Program } from './program.js';
export type { GraphInputs } from './program.js';
export { QuantizedTensor } from './quantize.js';
export type { QuantizeOptions } from './quantize.js';
export { Tensor } from './tensor.js';
export type { DataType, TensorData, TensorOptions } from './tensor.js';
