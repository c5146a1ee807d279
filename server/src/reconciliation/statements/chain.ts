/** Decides whether a statement continues the imported ones of an account, and which of its lines are new; pure. */

import { nextDay } from '../../platform/time/cairo.ts';
import type { ReadLine } from './parse.ts';
import type { ReadStatement } from './read.ts';

/** The period of an account that is imported so far. */
export interface Covered {
  firstDay: string;
  lastDay: string;
  openingPiastres: number;
  closingPiastres: number;
}

/** A line with its number among those that say the same. */
export interface NewLine {
  line: ReadLine;
  nth: number;
}

export interface Continued {
  covered: Covered;
  lines: NewLine[];
  known: number;
}

type Known = ReadonlyMap<string, number>;

/** The lines that are not known: of those that say the same, as many as the statement has more. */
function unknownOf(lines: readonly ReadLine[], known: Known, asNew: boolean): NewLine[] {
  const seen = new Map<string, number>();
  const found: NewLine[] = [];
  for (const line of lines) {
    const at = line.fingerprint;
    const nth = (seen.get(at) ?? 0) + 1;
    seen.set(at, nth);
    const before = known.get(at) ?? 0;
    if (asNew) found.push({ line, nth: before + nth });
    else if (nth > before) found.push({ line, nth });
  }
  return found;
}

const sumOf = (lines: readonly NewLine[]) =>
  lines.reduce((sum, { line: { amountPiastres } }) => sum + amountPiastres, 0);

/** The earlier of two days. */
const earlier = (one: string, other: string) => (one < other ? one : other);

/**
 * Returns the last day for which a statement proves the balance: a past day, or today if the bank has closed it and
 * the statement has lines of today. An interim statement has only today's lines so far, and a line dated ahead proves
 * nothing about the days before it.
 */
function provenUntil({ lastDay, isFinal, lines }: ReadStatement, today: string): string {
  if (lastDay < today) return lastDay;
  return isFinal && lines.some(({ bookedOn }) => bookedOn === today) ? today : nextDay(today, -1);
}

/** Returns whether a statement ends with a day that is not over and has no lines. */
function isTooEarly({ lastDay, lines }: ReadStatement, today: string): boolean {
  const has = lines.some(({ bookedOn }) => bookedOn === lastDay);
  return !has && (lastDay > today || (lastDay === today && lines.length === 0));
}

/**
 * Says what a statement adds. It may overlap what is there, at either end: its lines that are known are left out, and the rest
 * must lead from the first opening balance to the last closing one, so nothing lies between. The rest may be nothing: it then
 * proves the balance of a day that was not covered.
 * @param known how many lines of each fingerprint there are
 * @param today no day is proven before it is over
 * @returns `gap` when something lies between, `contradicts` when it has other lines for days that are covered, `nothingNew` when it
 *   adds neither lines nor days, `notOver` when it names a day without lines that is not over
 */
export function continueWith(
  statement: ReadStatement,
  covered: Covered | null,
  known: Known,
  today: string,
): Continued | Refused {
  // Earlier releases counted the days until a line dated ahead as covered.
  const before = covered && { ...covered, lastDay: earlier(covered.lastDay, today) };
  const next = joinedWith(statement, before, known);
  if (typeof next === 'string') return next;
  if (isTooEarly(statement, today)) return 'notOver';
  const proven = provenUntil(statement, today);
  const lastDay = before && before.lastDay > proven ? before.lastDay : proven;
  const firstDay = earlier(next.covered.firstDay, lastDay);
  const isFurther = !before || firstDay < before.firstDay || lastDay > before.lastDay;
  if (next.lines.length === 0 && !isFurther) return 'nothingNew';
  return { ...next, covered: { ...next.covered, firstDay, lastDay } };
}

type Refused = 'gap' | 'contradicts' | 'nothingNew' | 'notOver';

/** Does {@link continueWith} by balances and lines alone, regardless of today. */
function joinedWith(
  statement: ReadStatement,
  covered: Covered | null,
  known: Known,
): Continued | 'gap' | 'contradicts' {
  const { firstDay, lastDay, openingPiastres, closingPiastres, lines } = statement;
  if (!covered) {
    const whole = { firstDay, lastDay, openingPiastres, closingPiastres };
    return { covered: whole, lines: unknownOf(lines, known, false), known: 0 };
  }
  const isBefore = firstDay < covered.firstDay;
  const isAfter = lastDay >= covered.lastDay;
  const next: Covered = {
    firstDay: isBefore ? firstDay : covered.firstDay,
    lastDay: isAfter ? lastDay : covered.lastDay,
    openingPiastres: isBefore ? openingPiastres : covered.openingPiastres,
    closingPiastres: isAfter ? closingPiastres : covered.closingPiastres,
  };
  const there = covered.closingPiastres - covered.openingPiastres;
  const leads = (added: readonly NewLine[]) =>
    next.openingPiastres + there + sumOf(added) === next.closingPiastres;
  const added = unknownOf(lines, known, false);
  // Within the covered period, nothing may be added that the bank did not state at the time.
  if (leads(added) && (isBefore || isAfter || added.length === 0))
    return { covered: next, lines: added, known: lines.length - added.length };
  // The statement is the next page of the same day: equal charges are separate charges.
  if (isAfter && firstDay >= covered.lastDay && openingPiastres === covered.closingPiastres)
    return { covered: next, lines: unknownOf(lines, known, true), known: 0 };
  return firstDay > covered.lastDay || lastDay < covered.firstDay || added.length === lines.length
    ? 'gap'
    : 'contradicts';
}
