/** Works out what a cut-off states. */
import { createHash } from 'node:crypto';
import { toPounds } from '@daftar/contract/money';
import type { CutOffFigures, CutOffReason } from '@daftar/contract/ops-cut-offs';
import type { Tx } from '../../platform/db/connect.ts';
import type { PatientTx } from '../../platform/db/long-work.ts';
import { cairoDay, nextDay, startOfCairoDay } from '../../platform/time/cairo.ts';
import { workingDaysBefore, workingDaysBetween } from '../days.ts';
import { holidaysFrom } from '../store-missing.ts';
import { suspenseBefore } from '../store-suspense.ts';
import { coreOfBank, drawBank, isBankExplained } from './draw-bank.ts';
import { type Figures, isOfBank } from './figures.ts';
import * as store from './store.ts';
import { drawMoves, drawRows, type Period, sumMoves, sumPeriod, sumRows } from './store-draw.ts';
import type { BankPeriod } from './store-draw-bank.ts';
import { none, plus, wire } from './sums.ts';

/** Ages are counted up to this. */
const LONGEST_AGE_DAYS = 400;

/** Breaks between batches and the bank; all others are between our payments and lines. */
const OF_BATCHES: readonly string[] = ['deposit', 'batch_not_paid', 'booked_without_line'];

/** What a report is of: an account at a processor with the longest times of its profiles, or a bank account. */
export type Subject =
  | { accountId: number; lagDays: number; paidWithinDays: number }
  | { bankAccountId: number };

/** What was worked out; its rows are in `cut_off_numbered` until the transaction ends. */
export interface Drawn {
  endsAt: Date;
  afterDay: string | null;
  figures: Figures;
  rows: number;
  isExplained: boolean;
  sha256: Buffer;
}

/**
 * Works out what is reconciled of an account at the end of a day in Cairo, whichever day: what was open then, not what is open
 * now. Why something is open is said as it is known now.
 */
export async function drawCutOff(
  tx: PatientTx,
  subject: Subject,
  { day, now }: { day: string; now: Date },
  before: { day: string; figures: Figures } | undefined,
): Promise<Drawn> {
  const holidays = await holidaysFrom(tx, nextDay(day, -2 * LONGEST_AGE_DAYS));
  const period = {
    day,
    afterDay: before?.day ?? null,
    endsAt: startOfCairoDay(nextDay(day)),
    startsAt: before ? startOfCairoDay(nextDay(before.day)) : null,
  };
  const { figures, isExplained, of } = await ('bankAccountId' in subject
    ? figuresOfBank(tx, { ...period, ...subject }, before)
    : figuresOfAccount(tx, subject, { ...period, now, holidays }, before));
  const ages: Record<string, number> = {};
  for (const found of await store.listBreakDays(tx))
    ages[found] = workingDaysBetween(found, day, holidays, LONGEST_AGE_DAYS);
  const rows = await store.numberRows(tx, ages);
  const hash = createHash('sha256').update(JSON.stringify({ ...of, day, after: period.afterDay, figures }));
  for await (const some of store.textOfRows(tx)) hash.update(`\n${some.join('\n')}`);
  return { ...period, figures, rows, isExplained, sha256: hash.digest() };
}

async function figuresOfBank(
  tx: PatientTx,
  period: BankPeriod,
  before: { figures: Figures } | undefined,
): Promise<{ figures: Figures; isExplained: boolean; of: object }> {
  const last = before && isOfBank(before.figures) ? before.figures : undefined;
  const figures = await drawBank(tx, period, last);
  const { bankAccountId } = period;
  return { figures, isExplained: isBankExplained(figures, period.day), of: { bankAccountId } };
}

async function figuresOfAccount(
  tx: PatientTx,
  { accountId, lagDays, paidWithinDays }: Extract<Subject, { accountId: number }>,
  given: Omit<Period, 'accountId' | 'dueUntil' | 'paidUntil'> & { holidays: ReadonlySet<string> },
  before: { figures: Figures } | undefined,
): Promise<{ figures: Figures; isExplained: boolean; of: object }> {
  const { holidays, ...rest } = given;
  const today = cairoDay(given.now);
  const period: Period = {
    ...rest,
    accountId,
    // As breaks are opened for what is missing.
    dueUntil: nextDay(workingDaysBefore(today, lagDays, holidays), -1),
    paidUntil: nextDay(workingDaysBefore(today, paidWithinDays, holidays), -1),
  };
  await drawMoves(tx, period);
  await drawRows(tx, period);
  const last = before && !isOfBank(before.figures) ? before.figures : undefined;
  const figures = await figuresOf(tx, period, last);
  const { lines, batches, clearing } = figures;
  const isExplained = [lines.unexplained, batches.unexplained, { count: clearing.difference }].every(
    ({ count }) => count === 0,
  );
  return { figures, isExplained, of: { accountId } };
}

async function figuresOf(tx: Tx, period: Period, before: CutOffFigures | undefined): Promise<CutOffFigures> {
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
      late: toPounds(before ? sums.opening - Math.round(before.clearing.closing * 100) : 0),
      closing: toPounds(sums.closing),
      movements: (await sumMoves(tx, period)).map(({ move, ...sum }) => ({ move, ...wire(sum) })),
      items: wire(itemsTotal),
      difference: toPounds(sums.closing - itemsTotal.piastres),
    },
    suspense: {
      opening: toPounds(period.startsAt ? await suspenseBefore(tx, period.accountId, period.startsAt) : 0),
      closing: toPounds(await suspenseBefore(tx, period.accountId, period.endsAt)),
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
export function coreOf(figures: Figures): string {
  if (isOfBank(figures)) return coreOfBank(figures);
  const { lines, batches, clearing, written_off, taken_back, rounded } = figures;
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
    ...(figures.suspense ? [figures.suspense.opening, figures.suspense.closing] : []),
  ].join(' ');
}
