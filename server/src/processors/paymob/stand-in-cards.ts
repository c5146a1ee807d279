/**
 * The stand-in's behaviour for cards and wallets. Paymob documents three test cards, one test wallet (mobile
 * 01010101010, MPIN and OTP 123456) and no way to be declined; the expiries are ours, the first ones as in the
 * simulator of the gateway behind Paymob's cards:
 *
 * | expiry | effect |
 * | --- | --- |
 * | 01/39 | approved |
 * | 05/39 | declined |
 * | 04/27 | declined: the card has expired |
 * | 02/39 | declined: insufficient funds |
 * | 06/39 | the acquirer cannot be reached |
 * | 07/39 | pending for ever |
 * | 08/39 | approved; the notification is sent two minutes later |
 * | 09/39 | approved; no notification is sent |
 * | 10/39 | approved; the notification is sent three times |
 * | 11/39 | approved; the notification is forged |
 * | 12/39 | approved for half of the amount |
 *
 * With another CVV than 123 the code is wrong; any other card or expiry is declined. 5123 4500 0000 0008 is paid
 * without 3-D Secure, the other two require it. A wallet with another mobile has insufficient funds; with another MPIN
 * or OTP the payment is declined.
 */
import { APPROVED, DECLINED, type Outcome, WAITING } from './stand-in-books.ts';
import type { Manner } from './stand-in-notifications.ts';

/** The documented test cards: Paymob's brand name, and whether 3-D Secure is required. */
const CARDS: Readonly<Record<string, { brand: string; isSecured: boolean }>> = {
  '5123456789012346': { brand: 'MasterCard', isSecured: true },
  '5123450000000008': { brand: 'MasterCard', isSecured: false },
  '4111111111111111': { brand: 'Visa', isSecured: true },
};

/** The effect of a try. */
export interface Play {
  outcome: Outcome;
  manner: Manner | null;
  isHalf: boolean;
}

const played = (outcome: Outcome, manner: Manner | null = {}, isHalf = false): Play => ({
  outcome,
  manner,
  isHalf,
});
const declined = (code: string, acquirerCode: string, message: string) =>
  played({ ...DECLINED, code, acquirerCode, message });

const EXPIRIES: Readonly<Record<string, Play>> = {
  '01/39': played(APPROVED),
  '05/39': played(DECLINED),
  '04/27': declined('EXPIRED_CARD', '54', 'Expired Card'),
  '02/39': declined('INSUFFICIENT_FUNDS', '51', 'Insufficient Funds'),
  '06/39': declined('ACQUIRER_SYSTEM_ERROR', '96', 'Acquirer System Error'),
  '07/39': played(WAITING, null),
  '08/39': played(APPROVED, { delaySeconds: 120 }),
  '09/39': played(APPROVED, null),
  '10/39': played(APPROVED, { copies: 3 }),
  '11/39': played(APPROVED, { isForged: true }),
  '12/39': played(APPROVED, {}, true),
};

/** Returns the effect of a card, and its displayed form. */
export function playCard(card: { number: string; expiry: string; cvv: string }) {
  const number = card.number.replace(/\D/g, '');
  const known = CARDS[number];
  const expiry = card.expiry.replace(/\s/g, '').replace(/^(\d\d)(\d\d)$/, '$1/$2');
  const source = { type: 'card', sub_type: known?.brand ?? 'Card', pan: number.slice(-4) };
  const wrongCode = card.cvv === '123' ? null : declined('INVALID_CSC', 'N7', 'Invalid CSC');
  const play = known ? (wrongCode ?? EXPIRIES[expiry] ?? played(DECLINED)) : played(DECLINED);
  return { ...play, source, isSecured: known?.isSecured === true && play.outcome.state === 'success' };
}

/** Returns the effect of a wallet. */
export function playWallet({ mobile, mpin, otp }: { mobile: string; mpin: string; otp: string }): Play {
  if (mobile !== '01010101010') return declined('INSUFFICIENT_FUNDS', '51', 'Insufficient Funds');
  return mpin === '123456' && otp === '123456' ? played(APPROVED) : played(DECLINED);
}

/** 3-D Secure abandoned by the payer. */
export const GIVEN_UP: Outcome = {
  ...DECLINED,
  code: 'AUTHENTICATION_FAILED',
  acquirerCode: '',
  message: 'Authentication Failed',
};
