// What is known of the device a backend computes on.
import type { Core } from './core.js';
import type { Browser } from './detect.js';
import { isIsolated } from './module.js';

export interface Profile {
  name: string;
  threads: number;
  elementwiseThreads: number;
  tile: number;
  unroll: number;
  fastMath: boolean;
  why: string;
}

export interface DeviceInfo {
  platform: 'webgpu' | 'wasm';
  engine: string;
  name: string;
  description: string;
  vendor: string;
  architecture: string;
  /** Computes on the CPU. */
  software: boolean;
  features: string[];
  limits: Record<string, number>;
  browser: Browser;
  /** The shader profile in use and why; WebGPU only. */
  profile?: Profile;
  wasm: { simd: 'simd128' | 'relaxed'; threads: number; isolated: boolean; problem: string };
}

/** @internal */
export function wasmInfo(core: Core): DeviceInfo['wasm'] {
  return {
    simd: core.simd,
    threads: core.exports.bitloom_threads(),
    isolated: isIsolated(),
    problem: core.threadsProblem,
  };
}

/** @internal */
export async function readProfile(core: Core, backend: number): Promise<Profile> {
  const { text } = await core.call((id) => core.exports.bitloom_profile(id, backend));
  const profile = JSON.parse(text);
  return { ...profile, fastMath: profile.fastMath !== 0 };
}
