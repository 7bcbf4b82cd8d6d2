// Checks `bitloom serve` from outside, on a folder made for it and on the package's own.
//   .deps/node/bin/node tools/serve_check.mjs build/dev/bitloom
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

const program = process.argv[2] ?? 'build/dev/bitloom';
let failed = 0;
let passed = 0;
const same = (what, got, want) => {
  const right = want instanceof RegExp ? want.test(got) : got === want;
  if (right) ++passed;
  else {
    ++failed;
    console.log(`${what}: got ${JSON.stringify(got)}, expected ${want}`);
  }
};

const started = [];
const start = (...args) => start_as('inherit', '--quiet', ...args);
const start_as = async (stderr, ...args) => {
  const child = spawn(program, ['serve', ...args], { stdio: ['ignore', 'pipe', stderr] });
  started.push(child);
  const done = new Promise((resolve) => child.on('exit', resolve));
  let line = '';
  for await (const piece of child.stdout) if ((line += piece).endsWith('\n')) break;
  const url = /^serving .* at (http:\/\/\S+)\/ \(Ctrl-C stops\)\n$/.exec(line)?.[1];
  if (!url) throw new Error(`no address in "${line}"`);
  return {
    url,
    pid: child.pid,
    stderr: child.stderr,
    port: Number(new URL(url).port),
    stop: (signal) => {
      child.kill(signal);
      return done;
    },
  };
};
// Sent as it is written: fetch would tidy the path up first.
const get = (server, path, headers = {}, method = 'GET') =>
  new Promise((resolve, reject) => {
    const failed = (error) => reject(new Error(`${method} ${path} ${JSON.stringify(headers)}: ${error.message}`));
    const signal = AbortSignal.timeout(10000);
    http
      .request({ host: '127.0.0.1', port: server.port, path, headers, method, signal }, (r) => {
        const pieces = [];
        r.on('data', (piece) => pieces.push(piece));
        r.on('end', () =>
          resolve({ status: r.statusCode, headers: r.headers, body: Buffer.concat(pieces).toString() }),
        );
        r.on('error', failed);
      })
      .on('error', failed)
      .end();
  });

// Bytes as they are, in pieces; what comes back until the other side ends, or for so long. `write` may be false once the
// other side has closed.
const raw = (server, pieces, { wait = 8000, pause = 0 } = {}) =>
  new Promise((resolve) => {
    const began = Date.now();
    let text = '';
    let sent = 0;
    const socket = net.connect(server.port, '127.0.0.1');
    const done = (how) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ text, how, sent, ms: Date.now() - began, status: Number(text.split(' ')[1]) });
    };
    const timer = setTimeout(() => done('nothing more came'), wait);
    socket.on('data', (piece) => (text += piece.toString('latin1')));
    socket.on('end', () => done('closed'));
    socket.on('error', (error) => done(error.code));
    socket.on('connect', async () => {
      for await (const piece of pieces) {
        if (socket.destroyed || !socket.writable || text) return; // a client stops when it is answered
        sent += piece.length;
        if (!socket.write(piece))
          await new Promise((go) => {
            socket.once('drain', go);
            socket.once('close', go);
          });
        if (pause) await new Promise((go) => setTimeout(go, pause));
      }
    });
  });
