import { dashboard } from '@daftar/contract/dashboard';
import { reserve } from '@daftar/contract/reserve';
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

/** Prefetches the list at an address, and the next settlement. */
export function prefetchSettlements(address: Record<string, string>): void {
  prefetchList(settlements.list, 'settlements', address);
  void queryClient.prefetchQuery(queryOf(settlements.next));
}

/** The next settlement; null while nothing is pending. */
export const useNextSettlement = () => useQuery(queryOf(settlements.next));

/** The reserve's list, its state in the address. */
export function useReserveItems() {
  const search = useListSearch(reserve.items, 'reserve');
  return { search, query: useListQuery(reserve.items, search) };
}

/** What is agreed and held as rolling reserve. */
export const useReserve = () => useQuery(queryOf(reserve.details));

/** Prefetches the reserve and its list at an address. */
export function prefetchReserve(address: Record<string, string>): void {
  prefetchList(reserve.items, 'reserve', address);
  void queryClient.prefetchQuery(queryOf(reserve.details));
}

/** Exports the chosen settlements, or those that match the filters. */
export async function exportSettlements(
  search: ListSearch<typeof settlements.list>,
  choice: ExportChoice,
  signal: AbortSignal,
): Promise<Response> {
  return (await call(settlements.exportCsv, { query: { ...search.query, ...choice }, signal })).data;
}

/** Downloads the statement of a settlement. */
export async function downloadStatement(
  id: number,
  format: StatementFormat,
  signal: AbortSignal,
): Promise<Response> {
  return (await call(settlements.export, { params: { id }, query: { format }, signal })).data;
}

/** The name of a statement's file, if the server sends none. */
export const statementName = (reference: string) => `daftar-settlement-${reference}`;

/** Settles test money now. `data` is null if nothing was pending. */
export const useSettleNow = () =>
  useAction(settlements.settleNow, {
    invalidates: [
      settlements.list,
      settlements.next,
      reserve.details,
      reserve.items,
      transactions.list,
      transactions.details,
      dashboard.statistics,
    ],
    evenIfFailed: true,
    quiet: true,
  });
