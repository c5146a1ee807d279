/** Mastercard Gateway's codes and their meanings here. */
import type { FailureReason } from '@daftar/contract/checkout';

/** The meaning of a transaction's `response.gatewayCode`. */
export type CodeMeaning =
  /** Done. The order's totals tell whether money moved. */
  | 'done'
  /** Undecided: the acquirer has not answered, or will decide later. */
  | 'undecided'
  /** The gateway gave up without knowing the acquirer's decision. */
  | 'unclear'
  /** Declined or abandoned, for this reason. */
  | { reason: FailureReason };

const DECLINED = { reason: 'declined' } as const;
const NOT_AUTHENTICATED = { reason: 'authentication_failed' } as const;
const WRONG_CODE = { reason: 'incorrect_cvc' } as const;
const GIVEN_UP = { reason: 'canceled' } as const;

const MEANINGS: Readonly<Record<string, CodeMeaning>> = {
  APPROVED: 'done',
  APPROVED_AUTO: 'done',
  PARTIALLY_APPROVED: 'done',

  APPROVED_PENDING_SETTLEMENT: 'undecided',
  AUTHENTICATION_IN_PROGRESS: 'undecided',
  DEFERRED_TRANSACTION_RECEIVED: 'undecided',
  PENDING: 'undecided',
  SUBMITTED: 'undecided',
  UNKNOWN: 'undecided',

  ACQUIRER_SYSTEM_ERROR: 'unclear',
  DUPLICATE_BATCH: 'unclear',
  LOCK_FAILURE: 'unclear',
  SYSTEM_ERROR: 'unclear',
  TIMED_OUT: 'unclear',
  UNSPECIFIED_FAILURE: 'unclear',

  INSUFFICIENT_FUNDS: { reason: 'insufficient_funds' },
  EXPIRED_CARD: { reason: 'expired_card' },
  DECLINED_CSC: WRONG_CODE,
  INVALID_CSC: WRONG_CODE,
  AUTHENTICATION_FAILED: NOT_AUTHENTICATED,
  NOT_ENROLLED_3D_SECURE: NOT_AUTHENTICATED,
  ABORTED: GIVEN_UP,
  CANCELLED: GIVEN_UP,

  BLOCKED: DECLINED,
  DECLINED: DECLINED,
  DECLINED_AVS: DECLINED,
  DECLINED_AVS_CSC: DECLINED,
  DECLINED_DO_NOT_CONTACT: DECLINED,
  DECLINED_PAYMENT_PLAN: DECLINED,
  EXCEEDED_RETRY_LIMIT: DECLINED,
  NOT_SUPPORTED: DECLINED,
  REFERRED: DECLINED,
};

/** All known codes. */
export const GATEWAY_CODES = Object.keys(MEANINGS);

/** Returns the meaning of a code; null if unknown. */
export function meaningOf(code: string): CodeMeaning | null {
  return Object.hasOwn(MEANINGS, code) ? (MEANINGS[code] ?? null) : null;
}

/** Known values of `order.status`. Amounts decide; an unknown value keeps a payment pending. */
const ORDER_STATUSES: ReadonlySet<string> = new Set([
  'AUTHENTICATED',
  'AUTHENTICATION_INITIATED',
  'AUTHENTICATION_NOT_NEEDED',
  'AUTHENTICATION_SUCCESSFUL',
  'AUTHENTICATION_UNSUCCESSFUL',
  'AUTHORIZED',
  'CANCELLED',
  'CAPTURED',
  'CHARGEBACK_PROCESSED',
  'DISPUTED',
  'EXCESSIVELY_REFUNDED',
  'FAILED',
  'INITIATED',
  'PARTIALLY_CAPTURED',
  'PARTIALLY_REFUNDED',
  'REFUNDED',
  'REFUND_REQUESTED',
]);

export const isKnownStatus = (status: string): boolean => ORDER_STATUSES.has(status);

/** Returns the contract's name of a card brand, from `card.brand` or `card.scheme`. */
export function brandOf(word: string | undefined): string {
  switch (word?.toUpperCase()) {
    case 'MASTERCARD':
      return 'mastercard';
    case 'VISA':
      return 'visa';
    case 'AMEX':
      return 'amex';
    case 'MEEZA':
      return 'meeza';
    default:
      return 'card';
  }
}
