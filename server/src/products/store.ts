import type { ProductFormValues } from '@daftar/contract/product-forms';
import type { PRODUCT_SORTS } from '@daftar/contract/products';
import type { Caller, Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { inScope, withinDays } from '../platform/lists/conditions.ts';
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

/** A product as shown. */
export interface ProductRow {
  id: number;
  name: string;
  code: string;
  description: string;
  pricePiastres: number;
  weightGrams: number | null;
  /** Pieces that can be sold. */
  available: number;
  reserved: number;
  categoryId: number;
  category: string;
  subCategoryId: number;
  subCategory: string;
  /** The addresses of its pictures, in order. */
  images: string[];
  createdAt: Date;
}

/** The list's parsed filters; amounts in piastres, days in Cairo time. */
export interface ListFilters {
  keyword?: string | undefined;
  product_name?: string | undefined;
  product_code?: string | undefined;
  price_from?: number | undefined;
  price_to?: number | undefined;
  category?: number | undefined;
  sub_category?: number | undefined;
  created_from?: string | undefined;
  created_to?: string | undefined;
}

type Sort = (typeof PRODUCT_SORTS)[number];

/** Each sort has an index of the table. */
const sorts: Record<Sort, SortColumn> = {
  id: { expression: 't.id', unique: true },
  created_at: { expression: 't.created_at' },
  product_name: { expression: 't.name_key' },
  product_code: { expression: 't.code_key', unique: true },
  price: { expression: 't.price_piastres' },
  in_stock: { expression: '(t.in_stock - t.reserved)' },
};

const present = (db: Db, scope: Scope) => db`${inScope(db, scope)} and t.removed_at is null`;

const columns = (db: Db) => db`
  t.id, t.name, t.code, t.description, t.price_piastres as "pricePiastres", t.weight_grams as "weightGrams",
  t.in_stock - t.reserved as available, t.reserved, t.category_id as "categoryId",
  t.sub_category_id as "subCategoryId", t.created_at as "createdAt",
  (select c.name from categories c where c.merchant_id = t.merchant_id and c.id = t.category_id) as category,
  (select s.name from sub_categories s
    where s.merchant_id = t.merchant_id and s.id = t.sub_category_id) as "subCategory",
  array(select i.address from product_images i
         where i.merchant_id = t.merchant_id and i.product_id = t.id and i.removed_at is null
         order by i.position, i.id) as images`;

function filtersOf(db: Db, filters: ListFilters): Sql[] {
  const conditions: Sql[] = [];
  const { keyword = '', product_name: name = '', product_code: code = '' } = filters;
  if (typedText(keyword) !== '') conditions.push(db`t.search_text like ${containsPattern(keyword)}`);
  // The index covers all columns together; the column itself confirms the match.
  for (const [typed, column] of [
    [name, db`t.name_key`],
    [code, db`t.code_key`],
  ] as const) {
    if (typedText(typed) === '') continue;
    const pattern = containsPattern(typed);
    conditions.push(db`t.search_text like ${pattern}`, db`${column} like ${pattern}`);
  }
  if (filters.price_from !== undefined) conditions.push(db`t.price_piastres >= ${filters.price_from}`);
  if (filters.price_to !== undefined) conditions.push(db`t.price_piastres <= ${filters.price_to}`);
  if (filters.category !== undefined) conditions.push(db`t.category_id = ${filters.category}`);
  if (filters.sub_category !== undefined) conditions.push(db`t.sub_category_id = ${filters.sub_category}`);
  conditions.push(...withinDays(db, filters.created_from, filters.created_to));
  return conditions;
}

/** The paging and filters of a list request. */
export interface ListRequest {
  paging: Parameters<typeof readPage>[1] & { sortBy: Sort };
  filters: ListFilters;
}

/** Lists one page of a merchant's products. */
export function listProducts(
  db: Db,
  scope: Scope,
  { paging, filters }: ListRequest,
): Promise<Page<ProductRow>> {
  return readPage<ProductRow>(db, paging, {
    table: 'products',
    scope: present(db, scope),
    filters: filtersOf(db, filters),
    sort: sorts[paging.sortBy],
    columns: columns(db),
  });
}

/** An exported product. */
export interface ExportedProduct
  extends Pick<ProductRow, 'name' | 'code' | 'description' | 'pricePiastres' | 'available' | 'reserved'> {
  category: string;
  subCategory: string;
  kilograms: number | null;
  /** The day in Cairo. */
  addedOn: string;
  /** Its page in the store. */
  address: string;
}

/** Reads the chosen products, or all that match the filters, in the list's order. @param address of the store */
export function exportProducts(
  db: Db,
  scope: Scope,
  paging: ListRequest['paging'],
  { ids, ...filters }: ListFilters & { ids?: readonly number[] | undefined },
  address: string,
) {
  const chosen = chosenOr(db, ids, () => filtersOf(db, filters));
  return db<ExportedProduct[]>`
    select t.name, t.code, t.description, t.price_piastres as "pricePiastres", t.reserved,
           t.in_stock - t.reserved as available, c.name as category, s.name as "subCategory",
           (t.weight_grams / 1000.0)::float8 as kilograms,
           to_char(t.created_at at time zone 'Africa/Cairo', 'YYYY-MM-DD') as "addedOn",
           ${`${address}/products/`}::text || t.id as address
      from products t
      left join categories c on c.merchant_id = t.merchant_id and c.id = t.category_id
      left join sub_categories s on s.merchant_id = t.merchant_id and s.id = t.sub_category_id
     where ${allOf(db, present(db, scope), chosen)}
     order by ${orderBy(db, sorts[paging.sortBy], paging.sortType)}`;
}

/** Returns the products with these ids that exist, unordered. */
export async function findProducts(db: Db, scope: Scope, ids: readonly number[]): Promise<ProductRow[]> {
  return db<ProductRow[]>`
    select ${columns(db)} from products t where ${present(db, scope)} and t.id = any(${[...ids]}::bigint[])`;
}

/** Lists product names that match a keyword, by name. */
export async function findNames(
  db: Db,
  scope: Scope,
  keyword: string,
): Promise<{ id: number; name: string }[]> {
  const filters = filtersOf(db, { product_name: keyword });
  return db<{ id: number; name: string }[]>`
    select t.id, t.name from products t
     where ${allOf(db, present(db, scope), filters)}
     order by t.name_key, t.id limit 1000`;
}

/** Finds the merchant's store address. */
export async function findSlug(db: Db, scope: Pick<Scope, 'merchantId'>): Promise<string> {
  const [row] = await db<{ slug: string }[]>`
    select store_slug as slug from merchants where id = ${scope.merchantId}`;
  return row!.slug;
}

/** A locked product. */
export interface LockedProduct {
  name: string;
  code: string;
  pricePiastres: number;
  inStock: number;
  reserved: number;
}

/** Locks a product before a change. */
export async function lockProduct(tx: Tx, scope: Scope, id: number): Promise<LockedProduct | null> {
  const [row] = await tx<LockedProduct[]>`
    select t.name, t.code, t.price_piastres as "pricePiastres", t.in_stock as "inStock", t.reserved
      from products t where ${present(tx, scope)} and t.id = ${id} for no key update`;
  return row ?? null;
}

/** Returns whether the caller has this category and sub-category; locks them until the transaction ends. */
export async function lockPlace(
  tx: Tx,
  scope: Scope,
  place: { category_id: number; sub_category_id: number },
): Promise<{ category: boolean; sub: boolean }> {
  const [row] = await tx<{ sub: boolean }[]>`
    select exists (select 1 from sub_categories s where s.merchant_id = ${scope.merchantId} and s.category_id = c.id
                      and s.id = ${place.sub_category_id}) as sub
      from categories c
     where c.merchant_id = ${scope.merchantId} and c.mode = ${scope.mode} and c.id = ${place.category_id}
       for key share`;
  return { category: row !== undefined, sub: row?.sub ?? false };
}

/** Returns whether another product has a code. */
export async function isCodeTaken(
  db: Db,
  scope: Scope,
  code: string,
  exceptId: number | null,
): Promise<boolean> {
  const [row] = await db`
    select 1 from products t
     where ${present(db, scope)} and t.code_key = search_key(${code}) and t.id <> ${exceptId ?? 0}`;
  return row !== undefined;
}

/** Adds a product. @returns null when another one has its code. */
export async function insertProduct(
  tx: Tx,
  caller: Caller,
  form: ProductFormValues,
  now: Date,
): Promise<number | null> {
  const [row] = await tx<{ id: number }[]>`
    insert into products (merchant_id, mode, name, code, description, price_piastres, weight_grams, in_stock,
      category_id, sub_category_id, created_by, created_at, updated_at)
    values (${caller.merchantId}, ${caller.mode}, ${form.product_name}, ${form.product_code}, ${form.description},
            ${form.price}, ${form.weight}, ${form.in_stock}, ${form.category_id}, ${form.sub_category_id},
            ${caller.userId}, ${now}, ${now})
    on conflict do nothing returning id`;
  return row?.id ?? null;
}

/** Updates a locked product; `inStock` includes the reserved pieces. */
export async function updateProduct(
  tx: Tx,
  scope: Scope,
  id: number,
  form: Omit<ProductFormValues, 'in_stock'> & { inStock: number },
  now: Date,
): Promise<void> {
  await tx`
    update products t set name = ${form.product_name}, code = ${form.product_code},
      description = ${form.description}, price_piastres = ${form.price}, weight_grams = ${form.weight},
      in_stock = ${form.inStock}, category_id = ${form.category_id}, sub_category_id = ${form.sub_category_id},
      updated_at = ${now}
    where ${present(tx, scope)} and t.id = ${id}`;
}

/** Marks a locked product as deleted; orders still refer to it. */
export async function removeProduct(tx: Tx, scope: Scope, id: number, now: Date): Promise<void> {
  await tx`
    update products t set removed_at = ${now}, category_id = null, sub_category_id = null, updated_at = ${now}
    where ${present(tx, scope)} and t.id = ${id}`;
}
