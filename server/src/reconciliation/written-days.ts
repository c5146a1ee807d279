/** Reads days in the formats of banks, spreadsheets and people; pure. */
import { isDay } from '@daftar/contract/paging';
import { searchKey } from '@daftar/contract/search-key';
import { dayOfSerial, type Serials } from '../platform/sheets/serial-days.ts';
import { CellProblem } from './values.ts';

/** The order of day, month and year in a day written as numbers. */
export type DayOrder = 'dmy' | 'mdy' | 'ymd';

const ENGLISH = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
/** For each month, the name in Egypt, then those in the Levant and the Maghreb. */
const ARABIC = [
  'يناير كانون_الثاني جانفي',
  'فبراير شباط فيفري',
  'مارس آذار',
  'أبريل إبريل نيسان أفريل',
  'مايو أيار ماي',
  'يونيو يونيه حزيران جوان',
  'يوليو يوليه تموز جويلية يوليوز',
  'أغسطس آب أوت غشت',
  'سبتمبر أيلول شتنبر',
  'أكتوبر تشرين_الأول',
  'نوفمبر تشرين_الثاني نونبر',
  'ديسمبر كانون_الأول دجنبر',
];
const MONTHS: ReadonlyMap<string, number> = new Map([
  ...ENGLISH.flatMap((name, at) =>
    // `Sep`, `Sept`, `September`.
    Array.from({ length: name.length - 2 }, (_, more) => [name.slice(0, 3 + more), at + 1] as const),
  ),
  ...ARABIC.flatMap((names, at) =>
    names.split(' ').map((name) => [searchKey(name.replace('_', ' ')), at + 1] as const),
  ),
]);
/** As `searchKey` leaves them. */
const WEEKDAYS =
  /^(?:الاحد|الاثنين|الثلاثا|الاربعا|الخميس|الجمعه|السبت|(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?)(?:day)?)[,،. ]+/;

const dayText = (year: number, month: number, day: number) =>
  [String(year < 100 ? 2000 + year : year).padStart(4, '0'), month, day]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

const SERIAL = /^(\d{5})(?:[.,]\d+)?$/;

