import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';

/** The stored figures of one merchant and mode. */
export interface InvoiceFigures {
  single: number;
  group: number;
  paid: number;
  unpaid: number;
}

/** Reads one row by primary key; all zero before the first invoice. */
export async function readFigures(db: Db, scope: Scope): Promise<InvoiceFigures> {
  const [row] = await db<InvoiceFigures[]>`
    select single_invoices as single, group_invoices as "group", paid_invoices as paid, unpaid_invoices as unpaid
    from merchant_statistics where merchant_id = ${scope.merchantId} and mode = ${scope.mode}`;
  return row ?? { single: 0, group: 0, paid: 0, unpaid: 0 };
}

/** Marks due invoices of any merchant as expired. @returns how many. */
export async function expireInvoices(db: Db, now: Date, limit: number): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select expire_invoices(${now}, null, null, ${limit}) as count`;
  return row?.count ?? 0;
}
