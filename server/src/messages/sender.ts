/** How a message to somebody outside, whose address anybody may have typed, speaks of the merchant it is about. */
import type { Db } from '../platform/db/connect.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';

/** SQL of the merchant `m`: its name, and nothing until we have made sure who it is. */
export const nameOutside = (db: Db) => db`case when m.status in (3, 4) then m.business_name else '' end`;

/** What a merchant, or whoever typed the address, has written. */
interface Written {
  /** By {@link nameOutside}. */
  merchantName: string;
  /** Of the reader; may be empty. */
  name: string;
  title: string;
  /** Ours: stands for the title. */
  reference: string;
}

/**
 * Words for a message's sentences. Of a merchant whom nobody has verified there are only our own, so that nobody writes to
 * strangers through us by calling a business, a product or a customer something.
 */
export function wordsOutside(
  locale: Locale,
  { merchantName, name, title, reference }: Written,
): { merchant: string; name: string; title: string } {
  if (merchantName !== '') return { merchant: merchantName, name, title };
  const reader = name === '' ? '' : translate(locale, 'messages.reader');
  return { merchant: translate(locale, 'messages.unverified'), name: reader, title: reference };
}

/** Longer ones are cut by mail programs. */
const LONGEST_NAME = 60;

/** The name a mail is shown under: a verified merchant's through us, else null for our own. */
export function shownSender(locale: Locale, merchantName: string): string | null {
  const name = merchantName
    .normalize('NFKC')
    .replace(/[\p{C}\p{Z}"'`<>()[\]\\,;:@]+/gu, ' ')
    .trim();
  if (name === '') return null;
  const merchant = [...name].slice(0, LONGEST_NAME).join('').trim();
  return translate(locale, { key: 'messages.via', params: { merchant } });
}
