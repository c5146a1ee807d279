/** A bank's statement, whatever format it came in. Amounts are signed integer piastres: a credit is positive. */
import type { BankFileNote } from '@daftar/contract/bank-files';
import { BankFileProblem } from './problem.ts';

/** A payment within an entry, where the bank names it. */
export interface EntryDetail {
  /** Our end-to-end id; empty without. */
  endToEndId: string;
  /** Null when the bank names none of its own in the currency of the entry. */
  amountPiastres: number | null;
  /** The bank names an amount in another currency. */
  isForeign: boolean;
  /** What the bank or the other side wrote. */
  text: string;
  /** Why it came back: a code of ISO 20022 (`AC04`) or the bank's words; empty when it did not. */
  returnReason: string;
}

/** One booking on the account. */
export interface StatementEntry {
  /** The line of the file where it begins, from 1. */
  line: number;
  /** `YYYY-MM-DD` */
  bookedOn: string;
  valueOn: string;
  amountPiastres: number;
  /** It takes an earlier booking back. */
  isReversal: boolean;
  /** The bank's own reference; empty without. */
  bankReference: string;
  /** Ours, as the bank repeats it; empty without. */
  ownReference: string;
  text: string;
  /** All that may hold an id of ours, with line ends where the bank broke it. */
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
  /** IBAN or account number as the bank writes it, with bank, branch or currency beside it. */
  account: string;
  /** ISO 4217; empty when the file names none. */
  currency: string;
  opening: Balance | null;
  closing: Balance | null;
  /** The closing balance is the bank's last word on its day, not one of in between. */
  isFinal: boolean;
  entries: StatementEntry[];
}

/** Bytes of a file: a day of fifty thousand bookings is less. */
export const BANK_FILE_BYTES = 32 * 1024 * 1024;
export const MAX_ENTRIES = 200_000;

/** @throws BankFileProblem BankFileTooLarge */
export function requireSize(content: Uint8Array): void {
  if (content.length > BANK_FILE_BYTES) throw new BankFileProblem('BankFileTooLarge');
}

/** Opening, entries and closing must agree, or a part of the file is missing. @throws BankFileProblem BankFileDoesNotAddUp */
export function requireSum({ opening, closing, entries }: BankStatement, line: number): void {
  if (!opening || !closing) return;
  const sum = entries.reduce((total, entry) => total + entry.amountPiastres, opening.amountPiastres);
  if (sum !== closing.amountPiastres) throw notAddingUp(line, sum, closing.amountPiastres);
}

/** A statement whose entries lead to another balance than its closing one. */
export const notAddingUp = (line: number, sum: number, closing: number): BankFileProblem =>
  new BankFileProblem('BankFileDoesNotAddUp', { line, sums: { sumPiastres: sum, closingPiastres: closing } });

/** The statements of a file, and what was tolerated in it. */
export interface ReadFile {
  statements: BankStatement[];
  notes: BankFileNote[];
}

/** Digits, padded with zeros or not, and at most two decimals. @returns piastres, or null when it is no such amount */
export function piastresOf(text: string, decimal: '.' | ','): number | null {
  const [padded = '', fraction = '', ...more] = text.split(decimal);
  const whole = padded.replace(/^0+(?=\d)/, '');
  if (more.length > 0 || padded.length > 25 || !/^\d{1,13}$/.test(whole) || !/^\d{0,10}$/.test(fraction))
    return null;
  // 1.50000 is the same as 1.50; a third decimal that is not zero is none of EGP.
  if (!/^\d{0,2}0*$/.test(fraction)) return null;
  return Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'));
}

/** @returns the day if there is such a day, else null */
export function dayOf(year: string, month: string, day: string): string | null {
  const text = `${year}-${month}-${day}`;
  // No calendar has it, and no database.
  if (year === '0000') return null;
  const parsed = new Date(`${text}T00:00:00Z`);
  return Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== text ? null : text;
}
