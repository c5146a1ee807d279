/** Addresses, filters, methods and headers that mean nothing, or something else: never a 5xx. Over real sockets. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectRefused, type HostileScene, startHostileScene } from './hostile-scene.ts';
import { requestText, sendRaw } from './raw.ts';

let scene: HostileScene;
beforeAll(async () => {
  scene = await startHostileScene();
});
afterAll(() => scene.close());

describe('addresses', () => {
  test.each([
    '/%',
    '/%zz',
    '/%00',
    '/%c0%ae%c0%ae/',
    '/%ff',
    '//',
    '//evil.example/',
    '/../../etc/passwd',
    '/..%2f..%2fetc%2fpasswd',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/assets/%2e%2e/index.html',
    '/assets/%00',
    '/assets/',
    '/assets/x.js%00.css',
    '/api',
    '/api/',
    '/api/%00',
    '/api/%',
    '/api/merchant/../merchant/login',
    '/api//merchant/login',
    '/API/merchant/login',
    '/api/sandbox/sandbox/merchant/payment_links',
    '/pay',
    '/pay/',
    '/pay/%',
    '/pay/%00',
    '/pay/..%2f',
    '/pay/a/b/c/d/e',
    `/pay/${'a'.repeat(5000)}`,
    `/${'a/'.repeat(3000)}`,
    `/?${'a=1&'.repeat(3000)}`,
    '/?a[__proto__]=1',
    '/?%',
    '/?a=%00',
    '/dev/outbox?to=%00',
    '/dev/outbox?to=a&to=b',
    '/metrics?x=%',
    '/readyz?%00',
    '/healthz/../readyz',
    '/reset-password/%00',
    '/create-password?email=%00&token=%ff',
    '/docs',
    '/openapi.json/%',
    '/store/%00',
    '/\\..\\windows',
    '/;a=b',
    '/*',
    '*',
    'http://evil.example/api/merchant/login',
    '/api/merchant/lookups?x=%u0041',
  ])('%s', async (target) => {
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE']) {
      const reply = await sendRaw(
        scene.port,
        requestText(method, target, {}, method === 'POST' ? '' : undefined),
      );
      expect(reply.status, `${method} ${target}\n${reply.head}\n${reply.body.slice(0, 300)}`).toBeLessThan(
        500,
      );
      expect(reply.status).toBeGreaterThanOrEqual(200);
      expect(reply.body).not.toContain('root:');
    }
  });

  test.each([
    'page_size=1000000000',
    'page_size=0',
    'page_size=-1',
    'page_size=1.5',
    'page_size=1e3',
    'page=-1',
    'page=1e99',
    'page=99999999999999999999',
    'sort_by=%00',
    'sort_by=id;drop',
    'sort_by=__proto__',
    'sort_type=sideways',
    'created_from=2026-02-31',
    'created_from=9999999-01-01',
    'status=%00',
    'status=1e9',
    'due_date=%F0%9F%92%A9',
  ])('a list asked for with %s', async (query) => {
    const target = `/api/sandbox/merchant/payment_links?${query}`;
    const reply = await sendRaw(scene.port, requestText('GET', target, scene.signed));
    expect(reply.status, reply.body.slice(0, 300)).toBeLessThan(500);
    if (/^page_size=(1000000000|0|-1|1\.5)$/.test(query)) expect(reply.status).toBe(422);
  });

  test.each(['%00', '%27%20or%201=1', '%25', '%5C', '%F0%9F%92%A9', 'a'.repeat(2000), '%ED%A0%80', '%u0000'])(
    'a list searched for %s',
    async (text) => {
      for (const list of ['payment_links?invoice_name', 'transactions?reference', 'transactions?search']) {
        const reply = await sendRaw(
          scene.port,
          requestText('GET', `/api/sandbox/merchant/${list}=${text}`, scene.signed),
        );
        expect(reply.status, `${list}: ${reply.body.slice(0, 300)}`).toBeLessThan(500);
      }
    },
  );
});

describe('methods, headers and lines', () => {
  test.each([
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'PURGE',
    'LINK',
    'M-SEARCH',
    'SOURCE',
  ])('%s where it has no meaning', async (method) => {
    for (const target of [
      '/',
      '/healthz',
      '/api/merchant/login',
      scene.payPath,
      '/assets/x',
      '/dev/outbox',
    ]) {
      expectRefused(await sendRaw(scene.port, requestText(method, target)));
    }
  });

  test.each([
    ['an unknown method', 'FOO / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['bytes that are not HTTP', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['an unknown HTTP version', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['no Host header', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['a NUL in a header', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: a\0b\r\n\r\n'],
    ['a header without a name', 'GET / HTTP/1.1\r\nHost: x\r\n: a\r\n\r\n'],
    [
      'two Content-Length headers',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na',
    ],
    [
      'Content-Length with chunked encoding',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\na',
    ],
    ['a negative Content-Length', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n'],
    ['an address with a space', 'GET /a b HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['20 kB of one header', requestText('GET', '/', { 'X-Long': 'a'.repeat(20_000) })],
    [
      'a thousand headers',
      `GET / HTTP/1.1\r\nHost: x\r\n${Array.from({ length: 1000 }, (_, at) => `X-${at}: ${'y'.repeat(20)}\r\n`).join('')}\r\n`,
    ],
    ['an address of 20 kB', requestText('GET', `/${'a'.repeat(20_000)}`)],
  ])('%s is refused and the connection closed', async (_name, bytes) => {
    expectRefused(await sendRaw(scene.port, bytes));
  });

  test.each([
    { 'Accept-Language': `${'ar;q=x,'.repeat(500)}` },
    { 'Accept-Language': ';;;=,,q=NaN' },
    { Accept: '*/'.repeat(999) },
    { Cookie: 'refresh=%00; refresh=%; =; ;;' },
    {
      Cookie: `refresh=${'9'.repeat(15)}.${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}.${'a'.repeat(43)}`,
    },
    { Cookie: `pay_form=${'a'.repeat(30)}; pay_lang=xx; pay_form=b` },
    { Authorization: 'Bearer' },
    { Authorization: `Bearer ${'a.'.repeat(4000)}` },
    { Authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' },
    { 'User-Agent': '\x80\xff'.repeat(100) },
    { 'Idempotency-Key': '\xff' },
    { Range: 'bytes=9-1,0-0,-' },
    { 'If-None-Match': '"'.repeat(99) },
    { 'If-Modified-Since': 'yesterday' },
    { Expect: '100-continue' },
    { Upgrade: 'websocket', Connection: 'Upgrade' },
    { 'Accept-Encoding': 'br;q=x, *;q=0, gzip;q=-1' },
    { Origin: 'null' },
    { Host: '%00' },
    { 'X-Forwarded-For': '%00, ::, 1.2.3.4.5' },
  ] as Record<string, string>[])('a header like %j', async (headers) => {
    const close: Record<string, string> = { Connection: 'close', ...headers };
    const targets: [string, string][] = [
      ['GET', '/login'],
      ['GET', scene.payPath],
      ['GET', '/api/merchant/authenticated-merchant'],
      ['POST', '/api/merchant/refresh-token'],
      ['DELETE', '/api/merchant/logout'],
    ];
    for (const [method, target] of targets) {
      if (headers.Upgrade) close.Connection = 'Upgrade, close';
      const reply = await sendRaw(scene.port, requestText(method, target, close));
      expect(reply.status, `${method} ${target}\n${reply.head}\n${reply.body.slice(0, 200)}`).toBeLessThan(
        500,
      );
    }
  });
});

test('none of these requests causes an unexpected error in the server', () => {
  expect(scene.surprises()).toEqual([]);
});
