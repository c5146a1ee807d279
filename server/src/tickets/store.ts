import type { TicketSubject, TicketType } from '@daftar/contract/tickets';
import type { Mode, Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';

/** A ticket, for either side. */
export interface TicketRow extends Scope {
  id: number;
  reference: string;
  type: number;
  status: number;
  about: string;
  aboutKind: TicketSubject | null;
  aboutId: number | null;
  excerpt: string;
  createdAt: Date;
  messagesCount: number;
  lastMessageAt: Date;
  waitingSince: Date | null;
  firstResponseAt: Date | null;
  closedAt: Date | null;
  /** E-mail address of the merchant's user or the operator who closed it. */
  closedBy: string | null;
  merchantName: string;
}

/** Identifies a ticket to the provider's staff, who see both modes. */
export interface TicketRef {
  merchantId: number;
  id: number;
}

const columns = (db: Db) => db`
  t.merchant_id as "merchantId", t.mode, t.id, t.reference, t.type, t.status, t.about, t.about_kind as "aboutKind",
  t.about_id as "aboutId", t.excerpt, t.created_at as "createdAt", t.messages_count as "messagesCount",
  t.last_message_at as "lastMessageAt", t.waiting_since as "waitingSince", t.first_response_at as "firstResponseAt",
  t.closed_at as "closedAt", t.closed_by as "closedBy",
  (select m.business_name from merchants m where m.id = t.merchant_id) as "merchantName"`;

/** Finds a ticket of the caller's merchant and mode. */
export async function findTicket(db: Db, scope: Scope, id: number): Promise<TicketRow | undefined> {
  const [row] = await db<TicketRow[]>`
    select ${columns(db)} from tickets t
     where t.merchant_id = ${scope.merchantId} and t.mode = ${scope.mode} and t.id = ${id}`;
  return row;
}

/** Finds a ticket and locks it until the transaction ends. */
export async function lockTicket(tx: Tx, scope: Scope, id: number): Promise<TicketRow | undefined> {
  const [row] = await tx<TicketRow[]>`
    select ${columns(tx)} from tickets t
     where t.merchant_id = ${scope.merchantId} and t.mode = ${scope.mode} and t.id = ${id} for no key update`;
  return row;
}

/** Finds the mode of a ticket. */
export async function findModeOf(db: Db, ref: TicketRef): Promise<Mode | undefined> {
  const [row] = await db<{ mode: Mode }[]>`
    select mode from tickets where merchant_id = ${ref.merchantId} and id = ${ref.id}`;
  return row?.mode;
}

/** Returns the name of a merchant's user. */
export async function nameOfUser(db: Db, key: { merchantId: number; userId: number }): Promise<string> {
  const [row] = await db<{ name: string }[]>`
    select first_name || ' ' || last_name as name from users
     where merchant_id = ${key.merchantId} and id = ${key.userId}`;
  return row?.name ?? '';
}

/** A message of a thread, starting with the opening one. */
export interface MessageRow {
  position: number;
  userId: number | null;
  userName: string | null;
  avatarPath: string | null;
  operatorEmail: string | null;
  message: string;
  path: string | null;
  fileName: string | null;
  createdAt: Date;
}

/** Lists a thread, oldest first: all of it, which is bounded, only the first message, or those after it. */
export function listMessages(
  db: Db,
  { merchantId, id }: TicketRef,
  which: 'all' | 'opening' | 'replies' = 'all',
): Promise<MessageRow[]> {
  const part = { all: db``, opening: db`and m.position = 1`, replies: db`and m.position > 1` }[which];
  return db<MessageRow[]>`
    select m.position, m.user_id as "userId", u.first_name || ' ' || u.last_name as "userName",
           u.avatar_path as "avatarPath", o.email as "operatorEmail", m.message, m.path, f.name as "fileName",
           m.created_at as "createdAt"
      from ticket_messages m
      left join users u on u.merchant_id = m.merchant_id and u.id = m.user_id
      left join operators o on o.id = m.operator_id
      left join files f on f.merchant_id = m.merchant_id and f.path = m.path
     where m.merchant_id = ${merchantId} and m.ticket_id = ${id} ${part} order by m.position`;
}

/** Returns whether a file belongs to a message of a thread. */
export async function hasFile(db: Db, { merchantId, id }: TicketRef, path: string): Promise<boolean> {
  const rows = await db`
    select from ticket_messages where merchant_id = ${merchantId} and path = ${path} and ticket_id = ${id}`;
  return rows.length > 0;
}

/** A ticket to be inserted. */
export interface NewTicket {
  reference: string;
  type: TicketType;
  about: { reference: string; subject: TicketSubject | null; id: number | null };
  excerpt: string;
  userId: number;
  now: Date;
  /** The provider's deadline for an answer. */
  answerDueAt: Date;
}

/** Inserts a ticket. @returns its id. */
export async function insertTicket(tx: Tx, scope: Scope, ticket: NewTicket): Promise<number> {
  const { about, now } = ticket;
  const [row] = await tx<{ id: number }[]>`
    insert into tickets (merchant_id, mode, reference, type, about, about_kind, about_id, excerpt, created_by, created_at,
                         last_message_at, waiting_since, answer_due_at)
    values (${scope.merchantId}, ${scope.mode}, ${ticket.reference}, ${ticket.type}, ${about.reference}, ${about.subject},
            ${about.id}, ${ticket.excerpt}, ${ticket.userId}, ${now}, ${now}, ${now}, ${ticket.answerDueAt})
    returning id`;
  return row!.id;
}

/** The author: a user of the merchant, or one of the provider's staff. */
export type Author = { userId: number } | { operatorId: number };

/** Inserts a message into a thread whose ticket is locked or was created in this transaction. */
export async function insertMessage(
  tx: Tx,
  ref: TicketRef,
  message: { position: number; author: Author; text: string; path: string | null; now: Date },
): Promise<void> {
  const { author, now } = message;
  await tx`
    insert into ticket_messages (merchant_id, ticket_id, position, user_id, operator_id, message, path, created_at)
    values (${ref.merchantId}, ${ref.id}, ${message.position}, ${'userId' in author ? author.userId : null},
            ${'operatorId' in author ? author.operatorId : null}, ${message.text}, ${message.path}, ${now})`;
}

/**
 * Records a message of the merchant: the ticket is open, and has been waiting since the first unanswered message,
 * whose deadline applies. A reopened ticket is unassigned if its assignee has left.
 */
export async function noteMerchantSpoke(tx: Tx, ref: TicketRef, now: Date, dueAt: Date): Promise<void> {
  await tx`
    update tickets set status = 1, closed_at = null, closed_by = null, messages_count = messages_count + 1, last_message_at = ${now},
           waiting_since = coalesce(waiting_since, ${now}), answer_due_at = coalesce(answer_due_at, ${dueAt}),
           assignee_id = (select o.id from operators o where o.id = assignee_id and o.disabled_at is null)
     where merchant_id = ${ref.merchantId} and id = ${ref.id}`;
}

/** Records an answer of the provider: the ticket no longer waits, and the merchant can reply. */
export async function noteProviderSpoke(tx: Tx, ref: TicketRef, now: Date): Promise<void> {
  await tx`
    update tickets set status = 1, messages_count = messages_count + 1, last_message_at = ${now}, waiting_since = null,
           answer_due_at = null, first_response_at = coalesce(first_response_at, ${now})
     where merchant_id = ${ref.merchantId} and id = ${ref.id}`;
}

/** Marks a ticket as in process; it keeps waiting. */
export async function markProcessing(tx: Tx, ref: TicketRef): Promise<void> {
  await tx`update tickets set status = 2 where merchant_id = ${ref.merchantId} and id = ${ref.id}`;
}

/** Closes a ticket; it no longer waits. */
export async function markClosed(tx: Tx, ref: TicketRef, closedBy: string, now: Date): Promise<void> {
  await tx`
    update tickets set status = 3, closed_at = ${now}, closed_by = ${closedBy}, waiting_since = null, answer_due_at = null
     where merchant_id = ${ref.merchantId} and id = ${ref.id}`;
}

const TABLES: Readonly<Record<TicketSubject, string>> = {
  transaction: 'transactions',
  'payment-link': 'payment_links',
  invoice: 'invoices',
  chargeback: 'chargebacks',
  settlement: 'settlements',
};

/** Finds the id of the object with a complete reference, of this merchant and mode. */
export async function findSubject(
  db: Db,
  scope: Scope,
  subject: TicketSubject,
  reference: string,
): Promise<number | undefined> {
  const [row] = await db<{ id: number }[]>`
    select id from ${db.unsafe(TABLES[subject])}
     where merchant_id = ${scope.merchantId} and mode = ${scope.mode} and reference = ${reference}`;
  return row?.id;
}
