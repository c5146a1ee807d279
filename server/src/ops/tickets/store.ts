import type { ListMode } from '@daftar/contract/ops-money-lists';
import type { TICKET_QUEUE_SORTS, TicketPriority } from '@daftar/contract/ops-tickets';
import type { Paging } from '@daftar/contract/paging';
import { listHolders, lockHolder } from '../../ops-colleagues/index.ts';
import { anyOf } from '../../ops-lists/find.ts';
import type { Mode } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/connect.ts';
import { withinDays } from '../../platform/lists/conditions.ts';
import { type ListSource, on, type SortColumn, type Sql } from '../../platform/lists/page.ts';
import { referencePattern, typedText } from '../../platform/lists/search.ts';
import { meaningOf, trigramPattern } from '../../platform/lists/typed.ts';

/** A ticket in the queue. */
export interface QueuedTicket {
  id: number;
  merchantId: number;
  merchantName: string;
  mode: Mode;
  reference: string;
  type: number;
  status: number;
  about: string;
  excerpt: string;
  createdAt: Date;
  waitingSince: Date | null;
  answerDueAt: Date | null;
  priority: TicketPriority;
  assigneeId: number | null;
  assigneeEmail: string | null;
  firstResponseAt: Date | null;
}

export interface QueueFilters {
  q?: string | undefined;
  ticket_number?: string | undefined;
  status?: number | undefined;
  ticket_type?: number | undefined;
  priority?: TicketPriority | undefined;
  assignee?: 'me' | 'nobody' | undefined;
  overdue?: 1 | undefined;
  mode?: ListMode | undefined;
  merchant_id?: number | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
}

/** The reader of the queue, and the time. */
export interface QueueReader {
  operatorId: number;
  now: Date;
}

/**
 * Returns the condition that a ticket matches the typed text: its number, the reference that it is about, or its
 * first words.
 */
function meant(db: Db, typed: string): Sql {
  const { reference, bare, text } = meaningOf(typed);
  if (reference?.kind === 'TKT') return db`t.reference like ${reference.pattern}`;
  if (reference) return db`(t.about <> '' and t.about like ${reference.pattern})`;
  // A number is no name, but may still appear in a message.
  const words = text ?? trigramPattern(typed);
  return anyOf(db, [
    ...(bare === null ? [] : [db`t.reference like ${referencePattern(bare, 'TKT')}`]),
    ...(words === null ? [] : [db`t.excerpt_key like ${words}`]),
  ]);
}

function filtersOf(db: Db, filters: QueueFilters, { operatorId, now }: QueueReader): Sql[] {
  const conditions: Sql[] = [];
  const { ticket_number: number, status, ticket_type: type, mode, merchant_id: merchantId } = filters;
  if (typedText(filters.q ?? '') !== '') conditions.push(meant(db, filters.q!));
  if (typedText(number ?? '') !== '')
    conditions.push(db`t.reference like ${referencePattern(number!, 'TKT')}`);
  if (status !== undefined) conditions.push(db`t.status = ${status}`);
  if (type !== undefined) conditions.push(db`t.type = ${type}`);
  if (filters.priority) conditions.push(db`t.priority = ${filters.priority}`);
  if (filters.assignee === 'me') conditions.push(on('t.assignee_id', db`t.assignee_id = ${operatorId}`));
  if (filters.assignee === 'nobody') conditions.push(db`t.assignee_id is null`);
  if (filters.overdue) conditions.push(on('t.answer_due_at', db`t.answer_due_at <= ${now}`));
  if (mode && mode !== 'any') conditions.push(db`t.mode = ${mode}`);
  if (merchantId !== undefined) conditions.push(db`t.merchant_id = ${merchantId}`);
  conditions.push(...withinDays(db, filters.date_from, filters.date_to));
  return conditions;
}

type Sort = (typeof TICKET_QUEUE_SORTS)[number];
const SORTS: Readonly<Record<Sort, SortColumn>> = {
  answer_due_at: { expression: 't.answer_due_at', under: 't.assignee_id' },
  waiting_since: { expression: 't.waiting_since' },
  created_at: { expression: 't.created_at' },
};

/** Returns the source of the list of all merchants' tickets, in both modes. */
export function ticketSource(
  db: Db,
  paging: Paging<Sort>,
  filters: QueueFilters,
  reader: QueueReader,
): ListSource {
  return {
    table: 'tickets',
    scope: db`true`,
    filters: filtersOf(db, filters, reader),
    sort: SORTS[paging.sortBy],
    columns: db`
      t.id, t.merchant_id as "merchantId", t.mode, t.reference, t.type, t.status, t.about, t.excerpt,
      t.created_at as "createdAt", t.waiting_since as "waitingSince", t.first_response_at as "firstResponseAt",
      t.answer_due_at as "answerDueAt", t.priority, t.assignee_id as "assigneeId",
      (select o.email from operators o where o.id = t.assignee_id) as "assigneeEmail",
      (select m.business_name from merchants m where m.id = t.merchant_id) as "merchantName"`,
  };
}

/** Counts waiting tickets, and returns the median first response time of tickets opened since a moment. */
export async function readFigures(db: Db, { since, now }: { since: Date; now: Date }) {
  const [row] = await db<
    { waiting: number; overdue: number; open: number; processing: number; medianSeconds: number | null }[]
  >`
    select (select count(*)::int from tickets where waiting_since is not null) as waiting,
           (select count(*)::int from tickets where answer_due_at <= ${now}) as overdue,
           (select count(*)::int from tickets where status = 1) as open,
           (select count(*)::int from tickets where status = 2) as processing,
           (select percentile_cont(0.5) within group (order by extract(epoch from first_response_at - created_at))
              from tickets where created_at >= ${since} and first_response_at is not null) as "medianSeconds"`;
  return row!;
}

/** Lists the operators who may answer tickets, by address. */
export const listAnswerers = (db: Db) => listHolders(db, 'ops:tickets');

/** Finds an operator who may answer tickets, and locks that right until the transaction ends. */
export const lockAnswerer = (tx: Tx, id: number) => lockHolder(tx, 'ops:tickets', id);
