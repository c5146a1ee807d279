/** Whatever is charged, refunded and corrected over months, invoices and credit notes are what the ledger has. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { creditOf } from '../../tests/kit/fee-invoices.ts';
import { differences, type Paid, pay, refund } from '../../tests/kit/money.ts';
import { startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { postTransfer } from '../ledger/post.ts';
import { transaction } from '../platform/db/transaction.ts';
import { issueFeeInvoices } from './issue.ts';
import { cairoMonth, nextMonth, vatAt } from './rules.ts';

let daftar: TestServer;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());

type Step =
  | { do: 'pay'; pounds: number; method: 1 | 2 }
  | { do: 'refund'; which: number }
  | { do: 'correct'; fee: number; vat: number; daysAgo: number }
  | { do: 'credit'; which: number; fee: number; off: number }
  | { do: 'month' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      pounds: fc.integer({ min: 1, max: 5000 }),
      method: fc.constantFrom<(1 | 2)[]>(1, 2),
    }),
  },
  fc.record({ do: fc.constant('refund' as const), which: fc.nat(9) }),
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('correct' as const),
      fee: fc.integer({ min: -400, max: 400 }),
      vat: fc.integer({ min: -60, max: 60 }),
      daysAgo: fc.nat(45),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('credit' as const),
      which: fc.nat(9),
      fee: fc.integer({ min: 4, max: 600 }),
      // Another rate than the invoice's is refused.
      off: fc.constantFrom(0, 0, 0, 1, 40),
    }),
  },
  { weight: 3, arbitrary: fc.constant<Step>({ do: 'month' }) },
);

const worked = { pay: 0, refund: 0, correct: 0, credit: 0, month: 0 };
let keys = 0;

test('invoices, credit notes and what customers bore add up to the ledger, and numbers have no gap', async () => {
  const begin = daftar.clock.now();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 18 }), async (steps) => {
      // The database refuses transfers of more than a year after its own time.
      daftar.clock.set(begin);
      let owner = await daftar.merchant();
      const { merchantId } = owner;
      const { sql } = daftar.database;
      const paid: Paid[] = [];
      const nextMonthBegins = async () => {
        daftar.clock.set(`${nextMonth(cairoMonth(daftar.clock.now()))}-02T04:00:00Z`);
        owner = await daftar.elsewhere(owner);
        worked.month += await issueFeeInvoices(daftar.app, merchantId);
      };
      for (const each of steps) {
        daftar.clock.advance({ seconds: 20 });
        if (each.do === 'pay') {
          paid.push(await pay(daftar, owner, { pounds: each.pounds, method: each.method }));
          worked.pay += 1;
        } else if (each.do === 'month') await nextMonthBegins();
        else if (each.do === 'refund') {
          const payment = paid[each.which % Math.max(paid.length, 1)];
          if (payment && (await refund(daftar, owner, payment.id, { amount: 1 })).status === 200)
            worked.refund += 1;
        } else if (each.do === 'correct') {
          const { fee, vat, daysAgo } = each;
          keys += 1;
          const line = (account: 'fees' | 'vat' | 'bank', amount: number) =>
            amount >= 0
              ? { credit: account, amountPiastres: amount }
              : { debit: account, amountPiastres: -amount };
          // A correction that the books do not cover is refused, and changes nothing.
          const posted = transaction(daftar.app.db, (tx) =>
            postTransfer(tx, {
              merchantId,
              mode: 'live',
              kind: 'correction',
              reference: 'Agreed',
              idempotencyKey: `correction:${keys}`,
              effectiveAt: new Date(daftar.clock.now().getTime() - daysAgo * 86_400_000),
              currency: 'EGP',
              lines: [line('fees', fee), line('vat', vat), line('bank', -(fee + vat))],
            }),
          );
          await posted.then(
            () => {
              worked.correct += 1;
            },
            () => undefined,
          );
        } else {
          const rows = await sql<{ id: number }[]>`
            select id from fee_invoices where merchant_id = ${merchantId} order by id`;
          const invoice = rows[each.which % Math.max(rows.length, 1)];
          if (!invoice) continue;
          const vat = vatAt(each.fee, 1400) + each.off;
          await creditOf(daftar.app, merchantId, invoice.id, { fee: each.fee, vat }).then(
            () => {
              expect(each.off).toBeLessThan(40);
              worked.credit += 1;
            },
            () => undefined,
          );
        }
      }
      await nextMonthBegins();
      expect(await differences(daftar)).toEqual([]);
      // Once no correction is left that took back more than a month brought in, nothing is outside the documents.
      await pay(daftar, owner, { pounds: 50_000 });
      await nextMonthBegins();
      const [sum] = await sql<{ documents: number; ledger: number }[]>`
        select (select coalesce(sum(total_piastres + customer_fee_piastres + customer_vat_piastres), 0)
                  from fee_invoices where merchant_id = ${merchantId})::bigint
             - (select coalesce(sum(total_piastres), 0) from fee_credit_notes where merchant_id = ${merchantId})::bigint
               as documents,
               (select sum(balance) from ledger_accounts
                 where merchant_id = ${merchantId} and mode = 'live' and kind in ('fees', 'vat'))::bigint as ledger`;
      expect(sum!.documents).toBe(sum!.ledger);
      const gaps = await sql`
        select series, year from fee_document_numbers group by 1, 2
        having min(number) <> 1 or max(number) <> count(*)`;
      expect([...gaps]).toEqual([]);
    }),
    { numRuns: 20 },
  );
  // Stories without effect prove little.
  for (const [name, times] of Object.entries(worked)) expect(times, name).toBeGreaterThan(2);
});
