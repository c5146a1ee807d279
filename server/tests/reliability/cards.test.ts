/** A card's number and security code are used and forgotten: they are nowhere afterwards, in no shape. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { allEndpoints } from '../../src/endpoints.ts';
import { jobHandlers } from '../../src/jobs.ts';
import { startWorker, type Worker } from '../../src/platform/jobs/worker.ts';
import { type Actor, startTestServer, type TestServer } from '../kit/server.ts';
import { cardPost, linkForm } from './client.ts';

let daftar: TestServer;
let worker: Worker;
let owner: Actor;
const sent: string[] = [];
const replies: string[] = [];

beforeAll(async () => {
  daftar = await startTestServer({ logLevel: 'trace' });
  daftar.app.log.level = 'trace';
  const gateway = async (message: object) => void sent.push(JSON.stringify(message));
  worker = await startWorker(daftar.app, daftar.database.url, {
    handlers: jobHandlers({ email: gateway, sms: gateway }),
  });
  owner = await daftar.merchant();
});
afterAll(async () => {
  await worker.stop();
  await daftar.close();
});

const CVV = '9173';
const grouped = (number: string) => number.replace(/(.{4})(?=.)/g, '$1 ');
const arabic = (text: string) => text.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!);
/** One that pays, one that asks a second step, one that is declined, two with a mistake. */
const NUMBERS = [
  '4242424242424242',
  '5123450000000008',
  '4000000000003220',
  '4000000000000002',
  '4242424242424241',
  '378282246310005',
];

async function send(
  method: 'GET' | 'POST',
  url: string,
  payload?: string,
  headers: Record<string, string> = {},
) {
  const type = payload === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
  const response = await daftar.server.inject({
    method,
    url,
    headers: { ...type, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
  replies.push(JSON.stringify(response.headers), response.body);
  return response;
}

/** Every row of every table there is, as text. */
async function dump(): Promise<string[]> {
  const { sql } = daftar.database;
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`;
  const rows = [];
  for (const { name } of tables) rows.push(...(await sql.unsafe(`select t::text as row from ${name} t`)));
  return rows.map(({ row }) => String(row));
}

test('no card number appears in a table, a job, a message, a log, a list, an export, a page or an error', async () => {
  const made = await daftar.call({
    method: 'POST',
    path: '/merchant/payment_links/create',
    mode: 'test',
    as: owner,
    body: linkForm('Link', 100),
  });
  const page = new URL(made.body.data.link).pathname;
  for (const number of NUMBERS) {
    for (const typed of [number, grouped(number), arabic(number)]) {
      const form = cardPost({ card_number: typed, card_cvv: CVV, email: 'payer@example.com' });
      const { headers } = await send('POST', page, form);
      if (headers.location) await send('GET', String(headers.location));
    }
  }
  // Where it does not belong: another method, another call, an address, a body nobody reads, a broken form.
  const card = cardPost({ card_number: NUMBERS[0]!, card_cvv: CVV, email: 'payer@example.com' });
  await send('POST', page, card.replace('method=1', 'method=4'));
  await send('POST', page, card.replace('method=1', 'method=99'));
  await send('GET', `${page}?${card}`);
  await send('GET', `/pay/${NUMBERS[0]}?cvv=${CVV}`);
  await send('POST', `/pay/callbacks/sandbox?${card}`, card);
  await send('POST', '/api/merchant/login', card);
  await send('POST', page, `${card}&card_number=%zz`);
  // A defect while a card is in hand.
  await daftar.database.sql`alter table payment_attempts rename to gone`;
  expect((await send('POST', page, card)).statusCode).toBe(500);
  await daftar.database.sql`alter table gone rename to payment_attempts`;
  const waiting = () => daftar.database.sql`select from graphile_worker._private_jobs where attempts < 3`;
  await vi.waitUntil(async () => (await waiting()).length === 0, { timeout: 100_000 });

  for (const endpoints of Object.values(allEndpoints)) {
    for (const { method, path, base } of Object.values(
      endpoints as Record<string, { method: string; path: string; base: string }>,
    )) {
      // A stream of news never ends, and says nothing by itself.
      if (method !== 'GET' || path.endsWith('/stream')) continue;
      const [id] = await daftar.database.sql`select max(id) as id from transactions`;
      const address = `${base === 'mode' ? '/api/sandbox' : '/api'}${path.replace(/:\w+/g, String(id!.id))}`;
      await send('GET', address, undefined, owner.headers);
    }
  }
  const paid = await daftar.database.sql`select from transactions where status = 1`;
  expect(paid.length).toBeGreaterThanOrEqual(6);
  expect(sent.length).toBeGreaterThanOrEqual(6);

  const rows = await dump();
  expect(rows.join('\n')).toContain('4242');
  const everything = [...rows, ...sent, ...replies, ...daftar.logged].join('\n');
  const plain = everything.replace(/[٠-٩]/g, (digit) => String('٠١٢٣٤٥٦٧٨٩'.indexOf(digit)));
  for (const text of [plain, plain.replace(/[ \-+]|%20/g, '')]) {
    for (const number of NUMBERS) {
      // The page of the sandbox itself lists the cards to try; nobody's is among them.
      const told = text
        .replace(/<details class="test-cards"[\s\S]*?<\/details>/g, '')
        .replace(/<detailsclass="testcards"[\s\S]*?<\/details>/g, '');
      expect(told.includes(number), number).toBe(false);
    }
    expect(/(?<![\w./+-])9173(?![\w/+=-])/.exec(text)?.[0]).toBeUndefined();
  }
});
