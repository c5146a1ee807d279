/** Cut-offs: made, signed by one operator, approved by another, and reopened with the consent of two. */

import { formatPounds, toPounds } from '@daftar/contract/money';
import type { CutOff, CutOffForm, CutOffRow } from '@daftar/contract/ops-cut-offs';
import type { Paging } from '@daftar/contract/paging';
import type { LoggedSide } from '../../audit/fields.ts';
import { recordProviderAudit } from '../../audit/record.ts';
import {
  askSecondOperator,
  ChangedSince,
  type Executor,
  isWaiting,
  textFact,
} from '../../ops-approvals/index.ts';
import { at, egp, onDay, opsList } from '../../ops-lists/list.ts';
import type { App, Operator } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { type PatientTx, patiently } from '../../platform/db/long-work.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { readPage } from '../../platform/lists/page.ts';
import { cairoDay } from '../../platform/time/cairo.ts';
import { Turns } from '../../platform/turns.ts';
import { type Author, accountOf, accountSubject } from '../service.ts';
import { lock } from '../store-locks.ts';
import { coreOf, drawCutOff, type Subject } from './draw.ts';
import {
  DayRefused,
  NoCutOff,
  NoSuchAccount,
  NoSuchBankAccount,
  NotToSign,
  WaitsForApproval,
} from './errors.ts';
import { closingOf, isOfBank } from './figures.ts';
import * as store from './store.ts';

/** A report reads all data of an account, so a process makes one at a time, and a few more may queue. */
const turns = new Turns(1, 4);

const subjectOf = (id: number) => `reconciliation-cut-off:${id}` as const;

const rowOf = (row: store.CutOffRecord): CutOffRow => ({
  id: row.id,
  account: row.accountId === null ? null : accountOf({ ...row, accountId: row.accountId }),
  bank_account: row.bankAccountId === null ? null : { id: row.bankAccountId, name: row.accountName },
  day: row.day,
  after_day: row.afterDay,
  state: row.state,
  is_explained: row.isExplained,
  closing: closingOf(row.figures),
  made_by: row.madeBy,
  made_at: row.madeAt.toISOString(),
  signed_by: row.signedBy,
  approved_by: row.approvedBy,
  signed_at: row.signedAt?.toISOString() ?? null,
});

/** The list of cut-off reports. */
export const cutOffList = opsList<
  Paging<'day' | 'made_at' | 'closing'>,
  store.CutOffFilters,
  store.CutOffRecord,
  CutOffRow
>({
  what: 'cut-offs',
  find: (_app, paging, filters) => (db) => store.cutOffSource(db, paging, filters),
  wireOf: rowOf,
  cells: (say) => ({
    account: (row) => (row.account ?? row.bank_account)?.name ?? '',
    lastDay: (row) => onDay(row.day),
    afterDay: (row) => onDay(row.after_day),
    status: (row) =>
      row.state === 'prepared' && !row.is_explained
        ? say('ops.cutOff.notExplained')
        : say(`ops.cutOffState.${row.state}`),
    closingBalance: (row) => egp(row.closing),
    preparedBy: (row) => row.made_by,
    prepared: (row) => at(row.made_at),
    signedBy: (row) => row.signed_by ?? '',
    approvedBy: (row) => row.approved_by ?? '',
    signed: (row) => at(row.signed_at),
  }),
});

/** Reads a cut-off with its figures. @throws NoCutOff */
export async function readCutOff(app: App, id: number): Promise<CutOff> {
  const row = await getCutOff(app, id);
  const { figures, sha256, rows, isLast, reopenedBy, reopenedReason, reopenedAt } = row;
  return {
    ...rowOf(row),
    figures: isOfBank(figures) ? null : figures,
    bank_figures: isOfBank(figures) ? figures : null,
    sha256,
    rows,
    is_last: isLast,
    reopened_by: reopenedBy,
    reopened_reason: reopenedReason,
    reopened_at: reopenedAt?.toISOString() ?? null,
  };
}

