import { APPROVAL_PERMISSION } from '@daftar/contract/access';
import { approvals } from '@daftar/contract/approvals';
import { dashboard } from '@daftar/contract/dashboard';
import { payouts } from '@daftar/contract/payouts';
import { refunds } from '@daftar/contract/refunds';
import { transactions } from '@daftar/contract/transactions';
import { useQuery } from '@tanstack/react-query';
import type { ExportChoice } from '../../ui/export-rows.tsx';
import { type ListSearch, useListSearch } from '../../ui/list-search.ts';
import { call } from '../shared/call.ts';
import { prefetchList, useListQuery, useStatusCounts } from '../shared/list-query.ts';
import { can } from '../shared/permissions.ts';
import { invalidate, queryClient, queryOf } from '../shared/query-client.ts';
import { useAction } from '../shared/use-action.ts';

/** The list's state in the address and its rows. */
export function useApprovals() {
  const search = useListSearch(approvals.list, 'approvals');
  const counts = useStatusCounts(approvals.list, approvals.counts, search, 'state');
  return { search, counts, query: useListQuery(approvals.list, search) };
}

/** Prefetches the list at an address. */
export const prefetchApprovals = (address: Record<string, string>) =>
  prefetchList(approvals.list, 'approvals', address, approvals.counts);

const waiting = () => queryOf(approvals.list, { query: { state: 'waiting', page: 1, page_size: 1 } });

/** How many requests the user could decide. */
export function useWaitingCount(enabled: boolean): number {
  return useQuery({ ...waiting(), enabled }).data?.meta.total ?? 0;
}

/** Prefetches that number with a list, so that its button does not push the list down when it comes. */
export function prefetchWaiting(): void {
  if (can(Object.values(APPROVAL_PERMISSION))) void queryClient.prefetchQuery(waiting());
}

/** A refusal may mean that the list is out of date. */
const DECIDED = {
  invalidates: [
    approvals.list,
    approvals.settings,
    payouts.list,
    payouts.availableBalance,
    refunds.ofTransaction,
    transactions.list,
    transactions.details,
    dashboard.statistics,
  ],
  evenIfFailed: true,
};

/** Withdraws one of many requests of one's own: `refetchDecided` follows the last. */
export const withdrawOne = (id: number) => call(approvals.withdraw, { params: { id } });

/** Declines one of many requests: `refetchDecided` follows the last. */
export const declineOne = (id: number, reason: string) =>
  call(approvals.decline, { params: { id }, body: { reason } });

/** Refetches what a decision changes. */
export const refetchDecided = () => invalidate(...DECIDED.invalidates);

export const useApprove = () => useAction(approvals.approve, DECIDED);
export const useDecline = () => useAction(approvals.decline, DECIDED);
export const useWithdraw = () => useAction(approvals.withdraw, DECIDED);

/** The merchant's approval settings. */
export const useApprovalSettings = () => useQuery(queryOf(approvals.settings));

export const useSaveApprovalSettings = () =>
  useAction(approvals.saveSettings, {
    invalidates: [approvals.list, approvals.settings, payouts.availableBalance, refunds.ofTransaction],
  });

/** The chosen requests, or all that match the filters, as a file. */
export async function exportApprovals(
  search: ListSearch<typeof approvals.list>,
  choice: ExportChoice,
  signal: AbortSignal,
): Promise<Response> {
  return (await call(approvals.exportCsv, { query: { ...search.query, ...choice }, signal })).data;
}
