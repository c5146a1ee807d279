import { type ReportList, reports } from '@daftar/contract/reports';
import { savedViews, VIEW_LISTS } from '@daftar/contract/saved-views';
import { useQuery } from '@tanstack/react-query';
import { call } from '../shared/call.ts';
import type { Mode } from '../shared/mode.ts';
import { useCan } from '../shared/permissions.ts';
import { queryClient, queryOf } from '../shared/query-client.ts';
import { useAction } from '../shared/use-action.ts';

export const useReports = () => useQuery(queryOf(reports.list));
export const prefetchReports = () => void queryClient.prefetchQuery(queryOf(reports.list));

/** The views of a list, to choose one. */
export function useViewsOf(list: ReportList | null) {
  const can = useCan();
  const of = list ?? 'transactions';
  return useQuery({
    ...queryOf(savedViews.list, { query: { list: of } }),
    enabled: list !== null && can(VIEW_LISTS[of].access),
  });
}

const LIST = { invalidates: [reports.list] };
export const useCreateReport = () => useAction(reports.create, { ...LIST, quiet: true });
export const useUpdateReport = () => useAction(reports.update, { ...LIST, quiet: true });
export const usePauseReport = () => useAction(reports.pause, LIST);
export const useDeleteReport = () => useAction(reports.delete, LIST);
export const useTestReport = () => useAction(reports.test);
export const useApproveAddress = () => useAction(reports.approve, { ...LIST, quiet: true });

/** Reads the reports again, after an answer that says that they have changed. */
export const refreshReports = () =>
  void queryClient.invalidateQueries({ queryKey: queryOf(reports.list).queryKey });

/** Fetches the file of a report that was sent. */
export const fetchReport = async (id: string, day: string, mode: Mode): Promise<Response> =>
  (await call(reports.file, { params: { id, day }, inMode: mode })).data;
