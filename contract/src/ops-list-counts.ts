/** Counts of rows by status, for the tabs above the console's lists. */
import * as z from 'zod/mini';
import { MERCHANT_STATUS } from './auth.ts';
import { CHARGEBACK_STATUS } from './chargebacks.ts';
import { defineEndpoints } from './endpoint.ts';
import { data } from './envelope.ts';
import { OPS_APPROVAL_STATES } from './ops-approvals.ts';
import { ListMode, OPS_REFUND_STATES, OPS_SETTLEMENT_STATES } from './ops-money-lists.ts';
import { OPS_VIEW_LISTS, type OpsViewList } from './ops-saved-views.ts';
import { StatusCount } from './paging.ts';
import { PAYOUT_STATES } from './payouts.ts';
import { RESERVE_ITEM_STATES } from './reserve.ts';
import { Id } from './text.ts';
import { TICKET_STATUS } from './tickets.ts';
import { TRANSACTION_STATUS } from './transactions.ts';

/** The filter of each list whose values are its tabs. */
export const OPS_TABS = {
  'ops-approvals': { by: 'state', values: OPS_APPROVAL_STATES },
  'ops-chargebacks': { by: 'status', values: Object.values(CHARGEBACK_STATUS) },
  'ops-merchants': { by: 'status', values: Object.values(MERCHANT_STATUS) },
  'ops-payouts': { by: 'state', values: PAYOUT_STATES },
  'ops-refunds': { by: 'state', values: OPS_REFUND_STATES },
  'ops-reserve-items': { by: 'state', values: RESERVE_ITEM_STATES },
  'ops-settlements': { by: 'state', values: OPS_SETTLEMENT_STATES },
  'ops-tickets': { by: 'status', values: Object.values(TICKET_STATUS) },
  'ops-transactions': { by: 'status', values: Object.values(TRANSACTION_STATUS) },
} as const satisfies { [List in OpsViewList]?: { by: string; values: readonly (string | number)[] } };
export type OpsTabList = keyof typeof OPS_TABS;
const LISTS = Object.keys(OPS_TABS) as OpsTabList[];

/** Filters under which the tabs show counts; with any other filter they show none. */
export const COUNTED_FILTERS = ['mode', 'merchant_id'] as const;

export const ListCountsQuery = z
  .object({
    list: z.enum(LISTS, { error: 'Invalid' }),
    mode: z.optional(ListMode),
    merchant_id: z.optional(Id),
  })
  .check((ctx) => {
    const { filters } = OPS_VIEW_LISTS[ctx.value.list].query.list;
    for (const name of COUNTED_FILTERS)
      if (ctx.value[name] !== undefined && !filters.includes(name))
        ctx.issues.push({ code: 'custom', message: 'Invalid', input: ctx.value[name], path: [name] });
  });
export type ListCountsQuery = z.output<typeof ListCountsQuery>;

/** The status as a value of the list's filter. */
export const OpsStatusCount = z.object({ ...StatusCount.shape, status: z.string() });
export type OpsStatusCount = z.output<typeof OpsStatusCount>;

export const opsListCounts = defineEndpoints({
  /**
   * Returns the count of each status of a list's tabs, counted like its pages. 403 for callers who may not read the
   * list.
   */
  read: {
    method: 'GET',
    path: '/ops/list-counts',
    reads: 'standby',
    base: 'fixed',
    access: 'operator',
    query: ListCountsQuery,
    reply: data(z.array(OpsStatusCount)),
  },
});
