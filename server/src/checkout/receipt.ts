import { PAYMENT_METHODS } from '@daftar/contract/lookups';
import { composeEmail } from '../messages/email.ts';
import type { OutgoingMessage } from '../messages/send.ts';
import { wordsOutside } from '../messages/sender.ts';
import { plainOf, sentence, smsText, type Words } from '../messages/words.ts';
import { translate } from '../platform/i18n/translate.ts';
import { groupedAmount, momentText } from '../platform/i18n/written.ts';
import { uncountedReason } from './rules.ts';
import type { LinkWatcher, PaidFacts } from './store-announce.ts';

type Receipt = Pick<OutgoingMessage, 'channel' | 'to' | 'text'> & Partial<OutgoingMessage>;

/** Composes the payer's receipt from the merchant, by e-mail and SMS, for the contacts that the payer gave. */
export function composeReceipt(paid: PaidFacts, publicUrl: string): Receipt[] {
  const { locale } = paid;
  const url = `${publicUrl}${paid.receiptPath ?? ''}`;
  const words = wordsOutside(locale, { ...paid, title: paid.sourceName });
  const { say, sms } = sentences(paid, 'receipt', locale, { ...words, url });
  const reason = uncountedReason(paid.flags);
  const why = reason ? [say(`uncounted.${reason}`)] : [];
  const receipts: Receipt[] = [];
  if (paid.email !== '') {
    const content = {
      locale,
      subject: say('subject'),
      heading: say(reason ? 'uncounted.heading' : 'heading'),
      greeting: say(paid.name === '' ? 'hello' : 'helloName'),
      paragraphs: [say('paid'), ...why, say('how'), say('keep')],
      action: { label: say('action'), url },
      sender: { name: words.merchant, footer: say('footer') },
    };
    const mail = { ...composeEmail(content), sender: paid.merchantName };
    receipts.push({ channel: 'email', to: paid.email, ...mail, links: [url] });
  }
  if (paid.mobile !== '') {
    receipts.push({ channel: 'sms', to: paid.mobile, text: sms(why), links: [url] });
  }
  return receipts;
}

/** Composes the message to the creator of a link that was paid, by the channels they chose. */
export function composePaidNotice(paid: PaidFacts, watcher: LinkWatcher, url: string): Receipt[] {
  const { locale } = watcher;
  const { say, sms } = sentences(paid, 'notice', locale, { name: paid.name, title: paid.sourceName, url });
  const notices: Receipt[] = [];
  const reason = uncountedReason(paid.flags);
  const why = reason ? [say(`uncounted.${reason}`)] : [];
  if (watcher.byEmail) {
    const action = { label: say('action'), url };
    const heading = say(reason ? 'uncounted.heading' : 'heading');
    const subject = say(reason ? 'uncounted.subject' : 'subject');
    const content = { locale, subject, heading, paragraphs: [say('paid'), ...why, say('how')], action };
    notices.push({
      channel: 'email',
      to: watcher.email,
      ...composeEmail(content),
      links: [url],
    });
  }
  if (watcher.bySms) notices.push({ channel: 'sms', to: watcher.mobile, text: sms(why) });
  return notices.map((notice) => ({ ...notice, locale }));
}

/** Returns the texts of one kind of message about a payment, in one language. */
function sentences(
  paid: PaidFacts,
  kind: 'receipt' | 'notice',
  locale: 'ar' | 'en',
  words: Record<string, string>,
) {
  const method = PAYMENT_METHODS.find(({ id }) => id === paid.method)?.code ?? '';
  const params = {
    amount: groupedAmount(paid.chargedPiastres),
    ...words,
    reference: paid.reference,
    method: translate(locale, `paymentMethod.${method}`),
    date: momentText(locale, paid.paidAt),
  };
  return {
    say: (key: string) => sentence(locale, `checkout.${kind}.${key}`, params),
    sms: (more: readonly Words[]) =>
      [smsText(locale, `checkout.${kind}.sms`, params), ...more.map(plainOf)].join(' '),
  };
}
