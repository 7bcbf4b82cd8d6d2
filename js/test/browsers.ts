// Real browsers, driven by Puppeteer: Chromium with SwiftShader, Firefox with lavapipe.
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser } from 'puppeteer-core';

export type BrowserName = 'chromium' | 'firefox';
/** This machine by a name that is not secure without HTTPS; Chromium only. */
export const insecure = 'insecure.test';
const programs = { chromium: '/usr/bin/chromium', firefox: '/usr/bin/firefox-esr' };

/** `gpu: false` takes every GPU driver away, so that there is WebGPU but no adapter; `webgpu: false` all of WebGPU (Firefox only). */
export async function open(name: BrowserName, { gpu = true, webgpu = true } = {}): Promise<Browser> {
  const executablePath = programs[name];
  if (!existsSync(executablePath))
    throw new Error(`${name} is not installed: ${executablePath} is missing (tools/setup test brings it)`);
  const userDataDir = mkdtempSync(join(tmpdir(), `bitloom-${name}-`));
  const icds = existsSync('/usr/share/vulkan/icd.d') ? readdirSync('/usr/share/vulkan/icd.d') : [];
  const lavapipe = icds
    .filter((file) => file.startsWith('lvp_icd'))
    .map((file) => `/usr/share/vulkan/icd.d/${file}`)[0];
  if (name === 'firefox' && gpu && !lavapipe)
    throw new Error('lavapipe is not installed: /usr/share/vulkan/icd.d has no lvp_icd');
  const browser = await puppeteer.launch(
    name === 'firefox'
      ? {
          browser: 'firefox',
          executablePath,
          userDataDir,
          headless: true,
          env: {
            ...process.env,
            VK_ICD_FILENAMES: gpu ? lavapipe! : '/dev/null',
            HOME: userDataDir,
            MOZ_HEADLESS_WIDTH: '1280',
            MOZ_HEADLESS_HEIGHT: '900',
          },
          extraPrefsFirefox: { 'dom.webgpu.enabled': webgpu, 'gfx.webgpu.ignore-blocklist': true },
          protocolTimeout: 7_200_000,
        }
      : {
          executablePath,
          userDataDir,
          headless: true,
          protocolTimeout: 7_200_000,
          args: [
            '--no-sandbox',
            '--enable-unsafe-webgpu',
            ...(gpu ? ['--use-webgpu-adapter=swiftshader'] : ['--disable-gpu', '--disable-software-rasterizer']),
            '--disable-quic',
            '--no-first-run',
            '--disable-background-networking',
            '--disable-component-update',
            '--disable-sync',
            `--host-resolver-rules=MAP ${insecure} 127.0.0.1`,
            '--js-flags=--expose-gc',
            '--disable-dev-shm-usage',
          ],
        },
  );
  browser.once('disconnected', () => rmSync(userDataDir, { recursive: true, force: true, maxRetries: 5 }));
  return browser;
}

/** `bitloom serve`, until stopped; a folder of one's own gets a looser policy (cli/serve.cc) than the package's page. */
export async function serve(program: string, ...options: string[]): Promise<{ url: string; stop: () => void }> {
  const server: ChildProcess = spawn(program, ['serve', '--port', '0', '--quiet', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let text = '';
    server.stdout!.on('data', (data: Buffer) => {
      const found = /http:\/\/\S+/.exec((text += data));
      if (found) resolve(found[0]);
    });
    server.once('exit', (code) => reject(new Error(`${program} serve ended with ${code}`)));
    server.once('error', reject);
  });
  return { url, stop: () => void server.kill() };
}
