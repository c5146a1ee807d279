/** Finds amounts that an unquoted comma has split into two cells, as in `R1,1,500.00`; pure. */
import {
  FEE_COLUMNS,
  type ProfileColumn,
  type ReconciliationLayout,
} from '@daftar/contract/ops-settlement-profiles';
import { toLatinDigits } from '@daftar/contract/text';
import type { SettlementLine } from '../processors/gateway.ts';
import { amountOf, CellProblem, currencyOf } from './values.ts';
import { dayOf } from './written-days.ts';

/** Columns of amounts. */
export const AMOUNT_COLUMNS: readonly ProfileColumn[] = [
  'gross',
  'gross_debit',
  'net',
  'net_debit',
  ...FEE_COLUMNS,
  'fee_credit',
  'vat',
];
const AMOUNTS: ReadonlySet<ProfileColumn> = new Set(AMOUNT_COLUMNS);
const NEEDED: ReadonlySet<ProfileColumn> = new Set(['gross', 'net']);
const DAYS: ReadonlySet<ProfileColumn> = new Set(['occurred_on', 'value_on']);
const COSTS: ReadonlySet<ProfileColumn> = new Set([...FEE_COLUMNS, 'vat', 'net']);

/** The columns of comma-separated text. */
export interface CommaTable {
  places: readonly (readonly [ProfileColumn, number])[];
  /** Number of headings up to the last one that is not empty; 0 without headings. */
  width: number;
  filled: number;
}

/** The first part of a split amount: `1`, `-12`, `EGP 999`. */
const BEFORE = /^(?:EGP|LE)?[-−+(]?[1-9]\d{0,2}$/i;
/** Its further parts: `500`, `500.00`, `500.00)`, `500.00 EGP`. */
const BEHIND = /^\s*\d{3}(?:[.٫](\d+))?(?:[^\d.٫][^\d]{0,11})?$/;
const THREE = /^\s*\d{3}\s*$/;
/** In a row that is too wide, also the parts of `100,50`. */
const LOOSE_BEFORE = /^[^.,٫]*\d\s*$/;
const LOOSE_BEHIND = /^\s*\d{1,3}(?:\D|$)/;
const FRACTION = /^\s*\d{2}\)?-?\s*$/;
const WITH_DECIMALS = /^\D*\d+[.٫](\d+)\D*$/;
const WITHOUT_DECIMALS = /^[-−+(\s]*\d+[-−)\s]*$/;

interface Split {
  at: number;
  /** Adjacent cells that are parts of one amount. */
  cells: number;
  decimals: string;
}

/** Number formats of other rows in a column. */
interface Style {
  /** Numbers with two decimals, and how many of them end in zero, which spreadsheets do not write by default. */
  fixed: number;
  zeros: number;
  /** Numbers with fewer decimals. */
  other: number;
}

/** Rows that may hold a split amount and that share all facts which decide it. */
interface Suspects {
  split: Split;
  width: number;
  filled: number;
  hasZero: boolean;
  isReadable: boolean;
  count: number;
  rows: { row: number; value: string }[];
}

/** Maximum number of rows reported for one cause. */
const NAMED = 100;

/** A row with a split amount. */
export interface SplitRow {
  row: number;
  column: ProfileColumn;
  value: string;
}

const filledOf = (values: readonly string[]) => values.findLastIndex((cell) => cell.trim() !== '') + 1;

function splitAt(values: readonly string[], at: number): Split | null {
  if (!BEFORE.test((values[at] ?? '').replace(/\s+/g, ''))) return null;
  let end = at + 1;
  while (end <= at + 4 && THREE.test(values[end] ?? '')) end += 1;
  const [part, decimals = ''] = BEHIND.exec(values[end] ?? '') ?? [];
  if (decimals !== '') return { at, cells: end - at + 1, decimals };
  // With whole numbers, the number of parts is unknown.
  return end > at + 1 || part !== undefined ? { at, cells: 2, decimals: '' } : null;
}

const joined = (values: readonly string[], { at, cells }: Split) =>
  values
    .slice(at, at + cells)
    .map((cell) => cell.trim())
    .join(',');

