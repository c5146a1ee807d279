import { toPounds } from '@daftar/contract/money';
import type { Discrepancy } from '@daftar/contract/ops-discrepancies';
import type { Paging } from '@daftar/contract/paging';
import type { App } from '../../platform/context.ts';
import * as store from './store.ts';

/** Lists one page of the discrepancies that wait. */
export async function listDiscrepancies(app: App, paging: Paging<'created_at'>) {
  const { rows, meta } = await store.listWaiting(app.db, paging);
  return { rows: rows.map(wireOf), meta };
}

const wireOf = (row: store.ListedDiscrepancy): Discrepancy => ({
  id: row.id,
  kind: row.kind,
  merchant: { id: row.merchantId, name: row.merchantName },
  mode: row.mode,
  transaction_id: row.transactionId,
  reference: row.reference,
  account: row.accountId === null ? null : { id: row.accountId, name: row.accountName ?? '' },
  adapter: row.adapter,
  said: row.said,
  amount: row.amountPiastres === null ? null : toPounds(row.amountPiastres),
  booked_at: row.bookedAt.toISOString(),
  charged_amount: toPounds(row.chargedPiastres),
  refundable_amount: toPounds(row.refundablePiastres),
  created_at: row.foundAt.toISOString(),
});
