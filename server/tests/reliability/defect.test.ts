/** A defect: one general sentence and the request's id for whoever asked, everything else in the log alone. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, startTestServer, type TestServer } from '../kit/server.ts';
import { cardPost, linkForm } from './client.ts';

let daftar: TestServer;
let owner: Actor;
let payPath: string;

beforeAll(async () => {
  daftar = await startTestServer();
  owner = await daftar.merchant();
  const made = await daftar.call({
    method: 'POST',
    path: '/merchant/payment_links/create',
    mode: 'test',
    as: owner,
    body: linkForm('Link', 5),
  });
  payPath = new URL(made.body.data.link).pathname;
  // Something that no code expects.
  await daftar.database.sql`alter table payment_links rename column total to nowhere_to_be_found`;
  await daftar.database.sql`alter table payment_links rename column reference to lost`;
});
afterAll(() => daftar.close());

const logOf = (requestId: string) =>
  daftar.logged
    .map((line) => JSON.parse(line))
    .find((entry) => entry.requestId === requestId && entry.level >= 50);

/** Nothing of how it is made. */
function expectNothingInside(text: string): void {
  expect(text).not.toMatch(
    /nowhere_to_be_found|lost|column|select|payment_links|\.ts|at \w+ \(|(?<!\/docs\/)Error|postgres/i,
  );
}

test.each([
  ['en', 'Something went wrong on our side. Please try again'],
  ['ar', 'حدث خطأ من جانبنا. حاول مرة أخرى'],
])('an API call gets only a plain sentence and a request id, in %s', async (language, sentence) => {
  const answer = await daftar.call({
    path: '/merchant/payment_links',
    mode: 'test',
    as: owner,
    headers: { 'accept-language': language },
  });
  expect(answer.status).toBe(500);
  expect(answer.body).toEqual({
    statusCode: 500,
    message: sentence,
    code: 'defect',
    doc_url: expect.stringMatching(/\/docs\/errors\/defect$/),
    requestId: answer.headers['x-request-id'],
  });
  const entry = logOf(answer.body.requestId);
  expect(entry.err.message).toContain('does not exist');
  expect(entry.err.stack).toMatch(/\n\s+at /);
});

test.each([
  ['GET', undefined],
  ['POST', cardPost({ email: 'payer@example.com' })],
] as const)('the payment page gets an error page of its own, %s', async (method, payload) => {
  const response = await daftar.server.inject({
    method,
    url: `${payPath}?lang=en`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    ...(payload ? { payload } : {}),
  });
  expect(response.statusCode).toBe(500);
  expect(response.headers['content-type']).toContain('text/html');
  const requestId = String(response.headers['x-request-id']);
  const words = response.body.replace(/<(script|style)[\s\S]*?<\/\1>/g, '').replace(/<[^>]+>/g, ' ');
  expect(words).toMatch(/went wrong/i);
  expect(words).not.toMatch(/nowhere_to_be_found|column|select|\.ts/i);
  const entry = logOf(requestId);
  expect(entry.err.stack).toMatch(/\n\s+at /);
  expect(JSON.stringify(daftar.logged)).not.toMatch(/4242 ?4242/);
});

test('an error of the developers’ outbox reveals no internals either', async () => {
  await daftar.database.sql`alter table messages rename to letters`;
  const answer = await daftar.call({ path: '/dev/outbox', headers: { accept: 'application/json' } });
  expect(answer.status).toBe(500);
  expectNothingInside(JSON.stringify(answer.body));
});
