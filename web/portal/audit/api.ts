import { audit } from '@daftar/contract/audit';
import { useQuery } from '@tanstack/react-query';
import type { ExportChoice } from '../../ui/export-rows.tsx';
import { type ListSearch, useListSearch } from '../../ui/list-search.ts';
import { call } from '../shared/call.ts';
import { prefetchList, useListQuery } from '../shared/list-query.ts';
import { queryOf } from '../shared/query-client.ts';

/** The list's state in the address and its rows. */
export function useAuditLog() {
  const search = useListSearch(audit.list, 'audit');
  return { search, query: useListQuery(audit.list, search) };
}

/** Prefetches the list at an address. */
export const prefetchAuditLog = (address: Record<string, string>) =>
  prefetchList(audit.list, 'audit', address);

/** The actors and actions that the log can be filtered by. */
export const useChoices = () => useQuery(queryOf(audit.choices));

/** Exports the filtered rows. */
export async function exportAuditLog(
  search: ListSearch<typeof audit.list>,
  { format }: ExportChoice,
  signal: AbortSignal,
): Promise<Response> {
  return (await call(audit.exportCsv, { query: { ...search.query, format }, signal })).data;
}
