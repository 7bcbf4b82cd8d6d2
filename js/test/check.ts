// A few assertions and a way to run tests anywhere: a page, a worker, Node.
/** By name. */
export type Tests = Record<string, () => Promise<void> | void>;
export interface Outcome {
  name: string;
  ok: boolean;
  ms: number;
  problem: string;
}

export function check(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(message);
}
export function equal(got: unknown, want: unknown, what = ''): void {
  const [a, b] = [got, want].map((v) =>
    JSON.stringify(v, (_, x) => (ArrayBuffer.isView(x) ? [...(x as Float32Array)] : x)),
  );
  check(a === b, `${what} got ${a}, wanted ${b}`);
}
/** Numbers that agree to `tolerance`, relative to the largest of them. */
export function close(got: ArrayLike<number>, want: ArrayLike<number>, tolerance: number, what = ''): void {
  check(got.length === want.length, `${what} has ${got.length} numbers, wanted ${want.length}`);
  let scale = 1e-30;
  for (let i = 0; i < want.length; ++i) scale = Math.max(scale, Math.abs(want[i]!));
  for (let i = 0; i < want.length; ++i)
    check(Math.abs(got[i]! - want[i]!) <= tolerance * scale, `${what} number ${i} is ${got[i]}, wanted ${want[i]}`);
}
type ErrorClass = { new (...args: never[]): Error; name: string };
export async function throws(Class: ErrorClass, pattern: RegExp, run: () => unknown): Promise<void> {
  try {
    await run();
  } catch (error) {
    check(error instanceof Class, `threw ${error}, wanted a ${Class.name}`);
    check(error instanceof Error && (error as { code?: unknown }).code !== undefined, 'the error has no code');
    check(pattern.test((error as Error).message), `the message is '${(error as Error).message}', wanted ${pattern}`);
    return;
  }
  throw new Error(`nothing was thrown, wanted a ${Class.name}`);
}

/** `./test --all`: nothing is left to chance, however long it takes. */
export const everything = { asked: false };

interface Device {
  info: { platform: string; engine: string; software: boolean };
}
/** A software driver, where compiling shaders takes a while: of many cases some are drawn, anew each time. */
export const isSlow = ({ info }: Device): boolean => !everything.asked && info.platform === 'webgpu' && info.software;
/** Dawn's, where all of them take minutes. */
export const compilesSlowly = (device: Device): boolean => isSlow(device) && device.info.engine === 'dawn';

// Fresh each run; the seed is in every failure.
export class Random {
  #state: number;
  constructor(readonly seed = (Math.random() * 2 ** 31) | 0) {
    this.#state = seed;
  }
  next(): number {
    let t = (this.#state = (this.#state + 0x6d2b79f5) | 0);
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }
  whole(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low));
  }
  floats(count: number): Float32Array {
    return Float32Array.from({ length: count }, () => this.next() * 2 - 1);
  }
}

export async function runTests(tests: Tests, starting: (name: string) => void = () => {}): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [name, run] of Object.entries(tests)) {
    starting(name);
    const start = performance.now();
    let problem = '';
    try {
      await run();
    } catch (error) {
      problem = error instanceof Error ? `${error.name}: ${error.message}\n${error.stack ?? ''}` : String(error);
    }
    outcomes.push({ name, ok: !problem, ms: Math.round(performance.now() - start), problem });
  }
  return outcomes;
}
