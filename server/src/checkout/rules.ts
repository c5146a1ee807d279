/** Rules of a payment without I/O: its price, the arrival of its money, and the payer's remaining actions. */
import { ATTEMPT_HOLD_MINUTES, type UncountedReason } from '@daftar/contract/checkout';
import type { PaymentMethodId } from '@daftar/contract/lookups';
import { percentOf } from '@daftar/contract/money';
import { cairoDay, nextDay } from '../platform/time/cairo.ts';

/** The provider's fee: `rateBps` of the payment plus a fixed part, and VAT on both. */
export interface FeeTerms {
  rateBps: number;
  fixedPiastres: number;
  /** VAT on the fee. */
  vatBps: number;
  /** The bearer of the fee: `M` merchant, `C` customer. */
  feesOn: 'M' | 'C';
}

/** Amounts of a payment of `valuePiastres`, in EGP. */
export interface Charges {
  feePiastres: number;
  vatPiastres: number;
  /** The amount that the payer pays. */
  chargePiastres: number;
  /** The fee that the payer pays on top; 0 if the merchant bears it. */
  customerFeePiastres: number;
  /** The merchant's share; negative if the fee exceeds a tiny payment. */
  netPiastres: number;
}

/**
 * Calculates fee and VAT, each rounded once, half away from zero, and their distribution: 100 EGP at 2.75 % + 3 EGP
 * nets
 * 93.44.
 */
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

/** Returns whether banks work on a day: Sunday to Thursday except holidays. */
export function isWorkingDay(day: string, holidays: ReadonlySet<string>): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== FRIDAY && weekday !== SATURDAY && !holidays.has(day);
}

/** A merchant's settlement schedule: daily, or weekly or monthly on a day (0 is Sunday). */
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
 * Returns the day on which captured money is expected in the bank: the next day of the merchant's schedule, in Cairo
 * time, moved to a working day.
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

/** Returns whether a card's last month has passed, in Cairo time. */
export function isCardExpired(expiry: { month: number; year: number }, now: Date): boolean {
  const [year = 0, month = 0] = cairoDay(now).split('-').map(Number);
  return expiry.year < year || (expiry.year === year && expiry.month < month);
}

/** Lifetime of a one-time code, and the pause before another may be requested. */
export const OTP_MINUTES = 10;
export const OTP_RESEND_SECONDS = 90;
/** Hours for which a kiosk code can be paid, although its place is held no longer than any other. */
export const KIOSK_HOURS = 24;

/** The method paid in cash with a code that the payer takes to a kiosk. */
export const KIOSK: PaymentMethodId = 4;

/** Minutes after which a pending attempt without an answer is asked about at its processor. */
export const STUCK_MINUTES = 2;
/** Minutes by which a page of the bank or processor may stay open longer than ours. */
const THEIR_PAGE_GRACE_MINUTES = 45;
/** Days after expiry during which money may still arrive, by kind of method. */
const ASKED_DAYS = 3;
const ASKED_DAYS_ELSEWHERE = 7;
/** Kiosk codes and InstaPay addresses. */
const PAID_ELSEWHERE: readonly number[] = [4, 5];
const LONGEST_PAUSE_MINUTES = 12 * 60;

/** An attempt whose result the processor is asked for. */
export interface AwaitedAttempt {
  method: number;
  expiresAt: Date;
}

/**
 * Returns when we end an attempt that its processor reports as open. A payer may be on a page of the bank or processor,
 * which does not know our deadline.
 */
export function givenUpAt({ expiresAt }: AwaitedAttempt, open: 'on-their-page' | 'other'): Date {
  return open === 'on-their-page' ? minutesAfter(expiresAt, THEIR_PAGE_GRACE_MINUTES) : expiresAt;
}

