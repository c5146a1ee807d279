import type { ProductRowValues } from '@daftar/contract/product-forms';
import { searchKey } from '@daftar/contract/search-key';
import type { Caller, Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';

/** A row of an import to be inserted. */
export interface ImportedProduct extends Omit<ProductRowValues, 'category' | 'sub_category' | 'created_at'> {
  categoryId: number;
  subCategoryId: number;
  createdAt: Date;
}

/** Returns which of the codes are taken, in the form in which codes are compared. */
export async function findTakenCodes(db: Db, scope: Scope, codes: readonly string[]): Promise<string[]> {
  const rows = await db<{ key: string }[]>`
    select t.code_key as key from products t
     where t.merchant_id = ${scope.merchantId} and t.mode = ${scope.mode} and t.removed_at is null
       and t.code_key = any(${codes.map(searchKey)})`;
  return rows.map(({ key }) => key);
}

/** Inserts products, skipping codes that exist. @returns how many were new. */
export async function insertProducts(
  tx: Tx,
  caller: Caller,
  rows: readonly ImportedProduct[],
  now: Date,
): Promise<number> {
  const column = <K extends keyof ImportedProduct>(key: K) => rows.map((row) => row[key]);
  const result = await tx`
    insert into products (merchant_id, mode, name, code, description, price_piastres, weight_grams, in_stock,
      category_id, sub_category_id, created_by, created_at, updated_at)
    select ${caller.merchantId}, ${caller.mode}, n.name, n.code, n.description, n.price, n.weight, n.in_stock,
           n.category, n.sub, ${caller.userId}, n.created_at, ${now}
      from unnest(${column('product_name')}::text[], ${column('product_code')}::text[],
                  ${column('description')}::text[], ${column('price')}::bigint[], ${column('weight')}::int[],
                  ${column('in_stock')}::int[], ${column('categoryId')}::bigint[],
                  ${column('subCategoryId')}::bigint[], ${rows.map(({ createdAt }) => createdAt.toISOString())}::timestamptz[])
           as n(name, code, description, price, weight, in_stock, category, sub, created_at)
    on conflict do nothing`;
  return result.count;
}
