import { type CATEGORY_SORTS, type CategoryFormValues, NAME_TO_BE_QUOTED } from '@daftar/contract/categories';
import { searchKey } from '@daftar/contract/search-key';
import type { Caller, Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { inScope } from '../platform/lists/conditions.ts';
import {
  allOf,
  chosenOr,
  orderBy,
  type Page,
  readPage,
  type SortColumn,
  type Sql,
} from '../platform/lists/page.ts';
import { containsPattern, typedText } from '../platform/lists/search.ts';

export interface NamedRow {
  id: number;
  name: string;
}

/** A category as listed. */
export interface CategoryRow extends NamedRow {
  subs: NamedRow[];
  productsCount: number;
  createdAt: Date;
}

type Sort = (typeof CATEGORY_SORTS)[number];

/** Each sort has an index of the table. */
const sorts: Record<Sort, SortColumn> = {
  id: { expression: 't.id', unique: true },
  created_at: { expression: 't.created_at' },
  category: { expression: 't.name_key', unique: true },
};

const subsOf = (db: Db) => db`
  (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name) order by s.position, s.id), '[]')
     from sub_categories s where s.merchant_id = t.merchant_id and s.category_id = t.id) as subs`;

const productsOf = (db: Db) => db`
  (select count(*)::int from products p
    where p.merchant_id = t.merchant_id and p.category_id = t.id and p.removed_at is null)`;

const columns = (db: Db) => db`
  t.id, t.name, t.created_at as "createdAt", ${subsOf(db)}, ${productsOf(db)} as "productsCount"`;

/** The paging and filters of a list request. */
export interface ListRequest {
  paging: Parameters<typeof readPage>[1] & { sortBy: Sort };
  filters: { keyword?: string | undefined };
}

function filtersOf(db: Db, { keyword = '' }: ListRequest['filters']): Sql[] {
  if (typedText(keyword) === '') return [];
  const pattern = containsPattern(keyword);
  return [
    db`(t.name_key like ${pattern} or exists (
         select 1 from sub_categories s
          where s.merchant_id = t.merchant_id and s.category_id = t.id and s.name_key like ${pattern}))`,
  ];
}

/** Lists one page of a merchant's categories. */
export function listCategories(
  db: Db,
  scope: Scope,
  { paging, filters }: ListRequest,
): Promise<Page<CategoryRow>> {
  return readPage<CategoryRow>(db, paging, {
    table: 'categories',
    scope: inScope(db, scope),
    filters: filtersOf(db, filters),
    sort: sorts[paging.sortBy],
    columns: columns(db),
  });
}

/** An exported category, with its sub-categories in one cell, in the format of an import. */
export interface ExportedCategory {
  name: string;
  subNames: string;
  productsCount: number;
  addedOn: string;
}

/** Reads the chosen categories, or all that match the filters, in the list's order. */
export function exportCategories(
  db: Db,
  scope: Scope,
  paging: ListRequest['paging'],
  { ids, ...filters }: ListRequest['filters'] & { ids?: readonly number[] | undefined },
) {
  const chosen = chosenOr(db, ids, () => filtersOf(db, filters));
  return db<ExportedCategory[]>`
    select t.name, ${productsOf(db)} as "productsCount",
           (select coalesce(string_agg(
                     case when s.name ~ ${NAME_TO_BE_QUOTED.source}::text then '"' || replace(s.name, '"', '""') || '"' else s.name end,
                     ', ' order by s.position, s.id), '')
              from sub_categories s where s.merchant_id = t.merchant_id and s.category_id = t.id) as "subNames",
           to_char(t.created_at at time zone 'Africa/Cairo', 'YYYY-MM-DD') as "addedOn"
      from categories t where ${allOf(db, inScope(db, scope), chosen)}
     order by ${orderBy(db, sorts[paging.sortBy], paging.sortType)}`;
}

/** Finds a category. */
export async function findCategory(db: Db, scope: Scope, id: number): Promise<CategoryRow | null> {
  const [row] = await db<CategoryRow[]>`
    select ${columns(db)} from categories t where ${inScope(db, scope)} and t.id = ${id}`;
  return row ?? null;
}

/** Lists all categories by name, for a choice field. */
export async function findChoices(db: Db, scope: Scope): Promise<NamedRow[]> {
  return db<NamedRow[]>`
    select t.id, t.name from categories t where ${inScope(db, scope)} order by t.name_key`;
}

/** Lists the sub-categories of a category, in the merchant's order; none when it belongs to another merchant. */
export async function findSubChoices(db: Db, scope: Scope, categoryId: number): Promise<NamedRow[]> {
  return db<NamedRow[]>`
    select s.id, s.name from categories t
      join sub_categories s on s.merchant_id = t.merchant_id and s.category_id = t.id
     where ${inScope(db, scope)} and t.id = ${categoryId} order by s.position, s.id`;
}

/** A category with its sub-categories. */
type Branch = NamedRow & { subs: NamedRow[] };

/** Returns every category with its sub-categories, by name. */
export async function findTree(db: Db, scope: Scope): Promise<Branch[]> {
  return db<Branch[]>`
    select t.id, t.name, ${subsOf(db)} from categories t where ${inScope(db, scope)} order by t.name_key`;
}

/**
 * Returns the first categories by name with products, with their sub-categories that have any, and whether there are
 * more.
 */
export async function findFilledTree(
  db: Db,
  scope: Scope,
  most: number,
): Promise<{ branches: Branch[]; isMore: boolean }> {
  // A scalar subquery, because `exists` would be planned as a join that reads the products of all categories.
  const oneProduct = db`
    select true from products p
     where p.merchant_id = t.merchant_id and p.removed_at is null and p.category_id = t.id`;
  const rows = await db<Branch[]>`
    select t.id, t.name,
           (select json_agg(json_build_object('id', s.id, 'name', s.name) order by s.position, s.id)
              from sub_categories s
             where s.merchant_id = t.merchant_id and s.category_id = t.id
               and (${oneProduct} and p.sub_category_id = s.id limit 1)) as subs
      from categories t where ${inScope(db, scope)} and (${oneProduct} limit 1)
     order by t.name_key limit ${most + 1}`;
  return { branches: rows.slice(0, most), isMore: rows.length > most };
}

/** Locks a category against changes and deletion until the transaction ends. */
export async function lockCategory(tx: Tx, scope: Scope, id: number): Promise<NamedRow | null> {
  const [row] = await tx<NamedRow[]>`
    select t.id, t.name from categories t where ${inScope(tx, scope)} and t.id = ${id} for update`;
  return row ?? null;
}

/** Adds a category. @returns null when another one has its name. */
export async function insertCategory(
  tx: Tx,
  caller: Caller,
  name: string,
  now: Date,
): Promise<number | null> {
  const [row] = await tx<{ id: number }[]>`
    insert into categories (merchant_id, mode, name, created_by, created_at, updated_at)
    values (${caller.merchantId}, ${caller.mode}, ${name}, ${caller.userId}, ${now}, ${now})
    on conflict do nothing returning id`;
  return row?.id ?? null;
}

/** Renames a locked category. @returns false when another one has the name. */
export async function renameCategory(
  tx: Tx,
  scope: Scope,
  id: number,
  name: string,
  now: Date,
): Promise<boolean> {
  const [other] = await tx`
    select 1 from categories t where ${inScope(tx, scope)} and t.name_key = ${searchKey(name)} and t.id <> ${id}`;
  if (other) return false;
  await tx`
    update categories t set name = ${name}, updated_at = ${now} where ${inScope(tx, scope)} and t.id = ${id}`;
  return true;
}

/** Finds a sub-category that has products and is not among the given names. */
export async function findSubInUse(
  tx: Tx,
  scope: Scope,
  categoryId: number,
  names: readonly string[],
): Promise<{ name: string; count: number } | undefined> {
  const [row] = await tx<{ name: string; count: number }[]>`
    select s.name, count(*)::int as count
      from sub_categories s
      join products p on p.merchant_id = s.merchant_id and p.category_id = s.category_id
        and p.sub_category_id = s.id and p.removed_at is null
     where s.merchant_id = ${scope.merchantId} and s.category_id = ${categoryId}
       and s.name_key <> all(${names.map(searchKey)})
     group by s.id, s.name order by s.id limit 1`;
  return row;
}

/** Replaces the sub-categories of a locked category; known names keep their ids. */
export async function writeSubs(
  tx: Tx,
  scope: Scope,
  categoryId: number,
  names: readonly string[],
): Promise<void> {
  await tx`
    delete from sub_categories where merchant_id = ${scope.merchantId} and category_id = ${categoryId}
       and name_key <> all(${names.map(searchKey)})`;
  await tx`
    insert into sub_categories (merchant_id, category_id, name, position)
    select ${scope.merchantId}, ${categoryId}, n.name, n.place
      from unnest(${[...names]}::text[]) with ordinality as n(name, place)
    on conflict (merchant_id, category_id, name_key) do update set name = excluded.name, position = excluded.position`;
}

/** Counts the products of a category. */
export async function countProducts(tx: Tx, scope: Scope, id: number): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from products
     where merchant_id = ${scope.merchantId} and category_id = ${id} and removed_at is null`;
  return row!.count;
}

/** Deletes a locked category with its sub-categories. */
export async function deleteCategory(tx: Tx, scope: Scope, id: number): Promise<void> {
  await tx`delete from categories t where ${inScope(tx, scope)} and t.id = ${id}`;
}

/** Returns which of the names are taken, in the normalised form used for comparison. */
export async function findTakenKeys(db: Db, scope: Scope, names: readonly string[]): Promise<string[]> {
  const rows = await db<{ key: string }[]>`
    select t.name_key as key from categories t
     where ${inScope(db, scope)} and t.name_key = any(${names.map(searchKey)})`;
  return rows.map(({ key }) => key);
}

/** Adds many categories with their sub-categories. @returns how many were new. */
export async function insertCategories(
  tx: Tx,
  caller: Caller,
  rows: readonly CategoryFormValues[],
  now: Date,
): Promise<number> {
  const added = await tx<{ id: number; key: string }[]>`
    insert into categories (merchant_id, mode, name, created_by, created_at, updated_at)
    select ${caller.merchantId}, ${caller.mode}, n, ${caller.userId}, ${now}, ${now}
      from unnest(${rows.map(({ category }) => category)}::text[]) n
    on conflict do nothing returning id, name_key as key`;
  const ids = new Map(added.map(({ id, key }) => [key, id]));
  const subs = rows.flatMap(({ category, sub_category }) => {
    const key = searchKey(category);
    const id = ids.get(key);
    // Of duplicate categories in a sheet, the first row counts.
    ids.delete(key);
    return id === undefined ? [] : sub_category.map((name, position) => ({ id, name, position }));
  });
  await tx`
    insert into sub_categories (merchant_id, category_id, name, position)
    select ${caller.merchantId}, n.id, n.name, n.position
      from unnest(${subs.map(({ id }) => id)}::bigint[], ${subs.map(({ name }) => name)}::text[],
                  ${subs.map(({ position }) => position)}::int[]) as n(id, name, position)`;
  return added.length;
}
