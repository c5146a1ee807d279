/**
 * All writes to `transactions` and their timelines, `transaction_events`. Other nouns call these in their own
 * transaction; otherwise only `attempt_outcome` and settling write them, in SQL functions.
 */
import { TRANSACTION_STATUS } from '@daftar/contract/transactions';
import type { Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { Sql } from '../platform/lists/page.ts';

/** Identifies a merchant's transaction. */
interface TransactionRef {
  merchantId: number;
  transactionId: number;
}

/** A payment to be started. */
export interface NewPayment {
  reference: string;
  source: { kind: string; id: number; name: string; reference: string };
  method: number;
  /** The currency of the next three amounts, in hundredths. */
  currency: string;
  subtotal: number;
  total: number;
  /** EGP per unit × 1,000,000. */
  rateScaled: number;
  valuePiastres: number;
  chargePiastres: number;
  feePiastres: number;
  vatPiastres: number;
  feesOn: 'M' | 'C';
  payer: { name: string; email: string; mobile: string; address: string };
  card: { brand: string; last4: string } | null;
  now: Date;
}

const created = (db: Db, merchantId: number, now: Date): Sql => db`
  created as (
    insert into transaction_events (merchant_id, transaction_id, kind, at)
    select ${merchantId}, t.id, 'created', ${now} from t
  )`;

/** Common table expressions that insert a pending payment and the first event of its timeline; `t` has its id. */
export const recordPayment = (db: Db, { merchantId, mode }: Scope, p: NewPayment): Sql => db`
  t as (
    insert into transactions (
      merchant_id, mode, reference, source_kind, source_id, source_name, source_reference, payment_method, currency,
      subtotal, total, value_piastres, rate_scaled, charged_piastres, fee_piastres, vat_piastres, net_piastres,
      fees_on, customer_name, customer_email, customer_mobile, customer_address, card_brand, card_last4, created_at,
      updated_at)
    values (
      ${merchantId}, ${mode}, ${p.reference}, ${p.source.kind}, ${p.source.id}, ${p.source.name},
      ${p.source.reference}, ${p.method}, ${p.currency}, ${p.subtotal}, ${p.total}, ${p.valuePiastres},
      ${p.rateScaled}, ${p.chargePiastres}, ${p.feePiastres}, ${p.vatPiastres},
      ${p.chargePiastres - p.feePiastres - p.vatPiastres}, ${p.feesOn}, ${p.payer.name}, ${p.payer.email},
      ${p.payer.mobile}, ${p.payer.address}, ${p.card?.brand ?? null}, ${p.card?.last4 ?? null}, ${p.now}, ${p.now})
    returning id
  ), ${created(db, merchantId, p.now)}`;

/**
 * Like {@link recordPayment}, for further money of an attempt's payer: copies its transaction, at the attempt's price.
 */
export const copyPayment = (
  db: Db,
  attempt: { merchantId: number; id: number },
  copy: { reference: string; card: NewPayment['card']; now: Date },
): Sql => db`
  t as (
    insert into transactions (
      merchant_id, mode, reference, source_kind, source_id, source_name, source_reference, payment_method, currency,
      subtotal, total, value_piastres, rate_scaled, charged_piastres, fee_piastres, vat_piastres, net_piastres,
      fees_on, reference_code, customer_name, customer_email, customer_mobile, customer_address, card_brand,
      card_last4, created_at, updated_at)
    select t.merchant_id, t.mode, ${copy.reference}, t.source_kind, t.source_id, t.source_name, t.source_reference,
           t.payment_method, t.currency, t.subtotal, t.total, a.value_piastres, t.rate_scaled, a.charge_piastres,
           a.fee_piastres, a.vat_piastres, a.charge_piastres - a.fee_piastres - a.vat_piastres, t.fees_on,
           t.reference_code, t.customer_name, t.customer_email, t.customer_mobile, t.customer_address,
           ${copy.card?.brand ?? null}, ${copy.card?.last4 ?? null}, ${copy.now}, ${copy.now}
      from payment_attempts a join transactions t on t.merchant_id = a.merchant_id and t.id = a.transaction_id
     where a.merchant_id = ${attempt.merchantId} and a.id = ${attempt.id}
    returning id
  ), ${created(db, attempt.merchantId, copy.now)}`;

/** Returns a statement that stores the card used, as reported by the processor. @param transactionId SQL for the id. */
export const giveCard = (
  db: Db,
  { merchantId, transactionId }: { merchantId: number; transactionId: Sql },
  card: { brand: string; last4: string },
  now: Date,
): Sql => db`
  update transactions set card_brand = ${card.brand}, card_last4 = ${card.last4}, updated_at = ${now}
   where merchant_id = ${merchantId} and id = ${transactionId}`;

/** Returns a statement that stores the code with which the payer pays. @param transactionId SQL for the id. */
export const giveCode = (
  db: Db,
  { merchantId, transactionId }: { merchantId: number; transactionId: Sql },
  code: string,
  now: Date,
): Sql => db`
  update transactions set reference_code = ${code}, updated_at = ${now}
   where merchant_id = ${merchantId} and id = ${transactionId}`;

/**
 * Returns a statement that marks a successful payment as announced and returns its row; no row if it was announced
 * before.
 */
export const markAnnounced = (db: Db, ref: TransactionRef, now: Date): Sql => db`
  update transactions set announced_at = ${now}
   where merchant_id = ${ref.merchantId} and id = ${ref.transactionId} and announced_at is null and status in (1, 3)
  returning *`;

/**
 * Lists the transactions of an attempt, in the order in which to lock them: an order may have been paid more than once.
 */
export const listOfAttempt = (
  tx: Tx,
  { merchantId, id }: { merchantId: number; id: number },
): Promise<(Scope & TransactionRef)[]> => tx<(Scope & TransactionRef)[]>`
  select merchant_id as "merchantId", mode, transaction_id as "transactionId" from payment_attempts
   where merchant_id = ${merchantId} and id = ${id}
  union all
  select merchant_id, mode, transaction_id from payment_attempts
   where merchant_id = ${merchantId} and duplicate_of = ${id}
   order by "transactionId"`;

/**
 * Returns a statement that reserves part of a locked payment for a refund and returns its id; no row if the remaining
 * amount is smaller, or the payer's money never arrived.
 * @param isMade the processor has already made it, so it is booked even for disputed money, and for fees that the payer
 * bore
 */
export const reserveRefund = (
  db: Db,
  ref: TransactionRef,
  { amountPiastres, isMade, now }: { amountPiastres: number; isMade: boolean; now: Date },
): Sql => db`
  update transactions set refunding_piastres = refunding_piastres + ${amountPiastres}, updated_at = ${now}
   where merchant_id = ${ref.merchantId} and id = ${ref.transactionId}
     and not is_payout and status in (${TRANSACTION_STATUS.success}, ${TRANSACTION_STATUS.refunded})
     and refunded_piastres + refunding_piastres + ${amountPiastres}
         <= case when ${isMade} then charged_piastres else value_piastres - disputed_piastres end
  returning id`;

/** The balance from which a refund is taken, and whether the payment is fully refunded. */
export interface Refunded {
  from: 'pending' | 'available';
  fullyRefunded: boolean;
}

/** Ends a pending refund of a locked payment. @param failureReason null if the refund succeeded. */
export async function finishRefund(
  tx: Tx,
  { merchantId, transactionId }: TransactionRef,
  amountPiastres: number,
  failureReason: string | null,
  now: Date,
): Promise<Refunded> {
  const refunded = failureReason === null ? amountPiastres : 0;
  const [row] = await tx<Refunded[]>`
    update transactions set
           refunding_piastres = refunding_piastres - ${amountPiastres},
           refunded_piastres = refunded_piastres + ${refunded},
           pending_out_piastres = pending_out_piastres + case when settlement_status = 1 then 0 else ${refunded}::bigint end,
           status = case when refunded_piastres + ${refunded} >= value_piastres then 3 else status end,
           updated_at = ${now}
     where merchant_id = ${merchantId} and id = ${transactionId}
    returning case when settlement_status = 1 then 'available' else 'pending' end as from, status = 3 as "fullyRefunded"`;
  await tx`
    insert into transaction_events (merchant_id, transaction_id, kind, at, amount_piastres, detail)
    values (${merchantId}, ${transactionId}, ${failureReason === null ? 'refunded' : 'refund_failed'}, ${now},
            ${amountPiastres}, ${failureReason})`;
  return row!;
}

/**
 * Reverses a refund of a locked payment whose money came back.
 * @returns the balance that holds the payment's money
 */
export async function reverseRefund(
  tx: Tx,
  { merchantId, transactionId }: TransactionRef,
  amountPiastres: number,
  now: Date,
): Promise<Pick<Refunded, 'from'>> {
  const [row] = await tx<Pick<Refunded, 'from'>[]>`
    update transactions set
           refunded_piastres = refunded_piastres - ${amountPiastres},
           pending_out_piastres = pending_out_piastres - case when settlement_status = 1 then 0 else ${amountPiastres}::bigint end,
           status = case when status = 3 and refunded_piastres - ${amountPiastres} < value_piastres then 1 else status end,
           updated_at = ${now}
     where merchant_id = ${merchantId} and id = ${transactionId}
    returning case when settlement_status = 1 then 'available' else 'pending' end as from`;
  await tx`
    insert into transaction_events (merchant_id, transaction_id, kind, at, amount_piastres)
    values (${merchantId}, ${transactionId}, 'refund_reversed', ${now}, ${amountPiastres})`;
  return row!;
}

/** A dispute, as recorded in its payment's row and timeline. */
interface Dispute extends TransactionRef {
  amountPiastres: number;
  reference: string;
}

/** Deducts a disputed amount from a locked payment. @param heldFrom the balance that holds its money. */
export async function holdForDispute(
  tx: Tx,
  dispute: Dispute,
  heldFrom: 'pending' | 'available',
  now: Date,
): Promise<void> {
  const { merchantId, transactionId, amountPiastres } = dispute;
  await tx`
    update transactions set disputed_piastres = disputed_piastres + ${amountPiastres},
           pending_out_piastres = pending_out_piastres + ${heldFrom === 'pending' ? amountPiastres : 0}, updated_at = ${now}
     where merchant_id = ${merchantId} and id = ${transactionId}`;
  await recordDispute(tx, dispute, 'disputed', now);
}

/** Records that a lost dispute continues: the amount stays deducted. */
export const resumeDispute = (tx: Tx, dispute: Dispute, now: Date): Promise<void> =>
  recordDispute(tx, dispute, 'disputed', now);

/** Returns a disputed amount to a locked payment when its merchant won. @param to the balance that holds its money. */
export async function releaseDispute(
  tx: Tx,
  dispute: Dispute,
  to: 'pending' | 'available',
  now: Date,
): Promise<void> {
  const { merchantId, transactionId, amountPiastres } = dispute;
  await tx`
    update transactions set disputed_piastres = disputed_piastres - ${amountPiastres},
           pending_out_piastres = pending_out_piastres - ${to === 'pending' ? amountPiastres : 0}, updated_at = ${now}
     where merchant_id = ${merchantId} and id = ${transactionId}`;
  await recordDispute(tx, dispute, 'dispute_withdrawn', now);
}

/** Records that a dispute was decided for the payer: the amount stays deducted. */
export const applyDispute = (tx: Tx, dispute: Dispute, now: Date): Promise<void> =>
  recordDispute(tx, dispute, 'dispute_applied', now);

async function recordDispute(tx: Tx, dispute: Dispute, kind: string, now: Date): Promise<void> {
  await tx`
    insert into transaction_events (merchant_id, transaction_id, kind, at, amount_piastres, detail)
    values (${dispute.merchantId}, ${dispute.transactionId}, ${kind}, ${now}, ${dispute.amountPiastres},
            ${dispute.reference})`;
}

/**
 * Records the decision of a payment's review. If approved, or if nothing is left to refund, it is settled from the
 * given day on; if refused, it stays unsettled until it is refunded.
 */
export async function endReview(
  tx: Tx,
  { merchantId, transactionId }: TransactionRef,
  {
    kind,
    expectedOn,
    now,
  }: { kind: 'review_approved' | 'review_refused'; expectedOn: string | null; now: Date },
): Promise<void> {
  if (expectedOn !== null) {
    await tx`
      update transactions set expected_settlement_on = ${expectedOn}::date, updated_at = ${now}
       where merchant_id = ${merchantId} and id = ${transactionId} and settlement_status <> 1`;
  }
  await tx`
    insert into transaction_events (merchant_id, transaction_id, kind, at)
    values (${merchantId}, ${transactionId}, ${kind}, ${now})`;
}

/** Removes a captured payment's settlement day until its review is decided. */
export async function holdPayment(
  tx: Tx,
  { merchantId, transactionId }: TransactionRef,
  now: Date,
): Promise<void> {
  await tx`
    update transactions set expected_settlement_on = null, updated_at = ${now}
     where merchant_id = ${merchantId} and id = ${transactionId} and settlement_status <> 1`;
}

/** Inserts the pending transaction of a payout; {@link linkPayout} must follow. @returns its id. */
export async function recordPayout(
  tx: Tx,
  { merchantId, mode }: Scope,
  payout: { code: string; reference: string; amountPiastres: number; now: Date },
): Promise<number> {
  const { code, reference, amountPiastres: amount, now } = payout;
  const [row] = await tx<{ id: number }[]>`
    insert into transactions (
      merchant_id, mode, reference, reference_code, source_kind, source_reference, status, currency, subtotal, total,
      value_piastres, charged_piastres, net_piastres, is_payout, created_at, updated_at)
    values (${merchantId}, ${mode}, ${reference}, ${code}, 'payout', ${code}, 0, 'EGP', ${amount}, ${amount},
            ${amount}, ${amount}, ${amount}, true, ${now}, ${now})
    returning id`;
  return row!.id;
}

/** Links a transaction to its payout and starts its timeline. */
export async function linkPayout(
  tx: Tx,
  { merchantId, transactionId }: TransactionRef,
  payout: { id: number; amountPiastres: number; now: Date },
): Promise<void> {
  await tx`
    update transactions set source_id = ${payout.id} where merchant_id = ${merchantId} and id = ${transactionId}`;
  await tx`
    insert into transaction_events (merchant_id, transaction_id, kind, at, amount_piastres)
    values (${merchantId}, ${transactionId}, 'created', ${payout.now}, ${payout.amountPiastres})`;
}

const STATUS_OF = { 'handed-over': 1, expired: 5, returned: 5 } as const;
const EVENT_OF = { 'handed-over': 'succeeded', expired: 'expired', returned: 'expired' } as const;

/** The end of a payout. */
export type PayoutEnd = keyof typeof STATUS_OF;

/** Ends the locked transaction of a payout, or reverses its payment. */
export async function finishPayout(
  tx: Tx,
  { merchantId, transactionId }: TransactionRef,
  amountPiastres: number,
  { state, reason, now }: { state: PayoutEnd; reason: string; now: Date },
): Promise<void> {
  const failure = state === 'handed-over' ? null : reason || state;
  const paidAt = state === 'handed-over' ? now : null;
  await tx`
    update transactions set status = ${STATUS_OF[state]}, failure_reason = ${failure}, paid_at = ${paidAt}, updated_at = ${now}
     where merchant_id = ${merchantId} and id = ${transactionId}`;
  await tx`
    insert into transaction_events (merchant_id, transaction_id, kind, at, amount_piastres, detail)
    values (${merchantId}, ${transactionId}, ${EVENT_OF[state]}, ${now}, ${amountPiastres}, ${reason || null})`;
}

/** Returns the reference of a transaction, for events of its payout or dispute. */
export async function referenceOf(db: Db, scope: Scope, id: number): Promise<string> {
  const [row] = await db<{ reference: string }[]>`
    select reference from transactions where merchant_id = ${scope.merchantId} and mode = ${scope.mode} and id = ${id}`;
  return row!.reference;
}
