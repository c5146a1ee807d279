import { notifications } from '@daftar/contract/notifications';
import { useQuery } from '@tanstack/react-query';
import type { ExportChoice } from '../../ui/export-rows.tsx';
import { type ListSearch, useListSearch } from '../../ui/list-search.ts';
import { call } from '../shared/call.ts';
import { prefetchList, useListQuery, useStatusCounts } from '../shared/list-query.ts';
import { invalidate, queryClient, queryOf } from '../shared/query-client.ts';
import { useAction } from '../shared/use-action.ts';

/** The history's state in the address and its rows. */
export function useHistory() {
  const search = useListSearch(notifications.history, 'notifications');
  const counts = useStatusCounts(notifications.history, notifications.historyCounts, search, 'state');
  return { search, counts, query: useListQuery(notifications.history, search) };
}

export const prefetchHistory = (address: Record<string, string>) =>
  prefetchList(notifications.history, 'notifications', address, notifications.historyCounts);

/** The chosen notifications, or all that match the filters, as a file. */
export async function exportNotifications(
  search: ListSearch<typeof notifications.history>,
  choice: ExportChoice,
  signal: AbortSignal,
): Promise<Response> {
  return (await call(notifications.exportCsv, { query: { ...search.query, ...choice }, signal })).data;
}

export const usePreferences = () => useQuery(queryOf(notifications.preferences));

export const prefetchPreferences = () => void queryClient.prefetchQuery(queryOf(notifications.preferences));

export const useSavePreferences = () =>
  useAction(notifications.savePreferences, {
    invalidates: [notifications.preferences, notifications.list],
    quiet: true,
  });

export const useArchive = () =>
  useAction(notifications.archive, {
    invalidates: [notifications.history, notifications.list],
    quiet: true,
  });

/** Archives one of many: `refetchNotifications` follows the last. */
export const archiveOne = (notificationId: number) =>
  call(notifications.archive, { params: { notificationId } });

/** Refetches what shows notifications. */
export const refetchNotifications = () => invalidate(notifications.history, notifications.list);
