// What a graph becomes on a device (include/bitloom/explain.h).

/** Bytes, except for `dispatches`. */
export interface KernelTotals { dispatches: number; read: number; written: number }
export interface ExplainedKernel extends KernelTotals {
  /** As in 'matmul + add + gelu'. */
  label: string;
  /** Which of the graph's nodes are in it, in order. */
  nodes: number[];
}
export interface ExplainedNode {
  op: string;
  settings: string;
  /** Each the number of a value, and of the node that makes it; -1 for inputs and constants. */
  in: { value: number; node: number }[];
  /** The value it makes, and its type and shape, as in 'f32[2, 3]'. */
  out: number;
  result: string;
}
export interface Explanation {
  inputs: { name: string; value: number; desc: string }[];
  /** Of the graph as it was compiled: folded, without repeats and no-ops. */
  nodes: ExplainedNode[];
  /** One op at a time, and as it runs. */
  before: ExplainedKernel[];
  after: ExplainedKernel[];
  /** Neighbours that did not fuse, and why. */
  apart: { from: number; to: number; reason: string }[];
  /** Pictures, each a whole <svg>: one op at a time, and as it runs. They take the ink of the page they are in. */
  svg: { before: string; after: string };
}
