/** Computes the cut-off of a bank account: every line of the bank, for whichever account at a processor. */
import { toPounds } from '@daftar/contract/money';
import { type BankCutOffFigures, isBalanceExplained } from '@daftar/contract/ops-cut-offs';
import type { PatientTx } from '../../platform/db/long-work.ts';
import { type Sum, sumRows } from './store-draw.ts';
import {
  type BankPeriod,
  drawBankLines,
  drawBankRows,
  sumAccounts,
  sumBalance,
  sumBankLines,
} from './store-draw-bank.ts';
import { none, plus, wire } from './sums.ts';

/** Computes the rows, and sums them up. */
export async function drawBank(
  tx: PatientTx,
  period: BankPeriod,
  before: BankCutOffFigures | undefined,
): Promise<BankCutOffFigures> {
  await drawBankLines(tx, period);
  await drawBankRows(tx, period);
  const balance = await sumBalance(tx, period);
  const sums = await sumBankLines(tx);
  const accounts = await sumAccounts(tx, period);
  const rows = await sumRows(tx);
  type Line = (typeof sums)[number];
  const total = (which: (line: Line) => boolean) => sums.filter(which).reduce<Sum>(plus, none);
  const size = (which: (line: Line) => boolean) =>
    sums
      .filter(which)
      .reduce<Sum>((all, { count, piastres }) => plus(all, { count, piastres: Math.abs(piastres) }), none);
  const ofPeriod = (...reasons: string[]) =>
    wire(total(({ isOfPeriod, reason }) => isOfPeriod && reasons.includes(reason)));
  const isOpen = ({ reason }: Line) => reason === 'break' || reason === 'nobody';
  const isUnexplained = ({ reason }: Line) => reason === 'nobody' || reason === 'unexplained';
  const writeOffs = (wanted: string) =>
    wire(
      rows.filter(({ what, reason }) => what === 'write_off' && reason === wanted).reduce<Sum>(plus, none),
    );
  return {
    balance: {
      opening: toPounds(balance.opening),
      late: toPounds(before ? balance.opening - Math.round(before.balance.closing * 100) : 0),
      credits: wire(total(({ isOfPeriod, isCredit }) => isOfPeriod && isCredit)),
      debits: wire(total(({ isOfPeriod, isCredit }) => isOfPeriod && !isCredit)),
      closing: toPounds(balance.closing),
      difference: toPounds(balance.difference),
      covered_until: balance.coveredUntil,
    },
    lines: {
      all: wire(total(({ isOfPeriod }) => isOfPeriod)),
      batches: ofPeriod('batch'),
      transfers: ofPeriod('transfer'),
      written_off: ofPeriod('written_off'),
      closed: ofPeriod('closed'),
      open: ofPeriod('break'),
      unknown: ofPeriod('nobody', 'unexplained'),
      unexplained: wire(size(isUnexplained)),
    },
    accounts: accounts.map(({ id, name, ...sum }) => ({ id, name, ...wire(sum) })),
    not_booked: wire(accounts.map(({ open }) => open).reduce<Sum>(plus, none)),
    earlier: wire(total(({ isOfPeriod }) => !isOfPeriod)),
    breaks: wire(size(isOpen)),
    nobodys: wire(size(({ reason }) => reason === 'nobody')),
    written_off: writeOffs('written_off'),
    taken_back: writeOffs('taken_back'),
  };
}

/** Returns whether both levels are explained: the balance, and each line. */
export const isBankExplained = (figures: BankCutOffFigures, day: string): boolean =>
  isBalanceExplained(figures, day) && figures.lines.unexplained.count === 0;

/**
 * Returns the facts on which two reports of one day must agree: all but those that change later, such as assignments.
 */
export const coreOfBank = ({ balance, lines, written_off, taken_back }: BankCutOffFigures): string =>
  [
    ...[balance.credits, balance.debits, lines.all, written_off, taken_back].flatMap(({ count, amount }) => [
      count,
      amount,
    ]),
    balance.opening,
    balance.late,
    balance.closing,
    balance.difference,
  ].join(' ');
