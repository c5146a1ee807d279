import type { CUSTOMER_SORTS, CustomerFormValues } from '@daftar/contract/customers';
import { compactPhone, MOBILE_PATTERN, normaliseMobile } from '@daftar/contract/egypt';
import { compactNumber } from '@daftar/contract/text';
import {
  type ExportedOwn,
  exportedColumns,
  type OwnFields,
  type OwnFilters,
  type OwnRow,
  ownColumns,
  ownFilters,
  ownNames,
  ownValues,
} from '../integration-fields/fields.ts';
import type { Caller, Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { changedSince, inScope, withinDays } from '../platform/lists/conditions.ts';
import {
  allOf,
  on,
  orderBy,
  type Page,
  plannedForItsValues,
  readPage,
  type SortColumn,
  type Sql,
} from '../platform/lists/page.ts';
import { containsPattern, typedText } from '../platform/lists/search.ts';
import { addToTotal, keptRows } from '../platform/lists/totals.ts';
import type { UniqueField } from './errors.ts';

/** The fields of a customer that other nouns need. */
export interface CustomerBrief {
  id: number;
  name: string;
  email: string;
  mobile: string;
}

/** A customer as shown, with the user who added it. */
export interface CustomerRow extends CustomerBrief, OwnRow {
  nationalId: string;
  description: string;
  createdAt: Date;
  updatedAt: Date;
  creatorAvatar: string | null;
  creatorName: string;
  tags: string[];
  isArchived: boolean;
}

/** States of a customer: in use, archived, or merged into another one. */
export const STATE = { active: 0, archived: 1, merged: 2 } as const;

/** The list's parsed filters; `creation` is a day in Cairo time. */
export interface ListFilters extends OwnFilters {
  Keyword?: string | undefined;
  mobile?: string | undefined;
  email?: string | undefined;
  nationalId?: string | undefined;
  creation?: string | undefined;
  /** In the merchant's spelling. */
  tag?: string | undefined;
  /** Lists archived customers instead of the others. */
  archived?: boolean | undefined;
  updated_since?: string | undefined;
}

type Sort = (typeof CUSTOMER_SORTS)[number];

/** Each sort has an index of the table. */
const sorts: Record<Sort, SortColumn> = {
  id: { expression: 't.id', unique: true },
  created_at: { expression: 't.created_at' },
  name: { expression: 't.name_key' },
  email: { expression: 't.email', unique: true },
  mobile: { expression: 't.mobile', unique: true },
  updated_at: { expression: 't.updated_at' },
};

const columns = (db: Db) => db`
  t.id, t.name, t.email, t.mobile, t.national_id as "nationalId", t.description, t.created_at as "createdAt",
  t.updated_at as "updatedAt",
  (select u.avatar_path from users u where u.merchant_id = t.merchant_id and u.id = t.created_by) as "creatorAvatar",
  (select u.first_name || ' ' || u.last_name from users u
   where u.merchant_id = t.merchant_id and u.id = t.created_by) as "creatorName",
  t.tags, t.state = ${STATE.archived} as "isArchived", ${ownColumns(db)}`;

/** Selects the rows of the list; the index of each order begins with the state. */
const listed = (db: Db, scope: Scope, { archived = false }: ListFilters) =>
  db`${inScope(db, scope)} and t.state = ${db.unsafe(String(archived ? STATE.archived : STATE.active))}`;

/** Normalizes digits as they are stored: `+20 100 …` and `٠١٠٠ …` find `0100…`, in full or in part. */
const mobilePattern = (typed: string) =>
  containsPattern(normaliseMobile(typedText(typed)).replace(/^(?:\+20|0020)0?/, '0'));

const NATIONAL_ID_DIGITS = 14;
const IS_LATIN = /^[ -~]*$/;
const PHONE_LIKE = /^\+?\d+$/;

function filtersOf(db: Db, filters: ListFilters): Sql[] {
  const conditions: Sql[] = [];
  const { Keyword: keyword = '', mobile = '', email = '', nationalId = '', creation } = filters;
  if (typedText(keyword) !== '') {
    const pattern = containsPattern(keyword);
    const asMobile = PHONE_LIKE.test(compactPhone(typedText(keyword))) ? mobilePattern(keyword) : pattern;
    conditions.push(
      asMobile === pattern
        ? db`t.search_text like ${pattern}`
        : db`(t.search_text like ${pattern} or t.search_text like ${asMobile})`,
    );
  }
  // A complete number can only match itself. For other text the index covers all columns together, so the column itself
  // confirms the match.
  const wholeMobile = normaliseMobile(typedText(mobile));
  if (MOBILE_PATTERN.test(wholeMobile)) conditions.push(on('t.mobile', db`t.mobile = ${wholeMobile}`));
  else if (typedText(mobile) !== '') {
    const pattern = mobilePattern(mobile);
    conditions.push(db`t.search_text like ${pattern}`, db`t.mobile like ${pattern}`);
  }
  if (typedText(email) !== '') {
    const pattern = containsPattern(email);
    // An address in Latin letters is its own search key; computing it for ten thousand rows takes time.
    const column = IS_LATIN.test(pattern) ? db`t.email` : db`search_key(t.email)`;
    conditions.push(db`t.search_text like ${pattern}`, db`${column} like ${pattern}`);
  }
  const digits = compactNumber(typedText(nationalId));
  if (digits.length === NATIONAL_ID_DIGITS)
    conditions.push(db`t.national_id = ${digits} and t.national_id <> ''`);
  else if (digits !== '') conditions.push(db`t.national_id like ${containsPattern(digits)}`);
  if (creation) conditions.push(...withinDays(db, creation, creation));
  // The index holds customers with tags only.
  if (filters.tag !== undefined) conditions.push(db`t.tags @> ${[filters.tag]}::text[] and t.tags <> '{}'`);
  conditions.push(...changedSince(db, filters.updated_since), ...ownFilters(db, filters));
  return conditions;
}

/** The paging and filters of a list request. */
export interface ListRequest {
  paging: Parameters<typeof readPage>[1] & { sortBy: Sort };
  filters: ListFilters;
}

/** Lists one page of a merchant's customers. */
export function listCustomers(
  db: Db,
  scope: Scope,
  { paging, filters }: ListRequest,
): Promise<Page<CustomerRow>> {
  const conditions = filtersOf(db, filters);
  const state = filters.archived ? STATE.archived : STATE.active;
  return readPage<CustomerRow>(db, paging, {
    table: 'customers',
    scope: listed(db, scope, filters),
    filters: conditions,
    sort: sorts[paging.sortBy],
    columns: columns(db),
    kept: conditions.length === 0 ? keptRows(db, scope, 'customers', state) : undefined,
  });
}

/** An exported customer, with the day in Cairo on which it was added, and its tags in one text. */
export interface ExportedCustomer extends ExportedOwn {
  name: string;
  email: string;
  mobile: string;
  nationalId: string;
  description: string;
  tags: string;
  payments: number;
  paidPiastres: number;
  refundedPiastres: number;
  lastPaidOn: string | null;
  addedOn: string;
  addedBy: string;
}

/** Reads the chosen customers, or all that match the filters, in the list's order. */
export function exportCustomers(
  db: Db,
  scope: Scope,
  paging: ListRequest['paging'],
  { ids, ...filters }: ListFilters & { ids?: readonly number[] | undefined },
) {
  const chosen =
    ids === undefined
      ? allOf(db, listed(db, scope, filters), filtersOf(db, filters))
      : db`${inScope(db, scope)} and t.state <> ${STATE.merged} and t.id = any(${[...ids]}::bigint[])`;
  const sumOf = (column: string) => db`coalesce(f.${db.unsafe(column)}, 0)::bigint`;
  return db<ExportedCustomer[]>`
    select t.name, t.email, t.mobile, t.national_id as "nationalId", t.description,
           array_to_string(t.tags, ', ') as tags, ${sumOf('payments')} as payments,
           ${sumOf('paid_piastres')} as "paidPiastres", ${sumOf('refunded_piastres')} as "refundedPiastres",
           to_char(f.last_paid_at at time zone 'Africa/Cairo', 'YYYY-MM-DD') as "lastPaidOn",
           to_char(t.created_at at time zone 'Africa/Cairo', 'YYYY-MM-DD') as "addedOn",
           (select u.first_name || ' ' || u.last_name from users u
             where u.merchant_id = t.merchant_id and u.id = t.created_by) as "addedBy", ${exportedColumns(db)}
      from customers t
      left join lateral (
        select sum(x.payments) as payments, sum(x.paid_piastres) as paid_piastres,
               sum(x.refunded_piastres) as refunded_piastres, max(x.last_paid_at) as last_paid_at
          from customer_figures x
         where x.merchant_id = t.merchant_id
           and (x.customer_id = t.id or x.customer_id in (
             select m.customer_id from customer_merges m where m.merchant_id = t.merchant_id and m.into_id = t.id))) f
        on true
     where ${chosen}
     order by ${orderBy(db, sorts[paging.sortBy], paging.sortType)}`;
}

/** Finds the first customers by name whose name, e-mail or mobile contains a keyword; no archived ones. */
export async function findByKeyword(
  db: Db,
  scope: Scope,
  keyword: string,
  limit: number,
): Promise<CustomerBrief[]> {
  const where = allOf(db, listed(db, scope, {}), filtersOf(db, { Keyword: keyword }));
  return plannedForItsValues(db<CustomerBrief[]>`
    select t.id, t.name, t.email, t.mobile from customers t where ${where}
    order by t.name_key, t.id limit ${limit}`);
}

/** Selects customers; a merged one has the contacts of the one into which it was merged. */
const brief = (db: Db, scope: Scope, ids: readonly number[]) => db`
  select t.id, c.name, c.email, c.mobile from customers t
    left join customer_merges m on m.merchant_id = t.merchant_id and m.customer_id = t.id
    join customers c on c.merchant_id = t.merchant_id and c.id = coalesce(m.into_id, t.id)
   where ${inScope(db, scope)} and t.id = any(${[...ids]}::bigint[])`;

/** Finds the customers of this merchant and mode among the given ids, unordered. */
export async function findBriefs(db: Db, scope: Scope, ids: readonly number[]): Promise<CustomerBrief[]> {
  return db<CustomerBrief[]>`${brief(db, scope, ids)}`;
}

/** Does the same and locks them until the transaction ends, in the order of their ids to prevent deadlocks. */
export async function lockBriefs(tx: Tx, scope: Scope, ids: readonly number[]): Promise<CustomerBrief[]> {
  return tx<CustomerBrief[]>`${brief(tx, scope, ids)} order by t.merchant_id, t.id for share of t`;
}

/** Resolves an id to that of the customer into which it was merged, if any. */
const standsFor = (db: Db, scope: Scope, id: number) => db`
  coalesce((select m.into_id from customer_merges m
             where m.merchant_id = ${scope.merchantId} and m.mode = ${scope.mode} and m.customer_id = ${id}), ${id})`;

/** Finds one customer, also by the id of one that was merged into it. */
export async function findCustomer(db: Db, scope: Scope, id: number): Promise<CustomerRow | null> {
  const [row] = await db<CustomerRow[]>`
    select ${columns(db)} from customers t where ${inScope(db, scope)} and t.id = ${standsFor(db, scope, id)}`;
  return row ?? null;
}

/**
 * Finds the customers of this merchant and mode among the given ids; for a merged one, the one into which it was
 * merged.
 */
export const findMany = (db: Db, scope: Scope, ids: readonly number[]) => db<
  (CustomerRow & { askedId: number })[]
>`
  select asked.id as "askedId", ${columns(db)}
    from unnest(${[...ids]}::bigint[]) asked (id)
    left join customer_merges m on m.merchant_id = ${scope.merchantId} and m.customer_id = asked.id
    join customers t on ${inScope(db, scope)} and t.id = coalesce(m.into_id, asked.id)`;

/** Finds the ids of a customer: its own first, then those that were merged into it. */
export async function findNumbers(db: Db, scope: Scope, id: number): Promise<number[]> {
  const rows = await db<{ id: number }[]>`
    with own as (select t.id from customers t where ${inScope(db, scope)} and t.id = ${standsFor(db, scope, id)})
    select id, 0 as place from own
    union all
    select m.customer_id, 1 from customer_merges m join own on m.into_id = own.id
     where m.merchant_id = ${scope.merchantId}
     order by place, id`;
  return rows.map((row) => row.id);
}

/** A customer that is locked before a change. */
export interface LockedCustomer extends CustomerFormValues {
  tags: string[];
  state: number;
}

const lockedColumns = (db: Db) => db`
  t.name, t.email, t.mobile, t.national_id as "nationalId", t.description, t.tags, t.state`;

/** Locks a customer before a change, also one that was merged. */
export async function lockCustomer(tx: Tx, scope: Scope, id: number): Promise<LockedCustomer | null> {
  const [row] = await tx<LockedCustomer[]>`
    select ${lockedColumns(tx)} from customers t where ${inScope(tx, scope)} and t.id = ${id} for no key update`;
  return row ?? null;
}

/** Locks two customers in the order of their ids. */
export function lockBoth(
  tx: Tx,
  scope: Scope,
  ids: readonly [number, number],
): Promise<(LockedCustomer & { id: number })[]> {
  return tx<(LockedCustomer & { id: number })[]>`
    select t.id, ${lockedColumns(tx)} from customers t
     where ${inScope(tx, scope)} and t.id = any(${[...ids]}::bigint[]) order by t.id for no key update`;
}

/** Archives or restores a locked customer. */
export async function writeState(tx: Tx, scope: Scope, id: number, state: 0 | 1, now: Date): Promise<void> {
  await tx`update customers t set state = ${state}, updated_at = ${now} where ${inScope(tx, scope)} and t.id = ${id}`;
}

/** Replaces the tags of a locked customer. */
export async function writeTags(tx: Tx, scope: Scope, id: number, tags: string[], now: Date): Promise<void> {
  await tx`
    update customers t set tags = ${tags}::text[], updated_at = ${now} where ${inScope(tx, scope)} and t.id = ${id}`;
}

/** Writes the own fields of a locked customer. */
export async function writeOwn(tx: Tx, scope: Scope, id: number, own: OwnFields, now: Date): Promise<void> {
  await tx`
    update customers t set (${ownNames(tx)}, updated_at) = row (${ownValues(tx, own)}, ${now}::timestamptz)
    where ${inScope(tx, scope)} and t.id = ${id}`;
}

/** Returns which of a form's e-mail, mobile and national id another customer already has, in the form's order. */
export async function findTaken(
  db: Db,
  scope: Scope,
  form: CustomerFormValues,
  exceptId: number | null,
): Promise<UniqueField[]> {
  const other = (condition: Sql) => db`exists (
    select 1 from customers t where ${inScope(db, scope)} and ${condition} and t.id <> ${exceptId ?? 0})`;
  const [row] = await db<Record<UniqueField, boolean>[]>`
    select ${other(db`t.email = ${form.email}`)} as email,
           ${other(db`t.mobile = ${form.mobile}`)} as mobile,
           ${other(db`t.national_id = ${form.nationalId} and t.national_id <> ''`)} as "nationalId"`;
  return (['email', 'mobile', 'nationalId'] as const).filter((field) => row?.[field]);
}

/** Adds a customer. @returns null when another one already has its e-mail, mobile or national id. */
export async function insertCustomer(
  db: Db,
  caller: Caller,
  form: CustomerFormValues,
  own: OwnFields,
  now: Date,
): Promise<{ id: number; name: string } | null> {
  const [row] = await db<{ id: number; name: string }[]>`
    insert into customers (merchant_id, mode, name, email, mobile, national_id, description, ${ownNames(db)}, created_by,
      created_at, updated_at)
    values (${caller.merchantId}, ${caller.mode}, ${form.name}, ${form.email}, ${form.mobile}, ${form.nationalId},
            ${form.description}, ${ownValues(db, own)}, ${caller.userId}, ${now}, ${now})
    on conflict do nothing
    returning id, name`;
  if (row) await addToTotal(db, caller, 'customers', STATE.active, 1);
  return row ?? null;
}

/** Updates a locked customer. */
export async function updateCustomer(
  tx: Tx,
  scope: Scope,
  id: number,
  form: CustomerFormValues,
  now: Date,
): Promise<void> {
  await tx`
    update customers t set name = ${form.name}, email = ${form.email}, mobile = ${form.mobile},
      national_id = ${form.nationalId}, description = ${form.description}, updated_at = ${now},
      -- With another address or number, other payments may turn out to be theirs.
      linked_at = case when (t.email, t.mobile) = (${form.email}, ${form.mobile}) then t.linked_at end
    where ${inScope(tx, scope)} and t.id = ${id}`;
}
