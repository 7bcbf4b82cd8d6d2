// Checks `bitloom serve` from outside, on a folder made for it and on the package's own.
//   .deps/node/bin/node tools/serve_check.mjs build/dev/bitloom
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';

const program = process.argv[2] ?? 'build/dev/bitloom';
let failed = 0, passed = 0;
const same = (what, got, want) => {
  const right = want instanceof RegExp ? want.test(got) : got === want;
  right ? ++passed : (++failed, console.log(`${what}: got ${JSON.stringify(got)}, expected ${want}`));
};

const started = [];
const start = async (...args) => {
  const child = spawn(program, ['serve', '--quiet', ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(child);
  const done = new Promise((resolve) => child.on('exit', resolve));
  let line = '';
  for await (const piece of child.stdout) if ((line += piece).endsWith('\n')) break;
  const url = /^serving .* at (http:\/\/\S+)\/ \(Ctrl-C stops\)\n$/.exec(line)?.[1];
  if (!url) throw new Error(`no address in "${line}"`);
  return { url, port: Number(new URL(url).port), stop: (signal) => (child.kill(signal), done) };
};
// Sent as it is written: fetch would tidy the path up first.
const get = (server, path, headers = {}, method = 'GET') => new Promise((resolve, reject) => {
  const failed = (error) => reject(new Error(`${method} ${path} ${JSON.stringify(headers)}: ${error.message}`));
  const signal = AbortSignal.timeout(10000);
  http.request({ host: '127.0.0.1', port: server.port, path, headers, method, signal }, (r) => {
    const pieces = [];
    r.on('data', (piece) => pieces.push(piece));
    r.on('end', () => resolve({ status: r.statusCode, headers: r.headers, body: Buffer.concat(pieces).toString() }));
    r.on('error', failed);
  }).on('error', failed).end();
});

const top = fs.mkdtempSync(path.join(os.tmpdir(), 'serve_check-')), dir = path.join(top, 'www');
const types = {
  'a.js': /^text\/javascript/, 'a.mjs': /^text\/javascript/, 'a.wasm': 'application/wasm', 'a.wgsl': /^text\/wgsl/,
  'a.json': 'application/json', 'a.js.map': 'application/json', 'a.svg': 'image/svg+xml', 'a.html': /^text\/html/,
  'a.css': /^text\/css/, 'a.png': 'image/png', 'a.ts': /^text\/plain/, 'a.safetensors': 'application/octet-stream',
  'a.bin': 'application/octet-stream', 'no_ending': 'application/octet-stream',
};
try {
  fs.mkdirSync(path.join(dir, 'demo/deep er'), { recursive: true });
  const write = (name, text) => fs.writeFileSync(path.join(dir, name), text);
  for (const name in types) write(name, name);
  write('ten', '0123456789');
  write('empty', '');
  write('big', Buffer.alloc(3_000_000, 'x'));
  write('demo/index.html', 'the demo');
  write('demo/deep er/index.html', 'deeper');
  write('small.js', 'as it is'), write('small.js.br', 'as if packed');
  write('../secret', 'secret'), fs.mkdirSync(path.join(top, 'www2')), write('../www2/secret', 'secret');
  fs.symlinkSync('../secret', path.join(dir, 'way_out')), fs.symlinkSync('ten', path.join(dir, 'way_in'));

  const server = await start(dir, '--port', '0');
  for (const [name, type] of Object.entries(types)) {
    const r = await get(server, '/' + name);
    same(name, `${r.status} ${r.body}`, `200 ${name}`);
    same(`${name}'s type`, r.headers['content-type'], type);
  }
  for (const path of ['/ten', '/nowhere']) {
    const { headers } = await get(server, path);
    same(`${path}: opener`, headers['cross-origin-opener-policy'], 'same-origin');
    same(`${path}: embedder`, headers['cross-origin-embedder-policy'], 'require-corp');
    same(`${path}: resource`, headers['cross-origin-resource-policy'], 'same-origin');
    same(`${path}: cache`, headers['cache-control'], 'no-cache');
  }

  const ranges = [
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'], ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'], ['bytes=0-0', 206, '0', 'bytes 0-0/10'],
    ['bytes=8-99', 206, '89', 'bytes 8-9/10'], ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'], ['bytes=99-100', 416, '', 'bytes */10'],
    ['bytes=0-1,4-5', 200, '0123456789', undefined],
  ];
  for (const [range, status, body, says] of ranges) {
    const r = await get(server, '/ten', { range });
    same(range, `${r.status} ${r.body}`, `${status} ${body}`);
    same(`${range}: Content-Range`, r.headers['content-range'], says);
    same(`${range}: Content-Length`, r.headers['content-length'], String(body.length));
  }
  for (const method of ['GET', 'HEAD'])
    same(`${method}: Accept-Ranges`, (await get(server, '/ten', {}, method)).headers['accept-ranges'], 'bytes');
  same('all of a big file', (await get(server, '/big')).body.length, 3_000_000);
  same('a piece of it', (await get(server, '/big', { range: 'bytes=1000000-2999999' })).body.length, 2_000_000);
  const head = await get(server, '/big', {}, 'HEAD');
  same('HEAD', `${head.status} ${head.headers['content-length']} ${head.body}`, '200 3000000 ');
  const empty = await get(server, '/empty');
  same('an empty file', `${empty.status} ${empty.body}`, '200 ');

  same('/ leads to', (await get(server, '/')).headers.location, '/demo/');
  same('/demo leads to', (await get(server, '/demo')).headers.location, 'demo/');
  same('/demo/', (await get(server, '/demo/?a=1')).body, 'the demo');
  same('a space', (await get(server, '/demo/deep%20er/')).body, 'deeper');
  same('a link inside', (await get(server, '/way_in')).body, '0123456789');
  for (const path of ['/nowhere', '/demo/nowhere/', '/ten/', '/demo/deep%20er/x', '/ten%00.png'])
    same(path, (await get(server, path)).status, 404);
  for (const path of ['/../secret', '/%2e%2e/secret', '/demo/../../secret', '/demo/%2e%2e/%2e%2e/secret', '/..%2fsecret',
                      '/..%2fwww2/secret', '//..//secret', '/%2e%2e%2fwww2%2fsecret', '/way_out', '/..%5csecret',
                      '//etc/passwd', '/%2fetc/passwd', '/demo/..%00/../secret'])
    same(path, (await get(server, path)).body.includes('secret') || (await get(server, path)).status < 400, false);

  const packed = await get(server, '/small.js', { 'accept-encoding': 'gzip, deflate, br, zstd' });
  same('packed', `${packed.headers['content-encoding']} ${packed.body}`, 'br as if packed');
  same('packed: type', packed.headers['content-type'], /^text\/javascript/);
  same('packed: Vary', packed.headers.vary, 'Accept-Encoding');
  for (const encoding of ['gzip', 'br;q=0', 'brx'])
    same(`not packed for ${encoding}`, (await get(server, '/small.js', { 'accept-encoding': encoding })).body, 'as it is');

  const same_port = spawnSync(program, ['serve', dir, '--port', String(server.port)], { encoding: 'utf8', timeout: 10000 });
  same('a taken port', `${same_port.status} ${same_port.stderr}`, /^1 .*cannot listen on port \d+ .*taken/);
  const began = Date.now();
  same('SIGTERM', await server.stop('SIGTERM'), 0);
  same('stopping is quick', Date.now() - began < 4000, true);

  const open = await start(dir, '--port', '0', '--no-isolation');
  const { headers } = await get(open, '/ten');
  same('--no-isolation', Object.keys(headers).filter((name) => name.startsWith('cross-origin')).join(), '');
  same('SIGINT', await open.stop('SIGINT'), 130);

  const wrong = (...args) => spawnSync(program, ['serve', ...args], { encoding: 'utf8', timeout: 10000 });
  const missing = wrong(path.join(top, 'missing'));
  same('a missing folder', `${missing.status} ${missing.stderr}`, /^1 .*there is no folder .*missing/);
  same('a file for a folder', wrong(path.join(dir, 'ten')).status, 1);
  same('a foreign address', wrong(dir, '--port', '0', '--host', '203.0.113.1').status, 1);
  for (const args of [['--port', 'x'], ['--port', '65536'], ['--port', '-1'], ['--unknown'], [dir, 'another']])
    same(args.join(' '), wrong(...args).status, 2);

  const own = await start('--port', '0');
  same('the demo page', (await get(own, '/demo/')).body, /<title>Bitloom/);
  same('/ leads to it', (await get(own, '/')).headers.location, '/demo/');
  await own.stop('SIGTERM');
} catch (error) {
  ++failed;
  console.log(error);
} finally {
  for (const child of started) child.kill('SIGKILL');  // what a failed check left running
  fs.rmSync(top, { recursive: true, force: true });
}
console.log(`serve: ${passed} checks passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
