import type { DashboardPeriod } from '@daftar/contract/dashboard';
import { wallClockOf } from '../../ui/zoned.ts';

export interface Days {
  date_from: string;
  date_to: string;
}

const text = (date: Date) => date.toISOString().slice(0, 10);

/** So many Cairo days, the last of them today. */
export function lastDays(count: number, now: number): Days {
  const today = wallClockOf(new Date(now).toISOString(), 'cairo').slice(0, 10);
  return {
    date_from: text(new Date(Date.parse(`${today}T00:00:00Z`) - (count - 1) * 86_400_000)),
    date_to: today,
  };
}

/** A period as Cairo days, both ends included. The last 7 days are today and the six before. */
export function daysOf(period: DashboardPeriod, now: number): Days {
  const today = wallClockOf(new Date(now).toISOString(), 'cairo').slice(0, 10);
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  switch (period) {
    case 'this-month':
      return { date_from: `${today.slice(0, 7)}-01`, date_to: today };
    case 'last-7-days':
      return { date_from: text(new Date(Date.UTC(year, month - 1, day - 6))), date_to: today };
    case 'previous-month':
      return {
        date_from: text(new Date(Date.UTC(year, month - 2, 1))),
        date_to: text(new Date(Date.UTC(year, month - 1, 0))),
      };
  }
}
