import { MERCHANT_STATUS } from '@daftar/contract/auth';
import type { WaitingKind } from '@daftar/contract/ops-overview';
import type { Db } from '../platform/db/connect.ts';
import type { Sql } from '../platform/lists/page.ts';
import { cairoDay } from '../platform/time/cairo.ts';

/** Queries of open work, each by a partial index. Approvals are counted in their own noun. */
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
  batches: (db) => db`
    reconciliation_batches b join reconciliation_files f on f.id = b.file_id and f.state = 'imported'
      join processor_accounts a on a.id = f.processor_account_id and a.mode = 'live'
     where b.booked_at is null and b.currency = 'EGP' and b.net_piastres <> 0
       and exists (select from bank_line_links k where k.batch_id = b.id)`,
  payouts: (db) => db`payouts where mode = 'live' and state = 'requested'`,
  settlements: (db) => db`settlements where mode = 'live' and not is_paid and bank_piastres > 0`,
  transfers: (db) => db`bank_transfer_batches where state = 'draft'`,
  chargebacks: (db) => db`chargebacks where mode = 'live' and status = 0`,
  documents: (db, now) => db`document_expiries where expires_on < ${cairoDay(now)}::date`,
  failures: (db) => db`(
    select 1 from messages where state = 'failed'
    union all select 1 from webhook_events where state = 3
    union all select 1 from graphile_worker.jobs where last_error is not null) failed`,
  unanswered: (db) => db`payment_attempts where mode = 'live' and unanswered_at is not null`,
};

/** Counts open work, up to `bound`. */
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
