import type { OpsRefundRow } from '@daftar/contract/ops-money';
import type { Paging } from '@daftar/contract/paging';
import { among, anyOf, type Found } from '../../ops-lists/find.ts';
import type { Db } from '../../platform/db/connect.ts';
import { type ListSource, on, type Sql } from '../../platform/lists/page.ts';
import { type CrossMerchantFilters, type CrossMerchantRow, common, crossMerchant } from './store-common.ts';

export interface CrossMerchantRefund extends CrossMerchantRow {
  transactionId: number;
  reference: string;
  method: number | null;
  amountPiastres: number;
  state: OpsRefundRow['state'];
  customer: OpsRefundRow['customer'];
  accountId: number | null;
  accountName: string | null;
  refundKey: string;
  processorRefundId: string | null;
  reason: string;
  failureReason: string | null;
  explanation: string | null;
  waitsForOperator: boolean;
  finishedAt: Date | null;
  reversedAt: Date | null;
}

export interface RefundFilters extends CrossMerchantFilters {
  state?: OpsRefundRow['state'] | undefined;
  payment_method_id?: number | undefined;
}

/**
 * Returns the condition that a refund matches the typed text: by the payment that it names, or the refund's own
 * numbers, amount or payer.
 */
function meant(db: Db, { meaning, payments, payables }: Found): Sql {
  const { id, piastres, text } = meaning;
  return anyOf(db, [
    ...among(db, payments, 't.transaction_id'),
    // Searches the merchant's refunds, which are few compared with the payments of a link.
    ...payables.map(
      ({ merchantId, kind, id: payable }) => db`
        (t.merchant_id = ${merchantId} and exists (
           select from transactions x
            where x.merchant_id = t.merchant_id and x.id = t.transaction_id
              and x.source_kind = ${kind} and x.source_id = ${payable}))`,
    ),
    ...(id === null
      ? []
      : [
          db`t.refund_key = ${id}`,
          db`(t.processor_account_id = any (array(select a.id from processor_accounts a)) and t.processor_refund_id = ${id})`,
        ]),
    ...(piastres === null ? [] : [db`t.amount_piastres = ${piastres}`]),
    ...(text === null ? [] : [db`t.payer_key like ${text}`]),
  ]);
}

/** Returns the source of the list of refunds across merchants. */
export function refundSource(
  db: Db,
  paging: Paging<'created_at' | 'amount'>,
  filters: RefundFilters,
  found: Found | null,
): ListSource {
  const { filters: conditions, ...source } = crossMerchant(db, 'refunds', filters);
  const { state, payment_method_id: method } = filters;
  if (found) conditions.push(meant(db, found));
  if (state) conditions.push(on('t.state', db`t.state = ${state}`));
  if (method !== undefined) conditions.push(on('t.payment_method', db`t.payment_method = ${method}`));
  // Across merchants, there is an index by either state and time or method and time, but none by both.
  const under = filters.merchant_id !== undefined ? undefined : state ? 't.state' : 't.payment_method';
  return {
    ...source,
    filters: conditions,
    sort:
      paging.sortBy === 'amount'
        ? { expression: 't.amount_piastres' }
        : { expression: 't.created_at', under },
    columns: db`
      ${common(db)}, t.transaction_id as "transactionId", t.amount_piastres as "amountPiastres", t.state, t.reason,
      t.payment_method as method, t.failure_reason as "failureReason", t.explanation, t.refund_key as "refundKey",
      t.processor_refund_id as "processorRefundId", t.processor_account_id as "accountId",
      (select a.name from processor_accounts a where a.id = t.processor_account_id) as "accountName",
      t.state = 'pending' and t.for_operator is not null as "waitsForOperator",
      t.finished_at as "finishedAt", t.reversed_at as "reversedAt",
      (select x.reference from transactions x
        where x.merchant_id = t.merchant_id and x.id = t.transaction_id) as reference,
      (select jsonb_build_object('name', x.customer_name, 'email', x.customer_email, 'mobile', x.customer_mobile)
         from transactions x where x.merchant_id = t.merchant_id and x.id = t.transaction_id) as customer`,
  };
}
