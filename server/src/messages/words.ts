/** Sentences of messages. Each text written by somebody else is isolated and kept in one line. */
import type { WrittenParams } from '@daftar/contract/message-params';
import { CLOSES, eachLine, OPENS, together, withoutIsolates } from '../platform/i18n/isolates.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';
import { escapeMarkup } from '../platform/markup.ts';

/** Text of a message. Only this file creates it, so that no name gets into an e-mail unescaped. */
export type Words = string & { readonly isWords: true };

export type WordParams = WrittenParams;

/** Our own phrases, which usually stand in the middle of a sentence. */
const PHRASES = ['messages.unverified', 'messages.reader'];
/** Beside Arabic text, a sign before a number would move to its other side. */
const SIGNED = /^[+\u2212-](?=\d)/;
const LEFT_TO_RIGHT = '\u200e';

function part(locale: Locale, text: string): string {
  return together(locale === 'ar' && SIGNED.test(text) ? LEFT_TO_RIGHT + text : text);
}

/**
 * Returns a sentence of the catalogues for a message, with Latin digits. Its parameters are isolated, whatever their
 * direction.
 */
export function sentence(locale: Locale, key: string, params: WordParams = {}): Words {
  const filled = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' ? part(locale, value) : value,
    ]),
  );
  return begun(locale, translate(locale, { key, params: filled }, 'latin')) as Words;
}

/** Capitalises a phrase of ours that begins a sentence. */
function begun(locale: Locale, text: string): string {
  const isPhrase = PHRASES.some((key) => text.startsWith(`${OPENS}${translate(locale, key)}${CLOSES}`));
  return isPhrase ? OPENS + text.charAt(1).toUpperCase() + text.slice(2) : text;
}

/** Returns a name, isolated. */
export const named = (name: string): Words => together(name) as Words;

/** Returns lines that somebody else wrote. */
export const quoted = (text: string): Words => eachLine(text) as Words;

/** Returns a sentence made elsewhere that already isolates its parameters, such as that of a notification. */
export const spoken = (isolated: string): Words => isolated as Words;

/** Joins texts. */
export const joined = (separator: string, ...words: readonly Words[]): Words =>
  words.filter((each) => each !== '').join(separator) as Words;

/** Returns plain text. */
export const plainOf = (words: Words): string => withoutIsolates(words);

/** A reference or a number, which must not be broken. */
const TOKEN = /\u2068([\u200e+\w.,-]{1,24})\u2069/g;
const AMOUNT = /(\d(?:<\/bdi>)?) (EGP|ج\.م\.)/g;

/** Returns markup: isolated parts become `bdi` elements, and an amount stays on the line of its currency. */
export const markupOf = (words: Words): string =>
  escapeMarkup(words)
    .replace(TOKEN, '<bdi style="white-space:nowrap">$1</bdi>')
    .replaceAll(OPENS, '<bdi>')
    .replaceAll(CLOSES, '</bdi>')
    .replace(AMOUNT, '$1&nbsp;$2')
    .replaceAll('\n', '<br>');

/** Parameters with text of merchants and customers, which may be of any length. */
const WRITTEN = new Set(['merchant', 'name', 'title']);
/** Maximum length of a text by somebody else in an SMS. */
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

/**
 * Returns the text of an SMS, which is charged by its length: text of merchants and customers is truncated, our own
 * never.
 */
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
