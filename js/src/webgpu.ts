// A GPU, through the page's WebGPU or, in Node, that of the package `webgpu`.
import { Backend } from './backend.js';
import { Core } from './core.js';
import { detectBrowser, detectVendor, gatherFacts } from './detect.js';
import { readProfile, wasmInfo, type DeviceInfo } from './device.js';
import { DeviceLostError, GpuError, NoAdapterError, NoWebGPUError } from './errors.js';
import { GpuHost } from './gpu.js';
import type { CoreOptions } from './module.js';
import { importByName, inNode } from './node.js';
import type { RunOptions } from './options.js';
import { lines, positive } from './text.js';

export interface WebGPUOptions extends RunOptions, CoreOptions {
  powerPreference?: GPUPowerPreference;
  /** Another WebGPU than the page's own. */
  gpu?: GPU;
  /** Wait for the browser's verdict on each call, so that an error comes back from the call that caused it. Without (the
   *  default) calls are gathered and do not wait; an error then comes back from the next `read()` or `finish()`. */
  validate?: boolean;
  /** false: attention of float16 does not multiply by the device's own small matrices, for which it rounds weights to float16. */
  useMatrices?: boolean;
}

// What kernels are chosen by; the device is asked for the most the adapter has.
const limitNames = [
  'maxBufferSize',
  'maxStorageBufferBindingSize',
  'maxStorageBuffersPerShaderStage',
  'maxComputeWorkgroupStorageSize',
  'maxComputeInvocationsPerWorkgroup',
  'maxComputeWorkgroupSizeX',
  'maxComputeWorkgroupSizeY',
  'maxComputeWorkgroupSizeZ',
  'maxComputeWorkgroupsPerDimension',
] as const;
const alignmentNames = ['minStorageBufferOffsetAlignment', 'minUniformBufferOffsetAlignment'] as const;
const featureNames = ['shader-f16', 'subgroups', 'timestamp-query'] as const;
const matrixFeature = 'chromium-experimental-subgroup-matrix';

/** Whether the adapter multiplies 16×16 matrices of f16 and sums them in f32. */
function hasMatrices(adapter: GPUAdapter): boolean {
  const info = adapter.info as
    | {
        subgroupMatrixConfigs?: Iterable<{
          componentType: string;
          resultComponentType: string;
          M: number;
          N: number;
          K: number;
        }>;
      }
    | undefined;
  return (
    adapter.features.has(matrixFeature) &&
    adapter.features.has('shader-f16') &&
    [...(info?.subgroupMatrixConfigs ?? [])].some(
      (c) => c.componentType === 'f16' && c.resultComponentType === 'f32' && c.M === 16 && c.N === 16 && c.K === 16,
    )
  );
}

export class WebGPUBackend extends Backend {
  #options: WebGPUOptions;
  #device: GPUDevice | undefined;
  /** Settles if the device is lost while in use. */
  readonly lost: Promise<DeviceLostError>;
  #reportLost!: (error: DeviceLostError) => void;

  constructor(options: WebGPUOptions = {}) {
    super();
    this.#options = options;
    for (const name of ['workgroupSize', 'tileSize'] as const)
      if (options[name] !== undefined) positive('webgpu', name, options[name]);
    this.lost = new Promise((resolve) => {
      this.#reportLost = resolve;
    });
  }

  /** The browser's own device, to share buffers with it. Calls that are gathered have an error scope open on it until the
   *  page is idle: before scopes of your own, `await backend.finish()`. */
  get device(): GPUDevice {
    void this.info;
    return this.#device!;
  }

