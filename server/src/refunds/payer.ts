import { payerOrigin } from '../branding/origin.ts';
import { composeEmail } from '../messages/email.ts';
import { sendMessage } from '../messages/send.ts';
import { wordsOutside } from '../messages/sender.ts';
import { sentence, smsText } from '../messages/words.ts';
import type { App } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { groupedAmount } from '../platform/i18n/written.ts';
import { findPayer, type RefundToSend } from './store.ts';

/** Messages to the payer: that a refund was made, or that it came back and did not reach them. */
const TOLD = { made: { key: 'payer', id: 'refund' }, reversed: { key: 'payerBack', id: 'refund-reversed' } };

/**
 * Sends the payer a message about a refund by e-mail and SMS, to the contacts given, in the language of the payment;
 * once per refund, in the transaction that books it.
 */
export async function tellPayer(
  app: App,
  tx: Tx,
  refund: RefundToSend,
  what: keyof typeof TOLD = 'made',
): Promise<void> {
  const payer = await findPayer(tx, refund);
  if (!payer) return;
  const { locale, email, mobile, name } = payer;
  const { reference } = refund;
  const words = wordsOutside(locale, { ...payer, title: payer.sourceName, reference });
  const params = {
    ...words,
    reference,
    amount: groupedAmount(refund.amountPiastres),
  };
  const told = TOLD[what];
  const say = (key: string) => sentence(locale, `refunds.${key}`, params);
  const next = what === 'reversed' ? 'payerBack.next' : `payer.${refund.iban === '' ? 'direct' : 'bank'}`;
  const { merchantId, mode, id } = refund;
  const url = payer.receiptPath && (await payerOrigin(app, tx, merchantId)) + payer.receiptPath;
  if (email !== '') {
    const content = composeEmail({
      locale,
      subject: say(`${told.key}.subject`),
      heading: say(`${told.key}.heading`),
      greeting: say(name === '' ? 'payer.hello' : 'payer.helloName'),
      paragraphs: [say(`${told.key}.paid`), say(next)],
      ...(url ? { action: { label: say('payer.action'), url } } : {}),
      sender: { name: words.merchant, footer: say('payer.footer') },
    });
    const dedupeKey = `${told.id}:email:${id}`;
    await sendMessage(app, tx, {
      merchantId,
      mode,
      isOutside: true,
      payer: {},
      channel: 'email',
      to: email,
      locale,
      sender: payer.merchantName,
      ...content,
      ...(url ? { links: [url] } : {}),
      dedupeKey,
    });
  }
  if (mobile !== '') {
    const dedupeKey = `${told.id}:sms:${id}`;
    await sendMessage(app, tx, {
      merchantId,
      mode,
      isOutside: true,
      payer: {},
      channel: 'sms',
      to: mobile,
      locale,
      text: smsText(locale, `refunds.${told.key}.sms`, params),
      dedupeKey,
    });
  }
}
