import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WrittenParams } from '@daftar/contract/message-params';
import arMessages from '@daftar/contract/messages/ar.json' with { type: 'json' };
import enMessages from '@daftar/contract/messages/en.json' with { type: 'json' };
import type { MessageRef } from '@daftar/contract/validate';
import { serverRoot } from '../paths.ts';
import { dayText } from '../time/calendar-text.ts';
import { amountText, type Digits, numberText, percentText } from './numbers.ts';

export type Locale = 'en' | 'ar';
type Catalogue = Record<string, string>;

/** A sentence of a document or message with its parameters. */
export interface WrittenRef {
  key: string;
  params?: WrittenParams;
}

function load(locale: Locale, shared: Catalogue): Catalogue {
  const folder = join(serverRoot, 'locales', locale);
  const all: Catalogue = { ...shared };
  for (const name of readdirSync(folder)) {
    const noun = name.replace(/\.json$/, '');
    const entries = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Catalogue;
    for (const [key, sentence] of Object.entries(entries)) all[`${noun}.${key}`] = sentence;
  }
  return all;
}

const catalogues: Record<Locale, Catalogue> = { en: load('en', enMessages), ar: load('ar', arMessages) };
const plurals: Record<Locale, Intl.PluralRules> = {
  en: new Intl.PluralRules('en'),
  ar: new Intl.PluralRules('ar'),
};

/**
 * Looks up a sentence of the catalogues. Keys of the contract's messages are bare (`Required`), the server's own are
 * `noun.key`. With a `count` parameter the plural form is looked up as `key_one`, `key_few` … first. An unknown key is
 * returned as it is, so that a missing sentence is noticed. Numeric parameters are formatted in the reader's digits, or
 * in Latin ones for documents and messages: `feePiastres` fills `{{fee}}` with an amount, `feeBps` with a percentage and
 * `feeDay` with a day. Text parameters are inserted unchanged.
 */
export function translate(locale: Locale, ref: MessageRef | string): string;
export function translate(locale: Locale, ref: WrittenRef | string, digits: 'latin'): string;
export function translate(
  locale: Locale,
  ref: MessageRef | WrittenRef | string,
  digits: Digits = 'own',
): string {
  const { key, params } = typeof ref === 'string' ? { key: ref, params: undefined } : ref;
  const count = params?.count;
  const form = typeof count === 'number' ? `${key}_${plurals[locale].select(count)}` : key;
  const sentence = catalogues[locale][form] ?? catalogues[locale][key] ?? key;
  if (!params) return sentence;
  return sentence.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    const value = params[name];
    const piastres = params[`${name}Piastres`];
    if (typeof piastres === 'number') return amountText(locale, piastres, digits);
    const bps = params[`${name}Bps`];
    if (typeof bps === 'number') return percentText(locale, bps / 100, digits);
    const day = params[`${name}Day`];
    if (typeof day === 'string') return dayText(locale, day, digits);
    return typeof value === 'number' ? numberText(locale, value, digits) : (value ?? whole);
  });
}

/**
 * Returns the sentence of a key for documentation: of several plural forms the general one, with variables as `{name}`.
 */
export function patternOf(locale: Locale, key: string): string {
  const sentence = catalogues[locale][key] ?? catalogues[locale][`${key}_other`] ?? key;
  return sentence.replace(/\{\{(\w+)\}\}/g, '{$1}');
}

/** Returns the sentence of a key, or `otherwise` if there is none: a reason may be a key, a reference, or free text. */
export function sentenceOr(locale: Locale, key: string, otherwise: string): string {
  const sentence = translate(locale, key);
  return sentence === key ? otherwise : sentence;
}

/** Lists the keys with a prefix, unordered; both languages have the same keys. */
export const keysOf = (beginning: string): string[] =>
  Object.keys(catalogues.en).filter((key) => key.startsWith(beginning));

/**
 * Returns which of our languages an Accept-Language header prefers; null if it names neither, or excludes those that it
 * names.
 */
export function preferredLocale(acceptLanguage: string | undefined): Locale | null {
  const ranges = (acceptLanguage ?? '').split(',').map((range) => {
    const [tag = '', ...options] = range.trim().toLowerCase().split(';');
    const quality = options
      .map((each) => /^\s*q=([\d.]+)/.exec(each)?.[1])
      .find((each) => each !== undefined);
    return { language: tag.split('-')[0], quality: quality === undefined ? 1 : Number(quality) };
  });
  const known = ranges.filter(
    ({ language, quality }) => (language === 'ar' || language === 'en') && quality > 0,
  );
  known.sort((a, b) => b.quality - a.quality);
  return (known[0]?.language as Locale | undefined) ?? null;
}

/** Returns the language of an Accept-Language header: Arabic if preferred, otherwise English. */
export const localeOf = (acceptLanguage: string | undefined): Locale =>
  preferredLocale(acceptLanguage) ?? 'en';
