/** The payments that one settlement takes, its rows for them, and that others do not change. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changesOf, takenBack } from '../../tests/kit/changes.ts';
import { pay, receivingAccount } from '../../tests/kit/money.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import type { Tx } from '../platform/db/connect.ts';

const TABLES = ['transactions', 'settlements', 'bank_accounts'];
const NOW = '2026-06-16T06:00:00.000Z';

let daftar: TestServer;
let owner: Actor;
/** Seven live payments of 100 pounds, net 93.44. */
let payments: number[];
let account: number;
beforeAll(async () => {
  daftar = await startTestServer();
  daftar.clock.set('2026-06-15T09:00:00Z');
  owner = await daftar.merchant();
  payments = [];
  for (let n = 0; n < 7; n += 1) payments.push((await pay(daftar, owner)).id);
  await pay(daftar, owner, { mode: 'test' });
  const { sql } = daftar.database;
  const first = await receivingAccount(daftar, owner, { bank: 'NBE' });
  await sql`update bank_accounts set receives_settlements = false where id = ${first}`;
  account = await receivingAccount(daftar, owner);
});
afterAll(() => daftar.close());

const inVain = <T>(act: (tx: Tx) => Promise<T>) => takenBack(daftar.database.sql, act);
const paymentIs = (tx: Tx, n: number, columns: Record<string, unknown>) =>
  tx`update transactions set ${tx(columns)} where merchant_id = ${owner.merchantId} and id = ${payments[n]!}`;
async function settle(tx: Tx, reference = 'STL-1'): Promise<number | null> {
  const [row] = await tx`
    select settle_due(${owner.merchantId}, 'live', '2026-06-16', ${reference}, ${NOW}) as id`;
  return row!.id;
}
/** Only the first payment is due. */
const oneIsDue = (tx: Tx) => tx`
  update transactions set expected_settlement_on = case when id = ${payments[0]!} then date '2026-06-16' end
   where merchant_id = ${owner.merchantId}`;

