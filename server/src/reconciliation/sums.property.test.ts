/** Whatever is wrong with a file: its lines are what is matched and what is a break, to the piastre. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { differences, type Paid, pay, refund } from '../../tests/kit/money.ts';
import { type Actor, type OperatorActor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { reconciliationJobs } from './missing.ts';
import { aProfile, csvOf, fileForm, moveToAccount, type Row } from './testing.ts';

const PAYMENTS = 8;
/** Batches are booked for good, so each case has payments of its own. */
const BOOKED_CASES = 6;

let daftar: TestServer;
let finance: OperatorActor;
let owner: Actor;
let profile: { id: number; accountId: number };
let payments: (Paid & { externalRef: string; refunded: boolean })[];
beforeAll(async () => {
  daftar = await startTestServer();
  owner = await daftar.merchant();
  ({ finance, ...profile } = await aProfile(daftar, { tolerance: 0.02 }));
  payments = await newPayments();
  // Everything must be in the files by now.
  daftar.clock.advance({ days: 10 });
  finance = await daftar.operator('finance');
});
afterAll(() => daftar.close());

async function newPayments(): Promise<typeof payments> {
  const made: typeof payments = [];
  for (let n = 0; n < PAYMENTS; n += 1) {
    const payment = await pay(daftar, owner, { pounds: 100 + n });
    const refunded = n % 2 === 0;
    if (refunded) await refund(daftar, owner, payment.id, { amount: 30, reason: 'Broken' });
    await moveToAccount(daftar, owner, payment.id, profile.accountId);
    const [row] = await daftar.app.db<{ externalRef: string }[]>`
      select external_ref as "externalRef" from payment_attempts where transaction_id = ${payment.id}`;
    made.push({ ...payment, externalRef: row!.externalRef, refunded });
  }
  return made;
}

const faults = [
  'right',
  'missing',
  'doubled',
  'over',
  'under',
  'near',
  'euro',
  'nameless',
  'returned',
  'refund-missing',
];
const files = fc.record({
  faults: fc.array(fc.constantFrom(...faults), { minLength: PAYMENTS, maxLength: PAYMENTS }),
  fees: fc.array(fc.integer({ min: 0, max: 2_000 }), { minLength: PAYMENTS, maxLength: PAYMENTS }),
  by: fc.integer({ min: 3, max: 9_999 }),
  strangers: fc.array(
    fc.integer({ min: -100_000, max: 100_000 }).filter((n) => n !== 0),
    { maxLength: 3 },
  ),
  monthly: fc.integer({ min: 0, max: 5_000 }),
  batches: fc.integer({ min: 1, max: 3 }),
});

type FileOf = typeof files extends fc.Arbitrary<infer T> ? T : never;

function rowsOf({ faults: all, fees, by, strangers, monthly, batches }: FileOf): Row[] {
  const rows: Row[] = payments.flatMap((payment, n): Row[] => {
    const fee = fees[n]!;
    const right = { gross: 10_000 + 100 * n, fee, order: payment.externalRef, batch: `B${n % batches}` };
    const back = { type: 'Refund', gross: -3_000, order: payment.reference, batch: right.batch };
    const refunds = payment.refunded && all[n] !== 'refund-missing' ? [back] : [];
    const also = (...more: Row[]) => [...more, ...refunds];
    switch (all[n]) {
      case 'missing':
        return also();
      case 'doubled':
        return also(right, right);
      case 'over':
        return also({ ...right, gross: right.gross + by });
      case 'under':
        return also({ ...right, gross: right.gross - by });
      case 'near':
        return also({ ...right, gross: right.gross + 2 });
      case 'euro':
        return also({ ...right, currency: 'EUR' });
      case 'nameless':
        return also({ ...right, order: `stranger-${n}` });
      case 'returned':
        return also(right, { ...back, type: 'Void', gross: -right.gross });
      default:
        return also(right);
    }
  });
  strangers.forEach((gross, n) => {
    rows.push({ gross, type: 'Adjustment', id: `adjustment-${n}`, batch: 'B0' });
  });
  if (monthly > 0) rows.push({ gross: 0, fee: monthly, type: 'Monthly fee', id: 'month' });
  return rows.length > 0 ? rows : [{ gross: 0, fee: 1, type: 'Monthly fee', id: 'month' }];
}

const tell = (path: string, body: unknown) =>
  daftar.call({ method: 'POST', path: `/api/ops/reconciliation/${path}`, as: finance, body });

