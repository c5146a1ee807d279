import type { ReviewState } from '@daftar/contract/ops-risk-reviews';
import type { Paging } from '@daftar/contract/paging';
import { among, anyOf, type Found } from '../ops-lists/find.ts';
import type { Mode } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { withinDays } from '../platform/lists/conditions.ts';
import type { ListSource, SortColumn, Sql } from '../platform/lists/page.ts';

export interface ReviewRow {
  /** The transaction's id. */
  id: number;
  merchantId: number;
  merchantName: string;
  mode: Mode;
  reference: string;
  method: number;
  chargedPiastres: number;
  customerName: string;
  state: ReviewState;
  isStuck: boolean;
  waitingSince: Date | null;
  decidedBy: string | null;
  decidedAt: Date | null;
  reason: string | null;
  rules: string[];
  /** The payment exceeded the merchant's monthly limit. */
  isBeyondLimit: boolean;
}

/** The reviews as a list, by the ids of their transactions. */
const REVIEWS = '(select r.transaction_id as id, r.* from risk_reviews r)';

const payment = (db: Db, column: string) => db`
  (select x.${db(column)} from transactions x where x.merchant_id = t.merchant_id and x.id = t.transaction_id)`;

const columns = (db: Db) => db`
  t.id, t.merchant_id as "merchantId",
  (select m.business_name from merchants m where m.id = t.merchant_id) as "merchantName", t.mode,
  ${payment(db, 'reference')} as reference, ${payment(db, 'payment_method')} as method,
  t.charged_piastres as "chargedPiastres", ${payment(db, 'customer_name')} as "customerName", t.state,
  t.state = 'refused' and exists (
    select from transactions x
     where x.merchant_id = t.merchant_id and x.id = t.transaction_id and x.status = 1 and x.refunding_piastres = 0) as "isStuck",
  t.waiting_since as "waitingSince", t.decided_by as "decidedBy", t.decided_at as "decidedAt", t.reason,
  t.beyond_limit as "isBeyondLimit",
  (select coalesce(array_agg(k.name order by k.id), '{}')
     from payment_attempts a
     join risk_matches m on m.merchant_id = a.merchant_id and m.attempt_id = coalesce(a.duplicate_of, a.id) and m.outcome = 'review'
     join risk_rules k on k.id = m.rule_id
    where a.merchant_id = t.merchant_id and a.id = t.attempt_id) as rules`;

export interface ReviewFilters {
  q?: string | undefined;
  state?: ReviewState | undefined;
  mode?: Mode | undefined;
  merchant_id?: number | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
}

const SORTS = {
  waiting_since: { expression: 't.waiting_since' },
  amount: { expression: 't.charged_piastres' },
} as const satisfies Record<string, SortColumn>;

/** Returns the source of the list of reviews of a state, by default those that wait. */
export function reviewSource(
  db: Db,
  paging: Paging<keyof typeof SORTS>,
  { state = 'waiting', mode, merchant_id: merchantId, ...filters }: ReviewFilters,
  found: Found | null,
): ListSource {
  const conditions: Sql[] = [];
  if (found) {
    const { text, piastres } = found.meaning;
    conditions.push(
      anyOf(db, [
        ...among(db, found.payments),
        ...(text === null ? [] : [db`t.payer_key like ${text}`]),
        ...(piastres === null ? [] : [db`t.charged_piastres = ${piastres}`]),
      ]),
    );
  }
  if (mode) conditions.push(db`t.mode = ${mode}`);
  if (merchantId !== undefined) conditions.push(db`t.merchant_id = ${merchantId}`);
  conditions.push(...withinDays(db, filters.date_from, filters.date_to, 't.waiting_since'));
  return {
    table: REVIEWS,
    scope: db`t.state = ${state}`,
    filters: conditions,
    sort: SORTS[paging.sortBy],
    columns: columns(db),
  };
}

/** Finds the review of a payment. */
export async function findReview(db: Db, merchantId: number, id: number) {
  const [row] = await db<
    {
      mode: Mode;
      state: ReviewState | 'unpaid';
      waitingSince: Date | null;
      decidedBy: string | null;
      decidedAt: Date | null;
      reason: string | null;
    }[]
  >`
    select mode, state, waiting_since as "waitingSince", decided_by as "decidedBy", decided_at as "decidedAt", reason
      from risk_reviews where merchant_id = ${merchantId} and transaction_id = ${id}`;
  return row;
}

/** A review to be decided, with its payment, which is locked first. */
export interface LockedReview {
  mode: Mode;
  state: ReviewState | 'unpaid';
  reference: string;
  /** Refused, and not refunded because the refund failed. */
  isStuck: boolean;
  /** Refunded in full. */
  isRefunded: boolean;
  isBeyondLimit: boolean;
  /** The amount charged to the payer. */
  chargedPiastres: number;
}

/** Locks a payment and its review. */
export async function lockReview(tx: Tx, merchantId: number, id: number): Promise<LockedReview | undefined> {
  await tx`select from transactions where merchant_id = ${merchantId} and id = ${id} for no key update`;
  await tx`select from risk_reviews where merchant_id = ${merchantId} and transaction_id = ${id} for update`;
  const [row] = await tx<LockedReview[]>`
    select r.mode, r.state, t.reference, t.status = 3 as "isRefunded", r.beyond_limit as "isBeyondLimit",
           t.charged_piastres as "chargedPiastres",
           r.state = 'refused' and t.status = 1 and t.refunding_piastres = 0 as "isStuck"
      from risk_reviews r join transactions t on t.merchant_id = r.merchant_id and t.id = r.transaction_id
     where r.merchant_id = ${merchantId} and r.transaction_id = ${id}`;
  return row;
}

/** Puts a captured payment under review because it exceeds the merchant's monthly limit. */
export async function reviewBeyondLimit(
  tx: Tx,
  { merchantId, transactionId }: { merchantId: number; transactionId: number },
  now: Date,
): Promise<void> {
  await tx`
    insert into risk_reviews (merchant_id, transaction_id, attempt_id, mode, state, created_at, waiting_since, beyond_limit,
                              payer_key, charged_piastres)
    select t.merchant_id, t.id, a.id, t.mode, 'waiting', ${now}, ${now}, true,
           search_key(t.customer_name || ' ' || t.customer_email || ' ' || t.customer_mobile), t.charged_piastres
      from transactions t join payment_attempts a on a.merchant_id = t.merchant_id and a.transaction_id = t.id
     where t.merchant_id = ${merchantId} and t.id = ${transactionId}
    on conflict (merchant_id, transaction_id) do update set beyond_limit = true`;
}

/** Returns whether a payment is or was held because it exceeded the merchant's monthly limit. */
export async function isHeldBeyondLimit(
  db: Db,
  { merchantId, transactionId }: { merchantId: number; transactionId: number },
): Promise<boolean> {
  const rows = await db`
    select from risk_reviews where merchant_id = ${merchantId} and transaction_id = ${transactionId} and beyond_limit`;
  return rows.length > 0;
}

/** Ends a review. */
export async function decideReview(
  tx: Tx,
  merchantId: number,
  id: number,
  decision: { state: 'approved' | 'refused'; actor: string; reason: string; now: Date },
): Promise<void> {
  await tx`
    update risk_reviews set state = ${decision.state}, decided_by = ${decision.actor}, decided_at = ${decision.now},
                            reason = ${decision.reason}
     where merchant_id = ${merchantId} and transaction_id = ${id}`;
}
