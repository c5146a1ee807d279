/** Mistakes of programs that call the API for the first time: each is reported, and none is taken for another. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { by, keysOf } from '../../../tests/kit/api-keys.ts';
import { type Actor, startTestServer, type TestServer } from '../../../tests/kit/server.ts';

let daftar: TestServer;
let program: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
  const owner = await daftar.merchant();
  program = by(owner, await keysOf(() => daftar).roll(owner, 'test'));
});
afterAll(() => daftar.close());

const CUSTOMER = '/api/sandbox/merchant/Customer/Create';
const LINKS = '/api/sandbox/merchant/payment_links';

/** Sends bytes as they are. */
async function post(url: string, payload: Buffer | string, headers: Record<string, string> = {}) {
  const { statusCode: status, body } = await daftar.server.inject({
    method: 'POST',
    url,
    payload,
    headers: { ...program.headers, 'content-type': 'application/json', ...headers },
  });
  return { status, body: JSON.parse(body) };
}
const customers = async () =>
  (await daftar.call({ path: '/merchant/Customer/List', mode: 'test', as: program })).body.data;

describe('a body', () => {
  const customer = (name: Buffer) =>
    Buffer.concat([
      Buffer.from('{"name":"'),
      name,
      Buffer.from('","email":"mona@example.com","mobile":"01001234567"}'),
    ]);
  // منى in the encoding of older Windows, and Café in that of western Europe.
  test.each([
    ['Windows-1256', Buffer.from([0xe3, 0xe4, 0xec])],
    ['ISO 8859-1', Buffer.from([0x43, 0x61, 0x66, 0xe9])],
  ])(
    'in %s is refused in the language of the caller, whatever charset it names; nothing is stored',
    async (_, name) => {
      for (const type of ['application/json', 'application/json; charset=windows-1256']) {
        const answer = await post(CUSTOMER, customer(name), {
          'content-type': type,
          'accept-language': 'ar',
        });
        expect(answer).toMatchObject({
          status: 400,
          body: { code: 'not_utf8', message: 'الطلب غير مكتوب بترميز UTF-8' },
        });
      }
      expect(await customers()).toEqual([]);
    },
  );

  test('that names a field twice is refused with the path of the field; older versions take the last, as ever', async () => {
    const twice = '{"name":"Mona","name":"Mona Adel","email":"mona@example.com","mobile":"01001234567"}';
    const answer = await post(CUSTOMER, twice, { 'accept-language': 'en' });
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'repeated_field', param: 'name', errors: { name: ['This field is given twice'] } },
    });
    const within = '{"name":"Mona","email":"mona@example.com","metadata":{"a":"1","a":"2"}}';
    expect((await post(CUSTOMER, within)).body.error_codes).toMatchObject({
      'metadata.a': ['repeated_field'],
    });
    expect(await customers()).toEqual([]);
    expect(await post(CUSTOMER, twice, { 'daftar-version': '2026-11-22' })).toMatchObject({
      status: 200,
      body: { data: { name: 'Mona Adel' } },
    });
  });
});

describe('a method that an address does not have', () => {
  test.each([
    ['PUT', LINKS, 'GET, HEAD'],
    ['POST', LINKS, 'GET, HEAD'],
    ['OPTIONS', LINKS, 'GET, HEAD'],
    ['GET', '/api/sandbox/merchant/simulations/payment', 'POST'],
    ['PUT', `${LINKS}/create`, 'POST'],
    ['DELETE', `${LINKS}/17`, 'GET, HEAD, PATCH'],
    ['POST', '/openapi.json', 'GET, HEAD'],
    ['DELETE', '/docs/errors/not_found', 'GET, HEAD'],
    ['PUT', '/mcp', 'POST'],
    ['GET', '/mcp', 'POST'],
  ] as const)('%s %s is 405, with those that it has', async (method, path, allow) => {
    const { status, headers, body } = await daftar.call({ method, path, as: program });
    expect([status, headers.allow, body.code]).toEqual([405, allow, 'method_not_allowed']);
  });

  test('an address that there is not is 404 by any method', async () => {
    for (const method of ['GET', 'POST', 'DELETE'] as const)
      for (const path of [
        `${LINKS}/17/nothing`,
        '/api/sandbox/merchant',
        '/api/v2/merchant/payment_links',
        '/nothing.php',
      ])
        expect((await daftar.call({ method, path, as: program })).status, `${method} ${path}`).toBe(404);
  });
});

test.each(['/openapi.json/', '/status.json/', '/llms.txt//'])(
  '%s leads to the address without slashes: a program that expects JSON gets no page of the portal',
  async (path) => {
    const answer = await daftar.server.inject(path);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, path.replace(/\/+$/, '')]);
  },
);

describe('what is no HTTP', () => {
  async function told(request: string) {
    if (!daftar.server.server.listening) await daftar.server.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect((daftar.server.server.address() as { port: number }).port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8').on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', () => {});
    socket.write(request);
    await once(socket, 'close');
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    return { status: Number(head.split(' ')[1]), head, body: JSON.parse(body) };
  }
  const posted = (headers: string, body: string) =>
    `POST ${CUSTOMER} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}\r\n${body}`;

  test.each([
    ['a line that is none', 'hello\r\n\r\n', 400, 'malformed'],
    [
      'a chunk without a size',
      posted('Transfer-Encoding: chunked\r\n', 'zz\r\n{}\r\n0\r\n\r\n'),
      400,
      'malformed',
    ],
    ['two lengths', posted('Content-Length: 2\r\nContent-Length: 3\r\n', '{}'), 400, 'malformed'],
    [
      'headers without end',
      `GET / HTTP/1.1\r\nHost: localhost\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      'too_large',
    ],
  ])('%s is answered as any error, with a code and its page', async (_, request, status, code) => {
    const answer = await told(request);
    expect(answer.status).toBe(status);
    const { requestId } = answer.body;
    expect(answer.body).toEqual({
      statusCode: status,
      message: expect.any(String),
      code,
      doc_url: `${daftar.app.config.publicUrl}/docs/errors/${code}`,
      requestId,
    });
    expect(answer.head).toContain(`x-request-id: ${requestId}`);
  });
});
