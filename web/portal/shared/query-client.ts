import type { Endpoint } from '@daftar/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import i18next from 'i18next';
import { FreshQueryClient, RETRIES } from '../../shared/query-client.ts';
import { type CallArguments, type CallResult, call } from './call.ts';
import { session } from './session.ts';

export const queryClient = new FreshQueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, ...RETRIES },
    mutations: { retry: false },
  },
});

const cache = queryClient.getQueryCache();
let readSince = Number.POSITIVE_INFINITY;
cache.subscribe((event) => {
  if (event.type === 'updated' && event.action.type === 'fetch') readSince = Math.min(readSince, Date.now());
  if (event.type === 'removed' && cache.getAll().length === 0) readSince = Number.POSITIVE_INFINITY;
});

/** A moment (`Date.now()`) before which nothing was read of what is kept; infinite while that is nothing. */
export const keptSince = (): number => readSince;

// Data of one user or mode must not be shown to the next.
session.subscribe((change) => {
  if (change !== 'token' && change !== 'permissions' && change !== 'may-toggle') queryClient.clear();
});
// Replies are in the language of the request.
i18next.on('languageChanged', () => void queryClient.invalidateQueries());

/** What an endpoint's responses are kept by. */
export type EndpointName = Pick<Endpoint, 'method' | 'path'>;

/** Returns the cache key of all responses of an endpoint, in both modes, for invalidation. */
export function keyOf(endpoint: EndpointName): readonly [string, string] {
  return [endpoint.method, endpoint.path];
}

/**
 * Builds the query of an endpoint: `useQuery(queryOf(paymentLinks.details, {params: {id}}))`.
 * The key holds the mode, so that test and live never mix; results carry `data`, `message`, `meta`.
 */
export function queryOf<E extends Endpoint>(endpoint: E, ...args: CallArguments<E>) {
  const input = args[0];
  return queryOptions<CallResult<E>>({
    queryKey: [...keyOf(endpoint), session.get().isLive ? 'live' : 'test', input ?? null],
    queryFn: ({ signal }) => {
      const given = [{ ...input, signal }] as unknown as CallArguments<E>;
      return call(endpoint, ...given);
    },
  });
}

/** Invalidates endpoints' cached responses after something changed. */
export function invalidate(...endpoints: EndpointName[]): Promise<unknown> {
  return Promise.all(
    endpoints.map((endpoint) => queryClient.invalidateQueries({ queryKey: keyOf(endpoint) })),
  );
}
