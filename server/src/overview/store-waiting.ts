import { MERCHANT_STATUS } from '@daftar/contract/auth';
import type { WaitingKind } from '@daftar/contract/ops-overview';
import type { Db } from '../platform/db/connect.ts';
import type { Sql } from '../platform/lists/page.ts';

/** What waits, each along an index of what waits only. Approvals are counted where they are decided. */
const WAITING: Readonly<Record<Exclude<WaitingKind, 'approvals'>, (db: Db, now: Date) => Sql>> = {
  kyc: (db) => db`
    kyc_submissions k join merchants m on m.id = k.merchant_id
     where k.state = 'submitted' and m.status = ${MERCHANT_STATUS.underReview}`,
  screening: (db) => db`screening_hits where state = 'open'`,
  reviews: (db) => db`risk_reviews where mode = 'live' and state = 'waiting'`,
  tickets: (db) => db`tickets where waiting_since is not null`,
  overdue: (db, now) => db`tickets where answer_due_at <= ${now}`,
  refunds: (db) => db`refunds where state = 'pending' and for_operator is not null`,
  discrepancies: (db) => db`discrepancies where ending is null`,
  breaks: (db) => db`reconciliation_breaks where closed_at is null`,
  payouts: (db) => db`payouts where mode = 'live' and state = 'requested'`,
  settlements: (db) => db`settlements where mode = 'live' and not is_paid and bank_piastres > 0`,
  unanswered: (db) => db`payment_attempts where mode = 'live' and unanswered_at is not null`,
};

/** Counts what waits, to `bound` at most. */
export async function countWaiting(
  db: Db,
  kind: Exclude<WaitingKind, 'approvals'>,
  bound: number,
  now: Date,
): Promise<number> {
  const [row] = await db<{ n: number }[]>`
    select count(*)::int as n from (select 1 from ${WAITING[kind](db, now)} limit ${bound}) waiting`;
  return row!.n;
}
