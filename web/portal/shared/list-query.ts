import type { CallInput, Endpoint } from '@daftar/contract/endpoint';
import { isFilterOf, type ListQuerySchema } from '@daftar/contract/paging';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ListSearch, queryOfAddress } from '../../ui/list-search.ts';
import type { TabCount } from '../../ui/status-tabs.tsx';
import { type CallArguments, type CallResult, call } from './call.ts';
import { useMode } from './mode.ts';
import { keyOf, queryClient, queryOf } from './query-client.ts';
import { session } from './session.ts';

/**
 * Queries the rows of a list: `useListQuery(paymentLinks.list, search)`. Keeps the previous rows until the next page
 * arrives, but never those of the other mode.
 */
export function useListQuery<E extends Endpoint>(
  endpoint: E,
  search: ListSearch<E>,
  params?: CallInput<E>['params'],
) {
  const mode = useMode();
  const input = { query: search.query, ...(params ? { params } : {}) };
  const args = [input] as unknown as CallArguments<E>;
  return useQuery({
    ...queryOf(endpoint, ...args),
    placeholderData: (previous, query) => (query?.queryKey[2] === mode ? previous : undefined),
  });
}

const countsOf = (list: Endpoint, counts: Endpoint, mode: 'live' | 'test') =>
  queryOptions({
    queryKey: [...keyOf(list), mode, 'counts'],
    queryFn: async ({ signal }) =>
      ((await call(counts, { signal } as CallArguments<Endpoint>[0])) as { data: readonly TabCount[] }).data,
  });

/**
 * How many rows a list has of each status; nothing while another filter is set, since these are of all rows. Refetched with
 * the list. `by`: the filter that they are values of.
 */
export function useStatusCounts<E extends Endpoint>(
  list: Endpoint,
  counts: E & (CallResult<E> extends { data: readonly TabCount[] } ? unknown : never),
  search: ListSearch,
  by = 'status',
): readonly TabCount[] | undefined {
  const isFiltered = Object.keys(search.filters).some((name) => name !== by);
  const { data } = useQuery({ ...countsOf(list, counts, useMode()), enabled: !isFiltered });
  return isFiltered ? undefined : data;
}

/**
 * Prefetches a list before its screen is rendered, and how many rows have each status if it tells; `list` is the name its
 * sort order is stored under.
 */
export function prefetchList<E extends Endpoint & { query: ListQuerySchema }>(
  endpoint: E,
  list: string,
  address: Record<string, string>,
  counts?: Endpoint,
): void {
  const args = [{ query: queryOfAddress(endpoint, list, address) }] as unknown as CallArguments<E>;
  void queryClient.prefetchQuery(queryOf(endpoint, ...args));
  const isFiltered = Object.keys(address).some((name) => isFilterOf(endpoint.query.list, name));
  if (counts && !isFiltered)
    void queryClient.prefetchQuery(countsOf(endpoint, counts, session.get().isLive ? 'live' : 'test'));
}
