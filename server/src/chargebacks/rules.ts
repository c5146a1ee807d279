import { CHARGEBACK_STAGES, CHARGEBACK_STATUS, type ChargebackStage } from '@daftar/contract/chargebacks';

/** Days for a merchant's response, if the network gives no deadline. */
export const ANSWER_DAYS = 14;

/** The actor of steps that a processor reports. */
export const PROCESSOR_ACTOR = 'system';

/** The stage and status of a case. */
export interface Standing {
  stage: ChargebackStage;
  status: number;
}

/** The status of a case by its state in the processor's report. */
export const STATUS_OF = {
  open: CHARGEBACK_STATUS.pending,
  won: CHARGEBACK_STATUS.withdrawn,
  lost: CHARGEBACK_STATUS.applied,
} as const;

const ORDER: readonly number[] = [STATUS_OF.open, STATUS_OF.won, STATUS_OF.lost];

/**
 * Returns whether a report advances a case beyond its known state: to a later stage, or within its stage from open to
 * won to lost. All others are repetitions or late, so that the result is the same in any order. Lost comes after won
 * because money that was taken is booked, whatever was reported before.
 */
export function isFurther(known: Standing, reported: Standing): boolean {
  const stages = CHARGEBACK_STAGES.indexOf(reported.stage) - CHARGEBACK_STAGES.indexOf(known.stage);
  return stages > 0 || (stages === 0 && ORDER.indexOf(reported.status) > ORDER.indexOf(known.status));
}

/** Returns whether the merchant of a dispute has not responded and still can. */
export const mayStillAnswer = (
  { status, answeredAt, dueAt }: { status: number; answeredAt: Date | null; dueAt: Date },
  now: Date,
): boolean => status === CHARGEBACK_STATUS.pending && answeredAt === null && dueAt > now;

/** Visa's fraud category, and Mastercard's code for a payment that the cardholder did not authorise. */
const FRAUD = /^(10\.\d|4837)$/;

/** Returns the reason of a dispute by the network's code, as a key of our texts; empty if there is none. */
export const reasonOfCode = (code: string): string => (FRAUD.test(code.trim()) ? 'fraudulent' : '');
