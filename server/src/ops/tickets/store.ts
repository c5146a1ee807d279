import type { OperatorRole } from '@daftar/contract/ops-roles';
import type { Paging } from '@daftar/contract/paging';
import type { Mode } from '../../platform/context.ts';
import type { Db } from '../../platform/db/connect.ts';
import { withinDays } from '../../platform/lists/conditions.ts';
import { type Page, readPage, type Sql } from '../../platform/lists/page.ts';
import { referencePattern, typedText } from '../../platform/lists/search.ts';

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
  firstResponseAt: Date | null;
}

export interface QueueFilters {
  ticket_number?: string | undefined;
  status?: number | undefined;
  ticket_type?: number | undefined;
  mode?: Mode | undefined;
  merchant_id?: number | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
}

function filtersOf(db: Db, filters: QueueFilters): Sql[] {
  const conditions: Sql[] = [];
  const { ticket_number: number, status, ticket_type: type, mode, merchant_id: merchantId } = filters;
  if (typedText(number ?? '') !== '')
    conditions.push(db`t.reference like ${referencePattern(number!, 'TKT')}`);
  if (status !== undefined) conditions.push(db`t.status = ${status}`);
  if (type !== undefined) conditions.push(db`t.type = ${type}`);
  if (mode) conditions.push(db`t.mode = ${mode}`);
  if (merchantId !== undefined) conditions.push(db`t.merchant_id = ${merchantId}`);
  conditions.push(...withinDays(db, filters.date_from, filters.date_to));
  return conditions;
}

/** Lists one page of all merchants' tickets, of both modes. */
export function listTickets(
  db: Db,
  paging: Paging<'waiting_since' | 'created_at'>,
  filters: QueueFilters,
): Promise<Page<QueuedTicket>> {
  return readPage<QueuedTicket>(db, paging, {
    table: 'tickets',
    scope: db`true`,
    filters: filtersOf(db, filters),
    sort: { expression: paging.sortBy === 'created_at' ? 't.created_at' : 't.waiting_since' },
    columns: db`
      t.id, t.merchant_id as "merchantId", t.mode, t.reference, t.type, t.status, t.about, t.excerpt,
      t.created_at as "createdAt", t.waiting_since as "waitingSince", t.first_response_at as "firstResponseAt",
      (select m.business_name from merchants m where m.id = t.merchant_id) as "merchantName"`,
  });
}

/** Counts waiting tickets, and returns the median first response time of tickets opened since a moment. */
export async function readFigures(db: Db, since: Date) {
  const [row] = await db<
    { waiting: number; open: number; processing: number; medianSeconds: number | null }[]
  >`
    select (select count(*)::int from tickets where waiting_since is not null) as waiting,
           (select count(*)::int from tickets where status = 1) as open,
           (select count(*)::int from tickets where status = 2) as processing,
           (select percentile_cont(0.5) within group (order by extract(epoch from first_response_at - created_at))
              from tickets where created_at >= ${since} and first_response_at is not null) as "medianSeconds"`;
  return row!;
}

/** Lists the e-mail addresses of active operators with these roles. */
export async function listAddresses(
  db: Db,
  roles: readonly OperatorRole[],
): Promise<{ id: number; email: string }[]> {
  return db<{ id: number; email: string }[]>`
    select id, email from operators
     where disabled_at is null and password_hash is not null and role = any (${[...roles]}::text[]) order by id`;
}
