import { CHARGEBACK_STAGES, CHARGEBACK_STATUS, type ChargebackStage } from '@daftar/contract/chargebacks';

/** Days that a merchant has to respond, where the network does not say. */
export const ANSWER_DAYS = 14;

/** Who takes the steps that a processor reports. */
export const PROCESSOR_ACTOR = 'system';

/** Where a case stands. */
export interface Standing {
  stage: ChargebackStage;
  status: number;
}

/** The status of a case by what its processor says of it. */
export const STATUS_OF = {
  open: CHARGEBACK_STATUS.pending,
  won: CHARGEBACK_STATUS.withdrawn,
  lost: CHARGEBACK_STATUS.applied,
} as const;

const ORDER: readonly number[] = [STATUS_OF.open, STATUS_OF.won, STATUS_OF.lost];

/**
 * Whether a report takes a case further than it is known to be: to a later stage, or within its stage from open to won to
 * lost. All others are repetitions or late, so that the result is the same in any order. Lost comes after won because
 * money that was taken is booked, whatever was said before.
 */
export function isFurther(known: Standing, reported: Standing): boolean {
  const stages = CHARGEBACK_STAGES.indexOf(reported.stage) - CHARGEBACK_STAGES.indexOf(known.stage);
  return stages > 0 || (stages === 0 && ORDER.indexOf(reported.status) > ORDER.indexOf(known.status));
}

/** Whether the merchant of a dispute has not responded and still can. */
export const mayStillAnswer = (
  { status, answeredAt, dueAt }: { status: number; answeredAt: Date | null; dueAt: Date },
  now: Date,
): boolean => status === CHARGEBACK_STATUS.pending && answeredAt === null && dueAt > now;

/** Visa's category of fraud and Mastercard's code of a payment that the cardholder did not authorise. */
const FRAUD = /^(10\.\d|4837)$/;

/** The reason of a dispute by the network's code, as a key of our texts; empty when we have none. */
export const reasonOfCode = (code: string): string => (FRAUD.test(code.trim()) ? 'fraudulent' : '');