/** What there is in the books of reconciliation, added up without asking the code that wrote it. */
async function sumsOf(fileId: number) {
  const [row] = await daftar.app.db<Record<string, number>[]>`
    select (select coalesce(sum(net_piastres), 0)::bigint from reconciliation_lines where file_id = ${fileId}) as lines,
           (select coalesce(sum(net_piastres), 0)::bigint from reconciliation_lines
             where file_id = ${fileId} and item is not null) as matched,
           (select coalesce(sum(net_piastres), 0)::bigint from reconciliation_lines
             where file_id = ${fileId} and kind = 'fee' and item is null) as fees,
           (select coalesce(sum(amount_piastres), 0)::bigint from reconciliation_breaks
             where file_id = ${fileId} and closed_at is null and item is null) as unknown,
           (select coalesce(sum(gross_piastres), 0)::bigint from reconciliation_lines
             where file_id = ${fileId} and item is not null) as gross,
           (select coalesce(sum(amount_piastres), 0)::bigint from reconciliation_breaks
             where file_id = ${fileId} and kind in ('over', 'under', 'rounding')) as differences,
           (select coalesce(sum(amount_piastres), 0)::bigint from reconciliation_breaks
             where processor_account_id = ${profile.accountId} and kind = 'ours_only' and closed_at is null) as missing,
           (select -sum(balance)::bigint from clearing_balances
             where processor_account_id = ${profile.accountId}) as owed`;
  return row!;
}

test('the lines of a file are what is matched, fees and breaks; what is owed to us is matched, differs or is missing', async () => {
  await fc.assert(
    fc.asyncProperty(files, async (file) => {
      const text = csvOf(rowsOf(file));
      const shown = await tell(`profiles/${profile.id}/preview`, fileForm(text));
      const imported = await tell(`profiles/${profile.id}/import`, fileForm(text));
      expect(imported.status, imported.raw).toBe(200);
      expect({ ...imported.body.data, id: null }).toEqual(shown.body.data);
      await reconciliationJobs['reconcile-missing']!(daftar.app, {});
      const { id } = imported.body.data;
      const sums = await sumsOf(id);
      expect(sums.lines).toBe(sums.matched! + sums.fees! + sums.unknown!);
      expect(sums.owed).toBe(sums.gross! - sums.differences! + sums.missing!);
      expect((await tell(`files/${id}/undo`, { reason: 'The next file' })).status).toBe(200);
      await reconciliationJobs['reconcile-missing']!(daftar.app, {});
      // Then nothing is matched, and everything that is owed is missing.
      expect((await sumsOf(id)).missing).toBe(sums.owed);
    }),
    { numRuns: 25 },
  );
});

/** The bank, costs, suspense and write-offs of everybody, in live mode. */
async function ledgerOf() {
  const rows = await daftar.app.db<{ kind: string; balance: number }[]>`
    select kind::text, sum(balance)::bigint as balance from ledger_accounts where mode = 'live' group by kind`;
  return Object.fromEntries(rows.map(({ kind, balance }) => [kind, balance])) as Record<string, number>;
}

const deposits = fc.array(fc.integer({ min: -500, max: 500 }), { minLength: 4, maxLength: 4 });

test('once its batches are booked, the bank has what came, and all of it is settled, a cost, suspense or rounding', async () => {
  // Sessions of the day on which the payments are made.
  daftar.clock.set('2026-06-15T09:00:00Z');
  finance = await daftar.operator('finance');
  owner = await daftar.merchant();
  await fc.assert(
    fc.asyncProperty(files, deposits, async (file, wrong) => {
      payments = await newPayments();
      const imported = await tell(`profiles/${profile.id}/import`, fileForm(csvOf(rowsOf(file))));
      expect(imported.status, imported.raw).toBe(200);
      const before = await ledgerOf();
      const { id } = imported.body.data;
      const path = `/api/ops/reconciliation/files/${id}`;
      let received = 0;
      for (const [n, batch] of (await daftar.call({ path, as: finance })).body.data.batches.entries()) {
        if (batch.currency !== 'EGP') continue;
        const net = Math.round(batch.net * 100);
        const amount = Math.max(0, Math.abs(net) + wrong[n % wrong.length]!);
        received += net < 0 ? -amount : amount;
        const body = { amount: amount / 100, bank_reference: `B-${batch.id}`, received_on: '2026-06-20' };
        const booked = await tell(`batches/${batch.id}/book`, body);
        expect(booked.status, booked.raw).toBe(200);
      }
      const after = await ledgerOf();
      const moved = (kind: string) => (after[kind] ?? 0) - (before[kind] ?? 0);
      expect(moved('bank')).toBe(-received);
      expect(moved('clearing') + moved('suspense') + moved('write_offs')).toBe(
        received - moved('acquirer_fees'),
      );
      const [lines] = await daftar.app.db<{ settled: number }[]>`
        select coalesce(sum(settled_piastres), 0)::bigint as settled from reconciliation_lines where file_id = ${id}`;
      expect(moved('clearing')).toBe(lines!.settled);
      expect(await differences(daftar)).toEqual([]);
    }),
    { numRuns: BOOKED_CASES },
  );
});