describe('a settlement', () => {
  test('includes captured payments that are due, and none that is not due, not paid or already settled', async () => {
    await inVain(async (tx) => {
      await paymentIs(tx, 0, { expected_settlement_on: '2026-06-15' });
      await paymentIs(tx, 1, { expected_settlement_on: '2026-06-16', pending_out_piastres: 1_000 });
      await paymentIs(tx, 2, { expected_settlement_on: '2026-06-16', status: 3, refunded_piastres: 10_000 });
      await paymentIs(tx, 3, { expected_settlement_on: '2026-06-17' });
      await paymentIs(tx, 4, { expected_settlement_on: null });
      await paymentIs(tx, 5, { settlement_status: 1, settlement_reference: 'STL-0' });
      await tx`alter table transactions disable trigger transactions_transition`;
      await paymentIs(tx, 6, { status: 2 });
      let id: number | null = null;
      const changes = await changesOf(tx, TABLES, async () => {
        id = await settle(tx);
      });
      const settled = {
        settlement_status: [2, 1],
        settlement_reference: [null, 'STL-1'],
        updated_at: [expect.any(String), NOW],
      };
      const items = await tx`
        select transaction_id as payment, charged_piastres as charged, fee_piastres as fee, vat_piastres as vat,
               out_piastres as out, amount_piastres as amount
          from settlement_items where merchant_id = ${owner.merchantId} and settlement_id = ${id} order by transaction_id`;
      const item = { charged: 10_000, fee: 575, vat: 81, out: 0, amount: 9_344 };
      expect([...items]).toEqual([
        { payment: payments[0], ...item },
        { payment: payments[1], ...item, out: 1_000, amount: 8_344 },
        { payment: payments[2], ...item },
      ]);
      expect(changes).toEqual({
        [`settlements ${id}`]: 'new',
        [`transactions ${payments[0]}`]: settled,
        [`transactions ${payments[1]}`]: settled,
        [`transactions ${payments[2]}`]: settled,
      });
      const [row] = await tx`
        select amount_piastres as amount, total_transactions as total, bank_account_id as account,
               bank_account_version as version, bank_piastres as bank, reference
          from settlements where merchant_id = ${owner.merchantId} and id = ${id}`;
      expect(row).toEqual({
        amount: 27_032,
        total: 3,
        account,
        version: 1,
        bank: 27_032,
        reference: 'STL-1',
      });
      const events = await tx`
        select transaction_id as payment, amount_piastres as amount, detail from transaction_events
         where merchant_id = ${owner.merchantId} and kind = 'settled' order by id`;
      expect([...events]).toEqual([
        { payment: payments[0], amount: 9_344, detail: 'STL-1' },
        { payment: payments[1], amount: 8_344, detail: 'STL-1' },
        { payment: payments[2], amount: 9_344, detail: 'STL-1' },
      ]);
      const postings = await tx`
        select p.account, p.amount from ledger_postings p
          join ledger_transfers t on t.merchant_id = p.merchant_id and t.id = p.transfer_id
         where p.merchant_id = ${owner.merchantId} and t.kind = 'settlement' order by p.account`;
      expect([...postings]).toEqual([
        { account: 'pending', amount: -27_032 },
        { account: 'bank', amount: 27_032 },
      ]);
    });
  });

  test.each([
    [9_345, null],
    [9_344, null],
    [9_343, 1],
  ])('of 93.44 pounds, of which %i piastres were paid back, amounts to %s piastres', async (out, amount) => {
    await inVain(async (tx) => {
      await oneIsDue(tx);
      await paymentIs(tx, 0, { pending_out_piastres: out });
      const id = await settle(tx);
      const rows = await tx`
        select amount_piastres as amount, bank_piastres as bank from settlements where merchant_id = ${owner.merchantId}`;
      expect([...rows]).toEqual(amount === null ? [] : [{ amount, bank: amount }]);
      expect(id === null).toBe(amount === null);
    });
  });

  test.each([
    ['to the moment', NOW, true],
    ['a moment later', '2026-06-16T06:00:00.001Z', false],
    ['long ago', '2026-06-01T06:00:00Z', true],
    ['never', null, true],
  ])('waits for the cooling-off period of a new account: %s', async (_, rests_until, isSettled) => {
    await inVain(async (tx) => {
      await oneIsDue(tx);
      await tx`update bank_accounts set rests_until = ${rests_until} where id = ${account}`;
      expect((await settle(tx)) !== null).toBe(isSettled);
    });
  });

  test('keeps the letter of its account, and no other file', async () => {
    await inVain(async (tx) => {
      await oneIsDue(tx);
      for (const path of ['letter', 'other', 'pinned', 'loose'])
        await tx`
          insert into files (merchant_id, path, purpose, type, size_bytes, name, sha256, uploaded_by, created_at,
                             attached_at, pinned_at)
          values (${owner.merchantId}, ${path}, 'bank-document', 'application/pdf', 1, 'x', ${Buffer.alloc(32)},
                  ${owner.userId}, now(), ${path === 'loose' ? null : NOW},
                  ${path === 'pinned' ? '2026-06-01T06:00:00Z' : null})`;
      const pinned = async (path: string, payment: number) => {
        await tx`update bank_accounts set document_path = ${path} where id = ${account}`;
        await paymentIs(tx, payment, { expected_settlement_on: '2026-06-16' });
        expect(await settle(tx, `STL-${path}`)).not.toBeNull();
        const rows = await tx<{ path: string; at: Date }[]>`
          select path, pinned_at as at from files where merchant_id = ${owner.merchantId} and pinned_at is not null`;
        return Object.fromEntries(rows.map((row) => [row.path, row.at.toISOString()]));
      };
      const before = { pinned: '2026-06-01T06:00:00.000Z' };
      expect(await pinned('loose', 0)).toEqual(before);
      expect(await pinned('pinned', 1)).toEqual(before);
      expect(await pinned('letter', 2)).toEqual({ ...before, letter: NOW });
    });
  });

  test('that the bank paid is marked so, and no other', async () => {
    await inVain(async (tx) => {
      await oneIsDue(tx);
      const id = await settle(tx);
      await paymentIs(tx, 1, { expected_settlement_on: '2026-06-16' });
      expect(await settle(tx, 'STL-2')).not.toBeNull();
      const changes = await changesOf(
        tx,
        TABLES,
        () => tx`
          insert into settlement_payments (merchant_id, settlement_id, bank_reference, paid_at)
          values (${owner.merchantId}, ${id}, 'CIB-1', ${NOW})`,
      );
      expect(changes).toEqual({ [`settlements ${id}`]: { is_paid: [false, true], changed_at: [null, NOW] } });
    });
  });
});

