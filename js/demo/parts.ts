// What the parts of the page share: making elements, and showing and drawing numbers.
import type { Backend } from '../dist/index.js';

export const $ = <T extends HTMLElement = HTMLElement>(id: string): T => document.getElementById(id) as T;
export const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

export const number = (value: number): string =>
  Number.isInteger(value) && Math.abs(value) < 1e6
    ? String(value)
    : Math.abs(value) >= 1e5 || (value !== 0 && Math.abs(value) < 1e-3)
      ? value.toExponential(1)
      : value.toPrecision(4);
export const milliseconds = (ms: number): string =>
  ms >= 100 ? ms.toFixed(0) : ms >= 1 ? ms.toFixed(1) : ms.toFixed(2);

export function bytes(count: number): string {
  const unit = Math.min(3, Math.floor(Math.log2(Math.max(1, count)) / 10));
  return `${Number((count / 1024 ** unit).toFixed(1))} ${['B', 'KiB', 'MiB', 'GiB'][unit]}`;
}

/** Where it computes, in words. */
export const place = ({ info }: Backend): string =>
  info.platform === 'wasm'
    ? `WASM, ${info.wasm.threads} ${info.wasm.threads === 1 ? 'thread' : 'threads'}`
    : `${info.name || info.vendor || 'this device'}${info.software ? ', which runs on the CPU' : ''}`;

// An empty field asks for a fresh seed.
export function readSeed(field: HTMLInputElement): number | undefined {
  const text = field.value.trim();
  if (text !== '' && !/^[1-9]\d{0,14}$/.test(text))
    throw new Error(`A seed is a whole number from 1 up, not "${text}".`);
  return text === '' ? undefined : Number(text);
}

// Repeatable numbers in [-1, 1) (mulberry32).
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 31 - 1;
  };
}

export function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return Infinity;
  let worst = 0;
  for (let i = 0; i < a.length; ++i) {
    const x = a[i] as number;
    const y = b[i] as number;
    if (x !== y && !(Number.isNaN(x) && Number.isNaN(y)))
      worst = Math.max(worst, Number.isNaN(x - y) ? Infinity : Math.abs(x - y));
  }
  return worst;
}
