import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';

/** The stored figures of one merchant and mode. */
export interface InvoiceFigures {
  single: number;
  group: number;
  paid: number;
  unpaid: number;
}

const EXPIRY_BATCH = 500;

/** Reads one row by primary key; all zero before the first invoice. */
export async function readFigures(db: Db, scope: Scope): Promise<InvoiceFigures> {
  const [row] = await db<InvoiceFigures[]>`
    select single_invoices as single, group_invoices as "group", paid_invoices as paid, unpaid_invoices as unpaid
    from merchant_statistics where merchant_id = ${scope.merchantId} and mode = ${scope.mode}`;
  return row ?? { single: 0, group: 0, paid: 0, unpaid: 0 };
}

/** Counts invoices past their due time that are still stored as unpaid, up to `bound`. */
export async function countDue(db: Db, scope: Scope, now: Date, bound: number): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from (
      select 1 from invoices t
      where t.merchant_id = ${scope.merchantId} and t.mode = ${scope.mode} and t.status = 1 and t.due_at <= ${now}
      limit ${bound}) bounded`;
  return row?.count ?? 0;
}

/**
 * Marks the merchant's due invoices as expired, so that sorting and filtering by status are right.
 * @returns whether all are marked: locked ones are skipped.
 */
export async function writeDownExpiry(db: Db, scope: Scope, now: Date): Promise<boolean> {
  for (let round = 0; round < 20; round += 1) {
    const [row] = await db<{ count: number }[]>`
      select expire_invoices(${now}, ${scope.merchantId}, ${scope.mode}, ${EXPIRY_BATCH}) as count`;
    if ((row?.count ?? 0) < EXPIRY_BATCH) break;
  }
  return (await countDue(db, scope, now, 1)) === 0;
}

/** Marks due invoices of any merchant as expired. @returns how many. */
export async function expireInvoices(db: Db, now: Date, limit: number): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select expire_invoices(${now}, null, null, ${limit}) as count`;
  return row?.count ?? 0;
}