const repeated = function* (first, piece, times) {
  yield first;
  for (let i = 0; i < times; ++i) yield piece;
};
const megabytes = (pid) => Number(/VmHWM:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;

const top = fs.mkdtempSync(path.join(os.tmpdir(), 'serve_check-'));
const dir = path.join(top, 'www');
const types = {
  'a.js': /^text\/javascript/,
  'a.mjs': /^text\/javascript/,
  'a.wasm': 'application/wasm',
  'a.wgsl': /^text\/wgsl/,
  'a.json': 'application/json',
  'a.js.map': 'application/json',
  'a.svg': 'image/svg+xml',
  'a.html': /^text\/html/,
  'a.css': /^text\/css/,
  'a.png': 'image/png',
  'a.jpg': 'image/jpeg',
  'A.JPEG': 'image/jpeg',
  'a.gif': 'image/gif',
  'a.webp': 'image/webp',
  'a.ico': 'image/x-icon',
  'a.htm': /^text\/html/,
  'a.mp3': 'audio/mpeg',
  'a.wav': 'audio/wav',
  'a.ts': /^text\/plain/,
  'a.safetensors': 'application/octet-stream',
  'a.bin': 'application/octet-stream',
  no_ending: 'application/octet-stream',
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
  write('small.js', 'as it is');
  write('small.js.br', 'as if packed');
  write('../secret', 'secret');
  fs.mkdirSync(path.join(dir, '.git'));
  write('.git/config', 'secret');
  write('.env', 'secret');
  fs.symlinkSync('.env', path.join(dir, 'seen'));
  fs.mkdirSync(path.join(top, 'www2'));
  write('../www2/secret', 'secret');
  fs.symlinkSync('../secret', path.join(dir, 'way_out'));
  fs.symlinkSync('ten', path.join(dir, 'way_in'));

  const server = await start(dir, '--port', '0');
  for (const [name, type] of Object.entries(types)) {
    const r = await get(server, `/${name}`);
    same(name, `${r.status} ${r.body}`, `200 ${name}`);
    same(`${name}'s type`, r.headers['content-type'], type);
  }
  for (const path of ['/ten', '/nowhere']) {
    const { headers } = await get(server, path);
    same(`${path}: opener`, headers['cross-origin-opener-policy'], 'same-origin');
    same(`${path}: embedder`, headers['cross-origin-embedder-policy'], 'require-corp');
    same(`${path}: resource`, headers['cross-origin-resource-policy'], 'same-origin');
    same(
      `${path}: policy`,
      headers['content-security-policy'],
      /^default-src 'self'; script-src 'self' .*object-src 'none'/,
    );
    same(`${path}: no sniffing`, headers['x-content-type-options'], 'nosniff');
    same(`${path}: cache`, headers['cache-control'], 'no-cache');
  }

  const ranges = [
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=0-0', 206, '0', 'bytes 0-0/10'],
    ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
    ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=99-100', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['bytes=99999999999999999999999-', 416, '', 'bytes */10'],
    ['bytes=3-99999999999999999999999', 206, '3456789', 'bytes 3-9/10'],
    ...[
      'bytes=0-1,4-5',
      'bytes=4-2',
      'bytes=x-',
      'bytes=1-x',
      'bytes=',
      'bytes=-',
      'bytes=--1',
      'bytes 1-2',
      'lines=1-2',
    ].map((range) => [range, 200, '0123456789', undefined]),
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
  same('/demo leads to', (await get(server, '/demo')).headers.location, './demo/');
  same('/demo/', (await get(server, '/demo/?a=1')).body, 'the demo');
  same('a space', (await get(server, '/demo/deep%20er/')).body, 'deeper');
  same('a link inside', (await get(server, '/way_in')).body, '0123456789');
  for (const path of ['/nowhere', '/demo/nowhere/', '/ten/', '/demo/deep%20er/x', '/ten%00.png'])
    same(path, (await get(server, path)).status, 404);
  for (const path of [
    '/../secret',
    '/%2e%2e/secret',
    '/demo/../../secret',
    '/demo/%2e%2e/%2e%2e/secret',
    '/..%2fsecret',
    '/..%2fwww2/secret',
    '//..//secret',
    '/%2e%2e%2fwww2%2fsecret',
    '/way_out',
    '/..%5csecret',
    '//etc/passwd',
    '/%2fetc/passwd',
    '/demo/..%00/../secret',
    '/.git/config',
    '/%2egit/config',
    '/.env',
    '/demo/../.env',
    '/seen',
    '/.',
  ])
    same(path, (await get(server, path)).body.includes('secret') || (await get(server, path)).status < 400, false);

  const packed = await get(server, '/small.js', { 'accept-encoding': 'gzip, deflate, br, zstd' });
  same('packed', `${packed.headers['content-encoding']} ${packed.body}`, 'br as if packed');
  same('packed: type', packed.headers['content-type'], /^text\/javascript/);
  same('packed: Vary', packed.headers.vary, 'Accept-Encoding');
  for (const encoding of ['gzip', 'br;q=0', 'brx'])
    same(
      `not packed for ${encoding}`,
      (await get(server, '/small.js', { 'accept-encoding': encoding })).body,
      'as it is',
    );

  // Names. A page elsewhere can have its name lead here, but not have the browser say another one.
  const named = async (server, host) => (await get(server, '/ten', { host })).status;
  for (const host of ['127.0.0.1', 'localhost', 'LOCALHOST.', '[::1]', '127.0.0.1:8080', `localhost:${server.port}`])
    same(`Host: ${host}`, await named(server, host), 200);
  for (const host of [
    'evil.example',
    '8.8.8.8',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'a@127.0.0.1',
    '[::1',
    '127.0.0.1:x',
    '127.0.0.1:123456',
    'my.site',
    '[::2]',
    '2130706433',
    '127.1',
  ])
    same(`Host: ${host}`, await named(server, host), 421);
  const ask = (...lines) => raw(server, [`${lines.join('\r\n')}\r\n\r\n`]);
  same('no Host', (await ask('GET /ten HTTP/1.1')).status, 400);
  same('two', (await ask('GET /ten HTTP/1.1', 'Host: localhost', 'Host: localhost')).status, 400);
  same('a whole address', (await ask('GET http://localhost/ten HTTP/1.1', 'Host: x', 'Connection: close')).status, 200);
  same('of another', (await ask('GET http://evil.example/ten HTTP/1.1', 'Host: localhost')).status, 421);

  // Requests that are none.
  for (const text of [
    '\0\0\0\r\n\r\n',
    'GET\r\n\r\n',
    'GET /ten\r\n\r\n',
    'GET  /ten HTTP/1.1\r\n\r\n',
    'GET /ten HTTP/1.1\n\n',
    'GET /ten HTTP/1.1\r\nHost : localhost\r\n\r\n',
    'GET /ten HTTP/1.1\r\n folded\r\n\r\n',
    'GET /ten HTTP/1.1\r\nHost: localhost\r\nX: \x1b\r\n\r\n',
    'GET /%zz HTTP/1.1\r\nHost: localhost\r\n\r\n',
    'GET /ten HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n',
    'GET /a\x1b HTTP/1.1\r\nHost: localhost\r\n\r\n',
  ])
    same(JSON.stringify(text), (await raw(server, [text])).status, 400);
  same('HTTP/2', (await ask('GET / HTTP/2.0', 'Host: localhost')).status, 505);
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'get'])
    same(method, (await ask(`${method} /ten HTTP/1.1`, 'Host: localhost')).status, 405);
  same('a body', (await ask('GET /ten HTTP/1.1', 'Host: localhost', 'Content-Length: 5', '', 'hello')).status, 413);
  const injected = await ask('GET /demo%0d%0aX-Bad:%201 HTTP/1.1', 'Host: localhost', 'Connection: close');
  same('a line in a path', `${injected.status} ${/X-Bad/.test(injected.text)}`, '404 false');
  const two = await raw(server, [
    'GET /ten HTTP/1.1\r\nHost: localhost\r\n\r\nGET /way_in HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  ]);
  same('two at once', two.text.split('0123456789').length, 3);
  same('HTTP/1.0 ends', (await raw(server, ['GET /ten HTTP/1.0\r\nHost: localhost\r\n\r\n'])).how, 'closed');

  // Limits. What would be gigabytes ends early, and takes no memory here.
  const mega = Buffer.alloc(1 << 20, 'x');
  const start_line = 'GET /ten HTTP/1.1\r\nHost: localhost\r\n';
  const early = async (what, first, piece, status) => {
    const r = await raw(server, repeated(first, piece, 2048));
    same(what, r.status, status);
    same(`${what}: ended early`, r.sent < 2 ** 30 && r.ms < 5000, true);
  };
  await early(
    'a POST of gigabytes',
    'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2147483648\r\n\r\n',
    mega,
    405,
  );
  await early(
    'a chunked one',
    'POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n100000\r\n',
    mega,
    405,
  );
  await early('one endless header', `${start_line}X: `, mega, 431);
  await early('endless headers', start_line, Buffer.from('X: y\r\n'.repeat(100_000)), 431);
  await early('an endless target', 'GET /', mega, 414);
  await early('an endless line of nothing', '', Buffer.alloc(1 << 20, '\r\n'), 400);
  same('101 headers', (await ask('GET /ten HTTP/1.1', 'Host: localhost', ...Array(100).fill('X: y'))).status, 431);
  same(
    '100 headers',
    (await ask('GET /ten HTTP/1.1', 'Host: localhost', 'Connection: close', ...Array(98).fill('X: y'))).status,
    200,
  );
  same('its memory', megabytes(server.pid) < 100, true);

  // A dozen connections that drip, and hundreds that say nothing: others are served meanwhile.
  const drip = function* () {
    yield start_line;
    for (;;) yield 'X';
  };
  const dripping = Array.from({ length: 12 }, () => raw(server, drip(), { wait: 14000, pause: 50 }));
  const silent = Array.from({ length: 300 }, () => net.connect(server.port, '127.0.0.1').on('error', () => {}));
  const lazy = net.connect(server.port, '127.0.0.1', () => lazy.write(`GET /big HTTP/1.1\r\nHost: localhost\r\n\r\n`));
  lazy.on('error', () => {}).pause();
  await new Promise((go) => setTimeout(go, 500));
  const before = Date.now();
  for (let i = 0; i < 20; ++i) same('meanwhile', (await get(server, '/ten')).status, 200);
  same('at once', Date.now() - before < 2000, true);
  for (const socket of [...silent, lazy]) socket.destroy();

  const same_port = spawnSync(program, ['serve', dir, '--port', String(server.port)], {
    encoding: 'utf8',
    timeout: 10000,
  });
  same('a taken port', `${same_port.status} ${same_port.stderr}`, /^1 .*cannot listen on port \d+ .*taken/);
  for (const { status, how, ms } of await Promise.all(dripping)) {
    // Ended for its time, or for newer ones.
    same('a dripping connection', status === 408 || how === 'closed' || how === 'ECONNRESET', true);
    same('a dripping connection has an end', ms < 13000, true);
  }
  const began = Date.now();
  same('SIGTERM', await server.stop('SIGTERM'), 0);
  same('stopping is quick', Date.now() - began < 4000, true);

  const open = await start(dir, '--port', '0', '--no-isolation');
  const { headers } = await get(open, '/ten');
  same(
    '--no-isolation',
    Object.keys(headers)
      .filter((name) => name.startsWith('cross-origin'))
      .join(),
    '',
  );
  same('SIGINT', await open.stop('SIGINT'), 130);

  // Its log is for a terminal, which must not obey what a request says.
  const telling = await start_as('pipe', dir, '--port', '0');
  let log = '';
  telling.stderr.on('data', (piece) => (log += piece.toString('latin1')));
  for (const target of ['/ten', '/a\x1b[2J', '/a%1b[2J', '/a\x9b2J'])
    await raw(telling, [
      Buffer.from(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`, 'latin1'),
    ]);
  await raw(telling, [Buffer.from('G\x1bT /ten HTTP/1.1\r\nHost: localhost\r\n\r\n', 'latin1')]);
  await telling.stop('SIGTERM');
  same('its log', log, '200 GET /ten\n400 - -\n404 GET /a%1b[2J\n400 - -\n400 - -\n');

  const other = await start(dir, '--port', '0', '--name', 'my.site', '--csp', 'none');
  same('--name', await named(other, 'my.site'), 200);
  same('--csp', (await get(other, '/ten')).headers['content-security-policy'], undefined);
  await other.stop('SIGTERM');
  const everywhere = await start(dir, '--port', '0', '--host', '0.0.0.0');
  same('everywhere: an address', await named(everywhere, '192.0.2.1:80'), 200);
  same('everywhere: a name', await named(everywhere, 'evil.example'), 421);
  await everywhere.stop('SIGTERM');

  const wrong = (...args) => spawnSync(program, ['serve', ...args], { encoding: 'utf8', timeout: 10000 });
  const missing = wrong(path.join(top, 'missing'));
  same('a missing folder', `${missing.status} ${missing.stderr}`, /^1 .*there is no folder .*missing/);
  same('a file for a folder', wrong(path.join(dir, 'ten')).status, 1);
  same('a foreign address', wrong(dir, '--port', '0', '--host', '203.0.113.1').status, 1);
  for (const args of [['--port', 'x'], ['--port', '65536'], ['--port', '-1'], ['--unknown'], [dir, 'another']])
    same(args.join(' '), wrong(...args).status, 2);

  const own = await start('--port', '0');
  same('the demo page', (await get(own, '/demo/')).body, /<title>Bitloom/);
  const policy = (await get(own, '/demo/')).headers['content-security-policy'];
  same('its policy', /script-src 'self' 'wasm-unsafe-eval';/.test(policy), true);
  same('/ leads to it', (await get(own, '/')).headers.location, '/demo/');
  await own.stop('SIGTERM');
} catch (error) {
  ++failed;
  console.log(error);
} finally {
  for (const child of started) child.kill('SIGKILL'); // what a failed check left running
  fs.rmSync(top, { recursive: true, force: true });
}
console.log(`serve: ${passed} checks passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
