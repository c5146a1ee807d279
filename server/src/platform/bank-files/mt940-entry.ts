/** The entries of an MT940 message: `:61:` and its text in `:86:`. */
import { amountIn, dayIn, type Field, wrong } from './mt940-fields.ts';
import type { Notes } from './notes.ts';
import { isNoId, plainSigns } from './own-ids.ts';
import { dayOf, type StatementEntry } from './statement.ts';

/** SWIFT's form: day of value, day of booking, side, funds code, amount, type, references. */
const STANDARD = /^\d{6}(?:\d{4})?(?:R?[CD])[A-Z]?\d{1,15}(?:,\d{0,2})?[NFS][A-Z0-9]{3}\S*/;

/** The same with blanks in between, four-digit years, other decimal marks, expected entries. */
const TOLERANT =
  /^ ?(\d{6}(?:\d{2})?) ?(\d{4})? ?([RE]?[CD]) ?([A-Z])? ?(\d{1,3}(?:[ '\u2019]\d{3})+[.,]\d{0,2}|\d[\d.,]{0,30}|[.,]\d{1,2}) ?(?:([NFS][A-Z0-9]{3}|[NFS][A-Z0-9]{1,2}(?= ))(?<!NONR(?=EF)))?(.*)$/i;

/** Matches the parts of an entry, with any number of blanks between them. */
const parsed = (text: string) => TOLERANT.exec(text.replace(/ {2,}/g, ' '));

/** An amount with both decimals, and a type with a reference: the two parts of a line that is broken between them. */
const ENDS_IN_AMOUNT = /[.,]\d{2}$/;
const TYPE_AND_REFERENCE = /^[NFS][A-Z0-9]{3}\S*$/;

/** Returns whether a line is broken: joined with the next one it has the form of an entry, but not alone. */
function isBroken(first: string, second: string): boolean {
  const alone = parsed(first);
  if (alone && (alone[6] !== undefined || alone[7]!.trim() !== '')) return false;
  if (alone && ENDS_IN_AMOUNT.test(first)) return TYPE_AND_REFERENCE.test(second);
  return parsed(first + second)?.[6] !== undefined;
}

/** Returns the booking's month and day, in the year nearest to the day of value; null if there is no such day. */
function bookedOn(valueOn: string, monthDay: string): string | null {
  if (monthDay === '' || monthDay === '0000') return valueOn;
  const year = Number(valueOn.slice(0, 4));
  const value = Date.parse(valueOn);
  const days = [year - 1, year, year + 1]
    .map((each) => dayOf(String(each), monthDay.slice(0, 2), monthDay.slice(2)))
    .filter((each) => each !== null);
  const away = (day: string) => Math.abs(Date.parse(day) - value);
  return days.toSorted((one, other) => away(one) - away(other))[0] ?? null;
}

const withoutNone = (reference: string) => (isNoId(reference) ? '' : reference);

/**
 * Reads an entry. @returns null for one that is expected and not booked (`EC`, `ED`)
 * @throws BankFileProblem
 */
export function entryOf(field: Field, notes: Notes): StatementEntry | null {
  const [first = '', second = '', ...more] = field.lines.map((line, at) =>
    at < 2 ? plainSigns(line).trimEnd() : line,
  );
  const broken = second !== '' && isBroken(first, second);
  const text = broken ? first + second : first;
  const rest = broken ? more : field.lines.slice(1);
  const isAsWritten = (field.lines[0] ?? '') === first;
  const match = parsed(text);
  if (!match) throw wrong(field, 0, text.slice(0, 24));
  const [, day, monthDay = '', side, , amountTyped, , references = ''] = match;
  const mark = side!.toUpperCase();
  const at = text.indexOf(day!);
  const valueOn = dayIn(field, day!, at);
  const booked = bookedOn(valueOn, monthDay);
  const bookedAt = text.indexOf(monthDay, at + day!.length);
  if (booked === null) dayIn(field, `${valueOn.slice(0, 4)}${monthDay}`, bookedAt);
  const amount = amountIn(field, amountTyped!, text.indexOf(amountTyped!, bookedAt + monthDay.length));
  if (mark.startsWith('E')) {
    notes.add('expected', { line: field.line });
    return null;
  }
  if (broken || !isAsWritten || !STANDARD.test(text)) notes.add('form', { line: field.line });
  const [own = '', bank = ''] = references.split('//');
  // A reversed credit is a debit, a reversed debit a credit.
  const isCredit = mark === 'C' || mark === 'RD';
  return {
    line: field.line,
    bookedOn: booked!,
    valueOn,
    amountPiastres: isCredit ? amount : 0 - amount,
    isReversal: mark.startsWith('R'),
    bankReference: bank.trim(),
    ownReference: withoutNone(own.trim()),
    text: rest.join(' ').trim(),
    said: [own, rest.join('\n')].join('|'),
    details: [],
  };
}

/** Marks that banks put before our end-to-end id in the free text. */
const END_TO_END = /(?:\/EREF\/|EREF\+)\s?([A-Za-z0-9-]{1,35})/;
const RETURNED = /(?:\/RTRN\/|RETURN REASON[:\s]+|\/RTR\/)\s?([A-Z]{2}\d{2})/;

/** Joins the free text of an entry: lines that belong together, subfields (`?20`) without their marks. */
export function wordsOf({ lines }: Field) {
  const text = lines
    .join(lines.some((line) => line.length >= 65) ? '' : ' ')
    .replace(/\?\d{2}/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return {
    text,
    said: lines.join('\n'),
    endToEndId: END_TO_END.exec(plainSigns(text))?.[1] ?? '',
    returnReason: RETURNED.exec(plainSigns(text))?.[1] ?? '',
  };
}
