/** The fields of an MT940 message, and the days and amounts in them. */
import { BankFileProblem } from './problem.ts';
import { dayOf, piastresOf } from './statement.ts';

const LONGEST_LINE = 2_000;
const MAX_LINES_OF_FIELD = 100;

export interface Field {
  tag: string;
  lines: string[];
  /** Line of the file, from 1. */
  line: number;
}

/** Returns the position of a character in a field's first line, whose tag precedes it. */
const placeOf = ({ tag, line }: Field, at: number) => ({
  line,
  column: at + tag.length + 3,
  field: `:${tag}:`,
});

/** Builds the error of a field that does not have the form of its kind. */
export const wrong = (field: Field, at: number, value: string): BankFileProblem =>
  new BankFileProblem('BankFileFieldWrong', { ...placeOf(field, at), value });

/** Blanks, control characters and direction marks with which modems, mainframes and editors frame messages. */
const BEFORE = /^[\p{Cc}\p{Cf}\p{Zs}]+(?=[:{-])/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
const END = /^-[\u0000-\u0020]*$/;
const TAG = /^:(\d{2}[A-Z]?):(.*)$/i;

/** Returns the content of a line without the blocks of a message: `{1:…}{4:` before it, `-}{5:…}` after it. */
function contentOf(line: string): string {
  const content = line.trimEnd().replace(BEFORE, '');
  const text = content.startsWith('{') ? content.lastIndexOf('{4:') : -1;
  const inner = text >= 0 ? content.slice(text + 3).trimStart() : content;
  const end = inner.lastIndexOf('-}');
  return end > 0 && inner.startsWith(':') ? inner.slice(0, end).trimEnd() : inner;
}

/** Yields the fields in order; anything outside them (blocks, empty lines) is skipped. @throws BankFileProblem */
export function* fieldsOf(text: string): Generator<Field> {
  let current: Field | null = null;
  let line = 0;
  for (const raw of linesOf(text)) {
    line += 1;
    if (raw.length > LONGEST_LINE)
      throw new BankFileProblem('BankFileUnreadable', { line, column: LONGEST_LINE });
    const content = contentOf(raw);
    const [, tag, rest = ''] = TAG.exec(content) ?? [];
    if (tag !== undefined) {
      if (current) yield current;
      current = { tag: tag.toUpperCase(), lines: [rest], line };
    } else if (END.test(content) || content.startsWith('-}') || content.startsWith('{')) {
      if (current) yield current;
      current = null;
    } else if (current && content !== '') {
      current.lines.push(content);
      if (current.lines.length > MAX_LINES_OF_FIELD)
        throw new BankFileProblem('BankFileUnreadable', { line, column: 1 });
    }
  }
  if (current) yield current;
}

/** Yields lines that end in CRLF, LF or CR, one at a time, because a file may have a million. */
function* linesOf(text: string): Generator<string> {
  const ends = /\r\n|\r|\n/g;
  let from = 0;
  for (let end = ends.exec(text); end; end = ends.exec(text)) {
    yield text.slice(from, end.index);
    from = ends.lastIndex;
  }
  yield text.slice(from);
}

/** A day of six or eight digits. @throws BankFileProblem */
export function dayIn(field: Field, typed: string, at: number): string {
  const whole = typed.length === 6 ? `20${typed}` : typed;
  const day = dayOf(whole.slice(0, 4), whole.slice(4, 6), whole.slice(6));
  if (day === null) throw new BankFileProblem('BankFileDayWrong', { ...placeOf(field, at), value: typed });
  return day;
}

/** Blanks or apostrophes as thousands separators, before a decimal mark. */
const BLANKS = /^\d{1,3}([ '\u2019])\d{3}(?:\1\d{3})*[.,]\d{0,2}$/;
const GROUPED = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*(?!\1)[.,]\d{0,2}$/;

/**
 * Reads an amount without a sign: with a decimal comma, or the point that some banks write, with or without leading
 * zeros. Of two kinds of marks the last one is the decimal mark; a single point before three digits is ambiguous and
 * refused.
 * @throws BankFileProblem
 */
export function amountIn(field: Field, written: string, at: number): number {
  const typed = BLANKS.test(written) ? written.replace(/[ '\u2019]/g, '') : written;
  const isGrouped = GROUPED.test(typed);
  const decimal = isGrouped ? typed.replace(/\d/g, '').at(-1) : typed.includes('.') ? '.' : ',';
  const plain = isGrouped ? typed.replaceAll(decimal === ',' ? '.' : ',', '') : typed;
  const piastres =
    decimal === '.' && !/^\d*\.\d{0,2}$/.test(plain)
      ? null
      : piastresOf(plain.replace(/^(?=[.,])/, '0'), decimal === '.' ? '.' : ',');
  if (piastres === null)
    throw new BankFileProblem('BankFileAmountWrong', { ...placeOf(field, at), value: written });
  return piastres;
}
