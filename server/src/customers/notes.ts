/** Notes and tags that a merchant's team gives to customers. */
import { TAGS_MAXIMUM } from '@daftar/contract/customer-page';
import { recordAudit } from '../audit/record.ts';
import type { App, Caller } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { NoteNotFound, NotYourNote, TooManyTags } from './errors.ts';
import { lockChangeable, numbersOf } from './service.ts';
import { writeTags } from './store.ts';
import * as store from './store-notes.ts';

/** Adds a note. @throws CustomerNotFound */
export function addNote(app: App, caller: Caller, id: number, text: string): Promise<{ id: number }> {
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    const [customerId] = await numbersOf(tx, caller, id);
    const noteId = await store.insertNote(tx, caller, customerId!, text, now);
    await recordAudit(tx, caller, now, {
      action: 'customer.note-add',
      subject: `customer:${customerId}`,
      after: { note: noteId, text },
    });
    return { id: noteId };
  });
}

async function lockOwn(tx: Tx, caller: Caller, id: number): Promise<store.LockedNote> {
  const note = await store.lockNote(tx, caller, id);
  if (!note) throw new NoteNotFound();
  if (note.createdBy !== caller.userId) throw new NotYourNote();
  return note;
}

/** Changes one of the caller's notes. @throws NoteNotFound, NotYourNote */
export function editNote(app: App, caller: Caller, id: number, text: string): Promise<void> {
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    const note = await lockOwn(tx, caller, id);
    if (note.text === text) return;
    await store.writeNote(tx, caller, id, text, now);
    await recordAudit(tx, caller, now, {
      action: 'customer.note-edit',
      subject: `customer:${note.customerId}`,
      before: { note: id, text: note.text },
      after: { note: id, text },
    });
  });
}

/** Deletes one of the caller's notes; the audit log keeps its text. @throws NoteNotFound, NotYourNote */
export function deleteNote(app: App, caller: Caller, id: number): Promise<void> {
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    const note = await lockOwn(tx, caller, id);
    await store.deleteNote(tx, caller, id);
    await recordAudit(tx, caller, now, {
      action: 'customer.note-delete',
      subject: `customer:${note.customerId}`,
      before: { note: id, text: note.text },
    });
  });
}

/** Lists the tags that the caller's merchant uses. */
export const listTags = (app: App, caller: Caller) => store.listTags(app.db, caller);

/**
 * Replaces a customer's tags.
 * @returns them in the merchant's spelling.
 * @throws CustomerNotFound, CustomerMerged, TooManyTags
 */
export function setTags(
  app: App,
  caller: Caller,
  id: number,
  typed: readonly string[],
): Promise<{ tags: string[] }> {
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    await store.lockTags(tx, caller);
    const before = await lockChangeable(tx, caller, id);
    const tags = await store.spellTags(tx, caller, typed);
    const removed = before.tags.filter((tag) => !tags.includes(tag));
    if (removed.length === 0 && tags.length === before.tags.length) return { tags };
    await writeTags(tx, caller, id, tags, now);
    await store.deleteUnused(tx, caller, removed);
    if ((await store.listTags(tx, caller)).length > TAGS_MAXIMUM) throw new TooManyTags();
    await recordAudit(tx, caller, now, {
      action: 'customer.tags',
      subject: `customer:${id}`,
      before: { tags: before.tags },
      after: { tags },
    });
    return { tags };
  });
}
