import { opsPlatform } from '@daftar/contract/ops-platform';
import { useListSearch } from '../../ui/list-search.ts';
import { useListQuery } from '../shared/query.ts';

/** The list's state in the address and its rows. */
export function useAuditLog() {
  const search = useListSearch(opsPlatform.audit, 'ops-audit');
  return { search, query: useListQuery(opsPlatform.audit, search) };
}
