/** Everything that goes wrong is one of these; `code` says what kind, the message starts with the `[op]` it came from. */
export class BitloomError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = new.target.name;
  }
}

/** The caller asked for something that has no meaning: shapes, types, axes, options. */
export class InvalidArgumentError extends BitloomError {}
export class NotFoundError extends BitloomError {}
/** Has a meaning, but not on this device or in this build. */
export class UnsupportedError extends BitloomError {}
/** Over a limit of the device, a model or an option; the message names the limit. */
export class LimitError extends BitloomError {}
/** GPU or WebAssembly memory is exhausted; the message has the bytes asked for and held. */
export class OutOfMemoryError extends BitloomError {}
/** WGSL that does not compile; the message has line, column and source. */
export class ShaderError extends BitloomError {}
/** The browser's WebGPU reported a validation or internal error. */
export class GpuError extends BitloomError {}
/** The device is gone. Make a new backend. */
export class DeviceLostError extends BitloomError {}
export class IoError extends BitloomError {}
/** Our mistake. */
export class InternalError extends BitloomError {}
/** What a model computed is NaN or infinite; the message names the first layer where it is. */
export class NotFiniteError extends BitloomError {}

/** This browser has no WebGPU (`navigator.gpu`). */
export class NoWebGPUError extends BitloomError {
  constructor(message: string) {
    super('no_webgpu', message);
  }
}
/** There is WebGPU, but no adapter that fits. */
export class NoAdapterError extends BitloomError {
  constructor(message: string) {
    super('no_adapter', message);
  }
}
/** A tensor or backend that was given back is used again. */
export class DisposedError extends BitloomError {
  constructor(message: string) {
    super('disposed', message);
  }
}

type ErrorClass = new (code: string, message: string) => BitloomError;

// In the order of the core's `Code` (include/bitloom/result.h).
const codes: readonly [string, ErrorClass][] = [
  ['invalid_argument', InvalidArgumentError],
  ['not_found', NotFoundError],
  ['unsupported', UnsupportedError],
  ['limit', LimitError],
  ['out_of_memory', OutOfMemoryError],
  ['compile', ShaderError],
  ['gpu', GpuError],
  ['device_lost', DeviceLostError],
  ['io', IoError],
  ['internal', InternalError],
  ['not_finite', NotFiniteError],
];

/** @internal */
export const codeNumber = (name: string): number => codes.findIndex(([code]) => code === name);

/** @internal */
export function errorFromCore(code: number, message: string): BitloomError {
  const [name, Class] = codes[code] ?? ['internal', InternalError];
  return new Class(name, message);
}
export const invalid = (message: string): InvalidArgumentError => new InvalidArgumentError('invalid_argument', message);
