/** The text of an invoice's messages, in the invoice's language. */

import type { UncountedReason } from '@daftar/contract/checkout';
import type { FigureText } from '@daftar/contract/message-params';
import { composeEmail } from '../messages/email.ts';
import type { OutgoingMessage } from '../messages/send.ts';
import { wordsOutside } from '../messages/sender.ts';
import { sentence, smsText } from '../messages/words.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';
import { groupedAmount, momentText } from '../platform/i18n/written.ts';
import type { MessageKind } from './store-messages.ts';

/** The data of a message. Amounts in hundredths of `currency`. */
export interface MessageFacts {
  language: 1 | 2;
  /** Empty until the merchant is verified. */
  merchantName: string;
  customerName: string;
  reference: string;
  invoiceName: string;
  total: number;
  currency: string;
  dueAt: Date;
  payUrl: string;
  documentUrl: string;
}

/** The payment that a receipt is for. */
export interface ReceiptFacts {
  /** In piastres. */
  chargedPiastres: number;
  /** The reason that the payment did not pay the invoice; null when it did. */
  uncounted: UncountedReason | null;
  method: string;
  transaction: string;
  paidAt: Date;
  /** Its receipt page; null when there is none. */
  pageUrl: string | null;
}

/** The locale of an invoice's language (1 Arabic, 2 English). */
export const localeOfLanguage = (language: 1 | 2): Locale => (language === 2 ? 'en' : 'ar');

/** Formats an amount as 1,234.50 EGP in a language; with Latin digits in both, like the rest of the message. */
export function moneyText(locale: Locale, amount: number, currency: string): FigureText<'latin'> {
  const params = { amount: groupedAmount(amount) };
  return translate(locale, { key: `invoices.money.${currency}`, params }, 'latin') as FigureText<'latin'>;
}

type Composed = Pick<OutgoingMessage, 'locale' | 'text'> & Partial<OutgoingMessage>;

/** Composes one message of a kind for one channel. */
export function composeMessage(
  kind: MessageKind,
  channel: 'email' | 'sms',
  facts: MessageFacts,
  receipt?: ReceiptFacts,
): Composed {
  const locale = localeOfLanguage(facts.language);
  const named = { ...facts, name: facts.customerName, title: facts.invoiceName };
  const spoken = wordsOutside(locale, named);
  const params = {
    ...spoken,
    reference: facts.reference,
    amount: moneyText(locale, facts.total, facts.currency),
    due: momentText(locale, facts.dueAt),
    url: kind === 'receipt' ? facts.documentUrl : facts.payUrl,
    ...(receipt && {
      paid: moneyText(locale, receipt.chargedPiastres, 'EGP'),
      method: translate(locale, `paymentMethod.${receipt.method}`),
      transaction: receipt.transaction,
      date: momentText(locale, receipt.paidAt),
    }),
  };
  // A resent invoice has the same text as the first time.
  const words = receipt?.uncounted ? 'received' : kind === 'resent' ? 'sent' : kind;
  const body = receipt?.uncounted ? `received.${receipt.uncounted}` : `${words}.body`;
  const say = (key: string) => sentence(locale, `invoices.message.${key}`, params);
  const pageUrl = receipt?.pageUrl ?? null;
  const links = [...(kind === 'receipt' ? (pageUrl ? [pageUrl] : []) : [facts.payUrl]), facts.documentUrl];
  if (channel === 'sms') {
    const key = receipt?.uncounted ? `received.sms.${receipt.uncounted}` : `${words}.sms`;
    const text = smsText(locale, `invoices.message.${key}`, params);
    return { locale, text, links: links.filter((link) => text.includes(link)) };
  }
  const canPay = kind !== 'receipt' && kind !== 'reminder-after';
  const content = {
    locale,
    subject: say(`${words}.subject`),
    heading: say(`${words}.heading`),
    greeting: say('hello'),
    paragraphs: [say(body), say(receipt ? 'receipt.facts' : 'facts')],
    ...(canPay ? { action: { label: say('pay'), url: facts.payUrl } } : {}),
    ...(pageUrl ? { action: { label: say('receiptPage'), url: pageUrl } } : {}),
    links: [{ label: say('document'), url: facts.documentUrl }],
    sender: { name: spoken.merchant, footer: say(receipt ? 'receipt.footer' : 'footer') },
  };
  return { locale, sender: facts.merchantName, links, ...composeEmail(content) };
}
