import type { MessageRef } from '@daftar/contract/validate';

/** Why a file of a bank is refused: a key of the contract's messages. */
export type BankFileProblemKey =
  | 'BankFileUnreadable'
  | 'BankFileOtherKind'
  /** `field`: the kind of report. */
  | 'BankFileIntraday'
  | 'BankFileTooLarge'
  | 'BankFileFieldMissing'
  | 'BankFileFieldWrong'
  /** `value`: what is not an amount, or not a day. */
  | 'BankFileAmountWrong'
  | 'BankFileDayWrong'
  /** Of a table: `field` is the heading. */
  | 'BankFileCellWrong'
  | 'BankFileStatusUnknown'
  /** `value`: the currency; `field`: where it stands. */
  | 'BankFileCurrencyWrong'
  /** `field`: the encoding. */
  | 'BankFileEncoding'
  | 'BankFileCutOff'
  | 'BankFileDoesNotAddUp';

const MOST_SHOWN = 40;

/** A file of a bank that cannot be read, with the place of the first mistake. Nothing of it is to be used. */
export class BankFileProblem extends Error {
  readonly key: BankFileProblemKey;
  /** From 1; 0 when it is of the whole file. */
  readonly line: number;
  /** From 1; 0 when it is of the whole line. */
  readonly column: number;
  /** The field as the format calls it: `:61:`, `Ntry/Amt`; empty without. */
  readonly field: string;
  /** What stands there, at most 40 characters; empty without. */
  readonly value: string;
  /** Of a statement that does not add up: the balance that its entries lead to, and its closing balance. */
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

  /** The sentence's parameters. */
  get params(): NonNullable<MessageRef['params']> {
    const { line, column, field, value, sums } = this;
    return { line, column, field, value, ...sums };
  }
}
