/** Imports settlement files: all lines or none. A dry run does the same and rolls back. */

import { createHash } from 'node:crypto';
import { toPounds } from '@daftar/contract/money';
import type { ImportFileForm, ImportResult } from '@daftar/contract/ops-settlement-files';
import { recordProviderAudit } from '../audit/record.ts';
import type { App } from '../platform/context.ts';
import { type PatientTx, patiently } from '../platform/db/long-work.ts';
import { type Locale, translate } from '../platform/i18n/translate.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import { Turns } from '../platform/turns.ts';
import { ControlMismatch, FileRefused, ImportedAlready, NothingThere, RowsRefused } from './errors.ts';
import { findMissing } from './missing.ts';
import { type FileReading, LONGEST_VALUE, newReading, readLines } from './read-lines.ts';
import type { Source } from './rows.ts';
import * as store from './store-import.ts';
import { matchIncoming } from './store-match.ts';
import { coverFrom } from './store-missing.ts';
import { lockProfile, type Profile } from './store-profiles.ts';

/** A settlement file, which can be opened repeatedly. */
export interface SettlementFile {
  name: string;
  open: () => Source;
}

/** The author of an import, and their address. */
export interface Importer {
  actor: string;
  address?: string;
  locale: Locale;
}

/** Files are large, so a process imports one at a time, and a few more may queue. */
const turns = new Turns(1, 4);

/** Ends the transaction of a dry run. */
class DryRun extends Error {
  readonly result: ImportResult;
  constructor(result: ImportResult) {
    super('dry run');
    this.result = result;
  }
}

/**
 * Returns the effect of importing a file, without importing it.
 * @throws NothingThere without such a profile; FileRefused, SheetRefused; ImportedAlready
 */
export async function previewFile(
  app: App,
  by: Importer,
  profileId: number,
  file: SettlementFile,
  control: ImportFileForm,
): Promise<ImportResult> {
  try {
    return await run(app, by, profileId, file, control, true);
  } catch (error) {
    if (error instanceof DryRun) return error.result;
    throw error;
  }
}

/**
 * Imports a file, matches its lines, and opens breaks for those that nothing explains.
 * @throws as {@link previewFile}; RowsRefused when a row cannot be read; ControlMismatch
 */
export function importFile(
  app: App,
  by: Importer,
  profileId: number,
  file: SettlementFile,
  control: ImportFileForm,
): Promise<ImportResult> {
  return run(app, by, profileId, file, control, false);
}

async function run(
  app: App,
  by: Importer,
  profileId: number,
  file: SettlementFile,
  control: ImportFileForm,
  isDry: boolean,
): Promise<ImportResult> {
  const end = await turns.take(0);
  try {
    return await patiently(app.pool, async (tx) => {
      const profile = await lockProfile(tx, profileId);
      if (!profile) throw new NothingThere();
      const read = await readInto(tx, profile, file);
      const { whole, each } = await store.sumIncoming(tx);
      if (whole.lines === 0 && read.invalid === 0) throw new FileRefused('EmptySheet');
      const same = await store.findSame(tx, profile.accountId, read.sha256);
      if (same !== undefined) throw new ImportedAlready(same);
      await matchIncoming(tx, {
        accountId: profile.accountId,
        tolerancePiastres: profile.tolerancePiastres,
        fee: feeOf(profile),
      });
      const decided = await store.sumDecided(tx);
      const result = (id: number | null): ImportResult => ({
        id,
        lines: whole.lines,
        skipped: read.skipped,
        footers: read.footers,
        footer_rows: read.footerRows,
        matched: decided.matched,
        first_day: whole.firstDay,
        last_day: whole.lastDay,
        sums: each.map(({ currency, kind, ...sums }) => ({ currency, kind, ...wireOf(sums) })),
        breaks: decided.breaks.map(({ amount, ...one }) => ({ ...one, amount: toPounds(amount) })),
        invalid: read.invalid,
        errors: read.problems.map(({ row, column, value, key }) => ({
          row,
          column,
          value: value.slice(0, LONGEST_VALUE),
          message: translate(by.locale, { key }),
        })),
      });
      if (isDry) throw new DryRun(result(null));
      if (read.invalid > 0) throw new RowsRefused(read.invalid);
      requireControl(whole, control);
      return result(await keep(app, tx, by, profile, file, { ...whole, ...decided, sha256: read.sha256 }));
    });
  } finally {
    end();
  }
}

const feeOf = ({ feeRateBps, feeFixedPiastres, feeVatBps }: Profile) =>
  feeRateBps === null ? null : { rateBps: feeRateBps, fixedPiastres: feeFixedPiastres, vatBps: feeVatBps };

const wireOf = ({ lines, gross, fee, net }: store.Sums) => ({
  lines,
  gross: toPounds(gross),
  fee: toPounds(fee),
  net: toPounds(net),
});

/** Compares the file with its control totals. @throws ControlMismatch */
function requireControl({ lines, net }: store.Sums, { expected_lines, expected_net }: ImportFileForm): void {
  if (expected_lines !== undefined && expected_lines !== lines) {
    throw new ControlMismatch('expected_lines', lines);
  }
  if (expected_net !== undefined && expected_net !== net) {
    throw new ControlMismatch('expected_net', net);
  }
}

/** Streams the lines of a file into the database. */
async function readInto(
  tx: PatientTx,
  { layout }: Profile,
  file: SettlementFile,
): Promise<FileReading & { sha256: Buffer }> {
  await store.openIncoming(tx);
  const hash = createHash('sha256');
  const hashed = async function* () {
    for await (const piece of file.open()) {
      hash.update(piece);
      yield piece;
    }
  };
  const reading = newReading();
  await store.copyIncoming(tx, readLines(hashed(), layout, reading));
  return { ...reading, sha256: hash.digest() };
}

type Found = Awaited<ReturnType<typeof store.sumIncoming>>['whole'] & { matched: number; sha256: Buffer };

async function keep(
  app: App,
  tx: PatientTx,
  by: Importer,
  profile: Profile,
  file: SettlementFile,
  { sha256, ...found }: Found,
): Promise<number> {
  const now = app.clock.now();
  const { accountId } = profile;
  const { lines, matched, gross, fee, net, firstDay, lastDay } = found;
  const id = await store.keepFile(tx, {
    profileId: profile.id,
    accountId,
    name: file.name.slice(0, 255),
    sha256,
    lines,
    matched,
    gross,
    fee,
    net,
    firstDay,
    lastDay,
    actor: by.actor,
    createdAt: now,
  });
  if (firstDay !== null) {
    await coverFrom(tx, accountId, firstDay);
    await findMissing(app, tx, profile);
  }
  // A bank credit may belong to one of its batches, also a credit whose earlier match was undone with a file.
  if (profile.mode === 'live') await addJob(tx, 'match-bank-lines', {}, { key: 'match-bank-lines' });
  await recordProviderAudit(tx, by, now, {
    action: 'reconciliation-file.import',
    subject: `reconciliation-file:${id}`,
    after: { name: file.name, account: accountId, profile: profile.name, lines, matched, netPiastres: net },
  });
  return id;
}
