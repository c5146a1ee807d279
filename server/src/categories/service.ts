import type { Category, CategoryFormValues } from '@daftar/contract/categories';
import { recordAudit } from '../audit/record.ts';
import type { App, Caller, Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { refusedKey } from '../platform/db/refused-key.ts';
import { transaction } from '../platform/db/transaction.ts';
import type { Page } from '../platform/lists/page.ts';
import { CategoryInUse, CategoryNotFound, categoryTaken, SubCategoryInUse } from './errors.ts';
import * as store from './store.ts';

/** Lists one page of the caller's categories. */
export async function listCategories(
  app: App,
  caller: Caller,
  request: store.ListRequest,
): Promise<Page<Category>> {
  const { rows, meta } = await store.listCategories(app.db, caller, request);
  return { rows: rows.map(wireOf), meta };
}

/** Returns one category. @throws CategoryNotFound */
export async function getCategory(app: App, scope: Scope, id: number): Promise<Category> {
  const found = await store.findCategory(app.db, scope, id);
  if (!found) throw new CategoryNotFound();
  return wireOf(found);
}

function wireOf(row: store.CategoryRow): Category {
  return {
    id: row.id,
    category: row.name,
    sub_category: row.subs,
    products_count: row.productsCount,
    created_at: row.createdAt.toISOString(),
  };
}

/** Lists all categories for a choice field. */
export const categoryChoices = (db: Db, scope: Scope) => store.findChoices(db, scope);

/** Lists the sub-categories of a category for a choice field. */
export const subCategoryChoices = (db: Db, scope: Scope, id: number) => store.findSubChoices(db, scope, id);

/** Returns every category with its sub-categories, by name. */
export const categoryTree = (db: Db, scope: Scope) => store.findTree(db, scope);

/** Returns the categories that have products on sale, for shoppers. */
export const filledCategories = (db: Db, scope: Scope, most: number) => store.findFilledTree(db, scope, most);

/** Adds a category. @throws InvalidError 422 when its name is taken */
export function createCategory(app: App, caller: Caller, form: CategoryFormValues): Promise<{ id: number }> {
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    const id = await store.insertCategory(tx, caller, form.category, now);
    if (id === null) throw categoryTaken();
    await store.writeSubs(tx, caller, id, form.sub_category);
    await recordAudit(tx, caller, now, {
      action: 'category.create',
      subject: `category:${id}`,
      after: { ...form },
    });
    return { id };
  });
}

/**
 * Changes a category's name and sub-categories; sub-categories that keep their name keep their products.
 * @throws CategoryNotFound, SubCategoryInUse, InvalidError 422 when its name is taken
 */
export async function updateCategory(
  app: App,
  caller: Caller,
  id: number,
  form: CategoryFormValues,
): Promise<void> {
  const now = app.clock.now();
  try {
    await transaction(app.db, async (tx) => {
      const before = await store.lockCategory(tx, caller, id);
      if (!before) throw new CategoryNotFound();
      if (!(await store.renameCategory(tx, caller, id, form.category, now))) throw categoryTaken();
      const used = await store.findSubInUse(tx, caller, id, form.sub_category);
      if (used) throw new SubCategoryInUse(used.name, used.count);
      await store.writeSubs(tx, caller, id, form.sub_category);
      await recordAudit(tx, caller, now, {
        action: 'category.update',
        subject: `category:${id}`,
        before: { category: before.name },
        after: { ...form },
      });
    });
  } catch (error) {
    // Another request may take the name between the check and the write.
    throw (await refusedKey(app.db, error)) === 'categories_name' ? categoryTaken() : error;
  }
}

/** Deletes a category that has no products. @throws CategoryNotFound, CategoryInUse */
export function deleteCategory(app: App, caller: Caller, id: number): Promise<void> {
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    const before = await store.lockCategory(tx, caller, id);
    if (!before) throw new CategoryNotFound();
    const count = await store.countProducts(tx, caller, id);
    if (count > 0) throw new CategoryInUse(count);
    await store.deleteCategory(tx, caller, id);
    await recordAudit(tx, caller, now, {
      action: 'category.delete',
      subject: `category:${id}`,
      before: { category: before.name },
    });
  });
}
