import type { DiscrepancyKind } from '@daftar/contract/ops-discrepancies';
import { TRANSACTION_STATUS } from '@daftar/contract/transactions';
import type { Mode } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { ObservedPayment } from '../processors/observers.ts';
import { listOfAttempt } from '../transactions/writes.ts';

/** The payments of an attempt; for an order that was paid more than once, all of them together. */
export interface LockedPayment {
  mode: Mode;
  /** The first one. */
  transactionId: number;
  chargedPiastres: number;
  /** Refunded by the processor, or requested from it; neither transfers by the provider nor unsent refunds. */
  refundedPiastres: number;
  /** In all disputes, whatever their outcome. */
  disputedPiastres: number;
  /** Refunded, and in disputes that are open or lost. */
  gonePiastres: number;
}

/** Locks the captured payments of an attempt and reads them. */
export async function lockPayment(tx: Tx, payment: ObservedPayment): Promise<LockedPayment | undefined> {
  const ids = (await listOfAttempt(tx, payment)).map(({ transactionId }) => transactionId);
  const ofAttempt = tx`
    t.merchant_id = ${payment.merchantId} and t.id in ${tx(ids)}
    and t.status in (${TRANSACTION_STATUS.success}, ${TRANSACTION_STATUS.refunded})`;
  if (ids.length === 0) return undefined;
  await tx`select from transactions t where ${ofAttempt} order by t.id for no key update`;
  const [row] = await tx<LockedPayment[]>`
    select min(t.mode::text) as mode, min(t.id) as "transactionId", sum(t.charged_piastres)::bigint as "chargedPiastres",
           coalesce(sum((select sum(r.amount_piastres) from refunds r
             where r.merchant_id = ${payment.merchantId} and r.transaction_id = t.id and r.for_operator is distinct from 'transfer'
               and (r.state = 'succeeded' or r.state = 'pending' and r.tried_at is not null))), 0)::bigint as "refundedPiastres",
           coalesce(sum((select sum(c.amount_piastres) from chargebacks c
             where c.merchant_id = ${payment.merchantId} and c.transaction_id = t.id)), 0)::bigint as "disputedPiastres",
           sum(t.refunded_piastres + t.disputed_piastres)::bigint as "gonePiastres"
      from transactions t where ${ofAttempt} having count(*) > 0`;
  return row;
}

/** Lists the refunds of an attempt's payments by a processor, according to our books. */
export async function listMade(
  tx: Tx,
  payment: ObservedPayment,
): Promise<{ id: number; amountPiastres: number }[]> {
  const ids = (await listOfAttempt(tx, payment)).map(({ transactionId }) => transactionId);
  if (ids.length === 0) return [];
  return tx<{ id: number; amountPiastres: number }[]>`
    select id, amount_piastres as "amountPiastres" from refunds
     where merchant_id = ${payment.merchantId} and transaction_id in ${tx(ids)} and state = 'succeeded'
       and for_operator is distinct from 'transfer' and processor_account_id is not distinct from ${payment.accountId}
     order by id`;
}

/** A discrepancy to be inserted. */
export interface NewDiscrepancy {
  kind: DiscrepancyKind;
  refundId: number | null;
  amountPiastres: number | null;
  said: string;
  /** True if it counts again after an operator has answered the same report. */
  isNews: boolean;
  now: Date;
}

/** Inserts a discrepancy of a locked payment; an open one gets the newest report. @returns whether one is open now */
export async function insertDiscrepancy(
  tx: Tx,
  { merchantId, id: attemptId, accountId }: ObservedPayment,
  { mode, transactionId }: LockedPayment,
  { kind, refundId, amountPiastres, said, isNews, now }: NewDiscrepancy,
): Promise<boolean> {
  const inserted = await tx`
    insert into discrepancies (merchant_id, mode, transaction_id, attempt_id, account_id, kind, refund_id, said,
                               amount_piastres, found_at)
    select ${merchantId}, ${mode}::mode, ${transactionId}, ${attemptId}, ${accountId}, ${kind}, ${refundId}::bigint, ${said},
           ${amountPiastres}::bigint, ${now}
     where ${isNews} or not exists (
       select from discrepancies d
        where d.merchant_id = ${merchantId} and d.transaction_id = ${transactionId} and d.kind = ${kind}
          and d.refund_id is not distinct from ${refundId} and d.said = ${said} and d.ending is not null)
    on conflict (merchant_id, transaction_id, kind, coalesce(refund_id, 0)) where ending is null
      do update set said = excluded.said, amount_piastres = excluded.amount_piastres`;
  return inserted.count > 0;
}

/** Identifies a discrepancy. */
export interface DiscrepancyRef {
  merchantId: number;
  id: number;
}

/** An open discrepancy. */
export interface OpenDiscrepancy extends DiscrepancyRef {
  mode: Mode;
  transactionId: number;
  /** The reference of its payment. */
  reference: string;
  attemptId: number;
  accountId: number | null;
  kind: DiscrepancyKind;
  refundId: number | null;
  amountPiastres: number | null;
  said: string;
}

/** Locks the payment of a discrepancy and then the discrepancy, if it is still open. */
export async function lockOpen(tx: Tx, ref: DiscrepancyRef): Promise<OpenDiscrepancy | undefined> {
  const it = tx`d.merchant_id = ${ref.merchantId} and d.id = ${ref.id} and d.ending is null`;
  await tx`
    select from transactions t
     where t.merchant_id = ${ref.merchantId} and t.id = (select d.transaction_id from discrepancies d where ${it})
       for no key update`;
  const [row] = await tx<OpenDiscrepancy[]>`
    select d.merchant_id as "merchantId", d.id, d.mode, d.transaction_id as "transactionId", t.reference,
           d.attempt_id as "attemptId", d.account_id as "accountId", d.kind, d.refund_id as "refundId", d.said,
           d.amount_piastres as "amountPiastres"
      from discrepancies d
      join transactions t on t.merchant_id = d.merchant_id and t.id = d.transaction_id
     where ${it} for update of d`;
  return row;
}

/** The end of a discrepancy, and its author. */
export interface Ending {
  ending: 'refunded' | 'reversed' | 'disputed' | 'stands';
  by: string;
  reason?: string;
  bookedRefundId?: number;
  chargebackId?: number;
  now: Date;
}

/** Ends a locked discrepancy. */
export async function writeEnding(tx: Tx, ref: DiscrepancyRef, end: Ending): Promise<void> {
  await tx`
    update discrepancies
       set ending = ${end.ending}, ended_at = ${end.now}, ended_by = ${end.by}, reason = ${end.reason ?? ''},
           booked_refund_id = ${end.bookedRefundId ?? null}, chargeback_id = ${end.chargebackId ?? null}
     where merchant_id = ${ref.merchantId} and id = ${ref.id}`;
}

/** Ends the open discrepancies about refunds of a payment that have come back. */
export async function endReversed(db: Db, payment: ObservedPayment, now: Date): Promise<void> {
  await db`
    update discrepancies d set ending = 'reversed', ended_at = ${now}, ended_by = 'system'
      from refunds r
     where d.merchant_id = ${payment.merchantId} and d.attempt_id = ${payment.id} and d.kind = 'refund-failed'
       and d.ending is null and r.merchant_id = d.merchant_id and r.id = d.refund_id and r.state = 'reversed'`;
}
