/** Names the merchant in messages to outsiders, whose address anybody may have typed. */
import { findContact } from '../branding/branding.ts';
import type { Db } from '../platform/db/connect.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';
import { sentence, type Words } from './words.ts';

/** SQL for the merchant `m`: its name, empty until it is verified. */
export const nameOutside = (db: Db) => db`case when m.status in (3, 4) then m.business_name else '' end`;

/** Text written by a merchant, or by the person who typed the address. */
interface Written {
  /** As selected by {@link nameOutside}. */
  merchantName: string;
  /** The reader's name; may be empty. */
  name: string;
  title: string;
  /** Our reference, used instead of the title. */
  reference: string;
}

/**
 * Returns the parameters of a message's sentences. For an unverified merchant they contain nothing that it wrote, so
 * that nobody can write to strangers through us by naming a business, a product or a customer.
 */
export function wordsOutside(
  locale: Locale,
  { merchantName, name, title, reference }: Written,
): { merchant: string; name: string; title: string } {
  if (merchantName !== '') return { merchant: merchantName, name, title };
  const reader = name === '' ? '' : translate(locale, 'messages.reader');
  return { merchant: translate(locale, 'messages.unverified'), name: reader, title: reference };
}

/** Returns how payers reach a merchant according to its store: the sentence in its e-mails, and the reply address. */
export async function contactOf(
  db: Db,
  { merchantId, name, locale }: { merchantId: number; name: string; locale: Locale },
): Promise<{ email: string; asking: Words | null }> {
  const { email = '', phone = '' } = (await findContact(db, { merchantId })) ?? {};
  const contact = [email, phone].filter(Boolean).join(' · ');
  return {
    email,
    asking: contact ? sentence(locale, 'messages.contact', { merchant: name, contact }) : null,
  };
}

/** Mail programs truncate longer names. */
const LONGEST_NAME = 60;

/** Returns the sender's display name: a verified merchant's through us, otherwise null for our own. */
export function shownSender(locale: Locale, merchantName: string): string | null {
  const name = merchantName
    .normalize('NFKC')
    .replace(/[\p{C}\p{Z}"'`<>()[\]\\,;:@]+/gu, ' ')
    .trim();
  if (name === '') return null;
  const merchant = [...name].slice(0, LONGEST_NAME).join('').trim();
  return translate(locale, { key: 'messages.via', params: { merchant } });
}
