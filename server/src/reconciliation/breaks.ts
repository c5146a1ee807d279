/** Breaks: differences that stay open until somebody explains them. */

import { toPounds } from '@daftar/contract/money';
import {
  AGE_BOUNDS,
  type BreakDetails,
  type BreakRow,
  type NoteForm,
  type ReconciliationOverview,
} from '@daftar/contract/ops-reconciliation';
import type { SettlementLineKind } from '@daftar/contract/ops-settlement-lines';
import type { Paging } from '@daftar/contract/paging';
import type { LoggedSide } from '../audit/fields.ts';
import { recordProviderAudit } from '../audit/record.ts';
import { findTyped } from '../ops-lists/find.ts';
import { at, egp, opsList } from '../ops-lists/list.ts';
import type { App } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { cairoDay, nextDay } from '../platform/time/cairo.ts';
import { settleMatched } from './book.ts';
import { workingDaysBefore, workingDaysBetween } from './days.ts';
import { BreakClosed, NoMatch, NothingThere } from './errors.ts';
import { lineOf } from './line-list.ts';
import { type Author, accountOf } from './service.ts';
import * as store from './store-breaks.ts';
import { listEvidence } from './store-evidence.ts';
import { findLine, type ListedLine } from './store-lines.ts';
import { holidaysFrom } from './store-missing.ts';
import { assess, hasMoney } from './write-offs/rules.ts';
import { findOpen } from './write-offs/store.ts';

/** Greatest age that is counted, in working days; older breaks show this one. */
const LONGEST_AGE_DAYS = 400;

type Calendar = Awaited<ReturnType<typeof calendar>>;

const rowOf = (row: store.ListedBreak, { today, holidays }: Calendar): BreakRow => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  account: row.accountId === null ? null : accountOf({ ...row, accountId: row.accountId }),
  bank_account:
    row.bankAccountId === null ? null : { id: row.bankAccountId, name: row.bankAccountName ?? '' },
  amount: toPounds(row.amountPiastres),
  currency: row.currency,
  reference: row.reference,
  owner: row.owner,
  working_days: workingDaysBetween(cairoDay(row.openedAt), today, holidays, LONGEST_AGE_DAYS),
  created_at: row.openedAt.toISOString(),
});

async function calendar(app: App) {
  const today = cairoDay(app.clock.now());
  return { today, holidays: await holidaysFrom(app.db, nextDay(today, -2 * LONGEST_AGE_DAYS)) };
}

/** The list of breaks. */
export const breakList = opsList<
  Paging<'created_at' | 'amount'>,
  store.BreakFilters,
  store.ListedBreak,
  BreakRow,
  Calendar
>({
  what: 'breaks',
  find: async ({ db }, paging, filters) => {
    const found = await findTyped(db, filters.q, { mode: 'any' });
    return (through) => store.breakSource(through, paging, filters, found);
  },
  ready: calendar,
  wireOf: (row, _locale, _operator, ready) => rowOf(row, ready),
  cells: (say) => ({
    kind: (row) => say(`ops.breakKind.${row.kind}`),
    status: (row) => say(`ops.breakState.${row.state}`),
    openAmount: (row) => egp(row.amount),
    currency: (row) => row.currency,
    reference: (row) => row.reference,
    account: (row) => (row.account ?? row.bank_account)?.name ?? '',
    owner: (row) => row.owner ?? '',
    workingDays: (row) => row.working_days,
    found: (row) => at(row.created_at),
  }),
});

/**
 * Returns the payment of a break that its processor lists as paid and that did not succeed here; null for any other
 * break.
 */
export function askable(
  { kind, accountId, payment }: store.FullBreak,
  line: ListedLine | undefined,
): { merchantId: number; transactionId: number; accountId: number; reference: string } | null {
  if (kind !== 'status' || !payment || accountId === null || line?.kind !== 'payment' || line.match)
    return null;
  return {
    merchantId: payment.merchantId,
    transactionId: payment.id,
    accountId,
    reference: payment.reference,
  };
}

