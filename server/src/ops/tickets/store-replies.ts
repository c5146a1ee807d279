import type { CannedReplyForm } from '@daftar/contract/ops-replies';
import type { Db, Tx } from '../../platform/db/connect.ts';

export interface ReplyRow {
  id: number;
  name: string;
  textEn: string;
  textAr: string;
  archivedAt: Date | null;
  changedBy: string;
  changedAt: Date;
}

const columns = (db: Db) => db`
  r.id, r.name, r.text_en as "textEn", r.text_ar as "textAr", r.archived_at as "archivedAt",
  r.changed_at as "changedAt", (select o.email from operators o where o.id = r.changed_by) as "changedBy"`;

/** Lists all canned replies by name, archived ones last; there are few. */
export function listReplies(db: Db): Promise<ReplyRow[]> {
  return db<ReplyRow[]>`
    select ${columns(db)} from canned_replies r order by r.archived_at is not null, search_key(r.name), r.id`;
}

/** Serialises changes of canned replies, so that their number and names are exact. */
export async function lockReplies(tx: Tx): Promise<void> {
  await tx`lock table canned_replies in share row exclusive mode`;
}

/** Finds a canned reply. */
export async function findReply(db: Db, id: number): Promise<ReplyRow | undefined> {
  const [row] = await db<ReplyRow[]>`select ${columns(db)} from canned_replies r where r.id = ${id}`;
  return row;
}

/** Counts canned replies, including archived ones. */
export async function countReplies(db: Db): Promise<number> {
  const [row] = await db<{ n: number }[]>`select count(*)::int as n from canned_replies`;
  return row!.n;
}

/** Returns whether another active reply has this name, ignoring case and spelling variants. */
export async function isNameTaken(db: Db, name: string, except: number): Promise<boolean> {
  const rows = await db`
    select from canned_replies
     where search_key(name) = search_key(${name}) and archived_at is null and id <> ${except}`;
  return rows.length > 0;
}

/** The author of a change, and its time. */
export interface ReplyAuthor {
  operatorId: number;
  now: Date;
}

/** Inserts a canned reply. @returns its id */
export async function insertReply(tx: Tx, form: CannedReplyForm, by: ReplyAuthor): Promise<number> {
  const [row] = await tx<{ id: number }[]>`
    insert into canned_replies (name, text_en, text_ar, changed_by, changed_at)
    values (${form.name}, ${form.text_en}, ${form.text_ar}, ${by.operatorId}, ${by.now}) returning id`;
  return row!.id;
}

/** Changes a canned reply. */
export async function updateReply(tx: Tx, id: number, form: CannedReplyForm, by: ReplyAuthor): Promise<void> {
  await tx`
    update canned_replies set name = ${form.name}, text_en = ${form.text_en}, text_ar = ${form.text_ar},
           changed_by = ${by.operatorId}, changed_at = ${by.now}
     where id = ${id}`;
}

/** Archives or restores a canned reply. */
export async function writeArchived(tx: Tx, id: number, isArchived: boolean, by: ReplyAuthor): Promise<void> {
  await tx`
    update canned_replies set archived_at = ${isArchived ? by.now : null}, changed_by = ${by.operatorId},
           changed_at = ${by.now}
     where id = ${id}`;
}
