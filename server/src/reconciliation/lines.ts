/** Converts the rows of a settlement file into lines by its profile; pure. */
import type { SettlementLineKind } from '@daftar/contract/ops-settlement-lines';
import {
  FEE_COLUMNS,
  PROFILE_WORDS,
  type ProfileColumn,
  type ReconciliationLayout,
} from '@daftar/contract/ops-settlement-profiles';
import { plainHeading as plain } from '../platform/sheets/csv-text.ts';
import type { Serials } from '../platform/sheets/serial-days.ts';
import type { CellProblemKey } from '../platform/sheets/sheet.ts';
import type { SettlementLine } from '../processors/gateway.ts';
import { maskCards } from '../processors/redact.ts';
import { isLabel, isNote } from './footers.ts';
import { ofPair, signed, signReader, wordsOf } from './signs.ts';
import { amountOf, CellProblem, currencyOf, idOf, last4Of, sumOf } from './values.ts';
import { dayOf } from './written-days.ts';

/** The cell of each column that the profile names; cells missing in a row are empty. */
export type Cells = Partial<Record<ProfileColumn, string>>;

/** The reason that a row is no line. */
export interface RowProblem {
  row: number;
  column: ProfileColumn;
  value: string;
  /** A key of the contract's messages. */
  key:
    | CellProblem['key']
    | CellProblemKey
    | 'AmountsDisagree'
    | 'LineEndInCell'
    | 'LooksLikeTotal'
    | 'NotALine'
    | 'SplitAmount';
}

/** A row of a file. */
export interface SourceRow {
  cells: Cells;
  /** All cells, including columns that the profile does not name. */
  raw: readonly string[];
  /** The reason that the row cannot be used. */
  problem?: Omit<RowProblem, 'row'>;
  /** The day system of a workbook; absent for text. */
  serials?: Serials;
}

/**
 * The result of reading a row. `skipped`: blank, with a word that the profile ignores, or of another record type.
 * `isFooter`: a total or a note if no line follows, and a problem otherwise.
 */
export type ReadRow =
  | { line: SettlementLine }
  | { problem: Omit<RowProblem, 'row'>; isFooter: boolean }
  | 'skipped';

type LineKind = SettlementLineKind | 'ignored';

/** A line has a value in at least one of these columns. */
const TELLING: readonly ProfileColumn[] = ['our_ref', 'processor_ref', 'rrn', 'occurred_on'];
const KIND = ['kind'] as const;
const AMOUNTS: readonly ProfileColumn[] = [
  'gross',
  'gross_debit',
  ...FEE_COLUMNS,
  'fee_credit',
  'vat',
  'net',
  'net_debit',
];
const LONGEST_TEXT = 500;
const MAXIMUM = 1e15;

/** Number of cached cell values, such as the day of thousands of lines; values beyond it are not cached. */
const REMEMBERED = 1_000;

/** Caches the results of a reader for repeated cells. */
function remembering<T>(read: (cell: string) => T): (cell: string) => T {
  const values = new Map<string, T>();
  return (cell) => {
    const known = values.get(cell);
    if (known !== undefined) return known;
    const value = read(cell);
    if (values.size < REMEMBERED) values.set(cell, value);
    return value;
  };
}

