/** Reads one payout with its history. */
import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { inScope } from '../platform/lists/conditions.ts';
import { columns, type ListedPayout, ofAccount } from './store.ts';

/** A payout, its approval and its transfer. */
export interface DetailedPayout extends ListedPayout {
  accountName: string | null;
  /** When approval was requested; null if none was needed. */
  askedAt: Date | null;
  /** When a bank transferred it; null if it was not transferred. */
  paidAt: Date | null;
  /** When the newest file that contains it was sent to the bank; null if there is none. */
  sentAt: Date | null;
  transferReference: string | null;
}

/** Returns one payout. */
export async function findDetails(db: Db, scope: Scope, id: number): Promise<DetailedPayout | undefined> {
  const [row] = await db<DetailedPayout[]>`
    select ${columns(db)}, ${ofAccount(db, db`t`, db`b.account_name`)} as "accountName", t.paid_at as "paidAt",
           (select a.created_at from approvals a where a.merchant_id = t.merchant_id and a.id = t.approval_id) as "askedAt",
           file.released_at as "sentAt", file.end_to_end_id as "transferReference"
      from payouts t
      left join lateral (
        select b.released_at, x.end_to_end_id
          from bank_transfers x join bank_transfer_batches b on b.id = x.batch_id
         where x.merchant_id = t.merchant_id and x.payout_id = t.id and x.state not in ('listed', 'removed')
         order by x.id desc limit 1) file on true
     where ${inScope(db, scope)} and t.id = ${id}`;
  return row;
}
