/** Finds card numbers in text, however they are written. */
import { isCardNumber } from '@daftar/contract/checkout';

const LEAST = 13;
const MOST = 19;
/**
 * Maximum number of characters between two digits of one number: separators, invisible characters, and their encoded
 * forms.
 */
const MOST_BETWEEN = 4;
/** Without line ends, because rows of a file are not one number. */
const BETWEEN =
  /^[\t\p{Zs}\p{Pd}\p{Cf}_/\\,.·•+|\u066b\u066c\u060c\u2044\u2212\u2215\u3001\u3002\uff0c\uff0e\uff0f\uff3f]$/u;
const DIGIT = /^\p{Nd}$/u;
const WORD = /^[A-Za-z]$/;
/** A date, such as 2026-11-29; no card number begins like that. */
const DAY = /^(?:19|20)\d\d([-/.])(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])(?!\d)/;
/** A character escaped by JSON, a URL or XML. */
const ESCAPED = /\\u[\da-f]{4}|(?:%[\da-f]{2}){1,4}|&#(?:\d{1,6}|x[\da-f]{1,5});|&nbsp;|\\[tnr]/iy;

const ZEROS = new Map<number, number>();

/** The value of a decimal digit of any script. */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0)!;
  if (code <= 0x39) return code - 0x30;
  // Five sets of mathematical digits are adjacent; all other sets are separate.
  if (code >= 0x1d7ce && code <= 0x1d7ff) return (code - 0x1d7ce) % 10;
  const known = ZEROS.get(code);
  if (known !== undefined) return known;
  let value = 0;
  while (value < 9 && DIGIT.test(String.fromCodePoint(code - value - 1))) value += 1;
  ZEROS.set(code, value);
  return value;
}

/** Returns the character at a position, and the length of its possibly escaped form. */
function readAt(text: string, at: number): { character: string; length: number } {
  const character = String.fromCodePoint(text.codePointAt(at)!);
  if (character !== '\\' && character !== '%' && character !== '&')
    return { character, length: character.length };
  ESCAPED.lastIndex = at;
  const [found] = ESCAPED.exec(text) ?? [];
  if (!found) return { character, length: 1 };
  if (found.startsWith('\\u'))
    return { character: String.fromCharCode(Number.parseInt(found.slice(2), 16)), length: 6 };
  if (found === '\\n' || found === '\\r') return { character: '\n', length: 2 };
  if (found.startsWith('\\') || found.toLowerCase() === '&nbsp;')
    return { character: ' ', length: found.length };
  if (found.startsWith('&')) {
    const number = /x/i.test(found) ? Number.parseInt(found.slice(3), 16) : Number(found.slice(2, -1));
    return { character: number <= 0x10ffff ? String.fromCodePoint(number) : '?', length: found.length };
  }
  // The first byte of a UTF-8 character determines the number of its bytes.
  const first = Number.parseInt(found.slice(1, 3), 16);
  const bytes = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  const written = found.slice(0, 3 * bytes);
  const decoded = Buffer.from(written.replaceAll('%', ''), 'hex').toString('utf8');
  return { character: String.fromCodePoint(decoded.codePointAt(0)!), length: written.length };
}

interface Digit {
  value: number;
  start: number;
  end: number;
}

/** Returns runs of digits that could be one number, each with the surrounding characters. */
function runsOf(text: string): { digits: Digit[]; before: string; after: string }[] {
  const runs: { digits: Digit[]; before: string; after: string }[] = [];
  let run: Digit[] = [];
  let before = '';
  let previous = '';
  let between = 0;
  const end = (after: string) => {
    if (run.length >= LEAST) runs.push({ digits: run, before, after });
    run = [];
  };
  for (let at = 0; at < text.length; ) {
    const { character, length } = readAt(text, at);
    if (DIGIT.test(character)) {
      if (run.length === 0) before = previous;
      run.push({ value: digitOf(character), start: at, end: at + length });
      between = 0;
    } else if (run.length > 0) {
      between += 1;
      if (between > MOST_BETWEEN || !BETWEEN.test(character)) end(between === 1 ? character : '');
    }
    previous = character;
    at += length;
  }
  end('');
  return runs;
}

/**
 * Replaces card numbers of 13 to 19 digits that satisfy Luhn's check: in digits of any script, with separators and
 * invisible characters in between, even beside other numbers. A number is not taken from the middle of a longer group
 * of digits, nor if it touches a Latin letter. Takes time in proportion to the text.
 * @param by returns the replacement of a card's digits, given in Latin digits
 */
export function replaceCards(text: string, by: (digits: string) => string): string {
  if (text.length < LEAST) return text;
  let written = '';
  let copied = 0;
  for (const { digits, before, after } of runsOf(text)) {
    for (let from = 0; from + LEAST <= digits.length; ) {
      const card = cardAt(text, digits, from, { before, after });
      if (card === null) {
        from += 1;
        continue;
      }
      written += text.slice(copied, digits[from]!.start) + by(card);
      copied = digits[from + card.length - 1]!.end;
      from += card.length;
    }
  }
  return written + text.slice(copied);
}

/** Returns the longest card number that begins at a digit. */
function cardAt(
  text: string,
  digits: readonly Digit[],
  from: number,
  { before, after }: { before: string; after: string },
): string | null {
  const joinsBefore = from > 0 && digits[from]!.start === digits[from - 1]!.end;
  if (joinsBefore || (from === 0 && WORD.test(before))) return null;
  const start = digits[from]!.start;
  const ahead = text.slice(start, start + 40);
  if (DAY.test(ahead)) return null;
  for (let to = Math.min(from + MOST, digits.length); to - from >= LEAST; to -= 1) {
    const joinsAfter = to < digits.length && digits[to]!.start === digits[to - 1]!.end;
    if (joinsAfter || (to === digits.length && WORD.test(after))) continue;
    const number = digits
      .slice(from, to)
      .map(({ value }) => value)
      .join('');
    if (isCardNumber(number) && !/^0+$/.test(number)) return number;
  }
  return null;
}

/** The first six and last four digits of a card. */
export const maskedCard = (digits: string) =>
  `${digits.slice(0, 6)}${'*'.repeat(digits.length - 10)}${digits.slice(-4)}`;