/** Checks that a cut-off exists. @throws NoCutOff */
export async function getCutOff(app: App, id: number): Promise<store.CutOffRecord> {
  const row = await store.findCutOff(app.db, id);
  if (!row) throw new NoCutOff();
  return row;
}

/** Lists one page of a cut-off's rows. @throws NoCutOff */
export async function listLines(
  app: App,
  id: number,
  paging: Parameters<typeof store.rowSource>[2],
  filters: store.RowFilters,
) {
  await getCutOff(app, id);
  const { rows, meta } = await readPage<store.RowRecord>(
    app.db,
    paging,
    store.rowSource(app.db, id, paging, filters),
  );
  return {
    rows: rows.map(({ amountPiastres, workingDays, ...row }) => ({
      ...row,
      amount: toPounds(amountPiastres),
      working_days: workingDays,
    })),
    meta,
  };
}

const ofRow = ({ accountId, bankAccountId }: store.CutOffRecord): store.Of =>
  accountId === null ? { bankAccountId: bankAccountId! } : { accountId };

/** Prevents imports, bookings and matches of the account until the transaction ends. */
const lockAll = (tx: Tx, of: store.Of) => lock(tx, 'accountId' in of ? of : { links: true });

/** Returns the subject of a report. @throws NoSuchAccount, NoSuchBankAccount */
async function subjectAt(tx: Tx, of: store.Of): Promise<Subject> {
  if ('accountId' in of) {
    const account = await store.findAccount(tx, of.accountId);
    if (!account) throw new NoSuchAccount();
    const { lagDays, paidWithinDays } = account;
    return { ...of, lagDays, paidWithinDays };
  }
  if (!(await store.isBankAccount(tx, of.bankAccountId))) throw new NoSuchBankAccount();
  return of;
}

/** Computes a cut-off again while the account is locked against changes. */
async function draw(app: App, tx: PatientTx, of: store.Of, day: string) {
  const subject = await subjectAt(tx, of);
  await lockAll(tx, of);
  const latest = await store.findLatest(tx, of);
  if (latest.signed && latest.signed.day >= day) throw new DayRefused('signed');
  const now = app.clock.now();
  return { latest, draw: () => drawCutOff(tx, subject, { day, now }, latest.signed) };
}

/**
 * Makes the cut-off of an account at a processor, or of a bank account, at the end of a day in Cairo. Replaces one
 * that is not signed yet.
 * @returns its id
 * @throws NoSuchAccount, NoSuchBankAccount, DayRefused, WaitsForApproval
 */
export async function makeCutOff(app: App, by: Author, form: CutOffForm): Promise<number> {
  const { account_id: accountId, bank_account_id: bankAccountId, day } = form;
  const of = accountId === undefined ? { bankAccountId: bankAccountId! } : { accountId };
  if (day >= cairoDay(app.clock.now())) throw new DayRefused('notOver');
  const end = await turns.take(0);
  try {
    return await patiently(app.pool, async (tx) => {
      const { latest, draw: work } = await draw(app, tx, of, day);
      // Taken under the lock: the report includes every import for which it waited, and is dated after them.
      const now = app.clock.now();
      if (latest.prepared) {
        // A concurrent signature has either created its request before this check, or finds the report replaced.
        await store.lockCutOff(tx, latest.prepared.id);
        if (await isWaiting({ ...app, db: tx }, 'cut-off', subjectOf(latest.prepared.id)))
          throw new WaitsForApproval();
        await store.drop(tx, latest.prepared.id);
      }
      const drawn = await work();
      const id = await store.insertCutOff(tx, { ...drawn, of, day, madeBy: by.actor, now });
      await recordProviderAudit(tx, by, now, {
        action: 'reconciliation-cut-off.make',
        subject: subjectOf(id),
        after: {
          ...auditedOf(of),
          day,
          isExplained: drawn.isExplained,
          closing: formatPounds(Math.round(closingOf(drawn.figures) * 100)),
        },
      });
      return id;
    });
  } finally {
    end();
  }
}

