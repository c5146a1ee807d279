/** Matches bank lines with batches and transfers, by rules or manually. */

import { recordProviderAudit } from '../../audit/record.ts';
import type { App } from '../../platform/context.ts';
import { type PatientTx, patiently } from '../../platform/db/long-work.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { cairoDay, nextDay } from '../../platform/time/cairo.ts';
import { bookBatch } from '../book.ts';
import { workingDaysBefore } from '../days.ts';
import type { Author } from '../service.ts';
import { lock } from '../store-locks.ts';
import { holidaysFrom } from '../store-missing.ts';
import { LineStays, NoLink, NothingReceived, NotThere } from './errors.ts';
import { matchBatches } from './match.ts';
import * as lines from './store-lines.ts';
import * as matches from './store-match.ts';

const LOOKED_BACK_DAYS = 120;
const LONGEST_REFERENCE = 64;

/** The result of {@link matchOpenLines}: matched lines, and new lines that got a break. */
interface Matched {
  matched: number;
  opened: number;
}

/**
 * Matches the lines of a new file and those with an open break, and opens breaks for new lines that stay unmatched.
 * The caller holds the lock.
 */
export async function matchOpenLines(
  tx: PatientTx,
  by: { actor: string; now: Date },
  newFileId: number | null = null,
): Promise<Matched> {
  await matches.openLines(tx, newFileId);
  const transfers = await matches.linkTransfers(tx, by);
  const from = await matches.oldestOpenDay(tx);
  let found = 0;
  if (from !== null) {
    const payable = await matches.listPayable(tx, from);
    const all = await matchBatches(matches.readOpenLines(tx), payable);
    const refused = await matches.listRefused(
      tx,
      all.map(({ lineId }) => lineId),
    );
    const wrong = new Set(
      all.filter(({ lineId, batchId }) => refused.has(`${lineId} ${batchId}`)).map(({ lineId }) => lineId),
    );
    const links = all.filter(({ lineId }) => !wrong.has(lineId));
    const lineIds = new Set(links.map(({ lineId }) => lineId));
    await matches.insertLinks(tx, links, by);
    await matches.closeLines(tx, [...lineIds]);
    found = lineIds.size;
  }
  return { matched: transfers + found, opened: await matches.openBreaks(tx, by.now) };
}

/** Job, after the import of a settlement file: matches open bank lines with its batches. */
export async function matchAfterImport(app: App): Promise<void> {
  await rematch(app, { actor: 'daftar' });
}

/** Matches open lines again, after new settlement files or transfers. @returns how many lines were explained */
export async function rematch(app: App, by: Author): Promise<number> {
  const now = app.clock.now();
  return patiently(app.db, async (tx) => {
    await lock(tx, { links: true });
    const { matched } = await matchOpenLines(tx, { actor: by.actor, now });
    if (matched > 0)
      await recordProviderAudit(tx, by, now, {
        action: 'bank-line.match',
        subject: 'bank-lines',
        after: { matched },
      });
    return matched;
  });
}

/** Job: matches open bank lines, and opens breaks for batches that are not on the bank's statements in time. */
export async function findUnpaid(app: App): Promise<void> {
  const now = app.clock.now();
  const today = cairoDay(now);
  await patiently(app.pool, async (tx) => {
    await lock(tx, { links: true });
    await matchOpenLines(tx, { actor: 'daftar', now });
    const holidays = await holidaysFrom(tx, nextDay(today, -LOOKED_BACK_DAYS));
    const terms = (await matches.listTerms(tx)).map((days) => ({
      days,
      before: workingDaysBefore(today, days, holidays),
    }));
    const late = await matches.listUnpaid(tx, terms);
    if (late.length > 0) await matches.openUnpaid(tx, late, now);
  });
}

/** Divides a line among several batches: each gets its own amount, the last one the rest. @throws NoLink */
function sharesOf(amountPiastres: number, batches: readonly lines.LinkableBatch[]) {
  let left = amountPiastres;
  return batches.map((batch, at) => {
    const wanted = batch.receivedPiastres ?? batch.netPiastres;
    const share = at === batches.length - 1 ? left : wanted;
    left -= share;
    if (batch.fileState !== 'imported' || batch.currency !== 'EGP' || batch.mode !== 'live')
      throw new NoLink('batch');
    if (share === 0 || Math.sign(share) !== Math.sign(wanted)) throw new NoLink('sign');
    // The amount of a manually booked batch must equal that on the bank's lines.
    if (batch.receivedPiastres !== null && batch.linkedPiastres + share !== batch.receivedPiastres)
      throw new NoLink('booked');
    return { batchId: batch.id, amountPiastres: share };
  });
}

/** Matches a line with batches on an operator's request. @throws NotThere, LineStays, NoLink */
export async function linkLine(app: App, by: Author, id: number, batchIds: readonly number[]): Promise<void> {
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    const wanted = [...new Set(batchIds)];
    await lock(tx, { links: true, batchIds: wanted });
    const line = await lines.findLine(tx, id);
    if (!line) throw new NotThere();
    if (line.state === 'matched') throw new LineStays('matched');
    if (line.state === 'written_off') throw new LineStays('writtenOff');
    const found = new Map((await lines.listLinkable(tx, wanted)).map((batch) => [batch.id, batch]));
    const batches = wanted.flatMap((each) => found.get(each) ?? []);
    if (batches.length < wanted.length) throw new NoLink('batch');
    const links = sharesOf(line.amountPiastres, batches).map((share) => ({
      ...share,
      lineId: id,
      rule: 'manual' as const,
    }));
    await matches.insertLinks(tx, links, { actor: by.actor, now });
    await recordProviderAudit(tx, by, now, {
      action: 'bank-line.match',
      subject: `bank-line:${id}`,
      after: { amountPiastres: line.amountPiastres, batches: links.map(({ batchId }) => batchId) },
    });
  });
}

/** Removes the matches of a line with batches, none of which may be booked. @throws NotThere, LineStays */
export async function unlinkLine(app: App, by: Author, id: number, reason: string): Promise<void> {
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    await lock(tx, { links: true });
    const line = await lines.findLine(tx, id);
    if (!line) throw new NotThere();
    if (line.state !== 'matched' || line.links.some(({ kind }) => kind !== 'batch'))
      throw new LineStays('notMatched');
    if (line.links.some(({ isBooked }) => isBooked)) throw new LineStays('booked');
    await matches.deleteLinks(tx, [id], now);
    await matches.refuseLinks(
      tx,
      id,
      line.links.map((link) => link.id),
    );
    await recordProviderAudit(tx, by, now, {
      action: 'bank-line.unmatch',
      subject: `bank-line:${id}`,
      before: { batches: line.links.map((link) => link.id) },
      after: { reason },
    });
  });
}

/**
 * Books a batch with the amount, reference and day of its bank lines.
 * @throws NotThere, NothingReceived, BatchRefused
 */
export async function bookFromLines(app: App, by: Author, batchId: number): Promise<void> {
  await patiently(app.db, async (tx) => {
    await lock(tx, { links: true, batchIds: [batchId] });
    const [batch] = await lines.listLinkable(tx, [batchId]);
    if (!batch) throw new NotThere();
    const received = await lines.sumReceived(tx, batchId);
    if (!received) throw new NothingReceived();
    await bookBatch({ ...app, db: tx }, by, batchId, {
      bankReference: received.references.join(', ').slice(0, LONGEST_REFERENCE),
      receivedOn: received.lastDay,
      amountPiastres: Math.abs(received.amountPiastres),
    });
  });
}
