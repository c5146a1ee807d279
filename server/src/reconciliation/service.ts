/** Settlement files of processors and their profiles, for the console. */

import { toPounds } from '@daftar/contract/money';
import {
  BATCHES_SHOWN,
  type ReconciliationFile,
  type SettlementBatch,
} from '@daftar/contract/ops-settlement-files';
import type {
  ChangeProfileForm,
  ProfileForm,
  ReconciliationProfile,
} from '@daftar/contract/ops-settlement-profiles';
import type { Paging } from '@daftar/contract/paging';
import { recordProviderAudit } from '../audit/record.ts';
import { findTyped } from '../ops-lists/find.ts';
import { at, egp, onDay, opsList } from '../ops-lists/list.ts';
import type { App } from '../platform/context.ts';
import { patiently } from '../platform/db/long-work.ts';
import { transaction } from '../platform/db/transaction.ts';
import { FileBooked, NoAccount, NothingThere, ProfileNameTaken, UndoneAlready } from './errors.ts';
import { listReversals } from './reversals.ts';
import { releaseBatches } from './statements/store-match.ts';
import { hasBooked } from './store-book.ts';
import * as files from './store-files.ts';
import { undoFile } from './store-import.ts';
import { listMatchedWith } from './store-lines.ts';
import { lock } from './store-locks.ts';
import * as profiles from './store-profiles.ts';

/** An operator, or a user of the command line. */
export interface Author {
  actor: string;
  address?: string;
}

/** Lists the profiles by account and name. */
export async function listProfiles(app: App): Promise<ReconciliationProfile[]> {
  return (await profiles.listProfiles(app.db)).map((row) => ({
    id: row.id,
    account: accountOf(row),
    name: row.name,
    ...row.layout,
    rounding: row.layout.rounding ?? 'refuse',
    tolerance: toPounds(row.tolerancePiastres),
    lag_days: row.lagDays,
    paid_within_days: row.paidWithinDays,
    fee_rate: row.feeRateBps === null ? null : row.feeRateBps / 100,
    fee_fixed: toPounds(row.feeFixedPiastres),
    fee_vat: row.feeVatBps / 100,
    files: row.files,
  }));
}

/** Lists the accounts that may have profiles. */
export const listAccounts = (app: App) => profiles.listAccounts(app.db);

function settingsOf(form: ChangeProfileForm): profiles.ProfileSettings {
  const { name, tolerance, lag_days, paid_within_days, fee_rate, fee_fixed, fee_vat } = form;
  const { format, encoding, delimiter, decimal_mark, unit, signs, dates, columns, words, rounding } = form;
  return {
    name,
    layout: { format, encoding, delimiter, decimal_mark, unit, signs, dates, columns, words, rounding },
    tolerancePiastres: tolerance ?? 0,
    lagDays: lag_days,
    paidWithinDays: paid_within_days,
    feeRateBps: fee_rate ?? null,
    feeFixedPiastres: fee_fixed ?? 0,
    feeVatBps: fee_vat ?? 0,
  };
}

/** Adds a profile. @returns its id. @throws NoAccount, ProfileNameTaken */
export async function addProfile(app: App, by: Author, form: ProfileForm): Promise<number> {
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    const accountId = form.processor_account_id;
    if (!(await profiles.hasAccount(tx, accountId))) throw new NoAccount();
    const settings = settingsOf(form);
    const id = await profiles.insertProfile(tx, accountId, settings, now);
    if (id === undefined) throw new ProfileNameTaken();
    await recordProviderAudit(tx, by, now, {
      action: 'reconciliation-profile.add',
      subject: `reconciliation-profile:${id}`,
      after: { account: accountId, ...settings },
    });
    return id;
  });
}

/** Changes how later files are read; imported files do not change. @throws NothingThere, ProfileNameTaken */
export async function changeProfile(
  app: App,
  by: Author,
  id: number,
  form: ChangeProfileForm,
): Promise<void> {
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    const before = await profiles.lockProfile(tx, id);
    if (!before) throw new NothingThere();
    const after = settingsOf(form);
    if (await profiles.isNameTaken(tx, before, after.name)) throw new ProfileNameTaken();
    await profiles.updateProfile(tx, id, after, now);
    const {
      id: _,
      accountId: _account,
      accountName: _name,
      mode: _mode,
      files: _files,
      ...settings
    } = before;
    await recordProviderAudit(tx, by, now, {
      action: 'reconciliation-profile.change',
      subject: `reconciliation-profile:${id}`,
      before: settings,
      after: { ...after },
    });
  });
}

