/** Counts a merchant's open tasks, each by an index, up to a bound. */
import { CHARGEBACK_STATUS } from '@daftar/contract/chargebacks';
import { INVOICE_STATUS } from '@daftar/contract/invoices';
import { TICKET_STATUS } from '@daftar/contract/tickets';
import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import type { Sql } from '../platform/lists/page.ts';

async function countUpTo(db: Db, bound: number, rows: Sql): Promise<number> {
  const [row] = await db<{ n: number }[]>`
    select count(*)::int as n from (select 1 from ${rows} limit ${bound}) waiting`;
  return row!.n;
}

const inScope = (db: Db, { merchantId, mode }: Scope) => db`merchant_id = ${merchantId} and mode = ${mode}`;

/** Chargebacks that are neither decided nor answered, and can still be answered. */
export const countChargebacks = (db: Db, scope: Scope, bound: number, now: Date) =>
  countUpTo(
    db,
    bound,
    db`chargebacks where ${inScope(db, scope)} and status = ${CHARGEBACK_STATUS.pending} and answered_at is null
        and due_at > ${now}`,
  );

/** Tickets whose last message is from the provider. */
export const countTickets = (db: Db, scope: Scope, bound: number) =>
  countUpTo(
    db,
    bound,
    db`tickets where ${inScope(db, scope)} and status = ${TICKET_STATUS.open} and waiting_since is null
        and first_response_at is not null`,
  );

/** Invoices that can still be paid, or whose due time has passed without payment. */
export const countInvoices = (db: Db, scope: Scope, bound: number, now: Date, kind: 'unpaid' | 'overdue') =>
  countUpTo(
    db,
    bound,
    kind === 'unpaid'
      ? db`invoices where ${inScope(db, scope)} and status = ${INVOICE_STATUS.unpaid} and due_at > ${now}`
      : db`(select from invoices where ${inScope(db, scope)} and status = ${INVOICE_STATUS.expired}
            union all
            select from invoices where ${inScope(db, scope)} and status = ${INVOICE_STATUS.unpaid} and due_at <= ${now}) due`,
  );

/** Documents that have expired or will within `days`; of the merchant in both modes. */
export const countDocuments = (db: Db, { merchantId }: Scope, today: string, days: number) =>
  countUpTo(
    db,
    10,
    db`document_expiries where merchant_id = ${merchantId} and expires_on <= ${today}::date + ${days}::int`,
  );

/** Payouts that came back since a moment, and the transaction of the newest. */
export async function readFailedPayouts(
  db: Db,
  scope: Scope,
  bound: number,
  since: Date,
): Promise<{ count: number; transactionId: number | null }> {
  const [row] = await db<{ count: number; transactionId: number | null }[]>`
    select count(*)::int as count, (array_agg(transaction_id order by finished_at desc))[1] as "transactionId"
      from (select transaction_id, finished_at from payouts
             where ${inScope(db, scope)} and state in ('returned', 'expired') and finished_at > ${since}
             limit ${bound}) failed`;
  return row!;
}
