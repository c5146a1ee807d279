/** Limits on messages to outsiders for unverified merchants, and from test mode. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PAYER_MOBILE, pay } from '../../tests/kit/money.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { callsOf } from '../../tests/kit/team.ts';
import { checkoutJobs } from '../checkout/index.ts';
import { loadConfig } from '../config.ts';
import { invoiceJobs } from '../invoices/index.ts';
import { notificationJobs } from '../notifications/email.ts';
import type { Mode } from '../platform/context.ts';

const OF_A_DAY = 12;

let daftar: TestServer;
beforeAll(async () => {
  daftar = await startTestServer({
    limits: { ...loadConfig({}).limits, trialMessagesPerDay: OF_A_DAY },
    sandboxLive: true,
  });
});
afterAll(() => daftar.close());
beforeEach(() => daftar.clock.advance({ hours: 25 }));

const { send, newRole, userForm } = callsOf(() => daftar);

let serial = 0;
const newPerson = () => {
  serial += 1;
  return { email: `victim${serial}@example.com`, mobile: `010${String(31_000_000 + serial)}` };
};
type Person = ReturnType<typeof newPerson>;

const post = (as: Actor, mode: Mode, path: string, body: unknown) =>
  daftar.call({ method: 'POST', path, mode, as, body });

async function customerOf(as: Actor, mode: Mode, person: Person): Promise<number> {
  const answer = await post(as, mode, '/merchant/Customer/Create', { name: 'Call 01000000000', ...person });
  expect(answer.status).toBe(200);
  return answer.body.data.id;
}

/** Makes an invoice of customers, and sends it. */
async function invoice(as: Actor, mode: Mode, customers: number[]): Promise<number> {
  const answer = await post(as, mode, '/merchant/invoices/create', {
    invoice_name: 'You won',
    currency_id: 1,
    amount: 100,
    due_date: new Date(daftar.clock.now().getTime() + 7 * 86_400_000).toISOString(),
    language: 2,
    customers,
    notify_by_email: true,
    notify_by_sms: true,
  });
  expect(answer.status).toBe(200);
  await runJobs();
  return answer.body.data.id;
}

const jobs = { ...checkoutJobs, ...invoiceJobs, ...notificationJobs };
async function runJobs(): Promise<void> {
  while ((await runWaiting()) > 0);
}
async function runWaiting(): Promise<number> {
  const waiting = await daftar.database.sql<{ id: number; task: string; payload: unknown }[]>`
    select j.id, j.task_identifier as task, p.payload from graphile_worker.jobs j
      join graphile_worker._private_jobs p on p.id = j.id
     where j.task_identifier = any (${Object.keys(jobs)}) order by j.id`;
  for (const { id, task, payload } of waiting) {
    await jobs[task]!(daftar.app, payload);
    await daftar.database.sql`select graphile_worker.complete_jobs(array[${id}]::bigint[])`;
  }
  return waiting.length;
}

/** Returns the number of messages queued for an address. */
const sentTo = async (to: string) =>
  (await daftar.database.sql`select from messages where recipient = ${to} and state <> 'withheld'`).length;
const sentOf = async ({ merchantId }: Actor) =>
  (
    await daftar.database.sql`
    select from messages where merchant_id = ${merchantId} and state <> 'withheld' and recipient like any (array['victim%', '010%'])`
  ).length;

