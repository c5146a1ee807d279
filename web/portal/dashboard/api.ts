import { type DashboardPeriod, dashboard } from '@daftar/contract/dashboard';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryClient, queryOf } from '../shared/query-client.ts';
import { daysOf } from './periods.ts';

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

/** Prefetches both calls. */
export function prefetchDashboard(): void {
  void queryClient.prefetchQuery(queryOf(dashboard.statistics));
  void queryClient.prefetchQuery(methodsOf(FIRST_PERIOD));
}
