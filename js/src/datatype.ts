// The element types and their names. Calls take either name of a type and give back only the long one.
import { invalid } from './errors.js';

export type DataType = 'float32' | 'float16' | 'bfloat16' | 'int32' | 'uint32' | 'int8' | 'uint8';
/** A type in a call: its name, or the short name that WGSL and the C++ library use. */
export type DataTypeName = DataType | 'f32' | 'f16' | 'bf16' | 'i32' | 'u32' | 'i8' | 'u8';

/** @internal In the order of the core's DType. */
export const dataTypes: readonly DataType[] = ['float32', 'float16', 'bfloat16', 'int32', 'uint32', 'int8', 'uint8'];
const shortNames = ['f32', 'f16', 'bf16', 'i32', 'u32', 'i8', 'u8'];

/** The type with that name: 'float16' for 'f16' as for 'float16'. */
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
