/** What messages say: our sentences, in which everything that somebody else wrote is kept together and in one line. */
import type { WrittenParams } from '@daftar/contract/message-params';
import { CLOSES, eachLine, OPENS, together, withoutIsolates } from '../platform/i18n/isolates.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';
import { escapeMarkup } from '../platform/markup.ts';

/** Text of a message. Only this file makes it, so that no name gets into a mail as it was typed. */
export type Words = string & { readonly isWords: true };

export type WordParams = WrittenParams;

/** Ours, and in the middle of most sentences. */
const PHRASES = ['messages.unverified', 'messages.reader'];
/** Beside Arabic text, a sign before a number would go to its other side. */
const SIGNED = /^[+\u2212-](?=\d)/;
const LEFT_TO_RIGHT = '\u200e';

function part(locale: Locale, text: string): string {
  return together(locale === 'ar' && SIGNED.test(text) ? LEFT_TO_RIGHT + text : text);
}

/** A sentence of the catalogues for a message, with Latin digits. What fills it is kept together, whatever its direction. */
export function sentence(locale: Locale, key: string, params: WordParams = {}): Words {
  const filled = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? part(locale, value) : value,
    ]),
  );
  return begun(locale, translate(locale, { key, params: filled }, 'latin')) as Words;
}

/** A phrase of ours that begins a sentence, with a capital. */
function begun(locale: Locale, text: string): string {
  const isPhrase = PHRASES.some((key) => text.startsWith(`${OPENS}${translate(locale, key)}${CLOSES}`));
  return isPhrase ? OPENS + text.charAt(1).toUpperCase() + text.slice(2) : text;
}

/** What somebody else is called, by itself. */
export const named = (name: string): Words => together(name) as Words;

/** Lines that somebody else wrote. */
export const quoted = (text: string): Words => eachLine(text) as Words;

/** A sentence that was made elsewhere, with isolates around what fills it, such as that of a notification. */
export const spoken = (isolated: string): Words => isolated as Words;

/** Words one after another. */
export const joined = (separator: string, ...words: readonly Words[]): Words =>
  words.filter((each) => each !== '').join(separator) as Words;

/** As plain text. */
export const plainOf = (words: Words): string => withoutIsolates(words);

/** A reference or a number, which is read in one piece. */
const TOKEN = /\u2068([\u200e+\w.,-]{1,24})\u2069/g;
const AMOUNT = /(\d(?:<\/bdi>)?) (EGP|ج\.م\.)/g;

/** As markup: what is kept together stands in `bdi` elements, and an amount on the line of its currency. */
export const markupOf = (words: Words): string =>
  escapeMarkup(words)
    .replace(TOKEN, '<bdi style="white-space:nowrap">$1</bdi>')
    .replaceAll(OPENS, '<bdi>')
    .replaceAll(CLOSES, '</bdi>')
    .replace(AMOUNT, '$1&nbsp;$2')
    .replaceAll('\n', '<br>');

/** The parameters that hold text of merchants and customers, which may be of any length. */
const WRITTEN = new Set(['merchant', 'name', 'title']);
/** The longest text of somebody else in an SMS. */
const LONGEST_PART = 40;

function clipped(text: string): string {
  const characters = [...text];
  return characters.length <= LONGEST_PART
    ? text
    : `${characters
        .slice(0, LONGEST_PART - 3)
        .join('')
        .trim()}...`;
}

/** The text of an SMS, which is paid for by its length: what merchants and customers wrote is cut, our own words never. */
export function smsText(locale: Locale, key: string, params: WordParams = {}): string {
  const ours = new Set(PHRASES.map((phrase) => translate(locale, phrase)));
  const short = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      WRITTEN.has(name) && typeof value === 'string' && !ours.has(value) ? clipped(value) : value,
    ]),
  );
  return plainOf(sentence(locale, key, short));
}
