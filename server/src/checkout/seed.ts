/** Payments for the demo and the simulator, made through the services with a clock of their own. */
import { OTP_TRIES } from '@daftar/contract/checkout';
import type { PaymentMethodId } from '@daftar/contract/lookups';
import { readOutbox } from '../messages/outbox.ts';
import type { App } from '../platform/context.ts';
import type { FakeClock } from '../platform/time/clock.ts';
import { CardDetails } from '../processors/card.ts';
import {
  answerChallenge,
  cancelAttempt,
  confirmCode,
  findOffer,
  simulateOutcome,
  takesMethod,
} from './service.ts';
import { startAttempt } from './start.ts';
import { type AttemptRow, findAttemptByToken } from './store.ts';

/**
 * The end of a simulated payment. `leaves`: the payer closes the browser and the attempt expires; `late`: they cancel
 * and pay the code later all the same.
 */
export type DemoEnding = 'pays' | 'fails' | 'gives-up' | 'leaves' | 'late';

export interface DemoPayment {
  method: PaymentMethodId;
  ending: DemoEnding;
  payer: { name: string; email: string; mobile: string; address: string };
  /** The number of a test card, which determines the bank's answer. */
  cardNumber: string;
  /** Minutes between the kiosk code and the cash payment. */
  waitMinutes: number;
}

const CARD: PaymentMethodId = 1;
const WALLETS: readonly PaymentMethodId[] = [2, 3];

const brandOf = (number: string) => (number.startsWith('4') ? 'visa' : 'mastercard');

/**
 * Pays or tries to, and moves the clock by the waiting times.
 * @returns whether an attempt could start (the link may be full, closed or not accept the method).
 */
export async function payForDemo(
  app: App,
  clock: FakeClock,
  token: string,
  payment: DemoPayment,
): Promise<boolean> {
  const offer = await findOffer(app, token);
  if (!offer || offer.closed || !takesMethod(offer, payment.method)) return false;
  const isWallet = WALLETS.includes(payment.method);
  const started = await startAttempt(app, offer, {
    method: payment.method,
    payer: payment.payer,
    card: payment.method === CARD ? cardOf(payment.cardNumber) : null,
    walletMobile: isWallet ? payment.payer.mobile : null,
    address: '',
    chosen: null,
    shownPiastres: null,
    locale: 'ar',
    submissionKey: null,
  });
  if (!('attempt' in started)) return false;
  const find = () => findAttemptByToken(app.db, offer.payable.merchantId, started.attempt);
  const attempt = await find();
  if (!attempt || payment.ending === 'leaves') return true;
  clock.advance({ seconds: 40 });
  await end(app, clock, attempt, payment);
  return true;
}

function cardOf(number: string) {
  const details = new CardDetails({ number, cvv: '123', expiryMonth: 12, expiryYear: 40 });
  return { details, brand: brandOf(number), last4: number.slice(-4) };
}

async function end(app: App, clock: FakeClock, attempt: AttemptRow, payment: DemoPayment): Promise<void> {
  const { ending } = payment;
  const unfinished = ['challenge', 'otp', 'awaiting'].includes(attempt.state);
  if (!unfinished) return;
  if (ending === 'gives-up') return cancelAttempt(app, attempt);
  if (ending === 'late') {
    await cancelAttempt(app, attempt);
    return simulateOutcome(app, attempt, 'pay');
  }
  if (attempt.state === 'challenge') return answerChallenge(app, attempt, ending === 'pays');
  if (attempt.state === 'otp') return enterCode(app, attempt, ending === 'pays');
  clock.advance({ minutes: payment.waitMinutes });
  return simulateOutcome(app, attempt, ending === 'pays' ? 'pay' : 'fail');
}

/** Enters the code that was sent to the payer's wallet, or wrong ones until no more are accepted. */
export async function enterCode(app: App, attempt: AttemptRow, right: boolean): Promise<void> {
  const { merchantId, walletMobile } = attempt;
  const messages = await readOutbox(app, { merchantId, to: walletMobile ?? '' });
  const sms = messages.find(({ text }) => text.includes(attempt.reference));
  const sent = /\d{6}/.exec(sms?.text ?? '')?.[0] ?? '';
  if (right) {
    await confirmCode(app, attempt, sent);
    return;
  }
  const wrong = sent === '000000' ? '111111' : '000000';
  for (let tries = 0; tries < OTP_TRIES; tries += 1) await confirmCode(app, attempt, wrong);
}
