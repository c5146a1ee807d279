/**
 * Recognises totals without a label: rows without their own reference whose amounts are the sums of other rows; pure.
 */
import type { ProfileColumn, ReconciliationLayout } from '@daftar/contract/ops-settlement-profiles';
import type { SettlementLine } from '../processors/gateway.ts';
import { isTotalLabel } from './footers.ts';
import type { FileRow } from './rows.ts';
import { idOf } from './values.ts';

/** Columns that identify one payment. */
const NAMING: readonly ProfileColumn[] = ['our_ref', 'processor_ref', 'rrn', 'auth_code', 'card'];

interface Sums {
  gross: number;
  grossWithoutSigns: number;
  fee: number;
  feeWithoutSigns: number;
}

const NOTHING: Sums = { gross: 0, grossWithoutSigns: 0, fee: 0, feeWithoutSigns: 0 };

const plus = (sums: Sums, { grossPiastres, feePiastres }: SettlementLine): Sums => ({
  gross: sums.gross + grossPiastres,
  grossWithoutSigns: sums.grossWithoutSigns + Math.abs(grossPiastres),
  fee: sums.fee + feePiastres,
  feeWithoutSigns: sums.feeWithoutSigns + Math.abs(feePiastres),
});

/** Returns whether an amount is a sum, with or without the signs of its parts. */
const isSum = (amount: number, sum: number, withoutSigns: number) =>
  Math.abs(amount) === Math.abs(sum) || Math.abs(amount) === withoutSigns;

/**
 * The kind of total: `footer` when it is certainly a total, `unclear` when it may be a line that looks like one, null
 * for a line.
 */
export type TotalKind = 'footer' | 'unclear' | null;

/** Watches the lines of a file in their order. */
export class Totals {
  readonly #naming: readonly ProfileColumn[];
  readonly #fees: boolean;
  /** Sums of all lines, and of those since the last total, by currency and by currency and kind. */
  #all = new Map<string, Sums>();
  #section = new Map<string, Sums>();
  #count = 0;
  #sectionCount = 0;
  /** Lines without a reference. */
  #bare = 0;
  /** The first line if it has no reference, because a total may stand above its lines. */
  #first: { row: number; line: SettlementLine; value: string } | null = null;

  constructor({ columns }: ReconciliationLayout) {
    this.#naming = NAMING.filter((name) => columns[name] !== '');
    this.#fees = columns.fee !== '' || columns.net !== '';
  }

  /** Judges a row that was read as a line, and adds it unless it is a total. */
  judge({ row, cells, raw }: FileRow, line: SettlementLine): TotalKind {
    const isBare = !this.#isNamed(cells);
    const isLabelled = isBare && this.#naming.length > 0 && raw.some(isTotalLabel);
    const kind = isBare ? (this.#kindOf(cells, line) ?? (isLabelled ? 'unclear' : null)) : null;
    if (kind === 'footer') {
      this.#section = new Map();
      this.#sectionCount = 0;
      return kind;
    }
    if (this.#count === 0 && isBare) this.#first = { row, line, value: cells.gross ?? '' };
    this.#count += 1;
    this.#sectionCount += 1;
    if (isBare) this.#bare += 1;
    for (const sums of [this.#all, this.#section])
      for (const key of keysOf(line)) sums.set(key, plus(sums.get(key) ?? NOTHING, line));
    return kind;
  }

  /** Returns the first row of the file if it is the total of all others. */
  end(): { row: number; value: string } | null {
    if (!this.#first || this.#count < 3 || this.#bare > 1 || this.#naming.length === 0) return null;
    const { line, ...place } = this.#first;
    const sums = this.#all.get(line.currency);
    if (!sums) return null;
    const others: Sums = {
      gross: sums.gross - line.grossPiastres,
      grossWithoutSigns: sums.grossWithoutSigns - Math.abs(line.grossPiastres),
      fee: sums.fee - line.feePiastres,
      feeWithoutSigns: sums.feeWithoutSigns - Math.abs(line.feePiastres),
    };
    return this.#adds(line, others, true) ? place : null;
  }

  /** Returns whether a row names a payment. A word without digits, or the number of lines, does not. */
  #isNamed(cells: FileRow['cells']): boolean {
    return this.#naming.some((name) => {
      const id = idOf(cells[name] ?? '') ?? '';
      const isNumberOfLines = id === String(this.#count) || id === String(this.#sectionCount);
      // A row with a word for its kind is a line, whatever its id looks like.
      if (id !== '' && (cells.kind ?? '') !== '') return true;
      return /\d/.test(id) && !(isNumberOfLines && this.#count > 1);
    });
  }

  #kindOf(cells: FileRow['cells'], line: SettlementLine): TotalKind {
    if (this.#count === 0) return null;
    const hasAmountOnly = (cells.fee ?? '') === '' && (cells.net ?? '') === '';
    const found = [this.#all, this.#section]
      .flatMap((sums) => keysOf(line).map((key) => sums.get(key)))
      .some((sums) => sums && this.#adds(line, sums, hasAmountOnly));
    if (!found) return null;
    const isBlank = this.#naming.every((name) => (cells[name] ?? '').trim() === '');
    const othersAreNamed = this.#naming.length > 0 && this.#bare === (this.#first ? 1 : 0);
    // After a single line, an equal row is more likely a second line than a total.
    if (this.#count < 2) return othersAreNamed && isBlank && !this.#first ? 'unclear' : null;
    const hasKind = (cells.kind ?? '') !== '';
    const isStrong = othersAreNamed || (this.#fees && line.grossPiastres !== 0 && line.feePiastres !== 0);
    if (isStrong) return hasKind ? 'unclear' : 'footer';
    return this.#count > 2 && isBlank ? 'unclear' : null;
  }

  #adds({ grossPiastres, feePiastres }: SettlementLine, sums: Sums, mayLackFee: boolean): boolean {
    if (grossPiastres === 0 && feePiastres === 0) return false;
    // Payments and refunds that cancel each other out make no total of a fee.
    if (grossPiastres === 0 && sums.grossWithoutSigns !== 0) return false;
    const isFee = isSum(feePiastres, sums.fee, sums.feeWithoutSigns);
    return (
      isSum(grossPiastres, sums.gross, sums.grossWithoutSigns) && (isFee || (mayLackFee && feePiastres === 0))
    );
  }
}

const keysOf = ({ currency, kind }: SettlementLine) => [currency, `${currency} ${kind}`];
