/** Compares names: in Arabic and Latin letters, in any order of words, with small differences. */

/** Diacritics of Latin and Arabic, and the Arabic elongation sign. */
const MARKS = /[\p{M}\u0640]/gu;
const SEPARATORS = /[^\p{L}\p{N}]+/u;
/** Letters with more than one spelling. */
const VARIANTS: Readonly<Record<string, string>> = {
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ى: 'ي',
  ئ: 'ي',
  ؤ: 'و',
  ة: 'ه',
  ء: '',
  ک: 'ك',
  ی: 'ي',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
};
/** Titles, and words that only state the kind of business. */
const FILLERS = new Set([
  'al',
  'el',
  'bin',
  'ibn',
  'mr',
  'mrs',
  'dr',
  'بن',
  'ابن',
  'co',
  'ltd',
  'llc',
  'شركه',
]);
/** The article at the start of a word: Elsayed, Alsayed and Sayed are one name, as are السيد and سيد. */
const ARTICLE = /^(?:[ae]l|ال)(?=.{3})/u;
/** The first half of names like Abdel Rahman, written as a separate word. */
const SERVANT = /^(?:abd(?:[aeu]l)?|عبد)$/u;
/** The first half within a word: Abdelrahman, عبدالرحمن. */
const SERVANT_OF = /^(?:abd[aeu]l(?=.{2})|عبدال(?=.{3}))/u;
/** Returns the normalised form, in either alphabet. */
const servantOf = (first: string) => (first.startsWith('a') ? 'abd' : 'عبد');

/** Normalises the words of a name, in order: removes articles, joins the halves of one name. */
function oneSpelling(words: readonly string[]): string[] {
  const found: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    // Abd El Rahman: the article may be a separate word.
    const second = /^[ae]l$/.test(words[at + 1] ?? '') ? at + 2 : at + 1;
    const other = words[second];
    if (SERVANT.test(word) && other !== undefined) {
      found.push(servantOf(word) + other.replace(/^(?:[ae]l(?=.{2})|ال(?=.{3}))/u, ''));
      at = second;
    } else if (SERVANT_OF.test(word)) found.push(servantOf(word) + word.replace(SERVANT_OF, ''));
    else found.push(word.replace(ARTICLE, ''));
  }
  return found;
}

/** Maximum number of words of a name that are compared. */
const MAX_WORDS = 12;
const LONGEST_WORD = 30;

/**
 * Returns the words of a name for comparison: without diacritics, normalised, without articles, in alphabetical
 * order.
 */
export function wordsOf(name: string): string[] {
  const plain = [...name.slice(0, 300).normalize('NFKD').replace(MARKS, '').toLowerCase()]
    .map((letter) => VARIANTS[letter] ?? letter)
    .join('');
  const words = oneSpelling(plain.split(SEPARATORS).filter((word) => word !== ''))
    .map((word) => word.slice(0, LONGEST_WORD))
    .filter((word) => word !== '' && !FILLERS.has(word));
  return [...new Set(words)].slice(0, MAX_WORDS).sort();
}

/** Returns the number of single changes between two words; stops counting beyond `most`. */
function distance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? most + 1;
}

/** Returns the similarity of two words, 0 to 1: equal, or with one change in four letters. */
function likeness(one: string, other: string): number {
  if (one === other) return 1;
  const longest = Math.max(one.length, other.length);
  const most = Math.floor(longest / 4);
  if (most === 0) return 0;
  const changes = distance(one, other, most);
  return changes > most ? 0 : 1 - changes / longest;
}

/** Minimum score at which a name is shown to a reviewer. */
export const LEAST_SCORE = 80;

/**
 * Returns the similarity of two names, 0 to 100, by their words. Words that only one of them has reduce it by half as
 * much, so that a name of four words matches one of three; a single word alone never matches a name of several.
 */
export function scoreOf(one: readonly string[], other: readonly string[]): number {
  const [few, many] = one.length <= other.length ? [one, other] : [other, one];
  if (few.length === 0 || (few.length === 1 && many.length > 1)) return 0;
  const left = [...many];
  let sum = 0;
  for (const word of few) {
    let best = -1;
    let found = 0;
    for (const [at, candidate] of left.entries()) {
      const alike = likeness(word, candidate);
      if (alike > found) [best, found] = [at, alike];
    }
    if (best >= 0) left.splice(best, 1);
    sum += found;
  }
  const extra = many.length - few.length;
  return Math.round((100 * sum) / (few.length + extra * 0.25));
}
