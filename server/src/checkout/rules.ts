/** Pure rules of a payment: what it costs, when its money arrives, and what a payer may still do. */
import { ATTEMPT_HOLD_MINUTES, type UncountedReason } from '@daftar/contract/checkout';
import type { PaymentMethodId } from '@daftar/contract/lookups';
import { percentOf } from '@daftar/contract/money';
import { cairoDay, nextDay } from '../platform/time/cairo.ts';

/** What the provider takes of a payment: `rateBps` of it plus a fixed part, and VAT on both. */
export interface FeeTerms {
  rateBps: number;
  fixedPiastres: number;
  /** VAT on the fee. */
  vatBps: number;
  /** Who bears it: M merchant, C customer. */
  feesOn: 'M' | 'C';
}

/** A payment of `valuePiastres` under its terms, in EGP. */
export interface Charges {
  feePiastres: number;
  vatPiastres: number;
  /** What the payer pays. */
  chargePiastres: number;
  /** What the payer pays on top of the price; 0 when the merchant bears the fee. */
  customerFeePiastres: number;
  /** What is the merchant's; below zero when the fee is larger than a tiny payment. */
  netPiastres: number;
}

/** Fee and VAT, each rounded half away from zero once, and who pays what: 100 EGP at 2.75 % + 3 EGP nets 93.44. */
export function chargesOf(valuePiastres: number, terms: FeeTerms): Charges {
  const feePiastres = percentOf(valuePiastres, terms.rateBps) + terms.fixedPiastres;
  const vatPiastres = percentOf(feePiastres, terms.vatBps);
  const customerFeePiastres = terms.feesOn === 'C' ? feePiastres + vatPiastres : 0;
  const chargePiastres = valuePiastres + customerFeePiastres;
  return {
    feePiastres,
    vatPiastres,
    chargePiastres,
    customerFeePiastres,
    netPiastres: chargePiastres - feePiastres - vatPiastres,
  };
}

const FRIDAY = 5;
const SATURDAY = 6;

/** Whether banks work on a day: Sunday to Thursday, holidays apart. */
export function isWorkingDay(day: string, holidays: ReadonlySet<string>): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== FRIDAY && weekday !== SATURDAY && !holidays.has(day);
}

/** When a merchant's money is settled: any day, or that after a day of the week (0 Sunday) or of the month. */
export interface SettlementPlan {
  schedule: 'daily' | 'weekly' | 'monthly';
  day: number | null;
}

function isSettlementDay(day: string, plan: SettlementPlan): boolean {
  if (plan.schedule === 'daily') return true;
  const date = new Date(`${day}T00:00:00Z`);
  return plan.day === (plan.schedule === 'weekly' ? date.getUTCDay() : date.getUTCDate());
}

/**
 * The day on which money captured at a moment is expected in the bank: the next day of the merchant's plan after it, in
 * Cairo, or the first working day from there on.
 */
export function expectedSettlementDay(
  capturedAt: Date,
  holidays: ReadonlySet<string>,
  plan: SettlementPlan = { schedule: 'daily', day: null },
): string {
  let day = nextDay(cairoDay(capturedAt));
  while (!isSettlementDay(day, plan)) day = nextDay(day);
  while (!isWorkingDay(day, holidays)) day = nextDay(day);
  return day;
}

/** Whether a card's last month is over, in Cairo. */
export function isCardExpired(expiry: { month: number; year: number }, now: Date): boolean {
  const [year = 0, month = 0] = cairoDay(now).split('-').map(Number);
  return expiry.year < year || (expiry.year === year && expiry.month < month);
}

/** A one-time code lives this long, and a new one may be asked for this often. */
export const OTP_MINUTES = 10;
export const OTP_RESEND_SECONDS = 90;
/** A kiosk code can be paid for this long; its place is held no longer than any other. */
export const KIOSK_HOURS = 24;

/** Paid in cash by a code that the payer carries there. */
export const KIOSK: PaymentMethodId = 4;

/** A pending attempt whose request has not come back by then is asked about at its processor. */
export const STUCK_MINUTES = 2;
/** A second step that the payer's bank still holds open goes on this long after the payer's time on our page. */
const CHALLENGE_GRACE_MINUTES = 45;
/** How long after its time money of an attempt may still arrive: card and wallet, and what is paid elsewhere. */
const ASKED_DAYS = 3;
const ASKED_DAYS_ELSEWHERE = 7;
/** Kiosk codes and InstaPay addresses. */
const PAID_ELSEWHERE: readonly number[] = [4, 5];
const LONGEST_PAUSE_MINUTES = 12 * 60;

