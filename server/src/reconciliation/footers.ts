/** Recognises the rows below the lines of a file: totals, notes and the end of a report. Pure. */
import { searchKey } from '@daftar/contract/search-key';

const START = '^[^\\p{L}\\p{N}]*';
/** First words of a total, a balance or a count. */
const SUMS = [
  '(?:(?:grand|sub|net|page|batch|file|report|overall|running|daily|general|sum)[ -]?)*totals?',
  'sum',
  'summary',
  '(?:opening|closing|ending|final|available|current)? ?balance',
  'carried forward|brought forward',
  '(?:number|no\\.?|count) of (?:records?|rows?|lines?|transactions?|trx|txns?|payments?|items?)',
  '(?:records?|rows?|lines?|transactions?|items?)(?: count)? ?[:=]',
  '(?:record|row|line|transaction|item|trx)s? count',
  'count',
  'ال[اإ]?جمالي|[اإ]جمالي|المجموع|مجموع|الاجماليات|الرصيد|رصيد|عدد(?=[ :]|$)|صافي الاجمالي',
];
/** First words of a note by the report itself. */
const NOTES = [
  '(?:\\*+ ?)?end of (?:the )?(?:report|file|statement|list|document|data)|eof|trailer|<?end>?',
  'page:? ?\\d+|\\d+ of \\d+|صفحه',
  '(?:report )?(?:printed|generated|created|exported|prepared|issued|produced|downloaded)(?: on| at| by|:|$)',
  'note:|notes:|disclaimer|this (?:is a|report|statement|document)|computer generated|confidential',
  'نهايه|تمت? الطباعه|طبع|ملاحظه|ملاحظات|هذا (?:الكشف|التقرير)',
];
const of = (patterns: readonly string[]) =>
  new RegExp(`${START}(?:${patterns.join('|')})(?![\\p{L}\\p{N}])`, 'iu');
const SUM = of(SUMS);
const NOTE = of(NOTES);
const LONGEST = 200;

const textOf = (cell: string) => searchKey(cell.slice(0, LONGEST)).trim();

/** Returns whether a cell begins like a total or a note of the report. */
export const isLabel = (cell: string): boolean => {
  const text = textOf(cell);
  return text !== '' && (SUM.test(text) || NOTE.test(text));
};

/** Returns whether a cell is the label of a total and nothing else: `Total`, `Grand total:`, `الإجمالي`. */
export const isTotalLabel = (cell: string): boolean => {
  const text = textOf(cell);
  const label = SUM.exec(text)?.[0];
  return label !== undefined && !/\p{L}/u.test(text.slice(label.length));
};

/** Returns whether text contains three consecutive words; anything may stand before and after them. */
function isSentence(text: string): boolean {
  const words = text.split(/\s+/);
  return words.some(
    (word, at) =>
      /\p{L}{2}$/u.test(word) &&
      /^\p{L}{2,}$/u.test(words[at + 1] ?? '') &&
      /^\p{L}{2}/u.test(words[at + 2] ?? ''),
  );
}

/** Returns whether a row is a single sentence, such as a note of several words, and nothing else. */
export function isNote(raw: readonly string[]): boolean {
  const filled = raw.filter((cell) => cell.trim() !== '');
  return filled.length === 1 && (isLabel(filled[0]!) || isSentence(filled[0]!));
}
