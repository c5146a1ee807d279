/** A bank's statement, whatever format it came in. Amounts are signed integer piastres: a credit is positive. */
import { BankFileProblem } from './problem.ts';

/** A payment within an entry, where the bank names it. */
export interface EntryDetail {
  /** Our end-to-end id; empty without. */
  endToEndId: string;
  /** Null when the bank names none of its own. */
  amountPiastres: number | null;
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
  /** IBAN or account number, without spaces. */
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
  if (sum !== closing.amountPiastres) throw new BankFileProblem('BankFileDoesNotAddUp', { line });
}

/** Digits, and at most two decimals. @returns piastres, or null when it is no such amount */
export function piastresOf(text: string, decimal: '.' | ','): number | null {
  const [whole = '', fraction = '', ...more] = text.split(decimal);
  if (more.length > 0 || !/^\d{1,13}$/.test(whole) || !/^\d{0,5}$/.test(fraction)) return null;
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

/** UTF-8, or Arabic Windows text where it is not. */
export function decodeText(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return new TextDecoder('windows-1256').decode(content);
  }
}
