import type { CallInput, Endpoint } from '@daftar/contract/endpoint';
import type { ListQuerySchema } from '@daftar/contract/paging';
import { useQuery } from '@tanstack/react-query';
import { type ListSearch, queryOfAddress } from '../../ui/list-search.ts';
import type { CallArguments } from './call.ts';
import { useMode } from './mode.ts';
import { queryClient, queryOf } from './query-client.ts';

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

/** Prefetches a list before its screen is rendered; `list` is the name its sort order is stored under. */
export function prefetchList<E extends Endpoint & { query: ListQuerySchema }>(
  endpoint: E,
  list: string,
  address: Record<string, string>,
): void {
  const args = [{ query: queryOfAddress(endpoint, list, address) }] as unknown as CallArguments<E>;
  void queryClient.prefetchQuery(queryOf(endpoint, ...args));
}
