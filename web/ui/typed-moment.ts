/** Dates and times as they are typed: month, day, year, then the time of a twelve-hour clock. */
import { toLatinDigits, withoutInvisible } from '@daftar/contract/text';

/** `12-31-2026 11:59 pm`, with any usual separator; without minutes or without a time too. */
const TYPED = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?: (\d{1,2})(?::(\d{2}))? ?(\D{0,10}))?$/;
const MORNING: ReadonlySet<string> = new Set(['am', 'a', 'a.m.', 'ص', 'صباحا', 'صباحًا']);
const AFTERNOON: ReadonlySet<string> = new Set(['pm', 'p', 'p.m.', 'م', 'مساء', 'مساءً']);

/** The hour of a day, 0 to 23; null if there is no such hour. Without AM or PM it is an hour of 24. */
function hourOf(typed: number, half: string): number | null {
  if (half === '') return typed <= 23 ? typed : null;
  if (typed < 1 || typed > 12) return null;
  if (MORNING.has(half)) return typed % 12;
  return AFTERNOON.has(half) ? (typed % 12) + 12 : null;
}

const two = (value: number) => String(value).padStart(2, '0');

/**
 * Reads a typed date and time, in Latin or Arabic digits. A date alone means its last minute.
 * @returns wall-clock text (`YYYY-MM-DD HH:mm:ss`), or null if it is none
 */
export function readTypedMoment(text: string): string | null {
  const plain = withoutInvisible(toLatinDigits(text))
    .replace(/[\s,،]+/g, ' ')
    .trim()
    .toLowerCase();
  const match = TYPED.exec(plain);
  if (!match) return null;
  const [month = 0, day = 0, year = 0] = match.slice(1, 4).map(Number);
  const hasTime = match[4] !== undefined;
  const hour = hasTime ? hourOf(Number(match[4]), match[6] ?? '') : 23;
  const minute = hasTime ? Number(match[5] ?? 0) : 59;
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!exists || year < 1000 || hour === null || minute > 59) return null;
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:00`;
}

/** Writes wall-clock text as it is typed: `12-31-2026 11:59 PM`; an empty string for none. */
export function writeTypedMoment(wallClock: string, words: { am: string; pm: string }): string {
  const match = /^(\d+)-(\d+)-(\d+) (\d+):(\d+)/.exec(wallClock);
  if (!match) return '';
  const [, year = '', month = '', day = '', hour = '', minute = ''] = match;
  const twelve = two(Number(hour) % 12 || 12);
  return `${month}-${day}-${year} ${twelve}:${minute} ${Number(hour) < 12 ? words.am : words.pm}`;
}
