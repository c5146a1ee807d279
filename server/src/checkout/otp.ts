import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { OTP_LENGTH, OTP_TRIES } from '@daftar/contract/checkout';
import { sendMessage } from '../messages/send.ts';
import { smsText } from '../messages/words.ts';
import type { App } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { serverKey } from '../platform/keys.ts';
import { minutesAfter, OTP_MINUTES, OTP_RESEND_SECONDS } from './rules.ts';
import { type AttemptRef, type AttemptRow, getAttempt } from './store.ts';
import { type CodeToSend, countTry, writeFirstCode, writeNextCode } from './store-otp.ts';

/** Hashes a code with a key and the attempt, because the hash of six digits alone could be found by trying them all. */
function hashCode(app: App, attempt: Pick<AttemptRow, 'merchantId' | 'token'>, code: string): Buffer {
  const key = serverKey(app, 'one-time code');
  return createHmac('sha256', key).update(`${attempt.merchantId}\n${attempt.token}\n${code}`).digest();
}

const newCode = () => String(randomInt(10 ** OTP_LENGTH)).padStart(OTP_LENGTH, '0');

/** Sends the first code of a pending attempt; does nothing if one was already sent. */
export function sendFirstCode(app: App, ref: AttemptRef, to: string): Promise<void> {
  return transaction(app.db, async (tx) => {
    const attempt = await getAttempt(tx, ref);
    await send(app, tx, attempt, to || (attempt.walletMobile ?? ''), (code) => writeFirstCode(tx, ref, code));
  });
}

/**
 * Sends another code, which invalidates the previous one.
 * @returns false if it is too early, or the attempt is over.
 */
export function sendNextCode(app: App, attempt: AttemptRow): Promise<boolean> {
  const sentBefore = new Date(app.clock.now().getTime() - OTP_RESEND_SECONDS * 1000);
  return transaction(app.db, (tx) =>
    send(app, tx, attempt, attempt.walletMobile ?? '', (code) =>
      writeNextCode(tx, attempt, code, sentBefore),
    ),
  );
}

async function send(
  app: App,
  tx: Tx,
  attempt: AttemptRow,
  to: string,
  write: (code: CodeToSend) => Promise<boolean>,
): Promise<boolean> {
  const code = newCode();
  const sentAt = app.clock.now();
  const expiresAt = minutesAfter(sentAt, OTP_MINUTES);
  if (!(await write({ hash: hashCode(app, attempt, code), sentAt, expiresAt }))) return false;
  const params = { code, minutes: OTP_MINUTES, reference: attempt.reference };
  const text = smsText(attempt.locale, 'checkout.otp.sms', params);
  await sendMessage(app, tx, {
    merchantId: attempt.merchantId,
    mode: attempt.mode,
    channel: 'sms',
    to,
    locale: attempt.locale,
    text,
    expiresAt,
  });
  return true;
}

/**
 * Verifies a code. Each try is counted first; the fifth wrong one invalidates the code.
 * @returns `dead` if no code is accepted any more, `none` if none is expected or it has expired.
 */
export async function verifyCode(
  app: App,
  attempt: AttemptRow,
  code: string,
): Promise<'right' | 'wrong' | 'dead' | 'none'> {
  const counted = await countTry(app.db, attempt, OTP_TRIES, app.clock.now());
  if (!counted) return 'none';
  if (timingSafeEqual(counted.hash, hashCode(app, attempt, code))) return 'right';
  return counted.tries >= OTP_TRIES ? 'dead' : 'wrong';
}