/** Reads a break with its line, notes and suggestion. @throws NothingThere */
export async function readBreak(app: App, id: number): Promise<BreakDetails> {
  const row = await store.findBreak(app.db, id);
  if (!row) throw new NothingThere();
  const { fileId, lineNo, fileName, payment, suggestion } = row;
  const line = fileId !== null && lineNo !== null ? await findLine(app.db, fileId, lineNo) : undefined;
  const open = await findOpen(app.db, id);
  const paymentOf = (found: typeof payment) =>
    found && {
      merchant: { id: found.merchantId, name: found.merchantName },
      id: found.id,
      reference: found.reference,
    };
  return {
    ...rowOf(row, await calendar(app)),
    file: fileId !== null && lineNo !== null ? { id: fileId, name: fileName ?? '', row: lineNo } : null,
    line: line ? lineOf(line) : null,
    bank_line: row.bankLine && { id: row.bankLine.id, file_id: row.bankLine.fileId },
    payment: paymentOf(payment),
    suggestion: paymentOf(suggestion),
    close_takes_two: open !== undefined && !open.isClosed && hasMoney(open),
    can_ask: row.closedAt === null && askable(row, line) !== null,
    can_write_off: open !== undefined && !open.isClosed && 'writeOff' in assess(open),
    notes: (await store.listNotes(app.db, id)).map(({ actor, text, createdAt }) => ({
      actor,
      text,
      created_at: createdAt.toISOString(),
    })),
    evidence: (await listEvidence(app.db, id)).map((each) => ({
      id: each.id,
      name: each.name,
      actor: each.actor,
      created_at: each.createdAt.toISOString(),
    })),
    ended_as: row.endedAs,
    resolution: row.resolution,
    closed_at: row.closedAt?.toISOString() ?? null,
    closed_by: row.closedBy,
  };
}

/** Sums up the imported files and the open breaks. */
export async function readOverview(app: App): Promise<ReconciliationOverview> {
  const { today, holidays } = await calendar(app);
  // A break opened before this day has at least the age of the bound.
  const bounds = AGE_BOUNDS.map((days) => workingDaysBefore(nextDay(today), days, holidays));
  const { files, open } = await store.sumAll(app.db, bounds);
  const sum = (rows: typeof open, what: 'count' | 'amount') => rows.reduce((all, row) => all + row[what], 0);
  const kinds = [...new Set(open.map(({ kind }) => kind))];
  return {
    lines: files.lines,
    matched: files.matched,
    open: sum(open, 'count'),
    open_amount: toPounds(sum(open, 'amount')),
    kinds: kinds.map((kind) => {
      const rows = open.filter((row) => row.kind === kind);
      return { kind, count: sum(rows, 'count'), amount: toPounds(sum(rows, 'amount')) };
    }),
    ages: Array.from({ length: AGE_BOUNDS.length + 1 }, (_, age) =>
      sum(
        open.filter((row) => row.age === age),
        'count',
      ),
    ),
  };
}

/** Changes an open break under its lock, with an audit entry. @throws NothingThere, BreakClosed */
export async function change(
  app: App,
  by: Author,
  id: number,
  action: 'take' | 'assign' | 'note' | 'resolve' | 'match' | 'ask',
  after: LoggedSide,
  work: (tx: Tx, row: store.FullBreak, now: Date) => Promise<void>,
): Promise<void> {
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    const row = await store.lockBreak(tx, id, action === 'match');
    if (!row) throw new NothingThere();
    if (row.closedAt) throw new BreakClosed();
    await work(tx, row, now);
    await recordProviderAudit(tx, by, now, {
      action: `reconciliation-break.${action}`,
      subject: `reconciliation-break:${id}`,
      before: { kind: row.kind, state: row.state, owner: row.owner, amountPiastres: row.amountPiastres },
      after,
    });
  });
}