/** Creates a reader of rows. A file may have millions, so nothing is kept per row but the line. */
export function lineReader(layout: ReconciliationLayout): (row: SourceRow) => ReadRow {
  const words = new Map<string, LineKind>();
  for (const kind of PROFILE_WORDS) for (const word of wordsOf(layout.words[kind])) words.set(word, kind);
  const has = (name: ProfileColumn) => (layout.columns[name] ?? '') !== '';
  const hasKinds = has('kind');
  const counted = new Set(wordsOf(layout.words.counted));
  const telling = TELLING.filter(has);
  const fees = FEE_COLUMNS.filter(has);
  const sign = signReader(layout.words);
  const isGrossSigned = has('gross_sign') || has('gross_debit');
  const isFeeSigned = has('fee_sign') || has('fee_credit');
  const kind = remembering((cell) => kindOf(cell, words));
  const currency = remembering(currencyOf);
  const day = remembering((cell) => dayOf(cell, layout.dates, serials));

  /** The state of the row being read. */
  let cells: Cells = {};
  let serials: Serials | undefined;
  let column: ProfileColumn = 'gross';
  const cell = (name: ProfileColumn) => {
    column = name;
    return cells[name] ?? '';
  };
  const isBlank = (name: ProfileColumn) => (cells[name] ?? '').trim() === '';
  const amount = (name: ProfileColumn) => {
    const value = amountOf(cell(name), layout);
    if (value !== null && Math.abs(value) > MAXIMUM) throw new CellProblem('InvalidAmountFormat');
    return value;
  };
  /** Reads an amount whose sign comes from a column of debits or of sign words. */
  const signedAmount = (name: 'gross' | 'net', debit: ProfileColumn, words?: ProfileColumn) => {
    const written = amount(name);
    const value = has(debit) ? ofPair(written, amount(debit)) : written;
    return value && words && has(words) ? signed(value, sign(cell(words))) : value;
  };
  const fee = () => {
    column = 'fee';
    const value = sumOf(fees.map(cell), layout);
    if (value !== null && Math.abs(value) > MAXIMUM) throw new CellProblem('InvalidAmountFormat');
    if (has('fee_credit')) return ofPair(value, amount('fee_credit'));
    if (!value || !has('fee_sign')) return value;
    // A debit is a payment by us.
    return sign(cell('fee_sign')) < 0 ? Math.abs(value) : -Math.abs(value);
  };
  const problem = (key: RowProblem['key'], name: ProfileColumn): ReadRow => ({
    problem: { column: name, value: cells[name] ?? '', key },
    isFooter: false,
  });
  const hasNoDay = () => {
    try {
      return day(cell('occurred_on')) === null;
    } catch {
      return true;
    }
  };
  /**
   * Returns the column that shows a row to be a total or a note: a label in place of an id, a kind or a day, or a row
   * without identifying values; otherwise null.
   */
  const footerColumn = (raw: readonly string[]): ProfileColumn | null => {
    const labelled = [...telling, ...(hasKinds && !words.has(plain(cells.kind ?? '')) ? KIND : [])].find(
      (name) => isLabel(cells[name] ?? ''),
    );
    if (labelled) return labelled;
    if (telling.some((name) => name !== 'occurred_on' && !isBlank(name)) || !isBlank('kind')) return null;
    if (has('occurred_on') ? !hasNoDay() : telling.length === 0) return null;
    const isNothing = telling.length > 0 && telling.every(isBlank) && AMOUNTS.some((name) => !isBlank(name));
    return isNothing || raw.some(isLabel) || isNote(raw) ? (telling[0] ?? 'gross') : null;
  };
  const read = (): ReadRow => {
    const said = hasKinds ? kind(cell('kind')) : null;
    if (said === 'ignored') return 'skipped';
    const written = {
      gross: signedAmount('gross', 'gross_debit', 'gross_sign'),
      fee: fee(),
      vat: amount('vat'),
      net: signedAmount('net', 'net_debit'),
    };
    const money = moneyOf(written, said, {
      isByKind: layout.signs === 'by-kind' && !isGrossSigned,
      isGrossSigned,
      isFeeSigned,
      // Each of the amounts may have been rounded.
      slack: layout.rounding === 'half-up' ? 3 : 0,
    });
    if (money === null) return problem('Required', 'gross');
    if (money === 'disagree') return problem('AmountsDisagree', 'net');
    const occurredOn = day(cell('occurred_on'));
    if (has('occurred_on') && occurredOn === null && money.kind !== 'fee')
      return problem('Required', 'occurred_on');
    return {
      line: {
        kind: money.kind,
        grossPiastres: money.grossPiastres,
        feePiastres: money.feePiastres,
        vatPiastres: money.vatPiastres,
        netPiastres: money.netPiastres,
        currency: currency(cell('currency')),
        ourRef: idOf(cell('our_ref')),
        processorRef: idOf(cell('processor_ref')),
        rrn: idOf(cell('rrn')),
        authCode: idOf(cell('auth_code')),
        last4: last4Of(cell('card')),
        occurredOn,
        valueOn: day(cell('value_on')),
        batch: (idOf(cell('batch')) ?? '').slice(0, 100),
        text: maskCards(cell('text').trim().slice(0, LONGEST_TEXT)) || null,
      },
    };
  };
  return ({ cells: named, raw, problem: found, ...file }) => {
    cells = named;
    serials = file.serials;
    if (raw.every((each) => each.trim() === '')) return 'skipped';
    if (has('record')) {
      if (isBlank('record')) return problem('Required', 'record');
      if (!counted.has(plain(cells.record ?? ''))) return 'skipped';
    }
    if (found?.key === 'StrayQuote') return { problem: found, isFooter: false };
    if (hasKinds && words.get(plain(cells.kind ?? '')) === 'ignored') return 'skipped';
    const footer = footerColumn(raw);
    if (footer) {
      const value = raw.find((each) => each.trim() !== '') ?? '';
      return { problem: { column: footer, value, key: 'NotALine' }, isFooter: true };
    }
    if (found) return { problem: found, isFooter: false };
    try {
      return read();
    } catch (error) {
      if (!(error instanceof CellProblem)) throw error;
      return problem(error.key, column);
    }
  };
}

