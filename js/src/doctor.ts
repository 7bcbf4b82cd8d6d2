// The doctor: every case of every op on a backend, against the plain reference.
import type { Core } from './core.js';
import { NotFoundError } from './errors.js';
import { ops } from './ops.js';
import { lines } from './text.js';

export interface Finding {
  op: string;
  test: string;
  profile: string;
  state: 'right' | 'wrong' | 'failed' | 'slow';
  /** The error, in units of what is allowed. */
  worst: number | null;
  ms: number;
  cpuMs: number;
  problem: string;
  kernels: string;
  done: number;
  total: number;
}
export interface Report {
  seed: number;
  right: number;
  wrong: number;
  failed: number;
  slow: number;
  healthy: boolean;
  findings: Finding[];
}
export interface ExamineOptions {
  op?: string;
  seed?: number;
  /** Also the shader variants other browsers' profiles would pick (default true). */
  allProfiles?: boolean;
  onFinding?: (finding: Finding) => void;
  signal?: AbortSignal;
}

/** @internal */
export async function examine(
  core: Core,
  backend: number,
  options: ExamineOptions,
  isDisposed: () => boolean,
): Promise<Report> {
  if (options.op && !ops.some((op) => op.name === options.op))
    throw new NotFoundError('not_found', `[doctor] there is no op '${options.op}'; docs/ops.md lists them all`);
  const findings: Finding[] = [];
  core.say(
    lines({ op: options.op ?? '', seed: options.seed ?? 0, allProfiles: options.allProfiles === false ? 0 : 1 }),
  );
  const { text } = await core.call((id) => core.exports.bitloom_doctor(id, backend), {
    onFinding: (json) => {
      const finding = JSON.parse(json) as Finding;
      findings.push(finding);
      options.onFinding?.(finding);
      return !options.signal?.aborted && !isDisposed();
    },
  });
  const report = JSON.parse(text) as Report;
  return { ...report, healthy: report.wrong === 0 && report.failed === 0, findings };
}
