/** Text in the form that banks send by SWIFT. */
import * as z from 'zod/mini';
import { keptText, optionalText, toLatinDigits, withoutInvisible } from './text.ts';

/** Returns whether all characters belong to SWIFT's set X, which every bank accepts. */
const isSwiftText = (text: string): boolean => /^[A-Za-z0-9/?:().,'+ -]*$/.test(text);

/** Replaces typed characters by those of set X: typographic marks, accents, other digits. */
const toSwiftText = (text: string): string =>
  toLatinDigits(withoutInvisible(text))
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/g, '')
    .replace(/[\u2018\u2019\u201b\u02bc`\u00b4]/g, "'")
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s+/g, ' ')
    .trim();

/** Checks text normalized by `toSwiftText`. */
const tidied = (most: number) => [
  z.overwrite((typed: string) => toSwiftText(typed)),
  z.maxLength(most),
  z.refine<string>(isSwiftText, { error: 'SwiftCharacters' }),
];

/** Optional text in the characters of SWIFT's set X; absent, null and blank become the empty string. */
export const optionalSwiftText = (most: number) =>
  z.pipe(optionalText(most), z.string().check(...tidied(most)));

/** The same for a partial update: absent keeps the stored one, null and blank clear it. */
export const keptSwiftText = (most: number) =>
  z.pipe(keptText(most), z.optional(z.string().check(...tidied(most))));