/** Assigns a break to the author. @throws NothingThere, BreakClosed */
export function takeBreak(app: App, by: Author, id: number): Promise<void> {
  return change(app, by, id, 'take', { owner: by.actor }, (tx, row) =>
    store.updateBreak(tx, id, { owner: by.actor, ...(row.state === 'open' ? { state: 'looking' } : {}) }),
  );
}

/** Adds a note, and sets the state of a break. @throws NothingThere, BreakClosed */
export function addNote(app: App, by: Author, id: number, { text, state }: NoteForm): Promise<void> {
  return change(app, by, id, 'note', { text, ...(state ? { state } : {}) }, async (tx, _, now) => {
    await store.insertNote(tx, id, { actor: by.actor, text, createdAt: now });
    if (state) await store.updateBreak(tx, id, { state });
  });
}

/** Kinds of lines that can be matched manually. */
const BY_HAND: readonly SettlementLineKind[] = ['payment', 'refund', 'reversal', 'chargeback'];

/** Returns the line of a break, if it can be matched manually. @throws NoMatch */
async function matchableLine(tx: Tx, { kind, fileId, lineNo }: store.FullBreak) {
  const line = fileId !== null && lineNo !== null ? await findLine(tx, fileId, lineNo) : undefined;
  if (!line || fileId === null || lineNo === null || line.match || !BY_HAND.includes(line.kind))
    throw new NoMatch('kind');
  if (kind !== 'theirs_only' && kind !== 'ambiguous' && kind !== 'status') throw new NoMatch('kind');
  if (line.currency !== 'EGP') throw new NoMatch('currency');
  return { line, place: { fileId, lineNo } };
}

/** Chooses the item of a line: the one with its amount, or the only one that no other line has. @throws NoMatch */
function chosenOf(items: readonly store.NamedItem[], { kind, gross }: ListedLine): store.NamedItem {
  if (items.length === 0) {
    if (kind === 'payment') throw new NoMatch('notFound');
    throw new NoMatch(kind === 'chargeback' ? 'noChargeback' : 'noRefund');
  }
  const made = items.filter(({ isMade }) => isMade);
  if (made.length === 0) throw new NoMatch(kind === 'payment' ? 'notPaid' : 'noRefund');
  const free = made.filter(({ isTaken }) => !isTaken);
  if (free.length === 0) throw new NoMatch('taken');
  const fitting = free.find(({ expectedPiastres }) => expectedPiastres === gross);
  if (fitting) return fitting;
  if (free.length > 1) throw new NoMatch('several');
  return free[0]!;
}

/**
 * Matches a line with the payment that an operator names, or with a refund or chargeback of it. A different amount
 * opens a break of its own.
 * @throws NothingThere, BreakClosed, NoMatch
 */
export function matchBreak(app: App, by: Author, id: number, typed: string): Promise<void> {
  const reference = typed.toUpperCase();
  return change(app, by, id, 'match', { reference }, async (tx, row, now) => {
    // A break of a bank line is matched on the page of its statement instead.
    if (row.accountId === null) throw new NoMatch('kind');
    const { accountId } = row;
    const { line, place } = await matchableLine(tx, row);
    const named = chosenOf(await store.listNamed(tx, accountId, reference, line), line);
    await store.matchLine(tx, place, named);
    const difference = line.gross - named.expectedPiastres;
    if (difference !== 0) {
      const isOpposite = Math.sign(line.gross) * Math.sign(named.expectedPiastres) < 0;
      const kind = isOpposite ? 'sign' : difference > 0 === line.gross > 0 ? 'over' : 'under';
      const { reference: said } = row;
      await store.openDifference(tx, place, named, {
        accountId,
        kind,
        amountPiastres: difference,
        reference: said,
        now,
      });
    }
    await store.closeMissing(tx, named, { actor: by.actor, now });
    await store.closeBreak(tx, id, { as: 'matched', resolution: reference, actor: by.actor, now });
    // Posted last, because it locks the ledgers until the transaction ends.
    await settleMatched(tx, place, { actor: by.actor, now });
  });
}
