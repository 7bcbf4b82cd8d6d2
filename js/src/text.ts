// How calls are written for the core: lines of `key=value` (src/runtime/wasm_api.cc reads them).
import { coreName } from './datatype.js';
import { NotFoundError, invalid } from './errors.js';

export const describe = (value: unknown): string =>
  value === null ? 'null' : typeof value === 'object' ? (value.constructor?.name ?? 'an object') : typeof value;

export const lines = (values: Record<string, string | number>): string =>
  Object.entries(values)
    .map(([key, value]) => `${key}=${String(value).replaceAll('\n', ' ')}`)
    .join('\n');

export function positive(op: string, key: string, value: unknown): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1)
    throw invalid(`[${op}] ${key} must be a positive integer; got ${value}`);
  return value;
}

// The options that choose a shader profile, as lines; undefined for anything else.
export function profileLine(op: string, key: string, value: unknown): string | undefined {
  switch (key) {
    case 'browserOptimizationType':
      return `\n@profile=${value}`;
    case 'workgroupSize':
      return `\n@threads=${positive(op, key, value)}`;
    case 'tileSize':
      return `\n@tile=${positive(op, key, value)}`;
    case 'useFastMath':
      return `\n@fastMath=${value ? 1 : 0}`;
    default:
      return undefined;
  }
}

/** An op and its settings, with a letter for their type; with `profile` also the options that choose one. */
export function opText(op: string, options: object, profile = false): string {
  if (typeof op !== 'string' || !/^\w+$/.test(op))
    throw new NotFoundError('not_found', `[${op}] there is no such op; docs/ops.md lists them all`);
  if (typeof options !== 'object') throw invalid(`[${op}] options must be an object; got ${describe(options)}`);
  let text = `@op=${op}`;
  for (const [key, value] of Object.entries(options)) {
    if (value === undefined) continue;
    const line = profile ? profileLine(op, key, value) : undefined;
    if (line !== undefined) {
      text += line;
      continue;
    }
    if (!/^\w+$/.test(key)) throw invalid(`[${op}] has no setting '${key}'`);
    const name = key === 'dataType' ? 'dtype' : key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    text += `\n${name}=${setting(op, key, value)}`;
  }
  return text;
}

function setting(op: string, key: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'i1' : 'i0';
  if (typeof value === 'number' && Number.isFinite(value))
    return Number.isSafeInteger(value) ? `i${value}` : `f${value}`;
  if (typeof value === 'string' && !value.includes('\n')) return `w${coreName(value)}`;
  if (Array.isArray(value) && value.every(Number.isSafeInteger)) return `l${value.join(',')}`;
  throw invalid(
    `[${op}] the setting '${key}' must be a number, a string or an array of integers; got ${JSON.stringify(value)}`,
  );
}
