import { nameOutside } from '../messages/sender.ts';
import type { Mode } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import * as transactions from '../transactions/writes.ts';

/** A payment to be announced. */
export interface PaidFacts {
  merchantId: number;
  transactionId: number;
  mode: Mode;
  reference: string;
  /** Empty until the merchant is verified. */
  merchantName: string;
  sourceKind: string;
  /** The paid link, share or order; null if the money came without an attempt. */
  payableId: number | null;
  sourceName: string;
  sourceReference: string | null;
  method: number;
  chargedPiastres: number;
  flags: string[];
  paidAt: Date;
  /** The path of the attempt's page, which is its receipt; null without an attempt. */
  receiptPath: string | null;
  /** The token of the attempt that brought the money; null without one. */
  attempt: string | null;
  locale: 'ar' | 'en';
  name: string;
  email: string;
  mobile: string;
}

/** Claims the announcement of a payment. @returns its facts the first time, undefined after that. */
export async function announce(
  tx: Tx,
  merchantId: number,
  transactionId: number,
  now: Date,
): Promise<PaidFacts | undefined> {
  const [row] = await tx<PaidFacts[]>`
    with t as (${transactions.markAnnounced(tx, { merchantId, transactionId }, now)})
    select t.merchant_id as "merchantId", t.id as "transactionId", t.mode, t.reference,
              ${nameOutside(tx)} as "merchantName", t.source_kind as "sourceKind", t.source_name as "sourceName",
              t.source_reference as "sourceReference", t.payment_method as method,
              t.charged_piastres as "chargedPiastres", t.flags, t.paid_at as "paidAt",
              (select a.payable_id from payment_attempts a
                where a.merchant_id = ${merchantId} and a.transaction_id = t.id) as "payableId",
              (select '/pay/' || p.token || '/' || a.token from payment_attempts a
                 join pay_tokens p on p.merchant_id = ${merchantId} and p.kind = a.payable_kind
                                  and p.payable_id = a.payable_id
                where a.merchant_id = ${merchantId} and a.transaction_id = t.id limit 1) as "receiptPath",
              (select a.token from payment_attempts a
                where a.merchant_id = ${merchantId} and a.transaction_id = t.id) as attempt,
              coalesce((select a.locale from payment_attempts a
                         where a.merchant_id = ${merchantId} and a.transaction_id = t.id), 'ar') as locale,
              t.customer_name as name, t.customer_email as email, t.customer_mobile as mobile
      from t join merchants m on m.id = t.merchant_id`;
  return row;
}

/** The address of an attempt's page, and its merchant. */
export interface PayablePlace {
  /** The payable's public token. */
  token: string;
  /** Empty until the merchant is verified. */
  merchantName: string;
  sourceName: string;
  /** The transaction's reference. */
  reference: string;
}

/** Finds the address of an attempt's page; undefined when its payable has no public address. */
export async function findPayablePlace(
  tx: Tx,
  attempt: { merchantId: number; transactionId: number; payableKind: string; payableId: number },
): Promise<PayablePlace | undefined> {
  const [row] = await tx<PayablePlace[]>`
    select p.token, ${nameOutside(tx)} as "merchantName", t.source_name as "sourceName", t.reference
      from transactions t
      join merchants m on m.id = t.merchant_id
      join pay_tokens p on p.merchant_id = t.merchant_id and p.kind = ${attempt.payableKind}
                       and p.payable_id = ${attempt.payableId}
     where t.merchant_id = ${attempt.merchantId} and t.id = ${attempt.transactionId}
     limit 1`;
  return row;
}

/** The creator of a payment link who wants messages about payments, with the channels. */
export interface LinkWatcher {
  email: string;
  mobile: string;
  locale: 'ar' | 'en';
  byEmail: boolean;
  bySms: boolean;
}

/**
 * Finds the creator who wants messages about payments of this link; undefined for other payables, or if nobody does.
 */
export async function findLinkWatcher(tx: Tx, paid: PaidFacts): Promise<LinkWatcher | undefined> {
  if (paid.sourceKind !== 'payment-link') return undefined;
  const [row] = await tx<LinkWatcher[]>`
    select u.email, u.mobile, u.locale, l.notify_by_email as "byEmail", l.notify_by_sms as "bySms"
      from transactions t
      join payment_links l on l.merchant_id = t.merchant_id and l.id = t.source_id
      join users u on u.merchant_id = l.merchant_id and u.id = l.created_by and u.is_active
     where t.merchant_id = ${paid.merchantId} and t.id = ${paid.transactionId}
       and (l.notify_by_email or l.notify_by_sms)`;
  return row;
}
