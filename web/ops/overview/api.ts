import { opsOverview } from '@daftar/contract/ops-overview';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchOf } from '../../ui/link.tsx';
import { wallClockOf } from '../../ui/zoned.ts';
import { overviewPath } from '../paths/overview.ts';
import { queryOf } from '../shared/query.ts';

/** A period of Cairo days, both included. */
export interface Days {
  date_from: string;
  date_to: string;
}

/** Periods by name, with how many days they have until today. */
export const PERIODS = { today: 1, week: 7, month: 30, quarter: 90, year: 365 } as const;
export type Period = keyof typeof PERIODS;

/** The days of a period that ends today. */
export function daysOf(period: Period, now: number): Days {
  const today = wallClockOf(new Date(now).toISOString(), 'cairo').slice(0, 10);
  const first = new Date(Date.parse(`${today}T00:00:00Z`) - (PERIODS[period] - 1) * 86_400_000);
  return { date_from: first.toISOString().slice(0, 10), date_to: today };
}

/** The period and filters that the address names; the last 30 days without a period. */
export function useOverviewSearch() {
  const { date_from: from, date_to: to, ...filters } = useSearchOf(overviewPath);
  const days = from && to ? { date_from: from, date_to: to } : daysOf('month', Date.now());
  return { ...filters, ...days };
}
export type OverviewState = ReturnType<typeof useOverviewSearch>;

/** The figures of the period. */
export const useFigures = (query: OverviewState) =>
  useQuery({ ...queryOf(opsOverview.figures, { query: query as never }), placeholderData: keepPreviousData });

/** The merchants with the largest volume, by name if one is typed. */
export const useTopMerchants = ({ merchant_id: _, ...query }: OverviewState, q: string) =>
  useQuery({
    ...queryOf(opsOverview.merchants, { query: { ...query, ...(q.trim() === '' ? {} : { q }) } as never }),
    placeholderData: keepPreviousData,
  });

/** What waits for the operator. */
export const useWaiting = () => useQuery(queryOf(opsOverview.waiting));
