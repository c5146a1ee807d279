/**
 * Imports bank statements: every line that no earlier statement had, or none. A dry run does the same and rolls back.
 */

import { toPounds } from '@daftar/contract/money';
import type { StatementFileForm, StatementResult } from '@daftar/contract/ops-bank-statements';
import { recordProviderAudit } from '../../audit/record.ts';
import type { App } from '../../platform/context.ts';
import { patiently } from '../../platform/db/long-work.ts';
import type { UploadedFile } from '../../platform/http/multipart.ts';
import { SheetRefused } from '../../platform/sheets/errors.ts';
import { cairoDay } from '../../platform/time/cairo.ts';
import { Turns } from '../../platform/turns.ts';
import type { Author } from '../service.ts';
import { continueWith } from './chain.ts';
import { NotThere, StatementRefused, StatementStays } from './errors.ts';
import { matchOpenLines } from './link.ts';
import { readStatement } from './read.ts';
import * as store from './store.ts';

const LONGEST_NAME = 255;
/** A statement is read into memory, so a process imports one at a time, and a few more may queue. */
const turns = new Turns(1, 4);

/** Ends the transaction of a dry run. */
class DryRun extends Error {
  readonly result: StatementResult;
  constructor(result: StatementResult) {
    super('dry run');
    this.result = result;
  }
}

/** Returns the effect of importing a statement, without importing it. @throws as {@link importStatement} */
export async function previewStatement(
  app: App,
  by: Author,
  accountId: number,
  file: Pick<UploadedFile, 'name' | 'content'> | null,
  typed: StatementFileForm,
): Promise<StatementResult> {
  try {
    return await run(app, by, accountId, file, typed, true);
  } catch (error) {
    if (error instanceof DryRun) return error.result;
    throw error;
  }
}

/**
 * Imports a statement, matches its lines, and opens breaks for those that nothing explains.
 * @throws NotThere without such an account; StatementRefused, BalanceWanted, SheetRefused, InvalidError
 */
export function importStatement(
  app: App,
  by: Author,
  accountId: number,
  file: Pick<UploadedFile, 'name' | 'content'> | null,
  typed: StatementFileForm,
): Promise<StatementResult> {
  return run(app, by, accountId, file, typed, false);
}

async function run(
  app: App,
  by: Author,
  accountId: number,
  file: Pick<UploadedFile, 'name' | 'content'> | null,
  typed: StatementFileForm,
  isDry: boolean,
): Promise<StatementResult> {
  if (!file) throw new SheetRefused('Required');
  const end = await turns.take(0);
  try {
    return await patiently(app.db, async (tx) => {
      const account = await store.lockAccount(tx, accountId);
      if (!account) throw new NotThere();
      const read = await readStatement(file.content, account, typed);
      const same = await store.findSame(tx, accountId, read.sha256);
      const known = await store.countKnown(
        tx,
        accountId,
        read.lines.map(({ fingerprint }) => fingerprint),
      );
      const now = app.clock.now();
      const today = cairoDay(now);
      const continued = continueWith(read, account.covered, known, today);
      // The same file may prove the balance of its day once that is over; its lines are never added twice.
      if (same !== undefined && (typeof continued === 'string' || continued.lines.length > 0))
        throw new StatementRefused('importedAlready', { name: same });
      if (typeof continued === 'string') throw new StatementRefused(continued);
      // A statement without lines contradicts an earlier one that has a line on these days.
      if (read.lines.length === 0 && (await store.hasLinesAfter(tx, accountId, read)))
        throw new StatementRefused('contradicts');
      const { covered, lines } = continued;
      const { format, sha256, firstDay, lastDay, openingPiastres, closingPiastres } = read;
      const name = [...file.name].slice(0, LONGEST_NAME).join('');
      const id = await store.insertFile(tx, {
        accountId,
        name,
        sha256,
        format,
        firstDay,
        lastDay,
        openingPiastres,
        closingPiastres,
        covered,
        lines: lines.length,
        actor: by.actor,
        now,
      });
      await store.insertLines(tx, { id, accountId }, lines);
      const { opened } = await matchOpenLines(tx, { actor: by.actor, now }, id);
      const result: StatementResult = {
        id: isDry ? null : id,
        format,
        first_day: firstDay,
        last_day: lastDay,
        opening: toPounds(openingPiastres),
        closing: toPounds(closingPiastres),
        lines: lines.length,
        known: continued.known,
        credits: toPounds(lines.reduce((sum, { line }) => sum + Math.max(line.amountPiastres, 0), 0)),
        debits: toPounds(lines.reduce((sum, { line }) => sum + Math.max(-line.amountPiastres, 0), 0)),
        matched: lines.length - opened,
        open: opened,
        notes: read.notes,
      };
      if (isDry) throw new DryRun(result);
      await recordProviderAudit(tx, by, now, {
        action: 'bank-statement.import',
        subject: `bank-statement:${id}`,
        after: {
          name,
          account: account.name,
          format,
          firstDay,
          lastDay,
          lines: lines.length,
          closingPiastres,
        },
      });
      return result;
    });
  } finally {
    end();
  }
}

/** Undoes the import of the latest statement. @throws NotThere, StatementStays */
export async function undoStatement(app: App, by: Author, id: number, reason: string): Promise<void> {
  const now = app.clock.now();
  await patiently(app.db, async (tx) => {
    const found = await store.findFile(tx, id);
    if (!found) throw new NotThere();
    await store.lockAccount(tx, found.accountId);
    const file = (await store.findFile(tx, id))!;
    if (file.state === 'undone') throw new StatementStays('undone');
    const { isNotLast, isBooked } = await store.whyStays(tx, file);
    if (isBooked) throw new StatementStays('booked');
    if (isNotLast) throw new StatementStays('notLast');
    await store.undoFile(tx, id, { now, actor: by.actor, reason });
    await recordProviderAudit(tx, by, now, {
      action: 'bank-statement.undo',
      subject: `bank-statement:${id}`,
      before: { name: file.name, lines: file.lines },
      after: { reason },
    });
  });
}
