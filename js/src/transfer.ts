// Tensors' bytes, from JavaScript to a backend and back.
import type { Core, Settled } from './core.js';
import { dataTypes } from './datatype.js';
import { arrayOf, bytesOf, type Tensor, type TensorData } from './tensor.js';

// What is moved in one piece between JavaScript and the GPU, so that WebAssembly memory stays small.
const pieceBytes = 8 << 20;

/** @internal A tensor in WebAssembly memory with these bytes; 0 where it cannot be had, which the call was told. */
export function makeOnCpu(core: Core, id: number, backend: number, tensor: Tensor, bytes: Uint8Array): number {
  const pointer = make(core, id, backend, tensor);
  if (pointer) core.u8.set(bytes, core.exports.bitloom_data(pointer) >>> 0);
  return pointer;
}
function make(core: Core, id: number, backend: number, { dataType, shape }: Tensor): number {
  return core.exports.bitloom_make(id, backend, dataTypes.indexOf(dataType), shape.length, core.doubles(shape));
}

/** @internal */
export async function upload(
  core: Core,
  backend: number,
  platform: 'webgpu' | 'wasm',
  tensor: Tensor,
  bytes: Uint8Array,
): Promise<Settled> {
  if (platform === 'wasm')
    return core.call((id) => {
      const pointer = makeOnCpu(core, id, backend, tensor, bytes);
      if (pointer) core.exports.bitloom_put(id, backend, pointer);
    });
  const piece = bytes.length ? core.alloc(Math.min(bytes.length + 3, pieceBytes)) : 0;
  try {
    return core.call((id) => {
      const pointer = make(core, id, backend, tensor);
      if (!pointer) return;
      for (let at = 0; at < bytes.length; at += pieceBytes) {
        const part = bytes.subarray(at, at + pieceBytes);
        core.u8.set(part, piece);
        core.exports.bitloom_write(backend, pointer, at, piece, Math.ceil(part.length / 4) * 4);
      }
      core.exports.bitloom_put(id, backend, pointer);
    });
  } finally {
    if (piece) core.exports.bitloom_free(piece);
  }
}

/** @internal `check` throws where the tensor is no longer there. */
export async function download(
  core: Core,
  backend: number,
  platform: 'webgpu' | 'wasm',
  tensor: Tensor,
  pointer: number,
  check: () => void,
): Promise<TensorData> {
  const out = new (arrayOf(tensor.dataType))(tensor.size);
  const bytes = bytesOf(out);
  if (platform === 'wasm') {
    const at = core.exports.bitloom_data(pointer) >>> 0;
    bytes.set(core.u8.subarray(at, at + bytes.length));
    return out;
  }
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const size = Math.min(pieceBytes, bytes.length - at);
    check();
    const piece = await core.call((id) => core.exports.bitloom_read(id, backend, pointer, at, size));
    bytes.set(piece.bytes, at);
  }
  return out;
}