  /** @internal */
  protected async _open() {
    const options = this.#options;
    const loading = Core.load(options);
    loading.catch(() => {}); // reported below, after what is wrong with WebGPU
    const gpu = options.gpu ?? globalThis.navigator?.gpu ?? (await nodeGpu());
    if (!gpu) throw new NoWebGPUError(noWebGPU());
    const adapter = await gpu
      .requestAdapter({ powerPreference: options.powerPreference ?? 'high-performance' })
      .catch((error: Error) => {
        throw new NoAdapterError(`[webgpu] the browser refused an adapter: ${error.message}`);
      });
    if (!adapter)
      throw new NoAdapterError(
        '[webgpu] this browser has WebGPU but offers no adapter: the GPU may be blocked, or its driver too old',
      );
    const features: string[] = featureNames.filter((name) => adapter.features.has(name));
    if (options.useMatrices !== false && hasMatrices(adapter)) features.push(matrixFeature);
    const requiredLimits: Record<string, number> = {};
    for (const name of limitNames) requiredLimits[name] = adapter.limits[name];
    const device = await adapter
      .requestDevice({ requiredFeatures: features as GPUFeatureName[], requiredLimits })
      .catch((error: Error) => {
        throw new GpuError('gpu', `[webgpu] the browser refused a device: ${error.message}`);
      });
    const core = await loading.catch((error) => {
      device.destroy();
      throw error;
    });

    const facts = gatherFacts(adapter, gpu);
    const browser = detectBrowser(facts);
    const vendor = detectVendor(facts.info);
    const { architecture = '', description = '' } = adapter.info ?? {};
    const name =
      adapter.info?.device ||
      description ||
      [adapter.info?.vendor, architecture].filter(Boolean).join(' ') ||
      'unnamed adapter';
    const limits: Record<string, number> = {};
    for (const limit of [...limitNames, ...alignmentNames]) limits[limit] = device.limits[limit];
    const subgroups = {
      subgroupMinSize: adapter.info?.subgroupMinSize ?? 0,
      subgroupMaxSize: adapter.info?.subgroupMaxSize ?? 0,
    };
    const host = new GpuHost(
      core,
      device,
      lines({
        engine: browser.engine,
        browser: ['chrome', 'edge', 'firefox', 'safari'].includes(browser.name) ? browser.name : '',
        name,
        description,
        vendor,
        backend: browser.engine === 'webkit' ? 'metal' : 'webgpu',
        software: vendor === 'software' ? 1 : 0,
        ...limits,
        ...subgroups,
        ...Object.fromEntries([...features, ...(gpu.wgslLanguageFeatures ?? [])].map((f) => [f, 1])),
      }),
    );
    device.lost.then(
      (info) =>
        this.#device &&
        !this._isDisposed &&
        this.#reportLost(
          new DeviceLostError('device_lost', `[device] the GPU device is lost: ${info.message || info.reason}`),
        ),
    );
    const asked = lines({
      validate: options.validate ? 1 : 0,
      profile: options.browserOptimizationType ?? '',
      threads: options.workgroupSize ?? 0,
      tile: options.tileSize ?? 0,
      fastMath: options.useFastMath ? 1 : 0,
    });
    let pointer: number;
    try {
      core.say(asked);
      pointer = (await core.call((id) => core.exports.bitloom_open_webgpu(id, host.number))).object;
    } catch (error) {
      host.close();
      throw error;
    }
    this.#device = device;
    const chosen = await readProfile(core, pointer);
    const reason = options.browserOptimizationType
      ? `'${options.browserOptimizationType}' was asked for`
      : `${browser.name}: ${browser.why}`;
    const info: DeviceInfo = {
      platform: 'webgpu',
      engine: browser.engine,
      name,
      description,
      vendor,
      architecture,
      software: vendor === 'software',
      features: [...features],
      limits: { ...limits, ...subgroups },
      browser,
      profile: { ...chosen, why: [reason, chosen.why].filter(Boolean).join('; ') },
      wasm: wasmInfo(core),
    };
    return { core, pointer, info };
  }
}

/** A backend on the GPU, ready for use. */
export const createWebGPUBackend = (options?: WebGPUOptions): Promise<WebGPUBackend> =>
  new WebGPUBackend(options).initialize();

// In Node WebGPU comes from the package `webgpu`, where it is installed.
let dawn: GPU | undefined;
async function nodeGpu(): Promise<GPU | undefined> {
  if (!inNode || dawn) return dawn;
  const webgpu = await importByName('webgpu').catch(() => undefined);
  return (dawn = webgpu?.create([
    'enable-dawn-features=allow_unsafe_apis,vulkan_enable_f16_on_nvidia',
    'disable-dawn-features=timestamp_quantization',
  ]));
}

function noWebGPU(): string {
  if (inNode) return "[webgpu] Node has no WebGPU of its own: install the package 'webgpu' (npm install webgpu)";
  if (globalThis.isSecureContext === false)
    return '[webgpu] WebGPU is only available on secure pages: https, or localhost';
  return '[webgpu] this browser has no WebGPU (navigator.gpu is missing)';
}