/** What decides when a processor is asked about an attempt. */
export interface Asked {
  method: number;
  expiresAt: Date;
}

/** When an attempt that its processor says is still open is given up: a second step may end at the bank's page later. */
export function givenUpAt({ expiresAt }: Asked, open: 'challenge' | 'other'): Date {
  return open === 'challenge' ? minutesAfter(expiresAt, CHALLENGE_GRACE_MINUTES) : expiresAt;
}

/** Until when a processor is asked whether an attempt was paid after all. */
export function askedUntil({ method, expiresAt }: Asked): Date {
  const days = PAID_ELSEWHERE.includes(method) ? ASKED_DAYS_ELSEWHERE : ASKED_DAYS;
  return minutesAfter(expiresAt, days * 24 * 60);
}

/**
 * When a processor is asked again that has been asked `asks` times and not spoken for good: pauses double from a minute
 * to half a day, and no end of a time is passed over. Null when the last question has been asked.
 */
export function nextAskAt(attempt: Asked, asks: number, now: Date): Date | null {
  const last = askedUntil(attempt);
  if (now >= last) return null;
  const pause = Math.min(2 ** Math.min(Math.max(asks - 1, 0), 16), LONGEST_PAUSE_MINUTES);
  const moments = [minutesAfter(now, pause), attempt.expiresAt, givenUpAt(attempt, 'challenge'), last];
  return new Date(Math.min(...moments.filter((moment) => moment > now).map(Number)));
}

/** A moment some minutes later. */
export function minutesAfter(moment: Date, minutes: number): Date {
  return new Date(moment.getTime() + minutes * 60_000);
}

/** Seconds until another one-time code may be sent; 0 when it may be now. */
export function resendSeconds(attempt: { otpSentAt: Date | null }, now: Date): number {
  const sent = attempt.otpSentAt?.getTime() ?? 0;
  return Math.max(0, Math.ceil((sent + OTP_RESEND_SECONDS * 1000 - now.getTime()) / 1000));
}

/** Why a successful payment with these flags paid nothing; null when it paid what it was for. */
export function uncountedReason(flags: readonly string[]): UncountedReason | null {
  if (flags.includes('not-owed')) return 'canceled';
  if (flags.includes('duplicate')) return 'duplicate';
  return flags.includes('partial') ? 'partial' : null;
}

/** Whether the browser that made a payment is still its payer's, not the next one's on a shop's device. */
export function isPayerThere(attempt: { paidAt: Date | null; expiresAt: Date }, now: Date): boolean {
  return now < (attempt.paidAt ? minutesAfter(attempt.paidAt, ATTEMPT_HOLD_MINUTES) : attempt.expiresAt);
}

const UNFINISHED = ['pending', 'challenge', 'otp', 'awaiting'] as const;
export type StoredState = (typeof UNFINISHED)[number] | 'succeeded' | 'failed' | 'canceled' | 'expired';

/** Whether nobody knows yet how an attempt ends. */
export const isUnfinished = (state: StoredState): boolean =>
  (UNFINISHED as readonly string[]).includes(state);

/**
 * How an attempt stands for its payer at a moment: past its time it is over on our pages, while its processor is still
 * asked whether the money came.
 */
export function stateAt(attempt: { state: StoredState; expiresAt: Date }, now: Date): StoredState {
  return isUnfinished(attempt.state) && attempt.expiresAt <= now ? 'expired' : attempt.state;
}

/**
 * Whether a form may be charged again: what its attempt stands at is final and not paid, or its processor was asked since
 * its time ran out and knew of no money. Time alone says nothing: the answer may be lost, and the money taken.
 */
export function isOver(attempt: { state: StoredState; expiresAt: Date; answeredAt: Date | null }): boolean {
  if (attempt.state === 'pending' || attempt.state === 'succeeded') return false;
  if (!isUnfinished(attempt.state)) return true;
  return attempt.answeredAt !== null && attempt.answeredAt >= attempt.expiresAt;
}
