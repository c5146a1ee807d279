import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';

/** The stored figures of one merchant and mode. */
export interface KeptFigures {
  totalLinks: number;
  activeLinks: number;
  expiredLinks: number;
  totalInvoices: number;
  paidInvoices: number;
  unpaidInvoices: number;
}

const NONE: KeptFigures = {
  totalLinks: 0,
  activeLinks: 0,
  expiredLinks: 0,
  totalInvoices: 0,
  paidInvoices: 0,
  unpaidInvoices: 0,
};

/** Reads one row by primary key; all zero before the first link or invoice. */
export async function readFigures(db: Db, scope: Scope): Promise<KeptFigures> {
  const [row] = await db<KeptFigures[]>`
    select total_links as "totalLinks", active_links as "activeLinks", expired_links as "expiredLinks",
           total_invoices as "totalInvoices", paid_invoices as "paidInvoices", unpaid_invoices as "unpaidInvoices"
    from merchant_statistics where merchant_id = ${scope.merchantId} and mode = ${scope.mode}`;
  return row ?? NONE;
}

/** Counts successful payments by method over Cairo days, both ends included; a missing end is unbounded. */
export async function countByMethod(
  db: Db,
  scope: Scope,
  from: string | undefined,
  to: string | undefined,
): Promise<{ method: number; count: number }[]> {
  return db<{ method: number; count: number }[]>`
    select payment_method as method, sum(count) as count from daily_method_counts
    where merchant_id = ${scope.merchantId} and mode = ${scope.mode}
      and day between ${from ?? '-infinity'}::date and ${to ?? 'infinity'}::date
    group by payment_method order by payment_method`;
}