/** Returns an account as the console names it. */
export const accountOf = (row: { accountId: number; accountName: string; mode: 'live' | 'test' }) => ({
  id: row.accountId,
  name: row.accountName,
  mode: row.mode,
});

/** Returns the subject of an account for links: at a processor, or one of ours at a bank. */
export const accountSubject = (of: { accountId: number | null; bankAccountId: number | null }): string =>
  of.accountId === null ? `bank-account-of-ours:${of.bankAccountId}` : `processor:${of.accountId}`;

const sumsOf = ({ lines, gross, fee, net }: { lines: number; gross: number; fee: number; net: number }) => ({
  lines,
  gross: toPounds(gross),
  fee: toPounds(fee),
  net: toPounds(net),
});

const fileOf = (row: files.ListedFile): ReconciliationFile => ({
  id: row.id,
  name: row.name,
  account: accountOf(row),
  profile: row.profile,
  state: row.state,
  ...sumsOf(row),
  matched: row.matched,
  first_day: row.firstDay,
  last_day: row.lastDay,
  sha256: row.sha256,
  actor: row.actor,
  created_at: row.createdAt.toISOString(),
  undone_at: row.undoneAt?.toISOString() ?? null,
  undone_by: row.undoneBy,
});

/** The list of imported files. */
export const fileList = opsList<
  Paging<'created_at' | 'net' | 'name'>,
  files.FileFilters,
  files.ListedFile,
  ReconciliationFile
>({
  what: 'settlement-files',
  find: async ({ db }, paging, filters) => {
    const found = await findTyped(db, filters.q, { mode: 'any' });
    const matched = found ? await listMatchedWith(db, found.payments) : [];
    return (through) => files.fileSource(through, paging, filters, matched);
  },
  wireOf: fileOf,
  cells: (say) => ({
    name: (row) => row.name,
    status: (row) => say(`ops.fileState.${row.state}`),
    account: (row) => row.account.name,
    mode: (row) => say(`ops.mode.${row.account.mode}`),
    profile: (row) => row.profile,
    lines: (row) => row.lines,
    matched: (row) => row.matched,
    gross: (row) => egp(row.gross),
    fee: (row) => egp(row.fee),
    net: (row) => egp(row.net),
    firstDay: (row) => onDay(row.first_day),
    lastDay: (row) => onDay(row.last_day),
    sha256: (row) => row.sha256,
    actor: (row) => row.actor,
    created: (row) => at(row.created_at),
    undone: (row) => at(row.undone_at),
    undoneBy: (row) => row.undone_by ?? '',
  }),
});

/** Reads a file with its first batches. @throws NothingThere */
export async function readFile(app: App, id: number) {
  const row = await files.findFile(app.db, id);
  if (!row) throw new NothingThere();
  const waiting = await listReversals(app, id);
  const found = await files.listBatches(app.db, id, BATCHES_SHOWN + 1);
  const batches = found.slice(0, BATCHES_SHOWN).map(
    (batch): SettlementBatch => ({
      id: batch.id,
      name: batch.name,
      currency: batch.currency,
      ...sumsOf(batch),
      matched: batch.matched,
      value_on: batch.valueOn,
      reversal_waits: waiting.has(batch.id),
      booking: batch.bookedAt && {
        at: batch.bookedAt.toISOString(),
        actor: batch.bookedBy ?? '',
        bank_reference: batch.bankReference ?? '',
        received_on: batch.receivedOn ?? '',
        received: toPounds(batch.receivedPiastres ?? 0),
      },
    }),
  );
  return { ...fileOf(row), batches, has_more_batches: found.length > BATCHES_SHOWN };
}

/**
 * Undoes the import of a file; the items that its lines explained are open again.
 * @throws NothingThere, FileBooked, UndoneAlready
 */
export async function undo(app: App, by: Author, id: number, reason: string): Promise<void> {
  const now = app.clock.now();
  await patiently(app.db, async (tx) => {
    const file = await files.findFile(tx, id);
    if (!file) throw new NothingThere();
    // Locked, so that nobody matches a bank line with a batch of the file meanwhile.
    await lock(tx, { links: true, accountId: file.accountId });
    if (await hasBooked(tx, id)) throw new FileBooked();
    if (!(await undoFile(tx, id, { now, actor: by.actor, reason }))) throw new UndoneAlready();
    await releaseBatches(tx, id, { actor: by.actor, now });
    await recordProviderAudit(tx, by, now, {
      action: 'reconciliation-file.undo',
      subject: `reconciliation-file:${id}`,
      before: { name: file.name, lines: file.lines, matched: file.matched },
      after: { reason },
    });
  });
}