/** Returns whether the cells of a row are readable with the parts of an amount joined. */
function fits(
  values: readonly string[],
  split: Split,
  places: CommaTable['places'],
  layout: ReconciliationLayout,
): boolean {
  const { at, cells } = split;
  const whole = [...values.slice(0, at), joined(values, split), ...values.slice(at + cells)];
  const canBeRead = ([name, place]: readonly [ProfileColumn, number]) => {
    if (place < at) return true;
    const cell = (whole[place] ?? '').trim();
    const isFilled = (values[place] ?? '').trim() !== '';
    if (AMOUNTS.has(name)) return amountOf(cell, layout) !== null || !isFilled || !NEEDED.has(name);
    if (DAYS.has(name)) return dayOf(cell, layout.dates) !== null || !isFilled;
    return name !== 'currency' || currencyOf(cell) !== '';
  };
  try {
    return places.every(canBeRead);
  } catch (error) {
    if (error instanceof CellProblem) return false;
    throw error;
  }
}

/**
 * Examines the lines of comma-separated text. A row wider than its headings certainly has a split amount; for others,
 * the remaining rows of the file decide: their width, and the format of amounts in the same column.
 */
export class SplitAmounts {
  readonly #layout: ReconciliationLayout;
  readonly #styles: Style[] = [];
  readonly #suspects = new Map<string, Suspects>();
  /** Figures of the rows that are not suspect. */
  #width = 0;
  #filled = 0;
  #others = 0;
  #table: CommaTable | null = null;
  /** Examined columns: up to the last one that the profile reads as an amount. */
  #last = 0;
  readonly #amounts = new Map<number, ProfileColumn>();

  constructor(layout: ReconciliationLayout) {
    this.#layout = layout;
  }

