/** Computes cut-offs of accounts at processors and of bank accounts. */
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

/** Greatest age that is counted, in working days. */
const LONGEST_AGE_DAYS = 400;

/** Breaks between batches and the bank; all others are between our payments and lines. */
const OF_BATCHES: readonly string[] = ['deposit', 'batch_not_paid', 'booked_without_line'];

/** The subject of a report: an account at a processor with the longest terms of its profiles, or a bank account. */
export type Subject =
  | { accountId: number; lagDays: number; paidWithinDays: number }
  | { bankAccountId: number };

/** The computed report; its rows are in `cut_off_numbered` until the transaction ends. */
export interface Drawn {
  endsAt: Date;
  afterDay: string | null;
  figures: Figures;
  rows: number;
  isExplained: boolean;
  sha256: Buffer;
}

/**
 * Computes the state of an account's reconciliation at the end of any day in Cairo: the items that were open then,
 * with the reasons known now.
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
    // The same terms as for opening breaks of missing items.
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
  // An unassigned break counts in `nobodys`, so its item does not count as unexplained as well.
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

/**
 * Returns the facts on which two reports of one day must agree: all but those that change later, such as assignments.
 */
export function coreOf(figures: Figures): string {
  if (isOfBank(figures)) return coreOfBank(figures);
  const { lines, batches, clearing, written_off, taken_back, rounded } = figures;
  const { opening, late, closing, items, difference } = clearing;
  const sums = [lines.ours, lines.theirs, batches.paid, items, written_off, taken_back, rounded];
  // Sorted by name, because the database stores the keys of objects in its own order.
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
