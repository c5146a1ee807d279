import type { CallInput, Endpoint } from '@daftar/contract/endpoint';
import type { ListQuerySchema } from '@daftar/contract/paging';
import { useQuery } from '@tanstack/react-query';
import { type ListSearch, queryOfAddress } from '../../ui/list-search.ts';
import type { TabCount } from '../../ui/status-tabs.tsx';
import { type CallArguments, type CallResult, call } from './call.ts';
import { useMode } from './mode.ts';
import { keyOf, queryClient, queryOf } from './query-client.ts';

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
  const mode = useMode();
  const isFiltered = Object.keys(search.filters).some((name) => name !== by);
  const { data } = useQuery({
    queryKey: [...keyOf(list), mode, 'counts'],
    queryFn: async ({ signal }) => {
      const args = [{ signal }] as unknown as CallArguments<E>;
      return ((await call<E>(counts, ...args)) as unknown as { data: readonly TabCount[] }).data;
    },
    enabled: !isFiltered,
  });
  return isFiltered ? undefined : data;
}

/** Prefetches a list before its screen is rendered; `list` is the name its sort order is stored under. */
export function prefetchList<E extends Endpoint & { query: ListQuerySchema }>(
  endpoint: E,
  list: string,
  address: Record<string, string>,
): void {
  const args = [{ query: queryOfAddress(endpoint, list, address) }] as unknown as CallArguments<E>;
  void queryClient.prefetchQuery(queryOf(endpoint, ...args));
}
