import { opsMerchants } from '@daftar/contract/ops-merchants';
import { useListSearch } from '../../ui/list-search.ts';
import { useListQuery } from '../shared/query.ts';

/** The list's state in the address and its rows. */
export function useMerchants() {
  const search = useListSearch(opsMerchants.list, 'ops-merchants');
  return { search, query: useListQuery(opsMerchants.list, search) };
}
