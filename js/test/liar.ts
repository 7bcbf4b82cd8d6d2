// A server for tests that misbehaves where it is asked to: /lies/LIE@FILE/NAME is NAME of a small model, and LIE happens to FILE;
// /wasm/LIE/... are the package's modules; anything else is what is on disk, for pages, which are isolated.
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const js = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const model = resolve(js, '../tests/goldens/models/sentence-cls');
const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cache-Control': 'no-store',
};
const raw = (status: string, more: readonly string[] = []): string =>
  [`HTTP/1.1 ${status}`, ...Object.entries(headers).map(([key, value]) => `${key}: ${value}`), ...more, '', ''].join(
    '\r\n',
  );

type Lie = (request: IncomingMessage, response: ServerResponse, bytes: Buffer) => void;
// Below HTTP, so that nothing is put right.
const say =
  (parts: (bytes: Buffer) => readonly (string | Uint8Array)[], end: 'end' | 'destroy' | 'open' = 'end'): Lie =>
  ({ socket }, _, bytes) => {
    for (const part of parts(bytes)) socket.write(part);
    if (end === 'end') socket.end();
    if (end === 'destroy') setTimeout(() => socket.destroy(), 20);
  };
const status =
  (code: number, more: Record<string, string> = {}): Lie =>
  (_, response) =>
    void response.writeHead(code, { ...headers, ...more }).end();
const half = (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1);
const page = '<!doctype html><title>Not here</title>';

const lies: Record<string, Lie> = {
  // A config that names a class with a head, which the weights do not have.
  headed: (_, response, bytes) =>
    void response.writeHead(200, headers).end(String(bytes).replace('BertModel', 'BertForMaskedLM')),
  404: status(404),
  410: status(410),
  403: status(403),
  500: status(500),
  204: status(204),
  short: say((b) => [raw('200 OK', [`Content-Length: ${b.length}`, 'Connection: close']), half(b)]),
  long: say((b) => [raw('200 OK', [`Content-Length: ${b.length >> 1}`, 'Connection: close']), b]),
  unsaid: say((b) => [raw('200 OK', ['Connection: close']), half(b)]),
  cut: say((b) => [raw('200 OK', [`Content-Length: ${b.length}`]), half(b)], 'destroy'),
  chunks: say((b) => [raw('200 OK', ['Transfer-Encoding: chunked']), 'xyz\r\n', b]),
  noise: say(() => ['\u0000\u0001not http at all\r\n\r\n']),
  nothing: say(() => [], 'destroy'),
  gzip: say((b) => [raw('200 OK', ['Content-Encoding: gzip', `Content-Length: ${b.length}`]), b]),
  huge: say((b) => [raw('200 OK', ['Content-Length: 99999999999']), b], 'open'),
  stall: say((b) => [raw('200 OK', [`Content-Length: ${b.length}`]), half(b)], 'open'),
  silent: say(() => [], 'open'),
  html: (_, response) => void response.writeHead(200, { ...headers, 'Content-Type': 'text/html' }).end(page),
  disguised: (_, response) =>
    void response.writeHead(200, { ...headers, 'Content-Type': 'application/json' }).end(page),
  loop: (request, response) => void response.writeHead(302, { ...headers, Location: request.url! }).end(),
  away: status(302, { Location: 'http://127.0.0.1:9/' }), // where nobody listens
  moved: (request, response) =>
    void response.writeHead(302, { ...headers, Location: request.url!.replace('/moved@', '/none@') }).end(),
  none: (_, response, bytes) => void response.writeHead(200, headers).end(bytes),
};

function fileOf(path: string): { file: string; lie: string } {
  const [, lie, target, name] = /^\/lies\/(\w+)@([^/]*)\/(.*)$/.exec(path) ?? [];
  if (name !== undefined) return { file: join(model, name), lie: name === target ? lie! : '' };
  const [, wasmLie, module] = /^\/wasm\/(\w+)[^/]*\/(.*)$/.exec(path) ?? [];
  if (module !== undefined) return { file: join(js, 'dist', module), lie: wasmLie! };
  const [, goldens] = /^\/goldens\/(.*)$/.exec(path) ?? [];
  return { file: goldens !== undefined ? resolve(js, '../tests/goldens', goldens) : join(js, path), lie: '' };
}

export async function startLiar(): Promise<{ url: string; stop: () => void }> {
  const server: Server = createServer(async (request, response) => {
    const { file, lie } = fileOf(decodeURIComponent(new URL(request.url!, 'http://x').pathname));
    let bytes: Buffer;
    try {
      bytes = await readFile(file);
    } catch {
      return response.writeHead(404, headers).end();
    }
    if (lie) return lies[lie]!(request, response, bytes);
    response.writeHead(200, { ...headers, 'Content-Type': types[extname(file)] ?? 'application/octet-stream' });
    return response.end(bytes);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  server.on('connection', (socket) => socket.on('error', () => {}));
  server.unref();
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop };
}