/** Returns until when a processor is asked whether an attempt was paid after all. */
export function askedUntil({ method, expiresAt }: AwaitedAttempt): Date {
  const days = PAID_ELSEWHERE.includes(method) ? ASKED_DAYS_ELSEWHERE : ASKED_DAYS;
  return minutesAfter(expiresAt, days * 24 * 60);
}

/**
 * Returns when a processor is asked next, after `asks` requests without a final answer: the pauses double from a minute
 * to half a day, and each deadline gets a request of its own. Null after the last request.
 */
export function nextAskAt(attempt: AwaitedAttempt, asks: number, now: Date): Date | null {
  const last = askedUntil(attempt);
  if (now >= last) return null;
  const pause = Math.min(2 ** Math.min(Math.max(asks - 1, 0), 16), LONGEST_PAUSE_MINUTES);
  const moments = [minutesAfter(now, pause), attempt.expiresAt, givenUpAt(attempt, 'on-their-page'), last];
  return new Date(Math.min(...moments.filter((moment) => moment > now).map(Number)));
}

/** Returns a moment some minutes later. */
export function minutesAfter(moment: Date, minutes: number): Date {
  return new Date(moment.getTime() + minutes * 60_000);
}

/** Returns the seconds until another one-time code may be sent; 0 if it may be sent now. */
export function resendSeconds(attempt: { otpSentAt: Date | null }, now: Date): number {
  const sent = attempt.otpSentAt?.getTime() ?? 0;
  return Math.max(0, Math.ceil((sent + OTP_RESEND_SECONDS * 1000 - now.getTime()) / 1000));
}

/** Returns the reason why a successful payment with these flags did not pay its payable; null if it did. */
export function uncountedReason(flags: readonly string[]): UncountedReason | null {
  if (flags.includes('not-owed')) return 'canceled';
  if (flags.includes('duplicate')) return 'duplicate';
  return flags.includes('partial') ? 'partial' : null;
}

/** Returns whether the browser is presumably still the payer's, and not the next payer's on a shop's device. */
export function isPayerThere(attempt: { paidAt: Date | null; expiresAt: Date }, now: Date): boolean {
  return now < (attempt.paidAt ? minutesAfter(attempt.paidAt, ATTEMPT_HOLD_MINUTES) : attempt.expiresAt);
}

const UNFINISHED = ['pending', 'challenge', 'otp', 'redirect', 'awaiting'] as const;
export type StoredState = (typeof UNFINISHED)[number] | 'succeeded' | 'failed' | 'canceled' | 'expired';

/**
 * Returns whether a failed attempt may still be paid on its processor's page: the processor's answer is not final, so
 * it is still asked, and the payer's time is not over. The database has the same rule (`attempt_may_still_be_paid`).
 */
export const mayStillBePaid = (
  attempt: { state: StoredState; nextAskAt: Date | null; expiresAt: Date },
  now: Date,
): boolean => attempt.state === 'failed' && attempt.nextAskAt !== null && attempt.expiresAt > now;

/** Returns whether the result of an attempt is still unknown. */
export const isUnfinished = (state: StoredState): boolean =>
  (UNFINISHED as readonly string[]).includes(state);

/**
 * Returns the state shown to a payer: after its time an attempt is over on our pages, while its processor is still
 * asked whether money arrived.
 */
export function stateAt(attempt: { state: StoredState; expiresAt: Date }, now: Date): StoredState {
  return isUnfinished(attempt.state) && attempt.expiresAt <= now ? 'expired' : attempt.state;
}

/**
 * Returns whether a form may be charged again: its attempt ended without payment, or its processor was asked after
 * expiry and knew of no money. Expiry alone is not enough: the answer may be lost and the money taken.
 */
export function isOver(attempt: { state: StoredState; expiresAt: Date; answeredAt: Date | null }): boolean {
  if (attempt.state === 'pending' || attempt.state === 'succeeded') return false;
  if (!isUnfinished(attempt.state)) return true;
  return attempt.answeredAt !== null && attempt.answeredAt >= attempt.expiresAt;
}
