import type { MessageRef } from '@daftar/contract/validate';

/** The reason why a bank's file is refused: a message key of the contract. */
export type BankFileProblemKey =
  | 'BankFileUnreadable'
  | 'BankFileOtherKind'
  /** `field`: the kind of report. */
  | 'BankFileIntraday'
  | 'BankFileTooLarge'
  | 'BankFileFieldMissing'
  | 'BankFileFieldWrong'
  /** `value`: the text that is not an amount, or not a day. */
  | 'BankFileAmountWrong'
  | 'BankFileDayWrong'
  /** In a table: `field` is the heading. */
  | 'BankFileCellWrong'
  | 'BankFileStatusUnknown'
  /** `value`: the currency; `field`: its place. */
  | 'BankFileCurrencyWrong'
  /** `field`: the encoding. */
  | 'BankFileEncoding'
  | 'BankFileCutOff'
  | 'BankFileDoesNotAddUp';

const MOST_SHOWN = 40;

/** A bank's file that cannot be read, with the place of the first error. No part of it may be used. */
export class BankFileProblem extends Error {
  readonly key: BankFileProblemKey;
  /** From 1; 0 for the whole file. */
  readonly line: number;
  /** From 1; 0 for the whole line. */
  readonly column: number;
  /** The format's name of the field: `:61:`, `Ntry/Amt`; empty if there is none. */
  readonly field: string;
  /** The invalid text, at most 40 characters; empty if there is none. */
  readonly value: string;
  /** For a statement that does not add up: the balance calculated from its entries, and its closing balance. */
  readonly sums: { sumPiastres: number; closingPiastres: number } | undefined;

  constructor(
    key: BankFileProblemKey,
    at: {
      line?: number;
      column?: number;
      field?: string;
      value?: string;
      sums?: BankFileProblem['sums'];
    } = {},
  ) {
    const { line = 0, column = 0, field = '', value = '', sums } = at;
    super(`${key} in line ${line}, column ${column}: ${field}`);
    this.name = new.target.name;
    this.key = key;
    this.line = line;
    this.column = column;
    this.field = field;
    this.sums = sums;
    this.value = [...value.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').trim()].slice(0, MOST_SHOWN).join('');
  }

  /** The parameters of the message. */
  get params(): NonNullable<MessageRef['params']> {
    const { line, column, field, value, sums } = this;
    return { line, column, field, value, ...sums };
  }
}
