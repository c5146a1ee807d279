import { approvals } from '@daftar/contract/approvals';
import { balance } from '@daftar/contract/balance';
import { dashboard } from '@daftar/contract/dashboard';
import { payouts } from '@daftar/contract/payouts';
import { transactions } from '@daftar/contract/transactions';
import { useQuery } from '@tanstack/react-query';
import type { ExportChoice } from '../../ui/export-rows.tsx';
import { type ListSearch, useListSearch } from '../../ui/list-search.ts';
import { call } from '../shared/call.ts';
import { prefetchList, useListQuery, useStatusCounts } from '../shared/list-query.ts';
import { queryClient, queryOf } from '../shared/query-client.ts';
import { useAction } from '../shared/use-action.ts';

/** The list's state in the address and its rows. */
export function usePayouts() {
  const search = useListSearch(payouts.list, 'payouts');
  const counts = useStatusCounts(payouts.list, payouts.counts, search, 'state');
  return { search, counts, query: useListQuery(payouts.list, search) };
}

/** Prefetches the list at an address. */
export const prefetchPayouts = (address: Record<string, string>) =>
  prefetchList(payouts.list, 'payouts', address, payouts.counts);

/** Exports the chosen payouts, or those that match the filters. */
export async function exportPayouts(
  search: ListSearch<typeof payouts.list>,
  choice: ExportChoice,
  signal: AbortSignal,
): Promise<Response> {
  return (await call(payouts.exportCsv, { query: { ...search.query, ...choice }, signal })).data;
}

const detailsOf = (id: string) => queryOf(payouts.details, { params: { id } });

/** One payout, with what happened to it. */
export const usePayout = (id: string) => useQuery(detailsOf(id));

/** Prefetches a payout. */
export const prefetchPayout = (id: string) => queryClient.prefetchQuery(detailsOf(id));

/** The balance that can be paid out, in pounds, and where to. */
export const useBalanceToPayOut = () => useQuery(queryOf(payouts.availableBalance));

/** The same, always fresh. */
export const useFreshBalance = () =>
  useQuery({ ...queryOf(payouts.availableBalance), staleTime: 0, gcTime: 0 });

/** Requests a payout. The reply has the code to collect it. */
export const useRequestPayout = () =>
  useAction(payouts.request, {
    invalidates: [
      payouts.list,
      payouts.availableBalance,
      transactions.list,
      approvals.list,
      balance.movements,
      dashboard.statistics,
    ],
  });
