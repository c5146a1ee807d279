import type { FailureReason } from '@daftar/contract/checkout';
import type { Transaction } from './messages.ts';

/**
 * Meanings of `data.txn_response_code` as a word, from Mastercard's gateway behind Paymob's card integrations. Its
 * numbers are ignored, because 5 is "insufficient funds" in one of Paymob's lists and "do not honour" in the other.
 */
const WORDS: Readonly<Record<string, FailureReason>> = {
  INSUFFICIENT_FUNDS: 'insufficient_funds',
  EXPIRED_CARD: 'expired_card',
  INVALID_CSC: 'incorrect_cvc',
  DECLINED_CSC: 'incorrect_cvc',
  AUTHENTICATION_FAILED: 'authentication_failed',
  NOT_ENROLLED_3D_SECURE: 'authentication_failed',
  TIMED_OUT: 'processing_error',
  ACQUIRER_SYSTEM_ERROR: 'processing_error',
  SYSTEM_ERROR: 'processing_error',
  UNSPECIFIED_FAILURE: 'processing_error',
};

/** `data.acq_response_code`: the acquirer's code by ISO 8583. */
const ACQUIRER: Readonly<Record<string, FailureReason>> = {
  '33': 'expired_card',
  '41': 'lost_card',
  '43': 'stolen_card',
  '51': 'insufficient_funds',
  '54': 'expired_card',
  N7: 'incorrect_cvc',
  '91': 'processing_error',
  '96': 'processing_error',
};

/** Codes of a transaction that simply waits for its payer. */
const WAITING = new Set(['', '0', 'APPROVED', 'PENDING']);

const codeOf = (code: string | number | null | undefined) => String(code ?? '').toUpperCase();

/** Returns the reason of a declined try; `declined` for codes without a specific one. */
export function reasonOf({ data }: Transaction): FailureReason {
  return (
    WORDS[codeOf(data?.txn_response_code_new)] ??
    WORDS[codeOf(data?.txn_response_code)] ??
    ACQUIRER[codeOf(data?.acq_response_code).padStart(2, '0')] ??
    'declined'
  );
}

/** Returns the unknown code of a pending transaction; null if it simply waits. */
export function unknownWord({ data }: Transaction): string | null {
  const code = codeOf(data?.txn_response_code);
  return WAITING.has(code) ? null : code.slice(0, 60);
}

/** Card brands by Paymob's `source_data.sub_type`, without case and spaces. */
const BRANDS: Readonly<Record<string, string>> = {
  visa: 'visa',
  mastercard: 'mastercard',
  amex: 'amex',
  americanexpress: 'amex',
  meeza: 'meeza',
};

/** Returns the card that paid; null for other methods. */
export function cardOf({ source_data: source }: Transaction): { brand: string; last4: string } | null {
  const last4 = /\d{4}$/.exec(source?.pan ?? '')?.[0];
  if (source?.type?.toLowerCase() !== 'card' || !last4) return null;
  return { brand: BRANDS[(source.sub_type ?? '').toLowerCase().replace(/\s/g, '')] ?? 'card', last4 };
}
