/**
 * Bitloom in JavaScript: few-bit neural networks on WebGPU, with WebAssembly where there is none.
 *
 *     import { Tensor, createWebGPUBackend } from 'bitloom';
 *     const backend = await createWebGPUBackend();
 *     const x = new Tensor([2, 2], [1, 2, 3, 4]);
 *     console.log(await (await backend.matmul(x, x)).read());   // Float32Array [7, 10, 15, 22]
 */
export { Backend } from './backend.js';
export type { DeviceInfo, Profile } from './device.js';
export type { ExamineOptions, Finding, Report } from './doctor.js';
export type { Counters, MemoryReport } from './measure.js';
export type { GraphOptions, MatmulOptions, RunOptions } from './options.js';
export { WasmBackend, createWasmBackend } from './wasm.js';
export type { WasmOptions } from './wasm.js';
export { WebGPUBackend, createWebGPUBackend } from './webgpu.js';
export type { WebGPUOptions } from './webgpu.js';
export type { CoreOptions } from './module.js';
export { dataTypeOf } from './datatype.js';
export type { DataType } from './datatype.js';
export { detectBrowser, detectVendor, gatherFacts } from './detect.js';
export type { Browser, BrowserName, EngineName, Facts, VendorName } from './detect.js';
export {
  BitloomError,
  DeviceLostError,
  DisposedError,
  GpuError,
  InternalError,
  InvalidArgumentError,
  IoError,
  LimitError,
  NoAdapterError,
  NoWebGPUError,
  NotFiniteError,
  NotFoundError,
  OutOfMemoryError,
  ShaderError,
  UnsupportedError,
} from './errors.js';
export type { ExplainedKernel, ExplainedNode, ExplainOptions, Explanation, KernelTotals } from './explain.js';
export { FusionPattern, WebGPUOperationFusion } from './fusion.js';
export type { ExecuteOptions, FusionAnswer, FusionConfig, FusionOp, FusionOpType, FusionReport } from './fusion.js';
export { Graph, GraphValue } from './graph.js';
export type { Described } from './graph.js';
export { ops } from './ops.js';
export type { OpInfo } from './ops.js';
export type { ModelFiles } from './files.js';
export { Pipeline } from './pipeline.js';
export type { LoadProgress, PipelineOptions } from './pipeline.js';
export type { Answer, Entity, Generated, GenerateOptions, Label, Question } from './question.js';
export type { ModelSummary, Task, TaskName } from './task.js';
export { Program } from './program.js';
export type { GraphInputs } from './program.js';
export { QuantizedTensor } from './quantize.js';
export type { QuantizeOptions } from './quantize.js';
export { Tensor } from './tensor.js';
export type { TensorData, TensorOptions } from './tensor.js';
