import type { CallInput, Endpoint } from '@daftar/contract/endpoint';
import type { OpsViewList } from '@daftar/contract/ops-saved-views';
import type { ListQuerySchema } from '@daftar/contract/paging';
import { queryOptions, useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import { FreshQueryClient, RETRIES } from '../../shared/query-client.ts';
import type { CallArguments, CallResult } from '../../shared/wire.ts';
import { sentenceOf } from '../../ui/errors.ts';
import type { ExportChoice } from '../../ui/export-rows.tsx';
import { type ListSearch, useListSearch } from '../../ui/list-search.ts';
import { notify } from '../../ui/notify.tsx';
import { call } from './call.ts';

export const queryClient = new FreshQueryClient({
  defaultOptions: {
    queries: { staleTime: 5_000, ...RETRIES },
    mutations: { retry: false },
  },
});
// Replies are in the language of the request.
i18next.on('languageChanged', () => void queryClient.invalidateQueries());

/** A query of an endpoint: `useQuery(queryOf(opsMerchants.details, {params: {id}}))`. */
export function queryOf<E extends Endpoint>(endpoint: E, ...args: CallArguments<E>) {
  const input = args[0];
  return queryOptions<CallResult<E>>({
    queryKey: [endpoint.method, endpoint.path, input ?? null],
    queryFn: ({ signal }) => {
      const given = [{ ...input, signal }] as unknown as CallArguments<E>;
      return call(endpoint, ...given);
    },
  });
}

/** The rows of a list for its state; the previous rows stay until the next arrive. */
export function useListQuery<E extends Endpoint>(
  endpoint: E,
  search: ListSearch<E>,
  params?: CallInput<E>['params'],
) {
  const input = { query: search.query, ...(params === undefined ? {} : { params }) };
  const args = [input as Partial<CallInput<E>>] as unknown as CallArguments<E>;
  return useQuery({ ...queryOf(endpoint, ...args), placeholderData: (previous) => previous });
}

/** The state of a list that has views. */
export type OpsListSearch = ListSearch & { list: OpsViewList };

/**
 * A list whose state is in the address, and whose rows can be saved as a file.
 * @param file the endpoint of the file, which takes the list's filters and sort.
 * @param name under which the user's sort order is stored; that of a whole screen is in `OPS_VIEW_LISTS`.
 * @param options `params`: of both paths, such as the record whose rows are listed.
 */
export function useSavedList<
  E extends Endpoint & { query: ListQuerySchema },
  F extends Endpoint,
  const N extends string,
>(
  endpoint: E,
  file: F,
  name: N,
  { params, ...options }: Parameters<typeof useListSearch>[2] & { params?: CallInput<E>['params'] } = {},
) {
  const search = useListSearch(endpoint, name, options);
  const save = async ({ format }: ExportChoice, signal: AbortSignal): Promise<Response> => {
    const args = [
      { query: { ...search.query, format }, signal, ...(params === undefined ? {} : { params }) },
    ] as unknown as CallArguments<F>;
    return ((await call(file, ...args)) as { data: Response }).data;
  };
  return { search, query: useListQuery(endpoint, search, params), save };
}

/** Refetches everything on screen: one decision affects many lists. */
export const refetchAll = () => queryClient.invalidateQueries();

/** Refetches everything on screen once a call succeeds: for forms, which show a refusal under their fields. */
export async function thenRefetch<R>(reply: Promise<R>): Promise<R> {
  const succeeded = await reply;
  void queryClient.invalidateQueries();
  return succeeded;
}

/**
 * Performs an action, shows its outcome in a toast and refetches everything on screen. @returns whether it succeeded.
 */
export async function act(work: () => Promise<{ message: string }>): Promise<boolean> {
  try {
    const { message } = await work();
    notify.success(message);
    return true;
  } catch (error) {
    notify.error(sentenceOf(error, (key) => i18next.t(key)));
    return false;
  } finally {
    // One decision affects many lists; with few users, the console refetches them all.
    void queryClient.invalidateQueries();
  }
}
