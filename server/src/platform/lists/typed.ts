import { compactPhone, normaliseMobile } from '@daftar/contract/egypt';
import { parsePounds } from '@daftar/contract/money';
import { searchKey } from '@daftar/contract/search-key';
import { toLatinDigits } from '@daftar/contract/text';
import { containsPattern, referencePattern, typedText } from './search.ts';

/** All possible meanings of a text in a list's search field; null for those that do not apply. */
export interface Meaning {
  /** A reference of ours, whole or its beginning: its kind, and a LIKE pattern for it. */
  reference: { kind: string; pattern: string } | null;
  /** Eight characters without a prefix, which may be a reference of any kind. */
  bare: string | null;
  piastres: number | null;
  /** LIKE pattern for a `search_key(…)` column of names, e-mails and mobiles. */
  text: string | null;
  /** An id of a processor or bank, to be compared unchanged. */
  id: string | null;
}

const NOTHING: Meaning = { reference: null, bare: null, piastres: null, text: null, id: null };

/** The hyphen may be missing only from a complete reference, because a payer may be called Payton. */
const REFERENCE = /^(TRX|INV|LNK|ORD|CHB|PAY|STL|TKT)(?:-[0-9A-TV-Z]{0,8}|[0-9A-TV-Z]{8})$/i;
/** One reference in twenty has no digit, so names of eight letters are searched among references too. */
const BARE = /^[0-9A-TV-Z]{8}$/i;
/** A complete number or its first digits: 010…, 011…, 012…, 015…, with or without the country code. */
const MOBILE = /^(?:(?:\+|00)20|0(?=1)|20(?=1\d{9}$))\d{2,}$/;
const WITHOUT_ZERO = /^1[0125]\d{8}$/;
/** Nine digits of pounds at most, because ten digits are a mobile number without its zero. */
const MOST_PIASTRES = 99_999_999_999;
const ID = /^(?=\D{0,99}\d)[\w.:/-]{6,100}$/;
/**
 * Text without three consecutive letters or digits, and without one that begins a word, has no trigrams, so a trigram
 * index would be read completely, together with all rows.
 */
const TRIGRAM = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]/u;

/**
 * LIKE pattern for a `search_key(…)` column with a trigram index that contains the typed text; null if the text has no
 * trigrams.
 */
export function trigramPattern(typed: string): string | null {
  return TRIGRAM.test(searchKey(typedText(typed))) ? containsPattern(typed) : null;
}

/** Interprets a text of a list's search field in every possible way. */
export function meaningOf(typed: string): Meaning {
  const query = typedText(typed);
  const latin = toLatinDigits(query).replaceAll('٫', '.');
  const named = REFERENCE.exec(latin);
  if (named) {
    const kind = named[1]!.toUpperCase();
    return { ...NOTHING, reference: { kind, pattern: referencePattern(latin, kind) } };
  }
  const id = ID.test(latin) ? latin : null;
  const piastres = /^0\d/.test(latin) ? null : parsePounds(latin);
  if (piastres !== null && piastres <= MOST_PIASTRES) {
    return { ...NOTHING, piastres, bare: BARE.test(latin) ? latin : null, id };
  }
  const number = compactPhone(latin);
  if (MOBILE.test(number) || WITHOUT_ZERO.test(number)) {
    const mobile = normaliseMobile(number)
      .replace(/^(?:\+20|0020)0?/, '0')
      .replace(/^1/, '01');
    return { ...NOTHING, text: containsPattern(mobile), id };
  }
  return { ...NOTHING, bare: BARE.test(latin) ? latin : null, text: trigramPattern(query), id };
}
