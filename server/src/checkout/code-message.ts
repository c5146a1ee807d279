import { payAddresses } from '../branding/origin.ts';
import { composeEmail } from '../messages/email.ts';
import { sendMessage } from '../messages/send.ts';
import { wordsOutside } from '../messages/sender.ts';
import { sentence, smsText } from '../messages/words.ts';
import type { App } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { groupedAmount, momentText } from '../platform/i18n/written.ts';
import { KIOSK } from './rules.ts';
import { type AttemptRef, type AttemptRow, getAttempt, writeProgress } from './store.ts';
import { findPayablePlace } from './store-announce.ts';

/**
 * Records that a pending attempt waits for a payment made elsewhere, and sends a kiosk code to its payer by SMS and
 * e-mail, to the contacts given; once, in the same transaction.
 */
export function noteAwaiting(app: App, ref: AttemptRef, code: string | null): Promise<void> {
  return transaction(app.db, async (tx) => {
    const moved = await writeProgress(tx, ref, { state: 'awaiting', code, now: app.clock.now() });
    if (!moved || code === null) return;
    const attempt = await getAttempt(tx, ref);
    if (attempt.method === KIOSK) await sendCode(app, tx, attempt, code);
  });
}

async function sendCode(app: App, tx: Tx, attempt: AttemptRow, code: string): Promise<void> {
  const { merchantId, mode, locale, payerName: name, payerEmail, payerMobile } = attempt;
  if (payerEmail === '' && payerMobile === '') return;
  const place = await findPayablePlace(tx, attempt);
  if (!place) return;
  const url = `${await payAddresses(app, tx, merchantId)}${place.token}/${attempt.token}`;
  const words = wordsOutside(locale, { ...place, name, title: place.sourceName });
  const params = {
    ...words,
    code,
    amount: groupedAmount(attempt.chargePiastres),
    until: momentText(locale, attempt.expiresAt),
    url,
  };
  const say = (key: string) => sentence(locale, `checkout.code.${key}`, params);
  const common = { merchantId, mode, payer: {}, locale, links: [url], expiresAt: attempt.expiresAt };
  if (payerMobile !== '') {
    const dedupeKey = `kiosk-code:sms:${attempt.id}`;
    const text = smsText(locale, 'checkout.code.sms', params);
    await sendMessage(app, tx, { ...common, channel: 'sms', to: payerMobile, text, dedupeKey });
  }
  if (payerEmail === '') return;
  const body = composeEmail({
    locale,
    subject: say('subject'),
    heading: say('heading'),
    greeting: say(name === '' ? 'hello' : 'helloName'),
    paragraphs: [say('what'), say('how')],
    action: { label: say('action'), url },
    sender: { name: words.merchant, footer: say('footer') },
  });
  const dedupeKey = `kiosk-code:email:${attempt.id}`;
  await sendMessage(app, tx, {
    ...common,
    channel: 'email',
    to: payerEmail,
    sender: place.merchantName,
    ...body,
    dedupeKey,
  });
}
