import { opsPlatform } from '@daftar/contract/ops-platform';
import { useQuery } from '@tanstack/react-query';
import { useListSearch } from '../../ui/list-search.ts';
import { queryOf, useListQuery } from '../shared/query.ts';

/** The list's state in the address and its rows. */
export function useAuditLog() {
  const search = useListSearch(opsPlatform.audit, 'ops-audit');
  return { search, query: useListQuery(opsPlatform.audit, search) };
}

/** Every kind of action, with its name, for the filter. */
export const useAuditActions = () => useQuery(queryOf(opsPlatform.auditActions));
