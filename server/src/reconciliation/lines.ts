/** Turns the rows of a settlement file into lines, as its profile says: pure. */
import type { SettlementLineKind } from '@daftar/contract/ops-settlement-lines';
import {
  PROFILE_COLUMNS,
  PROFILE_WORDS,
  type ProfileColumn,
  type ReconciliationLayout,
} from '@daftar/contract/ops-settlement-profiles';
import { plainHeading as plain } from '../platform/sheets/csv-text.ts';
import type { CellProblemKey } from '../platform/sheets/sheet.ts';
import type { SettlementLine } from '../processors/gateway.ts';
import { maskCards } from '../processors/redact.ts';
import { amountOf, CellProblem, currencyOf, dayOf, idOf, last4Of } from './values.ts';

/** The cell of each column that the profile names; missing ones are empty. */
export type Cells = Partial<Record<ProfileColumn, string>>;

/** Why a row is no line. */
export interface RowProblem {
  row: number;
  column: ProfileColumn;
  value: string;
  /** A key of the contract's messages. */
  key: CellProblem['key'] | 'AmountsDisagree' | CellProblemKey | 'LineEndInCell';
}

/** What a row is. `skipped`: blank, or of a word that the profile ignores. */
export type ReadRow = { line: SettlementLine } | { problem: Omit<RowProblem, 'row'> } | 'skipped';

type Word = SettlementLineKind | 'ignored';

/** Columns of which a line has at least one. */
const TELLING: readonly ProfileColumn[] = ['our_ref', 'processor_ref', 'rrn', 'occurred_on'];
const LONGEST_TEXT = 500;
const MAXIMUM = 1e15;

/** Values of cells that were read before, such as the day of thousands of lines; those of further cells are not kept. */
const REMEMBERED = 1_000;

/** Reads each of few different cells once. */
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

/** Creates a reader of rows. It reads millions, so it keeps nothing per row but the line. */
export function lineReader(layout: ReconciliationLayout): (cells: Cells) => ReadRow {
  const words = new Map<string, Word>();
  for (const kind of PROFILE_WORDS)
    for (const word of layout.words[kind].split(/[,،;\n]/)) if (plain(word)) words.set(plain(word), kind);
  const hasKinds = layout.columns.kind !== '';
  const named = PROFILE_COLUMNS.filter((name) => layout.columns[name] !== '');
  const telling = TELLING.filter((name) => layout.columns[name] !== '');
  const kind = remembering((cell) => kindOf(cell, words));
  const currency = remembering(currencyOf);
  const day = remembering((cell) => dayOf(cell, layout.dates));

  /** Of the row that is being read. */
  let cells: Cells = {};
  let column: ProfileColumn = 'gross';
  const cell = (name: ProfileColumn) => {
    column = name;
    return cells[name] ?? '';
  };
  const isBlank = (name: ProfileColumn) => (cells[name] ?? '').trim() === '';
  /** A sum below the lines: it names neither kind, nor day, nor anything that it is of. */
  const isFooter = () => telling.length > 0 && telling.every(isBlank) && isBlank('kind');
  const amount = (name: ProfileColumn) => {
    const value = amountOf(cell(name), layout);
    if (value !== null && Math.abs(value) > MAXIMUM) throw new CellProblem('InvalidAmountFormat');
    return value;
  };
  const read = (): ReadRow => {
    if (isFooter()) return 'skipped';
    const said = hasKinds ? kind(cell('kind')) : null;
    if (said === 'ignored') return 'skipped';
    const written = { gross: amount('gross'), fee: amount('fee'), vat: amount('vat'), net: amount('net') };
    const money = moneyOf(written, said, layout.signs);
    if (money === null) return { problem: { column: 'gross', value: cells.gross ?? '', key: 'Required' } };
    if (money === 'disagree') {
      return { problem: { column: 'net', value: cells.net ?? '', key: 'AmountsDisagree' } };
    }
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
        occurredOn: day(cell('occurred_on')),
        valueOn: day(cell('value_on')),
        batch: (idOf(cell('batch')) ?? '').slice(0, 100),
        text: maskCards(cell('text').trim().slice(0, LONGEST_TEXT)) || null,
      },
    };
  };
  return (row) => {
    cells = row;
    if (named.every(isBlank)) return 'skipped';
    try {
      return read();
    } catch (error) {
      if (!(error instanceof CellProblem)) throw error;
      return { problem: { column, value: cells[column] ?? '', key: error.key } };
    }
  };
}

function kindOf(cell: string, words: ReadonlyMap<string, Word>): Word {
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

/** Kinds whose money goes from us when it has no sign. */
const TAKEN: readonly SettlementLineKind[] = ['refund', 'reversal', 'chargeback'];
const noMinusZero = (value: number) => (value === 0 ? 0 : value);

/**
 * The amounts of a line with their signs. A net amount decides over a fee: the difference to the gross one is what was kept.
 * @returns null when there is no amount, `disagree` when gross, fee and net do not add up
 */
function moneyOf(written: Written, said: SettlementLineKind | null, signs: 'as-written' | 'by-kind') {
  const fees = Math.abs(written.fee ?? 0) + Math.abs(written.vat ?? 0);
  const isFee = said === 'fee' || (said === null && !written.gross && fees > 0);
  if (isFee) return feeLine(written);
  if (written.gross === null) return null;
  const kind = said ?? (written.gross < 0 ? 'refund' : 'payment');
  const isTaken = signs === 'by-kind' && TAKEN.includes(kind);
  const gross = isTaken ? -Math.abs(written.gross) : written.gross;
  const net = written.net === null ? null : isTaken && written.net > 0 ? -written.net : written.net;
  const fee = net === null ? kept(written, signs) : gross - net;
  if (net !== null && (written.fee !== null || written.vat !== null) && Math.abs(fee) !== fees) {
    // A fee that already contains the VAT beside it.
    if (Math.abs(fee) !== Math.abs(written.fee ?? 0)) return 'disagree';
  }
  const vat = Math.min(Math.abs(written.vat ?? 0), Math.abs(fee));
  return moneyLine(kind, gross, fee, vat);
}

const kept = ({ fee, vat }: Written, signs: 'as-written' | 'by-kind') =>
  signs === 'by-kind' ? Math.abs(fee ?? 0) + Math.abs(vat ?? 0) : (fee ?? 0) + (vat ?? 0);

/** A fee that is of no payment: in the column of amounts, or in that of fees. */
function feeLine({ gross, fee, vat, net }: Written): Money | null {
  const amount = (fee ?? 0) === 0 ? Math.abs(gross ?? net ?? 0) : Math.abs(fee ?? 0) + Math.abs(vat ?? 0);
  if (amount === 0) return null;
  // Given back: a net amount that came to us.
  const isGiven = (net ?? 0) > 0;
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
