import { dashboard } from '@daftar/contract/dashboard';
import { type StatementFormat, settlements } from '@daftar/contract/settlements';
import { transactions } from '@daftar/contract/transactions';
import { useQuery } from '@tanstack/react-query';
import type { ExportChoice } from '../../ui/export-rows.tsx';
import { type ListSearch, useListSearch } from '../../ui/list-search.ts';
import { call } from '../shared/call.ts';
import { prefetchList, useListQuery } from '../shared/list-query.ts';
import { queryClient, queryOf } from '../shared/query-client.ts';
import { useAction } from '../shared/use-action.ts';

/** The list's state in the address and its rows. */
export function useSettlements() {
  const search = useListSearch(settlements.list, 'settlements');
  return { search, query: useListQuery(settlements.list, search) };
}

/** Starts loading the list at an address, and what comes next, before it is drawn. */
export function prefetchSettlements(address: Record<string, string>): void {
  prefetchList(settlements.list, 'settlements', address);
  void queryClient.prefetchQuery(queryOf(settlements.next));
}

/** When and how much is settled next; null while nothing is waiting. */
export const useNextSettlement = () => useQuery(queryOf(settlements.next));

/** The settlements chosen, or those that the list's filters leave, as a file. */
export async function exportSettlements(
  search: ListSearch<typeof settlements.list>,
  choice: ExportChoice,
  signal: AbortSignal,
): Promise<Response> {
  return (await call(settlements.exportCsv, { query: { ...search.query, ...choice }, signal })).data;
}

/** The statement of one settlement as a file. */
export async function downloadStatement(
  id: number,
  format: StatementFormat,
  signal: AbortSignal,
): Promise<Response> {
  return (await call(settlements.export, { params: { id }, query: { format }, signal })).data;
}

/** Settles test money at once. `data` is null if nothing was waiting. */
export const useSettleNow = () =>
  useAction(settlements.settleNow, {
    invalidates: [
      settlements.list,
      settlements.next,
      transactions.list,
      transactions.details,
      dashboard.statistics,
    ],
    evenIfFailed: true,
    quiet: true,
  });
