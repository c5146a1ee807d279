import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';

/** Figures of one merchant and mode as they were last kept. */
export interface InvoiceFigures {
  single: number;
  group: number;
  paid: number;
  unpaid: number;
}

const EXPIRY_BATCH = 500;

/** One row by primary key; all zero before the first invoice. */
export async function readFigures(db: Db, scope: Scope): Promise<InvoiceFigures> {
  const [row] = await db<InvoiceFigures[]>`
    select single_invoices as single, group_invoices as "group", paid_invoices as paid, unpaid_invoices as unpaid
    from merchant_statistics where merchant_id = ${scope.merchantId} and mode = ${scope.mode}`;
  return row ?? { single: 0, group: 0, paid: 0, unpaid: 0 };
}

/** Invoices that are past their due moment but still written as unpaid, counted no further than `bound`. */
export async function countDue(db: Db, scope: Scope, now: Date, bound: number): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from (
      select 1 from invoices t
      where t.merchant_id = ${scope.merchantId} and t.mode = ${scope.mode} and t.status = 1 and t.due_at <= ${now}
      limit ${bound}) bounded`;
  return row?.count ?? 0;
}

/**
 * Writes down the expiry of the merchant's invoices whose moment has passed, so that sorting and filtering by status is
 * true. @returns whether it is of all of them: one that somebody is changing right now is left.
 */
export async function writeDownExpiry(db: Db, scope: Scope, now: Date): Promise<boolean> {
  for (let round = 0; round < 20; round += 1) {
    const [row] = await db<{ count: number }[]>`
      select expire_invoices(${now}, ${scope.merchantId}, ${scope.mode}, ${EXPIRY_BATCH}) as count`;
    if ((row?.count ?? 0) < EXPIRY_BATCH) break;
  }
  return (await countDue(db, scope, now, 1)) === 0;
}

/** Writes down the expiry of some invoices of any merchants. @returns how many. */
export async function expireInvoices(db: Db, now: Date, limit: number): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select expire_invoices(${now}, null, null, ${limit}) as count`;
  return row?.count ?? 0;
}
