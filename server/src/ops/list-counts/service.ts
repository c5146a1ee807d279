import {
  type ListCountsQuery,
  OPS_TABS,
  type OpsStatusCount,
  type OpsTabList,
} from '@daftar/contract/ops-list-counts';
import { OPS_VIEW_LISTS } from '@daftar/contract/ops-saved-views';
import { requests } from '../../ops-approvals/read.ts';
import type { CountedList } from '../../ops-lists/list.ts';
import type { App, Operator } from '../../platform/context.ts';
import { ForbiddenError } from '../../platform/http/errors.ts';
import { reserveItems } from '../../reserve/items.ts';
import { chargebacks } from '../cross-merchant/chargebacks.ts';
import { payouts } from '../cross-merchant/payouts.ts';
import { refunds } from '../cross-merchant/refunds.ts';
import { settlements } from '../cross-merchant/settlements.ts';
import { transactions } from '../cross-merchant/transactions.ts';
import { allMerchants } from '../merchants/service.ts';
import { tickets } from '../tickets/service.ts';

const LISTS: Readonly<Record<OpsTabList, CountedList>> = {
  'ops-approvals': requests,
  'ops-chargebacks': chargebacks,
  'ops-merchants': allMerchants,
  'ops-payouts': payouts,
  'ops-refunds': refunds,
  'ops-reserve-items': reserveItems,
  'ops-settlements': settlements,
  'ops-tickets': tickets,
  'ops-transactions': transactions,
};

/** Counts a list's rows by status, for an operator who may read it. @throws ForbiddenError */
export async function countRows(
  app: App,
  operator: Operator,
  { list, ...filters }: ListCountsQuery,
): Promise<OpsStatusCount[]> {
  const { access, query } = OPS_VIEW_LISTS[list];
  if (!operator.reads.has(access)) throw new ForbiddenError();
  const counts = await LISTS[list].counts(app, operator, query.list.defaults, OPS_TABS[list], filters);
  return counts.map(({ status, ...count }) => ({ status: String(status), ...count }));
}
