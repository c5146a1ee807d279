/**
 * The payer's part of the stand-in: the effect of each test card. The expiry date decides, as on Mastercard's test
 * systems:
 *
 * | expiry | gatewayCode | | CSC | effect |
 * | ------ | --------------------- | | --- | ------------------------------------------------------- |
 * | 01/39 | APPROVED | | 100 | matches |
 * | 05/39 | DECLINED | | 101 | is not checked |
 * | 04/27 | EXPIRED_CARD | | 102 | does not match: DECLINED_CSC, by most banks' rules |
 * | 08/28 | TIMED_OUT |
 * | 01/37 | ACQUIRER_SYSTEM_ERROR |
 * | 02/37 | UNSPECIFIED_FAILURE |
 * | 05/37 | UNKNOWN |
 *
 * No other card, expiry or code is accepted, so that real cards never are.
 */
import type { Transaction } from './books.ts';

type Outcome = Pick<Transaction, 'result' | 'gatewayCode'>;

export interface TestCard {
  number: string;
  brand: 'MASTERCARD' | 'VISA';
  /** True: the payer's bank asks them to approve the payment (3-D Secure with a challenge). */
  hasChallenge: boolean;
}

export const TEST_CARDS: readonly TestCard[] = [
  { number: '5123450000000008', brand: 'MASTERCARD', hasChallenge: false },
  { number: '2223000000000007', brand: 'MASTERCARD', hasChallenge: false },
  // Not enrolled in 3-D Secure.
  { number: '5111111111111118', brand: 'MASTERCARD', hasChallenge: false },
  { number: '4508750015741019', brand: 'VISA', hasChallenge: true },
  { number: '4012000033330026', brand: 'VISA', hasChallenge: false },
];

export const EXPIRIES: Readonly<Record<string, Outcome>> = {
  '01/39': { result: 'SUCCESS', gatewayCode: 'APPROVED' },
  '05/39': { result: 'FAILURE', gatewayCode: 'DECLINED' },
  '04/27': { result: 'FAILURE', gatewayCode: 'EXPIRED_CARD' },
  '08/28': { result: 'FAILURE', gatewayCode: 'TIMED_OUT' },
  '01/37': { result: 'FAILURE', gatewayCode: 'ACQUIRER_SYSTEM_ERROR' },
  '02/37': { result: 'FAILURE', gatewayCode: 'UNSPECIFIED_FAILURE' },
  '05/37': { result: 'PENDING', gatewayCode: 'UNKNOWN' },
};

const CODES = new Set(['100', '101', '102']);

/** A card entered on the page, known to be a test card. */
export interface Entered {
  card: TestCard;
  outcome: Outcome;
}

/** Validates the entered card. `errors`: message keys by field. */
export function readCard(
  form: Readonly<Record<string, string>>,
): Entered | { errors: Record<string, string> } {
  const card = TEST_CARDS.find((one) => one.number === (form.number ?? '').replace(/[\s-]/g, ''));
  const expiry = EXPIRIES[(form.expiry ?? '').replace(/\s/g, '')];
  const code = (form.code ?? '').trim();
  const isCode = CODES.has(code);
  if (card && expiry && isCode) {
    const isWrong = code === '102' && expiry.result === 'SUCCESS';
    return { card, outcome: isWrong ? { result: 'FAILURE', gatewayCode: 'DECLINED_CSC' } : expiry };
  }
  return {
    errors: {
      ...(card ? {} : { number: 'notATestCard' }),
      ...(expiry ? {} : { expiry: 'notATestExpiry' }),
      ...(isCode ? {} : { code: 'notATestCode' }),
    },
  };
}

/** Returns the card as the gateway shows it afterwards. */
export const maskedCard = ({ number, brand }: TestCard) => ({
  brand,
  number: `${number.slice(0, 6)}xxxxxx${number.slice(-4)}`,
});
