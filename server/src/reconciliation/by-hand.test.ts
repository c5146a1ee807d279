/** Manual work on breaks: many at once, refunds and chargebacks matched by hand; and metrics for monitoring. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { differences, pay, refund } from '../../tests/kit/money.ts';
import { deskOf } from '../../tests/kit/ops.ts';
import { aProfile, csvOf, fileForm, moveToAccount, type Row } from '../../tests/kit/reconciliation.ts';
import { type Actor, type OperatorActor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { openChargeback } from '../chargebacks/decide.ts';
import { createMetrics } from '../platform/http/metrics.ts';
import { openBreaks } from './open.ts';

let daftar: TestServer;
let finance: OperatorActor;
let owner: Actor;
let profile: { id: number; accountId: number };
beforeAll(async () => {
  daftar = await startTestServer();
  owner = await daftar.merchant();
});
afterAll(async () => {
  expect(await differences(daftar)).toEqual([]);
  await daftar.close();
});
beforeEach(async () => {
  daftar.clock.set('2026-06-15T09:00:00Z');
  ({ finance, ...profile } = await aProfile(daftar));
});

const { ask, tell, approveNewest } = deskOf(() => daftar);
const send = async (rows: readonly Row[]) => {
  const sent = await tell(finance, `/reconciliation/profiles/${profile.id}/import`, fileForm(csvOf(rows)));
  expect(sent.status, sent.raw).toBe(200);
  return sent.body.data;
};
const breaks = async (query: Record<string, string> = {}) =>
  (await ask(finance, '/reconciliation/breaks', { account_id: String(profile.accountId), ...query })).body
    .data;
const bulk = (body: unknown) => tell(finance, '/reconciliation/breaks/bulk', body);

describe('many breaks', () => {
  test('are taken, noted and closed at once; one that is closed already is named and keeps no other from it', async () => {
    await send([1, 2, 3].map((n) => ({ gross: n * 100, id: `m${n}` })));
    const ids = (await breaks()).map(({ id }: { id: number }) => id);
    expect((await bulk({ ids, action: 'take' })).body).toMatchObject({
      message: '3 breaks were changed',
      data: { done: 3, failed: [] },
    });
    expect(await breaks({ owner: finance.email })).toHaveLength(3);
    await bulk({ ids, action: 'note', text: 'Asked the bank about all of them' });
    const second = await daftar.operator('finance');
    await tell(finance, `/reconciliation/breaks/${ids[1]}/resolve`, { reason: 'Found it' });
    expect((await approveNewest(second)).status).toBe(200);
    const closed = await bulk({ ids: [...ids, 999_999_999, ids[0]], action: 'resolve', text: 'One mistake' });
    expect(closed.status, closed.raw).toBe(200);
    expect(closed.body.data).toEqual({
      done: 2,
      failed: [
        { id: ids[1], message: 'Somebody else has closed this break already' },
        { id: 999_999_999, message: expect.any(String) },
      ],
    });
    // Money is behind each of them, so each waits for a second operator.
    expect(await breaks()).toHaveLength(2);
    for (const _ of [0, 1]) expect((await approveNewest(second)).status).toBe(200);
    expect(await breaks()).toEqual([]);
    expect((await ask(finance, `/reconciliation/breaks/${ids[0]}`)).body.data).toMatchObject({
      notes: [{ text: 'Asked the bank about all of them' }],
      resolution: 'One mistake',
    });
    expect((await ask(finance, `/reconciliation/breaks/${ids[1]}`)).body.data.resolution).toBe('Found it');
  });

  test('need a text unless they are only taken, and are at most two hundred', async () => {
    expect((await bulk({ ids: [1], action: 'resolve' })).body.errors).toHaveProperty('text');
    expect((await bulk({ ids: [], action: 'take' })).body.errors).toHaveProperty('ids');
    const ids = Array.from({ length: 201 }, (_, n) => n + 1);
    expect((await bulk({ ids, action: 'take' })).status).toBe(422);
  });
});

describe('a line is matched by hand', () => {
  const first = async () => (await breaks())[0];
  const match = (id: number, reference: string) =>
    tell(finance, `/reconciliation/breaks/${id}/match`, { reference });

  test('with the refund that has its amount, also after its batch was booked', async () => {
    const payment = await pay(daftar, owner);
    await refund(daftar, owner, payment.id, { amount: 30, reason: 'Broken' });
    await refund(daftar, owner, payment.id, { amount: 20, reason: 'Late' });
    await moveToAccount(daftar, owner, payment.id, profile.accountId);
    const { id: fileId } = await send([{ type: 'Refund', gross: -2_000, id: 'unknown-refund' }]);
    const [batch] = (await ask(finance, `/reconciliation/files/${fileId}`)).body.data.batches;
    const booked = await tell(finance, `/reconciliation/batches/${batch.id}/book`, {
      amount: 20,
      bank_reference: 'CIB-9',
      received_on: '2026-06-16',
    });
    expect(booked.status, booked.raw).toBe(200);
    const { id } = await first();
    const matched = await match(id, payment.reference);
    expect(matched.status, matched.raw).toBe(200);
    expect((await ask(finance, `/reconciliation/breaks/${id}`)).body.data).toMatchObject({
      state: 'resolved',
      line: { match: { rule: 'manual', transaction_id: payment.id } },
    });
    const [line] = await daftar.app.db`
      select l.item, r.amount_piastres as amount from reconciliation_lines l
        join refunds r on r.merchant_id = l.merchant_id and r.id = l.item_id where l.file_id = ${fileId}`;
    expect(line).toMatchObject({ item: 'refund', amount: 2_000 });
    expect(await differences(daftar)).toEqual([]);
    // The other one is left, so it is meant; the difference is a break of its own.
    await send([{ type: 'Refund', gross: -3_100, id: 'dearer-refund' }]);
    expect((await match((await first()).id, payment.reference)).status).toBe(200);
    expect(await breaks()).toMatchObject([{ kind: 'over', amount: -1 }]);
    // Now both have a line.
    await send([{ type: 'Refund', gross: -2_000, id: 'third-refund' }]);
    const third = (await breaks({ kind: 'theirs_only' }))[0];
    expect((await match(third.id, payment.reference)).body.errors.reference).toEqual([
      'Another line is about this already',
    ]);
  });

  test('with a chargeback, and not with what was never made', async () => {
    const payment = await pay(daftar, owner);
    await moveToAccount(daftar, owner, payment.id, profile.accountId);
    await send([{ type: 'Chargeback', gross: -7_000, id: 'CASE-unknown' }]);
    const { id } = await first();
    expect((await match(id, payment.reference)).body.errors.reference).toEqual([
      'No chargeback of a payment with this reference is known for this account',
    ]);
    await openChargeback(
      daftar.app,
      { merchantId: owner.merchantId, transactionId: payment.id },
      { amountPiastres: 7_000, reason: 'Not received', actor: 'ops:test' },
    );
    const matched = await match(id, payment.reference);
    expect(matched.status, matched.raw).toBe(200);
    expect(await breaks()).toEqual([]);
  });
});

test('monitoring is told the value and the age of the oldest break of each account', async () => {
  await send([
    { gross: 1_500, id: 'a' },
    { gross: -500, type: 'Adjustment', id: 'b' },
    { gross: 900, id: 'c', currency: 'EUR' },
  ]);
  // The database computes the age of a break.
  await daftar.app.db`
    update reconciliation_breaks set opened_at = now() - interval '2 hours' where processor_account_id = ${profile.accountId}`;
  const told = await createMetrics(daftar.app.pool, { open: false }, { openBreaks }).text();
  expect(told).toContain(`daftar_reconciliation_open_piastres{account="${profile.accountId}"} 2000\n`);
  const age = new RegExp(`daftar_reconciliation_oldest_seconds\\{account="${profile.accountId}"\\} (\\d+)\n`);
  expect(Number(age.exec(told)?.[1])).toBeGreaterThanOrEqual(7_200);
});
