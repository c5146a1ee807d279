/** Canned replies: prepared answers to tickets, in both languages. */

import { type CannedReply, type CannedReplyForm, REPLIES_MAXIMUM } from '@daftar/contract/ops-replies';
import type { LoggedSide } from '../../audit/fields.ts';
import { recordProviderAudit } from '../../audit/record.ts';
import type { App, Operator } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/connect.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { InvalidError } from '../../platform/http/errors.ts';
import { authorOf } from '../by.ts';
import { ReplyNotFound, TooManyReplies } from '../errors.ts';
import * as store from './store-replies.ts';

/** Lists all of them, archived ones last. */
export async function listReplies(app: App): Promise<CannedReply[]> {
  return (await store.listReplies(app.db)).map((row) => ({
    id: row.id,
    name: row.name,
    text_en: row.textEn,
    text_ar: row.textAr,
    is_archived: row.archivedAt !== null,
    changed_by: row.changedBy,
    changed_at: row.changedAt.toISOString(),
  }));
}

const valuesOf = (row: store.ReplyRow) => ({ name: row.name, text_en: row.textEn, text_ar: row.textAr });

async function requireFreeName(tx: Tx, name: string, except: number): Promise<void> {
  if (await store.isNameTaken(tx, name, except)) throw InvalidError.field('name', 'ReplyNameTaken');
}

/** Adds a canned reply. @throws TooManyReplies, InvalidError 422 on `name` */
export function createReply(app: App, by: Operator, form: CannedReplyForm): Promise<{ id: number }> {
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    await store.lockReplies(tx);
    if ((await store.countReplies(tx)) >= REPLIES_MAXIMUM) throw new TooManyReplies(REPLIES_MAXIMUM);
    await requireFreeName(tx, form.name, 0);
    const id = await store.insertReply(tx, form, { operatorId: by.operatorId, now });
    await recordProviderAudit(tx, authorOf(by), now, {
      action: 'canned-reply.create',
      subject: `canned-reply:${id}`,
      after: form,
    });
    return { id };
  });
}

/** Changes one under the lock of all; logs it. @throws ReplyNotFound */
async function change(
  app: App,
  by: Operator,
  id: number,
  work: (tx: Tx, row: store.ReplyRow, now: Date) => Promise<{ action: string; after: LoggedSide }>,
): Promise<void> {
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    await store.lockReplies(tx);
    const row = await store.findReply(tx, id);
    if (!row) throw new ReplyNotFound();
    const { action, after } = await work(tx, row, now);
    const subject = `canned-reply:${id}` as const;
    await recordProviderAudit(tx, authorOf(by), now, { action, subject, before: valuesOf(row), after });
  });
}

/** Changes a canned reply. @throws ReplyNotFound, InvalidError 422 on `name` */
export function updateReply(app: App, by: Operator, id: number, form: CannedReplyForm): Promise<void> {
  return change(app, by, id, async (tx, row, now) => {
    if (row.archivedAt === null) await requireFreeName(tx, form.name, id);
    await store.updateReply(tx, id, form, { operatorId: by.operatorId, now });
    return { action: 'canned-reply.update', after: form };
  });
}

/** Archives a canned reply. @throws ReplyNotFound */
export function archiveReply(app: App, by: Operator, id: number): Promise<void> {
  return change(app, by, id, async (tx, row, now) => {
    if (row.archivedAt === null) await store.writeArchived(tx, id, true, { operatorId: by.operatorId, now });
    return { action: 'canned-reply.archive', after: { name: row.name } };
  });
}

/** Restores a canned reply. @throws ReplyNotFound, InvalidError 422 on `name` */
export function restoreReply(app: App, by: Operator, id: number): Promise<void> {
  return change(app, by, id, async (tx, row, now) => {
    await requireFreeName(tx, row.name, id);
    await store.writeArchived(tx, id, false, { operatorId: by.operatorId, now });
    return { action: 'canned-reply.restore', after: { name: row.name } };
  });
}
