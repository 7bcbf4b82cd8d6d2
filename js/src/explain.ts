// What a graph becomes on a device (include/bitloom/explain.h).

/** Bytes, except for `dispatches`. */
export interface KernelTotals { dispatches: number; read: number; written: number }
export interface ExplainedKernel extends KernelTotals {
  /** As in 'matmul + add + gelu'. */
  label: string;
  /** Which of the graph's nodes are in it, in order. */
  nodes: number[];
}
export interface Explanation {
  /** One op at a time, and as it runs. */
  before: ExplainedKernel[];
  after: ExplainedKernel[];
  /** Neighbours that did not fuse, and why. */
  apart: { from: number; to: number; reason: string }[];
}
