/** Mastercard Gateway's words and what they mean here. */
import type { FailureReason } from '@daftar/contract/checkout';

/** What a transaction's `response.gatewayCode` says of it. */
export type CodeMeaning =
  /** Done. Whether money moved is told by the order's totals. */
  | 'done'
  /** Not decided: the acquirer has not answered, or will settle it later. */
  | 'undecided'
  /** The gateway gave up without knowing what the acquirer did. */
  | 'unclear'
  /** Declined or given up, for this reason. */
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

/** Every code that we know. */
export const GATEWAY_CODES = Object.keys(MEANINGS);

/** What a code means; null for one that we do not know. */
export function meaningOf(code: string): CodeMeaning | null {
  return Object.hasOwn(MEANINGS, code) ? (MEANINGS[code] ?? null) : null;
}

/** The values of `order.status` that we know. Amounts decide; a word that is not here keeps a payment pending. */
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

/** The brand of a card as the contract names it, by `card.brand` or `card.scheme`. */
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
