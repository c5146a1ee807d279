import type { DiscrepancyKind } from '@daftar/contract/ops-discrepancies';
import { among, anyOf, type Found } from '../../ops-lists/find.ts';
import type { Mode } from '../../platform/context.ts';
import type { Db } from '../../platform/db/connect.ts';
import type { ListSource } from '../../platform/lists/page.ts';
import { containsPattern } from '../../platform/lists/search.ts';

/** A discrepancy that waits for an operator. */
export interface ListedDiscrepancy {
  id: number;
  kind: DiscrepancyKind;
  merchantId: number;
  merchantName: string;
  mode: Mode;
  transactionId: number;
  reference: string;
  accountId: number | null;
  accountName: string | null;
  adapter: string;
  said: string;
  amountPiastres: number | null;
  bookedAt: Date;
  chargedPiastres: number;
  refundablePiastres: number;
  foundAt: Date;
}

/**
 * Returns the source of the list of open discrepancies that match the typed text; there are few, so each can be
 * examined.
 */
export function waitingSource(db: Db, typed: string | undefined, found: Found | null): ListSource {
  const payment = (column: string) => db`
    (select p.${db(column)} from transactions p where p.merchant_id = t.merchant_id and p.id = t.transaction_id)`;
  const amount = db`
    case t.kind when 'payment-failed' then ${payment('charged_piastres')} else t.amount_piastres end`;
  const name = db`(select m.business_name from merchants m where m.id = t.merchant_id)`;
  return {
    table: 'discrepancies',
    scope: db`t.ending is null`,
    filters: found
      ? [
          anyOf(db, [
            ...among(db, found.payments, 't.transaction_id'),
            db`search_key(${name} || ' ' || t.said) like ${containsPattern(typed ?? '')}`,
            ...(found.meaning.piastres === null ? [] : [db`${amount} = ${found.meaning.piastres}`]),
          ]),
        ]
      : [],
    sort: { expression: 't.found_at' },
    columns: db`
      t.id, t.kind, t.merchant_id as "merchantId", t.mode, t.transaction_id as "transactionId", t.said,
      ${name} as "merchantName", ${payment('reference')} as reference, t.account_id as "accountId",
      (select a.name from processor_accounts a where a.id = t.account_id) as "accountName",
      coalesce((select a.processor from payment_attempts a
        where a.merchant_id = t.merchant_id and a.id = t.attempt_id), '') as adapter, ${amount} as "amountPiastres",
      coalesce((select r.finished_at from refunds r where r.merchant_id = t.merchant_id and r.id = t.refund_id),
               ${payment('paid_at')}, t.found_at) as "bookedAt",
      ${payment('charged_piastres')} as "chargedPiastres",
      (select p.charged_piastres - p.refunded_piastres - p.refunding_piastres from transactions p
        where p.merchant_id = t.merchant_id and p.id = t.transaction_id) as "refundablePiastres",
      t.found_at as "foundAt"`,
  };
}
