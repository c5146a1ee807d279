/** Processors' notifications, and refunds that wait for an operator, in the console. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { differences, pay, rowOf } from '../../../tests/kit/money.ts';
import { deskOf } from '../../../tests/kit/ops.ts';
import { addAccount, ambiguousRefund } from '../../../tests/kit/processors.ts';
import {
  type Actor,
  type OperatorActor,
  startTestServer,
  type TestServer,
} from '../../../tests/kit/server.ts';
import { processNotification } from '../../checkout/notifications.ts';
import { guestKey } from '../../platform/keys.ts';
import { SIGNATURE_HEADER } from '../../processors/sandbox/index.ts';
import { sign } from '../../processors/sandbox/signature.ts';

let daftar: TestServer;
let finance: OperatorActor;
let second: OperatorActor;
let owner: Actor;
let accountId: number;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  daftar.clock.set('2026-06-15T09:00:00Z');
  finance = await daftar.operator('finance');
  second = await daftar.operator('finance');
  owner = await daftar.merchant();
  accountId = await addAccount(daftar, { scope: String(owner.merchantId) });
});

const { ask, tell, approveNewest, lastAudit } = deskOf(() => daftar);
const receive = async (secret: string, body: unknown, id?: string) => {
  const [account] = await daftar.database.sql<[{ token: string }]>`
    select token from processor_accounts where id = ${accountId}`;
  return daftar.call({
    method: 'POST',
    path: `/pay/callbacks/mpgs/${account.token}`,
    body,
    headers: { 'x-notification-secret': secret, ...(id ? { 'x-notification-id': id } : {}) },
  });
};
const ABOUT_NOTHING = { order: { id: '0'.repeat(20) }, transaction: { id: '1' } };
const listed = async (query: Record<string, string> = {}) =>
  (await ask(finance, '/processors/notifications', { account_id: String(accountId), ...query })).body.data;

test('every notification is listed, newest first, by account, state and day', async () => {
  await receive('a guess', ABOUT_NOTHING);
  await receive('the notification secret', { nothing: 'known' });
  daftar.clock.advance({ hours: 30 });
  finance = await daftar.operator('finance');
  second = await daftar.operator('finance');
  await receive('the notification secret', ABOUT_NOTHING);
  const states = async (query?: Record<string, string>) =>
    (await listed(query)).map(({ state }: { state: string }) => state);
  expect(await states()).toEqual(['received', 'not-understood', 'forged']);
  expect(await states({ state: 'forged' })).toEqual(['forged']);
  expect(await states({ date_from: '2026-06-16' })).toEqual(['received']);
  expect(await states({ date_to: '2026-06-15' })).toEqual(['not-understood', 'forged']);
  expect(await states({ account_id: '999999' })).toEqual([]);
  const { notifications } = (await ask(finance, `/processors/accounts/${accountId}`)).body.data;
  expect(notifications).toEqual({
    last_at: daftar.clock.now().toISOString(),
    total: 1,
    forged: 0,
    troubled: 0,
  });
});

test('an account counts its notifications of a day, however many there were', async () => {
  const now = daftar.clock.now();
  await daftar.database.sql`
    insert into processor_notifications (account_id, state, method, query, headers, body, received_at)
    select ${accountId}, case when n <= 3 then 'failed' when n = 4 then 'forged' else 'processed' end, 'POST', '[]', '{}', '',
           ${now}::timestamptz - case when n = 1 then interval '25 hours' else interval '1 hour' end
      from generate_series(1, 1500) n`;
  const { notifications } = (await ask(finance, `/processors/accounts/${accountId}`)).body.data;
  expect(notifications).toMatchObject({ total: 1499, forged: 1, troubled: 2 });
});

test('one is shown as it was received, without the secret that came with it', async () => {
  await receive('the notification secret', ABOUT_NOTHING);
  const [{ id }] = await listed();
  const answer = await ask(finance, `/processors/notifications/${id}`);
  const found = answer.body.data;
  expect(JSON.parse(found.body)).toEqual(ABOUT_NOTHING);
  expect(found.headers).toContainEqual({ name: 'content-type', value: 'application/json' });
  expect(answer.raw).not.toContain('the notification secret');
});

test('one that was processed in vain is processed again after a replay; a forged one never', async () => {
  await receive('the notification secret', ABOUT_NOTHING);
  await receive('a guess', ABOUT_NOTHING);
  const [forged, genuine] = await listed();
  expect(await processNotification(daftar.app, genuine.id)).toBe('unmatched');
  expect((await listed({ state: 'unmatched' }))[0]).toMatchObject({ id: genuine.id, tries: 1 });
  expect((await tell(finance, `/processors/notifications/${genuine.id}/replay`)).status).toBe(200);
  expect(await lastAudit()).toMatchObject({
    action: 'processor-notification.replay',
    actor: finance.email,
    subject: `processor-notification:${genuine.id}`,
  });
  const jobs = await daftar.database.sql`
    select key from graphile_worker.jobs where key = ${`notification ${genuine.id}`}`;
  expect(jobs.length).toBe(1);
  await processNotification(daftar.app, genuine.id);
  expect((await listed({ state: 'unmatched' }))[0]).toMatchObject({ id: genuine.id, tries: 2 });
  expect((await tell(finance, `/processors/notifications/${forged.id}/replay`)).status).toBe(400);
  expect((await listed({ state: 'forged' })).length).toBe(1);
});

test('one of a processor that does not answer waits, and says why and when it is asked again', async () => {
  const { sql } = daftar.database;
  const payment = await pay(daftar, owner, { pounds: 100 });
  const [attempt] = await sql<{ ref: string }[]>`
    update payment_attempts set processor = 'mpgs', processor_account_id = ${accountId}
     where merchant_id = ${owner.merchantId} and transaction_id = ${payment.id} returning external_ref as ref`;
  await receive('the notification secret', { order: { id: attempt!.ref }, transaction: { id: '1' } });
  const [{ id }] = await listed();
  await expect(processNotification(daftar.app, id)).rejects.toMatchObject({ kind: 'busy' });
  const reason = expect.stringContaining('127.0.0.1:59999 is not reachable');
  expect(await listed({ state: 'failed' })).toEqual([]);
  expect(await listed()).toMatchObject([
    { id, state: 'received', tries: 1, error: reason, processed_at: null },
  ]);
  const details = async () => (await ask(finance, `/processors/notifications/${id}`)).body.data;
  expect(await details()).toMatchObject({ error: reason, next_try_at: expect.any(String) });
  expect((await listed({ q: payment.reference }))[0]).toMatchObject({ id });
  // A notification that failed once and waits for a retry has not ended, even if a process of the previous release
  // reports so.
  const failed = daftar.clock.now();
  await sql`update processor_notifications set state = 'failed', processed_at = ${failed} where id = ${id}`;
  expect(await listed({ state: 'failed' })).toMatchObject([{ id, processed_at: failed.toISOString() }]);
  expect((await tell(finance, `/processors/notifications/${id}/replay`)).status).toBe(200);
  expect(await listed()).toMatchObject([{ id, state: 'received', processed_at: null }]);
  await expect(
    sql`update processor_notifications set processed_at = now() where id = ${id}`,
  ).rejects.toMatchObject({ constraint_name: 'processor_notifications_ended' });
  // After its last try the queue keeps the job, and does not run it.
  await sql`update graphile_worker._private_jobs set attempts = max_attempts where key = ${`notification ${id}`}`;
  expect(await details()).toMatchObject({ next_try_at: null });
  // The books contain the account where it was paid.
  await sql`
    update payment_attempts set processor = 'sandbox', processor_account_id = null
     where merchant_id = ${owner.merchantId} and transaction_id = ${payment.id}`;
});

const waiting = async () => (await ask(finance, '/processors/refunds', { page_size: '30' })).body.data;
const NOT_MADE = { made: false, reason: 'It is not in the dashboard' };
const decide = (id: number, body: object) =>
  tell(finance, `/processors/refunds/${owner.merchantId}/${id}/decide`, body);

test('a refund of which nobody can tell is booked as made, once, with the processor’s id of it', async () => {
  const payment = await pay(daftar, owner, { pounds: 100 });
  const id = await ambiguousRefund(daftar, owner, payment.id);
  expect(await waiting()).toContainEqual(
    expect.objectContaining({ id, reference: payment.reference, amount: 100, why: 'ambiguous' }),
  );
  expect((await decide(id, { made: true })).body.errors).toHaveProperty('processor_refund_id');
  expect((await decide(id, { made: false })).body.errors).toHaveProperty('reason');
  expect((await decide(id, NOT_MADE)).status).toBe(200);
  expect(await rowOf(daftar, payment.id)).toMatchObject({ refunding: 10_000 });
  const answers = await Promise.all([
    decide(id, { made: true, processor_refund_id: 'RF-77' }),
    approveNewest(second),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  const isMade = answers[0]!.status === 200;
  expect(await rowOf(daftar, payment.id)).toMatchObject({ refunded: isMade ? 10_000 : 0, refunding: 0 });
  expect((await waiting()).some((each: { id: number }) => each.id === id)).toBe(false);
  expect(await differences(daftar)).toEqual([]);
});

test('one that was made is in the books and in the merchant’s log; one that was not can be requested again', async () => {
  const [first, other] = [await pay(daftar, owner, { pounds: 40 }), await pay(daftar, owner, { pounds: 60 })];
  const made = await ambiguousRefund(daftar, owner, first.id);
  const notMade = await ambiguousRefund(daftar, owner, other.id);
  expect((await decide(made, { made: true, processor_refund_id: 'RF-1' })).status).toBe(200);
  expect(await lastAudit()).toMatchObject({
    merchantId: owner.merchantId,
    actor: finance.email,
    action: 'refund.found-made',
    after: { processorRefundId: 'RF-1', amountPiastres: 4_000 },
  });
  expect(await rowOf(daftar, first.id)).toMatchObject({ refunded: 4_000, refunding: 0 });
  const [row] = await daftar.database.sql`
    select state, processor_refund_id as id from refunds where id = ${made} and merchant_id = ${owner.merchantId}`;
  expect(row).toEqual({ state: 'succeeded', id: 'RF-1' });
  expect((await decide(notMade, NOT_MADE)).status).toBe(200);
  expect((await approveNewest(finance)).status).toBe(400);
  expect((await approveNewest(second)).status).toBe(200);
  expect(await lastAudit()).toMatchObject({ action: 'refund.found-not-made', actor: second.email });
  expect(await rowOf(daftar, other.id)).toMatchObject({ refunded: 0, refunding: 0 });
  expect(await differences(daftar)).toEqual([]);
});

test('two refunds of an account never have the same id of its processor', async () => {
  const payments = [await pay(daftar, owner), await pay(daftar, owner)];
  const ids = [];
  for (const payment of payments) ids.push(await ambiguousRefund(daftar, owner, payment.id));
  const account = await addAccount(daftar, {
    mode: 'live',
    scope: String(owner.merchantId),
    credentials: { merchantId: 'OURBANK', apiPassword: 'the api password' },
  });
  await daftar.database.sql`
    update refunds set processor_account_id = ${account} where merchant_id = ${owner.merchantId}`;
  expect((await decide(ids[0]!, { made: true, processor_refund_id: 'RF-9' })).status).toBe(200);
  const again = await decide(ids[1]!, { made: true, processor_refund_id: 'RF-9' });
  expect(again.body.errors).toHaveProperty('processor_refund_id');
  expect(await rowOf(daftar, payments[1]!.id)).toMatchObject({ refunded: 0, refunding: 10_000 });
});

test('one is found by the payment that it is about, and by the beginning of the sender’s id of it', async () => {
  const { sql } = daftar.database;
  const payment = await pay(daftar, owner, { pounds: 100 });
  const [attempt] = await sql<{ ref: string }[]>`
    select external_ref as ref from payment_attempts
     where merchant_id = ${owner.merchantId} and transaction_id = ${payment.id}`;
  const text = JSON.stringify({
    order: attempt!.ref,
    state: 'succeeded',
    payment: 'P-1',
    amount_piastres: 10_000,
  });
  await daftar.server.inject({
    method: 'POST',
    url: '/pay/callbacks/sandbox',
    headers: {
      'content-type': 'application/json',
      [SIGNATURE_HEADER]: sign(guestKey(daftar.app, 'sandbox callback'), text),
    },
    payload: text,
  });
  await receive('the notification secret', ABOUT_NOTHING, 'evt:77:1');
  await receive('the notification secret', ABOUT_NOTHING, 'evt:77:2');
  const found = async (q: string) =>
    (await ask(finance, '/processors/notifications', { q })).body.data.map(({ id }: { id: number }) => id);
  const about = await found(payment.reference);
  expect(about).toHaveLength(1);
  for (const q of [payment.reference.slice(0, 11), payment.reference.toLowerCase(), attempt!.ref])
    expect(await found(q), q).toEqual(about);
  const [second, first] = (await listed()).map(({ id }: { id: number }) => id);
  expect(await found('evt:77:1')).toEqual([first]);
  expect(await found('evt:77')).toEqual([second, first]);
  for (const q of ['TRX-00000000', 'vt:77', '%', '_']) expect(await found(q), q).toEqual([]);
  const file = await ask(finance, '/processors/notifications/export', { q: payment.reference });
  expect(file.raw.trim().split('\r\n')).toHaveLength(2);
});