test.each([
  ['a merchant whom nobody has verified', 0],
  ['a verified merchant', 3],
])(
  'invoices of %s in test mode reach one customer five times an hour, and the history shows the unsent ones',
  async (_, status) => {
    const owner = await daftar.merchant({ status });
    const victim = newPerson();
    const customer = await customerOf(owner, 'test', victim);
    let last = 0;
    for (let times = 0; times < 8; times += 1) last = await invoice(owner, 'test', [customer]);
    expect([await sentTo(victim.email), await sentTo(victim.mobile)]).toEqual([5, 5]);
    const history = await daftar.call({
      path: `/merchant/invoices/${last}/messages`,
      mode: 'test',
      as: owner,
    });
    expect(history.body.data.map(({ state }: { state: string }) => state)).toEqual(['withheld', 'withheld']);
    const shares = await daftar.call({
      path: `/merchant/invoices/${last}/customers`,
      mode: 'test',
      as: owner,
    });
    expect(shares.body.data[0].sent_at, 'was not sent').toBeNull();
    const path = `/merchant/invoices/${last}/customers/${customer}/resend`;
    const again = await post(owner, 'test', path, { by_email: true, by_sms: true });
    expect([again.status, again.body.message]).toEqual([400, expect.stringContaining('was not sent')]);
    daftar.clock.advance({ hours: 1.1 });
    const fresh = { ...owner, ...(await daftar.elsewhere(owner)) };
    expect((await post(fresh, 'test', path, { by_email: true, by_sms: false })).status).toBe(200);
  },
);

test('one customer is reached five times an hour, whichever merchants send', async () => {
  const victim = newPerson();
  for (let times = 0; times < 4; times += 1) {
    const owner = await daftar.merchant({ status: 0 });
    const customer = await customerOf(owner, 'test', victim);
    await invoice(owner, 'test', [customer]);
    await invoice(owner, 'test', [customer]);
  }
  expect([await sentTo(victim.email), await sentTo(victim.mobile)]).toEqual([5, 5]);
});

test('an unverified merchant reaches a limited number of people a day, however many customers an invoice has', async () => {
  const owner = await daftar.merchant({ status: 0 });
  const customers = [];
  for (let times = 0; times < 10; times += 1) customers.push(await customerOf(owner, 'test', newPerson()));
  await invoice(owner, 'test', customers);
  expect(await sentOf(owner)).toBe(OF_A_DAY);
  const other = await daftar.merchant({ status: 0 });
  await invoice(other, 'test', [await customerOf(other, 'test', newPerson())]);
  expect(await sentOf(other)).toBe(2);
});

test('the live invoices of a verified merchant are all sent, to one customer and to many', async () => {
  const owner = await daftar.merchant();
  const customers = [];
  for (let times = 0; times < 10; times += 1) customers.push(await customerOf(owner, 'live', newPerson()));
  for (let times = 0; times < 8; times += 1) await invoice(owner, 'live', customers);
  expect(await sentOf(owner)).toBe(160);
});

test('receipts of test payments reach a payer five times an hour', async () => {
  const owner = await daftar.merchant({ status: 0 });
  for (let times = 0; times < 8; times += 1) await pay(daftar, owner, { mode: 'test' });
  await runJobs();
  expect([await sentTo('sara@example.com'), await sentTo(PAYER_MOBILE)]).toEqual([5, 5]);
});

test('an unverified merchant can invite a limited number of people a day', async () => {
  const owner = await daftar.merchant({ status: 0 });
  const role = await newRole(owner, ['view-settlements']);
  const answers = [];
  for (let times = 0; times < OF_A_DAY + 2; times += 1) {
    answers.push((await send(owner, 'POST', '/merchants', userForm(role))).status);
  }
  expect(answers).toEqual([...Array(OF_A_DAY).fill(200), 429, 429]);
});

test('an invited user who has not joined gets no notifications', async () => {
  const owner = await daftar.merchant({ status: 0 });
  const form = userForm(await newRole(owner, ['view-transactions-list']));
  expect((await send(owner, 'POST', '/merchants', form)).status).toBe(200);
  const invited = await sentTo(form.email);
  for (let times = 0; times < 3; times += 1) await pay(daftar, owner, { mode: 'test' });
  await runJobs();
  expect([await sentTo(form.email), invited]).toEqual([1, 1]);
  expect(await sentTo(owner.email)).toBeGreaterThanOrEqual(3);
});
