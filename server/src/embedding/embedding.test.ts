/** The websites that may embed a merchant's payment pages: accepted values, and the resulting headers. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PASSWORD, withPassword } from '../../tests/kit/profile.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import type { Mode } from '../platform/context.ts';
import { originOf } from './rules.ts';

let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
beforeEach(async () => {
  owner = await daftar.merchant();
  await withPassword(daftar, owner);
});
afterAll(() => daftar.close());

const PATH = '/merchant/AccountSettings/Embedding';
const read = async (mode: Mode = 'live') =>
  (await daftar.call({ path: PATH, mode, as: owner })).body.data.origins;
const save = (origins: unknown, { mode = 'live' as Mode, current_password = PASSWORD } = {}) =>
  daftar.call({ method: 'POST', path: PATH, mode, as: owner, body: { origins, current_password } });

async function page(mode: Mode, headers: Record<string, string> = {}) {
  const due_date = new Date(daftar.clock.now().getTime() + 30 * 86_400_000).toISOString();
  const body = { invoice_name: 'Rent', currency_id: 1, amount: 100, due_date, language: 2 };
  const path = '/merchant/payment_links/create';
  const { link } = (await daftar.call({ method: 'POST', path, mode, as: owner, body })).body.data;
  const answer = await daftar.server.inject({ url: new URL(link).pathname, headers });
  const policy = String(answer.headers['content-security-policy']);
  return { answer, ancestors: /frame-ancestors ([^;]*)/.exec(policy)?.[1] };
}

describe('a website', () => {
  test.each([
    ['https://Shop.Example/cart?x=1', 'https://shop.example'],
    ['shop.example', 'https://shop.example'],
    ['https://shop.example:8443', 'https://shop.example:8443'],
    ['https://متجر.example', 'https://xn--pgbep1f.example'],
    ['http://localhost:3000', null],
    ['http://shop.example', null],
    ['https://shop', null],
    ['https://*.shop.example', null],
    ["https://shop.example;script-src'none'", null],
    ['https://shop.example,evil', null],
    ['https://user:secret@shop.example', null],
    ['javascript:alert(1)//shop.example', null],
    ['data:text/html,x', null],
    ['https://', null],
    ["'none'", null],
    ['', null],
  ])('%j is read as %j', (typed, origin) => {
    expect(originOf(typed, 'live')).toBe(origin);
  });

  test('may be one’s own machine in test mode alone', () => {
    expect(originOf('http://localhost:3000', 'test')).toBe('http://localhost:3000');
    expect(originOf('http://127.0.0.1:8080/x', 'test')).toBe('http://127.0.0.1:8080');
    expect(originOf('http://shop.example', 'test')).toBeNull();
  });
});

describe('payment pages', () => {
  test('may be shown by no website until one is allowed, and then by that of their mode alone', async () => {
    const before = await page('live');
    expect([before.ancestors, before.answer.headers['x-frame-options']]).toEqual(["'none'", 'DENY']);
    const answer = await save(['https://Shop.example/', 'https://shop.example', 'https://www.shop.example']);
    expect(answer.body.data.origins).toEqual(['https://shop.example', 'https://www.shop.example']);
    const after = await page('live');
    expect(after.ancestors).toBe('https://shop.example https://www.shop.example');
    expect(after.answer.headers).not.toHaveProperty('x-frame-options');
    expect((await page('test')).ancestors).toBe("'none'");
    expect(await read('test')).toEqual([]);
    expect((await save([])).status).toBe(200);
    expect((await page('live')).ancestors).toBe("'none'");
  });

  test('are kept from strangers: another merchant’s website is none of ours', async () => {
    await save(['https://shop.example']);
    owner = await daftar.merchant();
    expect((await page('live')).ancestors).toBe("'none'");
  });

  test('know that they are shown inside another', async () => {
    await save(['https://shop.example']);
    const isFramed = async (asked: string) =>
      /<html [^>]*data-framed/.test((await page('live', { 'sec-fetch-dest': asked })).answer.body);
    expect([await isFramed('iframe'), await isFramed('document')]).toEqual([true, false]);
  });
});

describe('a change', () => {
  test('asks again who one is, tells the owner once, and names what is no website', async () => {
    const wrong = await save(['https://shop.example', 'http://shop.example']);
    expect([wrong.status, wrong.body.errors.origins[0]]).toEqual([
      422,
      expect.stringContaining('http://shop.example'),
    ]);
    expect((await save(['https://shop.example'], { current_password: 'Another@1234' })).status).toBe(422);
    expect((await save(Array.from({ length: 21 }, (_, n) => `https://s${n}.example`))).status).toBe(422);
    expect(await read()).toEqual([]);
    await save(['https://shop.example']);
    await save(['https://shop.example']);
    const bells = await daftar.database.sql`
      select 1 from notifications where merchant_id = ${owner.merchantId} and kind = 'embedders-changed'`;
    expect(bells).toHaveLength(1);
  });

  test('cannot store what would end a word of the header', async () => {
    const write = (origin: string) => daftar.database.sql`
      insert into merchant_embedders (merchant_id, live, updated_at)
      values (${owner.merchantId}, ${[origin]}, now())`;
    for (const origin of ['https://a.example; script-src *', "'self'", 'https://a.example\nx: y', ''])
      await expect(write(origin), origin).rejects.toMatchObject({ code: '23514' });
  });
});

describe('the script for websites', () => {
  test('is served to any website, small, and never inside ours', async () => {
    const answer = await daftar.server.inject({ url: '/embed/v1.js' });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      'text/javascript; charset=utf-8',
    ]);
    expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(Buffer.byteLength(answer.body)).toBeLessThanOrEqual(10_000);
  });
});
