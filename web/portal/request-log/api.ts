import { requestLog } from '@daftar/contract/request-log';
import { useQuery } from '@tanstack/react-query';
import type { ExportChoice } from '../../ui/export-rows.tsx';
import { type ListSearch, useListSearch } from '../../ui/list-search.ts';
import { call } from '../shared/call.ts';
import { prefetchList, useListQuery, useStatusCounts } from '../shared/list-query.ts';
import { queryClient, queryOf } from '../shared/query-client.ts';

/** The list's state in the address and its rows. */
export function useRequests() {
  const search = useListSearch(requestLog.list, 'request-log');
  const counts = useStatusCounts(requestLog.list, requestLog.counts, search, 'outcome');
  return { search, counts, query: useListQuery(requestLog.list, search) };
}

export const prefetchRequests = (address: Record<string, string>) => {
  prefetchList(requestLog.list, 'request-log', address, requestLog.counts);
  void prefetchUsage();
};

export const useRequest = (id: number) => useQuery(queryOf(requestLog.details, { params: { id } }));

export const useUsage = () => useQuery(queryOf(requestLog.usage));

export const prefetchUsage = () => queryClient.prefetchQuery(queryOf(requestLog.usage));

/** The calls that the filters find, as a file. */
export async function exportRequests(
  search: ListSearch<typeof requestLog.list>,
  { format }: ExportChoice,
  signal: AbortSignal,
): Promise<Response> {
  return (await call(requestLog.exportCsv, { query: { ...search.query, format }, signal })).data;
}
