// What a graph becomes on a device (include/bitloom/explain.h).
import { withLongNames } from './datatype.js';

/** Bytes, except for `dispatches`. */
export interface KernelTotals {
  dispatches: number;
  read: number;
  written: number;
}
export interface ExplainedKernel extends KernelTotals {
  /** As in 'matmul + add + gelu'. */
  label: string;
  /** Which of the graph's nodes are in it, in order. */
  nodes: number[];
  /** Of each dispatch: its template, what a workgroup has, and what was asked for and could not be had. */
  variants: string[];
}
export interface ExplainedNode {
  op: string;
  settings: string;
  /** Each the number of a value, and of the node that makes it; -1 for inputs and constants. */
  in: { value: number; node: number }[];
  /** The value it makes, and its type and shape, as in 'float32[2, 3]'. */
  out: number;
  result: string;
}
export interface Explanation {
  /** The shader profile it was compiled by, and what made it so; empty on the CPU. */
  profile: string;
  inputs: { name: string; value: number; desc: string }[];
  /** Of the graph as it was compiled: folded, without repeats and no-ops. */
  nodes: ExplainedNode[];
  /** One op at a time, and as it runs. */
  before: ExplainedKernel[];
  after: ExplainedKernel[];
  /** Neighbours that did not fuse, and why. */
  apart: { from: number; to: number; reason: string }[];
  /** With `{ pictures: true }`, each a whole <svg>: one op at a time, and as it runs. They take the ink of the page they
   *  are in. */
  svg?: { before: string; after: string };
}
export interface ExplainOptions {
  /** Draws the graph too. Only the larger core can: the backend is made with `{ models: true }`. */
  pictures?: boolean;
}

const typed = new Set(['desc', 'result', 'settings']);

/** @internal From the core's JSON, with the names of types that this package uses. */
export const readExplanation = <T = Explanation>(json: string): T =>
  JSON.parse(json, (key, value) => (typed.has(key) ? withLongNames(value as string) : value));
