// The element types and their names. The core has short ones, which calls of earlier versions took and which are still understood.
import { invalid } from './errors.js';

export type DataType = 'float32' | 'float16' | 'bfloat16' | 'int32' | 'uint32' | 'int8' | 'uint8';

/** @internal In the order of the core's DType. */
export const dataTypes: readonly DataType[] = ['float32', 'float16', 'bfloat16', 'int32', 'uint32', 'int8', 'uint8'];
const shortNames = ['f32', 'f16', 'bf16', 'i32', 'u32', 'i8', 'u8'];

/** The type with that name. */
export function dataTypeOf(name: string, caller = 'tensor', supported: readonly DataType[] = dataTypes): DataType {
  const type = dataTypes[shortNames.indexOf(name)] ?? (name as DataType);
  if (!supported.includes(type))
    throw invalid(`[${caller}] data type '${name}' is not supported; supported are ${supported.join(', ')}`);
  return type;
}

/** @internal A setting's word as the core knows it: 'f16' for 'float16'; anything else stays. */
export const coreName = (word: string): string => shortNames[dataTypes.indexOf(word as DataType)] ?? word;

/** @internal The core's text with the long names: 'float16[2, 3]' for 'f16[2, 3]'. */
export const withLongNames = (text: string): string =>
  text.replace(/\b(?:b?f16|[fiu]32|[iu]8)\b/g, (name) => dataTypes[shortNames.indexOf(name)]!);
