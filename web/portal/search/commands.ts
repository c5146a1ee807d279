import { parsePounds } from '@daftar/contract/money';
import { readNumber } from '@daftar/contract/numbers';
import { searchKey } from '@daftar/contract/search-key';
import { toLatinDigits } from '@daftar/contract/text';
import {
  ARTICLES,
  CREATE,
  CREATED,
  type Created,
  DEACTIVATE,
  FOR,
  INVOICE,
  LINK,
  NEW,
  NOUNS,
  OPEN,
  PAYMENT,
  POUNDS,
  REFUND,
} from './phrases.ts';

/** What was typed, read as a command. `rest`: whom or what it is about, as typed, perhaps empty. */
export type Command =
  | { does: 'create'; what: Created; rest: string }
  | { does: 'refund'; rest: string }
  | { does: 'deactivate'; what?: 'invoice' | 'payment-link'; rest: string };

interface Words {
  /** As typed, and as they are compared. */
  typed: readonly string[];
  keys: readonly string[];
}

const wordsOf = (text: string): Words => {
  const typed = text.split(/\s+/).filter(Boolean);
  return { typed, keys: typed.map(searchKey) };
};
const after = ({ typed, keys }: Words, count: number): Words => ({
  typed: typed.slice(count),
  keys: keys.slice(count),
});

/** Compares a typed word: English in singular or plural, Arabic with or without its article. */
const isSame = (key: string, word: string) =>
  key === word || key === `${word}s` || key === `ال${word}` || key === word.replace(/^ال/, '');

/** The words after one of the phrases, longer ones first; null if they begin with none of them. */
function without(words: Words, phrases: readonly string[]): Words | null {
  const lengths = phrases
    .map((phrase) => searchKey(phrase).split(' '))
    .filter((phrase) => phrase.every((word, index) => isSame(words.keys[index] ?? '', word)))
    .map(({ length }) => length);
  return lengths.length > 0 ? after(words, Math.max(...lengths)) : null;
}
const skip = (words: Words, phrases: readonly string[]) => without(words, phrases) ?? words;

/** لمنى: for somebody, in one word. Of لينا both readings are found (`personOf`). */
const FOR_NAME = /^ل[\u0621-\u064a]{2}/;
/** لـمنى, as it is written with a stretched letter: لـ was apart. */
const TATWEEL = /^[لب]ـ+(?=.)/;

function restOf(words: Words): string {
  const rest = skip(words, FOR).typed.join(' ');
  return rest.replace(TATWEEL, '');
}

function readCreation(words: Words): Command | null {
  const verbed = without(words, CREATE);
  const start = verbed ? skip(verbed, ARTICLES) : words;
  for (const what of CREATED) {
    const named = without(start, NOUNS[what]);
    if (!named) continue;
    const isNew = without(named, NEW);
    const rest = isNew ?? named;
    // “invoice for Mona” says enough; “invoice Mona” only looks for one.
    const next = rest.typed[0] ?? '';
    const isFor =
      without(rest, FOR) !== null || TATWEEL.test(next) || (what === 'invoice' && FOR_NAME.test(next));
    if (verbed || isNew || isFor) return { does: 'create', what, rest: restOf(rest) };
  }
  return null;
}

/** Reads a command in either language; null if it is none. */
export function readCommand(text: string): Command | null {
  const words = wordsOf(text);
  const created = readCreation(words);
  if (created) return created;
  const refunded = without(words, REFUND);
  if (refunded) return { does: 'refund', rest: restOf(skip(refunded, PAYMENT)) };
  const ended = without(words, DEACTIVATE);
  if (!ended) return null;
  const invoice = without(ended, INVOICE);
  if (invoice) return { does: 'deactivate', what: 'invoice', rest: restOf(invoice) };
  const link = without(ended, LINK);
  if (link) return { does: 'deactivate', what: 'payment-link', rest: restOf(link) };
  return { does: 'deactivate', rest: restOf(ended) };
}

/** The name of a screen in “go to …”; other text is unchanged. */
export const withoutOpen = (text: string): string => without(wordsOf(text), OPEN)?.typed.join(' ') ?? text;

/**
 * Whom a person is looked for by: لمنى is للـ or لـ and a name, or a name that begins so. A search by a part of a name
 * finds both.
 */
export const personOf = (rest: string): string => rest.replace(/^لل?(?=[\u0621-\u064a]{3})/, '');

/** A word as an amount with Latin digits, such as `1234.5`; as it is if it cannot be read as one. */
function numberIn(word: string): string {
  const number = toLatinDigits(word).replace(/^بـ?/, '').replace(/[,،]$/, '');
  const read = readNumber(number, 2);
  return typeof read === 'string' || read.isNegative
    ? number
    : `${read.whole}${read.fraction && '.'}${read.fraction}`;
}

/** What a new link is for: “250 for a lamp”, in any order. */
export function linkOf(rest: string): { name?: string; amount?: string } {
  const { typed, keys } = wordsOf(rest);
  const numbers = typed.map(numberIn);
  const at = numbers.findIndex((number) => /^\d/.test(number) && parsePounds(number));
  const amount = numbers[at];
  if (amount === undefined) return rest ? { name: rest } : {};
  const isUnit = POUNDS.some((unit) => searchKey(unit) === keys[at + 1]);
  const before = typed.slice(0, at).filter((_, index) => index < at - 1 || !isPreposition(keys[index]));
  const name = restOf(wordsOf([...before, ...typed.slice(at + (isUnit ? 2 : 1))].join(' ')));
  return { amount, ...(name ? { name } : {}) };
}
const isPreposition = (key: string | undefined) => FOR.some((word) => searchKey(word) === key);