describe('what is kept of each day that waits', () => {
  const compared = (tx: Tx) => tx`
    select day, d.amount_piastres::bigint as amount, d.payments, w.amount as expected, w.n
      from settlements_due d full join (
        select expected_settlement_on as day, sum(net_piastres - pending_out_piastres)::bigint as amount, count(*)::int as n
          from transactions where merchant_id = ${owner.merchantId} and mode = 'live' and settlement_status <> 1
           and status in (1, 3) and expected_settlement_on is not null group by 1) w using (day)
     where coalesce(d.merchant_id, ${owner.merchantId}) = ${owner.merchantId} and coalesce(d.mode, 'live') = 'live'
       and (d.amount_piastres is distinct from w.amount or d.payments is distinct from w.n)`;

  test('is the sum of its payments, however many change at once and whatever changes of them', async () => {
    const change = fc.record({
      n: fc.nat(6),
      day: fc.constantFrom(null, '2026-06-16', '2026-06-17'),
      status: fc.constantFrom(0, 1, 3),
      settled: fc.boolean(),
      out: fc.nat(20_000),
    });
    const statement = fc.uniqueArray(change, { selector: ({ n }) => n, minLength: 1 });
    await fc.assert(
      fc.asyncProperty(fc.array(statement, { minLength: 1, maxLength: 6 }), (statements) =>
        inVain(async (tx) => {
          await tx`alter table transactions disable trigger transactions_transition`;
          for (const changes of statements) {
            const rows = changes.map(({ n, ...set }) => ({ id: payments[n]!, ...set }));
            await tx`
              update transactions t
                 set expected_settlement_on = c.day, status = c.status, pending_out_piastres = c.out,
                     settlement_status = case when c.settled then 1 else 2 end,
                     refunded_piastres = case when c.status = 3 then t.value_piastres else 0 end
                from jsonb_to_recordset(${tx.json(rows)}::jsonb)
                  as c (id bigint, day date, status smallint, settled boolean, out bigint)
               where t.merchant_id = ${owner.merchantId} and t.id = c.id`;
            expect([...(await compared(tx))]).toEqual([]);
          }
        }),
      ),
      { numRuns: 40 },
    );
  });

  test('is gone with its last payment, also when two of a day leave at the same moment', async () => {
    const { sql } = daftar.database;
    const day = (n: number, on: string | null) => sql`
      update transactions set expected_settlement_on = ${on}
       where merchant_id = ${owner.merchantId} and id = ${payments[n]!}`;
    const before = await sql`
      select to_char(expected_settlement_on, 'YYYY-MM-DD') as day from transactions where id = ${payments[0]!}`;
    const kept = () => sql`select payments from settlements_due where day = '2026-07-01'`;
    for (const n of [0, 1]) await day(n, '2026-07-01');
    expect([...(await kept())]).toEqual([{ payments: 2 }]);
    await Promise.all([day(0, null), day(1, null)]);
    expect([...(await kept())]).toEqual([]);
    for (const n of [0, 1]) await day(n, before[0]!.day);
    expect([...(await compared(sql as unknown as Tx))]).toEqual([]);
  });
});
