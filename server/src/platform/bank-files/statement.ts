/** A bank statement in any format. Amounts are signed integer piastres: a credit is positive. */
import type { BankFileNote } from '@daftar/contract/bank-files';
import { BankFileProblem } from './problem.ts';

/** A payment within an entry, if the bank lists it. */
export interface EntryDetail {
  /** Our end-to-end id; empty if there is none. */
  endToEndId: string;
  /** Null if the bank gives no amount of its own in the currency of the entry. */
  amountPiastres: number | null;
  /** True: the bank gives an amount in another currency. */
  isForeign: boolean;
  /** The text of the bank or of the other party. */
  text: string;
  /** The reason of a return: an ISO 20022 code (`AC04`) or the bank's text; empty if it was not returned. */
  returnReason: string;
}

/** One booking on the account. */
export interface StatementEntry {
  /** The first line of the entry in the file, from 1. */
  line: number;
  /** `YYYY-MM-DD` */
  bookedOn: string;
  valueOn: string;
  amountPiastres: number;
  /** True: it reverses an earlier booking. */
  isReversal: boolean;
  /** The bank's own reference; empty if there is none. */
  bankReference: string;
  /** Our reference, as repeated by the bank; empty if there is none. */
  ownReference: string;
  text: string;
  /** All text that may contain an id of ours, with the bank's line breaks. */
  said: string;
  details: EntryDetail[];
}

export interface Balance {
  amountPiastres: number;
  /** `YYYY-MM-DD` */
  day: string;
}

/** One statement of one account. */
export interface BankStatement {
  /** The statement's number or id. */
  number: string;
  /** IBAN or account number in the bank's form, with bank, branch or currency beside it. */
  account: string;
  /** ISO 4217; empty if the file has none. */
  currency: string;
  opening: Balance | null;
  closing: Balance | null;
  /** True: the closing balance is final for its day, not an interim one. */
  isFinal: boolean;
  entries: StatementEntry[];
}

/** Maximum bytes of a file; a day of fifty thousand bookings is smaller. */
export const BANK_FILE_BYTES = 32 * 1024 * 1024;
export const MAX_ENTRIES = 200_000;

/** @throws BankFileProblem BankFileTooLarge */
export function requireSize(content: Uint8Array): void {
  if (content.length > BANK_FILE_BYTES) throw new BankFileProblem('BankFileTooLarge');
}

/**
 * Checks that opening balance, entries and closing balance agree; otherwise a part of the file is missing.
 * @throws BankFileProblem BankFileDoesNotAddUp
 */
export function requireSum({ opening, closing, entries }: BankStatement, line: number): void {
  if (!opening || !closing) return;
  const sum = entries.reduce((total, entry) => total + entry.amountPiastres, opening.amountPiastres);
  if (sum !== closing.amountPiastres) throw notAddingUp(line, sum, closing.amountPiastres);
}

/** Builds the error of a statement whose entries do not add up to its closing balance. */
export const notAddingUp = (line: number, sum: number, closing: number): BankFileProblem =>
  new BankFileProblem('BankFileDoesNotAddUp', { line, sums: { sumPiastres: sum, closingPiastres: closing } });

/** The statements of a file, and the tolerated deviations. */
export interface ReadFile {
  statements: BankStatement[];
  notes: BankFileNote[];
}

/**
 * Reads digits, with or without zero padding, and at most two decimals. @returns piastres, or null for anything else
 */
export function piastresOf(text: string, decimal: '.' | ','): number | null {
  const [padded = '', fraction = '', ...more] = text.split(decimal);
  const whole = padded.replace(/^0+(?=\d)/, '');
  if (more.length > 0 || padded.length > 25 || !/^\d{1,13}$/.test(whole) || !/^\d{0,10}$/.test(fraction))
    return null;
  // 1.50000 equals 1.50; a third decimal that is not zero does not exist in EGP.
  if (!/^\d{0,2}0*$/.test(fraction)) return null;
  return Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'));
}

/** @returns the day, or null if there is no such day */
export function dayOf(year: string, month: string, day: string): string | null {
  const text = `${year}-${month}-${day}`;
  // Neither calendars nor databases have this year.
  if (year === '0000') return null;
  const parsed = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== text ? null : text;
}
