import type { TicketPriority } from '@daftar/contract/ops-tickets';
import { type Env, fail, wholeNumber } from './env.ts';

/** Response times to a merchant's message, counted on working days, between two hours of Cairo time. */
interface Answering {
  fromHour: number;
  toHour: number;
  /** Working hours until the response, by the ticket's priority. */
  hours: Readonly<Record<TicketPriority, number>>;
}

/** Reads the response times of tickets. */
export function supportSettings(env: Env): { answering: Answering } {
  const fromHour = wholeNumber(env, 'DAFTAR_ANSWER_FROM_HOUR', { from: 0, to: 23, unset: 9 });
  const toHour = wholeNumber(env, 'DAFTAR_ANSWER_TO_HOUR', { from: 1, to: 24, unset: 17 });
  if (toHour <= fromHour) fail('DAFTAR_ANSWER_TO_HOUR', 'must be later than DAFTAR_ANSWER_FROM_HOUR');
  const hours = (name: string, unset: number) => wholeNumber(env, name, { from: 1, to: 500, unset });
  return {
    answering: {
      fromHour,
      toHour,
      hours: {
        low: hours('DAFTAR_ANSWER_HOURS_LOW', 24),
        normal: hours('DAFTAR_ANSWER_HOURS_NORMAL', 8),
        high: hours('DAFTAR_ANSWER_HOURS_HIGH', 4),
        urgent: hours('DAFTAR_ANSWER_HOURS_URGENT', 1),
      },
    },
  };
}
