/** One merchant asks for more than can be answered: it waits for itself, and is told to come back; nobody else notices. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PASSWORD } from '../kit/people.ts';
import { type Answer, startTestServer, type TestServer } from '../kit/server.ts';

let daftar: TestServer;
beforeAll(async () => {
  daftar = await startTestServer({ databasePool: 10, longestWaitSeconds: 1 });
});
afterAll(() => daftar.close());

test('calls that hang take no place from another merchant, an operator, a sign-in or a payer', async () => {
  const [flood, other] = [await daftar.merchant(), await daftar.merchant()];
  const operator = await daftar.operator();
  const link = await daftar.call({
    method: 'POST',
    path: '/merchant/payment_links/create',
    mode: 'test',
    as: other,
    body: {
      invoice_name: 'Lamp',
      currency_id: 1,
      amount: 100,
      language: 2,
      due_date: '2099-01-01T00:00:00Z',
    },
  });
  expect(link.status).toBe(200);
  const customers = (language: string) =>
    daftar.call({
      path: '/merchant/Customer/List',
      mode: 'test',
      as: flood,
      headers: { 'accept-language': language },
    });
  let told: Answer[] = [];
  let answered: Promise<Answer[]> | undefined;
  await daftar.database.sql.begin(async (tx) => {
    // Its calls cannot be answered until then.
    await tx`lock table customers in access exclusive mode`;
    const calls = Array.from({ length: 12 }, (_, at) => customers(at % 2 === 0 ? 'en' : 'ar'));
    const refusals: Answer[] = [];
    for (const call of calls) void call.then((answer) => refusals.push(answer));
    answered = Promise.all(calls);
    const beside = [
      await daftar.call({ path: '/merchant/payment_links', mode: 'test', as: other }),
      await daftar.call({ path: '/api/ops/transactions', as: operator }),
      await daftar.call({ path: new URL(link.body.data.link).pathname }),
      await daftar.call({
        method: 'POST',
        path: '/api/merchant/login',
        body: { email: other.email, password: PASSWORD },
      }),
    ];
    expect(beside.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await vi.waitUntil(() => refusals.length >= 10, { timeout: 100_000 });
    told = [...refusals];
  });
  expect(told.map(({ status }) => status)).toEqual(told.map(() => 503));
  for (const { headers, body } of told) {
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(body.code).toBe('overloaded');
    expect(body.doc_url).toMatch(/\/docs\/errors\/overloaded$/);
  }
  expect(new Set(told.map(({ body }) => body.message)).size).toBe(2);
  // What had a place is answered.
  expect((await answered!).map(({ status }) => status).filter((status) => status === 200)).toHaveLength(2);
  const metrics = await daftar.server.inject({ url: '/metrics', headers: { host: 'localhost' } });
  expect(metrics.body).toMatch(/daftar_admission_refused_total\{kind="calls"\} 10\b/);
});

test('payers whose page would wait for too long are told so on a page in their language, and come back by a link', async () => {
  const merchant = await daftar.merchant();
  const link = await daftar.call({
    method: 'POST',
    path: '/merchant/payment_links/create',
    mode: 'test',
    as: merchant,
    body: {
      invoice_name: 'Chair',
      currency_id: 1,
      amount: 100,
      language: 2,
      due_date: '2099-01-01T00:00:00Z',
    },
  });
  const { pathname } = new URL(link.body.data.link);
  const told: Awaited<ReturnType<typeof open>>[] = [];
  const open = async (language: string) => {
    const { statusCode, headers, body } = await daftar.server.inject({
      url: `${pathname}?lang=${language}`,
      headers: { accept: 'text/html' },
    });
    return { statusCode, headers, body, language };
  };
  let opened: ReturnType<typeof open>[] = [];
  await daftar.database.sql.begin(async (tx) => {
    await tx`lock table pay_tokens in access exclusive mode`;
    opened = Array.from({ length: 10 }, (_, at) => open(at % 2 === 0 ? 'en' : 'ar'));
    for (const each of opened) void each.then((answer) => told.push(answer));
    await vi.waitUntil(() => told.length >= 8, { timeout: 100_000 });
  });
  for (const { statusCode, headers, body, language } of told.slice(0, 8)) {
    expect(statusCode).toBe(503);
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(headers['content-type']).toContain('text/html');
    expect(body).toContain(language === 'en' ? 'Something went wrong on our side' : 'حدث خطأ عندنا');
    expect(body).toContain(`href="${pathname}"`);
  }
  // What had a place is answered, and so is who comes back.
  expect((await Promise.all(opened)).filter(({ statusCode }) => statusCode === 200)).toHaveLength(2);
  expect((await open('ar')).statusCode).toBe(200);
});
