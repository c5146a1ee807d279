import { balance } from '@daftar/contract/balance';
import { useQuery } from '@tanstack/react-query';
import { movementsQuery, useMovementsSearch } from '../../shared/movements-search.ts';
import { call } from '../shared/call.ts';
import { useMode } from '../shared/mode.ts';
import { queryClient, queryOf } from '../shared/query-client.ts';

/** The state in the address, and one page of movements; the previous page stays until the next arrives. */
export function useMovements() {
  const mode = useMode();
  const list = useMovementsSearch(balance.movements, 'balance');
  const query = useQuery({
    ...queryOf(balance.movements, { query: list.query }),
    placeholderData: (previous, last) => (last?.queryKey[2] === mode ? previous : undefined),
  });
  return { list, query };
}

/** Prefetches the page at an address. */
export function prefetchMovements(address: Record<string, string>): void {
  const query = movementsQuery(balance.movements, address);
  void queryClient.prefetchQuery(queryOf(balance.movements, { query }));
}

/** Saves the statement of account of a period. */
export async function saveStatement(query: Record<string, string>, signal: AbortSignal): Promise<Response> {
  return (await call(balance.statement, { query, signal })).data;
}
