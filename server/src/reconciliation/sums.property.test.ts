/** Whatever is wrong with a file: its lines are what is matched and what is a break, to the piastre. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Paid, pay, refund } from '../../tests/kit/money.ts';
import { type Actor, type OperatorActor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { reconciliationJobs } from './missing.ts';
import { aProfile, csvOf, fileForm, moveToAccount, type Row } from './testing.ts';

const PAYMENTS = 8;

let daftar: TestServer;
let finance: OperatorActor;
let owner: Actor;
let profile: { id: number; accountId: number };
let payments: (Paid & { externalRef: string; refunded: boolean })[];
beforeAll(async () => {
  daftar = await startTestServer();
  owner = await daftar.merchant();
  ({ finance, ...profile } = await aProfile(daftar, { tolerance: 0.02 }));
  payments = [];
  for (let n = 0; n < PAYMENTS; n += 1) {
    const payment = await pay(daftar, owner, { pounds: 100 + n });
    const refunded = n % 2 === 0;
    if (refunded) await refund(daftar, owner, payment.id, { amount: 30, reason: 'Broken' });
    await moveToAccount(daftar, owner, payment.id, profile.accountId);
    const [row] = await daftar.app.db<{ externalRef: string }[]>`
      select external_ref as "externalRef" from payment_attempts where transaction_id = ${payment.id}`;
    payments.push({ ...payment, externalRef: row!.externalRef, refunded });
  }
  // Everything must be in the files by now.
  daftar.clock.advance({ days: 10 });
  finance = await daftar.operator('finance');
});
afterAll(() => daftar.close());

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
