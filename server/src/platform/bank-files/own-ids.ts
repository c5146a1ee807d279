/** Our ids as repeated by banks, and codes as banks write them. */
import { toLatinDigits } from '@daftar/contract/digits';

/**
 * Normalizes the characters of codes and ids: full-width characters, other digits, dashes and blanks become ordinary
 * ones, and direction marks are removed.
 */
export const plainSigns = (text: string): string =>
  toLatinDigits(text.normalize('NFKC'))
    .replace(/\p{Cf}+/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s/g, ' ');

/** A code of a standard in capital letters, such as `CRDT` or `RJCT`. */
export const codeOf = (text: string): string => plainSigns(text).trim().toUpperCase();

const NONE = new Set(['', 'NOTPROVIDED', 'NONREF', 'NOREF', 'NONE', 'NA', 'NOTAPPLICABLE', 'NOTAVAILABLE']);
/** Returns whether an id means that there is none: `NOTPROVIDED`, `NOT PROVIDED`, `NONREF`, `N/A`, `-`. */
export const isNoId = (id: string): boolean => NONE.has(codeOf(id).replace(/[^\p{L}\p{N}]/gu, ''));

/** Normalizes the id of a file, which has no blanks; ours is in capital letters. */
export function fileIdOf(text: string): string {
  const id = plainSigns(text).replace(/ /g, '');
  return /^daftar-/i.test(id) ? id.toUpperCase() : id;
}

/** Ids use Crockford's letters and digits, so that none is mistaken for another. */
const TRANSFER_ID = /TRF-[0-9A-HJKMNP-TV-Z]{12}/g;
const PADDED_ID = /^0*TRF-?([0-9A-HJKMNP-TV-Z]{12})0*$/;

/** Subfield marks that banks put into free text: `?20`, `>20`, `~20`. */
const SUBFIELD = /[?>~]\d{2}/g;

/** Joins text that a bank has broken: removes line ends, blanks and subfield marks. */
const together = (text: string) =>
  plainSigns(text.replace(/[\r\n]+/g, '').replace(SUBFIELD, ''))
    .replace(/ +/g, '')
    .toUpperCase();

/** Finds the end-to-end ids of our transfers in texts, even if broken over lines or subfields. */
export function transferIdsIn(...texts: readonly string[]): string[] {
  const found = texts.flatMap((text) => [
    ...(plainSigns(text).toUpperCase().match(TRANSFER_ID) ?? []),
    ...(together(text).match(TRANSFER_ID) ?? []),
  ]);
  return [...new Set(found)];
}

/**
 * Reads a field that contains one id: broken, padded with blanks or zeros, without its dash, or unchanged.
 * @returns our id, or the text on one line if it is not one of ours
 */
export function ownIdOf(text: string): string {
  const letters = PADDED_ID.exec(together(text))?.[1];
  return letters ? `TRF-${letters}` : (transferIdsIn(text)[0] ?? text.replace(/\s+/g, ' ').trim());
}
