import { CHARGEBACK_STATUS, type ChargebackRow } from '@daftar/contract/chargebacks';

const DAY_MILLISECONDS = 86_400_000;

/** Whether the merchant can respond: while it is pending, before its due date. */
export const canAnswer = (row: Pick<ChargebackRow, 'status' | 'due_date'>, now: number): boolean =>
  row.status === CHARGEBACK_STATUS.pending && Date.parse(row.due_date) > now;

/** Whole days that are left to answer; the last day is 0. */
export const daysLeft = (dueDate: string, now: number): number =>
  Math.max(0, Math.floor((Date.parse(dueDate) - now) / DAY_MILLISECONDS));