  /** Takes a row that was read as a line. @returns the row if it certainly holds a split amount */
  add(row: number, raw: readonly string[], table: CommaTable, line: SettlementLine): SplitRow | null {
    if (this.#table === null) this.#begin(table);
    const values = raw.map((cell) => toLatinDigits(cell));
    const split = this.#suspect(values);
    if (!split) {
      this.#learn(values);
      return null;
    }
    const value = joined(values, split);
    if (this.#isAbsurd(values, split, line)) return { row, column: this.#columnOf(split), value };
    const width = values.length;
    const filled = filledOf(values);
    const hasZero = split.decimals.length === 2 && split.decimals.endsWith('0');
    const isReadable = fits(values, split, table.places, this.#layout);
    const key = `${split.at} ${split.cells} ${split.decimals.length} ${width} ${filled} ${hasZero} ${isReadable}`;
    const alike = this.#suspects.get(key) ?? {
      split,
      width,
      filled,
      hasZero,
      isReadable,
      count: 0,
      rows: [],
    };
    this.#suspects.set(key, alike);
    alike.count += 1;
    if (alike.rows.length < NAMED) alike.rows.push({ row, value });
    return null;
  }

  /** Returns the first further row with a split amount, and the number of such rows. */
  end(): { count: number; rows: SplitRow[] } {
    const found = [...this.#suspects.values()].filter((each) => this.#isSplit(each));
    return {
      count: found.reduce((sum, { count }) => sum + count, 0),
      rows: found
        .flatMap(({ rows, split }) => rows.map((each) => ({ ...each, column: this.#columnOf(split) })))
        .toSorted((one, other) => one.row - other.row)
        .slice(0, NAMED),
    };
  }

  #begin(table: CommaTable): void {
    this.#table = table;
    for (const [name, place] of table.places) {
      if (!AMOUNTS.has(name)) continue;
      this.#amounts.set(place, name);
      this.#last = Math.max(this.#last, place);
    }
  }

  /**
   * Returns the column to report: the split amount's own, or the first amount behind it, which is read from the wrong
   * cell.
   */
  #columnOf({ at }: Split): ProfileColumn {
    const behind = [...this.#amounts.keys()].toSorted((one, other) => one - other);
    return this.#amounts.get(at) ?? this.#amounts.get(behind.find((place) => place > at) ?? -1) ?? 'gross';
  }

  #suspect(values: readonly string[]): Split | null {
    for (let at = 0; at <= this.#last; at += 1) {
      const split = splitAt(values, at);
      if (split) return split;
      if (this.#layout.decimal_mark === 'comma' && this.#amounts.has(at)) {
        if (LOOSE_BEFORE.test(values[at] ?? '') && FRACTION.test(values[at + 1] ?? ''))
          return { at, cells: 2, decimals: values[at + 1]!.replace(/\D/g, '') };
      }
    }
    return null;
  }

  #learn(values: readonly string[]): void {
    this.#others += 1;
    this.#width = Math.max(this.#width, values.length);
    this.#filled = Math.max(this.#filled, filledOf(values));
    for (let at = 0; at <= this.#last; at += 1) {
      const cell = values[at] ?? '';
      const decimals = WITH_DECIMALS.exec(cell)?.[1];
      if (decimals === undefined && !(WITHOUT_DECIMALS.test(cell) && /[1-9]/.test(cell))) continue;
      const style = this.#styles[at] ?? { fixed: 0, zeros: 0, other: 0 };
      this.#styles[at] = style;
      if (decimals === undefined || decimals.length < 2) style.other += 1;
      else {
        style.fixed += 1;
        if (decimals.endsWith('0')) style.zeros += 1;
      }
    }
  }

  /**
   * Returns whether a cost or a net amount exceeds the gross amount before it, and no neighbouring column explains
   * that.
   */
  #isAbsurd(
    values: readonly string[],
    { at }: Split,
    { grossPiastres, feePiastres }: SettlementLine,
  ): boolean {
    const beside = this.#amounts.get(at + 1);
    if (this.#amounts.get(at) !== 'gross' || !beside || !COSTS.has(beside) || grossPiastres === 0)
      return false;
    const isExplained =
      FEE_COLUMNS.some((fee) => this.#isFilled(values, fee)) && this.#isFilled(values, 'net');
    const isLarger =
      Math.abs(feePiastres) > Math.abs(grossPiastres) ||
      Math.abs(grossPiastres - feePiastres) > Math.abs(grossPiastres);
    return isLarger && !isExplained;
  }

  #isFilled(values: readonly string[], name: ProfileColumn): boolean {
    const place = this.#table!.places.find(([each]) => each === name)?.[1];
    return place !== undefined && (values[place] ?? '').trim() !== '';
  }

  #isSplit({ split, width, filled, hasZero, isReadable }: Suspects): boolean {
    const style = this.#styles[split.at];
    const isAmount = this.#amounts.has(split.at);
    if (split.decimals !== '' && !style?.other) {
      // Every other row has decimals in this column, and this one has none.
      const isFixed = (style?.zeros ?? 0) > 0 || (isAmount && hasZero);
      if (isFixed || (isReadable && ((style?.fixed ?? 0) > 0 || (isAmount && this.#others === 0))))
        return true;
    }
    // Without other rows nothing tells the second part from a column that is not read.
    const isRead = this.#table!.places.some(([, place]) => place === split.at + 1);
    if (this.#others === 0 && isAmount && isReadable && !isRead) return true;
    const known = this.#others > 0 ? { width: this.#width, filled: this.#filled } : this.#table!;
    if (known.width === 0) return false;
    return isReadable && (filled > known.filled || width > known.width);
  }
}

/** Finds an amount split by its own comma, in a row of text that is wider than its headings. */
export function splitInWideRow(
  raw: readonly string[],
  { places, width }: Omit<CommaTable, 'filled'>,
  layout: ReconciliationLayout,
): Omit<SplitRow, 'row'> | undefined {
  if (width === 0 || raw.length <= width || raw.slice(width).every((cell) => cell.trim() === ''))
    return undefined;
  const values = raw.map((cell) => toLatinDigits(cell));
  const amounts = places.filter(([name]) => AMOUNTS.has(name));
  const own = amounts.find(
    ([, place]) => LOOSE_BEFORE.test(values[place] ?? '') && LOOSE_BEHIND.test(values[place + 1] ?? ''),
  );
  if (own) return { column: own[0], value: `${raw[own[1]]},${raw[own[1] + 1]}` };
  // A split cell before the first amount, which the profile does not read, shifts the cells that it reads.
  const last = Math.max(-1, ...amounts.map(([, place]) => place));
  for (let at = 0; at < last; at += 1) {
    const split = splitAt(values, at);
    const behind = amounts.find(([, place]) => place > at);
    if (split && behind && fits(values, split, places, layout))
      return { column: behind[0], value: joined(values, split) };
  }
  return undefined;
}
