/** For tests: fees of months, and their invoices. */

import { issueCreditNote, lockCreditNotes } from '../../src/fee-invoices/credit.ts';
import { issueFeeInvoices } from '../../src/fee-invoices/issue.ts';
import { nextMonth } from '../../src/fee-invoices/rules.ts';
import { postTransfer } from '../../src/ledger/post.ts';
import type { App } from '../../src/platform/context.ts';
import type { Db } from '../../src/platform/db/connect.ts';
import { transaction } from '../../src/platform/db/transaction.ts';

/** The app at another moment. */
export const at = (app: App, moment: string): App => ({ ...app, clock: { now: () => new Date(moment) } });

/** Issues the next invoice of a merchant that has fees since its newest one. @returns its id */
export async function issueNext(app: App, merchantId: number): Promise<number> {
  const [before] = await app.db<{ month: string | null }[]>`
    select to_char(max(month), 'YYYY-MM') as month from fee_invoices where merchant_id = ${merchantId}`;
  const month = before?.month ? nextMonth(nextMonth(before.month)) : '2026-07';
  await issueFeeInvoices(at(app, `${month}-02T04:00:00Z`), merchantId);
  return newestInvoice(app.db, merchantId);
}

/** The id of a merchant's newest invoice. */
export async function newestInvoice(db: Db, merchantId: number): Promise<number> {
  const [row] = await db<{ id: number }[]>`
    select id from fee_invoices where merchant_id = ${merchantId} order by month desc limit 1`;
  return row!.id;
}

/** Every number of a series in order. */
export async function numbersOf(db: Db, series: 'invoice' | 'credit-note' = 'invoice'): Promise<number[]> {
  const rows = await db<{ number: number }[]>`
    select number from fee_document_numbers where series = ${series} order by issuer_tax_id, year, number`;
  return rows.map(({ number }) => number);
}

let corrections = 0;

/** Gives back fees and VAT (piastres) of an invoice, as an approved correction does. @returns the credit note's id */
export async function creditOf(
  app: App,
  merchantId: number,
  invoiceId: number,
  { fee, vat }: { fee: number; vat: number },
): Promise<number> {
  corrections += 1;
  const idempotencyKey = `test:credit:${merchantId}:${corrections}`;
  const line = (account: 'fees' | 'vat', amountPiastres: number) =>
    amountPiastres === 0 ? [] : [{ account, side: 'debit' as const, amountPiastres }];
  return transaction(app.db, async (tx) => {
    await lockCreditNotes(app, tx, merchantId, invoiceId);
    const { transferId } = await postTransfer(tx, {
      merchantId,
      mode: 'live',
      kind: 'correction',
      reference: 'Agreed',
      idempotencyKey,
      effectiveAt: app.clock.now(),
      currency: 'EGP',
      lines: [
        { debit: 'fees', amountPiastres: fee },
        { debit: 'vat', amountPiastres: vat },
        { credit: 'bank', amountPiastres: fee + vat },
      ],
    });
    const lines = [...line('fees', fee), ...line('vat', vat)];
    await issueCreditNote(app, tx, { merchantId, invoiceId, transferId, lines, reason: 'Charged twice' });
    const [row] = await tx<{ id: number }[]>`
      select max(id) as id from fee_credit_notes where merchant_id = ${merchantId}`;
    return row!.id;
  });
}
