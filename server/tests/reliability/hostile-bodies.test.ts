/** What nobody well-meaning sends as a body: refused, never a 5xx, and without waiting for the rest. Over real sockets. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CREATE_LINK as CREATE, linkForm } from './client.ts';
import {
  expectRefused,
  FORM_TYPE,
  type HostileScene,
  JSON_TYPE,
  startHostileScene,
} from './hostile-scene.ts';
import { requestText, sendRaw } from './raw.ts';

let scene: HostileScene;
beforeAll(async () => {
  scene = await startHostileScene();
});
afterAll(() => scene.close());

describe('bodies', () => {
  const deep = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);
  const odd: [string, string][] = [
    ['not JSON', '{"email":'],
    ['half a string', '{"email": "a'],
    ['two values', '{} {}'],
    ['a bare word', 'hello'],
    ['__proto__', '{"__proto__": {"status": 3}}'],
    ['constructor.prototype', '{"constructor": {"prototype": {"status": 3}}}'],
    ['arrays 200,000 deep', deep('[', ']', 200_000)],
    ['objects 50,000 deep', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
    ['brackets never closed', '['.repeat(500_000)],
    ['a number out of range', '{"email": 1e999999, "password": -1e999999}'],
    ['bytes that are not UTF-8', '{"email": "\xff\xfe\xc0\x80", "password": "\xed\xa0\x80"}'],
    ['null', 'null'],
    ['an array', '[1, 2, 3]'],
    ['a string', '"x"'],
    ['a repeated key', '{"email": "a@b.example", "email": {"$ne": 1}, "password": "x", "password": []}'],
    ['a NUL', '{"email": "a\\u0000@b.example", "password": "\\u0000"}'],
    ['half a surrogate pair', '{"email": "\\ud800@b.example", "password": "\\udfff"}'],
  ];
  test.each(odd)('%s', async (_name, body) => {
    const targets = [
      '/api/merchant/login',
      '/api/merchant/register',
      '/api/merchant/password/reset-password',
    ];
    for (const target of targets) {
      expectRefused(await sendRaw(scene.port, requestText('POST', target, JSON_TYPE, body)), [400, 422]);
    }
    // With a key the body is also hashed, whatever is in it.
    const keyed = { ...JSON_TYPE, ...scene.signed, 'Idempotency-Key': `odd ${Math.random()}` };
    expectRefused(await sendRaw(scene.port, requestText('POST', CREATE, keyed, body)), [400, 422]);
  });

  test('a deeply nested field that the endpoint does not know', async () => {
    const extra = `{"invoice_name": "x", "extra": ${deep('[', ']', 20_000)}}`;
    const keyed = { ...JSON_TYPE, ...scene.signed, 'Idempotency-Key': 'deep' };
    expectRefused(await sendRaw(scene.port, requestText('POST', CREATE, keyed, extra)), [400]);
  });

  test('an object in place of a text, with a length that cannot be compared', async () => {
    const name = '{"length":{"toString":1,"valueOf":1}}';
    const form = JSON.stringify(linkForm('@', 1)).replace('"@"', name);
    const reply = await sendRaw(
      scene.port,
      requestText('POST', CREATE, { ...JSON_TYPE, ...scene.signed }, form),
    );
    expectRefused(reply, [422]);
  });

  test('a repeated key: the last value counts', async () => {
    const form = JSON.stringify(linkForm('First', 1)).replace('{', '{"invoice_name": "Zeroth",');
    const reply = await sendRaw(
      scene.port,
      requestText('POST', CREATE, { ...JSON_TYPE, ...scene.signed }, form),
    );
    expect(reply.status, reply.body).toBe(200);
  });

  test.each([
    'text/plain',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-16',
    'garbage',
    '',
  ])('content type %j', async (type) => {
    const reply = await sendRaw(
      scene.port,
      requestText('POST', CREATE, { 'Content-Type': type, ...scene.signed }, 'a=1'),
    );
    expectRefused(reply, [400, 415, 422]);
  });

  test.each([
    ['has no boundary', 'multipart/form-data', '--x\r\n\r\n'],
    ['is empty', 'multipart/form-data; boundary=x', ''],
    ['has another boundary', 'multipart/form-data; boundary=x', '--y\r\n\r\n1\r\n--y--'],
    [
      'ends within a field',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="type"\r\n\r\n1',
    ],
    [
      'ends within a file',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nPNG',
    ],
    ['ends within a part header', 'multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-da'],
  ])('a multipart form that %s', async (_name, type, body) => {
    const target = '/api/sandbox/merchant/support/create-ticket';
    const reply = await sendRaw(
      scene.port,
      requestText('POST', target, { 'Content-Type': type, ...scene.signed }, body),
    );
    expectRefused(reply, [400, 422]);
  });

  test.each([
    ['a public call', '/api/merchant/register', {}, 413],
    ['a signed-in call', CREATE, 'signed', 413],
    ['an unauthenticated call', CREATE, {}, 401],
    ['the payment page', 'pay', {}, 413],
    ['a callback', '/pay/callbacks/sandbox', {}, 413],
    ['a directory without a token', '/scim/v2/Users', {}, 401],
    ['the operators’ directory without a token', '/scim/ops/v2/Users', {}, 401],
  ])('10 MB to %s is refused before its body is read', async (_name, target, who, status) => {
    const type = target === 'pay' ? FORM_TYPE : JSON_TYPE;
    const headers = {
      ...type,
      ...(who === 'signed' ? scene.signed : {}),
      'Content-Length': String(10 * 1024 * 1024),
    };
    // Not one byte of the body is sent: the answer must not wait for any.
    const reply = await sendRaw(
      scene.port,
      requestText('POST', target === 'pay' ? scene.payPath : target, headers),
    );
    expect(reply.status, reply.head).toBe(status);
  });

  test('an endless chunked body is refused at the limit', async () => {
    const chunk = `10000\r\n${'a'.repeat(0x10000)}\r\n`;
    for (const [target, type] of [
      ['/api/merchant/register', JSON_TYPE],
      [scene.payPath, FORM_TYPE],
    ] as const) {
      const head = requestText('POST', target, { ...type, 'Transfer-Encoding': 'chunked' });
      const reply = await sendRaw(scene.port, head, ...Array.from({ length: 40 }, () => chunk));
      expect(reply.status, reply.head).toBe(413);
    }
  });
});

describe('forms of the payment page', () => {
  test.each([
    ['invalid percent-encoding', 'method=%zz&card_number=%&name=%e0%a4'],
    ['a NUL', 'method=1&name=%00&card_number=%00'],
    ['property names of Object.prototype', '__proto__=1&constructor=2&toString=3&method=1'],
    ['ten thousand fields', Array.from({ length: 4000 }, (_, at) => `f${at}=1`).join('&')],
    ['one field a thousand times', 'method=1&'.repeat(1000)],
    ['nothing', ''],
    ['no pairs', '&&&===&&'],
    ['lists', 'method[]=1&method[0]=2&method.x=3'],
    ['long values', `method=1&name=${'x'.repeat(20_000)}&card_number=${'4'.repeat(9000)}`],
  ])('%s', async (_name, body) => {
    expectRefused(await sendRaw(scene.port, requestText('POST', scene.payPath, FORM_TYPE, body)), [413, 422]);
    const attempt = `${scene.payPath}/${'a'.repeat(27)}/otp`;
    expectRefused(await sendRaw(scene.port, requestText('POST', attempt, FORM_TYPE, body)), [404]);
  });

  test.each(['{}', 'null', '[[', '', 'x'.repeat(1000), '{"order": 1}', '{"order": "1.a", "state": {}}'])(
    'a callback with the body %j',
    async (body) => {
      for (const type of [JSON_TYPE, FORM_TYPE, { 'Content-Type': '' }, {}]) {
        expectRefused(
          await sendRaw(scene.port, requestText('POST', '/pay/callbacks/sandbox', type, body)),
          [401, 415],
        );
      }
    },
  );
});

test('none of these requests causes an unexpected error in the server', () => {
  expect(scene.surprises()).toEqual([]);
});