function kindOf(cell: string, words: ReadonlyMap<string, LineKind>): LineKind {
  const word = plain(cell);
  if (word === '') throw new CellProblem('Required');
  const kind = words.get(word) ?? PROFILE_WORDS.find((each) => each === word);
  if (!kind) throw new CellProblem('UnknownWord');
  return kind;
}

interface Written {
  gross: number | null;
  fee: number | null;
  vat: number | null;
  net: number | null;
}

type Money = Pick<SettlementLine, 'kind' | 'grossPiastres' | 'feePiastres' | 'vatPiastres' | 'netPiastres'>;

/** How the amounts of a file are signed. */
interface Signs {
  isByKind: boolean;
  isGrossSigned: boolean;
  isFeeSigned: boolean;
  /** Piastres by which rounded amounts may differ. */
  slack: number;
}

/** Kinds of unsigned amounts that we pay. */
const TAKEN: readonly SettlementLineKind[] = ['refund', 'reversal', 'chargeback'];
const noMinusZero = (value: number) => (value === 0 ? 0 : value);

/**
 * Returns the signed amounts of a line. A net amount takes precedence over a fee: the fee is the difference from the
 * gross amount.
 * @returns null when there is no amount, `disagree` when gross, fee and net do not add up
 */
function moneyOf(written: Written, said: SettlementLineKind | null, signs: Signs) {
  const fees = Math.abs(written.fee ?? 0) + Math.abs(written.vat ?? 0);
  const isFee = said === 'fee' || (said === null && !written.gross && fees > 0);
  if (isFee) return feeLine(written, signs);
  if (written.gross === null) return null;
  const kind = said ?? (written.gross < 0 ? 'refund' : 'payment');
  const isTaken = signs.isByKind ? TAKEN.includes(kind) : signs.isGrossSigned && written.gross < 0;
  const gross = isTaken ? -Math.abs(written.gross) : written.gross;
  const net = written.net === null ? null : isTaken && written.net > 0 ? -written.net : written.net;
  const fee = net === null ? kept(written, signs) : gross - net;
  if (net !== null && (written.fee !== null || written.vat !== null)) {
    const differs = (one: number, other: number) => Math.abs(one - other) > signs.slack;
    const found = signs.isFeeSigned
      ? [fee, kept(written, signs), written.fee ?? 0]
      : [Math.abs(fee), fees, Math.abs(written.fee ?? 0)];
    const [actual = 0, both = 0, feeAlone = 0] = found;
    // The fee may already include the VAT in its own column.
    if (differs(actual, both) && differs(actual, feeAlone)) return 'disagree';
  }
  const vat = Math.min(Math.abs(written.vat ?? 0), Math.abs(fee));
  return moneyLine(kind, gross, fee, vat);
}

function kept({ fee, vat }: Written, { isFeeSigned, isByKind }: Signs): number {
  if (isFeeSigned) return (fee ?? 0) < 0 ? fee! - Math.abs(vat ?? 0) : (fee ?? 0) + Math.abs(vat ?? 0);
  return isByKind ? Math.abs(fee ?? 0) + Math.abs(vat ?? 0) : (fee ?? 0) + (vat ?? 0);
}

/** Returns the amounts of a fee without a payment, from the column of amounts or that of fees. */
function feeLine({ gross, fee, vat, net }: Written, { isFeeSigned, isGrossSigned }: Signs): Money | null {
  const isOfFees = (fee ?? 0) !== 0;
  const amount = isOfFees ? Math.abs(fee ?? 0) + Math.abs(vat ?? 0) : Math.abs(gross ?? net ?? 0);
  if (amount === 0) return null;
  // The fee is returned to us, by its own sign or by a net amount in our favour.
  const isGiven =
    (isOfFees ? isFeeSigned && (fee ?? 0) < 0 : isGrossSigned && (gross ?? 0) > 0) || (net ?? 0) > 0;
  const vatPart = Math.min(Math.abs(vat ?? 0), amount);
  return moneyLine('fee', 0, isGiven ? -amount : amount, vatPart);
}

const moneyLine = (kind: SettlementLineKind, gross: number, fee: number, vat: number): Money => ({
  kind,
  grossPiastres: noMinusZero(gross),
  feePiastres: noMinusZero(fee),
  vatPiastres: noMinusZero(fee < 0 ? -vat : vat),
  netPiastres: noMinusZero(gross - fee),
});
