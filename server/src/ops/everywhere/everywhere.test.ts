/** Money across merchants: settled, disputed, paid out. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { balances, differences, pay, settleAll } from '../../testing/money.ts';
import { samples } from '../../testing/samples.ts';
import { type Actor, type OperatorActor, startTestServer, type TestServer } from '../../testing/server.ts';
import { deskOf } from '../testing.ts';

let daftar: TestServer;
let finance: OperatorActor;
let reviewer: OperatorActor;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  // A Monday morning; sessions do not outlive a working day.
  daftar.clock.set('2026-06-15T09:00:00Z');
  [finance, reviewer] = [await daftar.operator('finance'), await daftar.operator('reviewer')];
  owner = await daftar.merchant();
});

const { ask, tell, lastAudit } = deskOf(() => daftar);

describe('settlements', () => {
  test('are run at once, but not while they are held', async () => {
    await pay(daftar, owner);
    const path = `/merchants/${owner.merchantId}/settlement-hold`;
    const run = async () =>
      (await tell(finance, '/settlements/run', { merchant_id: owner.merchantId })).body.data.made;
    expect(await run()).toBe(0);
    daftar.clock.set('2026-06-16T07:00:00Z');
    finance = await daftar.operator('finance');
    expect((await tell(finance, path, { reason: 'Being looked at' })).status).toBe(200);
    expect((await tell(finance, path, { reason: 'again' })).status).toBe(400);
    expect(await run()).toBe(0);
    expect((await ask(finance, '/merchants', { q: owner.email })).body.data[0].is_held).toBe(true);
    expect((await tell(finance, path, undefined, 'DELETE')).status).toBe(200);
    expect(await run()).toBe(1);
    expect(await lastAudit()).toMatchObject({ action: 'settlement.run', after: { made: 1 } });
    expect(await run()).toBe(0);
  });

  const settlementOf = async () => {
    await settleAll(daftar, owner);
    const { body } = await ask(finance, '/settlements', { merchant_id: String(owner.merchantId) });
    return body.data[0];
  };

  test('are paid to the bank once, out of what is available', async () => {
    await pay(daftar, owner);
    const made = await settlementOf();
    expect(made).toMatchObject({ paid_at: null, bank_reference: null, merchant: { id: owner.merchantId } });
    const before = await balances(daftar, owner);
    const path = `/settlements/${owner.merchantId}/${made.id}/paid`;
    expect((await tell(finance, path, { bank_reference: '' })).status).toBe(422);
    const answers = await Promise.all(
      ['CIB-1', 'CIB-2', 'CIB-3'].map((bank_reference) => tell(finance, path, { bank_reference })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    const amount = Math.round(made.amount * 100);
    expect(await balances(daftar, owner)).toMatchObject({
      available: before.available! - amount,
      bank: (before.bank ?? 0) + amount,
    });
    const merchant_id = String(owner.merchantId);
    const paid = await ask(finance, '/settlements', { state: 'paid', merchant_id });
    expect(paid.body.data[0]).toMatchObject({ id: made.id, bank_reference: expect.stringMatching(/^CIB-/) });
    expect((await ask(finance, '/settlements', { state: 'unpaid', merchant_id })).body.data).toEqual([]);
    expect(await differences(daftar)).toEqual([]);
  });

  test('are not paid to the bank when the money left by a code', async () => {
    await pay(daftar, owner);
    const made = await settlementOf();
    const body = { amount: 50 };
    const asked = await daftar.call({
      method: 'POST',
      path: '/merchant/payment_links/payout',
      mode: 'live',
      as: owner,
      body,
    });
    expect(asked.status).toBe(201);
    const path = `/settlements/${owner.merchantId}/${made.id}/paid`;
    const refused = await tell(finance, path, { bank_reference: 'CIB-9' });
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain('no longer covers');
    expect(
      (await ask(finance, '/settlements', { reference: made.reference })).body.data[0].paid_at,
    ).toBeNull();
  });
});

describe('money across merchants', () => {
  test('is found by reference, payer, amount and merchant, in one mode at a time', async () => {
    const other = await daftar.merchant();
    const mine = await pay(daftar, owner, { pounds: 123.45 });
    await pay(daftar, other, { pounds: 77 });
    await pay(daftar, owner, { pounds: 123.45, mode: 'test' });
    const find = async (query: Record<string, string>) =>
      (await ask(reviewer, '/transactions', query)).body.data.map(
        ({ reference }: { reference: string }) => reference,
      );
    const merchant_id = String(owner.merchantId);
    expect(await find({ reference: mine.reference.toLowerCase() })).toEqual([mine.reference]);
    expect(await find({ merchant_id })).toEqual([mine.reference]);
    expect(await find({ merchant_id, payer: 'ساره احمد' })).toEqual([mine.reference]);
    expect(await find({ amount_from: '123.45', amount_to: '123.45' })).toContain(mine.reference);
    expect(await find({ amount_from: '123.46', merchant_id })).toEqual([]);
    expect(await find({ merchant_id, mode: 'test' })).not.toContain(mine.reference);
    expect((await find({})).length).toBeGreaterThanOrEqual(2);
    expect((await find({ payer: 'sara@', sort_by: 'amount', sort_type: 'asc' })).length).toBeGreaterThan(1);
  });

  test("never reads a payment under another merchant's address", async () => {
    const other = await daftar.merchant();
    const { id } = await pay(daftar, owner);
    expect((await ask(finance, `/transactions/${other.merchantId}/${id}`)).status).toBe(404);
    expect(
      (await tell(finance, `/transactions/${other.merchantId}/${id}/chargeback`, { reason: 'x' })).status,
    ).toBe(404);
  });

  test('is disputed and decided once', async () => {
    const { id } = await pay(daftar, owner);
    const open = `/transactions/${owner.merchantId}/${id}/chargeback`;
    expect((await tell(finance, open, { reason: 'fraudulent', amount: '100.01' })).status).toBe(400);
    const opened = await tell(finance, open, { reason: 'fraudulent', amount: '40' });
    expect(opened.status, opened.raw).toBe(200);
    expect((await tell(finance, open, { reason: 'fraudulent' })).status).toBe(400);
    const { body } = await ask(finance, '/chargebacks', { reference: opened.body.data.reference });
    expect(body.data[0]).toMatchObject({ amount: 40, status: 0, transaction_id: id });
    const path = `/chargebacks/${owner.merchantId}/${body.data[0].id}`;
    expect((await tell(finance, `${path}/withdraw`)).status).toBe(200);
    expect(await lastAudit()).toMatchObject({ actor: finance.email, action: 'chargeback.withdrawn' });
    expect((await tell(finance, `${path}/apply`)).status).toBe(400);
    expect(await differences(daftar)).toEqual([]);
  });

  test('is disputed with files, read by whom the dispute is theirs to judge and no others of the merchant', async () => {
    const make = (name: string) =>
      samples[`ops-money.${name}`]!.params!({ daftar, actor: owner, mode: 'live' });
    const { id, filePath } = await make('evidenceFile');
    const path = `/chargebacks/${owner.merchantId}/${id}/files`;
    const files = await ask(finance, path);
    expect(files.body.data).toEqual([
      { path: filePath, name: 'receipt.png', type: 'image/png', sizeBytes: expect.any(Number) },
    ]);
    const read = await ask(finance, `${path}/${filePath}`, { size: 'large' });
    expect([read.status, read.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect((await ask(reviewer, `${path}/${filePath}`)).status).toBe(403);
    const other = await make('evidenceFile');
    expect((await ask(finance, `${path}/${other.filePath}`)).status).toBe(404);
    expect((await ask(finance, `/chargebacks/${owner.merchantId + 1}/${id}/files`)).status).toBe(404);
  });

  test('is handed over or returned once', async () => {
    await pay(daftar, owner);
    await settleAll(daftar, owner);
    for (const amount of [10, 20]) {
      const path = '/merchant/payment_links/payout';
      await daftar.call({ method: 'POST', path, mode: 'live', as: owner, body: { amount } });
    }
    const list = async () =>
      (await ask(finance, '/payouts', { merchant_id: String(owner.merchantId), state: 'requested' })).body
        .data;
    const [second, first] = await list();
    const path = (payout: { id: number }) => `/payouts/${owner.merchantId}/${payout.id}`;
    expect((await tell(finance, `${path(first)}/hand-over`)).status).toBe(200);
    expect((await tell(finance, `${path(first)}/return`, { reason: 'late' })).status).toBe(400);
    expect((await tell(finance, `${path(second)}/return`, { reason: 'No such account' })).status).toBe(200);
    expect(await lastAudit()).toMatchObject({
      action: 'payout.returned',
      after: { reason: 'No such account' },
    });
    expect(await list()).toEqual([]);
    expect(await differences(daftar)).toEqual([]);
  });
});
