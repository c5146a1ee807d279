import { formatPounds } from '@daftar/contract/money';
import { composeEmail } from '../messages/email.ts';
import { sendMessage } from '../messages/send.ts';
import { wordsOutside } from '../messages/sender.ts';
import type { App } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { translate } from '../platform/i18n/translate.ts';
import { findPayer, type RefundToSend } from './store.ts';

/**
 * Tells the payer about a refund by e-mail and SMS, for the contacts that they gave, in the language they paid in; once
 * per refund, in the transaction that books it.
 */
export async function tellPayer(app: App, tx: Tx, refund: RefundToSend): Promise<void> {
  const payer = await findPayer(tx, refund);
  if (!payer) return;
  const { locale, email, mobile, name } = payer;
  const { reference } = refund;
  const words = wordsOutside(locale, { ...payer, title: payer.sourceName, reference });
  const params = {
    ...words,
    reference,
    amount: formatPounds(refund.amountPiastres),
  };
  const say = (key: string) => translate(locale, { key: `refunds.payer.${key}`, params });
  const { merchantId, mode, id } = refund;
  const url = payer.receiptPath && `${app.config.publicUrl}${payer.receiptPath}`;
  if (email !== '') {
    const { text, html } = composeEmail({
      locale,
      heading: say('heading'),
      paragraphs: [
        say(name === '' ? 'hello' : 'helloName'),
        say('paid'),
        say(refund.iban === '' ? 'direct' : 'bank'),
      ],
      ...(url ? { action: { label: say('action'), url } } : {}),
      sender: { name: words.merchant, footer: say('footer') },
    });
    const dedupeKey = `refund:email:${id}`;
    await sendMessage(app, tx, {
      merchantId,
      mode,
      isOutside: true,
      channel: 'email',
      to: email,
      locale,
      subject: say('subject'),
      sender: payer.merchantName,
      text,
      html,
      ...(url ? { links: [url] } : {}),
      dedupeKey,
    });
  }
  if (mobile !== '') {
    const dedupeKey = `refund:sms:${id}`;
    await sendMessage(app, tx, {
      merchantId,
      mode,
      isOutside: true,
      channel: 'sms',
      to: mobile,
      locale,
      text: say('sms'),
      dedupeKey,
    });
  }
}
