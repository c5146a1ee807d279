import { PAYMENT_METHODS, type PaymentMethodId } from '@daftar/contract/lookups';
import type { Db } from '../platform/db/connect.ts';

/** Live payments of one method. */
export interface RecentPayments {
  method: PaymentMethodId;
  succeeded: number;
  failed: number;
  /** The sum charged by successful payments. */
  piastres: number;
}

/** Counts the live payments of all merchants that were started since a moment and have a result, by method. */
export function recentPayments(db: Db, since: Date): Promise<RecentPayments[]> {
  return db<RecentPayments[]>`
    select payment_method as method, count(*) filter (where status <> 2)::int as succeeded,
           count(*) filter (where status = 2)::int as failed,
           coalesce(sum(charged_piastres) filter (where status <> 2), 0)::bigint as piastres
      from transactions
     where mode = 'live' and not is_payout and created_at >= ${since} and status in (1, 2, 3)
     group by 1`;
}

const MEASURED_MINUTES = 5;

/** The same of the last five minutes, with the methods' codes, for `/metrics`. */
export async function measuredPayments(db: Db) {
  const rows = await recentPayments(db, new Date(Date.now() - MEASURED_MINUTES * 60_000));
  return rows.map(({ method, ...counted }) => ({
    method: PAYMENT_METHODS.find(({ id }) => id === method)?.code ?? String(method),
    ...counted,
  }));
}
