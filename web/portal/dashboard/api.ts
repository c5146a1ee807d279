import { type DashboardPeriod, dashboard } from '@daftar/contract/dashboard';
import { settlements } from '@daftar/contract/settlements';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { can } from '../shared/permissions.ts';
import { queryClient, queryOf } from '../shared/query-client.ts';
import { daysOf } from './periods.ts';
import { type SalesView, salesView } from './sales.ts';

/** A query whose failure is only logged: a dashboard that does not load should not disturb anyone. */
function useQuietly<T>(query: UseQueryResult<T>): UseQueryResult<T> {
  const { error } = query;
  useEffect(() => {
    if (error) console.warn('The dashboard did not load.', error);
  }, [error]);
  return query;
}

/** The period shown first. */
export const FIRST_PERIOD: DashboardPeriod = 'this-month';

/** Balances, counts and the latest transactions. */
export const useStatistics = () => useQuietly(useQuery(queryOf(dashboard.statistics)));

const methodsOf = (period: DashboardPeriod) =>
  queryOf(dashboard.paymentMethods, { query: daysOf(period, Date.now()) });

/** Payments by method over a period of Cairo days. */
export const useMethodCounts = (period: DashboardPeriod) =>
  useQuietly(useQuery({ ...methodsOf(period), placeholderData: (previous) => previous }));

const salesOf = ({ date_from, date_to, step }: SalesView) =>
  queryOf(dashboard.sales, { query: { date_from, date_to, step } });

/** Sales over time, for who may see transactions. */
export const useSales = (view: SalesView) =>
  useQuietly(useQuery({ ...salesOf(view), placeholderData: (previous) => previous }));

/** What waits for the person. */
export const useTasks = () => useQuietly(useQuery(queryOf(dashboard.tasks)));

/** The next settlement; null while nothing is pending. */
export const useNextSettlement = () => useQuietly(useQuery(queryOf(settlements.next)));

/** Prefetches what the person may see. */
export function prefetchDashboard({ search }: { search: Record<string, string> }): void {
  void queryClient.prefetchQuery(queryOf(dashboard.tasks));
  if (can('view-transactions-list')) {
    void queryClient.prefetchQuery(salesOf(salesView(search, Date.now())));
    void queryClient.prefetchQuery(methodsOf(FIRST_PERIOD));
  }
  if (can('view-settlements')) void queryClient.prefetchQuery(queryOf(settlements.next));
  void queryClient.prefetchQuery(queryOf(dashboard.statistics));
}
