import { toPounds } from '@daftar/contract/money';
import type { Discrepancy } from '@daftar/contract/ops-discrepancies';
import type { Paging } from '@daftar/contract/paging';
import { findTyped } from '../../ops-lists/find.ts';
import { at, egp, merchantCells, momentCells, opsList } from '../../ops-lists/list.ts';
import * as store from './store.ts';

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

/** The list of open discrepancies between processors and our books, in both modes. */
export const discrepancies = opsList<
  Paging<'created_at'>,
  { q?: string | undefined },
  store.ListedDiscrepancy,
  Discrepancy
>({
  what: 'discrepancies',
  find: async ({ db }, _paging, { q }) => {
    const found = await findTyped(db, q, { mode: 'any' });
    return (through) => store.waitingSource(through, q, found);
  },
  wireOf,
  cells: (say) => ({
    reference: (row) => row.reference,
    ...merchantCells,
    kind: (row) => say(`ops.discrepancyKind.${row.kind}`),
    account: (row) => row.account?.name ?? row.adapter,
    said: (row) => row.said,
    amount: (row) => egp(row.amount),
    booked: (row) => at(row.booked_at),
    ...momentCells(say),
  }),
});
