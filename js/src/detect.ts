// Which browser and which GPU this is. What WebGPU itself says decides; the user agent is only a hint, for what looks the
// same from inside: Chrome and Edge both say they are Safari, and both are Chromium.
import { nodeVersion } from './node.js';

export type BrowserName = 'chrome' | 'edge' | 'firefox' | 'safari' | 'node' | 'unknown';
export type EngineName = 'dawn' | 'wgpu' | 'webkit' | 'unknown';
export type VendorName = 'nvidia' | 'amd' | 'intel' | 'apple' | 'arm' | 'qualcomm' | 'software' | 'unknown';

export interface Browser {
  name: BrowserName;
  version: string;
  engine: EngineName /** What decided. */;
  why: string;
}

/** What can be known; a test can make it up. */
export interface Facts {
  userAgent?: string;
  brands?: readonly { brand: string; version: string }[];
  features?: Iterable<string>;
  wgslFeatures?: Iterable<string>;
  /** `adapter.info`. */
  info?: Partial<Pick<GPUAdapterInfo, 'vendor' | 'architecture' | 'device' | 'description'>> & {
    isFallbackAdapter?: boolean;
  };
  /** Node, with its version. */
  node?: string;
}

export function gatherFacts(adapter?: GPUAdapter, gpu?: GPU): Facts {
  const here = globalThis.navigator as
    | (Navigator & { userAgentData?: { brands: { brand: string; version: string }[] } })
    | undefined;
  return {
    userAgent: here?.userAgent,
    brands: here?.userAgentData?.brands,
    features: adapter?.features as Iterable<string> | undefined,
    wgslFeatures: gpu?.wgslLanguageFeatures as Iterable<string> | undefined,
    info: adapter?.info,
    node: nodeVersion,
  };
}

const number = (text: string | undefined, pattern: RegExp): string => pattern.exec(text ?? '')?.[1] ?? '';

export function detectBrowser(facts: Facts): Browser {
  const agent = facts.userAgent ?? '';
  const features = [...(facts.features ?? [])];
  if (facts.node)
    return { name: 'node', version: facts.node, engine: 'dawn', why: `Node ${facts.node}, whose WebGPU is Dawn` };

  // Whose WebGPU it is. Only Dawn has features of Chromium's own; only it fills adapter.info in full on every platform.
  const own = [...features, ...(facts.wgslFeatures ?? [])].find((name) => /^(chromium|dawn)[-_]/.test(name));
  const edge = facts.brands?.find((b) => b.brand === 'Microsoft Edge');
  const chromium =
    facts.brands?.find((b) => b.brand === 'Google Chrome') ?? facts.brands?.find((b) => b.brand === 'Chromium');
  if (own || edge || chromium) {
    const evidence = own ? `WebGPU has '${own}'` : `the browser's brands have '${(edge ?? chromium)!.brand}'`;
    if (edge || (!chromium && /\bEdg(A|iOS)?\//.test(agent)))
      return {
        name: 'edge',
        version: edge?.version ?? number(agent, /\bEdg\w*\/(\d+)/),
        engine: 'dawn',
        why: `${evidence}, and it calls itself Edge`,
      };
    return {
      name: 'chrome',
      version: chromium?.version ?? number(agent, /\bChrome\/(\d+)/),
      engine: 'dawn',
      why: evidence,
    };
  }
  // From here on there are no brands: not Chromium on a secure page. Firefox tells nothing of the adapter but whether it is
  // a fallback.
  const silent =
    facts.info && !facts.info.vendor && !facts.info.architecture && !facts.info.device && !facts.info.description;
  if (/\bFirefox\/\d/.test(agent) && !/\bSeamonkey\//.test(agent))
    return {
      name: 'firefox',
      version: number(agent, /\bFirefox\/(\d+)/),
      engine: 'wgpu',
      why: `no Chromium features or brands${silent ? ', adapter.info is empty' : ''}, and the user agent says Firefox`,
    };
  if (/\bEdg(A|iOS)?\//.test(agent) && /\bChrome\//.test(agent))
    return { name: 'edge', version: number(agent, /\bEdg\w*\/(\d+)/), engine: 'dawn', why: 'the user agent says Edge' };
  if (/\b(Chrome|Chromium)\//.test(agent))
    return {
      name: 'chrome',
      version: number(agent, /\bChrom(?:e|ium)\/(\d+)/),
      engine: 'dawn',
      why: 'the user agent says Chrome',
    };
  // On iOS every browser is WebKit, whatever it is called.
  if (/\bAppleWebKit\//.test(agent))
    return {
      name: 'safari',
      version: number(agent, /\bVersion\/(\d+)/),
      engine: 'webkit',
      why: 'no Chromium features or brands, and the user agent says WebKit',
    };
  return { name: 'unknown', version: '', engine: 'unknown', why: 'nothing known fits' };
}

export function detectVendor(info: Facts['info']): VendorName {
  const text = [info?.vendor, info?.architecture, info?.device, info?.description].join(' ').toLowerCase();
  if (info?.isFallbackAdapter || /swiftshader|llvmpipe|lavapipe|basic render|\bwarp\b/.test(text)) return 'software';
  for (const [pattern, vendor] of [
    [/nvidia|geforce|0x10de/, 'nvidia'],
    [/\bamd\b|radeon|0x1002/, 'amd'],
    [/intel|0x8086/, 'intel'],
    [/apple|0x106b/, 'apple'],
    [/\barm\b|mali|0x13b5/, 'arm'],
    [/qualcomm|adreno|0x5143/, 'qualcomm'],
  ] as const)
    if (pattern.test(text)) return vendor;
  return 'unknown';
}
