import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { Created, data, done, file, list } from './envelope.ts';
import { ExportFilters } from './exports.ts';
import { importForm, importPreview } from './imports.ts';
import { listQuery } from './paging.ts';
import { searchKey } from './search-key.ts';
import { Id, text } from './text.ts';

export const CATEGORY_SORTS = ['id', 'created_at', 'category'] as const;
export const SUB_CATEGORIES_MAXIMUM = 100;
const NAME_MAXIMUM = 100;

/** Drops repeated names and keeps the first spelling. */
function withoutRepeats(names: string[]): string[] {
  const seen = new Set<string>();
  return names.filter((name) => {
    const key = searchKey(name);
    return !seen.has(key) && seen.add(key);
  });
}

const SubCategories = z.pipe(
  z
    .array(text(NAME_MAXIMUM))
    .check(z.minLength(1, { error: 'Required' }), z.maxLength(SUB_CATEGORIES_MAXIMUM)),
  z.transform(withoutRepeats),
);

export const CategoryForm = z.object({ category: text(NAME_MAXIMUM), sub_category: SubCategories });
export type CategoryFormValues = z.output<typeof CategoryForm>;
export const CategoryUpdateForm = z.object({ category_id: Id, ...CategoryForm.shape });

/**
 * Match at the end of the previous match (sticky): a name with or without quotation marks, and the separator after it.
 */
const QUOTED_NAME = /[^\S\n]*"((?:[^"]|"")*)"[^\S\n]*(?:[,،;؛\n]|$)/y;
const PLAIN_NAME = /([^,،;؛\n]*)(?:[,،;؛\n]|$)/y;
/** Names that exported files must quote: they contain a separator or start with a quotation mark. */
export const NAME_TO_BE_QUOTED = /[,،;؛\n]|^"/;

/**
 * Splits a cell into names, separated by Latin or Arabic commas, semicolons or line breaks. A name that contains one of
 * these is in quotation marks, with inner quotation marks doubled, as in our exports.
 */
export function namesInCell(cell: string): string[] {
  const names: string[] = [];
  for (let at = 0; at < cell.length; ) {
    QUOTED_NAME.lastIndex = at;
    PLAIN_NAME.lastIndex = at;
    const quoted = QUOTED_NAME.exec(cell);
    const [, name = ''] = quoted ?? PLAIN_NAME.exec(cell)!;
    at = quoted ? QUOTED_NAME.lastIndex : PLAIN_NAME.lastIndex;
    names.push((quoted ? name.replaceAll('""', '"') : name).trim());
  }
  return names.filter((name) => name !== '');
}

/** One row of an import: its sub-categories are in one cell. */
export const CategoryRowForm = z.object({
  category: text(NAME_MAXIMUM),
  sub_category: z.pipe(z.pipe(z.string(), z.transform(namesInCell)), SubCategories),
});

export const SubCategory = z.object({ id: z.number(), name: z.string() });

export const Category = z.object({
  id: z.number(),
  category: z.string(),
  sub_category: z.array(SubCategory),
  products_count: z.number(),
  created_at: z.string(),
});
export type Category = z.output<typeof Category>;

export const CATEGORY_IMPORT_FIELDS = ['category', 'sub_category'] as const;
export const CategoryImportPreview = importPreview(CATEGORY_IMPORT_FIELDS);
export type CategoryImportPreview = z.output<typeof CategoryImportPreview>;

const WHO_EDITS = ['add-category', 'edit-category'] as const;

const filters = {
  /** A part of the name of the category or of one of its sub-categories; Arabic-aware. */
  keyword: z.optional(z.string().check(z.maxLength(255))),
};
const listOptions = { dialect: 'number', sort: CATEGORY_SORTS } as const;

export const categories = defineEndpoints({
  list: {
    method: 'GET',
    path: '/merchant/store/categories',
    base: 'mode',
    access: 'categories-list',
    query: listQuery({ ...listOptions, filters }),
    reply: list(Category),
  },
  /** Exports the chosen categories, or the rows that match the filters; the file can be imported again. */
  exportCsv: {
    method: 'GET',
    path: '/merchant/store/categories/exportCsv',
    base: 'mode',
    access: 'categories-list',
    query: listQuery({ ...listOptions, filters: { ...filters, ...ExportFilters } }),
    reply: file,
  },
  details: {
    method: 'GET',
    path: '/merchant/store/categories/details',
    base: 'mode',
    access: WHO_EDITS,
    query: z.object({ category_id: Id }),
    reply: data(Category),
  },
  create: {
    method: 'POST',
    path: '/merchant/store/categories/create-category',
    base: 'mode',
    access: 'add-category',
    idempotent: true,
    body: CategoryForm,
    reply: data(Created),
  },
  update: {
    method: 'PUT',
    path: '/merchant/store/categories/update-category',
    base: 'mode',
    access: WHO_EDITS,
    body: CategoryUpdateForm,
    reply: done,
  },
  delete: {
    method: 'DELETE',
    path: '/merchant/store/categories/delete-category',
    base: 'mode',
    access: 'delete-category',
    query: z.object({ category_id: Id }),
    reply: done,
  },
  importPreview: {
    method: 'POST',
    path: '/merchant/store/categories/import-category/preview',
    base: 'mode',
    access: 'import-category',
    consumes: 'multipart',
    body: importForm(CATEGORY_IMPORT_FIELDS),
    reply: data(CategoryImportPreview),
  },
  /** Imports all rows or none: any invalid row is answered 422 with `errors: {"row 7 · category": […]}`. */
  import: {
    method: 'POST',
    path: '/merchant/store/categories/import-category',
    base: 'mode',
    access: 'import-category',
    consumes: 'multipart',
    body: importForm(CATEGORY_IMPORT_FIELDS),
    reply: data(z.object({ added: z.number(), skipped: z.number() })),
  },
});
