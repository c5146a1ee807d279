/** Works out what a cut-off states. */
import { createHash } from 'node:crypto';
import { toPounds } from '@daftar/contract/money';
import type { CutOffFigures, CutOffReason } from '@daftar/contract/ops-cut-offs';
import type { Tx } from '../../platform/db/connect.ts';
import { cairoDay, nextDay, startOfCairoDay } from '../../platform/time/cairo.ts';
import { workingDaysBefore, workingDaysBetween } from '../days.ts';
import { holidaysFrom } from '../store-missing.ts';
import * as store from './store.ts';
import { drawMoves, drawRows, type Period, type Sum, sumPeriod, sumRows } from './store-draw.ts';

/** Ages are counted up to this. */
const LONGEST_AGE_DAYS = 400;

/** Breaks between batches and the bank; all others are between our payments and lines. */
const OF_BATCHES: readonly string[] = ['deposit', 'batch_not_paid', 'booked_without_line'];

const none: Sum = { count: 0, piastres: 0 };
const plus = (a: Sum, b: Sum): Sum => ({ count: a.count + b.count, piastres: a.piastres + b.piastres });
const wire = ({ count, piastres }: Sum) => ({ count, amount: toPounds(piastres) });

/** What was worked out; its rows are in `cut_off_numbered` until the transaction ends. */
export interface Drawn {
  period: Period;
  figures: CutOffFigures;
  rows: number;
  isExplained: boolean;
  sha256: Buffer;
}

/**
 * Works out what is reconciled of an account at the end of a day in Cairo, whichever day: what was open then, not what is open
 * now. Why something is open is said as it is known now.
 */
export async function drawCutOff(
  tx: Tx,
  at: { accountId: number; day: string; now: Date; lagDays: number; paidWithinDays: number },
  before: { day: string; figures: CutOffFigures } | undefined,
): Promise<Drawn> {
  const { accountId, day, now } = at;
  const today = cairoDay(now);
  const holidays = await holidaysFrom(tx, nextDay(day, -2 * LONGEST_AGE_DAYS));
  const period: Period = {
    accountId,
    day,
    afterDay: before?.day ?? null,
    endsAt: startOfCairoDay(nextDay(day)),
    startsAt: before ? startOfCairoDay(nextDay(before.day)) : null,
    now,
    // As breaks are opened for what is missing.
    dueUntil: nextDay(workingDaysBefore(today, at.lagDays, holidays), -1),
    paidUntil: nextDay(workingDaysBefore(today, at.paidWithinDays, holidays), -1),
  };
  await drawMoves(tx, period);
  await drawRows(tx, period);
  const ages: Record<string, number> = {};
  for (const found of await store.listBreakDays(tx))
    ages[found] = workingDaysBetween(found, day, holidays, LONGEST_AGE_DAYS);
  const rows = await store.numberRows(tx, ages);
  const figures = await figuresOf(tx, period, before);
  const hash = createHash('sha256').update(
    JSON.stringify({ accountId, day, after: period.afterDay, figures }),
  );
  for await (const some of store.textOfRows(tx)) hash.update(`\n${some.join('\n')}`);
  const { lines, batches, clearing } = figures;
  const isExplained = [lines.unexplained, batches.unexplained, { count: clearing.difference }].every(
    ({ count }) => count === 0,
  );
  return { period, figures, rows, isExplained, sha256: hash.digest() };
}

async function figuresOf(
  tx: Tx,
  period: Period,
  before: { figures: CutOffFigures } | undefined,
): Promise<CutOffFigures> {
  const sums = await sumPeriod(tx, period);
  const rows = await sumRows(tx);
  const total = (of: typeof rows, amount: 'piastres' | 'size' = 'piastres') =>
    of.reduce((all, row) => plus(all, { count: row.count, piastres: row[amount] }), none);
  const what = (name: string) => rows.filter((row) => row.what === name);
  const items = what('item');
  const batches = what('batch');
  const breaks = what('break');
  const ofWriteOffs = (reason: string) => total(what('write_off').filter((row) => row.reason === reason));
  const unowned = breaks.filter(({ reason }) => reason === 'nobody');
  // A break that nobody looks after is counted as such, and its item not once more.
  const unexplained = (of: typeof rows) =>
    total(
      of.filter(({ reason }) => reason === 'unexplained'),
      'size',
    );
  const isOfBatches = ({ kind }: { kind: string }) => OF_BATCHES.includes(kind);
  const itemsTotal = total(items);
  const reasons = [...new Set(items.map(({ reason }) => reason))].sort();
  return {
    lines: {
      ours: wire(sums.ours),
      found: wire(sums.found),
      theirs: wire(sums.theirs),
      matched: wire(sums.matched),
      costs: wire(sums.costs),
      unexplained: wire(
        plus(
          plus(unexplained(items), { ...sums.unmatched, piastres: Math.abs(sums.unmatched.piastres) }),
          total(
            unowned.filter((row) => !isOfBatches(row)),
            'size',
          ),
        ),
      ),
    },
    batches: {
      paid: wire(sums.paid),
      received: toPounds(sums.receivedPiastres),
      open: wire(total(batches)),
      unexplained: wire(plus(unexplained(batches), total(unowned.filter(isOfBatches), 'size'))),
    },
    clearing: {
      opening: toPounds(sums.opening),
      late: toPounds(before ? sums.opening - Math.round(before.figures.clearing.closing * 100) : 0),
      closing: toPounds(sums.closing),
      items: wire(itemsTotal),
      difference: toPounds(sums.closing - itemsTotal.piastres),
    },
    reasons: reasons.map((reason) => ({
      reason: reason as CutOffReason,
      ...wire(total(items.filter((row) => row.reason === reason))),
    })),
    breaks: wire(total(breaks, 'size')),
    nobodys: wire(total(unowned, 'size')),
    written_off: wire(ofWriteOffs('written_off')),
    taken_back: wire(ofWriteOffs('taken_back')),
    rounded: wire(sums.rounded),
    fees: { charged: toPounds(sums.feesPiastres), against_contract: wire(sums.feeDifferences) },
    profiles: (await store.listTerms(tx, period.accountId)).map((terms) => ({
      name: terms.name,
      tolerance: toPounds(terms.tolerancePiastres),
      lag_days: terms.lagDays,
      paid_within_days: terms.paidWithinDays,
      fee_rate: terms.feeRateBps === null ? null : terms.feeRateBps / 100,
      fee_fixed: toPounds(terms.feeFixedPiastres),
      fee_vat: terms.feeVatBps / 100,
    })),
  };
}

/** What two reports of one day must agree on: all that does not depend on who looks after what by now. */
export function coreOf({
  lines,
  batches,
  clearing,
  written_off,
  taken_back,
  rounded,
}: CutOffFigures): string {
  const { opening, late, closing, items, difference } = clearing;
  const sums = [lines.ours, lines.theirs, batches.paid, items, written_off, taken_back, rounded];
  // By name, because the database keeps objects in an order of its own.
  return [
    ...sums.flatMap(({ count, amount }) => [count, amount]),
    batches.received,
    opening,
    late,
    closing,
    difference,
  ].join(' ');
}
