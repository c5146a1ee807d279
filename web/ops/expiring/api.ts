import { opsDocuments } from '@daftar/contract/ops-documents';
import { useListSearch } from '../../ui/list-search.ts';
import { useListQuery } from '../shared/query.ts';

/** The list's state in the address and its rows. */
export function useExpiring() {
  const search = useListSearch(opsDocuments.list, 'ops-documents');
  return { search, query: useListQuery(opsDocuments.list, search) };
}
