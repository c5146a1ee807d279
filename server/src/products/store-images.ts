import type { Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';

export interface ImageRow {
  path: string;
  address: string;
}

/** Lists the pictures of a locked product, in order. */
export async function findImages(db: Db, scope: Scope, productId: number): Promise<ImageRow[]> {
  return db<ImageRow[]>`
    select path, address from product_images
     where merchant_id = ${scope.merchantId} and product_id = ${productId} and removed_at is null
     order by position, id`;
}

/** Lists the pictures of a locked product that no order shows. */
export async function findUnshownImages(db: Db, scope: Scope, productId: number): Promise<ImageRow[]> {
  return db<ImageRow[]>`
    select i.path, i.address from product_images i
     where i.merchant_id = ${scope.merchantId} and i.product_id = ${productId} and not exists (
           select from order_items o
            where o.merchant_id = i.merchant_id and o.product_id = i.product_id and o.image_address = i.address)`;
}

/** Returns whether any product uses or used a picture. */
export async function isUsed(db: Db, scope: Scope, path: string): Promise<boolean> {
  const [row] = await db`
    select 1 from product_images where merchant_id = ${scope.merchantId} and path = ${path}`;
  return row !== undefined;
}

/** Adds a picture to a product. @returns false when it belongs to another product. */
export async function insertImage(
  tx: Tx,
  scope: Scope,
  productId: number,
  image: ImageRow,
  now: Date,
): Promise<boolean> {
  const rows = await tx`
    insert into product_images (merchant_id, product_id, path, address, position, created_at)
    values (${scope.merchantId}, ${productId}, ${image.path}, ${image.address}, 0, ${now})
    on conflict do nothing returning 1`;
  return rows.length > 0;
}

/** Sets the order of a product's pictures. */
export async function orderImages(
  tx: Tx,
  scope: Scope,
  productId: number,
  paths: readonly string[],
): Promise<void> {
  await tx`
    update product_images i set position = n.place
      from unnest(${[...paths]}::text[]) with ordinality as n(path, place)
     where i.merchant_id = ${scope.merchantId} and i.product_id = ${productId} and i.path = n.path`;
}

/** Removes pictures from a product and from the orders that showed them. @returns the paths of the files to delete */
export async function removeImages(
  tx: Tx,
  scope: Scope,
  productId: number,
  paths: readonly string[],
): Promise<string[]> {
  const removed = await tx<{ path: string; address: string }[]>`
    delete from product_images i
     where i.merchant_id = ${scope.merchantId} and i.product_id = ${productId} and i.path = any(${[...paths]})
    returning path, address`;
  await tx`
    update order_items o set image_address = null
     where o.merchant_id = ${scope.merchantId} and o.product_id = ${productId}
       and o.image_address = any(${removed.map(({ address }) => address)})`;
  return removed.map(({ path }) => path);
}
