/** Amounts of settlements that are or were held as reserve, over all merchants. */
import type { OpsReserveItemRow } from '@daftar/contract/ops-reserve';
import type { Paging } from '@daftar/contract/paging';
import { findTyped } from '../ops-lists/find.ts';
import { at, egp, merchantCells, onDay, opsList } from '../ops-lists/list.ts';
import { rowOf } from './service.ts';
import { type ItemFilters, itemSource, type ListedReserveItem } from './store-items.ts';

export const reserveItems = opsList<
  Paging<'release_on' | 'amount'>,
  ItemFilters,
  ListedReserveItem,
  OpsReserveItemRow
>({
  what: 'reserve-items',
  find: async ({ db }, paging, filters) => {
    const found = await findTyped(db, filters.q, filters);
    return (through) => itemSource(through, paging, filters, found);
  },
  wireOf: (row) => ({
    ...rowOf(row),
    merchant: { id: row.merchantId, name: row.merchantName },
    mode: row.mode,
  }),
  cells: (say) => ({
    reference: (row) => row.settlement_reference,
    ...merchantCells,
    held: (row) => egp(row.amount),
    used: (row) => egp(row.drawn),
    stillHeld: (row) => egp(row.left),
    released: (row) => egp(row.released),
    status: (row) => say(`ops.reserveState.${row.state}`),
    share: (row) => ({ hundredths: Math.round(row.share * 100) }),
    days: (row) => row.days,
    heldSince: (row) => at(row.held_at),
    releaseDay: (row) => onDay(row.release_on),
    releasedAt: (row) => at(row.released_at),
    mode: (row) => say(`ops.mode.${row.mode}`),
  }),
});