/** After a day: nothing, or a time with or without a time zone, in Latin or Arabic. */
const TIME =
  /^(?:[t ,،]*(?:[01]?\d|2[0-4])[:.][0-5]\d(?:[:.][0-5]\d(?:[.,:]\d{1,9})?)? ?(?:[ap]\.?m\.?|صباحا|مسا|[صم])? ?(?:z|utc|gmt|ees?t|[+-]\d{2}(?::?\d{2})?)?|[t ]*(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?)?$/;

/** Digits without separators that give a day of another century were written in another order, or lost a zero. */
const ofCentury = (day: string): string | null => (day.startsWith('20') ? day : null);

const inOrder = ([a = 0, b = 0, c = 0]: readonly number[], order: DayOrder) =>
  order === 'dmy' ? dayText(c, b, a) : order === 'mdy' ? dayText(c, a, b) : dayText(a, b, c);

/** Returns the day of a workbook's number. @throws CellProblem SerialDay when it could be another day */
function serialDay(serial: string, order: DayOrder, serials: Serials | undefined): string | null {
  // Text does not tell where its numbering starts.
  if (!serials) throw new CellProblem('SerialDay');
  // `40226` may also be 4 February as digits that lost their leading zero.
  if (isDay(inOrder(cut(`0${serial}`, order).map(Number), order))) throw new CellProblem('SerialDay');
  return ofCentury(dayOfSerial(Number(serial), serials));
}

/** Splits digits without separators into three parts. */
function cut(digits: string, order: DayOrder): string[] {
  const year = digits.length - 4;
  const lengths = order === 'ymd' ? [year, 2, 2] : [2, 2, year];
  const [first = 0, second = 0] = lengths;
  return [digits.slice(0, first), digits.slice(first, first + second), digits.slice(first + second)];
}

/** The earliest accepted year; it tells a year from a day when the month's name stands between two numbers. */
const FIRST_YEAR = 2015;

/** Returns a day written around the name of its month, such as `01-Feb-26`. */
function aroundName(first: string, month: number, last: string, order: DayOrder): string | null {
  const dayFirst = dayText(Number(last), month, Number(first));
  if (first.length === 4) return dayText(Number(first), month, Number(last));
  if (last.length === 4 || first.length === 1 || order !== 'ymd') return dayFirst;
  const yearFirst = dayText(Number(first), month, Number(last));
  const likely = [dayFirst, yearFirst].filter((day) => isDay(day) && Number(day.slice(0, 4)) >= FIRST_YEAR);
  return likely.length === 1 || yearFirst === dayFirst ? likely[0]! : null;
}

const SEPARATED = /^(\d{1,4}) ?([-/.\\؍]) ?(\d{1,2}) ?[-/.\\؍] ?(\d{1,4})(?!\d)/;
/** `1 Feb 2026`, `01-Feb-26`, `1st of February, 2026`, `١ فبراير ٢٠٢٦م`. */
const NAME_WITHIN =
  /^(\d{4}|\d{1,2})(?:st|nd|rd|th)?[-/.,، ]*(?:of |من )?(\p{L}+(?: \p{L}{5,})?)[-/.,، ]*(\d{4}|\d{1,2})(?: ?م(?!\p{L}))?(?!\d)/u;
/** `Feb 1, 2026`, `فبراير ١، ٢٠٢٦`. */
const NAME_FIRST =
  /^(\p{L}+(?: \p{L}{5,})?)[-/.,، ]*(\d{1,2})(?:st|nd|rd|th)?[-/.,، ]+(\d{4}|\d{2})(?: ?م(?!\p{L}))?(?!\d)/u;

function partsOf(text: string, order: DayOrder, serials: Serials | undefined): string | null {
  const serial = SERIAL.exec(text)?.[1];
  if (serial) return serialDay(serial, order, serials);
  const match = (pattern: RegExp) => {
    const found = pattern.exec(text);
    return found && TIME.test(text.slice(found[0].length)) ? found : null;
  };
  const within = match(NAME_WITHIN);
  const nameWithin = within && MONTHS.get(within[2]!);
  if (nameWithin) return aroundName(within[1]!, nameWithin, within[3]!, order);
  const leading = match(NAME_FIRST);
  const nameFirst = leading && MONTHS.get(leading[1]!);
  if (nameFirst) return dayText(Number(leading[3]), nameFirst, Number(leading[2]));
  const separated = match(SEPARATED);
  if (separated) {
    const [, first = '', , second = '', last = ''] = separated;
    if (first.length > 2)
      return first.length === 4 && last.length < 3 ? inOrder([+first, +second, +last], 'ymd') : null;
    return last.length === 3 || last.length === 1 ? null : inOrder([+first, +second, +last], order);
  }
  // `20260201134500`, a day with its time as processors write it.
  const compact = match(/^(\d{8})(?=\d{6}$|\d{4}$)/)?.[1] ?? match(/^(\d{8}|\d{6})(?!\d)/)?.[1];
  return compact ? ofCentury(inOrder(cut(compact, order).map(Number), order)) : null;
}

/**
 * Parses a day, with or without a weekday before it and a time behind it: `01/02/2026`, `2026-02-01`, `1-Feb-26`,
 * `Feb 1, 2026`, `١ فبراير ٢٠٢٦`, `01022026`.
 * @param serials the day system of a workbook that stores days as numbers
 * @returns `YYYY-MM-DD`; null for an empty cell.
 * @throws CellProblem SerialDay for a number that may be several days; InvalidDate for anything else
 */
export function dayOf(cell: string, order: DayOrder, serials?: Serials): string | null {
  const text = searchKey(cell).trim().replace(WEEKDAYS, '');
  if (text === '' || /^0+$/.test(text)) return null;
  const day = partsOf(text, order, serials);
  if (day === null || !isDay(day)) throw new CellProblem('InvalidDate');
  return day;
}
