import { opsTickets } from '@daftar/contract/ops-tickets';
import { useListSearch } from '../../ui/list-search.ts';
import { useListQuery } from '../shared/query.ts';

/** The list's state in the address and its rows. */
export function useTickets() {
  const search = useListSearch(opsTickets.list, 'ops-tickets');
  return { search, query: useListQuery(opsTickets.list, search) };
}
