/** AmanCard refunds: a number is checked, a code is sent to it, and the code refunds an amount. */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { normaliseMobile } from '@daftar/contract/egypt';
import { toPounds } from '@daftar/contract/money';
import { type AmanReply, REFUND_RESEND_SECONDS } from '@daftar/contract/refunds';
import type { MessageRef } from '@daftar/contract/validate';
import { takeRefundCode, takeRefundGuess } from '../messages/code-limits.ts';
import { sendMessage } from '../messages/send.ts';
import { smsText } from '../messages/words.ts';
import type { App, Caller } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { translate } from '../platform/i18n/translate.ts';
import { serverKey } from '../platform/keys.ts';
import { orRelease } from '../platform/limits/limits.ts';
import { CodeWithheld, NotRefundable, RefundedTransactionNotFound, WrongRefundChannel } from './errors.ts';
import { CODE_MINUTES, CODE_TRIES, MIN_REFUND_PIASTRES, refundablePiastres, refundChannel } from './rules.ts';
import { refundOrRequestApproval, sendNow } from './service.ts';
import * as store from './store.ts';
import { findPayment, findPaymentByReference, lockPayment, type PaymentRow } from './store-payments.ts';
import * as sessions from './store-sessions.ts';

type Bounds = { min: number; max: number };

const amounts = (bounds: Bounds | null) => ({
  MinAmount: bounds && toPounds(bounds.min),
  MaxAmount: bounds && toPounds(bounds.max),
});

function succeeded(caller: Caller, message: MessageRef | string, bounds: Bounds | null = null): AmanReply {
  const sentence = translate(caller.locale, message);
  return { Result: 'Success', ResultID: 0, ResultMessage: sentence, Comment: '', ...amounts(bounds) };
}

/** Builds the reply of a failure. Its HTTP status is 200 as well; `Comment` has the reason. */
function failed(caller: Caller, why: MessageRef | string, bounds: Bounds | null = null): AmanReply {
  const [ResultMessage, Comment] = ['refunds.aman.failed', why].map((each) => translate(caller.locale, each));
  return {
    Result: 'Failed',
    ResultID: -1,
    ResultMessage: ResultMessage!,
    Comment: Comment!,
    ...amounts(bounds),
  };
}

/** @throws RefundedTransactionNotFound 404, WrongRefundChannel and NotRefundable 400 */
async function getPayment(app: App, caller: Caller, reference: string): Promise<PaymentRow> {
  const payment = await findPaymentByReference(app.db, caller, reference.toUpperCase());
  if (!payment) throw new RefundedTransactionNotFound();
  const way = refundChannel(payment);
  if (way === null || !payment.processor) throw new NotRefundable();
  if (way !== 'aman') throw new WrongRefundChannel(false);
  return payment;
}

const boundsOf = (maxPiastres: number): Bounds => ({ min: MIN_REFUND_PIASTRES, max: maxPiastres });

/** Checks the number, opens a session and sends the first code. @throws TooManyError, CodeWithheld, and as {@link getPayment} */
export async function inquire(
  app: App,
  caller: Caller,
  number: string,
  reference: string,
): Promise<AmanReply> {
  const payment = await getPayment(app, caller, reference);
  const account = normaliseMobile(number);
  if (account !== normaliseMobile(payment.account)) return failed(caller, 'refunds.aman.wrongNumber');
  const now = app.clock.now();
  const maxPiastres = refundablePiastres(payment);
  const taken = await takeRefundCode(app, account, caller);
  await orRelease(
    taken,
    transaction(app.db, async (tx) => {
      const opened = { transactionId: payment.id, account, maxPiastres };
      const id = await sessions.insertSession(tx, caller, { ...opened, now });
      await sendCode(app, tx, caller, { ...opened, id, sentAt: null }, payment, now);
    }),
  );
  return succeeded(caller, 'refunds.aman.codeSent', boundsOf(maxPiastres));
}

/** Sends another code for the caller's newest session, at most every 90 seconds. */
export async function resend(app: App, caller: Caller, number: string): Promise<AmanReply> {
  const now = app.clock.now();
  const session = await sessions.findNewest(app.db, caller);
  if (!session) return failed(caller, 'refunds.aman.noSession');
  if (session.account !== normaliseMobile(number)) return failed(caller, 'refunds.aman.wrongNumber');
  const payment = await findPayment(app.db, caller, session.transactionId);
  if (!payment) return failed(caller, 'refunds.aman.noSession');
  const sentBefore = new Date(now.getTime() - REFUND_RESEND_SECONDS * 1000);
  const taken = await takeRefundCode(app, session.account, caller);
  const sent = await orRelease(
    taken,
    transaction(app.db, (tx) => sendCode(app, tx, caller, session, payment, sentBefore)),
  );
  if (!sent) await taken.release();
  if (sent) return succeeded(caller, 'refunds.aman.codeSent');
  const since = (now.getTime() - (session.sentAt ?? now).getTime()) / 1000;
  const count = Math.ceil(REFUND_RESEND_SECONDS - since);
  return failed(
    caller,
    count > 0 ? { key: 'refunds.aman.tooEarly', params: { count } } : 'refunds.aman.noSession',
  );
}

