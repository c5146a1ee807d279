/** Confirms the mobile number of a shopper who pays on delivery, by a code that is sent to it. */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { OTP_LENGTH, OTP_TRIES } from '@daftar/contract/checkout';
import { takeCode, takeGuess } from '../messages/code-limits.ts';
import { sendMessage } from '../messages/send.ts';
import { smsText } from '../messages/words.ts';
import type { App, Scope } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';
import { serverKey } from '../platform/keys.ts';
import { CODE_MINUTES, CODE_RESEND_SECONDS } from './rules.ts';
import { type CodeWithTries, countWrong, findCode, lockCode, purgeCodes, writeCode } from './store-codes.ts';
import { findMerchant } from './store-merchant.ts';

/** The form to be confirmed, and its mobile number. */
export interface Confirming {
  submissionKey: string;
  mobile: string;
  locale: Locale;
}

function hashOf(app: App, scope: Scope, { submissionKey, mobile }: Confirming, code: string): Buffer {
  const bound = [scope.merchantId, scope.mode, submissionKey, mobile, code].join('\n');
  return createHmac('sha256', serverKey(app, 'order code')).update(bound).digest();
}

/**
 * Sends a code to the form's number, if the last one was sent long enough ago.
 * @param from the caller's network and proof of work.
 * @returns whether one was sent.
 * @throws TooManyError with a challenge, if a proof of work helps
 */
export async function sendOrderCode(
  app: App,
  scope: Scope,
  who: Confirming,
  from: { address: string; proof?: string | undefined },
): Promise<boolean> {
  const taken = await takeCode(app, who.mobile, from.address, { action: 'order', proof: from.proof });
  const sent = await transaction(app.db, async (tx) => {
    const sentAt = app.clock.now();
    const before = await lockCode(tx, scope, who.submissionKey);
    const rested = sentAt.getTime() - (before?.sentAt.getTime() ?? 0);
    if (before?.mobile === who.mobile && rested < CODE_RESEND_SECONDS * 1000) return false;
    const code = String(randomInt(10 ** OTP_LENGTH)).padStart(OTP_LENGTH, '0');
    const expiresAt = new Date(sentAt.getTime() + CODE_MINUTES * 60_000);
    const hash = hashOf(app, scope, who, code);
    await writeCode(tx, scope, who.submissionKey, { mobile: who.mobile, hash, sentAt, expiresAt });
    const { name } = await findMerchant(tx, scope);
    const merchant = name || translate(who.locale, 'messages.unverified');
    const params = { code, minutes: CODE_MINUTES, merchant };
    await sendMessage(app, tx, {
      merchantId: scope.merchantId,
      mode: scope.mode,
      channel: 'sms',
      to: who.mobile,
      locale: who.locale,
      expiresAt,
      text: smsText(who.locale, 'orders.confirm.sms', params),
    });
    return true;
  });
  if (!sent) await taken.release();
  return sent;
}

/** Returns why no code can be correct any more; null while one can. */
function whyOver(app: App, kept: CodeWithTries | undefined, { mobile }: Confirming): 'moved' | 'none' | null {
  if (kept && kept.mobile !== mobile) return 'moved';
  return !kept || kept.expiresAt <= app.clock.now() || kept.tries >= OTP_TRIES ? 'none' : null;
}

/**
 * Verifies a code. A correct one stays valid for its form and number until it expires, because the cart may change
 * and be confirmed again.
 * @returns `moved` when the form's code was sent to another number.
 * @throws TooManyError
 */
export async function verifyOrderCode(
  app: App,
  scope: Scope,
  who: Confirming,
  code: string,
): Promise<'right' | 'wrong' | 'none' | 'moved'> {
  // When no code is expected, nothing is verified and the number's guesses are not used up.
  const over = whyOver(app, await findCode(app.db, scope, who.submissionKey), who);
  if (over) return over;
  const taken = await takeGuess(app, who.mobile, scope);
  const verdict = await transaction(app.db, async (tx) => {
    const kept = await lockCode(tx, scope, who.submissionKey);
    const why = whyOver(app, kept, who);
    if (why || !kept) return why ?? 'none';
    if (timingSafeEqual(kept.hash, hashOf(app, scope, who, code))) return 'right';
    await countWrong(tx, scope, who.submissionKey);
    return 'wrong';
  });
  if (verdict !== 'wrong') await taken.release();
  return verdict;
}

/** Deletes expired codes. */
export const purgeOrderCodes = (app: App): Promise<void> => purgeCodes(app, app.clock.now());
