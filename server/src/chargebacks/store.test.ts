/** Changes exactly the intended rows, among other disputes of the same and of another merchant. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { changesOf } from '../../tests/kit/changes.ts';
import { balances, differences, type Paid, pay, settleAll } from '../../tests/kit/money.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { decideByReference, decideChargeback, openByReference } from './decide.ts';
import { AlreadyDecided, AnsweredSince, ChargebackNotFound } from './errors.ts';

const TABLES = ['chargebacks', 'transactions'];

let daftar: TestServer;
let owner: Actor;
let payments: [Paid, Paid];
/** Of the second merchant: the disputes of both payments. */
let disputes: { id: number; reference: string }[];
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  for (let merchants = 0; merchants < 2; merchants += 1) {
    owner = await daftar.merchant();
    payments = [await pay(daftar, owner), await pay(daftar, owner)];
    for (const { reference } of payments) await open(reference, 1_000);
    disputes = await daftar.database.sql<{ id: number; reference: string }[]>`
      select id, reference from chargebacks where merchant_id = ${owner.merchantId} order by id`;
  }
});

const open = (reference: string, amountPiastres?: number) =>
  openByReference(daftar.app, reference, { amountPiastres, reason: 'fraudulent', actor: 'ops:test' });
const decide = (n: number, decision: 'applied' | 'withdrawn') =>
  decideByReference(daftar.app, disputes[n]!.reference, decision, 'ops:test');
const changes = (act: () => Promise<unknown>) => changesOf(daftar.database.sql, TABLES, act);

test('opening a chargeback holds its amount on its own payment, and on no other', async () => {
  const paid = await pay(daftar, owner);
  const opened = await changes(() => open(paid.reference, 2_500));
  const { [`transactions ${paid.id}`]: payment, ...others } = opened;
  expect(payment).toEqual({ disputed_piastres: [0, 2_500], pending_out_piastres: [0, 2_500] });
  expect(Object.values(others)).toEqual(['new']);
  await settleAll(daftar, owner);
  const settled = await pay(daftar, owner);
  await settleAll(daftar, owner);
  expect((await changes(() => open(settled.reference)))[`transactions ${settled.id}`]).toEqual({
    disputed_piastres: [0, 10_000],
  });
  expect(await differences(daftar)).toEqual([]);
});

test('deciding a chargeback updates it and its payment, and no other', async () => {
  const now = daftar.clock.now().toISOString();
  expect(await changes(() => decide(0, 'withdrawn'))).toEqual({
    [`chargebacks ${disputes[0]!.id}`]: { status: [0, 2], decided_at: [null, now] },
    [`transactions ${payments[0].id}`]: { disputed_piastres: [1_000, 0], pending_out_piastres: [1_000, 0] },
  });
  expect(await changes(() => decide(1, 'applied'))).toEqual({
    [`chargebacks ${disputes[1]!.id}`]: { status: [0, 1], decided_at: [null, now] },
  });
  expect(await balances(daftar, owner)).toMatchObject({
    chargeback: 0,
    available: 0,
    pending: 2 * 9_344 - 1_000,
  });
  expect(await differences(daftar)).toEqual([]);
});

test('a decided chargeback stays decided, and an unknown one is not found', async () => {
  await decide(0, 'applied');
  for (const decision of ['applied', 'withdrawn'] as const)
    expect(await changes(() => expect(decide(0, decision)).rejects.toThrow(AlreadyDecided))).toEqual({});
  const unknown = () => decideByReference(daftar.app, 'CHB-00000000', 'applied', 'ops:test');
  expect(await changes(() => expect(unknown()).rejects.toThrow(ChargebackNotFound))).toEqual({});
});

test('a payment has one chargeback at a time: another after a withdrawn one, none after an applied one', async () => {
  await decide(0, 'withdrawn');
  await open(payments[0].reference, 500);
  await expect(open(payments[0].reference, 500)).rejects.toThrow();
  await decide(1, 'applied');
  await expect(open(payments[1].reference, 500)).rejects.toThrow();
  expect(await differences(daftar)).toEqual([]);
});

test('a response is stored with its own chargeback, and a decision affects no other', async () => {
  const said = await changes(async () => {
    const path = `/merchant/chargebacks/${disputes[0]!.id}/answer`;
    const body = { answer: 'Delivered' };
    const reply = await daftar.call({ method: 'POST', path, mode: 'live', as: owner, body });
    expect(reply.status, reply.raw).toBe(200);
  });
  expect(said).toEqual({
    [`chargebacks ${disputes[0]!.id}`]: {
      answer: ['', 'Delivered'],
      answered_at: [null, daftar.clock.now().toISOString()],
      answered_by: [null, owner.userId],
    },
  });
  const read = daftar.clock.now().toISOString();
  const decideHaving = (n: number, readAnswer: string | null) => {
    const ref = { merchantId: owner.merchantId, id: disputes[n]!.id };
    return decideChargeback(daftar.app, ref, 'withdrawn', 'ops:test', { readAnswer });
  };
  await expect(decideHaving(0, null)).rejects.toThrow(AnsweredSince);
  await expect(decideHaving(1, read)).rejects.toThrow(AnsweredSince);
  await decideHaving(1, null);
  await decideHaving(0, read);
  await expect(decideHaving(0, null)).rejects.toThrow(AlreadyDecided);
});
