import { opsMoney } from '@daftar/contract/ops-money';
import { useListSearch } from '../../ui/list-search.ts';
import { useListQuery } from '../shared/query.ts';

/** The list's state in the address and its rows. */
export function useUnanswered() {
  const search = useListSearch(opsMoney.unanswered, 'ops-unanswered');
  return { search, query: useListQuery(opsMoney.unanswered, search) };
}