async function sendCode(
  app: App,
  tx: Tx,
  caller: Caller,
  session: sessions.RefundSession,
  payment: PaymentRow,
  sentBefore: Date,
): Promise<boolean> {
  const sentAt = app.clock.now();
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const expiresAt = new Date(sentAt.getTime() + CODE_MINUTES * 60_000);
  const kept = { hash: hashCode(app, caller, session, code), sentAt, expiresAt };
  if (!(await sessions.writeCode(tx, caller, session.id, kept, sentBefore))) return false;
  const params = {
    code,
    minutes: CODE_MINUTES,
    reference: payment.reference,
    merchant: payment.merchantName || translate(payment.locale, 'messages.unverified'),
  };
  const promised = await sendMessage(app, tx, {
    merchantId: caller.merchantId,
    mode: caller.mode,
    isOutside: true,
    channel: 'sms',
    to: session.account,
    locale: payment.locale,
    text: smsText(payment.locale, 'refunds.aman.sms', params),
    expiresAt,
  });
  if (promised?.isWithheld) throw new CodeWithheld();
  return true;
}

/** Hashes a code with a key, the session, its payment, its number and its largest amount. */
function hashCode(app: App, caller: Caller, session: sessions.RefundSession, code: string): Buffer {
  const bound = [caller.merchantId, caller.mode, caller.userId, session.id, session.transactionId];
  const text = [...bound, session.account, session.maxPiastres, code].join('\n');
  return createHmac('sha256', serverKey(app, 'refund code')).update(text).digest();
}

/**
 * Refunds an amount if number, amount and code are right. Number and amount are checked before the code, so that a
 * wrong one reveals nothing about the code. A code is valid for one refund, including one that then waits for approval:
 * the payer has agreed to it.
 * @throws TooManyError for a number with too many wrong guesses, and as {@link getPayment}
 */
export async function refundByCode(
  app: App,
  caller: Caller,
  asked: { number: string; reference: string; code: string; amountPiastres: number },
): Promise<AmanReply> {
  const payment = await getPayment(app, caller, asked.reference);
  const session = await sessions.findNewest(app.db, caller);
  if (!session || session.transactionId !== payment.id) return failed(caller, 'refunds.aman.noSession');
  if (session.account !== normaliseMobile(asked.number)) return failed(caller, 'refunds.aman.wrongNumber');
  const bounds = boundsOf(Math.min(session.maxPiastres, refundablePiastres(payment)));
  if (asked.amountPiastres < bounds.min || asked.amountPiastres > bounds.max) {
    return failed(caller, 'refunds.aman.wrongAmount', bounds);
  }
  const now = app.clock.now();
  const guess = await takeRefundGuess(app, session.account, caller);
  const counted = await sessions.countTry(app.db, caller, session.id, CODE_TRIES, now);
  if (!counted) {
    await guess.release();
    return failed(caller, 'refunds.aman.deadCode', bounds);
  }
  if (!timingSafeEqual(counted.hash, hashCode(app, caller, session, asked.code))) {
    return failed(
      caller,
      counted.tries >= CODE_TRIES ? 'refunds.aman.deadCode' : 'refunds.aman.wrongCode',
      bounds,
    );
  }
  await guess.release();
  const ref = await transaction(app.db, async (tx) => {
    const locked = await lockPayment(tx, caller, payment.id);
    if (!locked || asked.amountPiastres > refundablePiastres(locked)) return 'refunds.aman.wrongAmount';
    if (!(await sessions.useSession(tx, caller, session.id, now))) return 'refunds.aman.deadCode';
    return refundOrRequestApproval(app, tx, caller, locked, {
      amountPiastres: asked.amountPiastres,
      reason: '',
    });
  });
  if (typeof ref === 'string') return failed(caller, ref, bounds);
  if ('approvalId' in ref) return succeeded(caller, 'refunds.waits');
  await sendNow(app, ref);
  const { state } = await store.getRefund(app.db, ref);
  if (state === 'failed') return failed(caller, 'refunds.reason.refund_refused');
  return succeeded(caller, state === 'pending' ? 'refunds.onItsWay' : 'refunds.done');
}
