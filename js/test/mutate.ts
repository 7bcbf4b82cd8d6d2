// Files made wrong at random: every kind of damage a folder's files may have, from a seed.
import type { Random } from './check.js';

const odd: readonly unknown[] = [
  ...[null, true, -1, 0, 1.5, 1e308, 2 ** 31, 2 ** 53, '', 'x', '\u0000', [], {}, [[]], 'a'.repeat(5000)],
  ...[[1, 2, 3], { a: { b: {} } }, -(2 ** 31), 1e-320, '\ud800', '../../etc/passwd', 'https://example.org/x'],
];

type Container = Record<string, unknown>;
function containers(value: unknown, out: Container[] = []): Container[] {
  if (typeof value !== 'object' || value === null) return out;
  out.push(value as Container);
  for (const child of Object.values(value)) containers(child, out);
  return out;
}

/** JSON with one value replaced, taken away or added. */
export function mutateJson(random: Random, bytes: Uint8Array): Uint8Array {
  const json = JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  const all = containers(json);
  const into = all[random.whole(0, all.length)]!;
  const keys = Object.keys(into);
  const key = keys.length ? keys[random.whole(0, keys.length)]! : 'x';
  const value = odd[random.whole(0, odd.length)];
  switch (random.whole(0, 4)) {
    case 0:
      delete into[key];
      break;
    case 1:
      into[`${key}_x`] = value;
      break;
    default:
      into[key] = value;
  }
  return new TextEncoder().encode(JSON.stringify(json));
}

/** Bytes cut, changed, lengthened or replaced. */
export function mutateBytes(random: Random, bytes: Uint8Array): Uint8Array {
  const at = random.whole(0, bytes.length);
  const out = bytes.slice();
  switch (random.whole(0, 7)) {
    case 0:
      return bytes.slice(0, at);
    case 1:
      for (let i = 0; i < 8; ++i) out[random.whole(0, out.length)] = random.whole(0, 256);
      return out;
    case 2: // where headers are
      for (let i = 0; i < 4; ++i) out[random.whole(0, Math.min(out.length, 64))] = random.whole(0, 256);
      return out;
    case 3:
      return Uint8Array.from({ length: random.whole(0, 400) }, () => random.whole(0, 256));
    case 4:
      out.fill(0, at, at + random.whole(1, 200));
      return out;
    case 5: {
      const longer = new Uint8Array(bytes.length + random.whole(1, 300));
      longer.set(bytes);
      return longer;
    }
    default:
      // The length of a header that is larger than everything.
      out.set(
        [random.whole(0, 256), 255, 255, 255, random.whole(0, 256), 0, 0, random.whole(0, 256)].slice(0, out.length),
      );
      return out;
  }
}
