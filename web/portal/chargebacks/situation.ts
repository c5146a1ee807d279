import { CHARGEBACK_STATUS, type ChargebackRow } from '@daftar/contract/chargebacks';
import { canAnswer } from './due.ts';

/** Where a chargeback stands for its merchant. */
export type Situation = 'respond' | 'responded' | 'deciding' | 'unanswered' | 'lost' | 'won';

/** Where it stands at a moment. */
export function situationOf(
  row: Pick<ChargebackRow, 'status' | 'due_date' | 'answered_at'>,
  now: number,
): Situation {
  if (row.status === CHARGEBACK_STATUS.applied) return 'lost';
  if (row.status === CHARGEBACK_STATUS.withdrawn) return 'won';
  if (canAnswer(row, now)) return row.answered_at === null ? 'respond' : 'responded';
  return row.answered_at === null ? 'unanswered' : 'deciding';
}
