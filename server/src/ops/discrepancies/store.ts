import type { DiscrepancyKind } from '@daftar/contract/ops-discrepancies';
import type { Paging } from '@daftar/contract/paging';
import type { Mode } from '../../platform/context.ts';
import type { Db } from '../../platform/db/connect.ts';
import { type Page, readPage } from '../../platform/lists/page.ts';

/** A discrepancy that waits for a person. */
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

/** Lists one page of the discrepancies that wait. */
export function listWaiting(db: Db, paging: Paging<'created_at'>): Promise<Page<ListedDiscrepancy>> {
  const payment = (column: string) => db`
    (select p.${db(column)} from transactions p where p.merchant_id = t.merchant_id and p.id = t.transaction_id)`;
  return readPage<ListedDiscrepancy>(db, paging, {
    table: 'discrepancies',
    scope: db`t.ending is null`,
    filters: [],
    sort: { expression: 't.found_at' },
    columns: db`
      t.id, t.kind, t.merchant_id as "merchantId", t.mode, t.transaction_id as "transactionId", t.said,
      (select m.business_name from merchants m where m.id = t.merchant_id) as "merchantName",
      ${payment('reference')} as reference, t.account_id as "accountId",
      (select a.name from processor_accounts a where a.id = t.account_id) as "accountName",
      coalesce((select a.processor from payment_attempts a
        where a.merchant_id = t.merchant_id and a.id = t.attempt_id), '') as adapter,
      case t.kind when 'payment-failed' then ${payment('charged_piastres')} else t.amount_piastres end as "amountPiastres",
      coalesce((select r.finished_at from refunds r where r.merchant_id = t.merchant_id and r.id = t.refund_id),
               ${payment('paid_at')}, t.found_at) as "bookedAt",
      ${payment('charged_piastres')} as "chargedPiastres",
      (select p.charged_piastres - p.refunded_piastres - p.refunding_piastres from transactions p
        where p.merchant_id = t.merchant_id and p.id = t.transaction_id) as "refundablePiastres",
      t.found_at as "foundAt"`,
  });
}
