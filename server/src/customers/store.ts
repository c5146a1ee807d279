import type { CUSTOMER_SORTS, CustomerFormValues } from '@daftar/contract/customers';
import { MOBILE_PATTERN, normaliseMobile } from '@daftar/contract/egypt';
import { compactNumber } from '@daftar/contract/text';
import type { Caller, Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { inScope, withinDays } from '../platform/lists/conditions.ts';
import {
  allOf,
  on,
  type Page,
  plannedForItsValues,
  readPage,
  type SortColumn,
  type Sql,
} from '../platform/lists/page.ts';
import { containsPattern, typedText } from '../platform/lists/search.ts';
import type { UniqueField } from './errors.ts';

/** What other nouns need of a customer. */
export interface CustomerBrief {
  id: number;
  name: string;
  email: string;
  mobile: string;
}

/** A customer as shown, with who added it. */
export interface CustomerRow extends CustomerBrief {
  nationalId: string;
  description: string;
  createdAt: Date;
  creatorAvatar: string | null;
  creatorName: string;
}

/** The list's parsed filters; `creation` is a day in Cairo time. */
export interface ListFilters {
  Keyword?: string | undefined;
  mobile?: string | undefined;
  email?: string | undefined;
  nationalId?: string | undefined;
  creation?: string | undefined;
}

type Sort = (typeof CUSTOMER_SORTS)[number];

/** Each is backed by an index of the table. */
const sorts: Record<Sort, SortColumn> = {
  id: { expression: 't.id', unique: true },
  created_at: { expression: 't.created_at' },
  name: { expression: 't.name_key' },
  email: { expression: 't.email', unique: true },
  mobile: { expression: 't.mobile', unique: true },
};

const columns = (db: Db) => db`
  t.id, t.name, t.email, t.mobile, t.national_id as "nationalId", t.description, t.created_at as "createdAt",
  (select u.avatar_path from users u where u.merchant_id = t.merchant_id and u.id = t.created_by) as "creatorAvatar",
  (select u.first_name || ' ' || u.last_name from users u
   where u.merchant_id = t.merchant_id and u.id = t.created_by) as "creatorName"`;

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
    const asMobile = PHONE_LIKE.test(compactNumber(typedText(keyword))) ? mobilePattern(keyword) : pattern;
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
  return readPage<CustomerRow>(db, paging, {
    table: 'customers',
    scope: inScope(db, scope),
    filters: filtersOf(db, filters),
    sort: sorts[paging.sortBy],
    columns: columns(db),
  });
}

/** Finds the first customers by name whose name, e-mail or mobile contains a keyword. */
export async function findByKeyword(
  db: Db,
  scope: Scope,
  keyword: string,
  limit: number,
): Promise<CustomerBrief[]> {
  const where = allOf(db, inScope(db, scope), filtersOf(db, { Keyword: keyword }));
  return plannedForItsValues(db<CustomerBrief[]>`
    select t.id, t.name, t.email, t.mobile from customers t where ${where}
    order by t.name_key, t.id limit ${limit}`);
}

/** Finds those of some ids that belong to this merchant and mode, unordered. */
export async function findBriefs(db: Db, scope: Scope, ids: readonly number[]): Promise<CustomerBrief[]> {
  return db<CustomerBrief[]>`
    select t.id, t.name, t.email, t.mobile from customers t
    where ${inScope(db, scope)} and t.id = any(${[...ids]}::bigint[])`;
}

/** Does the same and locks them until the transaction ends, in the order of their ids to prevent deadlocks. */
export async function lockBriefs(tx: Tx, scope: Scope, ids: readonly number[]): Promise<CustomerBrief[]> {
  return tx<CustomerBrief[]>`
    select t.id, t.name, t.email, t.mobile from customers t
    where ${inScope(tx, scope)} and t.id = any(${[...ids]}::bigint[])
    order by t.merchant_id, t.id for share`;
}

/** One customer. */
export async function findCustomer(db: Db, scope: Scope, id: number): Promise<CustomerRow | null> {
  const [row] = await db<CustomerRow[]>`
    select ${columns(db)} from customers t where ${inScope(db, scope)} and t.id = ${id}`;
  return row ?? null;
}

/** Locks a customer before a change. */
export async function lockCustomer(tx: Tx, scope: Scope, id: number): Promise<CustomerFormValues | null> {
  const [row] = await tx<CustomerFormValues[]>`
    select t.name, t.email, t.mobile, t.national_id as "nationalId", t.description
    from customers t where ${inScope(tx, scope)} and t.id = ${id} for no key update`;
  return row ?? null;
}

/** Returns which of a form's e-mail, mobile and national id another customer has, in the form's order. */
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

/** Adds a customer. @returns null when another one has its e-mail, mobile or national id. */
export async function insertCustomer(
  db: Db,
  caller: Caller,
  form: CustomerFormValues,
  now: Date,
): Promise<{ id: number; name: string } | null> {
  const [row] = await db<{ id: number; name: string }[]>`
    insert into customers (merchant_id, mode, name, email, mobile, national_id, description, created_by, created_at,
      updated_at)
    values (${caller.merchantId}, ${caller.mode}, ${form.name}, ${form.email}, ${form.mobile}, ${form.nationalId},
            ${form.description}, ${caller.userId}, ${now}, ${now})
    on conflict do nothing
    returning id, name`;
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
      national_id = ${form.nationalId}, description = ${form.description}, updated_at = ${now}
    where ${inScope(tx, scope)} and t.id = ${id}`;
}
