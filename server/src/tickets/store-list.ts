import type { StatusCount } from '@daftar/contract/paging';
import { type TICKET_SORTS, TICKET_STATUS } from '@daftar/contract/tickets';
import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { inScope, withinDays } from '../platform/lists/conditions.ts';
import { countByStatus as countRows } from '../platform/lists/counts.ts';
import {
  allOf,
  chosenOr,
  orderBy,
  type Page,
  readPage,
  type SortColumn,
  type Sql,
} from '../platform/lists/page.ts';
import { referencePattern, typedText } from '../platform/lists/search.ts';

/** A ticket as the merchant's list shows it. */
export interface ListedTicket {
  id: number;
  reference: string;
  type: number;
  status: number;
  about: string;
  excerpt: string;
  createdAt: Date;
  lastReplyAt: Date | null;
}

export interface ListFilters {
  ticket_number?: string | undefined;
  status?: number | undefined;
  ticket_type?: number | undefined;
  creation?: string | undefined;
  waits_for?: 'merchant' | undefined;
}

type Sort = (typeof TICKET_SORTS)[number];
export type ListPaging = Parameters<typeof readPage>[1] & { sortBy: Sort };

const sorts: Record<Sort, SortColumn> = {
  id: { expression: 't.id', unique: true },
  ticket_number: { expression: 't.reference', unique: true },
  ticket_type: { expression: 't.type' },
  status: { expression: 't.status' },
  created_at: { expression: 't.created_at' },
  // Without a reply it is the time of the opening message, so that an unanswered ticket is not listed as the most
  // recently answered.
  last_respond_date: { expression: 't.last_message_at' },
};

function filtersOf(db: Db, filters: ListFilters): Sql[] {
  const conditions: Sql[] = [];
  const { ticket_number: number, status, ticket_type: type, creation } = filters;
  if (typedText(number ?? '') !== '')
    conditions.push(db`t.reference like ${referencePattern(number!, 'TKT')}`);
  if (status !== undefined) conditions.push(db`t.status = ${status}`);
  if (type !== undefined) conditions.push(db`t.type = ${type}`);
  if (filters.waits_for !== undefined) {
    const { open } = TICKET_STATUS;
    conditions.push(db`t.status = ${open} and t.waiting_since is null and t.first_response_at is not null`);
  }
  conditions.push(...withinDays(db, creation, creation));
  return conditions;
}

/** Lists one page of a merchant's tickets. */
export function listTickets(
  db: Db,
  scope: Scope,
  paging: ListPaging,
  filters: ListFilters,
): Promise<Page<ListedTicket>> {
  return readPage<ListedTicket>(db, paging, {
    table: 'tickets',
    scope: inScope(db, scope),
    filters: filtersOf(db, filters),
    sort: sorts[paging.sortBy],
    columns: db`
      t.id, t.reference, t.type, t.status, t.about, t.excerpt, t.created_at as "createdAt",
      case when t.messages_count > 1 then t.last_message_at end as "lastReplyAt"`,
  });
}

/** An exported ticket, with times in Cairo. */
export interface ExportedTicket extends Omit<ListedTicket, 'id' | 'createdAt' | 'lastReplyAt'> {
  openedOn: string;
  repliedOn: string | null;
}

/** Reads the chosen tickets, or all that match the filters, in the list's order. */
export function exportTickets(
  db: Db,
  scope: Scope,
  paging: ListPaging,
  { ids, ...filters }: ListFilters & { ids?: readonly number[] | undefined },
) {
  const written = (column: string) =>
    db`to_char(${db.unsafe(column)} at time zone 'Africa/Cairo', 'YYYY-MM-DD HH24:MI')`;
  return db<ExportedTicket[]>`
    select t.reference, t.type, t.status, t.about, t.excerpt, ${written('t.created_at')} as "openedOn",
           case when t.messages_count > 1 then ${written('t.last_message_at')} end as "repliedOn"
      from tickets t where ${allOf(
        db,
        inScope(db, scope),
        chosenOr(db, ids, () => filtersOf(db, filters)),
      )}
     order by ${orderBy(db, sorts[paging.sortBy], paging.sortType)}`;
}

/** Counts a merchant's tickets by status. */
export function countByStatus(db: Db, scope: Scope): Promise<StatusCount[]> {
  const statuses = Object.values(TICKET_STATUS).map((status) => ({
    status,
    sets: [filtersOf(db, { status })],
  }));
  return countRows(db, 'tickets', inScope(db, scope), statuses);
}

/** Counts the tickets that a merchant has opened. */
export async function countTickets(db: Db, scope: Scope): Promise<number> {
  const [row] = await db<
    { count: number }[]
  >`select count(*)::int as count from tickets t where ${inScope(db, scope)}`;
  return row!.count;
}
