/** The provider's handling of a ticket: assignee, priority, notes. Never read for a merchant. */
import type { TicketPriority } from '@daftar/contract/ops-tickets';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { TicketRef } from './store.ts';

/** Lists bank holidays from a day on, inclusive; without weekends. */
export async function holidaysFrom(db: Db, day: string): Promise<ReadonlySet<string>> {
  const rows = await db<{ day: string }[]>`
    select to_char(day, 'YYYY-MM-DD') as day from bank_holidays where day >= ${day}::date`;
  return new Set(rows.map((row) => row.day));
}

/** The handling of a ticket. */
export interface Handling {
  assigneeId: number | null;
  assigneeEmail: string | null;
  priority: TicketPriority;
  answerDueAt: Date | null;
  /** The language of the person who opened it. */
  locale: 'en' | 'ar';
}

/** Reads the handling of an existing ticket. */
export async function getHandling(db: Db, ref: TicketRef): Promise<Handling> {
  const [row] = await db<Handling[]>`
    select t.assignee_id as "assigneeId", t.priority, t.answer_due_at as "answerDueAt",
           (select o.email from operators o where o.id = t.assignee_id) as "assigneeEmail",
           (select u.locale from users u where u.merchant_id = t.merchant_id and u.id = t.created_by) as locale
      from tickets t where t.merchant_id = ${ref.merchantId} and t.id = ${ref.id}`;
  return row!;
}

/** Assigns a locked ticket. */
export async function writeAssignee(tx: Tx, ref: TicketRef, operatorId: number | null): Promise<void> {
  await tx`
    update tickets set assignee_id = ${operatorId} where merchant_id = ${ref.merchantId} and id = ${ref.id}`;
}

/** Changes the priority of a locked ticket, and its deadline: null if nobody waits. */
export async function writePriority(
  tx: Tx,
  ref: TicketRef,
  priority: TicketPriority,
  dueAt: Date | null,
): Promise<void> {
  await tx`
    update tickets set priority = ${priority}, answer_due_at = ${dueAt}
     where merchant_id = ${ref.merchantId} and id = ${ref.id}`;
}

/** A change of the assignee (null: nobody) or of the priority. */
export type HandlingChange =
  | { kind: 'assignee'; assigneeId: number | null }
  | { kind: 'priority'; priority: TicketPriority };

/** Records a change of a locked ticket. `operatorId` null: from the command line. */
export async function insertChange(
  tx: Tx,
  ref: TicketRef,
  { by, now, ...change }: HandlingChange & { by: number | null; now: Date },
): Promise<void> {
  const assigneeId = change.kind === 'assignee' ? change.assigneeId : null;
  const priority = change.kind === 'priority' ? change.priority : null;
  await tx`
    insert into ticket_changes (merchant_id, ticket_id, position, kind, operator_id, assignee_id, priority, created_at)
    select ${ref.merchantId}, ${ref.id}, coalesce(max(position), 0) + 1, ${change.kind}, ${by}, ${assigneeId}, ${priority},
           ${now}::timestamptz
      from ticket_changes where merchant_id = ${ref.merchantId} and ticket_id = ${ref.id}`;
}

export interface ChangeRow {
  position: number;
  kind: 'assignee' | 'priority';
  author: string | null;
  assignee: string | null;
  priority: TicketPriority | null;
  createdAt: Date;
}

/** Lists the last changes of a ticket, newest first. */
export function listChanges(db: Db, ref: TicketRef, most: number): Promise<ChangeRow[]> {
  return db<ChangeRow[]>`
    select c.position, c.kind, c.priority, c.created_at as "createdAt",
           (select o.email from operators o where o.id = c.operator_id) as author,
           (select o.email from operators o where o.id = c.assignee_id) as assignee
      from ticket_changes c
     where c.merchant_id = ${ref.merchantId} and c.ticket_id = ${ref.id} order by c.position desc limit ${most}`;
}

/** Adds a note to a locked ticket. @returns false when it already has `most` */
export async function insertNote(
  tx: Tx,
  ref: TicketRef,
  note: { operatorId: number; text: string; now: Date },
  most: number,
): Promise<boolean> {
  const made = await tx`
    insert into ticket_notes (merchant_id, ticket_id, position, operator_id, note, created_at)
    select ${ref.merchantId}, ${ref.id}, coalesce(max(position), 0) + 1, ${note.operatorId}, ${note.text},
           ${note.now}::timestamptz
      from ticket_notes where merchant_id = ${ref.merchantId} and ticket_id = ${ref.id}
    having coalesce(max(position), 0) < ${most}`;
  return made.count === 1;
}

export interface NoteRow {
  position: number;
  author: string;
  note: string;
  createdAt: Date;
}

/** Lists the notes of a ticket, oldest first. */
export function listNotes(db: Db, ref: TicketRef): Promise<NoteRow[]> {
  return db<NoteRow[]>`
    select n.position, n.note, n.created_at as "createdAt",
           (select o.email from operators o where o.id = n.operator_id) as author
      from ticket_notes n
     where n.merchant_id = ${ref.merchantId} and n.ticket_id = ${ref.id} order by n.position`;
}

/** Unassigns the open tickets of an operator. @returns them */
export function unassignAll(tx: Tx, operatorId: number): Promise<TicketRef[]> {
  return tx<TicketRef[]>`
    update tickets set assignee_id = null
     where assignee_id = ${operatorId} and status <> 3 returning merchant_id as "merchantId", id`;
}
