/** Accents, harakat, niqqud, variation selectors, and invisible format characters. */
const IGNORED =
  /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f\ufe00-\ufe0f\u180b-\u180f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0600-\u0605\u0610-\u061a\u061c\u064b-\u065f\u0670\u06d6-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0898-\u089f\u08ca-\u08ff\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u00ad\u070f\u0890\u0891\u{110bd}\u{110cd}\u{13430}-\u{1343f}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e01ef}]/gu;

/**
 * Characters that compare as equal to others: each character of a group's first part as the second part, or as the
 * character at the same position in it.
 */
const ALIKE: readonly (readonly [string, string])[] = [
  ['أإآٱٲٳ', 'ا'],
  ['ؤ', 'و'],
  ['ئىیېۍێے', 'ي'],
  ['ةھہەۃ', 'ه'],
  ['کڪگ', 'ك'],
  ['پ', 'ب'],
  ['چ', 'ج'],
  ['ژ', 'ز'],
  ['ڤ', 'ف'],
  ['ıøłđðħς', 'iolddhσ'],
  ['٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '01234567890123456789'],
  ['`\u2018\u2019\u201a\u201b\u2032\u02b9\u02bb\u02bc\u02bd\u055a', "'"],
  ['\u201c\u201d\u201e\u201f\u00ab\u00bb', '"'],
  ['\u2010\u2012\u2013\u2014\u2015\u2212', '-'],
  ['\u0009\u000a\u000b\u000c\u000d\u0085\u1680\u2028\u2029', ' '],
];

const REPLACED = new Map([
  ...ALIKE.flatMap(([from, to]) => [...from].map((letter, at) => [letter, to[at] ?? to] as const)),
  ...[...'ءٴـ'].map((letter) => [letter, ''] as const),
  ...Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' }),
]);
const ANY_REPLACED = new RegExp(`[${[...REPLACED.keys()].join('')}]`, 'g');

/**
 * Returns the form in which text is compared and sorted: compatibility characters replaced by ordinary ones, lower
 * case, Latin digits, one space for white space, without accents, hamza, harakat, tatweel and invisible characters. ى ي
 * ی are equal, as are ة ه and ك ک. The SQL function `search_key` does the same. Databases and browsers support
 * different versions of Unicode, so the two may differ for characters newer than Unicode 14.
 */
export const searchKey = (text: string): string =>
  text
    .replaceAll('\u00b4', "'") // would become a space and an accent
    .normalize('NFKD')
    .replace(IGNORED, '')
    .toLowerCase()
    .replace(ANY_REPLACED, (letter) => REPLACED.get(letter)!)
    .replace(/ {2,}/g, ' ');
