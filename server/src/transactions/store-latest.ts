import type { PayoutState } from '@daftar/contract/payouts';
import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { inScope } from '../platform/lists/conditions.ts';
import { inText } from '../platform/lists/page.ts';

/** A transaction in a list of the newest. */
export interface BriefTransaction {
  id: number;
  reference: string;
  createdAt: Date;
  status: number;
  total: number;
  valuePiastres: number;
  currency: string;
  isPayout: boolean;
  /** Null for a payment. */
  payoutState: PayoutState | null;
  payoutId: number | null;
}

/** Columns for showing a few transactions: none that requires a lookup in a table as large as their own. */
export const briefColumns = (db: Db) => db`
  t.id, t.reference, t.total, t.value_piastres as "valuePiastres", t.currency, t.status, t.created_at as "createdAt",
  t.is_payout as "isPayout",
  case when t.is_payout then (
    select p.state from payouts p where p.merchant_id = t.merchant_id and p.id = t.source_id) end as "payoutState",
  case when t.is_payout then t.source_id end as "payoutId"`;

/** Lists a merchant's newest transactions. */
export async function latestTransactions(db: Db, scope: Scope, count: number): Promise<BriefTransaction[]> {
  // Ids first: the index by time covers this query, so the planner does not choose the index of all merchants.
  return db<BriefTransaction[]>`
    with latest as (
      select t.merchant_id, t.id from transactions t where ${inScope(db, scope)}
      order by t.created_at desc, t.id desc limit ${inText(db, count)}
    )
    select ${briefColumns(db)} from latest join transactions t using (merchant_id, id)
    order by t.created_at desc, t.id desc`;
}
