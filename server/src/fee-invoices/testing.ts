/** For tests: fees of months, and their invoices. */
import type { App } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { issueFeeInvoices } from './issue.ts';
import { nextMonth } from './rules.ts';

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