const auditedOf = (of: store.Of): LoggedSide =>
  'accountId' in of ? { account: of.accountId } : { bankAccount: of.bankAccountId };

/** The stored change of a request. */
interface Change {
  id: number;
  reopens: boolean;
}

async function ask(app: App, operator: Operator, row: store.CutOffRecord, change: Change, reason: string) {
  const { figures, accountName, day, sha256 } = row;
  await askSecondOperator(app, operator, {
    kind: change.reopens ? 'cut-off-reopen' : 'cut-off',
    subject: subjectOf(row.id),
    name: `${accountName}: ${day}`,
    facts: [
      textFact('account', accountName, accountSubject(row)),
      textFact('lastDay', day),
      { name: 'closing', before: null, after: { is: 'amount', amount: closingOf(figures) } },
      { name: 'openBreaks', before: null, after: { is: 'amount', amount: figures.breaks.amount } },
      textFact('reportHash', sha256),
    ],
    change,
    reason,
  });
}

/**
 * Signs a cut-off, and asks a second operator to approve it. Requires all levels to be explained.
 * @throws NoCutOff, NotToSign, WaitsAlready
 */
export async function signCutOff(app: App, operator: Operator, id: number, reason: string): Promise<void> {
  const row = await getCutOff(app, id);
  if (row.state !== 'prepared') throw new NotToSign('notPrepared');
  if (!row.isExplained) throw new NotToSign('unexplained');
  await transaction(app.db, async (tx) => {
    if (!(await store.holdPrepared(tx, id))) throw new NotToSign('notPrepared');
    await ask({ ...app, db: tx }, operator, row, { id, reopens: false }, reason);
  });
}

/** Asks a second operator to reopen the last signed period. @throws NoCutOff, NotToSign */
export async function askReopening(app: App, operator: Operator, id: number, reason: string): Promise<void> {
  const row = await getCutOff(app, id);
  if (!row.isLast) throw new NotToSign('notLast');
  await ask(app, operator, row, { id, reopens: true }, reason);
}

/**
 * Carries out {@link signCutOff} and {@link askReopening}. The signed facts must be unchanged: a line imported since,
 * or a payment learned of since, makes a different report.
 */
export const decideCutOff: Executor = async (app, { change, reason, askedBy }, by) => {
  const { id, reopens } = change as Change;
  await patiently(app.db, async (tx) => {
    const found = await store.findCutOff(tx, id);
    if (!found) throw new NoCutOff();
    const { day } = found;
    const of = ofRow(found);
    await lockAll(tx, of);
    const now = app.clock.now();
    const row = (await store.findCutOff(tx, id))!;
    const entry = {
      subject: subjectOf(id),
      after: { ...auditedOf(of), day, sha256: row.sha256, reason, askedBy },
    };
    if (reopens) {
      if (!row.isLast) throw new NotToSign('notLast');
      await store.reopen(tx, id, { actor: by.actor, reason, now });
      await recordProviderAudit(tx, by, now, { action: 'reconciliation-cut-off.reopen', ...entry });
      return;
    }
    if (row.state !== 'prepared') throw new NotToSign('notPrepared');
    if (row.madeBy === by.actor) throw new NotToSign('maker');
    const { latest, draw: work } = await draw(app, tx, of, day);
    const drawn = await work();
    if ((latest.signed?.day ?? null) !== row.afterDay || coreOf(drawn.figures) !== coreOf(row.figures))
      throw new ChangedSince();
    // Equal sums may come from other rows: the rows locked must be those that the report counted.
    if (await store.hasChangedSince(tx, of, { day, since: row.madeAt })) throw new ChangedSince();
    // Explanations may have ended since: a break closed, an assignment given back, a term passed.
    if (!drawn.isExplained) throw new NotToSign('unexplained');
    await store.sign(tx, id, { signedBy: askedBy, approvedBy: by.actor, now });
    await recordProviderAudit(tx, by, now, { action: 'reconciliation-cut-off.sign', ...entry });
  });
};
