import { opsBalance } from '@daftar/contract/ops-balance';
import { useQuery } from '@tanstack/react-query';
import { useMovementsSearch } from '../../shared/movements-search.ts';
import { call } from '../shared/call.ts';
import { queryOf } from '../shared/query.ts';

/** The state in the address, and one page of a merchant's movements. */
export function useMovements(merchantId: string) {
  const list = useMovementsSearch(opsBalance.movements, 'ops-balance');
  const query = useQuery({
    ...queryOf(opsBalance.movements, { params: { merchantId }, query: list.query }),
    placeholderData: (previous) => previous,
  });
  return { list, query };
}

/** Saves a merchant's statement of account. */
export async function saveStatement(
  merchantId: string,
  query: Record<string, string>,
  signal: AbortSignal,
): Promise<Response> {
  return (await call(opsBalance.statement, { params: { merchantId }, query, signal })).data;
}
