/** Why a file of a bank is refused: a key of the contract's messages. */
export type BankFileProblemKey =
  | 'BankFileUnreadable'
  | 'BankFileOtherKind'
  /** `field`: the kind of report. */
  | 'BankFileIntraday'
  | 'BankFileTooLarge'
  | 'BankFileFieldMissing'
  | 'BankFileFieldWrong'
  | 'BankFileCutOff'
  | 'BankFileDoesNotAddUp';

/** A file of a bank that cannot be read, with the place of the first mistake. Nothing of it is to be used. */
export class BankFileProblem extends Error {
  readonly key: BankFileProblemKey;
  /** From 1; 0 when it is of the whole file. */
  readonly line: number;
  /** From 1; 0 when it is of the whole line. */
  readonly column: number;
  /** The field as the format calls it: `:61:`, `Ntry/Amt`; empty without. */
  readonly field: string;

  constructor(key: BankFileProblemKey, at: { line?: number; column?: number; field?: string } = {}) {
    const { line = 0, column = 0, field = '' } = at;
    super(`${key} in line ${line}, column ${column}: ${field}`);
    this.name = new.target.name;
    this.key = key;
    this.line = line;
    this.column = column;
    this.field = field;
  }

  /** The sentence's parameters. */
  get params(): { line: number; column: number; field: string } {
    return { line: this.line, column: this.column, field: this.field };
  }
}
