import { toPounds } from '@daftar/contract/money';
import type { ProductFormValues } from '@daftar/contract/product-forms';
import type { Product, StoreStatistics } from '@daftar/contract/products';
import { recordAudit } from '../audit/record.ts';
import type { App, Caller, Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { refusedKey } from '../platform/db/refused-key.ts';
import { transaction } from '../platform/db/transaction.ts';
import { InvalidError } from '../platform/http/errors.ts';
import type { Page } from '../platform/lists/page.ts';
import { storeAddress } from './address.ts';
import { codeTaken, ProductNotFound } from './errors.ts';
import { deleteUnshownImages, writeImages } from './images.ts';
import { stockAfterEdit } from './rules.ts';
import * as store from './store.ts';
import * as figures from './store-figures.ts';

/** Lists one page of the caller's products. */
export async function listProducts(
  app: App,
  caller: Caller,
  request: store.ListRequest,
): Promise<Page<Product>> {
  const address = await storeAddress(app, caller);
  const { rows, meta } = await store.listProducts(app.db, caller, request);
  return { rows: rows.map((row) => wireOf(row, address)), meta };
}

/** Returns one product. @throws ProductNotFound */
export async function getProduct(app: App, scope: Scope, id: number): Promise<Product> {
  const [found] = await store.findProducts(app.db, scope, [id]);
  if (!found) throw new ProductNotFound();
  return wireOf(found, await storeAddress(app, scope));
}

const addressOf = (address: string, id: number) => `${address}/products/${id}`;

function wireOf(row: store.ProductRow, address: string): Product {
  return {
    id: row.id,
    product_name: row.name,
    product_code: row.code,
    description: row.description,
    price: toPounds(row.pricePiastres),
    currency: 'EGP',
    weight: row.weightGrams === null ? null : row.weightGrams / 1000,
    in_stock: row.available,
    reserved: row.reserved,
    category: row.category,
    category_id: row.categoryId,
    sub_category: row.subCategory,
    sub_category_id: row.subCategoryId,
    attachment: row.images[0] ?? null,
    attachments: row.images,
    created_at: row.createdAt.toISOString(),
    url: addressOf(address, row.id),
  };
}

/** Lists products by name, for a choice field. */
export const productNames = (app: App, scope: Scope, keyword: string) =>
  store.findNames(app.db, scope, keyword);

/** Returns the figures above the list. */
export async function readStatistics(app: App, scope: Scope): Promise<StoreStatistics> {
  const { products, salesPiastres, newOrders, customers } = await figures.findFigures(app.db, scope);
  return { total: products, sales: toPounds(salesPiastres), newOrders, customer: customers };
}

/** Returns the payment options of the caller's store. */
export const readOptions = (db: Db, scope: Scope) => figures.findOptions(db, scope);

/** Changes the payment options of the store. */
export function saveOptions(app: App, caller: Caller, options: figures.Options): Promise<void> {
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    await figures.saveOptions(tx, caller, options);
    await recordAudit(tx, caller, now, {
      action: 'store.options',
      subject: 'store',
      after: { ...options },
    });
  });
}

/**
 * Locks the category and sub-category of a form.
 * @throws InvalidError 422 on the field whose category or sub-category does not exist.
 */
async function requirePlace(tx: Tx, scope: Scope, form: ProductFormValues): Promise<void> {
  const place = await store.lockPlace(tx, scope, form);
  if (!place.category) throw InvalidError.field('category_id', 'UnknownCategory');
  if (!place.sub) throw InvalidError.field('sub_category_id', 'UnknownSubCategory');
}

/** Adds a product with its pictures. @throws InvalidError 422: code taken, unknown category or picture */
export function createProduct(
  app: App,
  caller: Caller,
  form: ProductFormValues,
): Promise<{ id: number; url: string }> {
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    await requirePlace(tx, caller, form);
    const id = await store.insertProduct(tx, caller, form, now);
    if (id === null) throw codeTaken();
    await writeImages(tx, caller, id, form, now);
    await recordAudit(tx, caller, now, {
      action: 'product.create',
      subject: `product:${id}`,
      after: { ...form },
    });
    return { id, url: addressOf(await storeAddress({ ...app, db: tx }, caller), id) };
  });
}

/**
 * Changes a product; pieces sold since the form was opened are subtracted from the stock in the form.
 * @throws ProductNotFound, InvalidError 422
 */
export async function updateProduct(
  app: App,
  caller: Caller,
  id: number,
  form: ProductFormValues & { in_stock_before?: number | null | undefined },
): Promise<void> {
  const now = app.clock.now();
  try {
    await transaction(app.db, async (tx) => {
      const before = await store.lockProduct(tx, caller, id);
      if (!before) throw new ProductNotFound();
      await requirePlace(tx, caller, form);
      if (await store.isCodeTaken(tx, caller, form.product_code, id)) throw codeTaken();
      const inStock = stockAfterEdit(before, form.in_stock, form.in_stock_before ?? null);
      await store.updateProduct(tx, caller, id, { ...form, inStock }, now);
      await writeImages(tx, caller, id, form, now);
      await recordAudit(tx, caller, now, {
        action: 'product.update',
        subject: `product:${id}`,
        before: { ...before },
        after: { ...form, inStock },
      });
    });
  } catch (error) {
    // Another request may take the code between the check and the write.
    throw (await refusedKey(app.db, error)) === 'products_code' ? codeTaken() : error;
  }
}

/** Deletes a product; orders keep it as it was, with the picture they show. @throws ProductNotFound */
export function deleteProduct(app: App, caller: Caller, id: number): Promise<void> {
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    const before = await store.lockProduct(tx, caller, id);
    if (!before) throw new ProductNotFound();
    await store.removeProduct(tx, caller, id, now);
    await deleteUnshownImages(tx, caller, id, app.clock.now());
    await recordAudit(tx, caller, now, {
      action: 'product.delete',
      subject: `product:${id}`,
      before: { ...before },
    });
  });
}
