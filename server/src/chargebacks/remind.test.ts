import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pay } from '../../tests/kit/money.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { notificationJobs } from '../notifications/email.ts';
import { moneyCommands } from '../ops/money.ts';
import { chargebackJobs } from './index.ts';

/** A dispute that is opened at nine on the fifteenth is due at nine on the twenty-ninth. */
const OPENED = '2026-06-15T09:00:00Z';
const THREE_DAYS_BEFORE = '2026-06-26T09:00:00Z';
const DUE = '2026-06-29T09:00:00Z';

let daftar: TestServer;
let owner: Actor;
let reference: string;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  daftar.clock.set(OPENED);
  owner = await daftar.merchant();
  const payment = await pay(daftar, owner, { mode: 'test' });
  const opened = await moneyCommands['chargeback-open']!(daftar.app, [payment.reference], 'ops:test');
  reference = String(opened).split(':')[0]!;
});

const remind = (moment: string) =>
  chargebackJobs['remind-of-disputes']!({ ...daftar.app, clock: { now: () => new Date(moment) } }, {});
const justBefore = (moment: string) => new Date(Date.parse(moment) - 1).toISOString();

/** Notifications about the waiting dispute, in the bell and by e-mail. */
async function told() {
  const { sql } = daftar.database;
  const jobs = await sql<{ payload: { merchantId: number } }[]>`
    select p.payload from graphile_worker._private_jobs p join graphile_worker.jobs j on j.id = p.id
     where j.task_identifier = 'email-notification' order by p.id`;
  for (const { payload } of jobs) {
    if (payload.merchantId === owner.merchantId)
      await notificationJobs['email-notification']!(daftar.app, payload);
  }
  const bells = await sql`
    select from notifications where merchant_id = ${owner.merchantId} and kind = 'chargeback-due'`;
  const mails = await sql<{ subject: string }[]>`
    select subject from messages where merchant_id = ${owner.merchantId} and recipient = ${owner.email}
       and subject like '%have not responded%'`;
  return { bells: bells.length, mails: mails.map(({ subject }) => subject) };
}

describe('a chargeback without a response', () => {
  test('is announced three days before its due date, once, however many processes run', async () => {
    await remind(justBefore(THREE_DAYS_BEFORE));
    expect(await told()).toEqual({ bells: 0, mails: [] });
    await Promise.all([1, 2, 3, 4].map(() => remind(THREE_DAYS_BEFORE)));
    await remind('2026-06-27T09:00:00Z');
    const mail = `[Test] You have not responded to the chargeback ${reference} of 100.00 EGP yet. Please respond by 29 June 2026`;
    expect(await told()).toEqual({ bells: 1, mails: [mail] });
  });

  test('is announced late if the job was down until an hour before', async () => {
    await remind('2026-06-29T08:00:00Z');
    expect((await told()).bells).toBe(1);
  });

  test('is not announced after its due date', async () => {
    await remind(DUE);
    expect((await told()).bells).toBe(0);
  });
});

test('a chargeback with a response or a decision is not announced', async () => {
  const { sql } = daftar.database;
  await sql`update chargebacks set answer = 'Delivered', answered_at = ${OPENED} where reference = ${reference}`;
  await remind(THREE_DAYS_BEFORE);
  expect((await told()).bells).toBe(0);
  await sql`update chargebacks set answer = '', answered_at = null where reference = ${reference}`;
  await moneyCommands['chargeback-withdraw']!(
    daftar.app,
    [reference, '--even-though-due', 'Seen'],
    'ops:test',
  );
  await remind(THREE_DAYS_BEFORE);
  expect((await told()).bells).toBe(0);
});
