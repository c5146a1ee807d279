import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done, file, list } from './envelope.ts';
import { ExportFilters } from './exports.ts';
import { importForm } from './imports.ts';
import { Amount } from './money.ts';
import { Day, listQuery } from './paging.ts';
import {
  PRODUCT_IMPORT_FIELDS,
  ProductForm,
  ProductImportPreview,
  ProductUpdateForm,
} from './product-forms.ts';
import { Id, text } from './text.ts';

export const PRODUCT_SORTS = [
  'id',
  'created_at',
  'product_name',
  'product_code',
  'price',
  'in_stock',
] as const;

export const Product = z.object({
  id: z.number(),
  product_name: z.string(),
  product_code: z.string(),
  description: z.string(),
  price: z.number(),
  currency: z.string(),
  /** Kilograms. */
  weight: z.nullable(z.number()),
  /** Pieces available for sale, excluding those being paid for. */
  in_stock: z.number(),
  /** Pieces of orders that are being paid. */
  reserved: z.number(),
  category: z.string(),
  category_id: z.number(),
  sub_category: z.string(),
  sub_category_id: z.number(),
  /** URL of the first picture. */
  attachment: z.nullable(z.string()),
  attachments: z.array(z.string()),
  created_at: z.string(),
  /** Its page in the store. */
  url: z.string(),
});
export type Product = z.output<typeof Product>;

export const StoreStatistics = z.object({
  total: z.number(),
  /** The value of paid orders, in pounds. */
  sales: z.number(),
  newOrders: z.number(),
  customer: z.number(),
});
export type StoreStatistics = z.output<typeof StoreStatistics>;

export const StoreOptions = z
  .object({
    pay_now: z.boolean(),
    cash_on_delivery: z.boolean(),
    /** True: shoppers who pay on delivery must confirm their mobile number with a code. */
    confirm_phones: z._default(z.boolean(), true),
  })
  .check(
    z.refine((options) => options.pay_now || options.cash_on_delivery, {
      error: 'Required',
      path: ['pay_now'],
    }),
  );

const Choices = z.array(z.object({ id: z.number(), name: z.string() }));
const WHO_EDITS = ['add-product', 'edit-product'] as const;
const WHO_CHOOSES = ['products-list', ...WHO_EDITS] as const;
const Keyword = z.optional(z.string().check(z.maxLength(255)));

const filters = {
  /** Matches name, code and description; Arabic-aware. */
  keyword: Keyword,
  product_name: Keyword,
  product_code: Keyword,
  price_from: z.optional(Amount),
  price_to: z.optional(Amount),
  /** Ids. */
  category: z.optional(Id),
  sub_category: z.optional(Id),
  created_from: z.optional(Day),
  created_to: z.optional(Day),
};
const listOptions = {
  dialect: 'number',
  sort: PRODUCT_SORTS,
  ranges: [
    ['price_from', 'price_to'],
    ['created_from', 'created_to'],
  ],
} as const;

export const products = defineEndpoints({
  statistics: {
    method: 'GET',
    path: '/merchant/store/products/statistics',
    base: 'mode',
    access: ['store-management', 'products-list'],
    reply: data(StoreStatistics),
  },
  link: {
    method: 'GET',
    path: '/merchant/store/products/link',
    base: 'mode',
    access: ['store-management', 'products-list'],
    reply: data(z.object({ link: z.string() })),
  },
  options: {
    method: 'GET',
    path: '/merchant/store/options',
    base: 'mode',
    access: ['store-management', 'store-settings'],
    reply: data(
      z.object({ pay_now: z.boolean(), cash_on_delivery: z.boolean(), confirm_phones: z.boolean() }),
    ),
  },
  saveOptions: {
    method: 'POST',
    path: '/merchant/store/options',
    base: 'mode',
    access: ['store-management', 'store-settings'],
    body: StoreOptions,
    reply: done,
  },
  names: {
    method: 'GET',
    path: '/merchant/store/lookup/products-name',
    base: 'mode',
    access: WHO_CHOOSES,
    query: z.object({ keyword: Keyword }),
    reply: data(Choices),
  },
  categoryChoices: {
    method: 'GET',
    path: '/merchant/store/lookup/categories',
    base: 'mode',
    access: WHO_CHOOSES,
    reply: data(Choices),
  },
  subCategoryChoices: {
    method: 'GET',
    path: '/merchant/store/lookup/sub-categories',
    base: 'mode',
    access: WHO_CHOOSES,
    /** The id of a category; the result is empty for another merchant's. */
    query: z.object({ category: Id }),
    reply: data(Choices),
  },
  list: {
    method: 'GET',
    path: '/merchant/store/products',
    base: 'mode',
    access: 'products-list',
    query: listQuery({ ...listOptions, filters }),
    reply: list(Product),
  },
  /** Exports the chosen products, or the rows that match the filters. The headings are those of an import file. */
  exportCsv: {
    method: 'GET',
    path: '/merchant/store/products/exportCsv',
    base: 'mode',
    access: 'products-list',
    query: listQuery({ ...listOptions, filters: { ...filters, ...ExportFilters } }),
    reply: file,
  },
  details: {
    method: 'GET',
    path: '/merchant/store/products/details',
    base: 'mode',
    access: WHO_CHOOSES,
    query: z.object({ product_id: Id }),
    reply: data(Product),
  },
  create: {
    method: 'POST',
    path: '/merchant/store/products/create-product',
    base: 'mode',
    access: 'add-product',
    idempotent: true,
    body: ProductForm,
    reply: data(z.object({ id: z.number(), url: z.string() })),
  },
  update: {
    method: 'POST',
    path: '/merchant/store/products/update-product',
    base: 'mode',
    access: WHO_EDITS,
    body: ProductUpdateForm,
    reply: done,
  },
  delete: {
    method: 'DELETE',
    path: '/merchant/store/products/delete-product',
    base: 'mode',
    access: 'delete-product',
    query: z.object({ product_id: Id }),
    reply: done,
  },
  importPreview: {
    method: 'POST',
    path: '/merchant/store/products/import-product/preview',
    base: 'mode',
    access: 'import-products',
    consumes: 'multipart',
    body: importForm(PRODUCT_IMPORT_FIELDS),
    reply: data(ProductImportPreview),
  },
  /** Imports all rows or none: any invalid row is answered 422 with `errors: {"row 7 · price": […]}`. */
  import: {
    method: 'POST',
    path: '/merchant/store/products/import-product',
    base: 'mode',
    access: 'import-products',
    consumes: 'multipart',
    body: importForm(PRODUCT_IMPORT_FIELDS),
    reply: data(z.object({ added: z.number(), skipped: z.number() })),
  },
  uploadImage: {
    method: 'POST',
    path: '/merchant/store/products/upload-product-img',
    base: 'mode',
    access: WHO_EDITS,
    consumes: 'multipart',
    /** `path` is for saving a product; `url` shows the picture. */
    reply: data(z.object({ path: z.string(), url: z.string() })),
  },
  /** Deletes an upload that no product uses. */
  removeUpload: {
    method: 'POST',
    path: '/merchant/store/products/remove-upload-product-img',
    base: 'mode',
    access: WHO_EDITS,
    body: z.object({ path: text(300) }),
    reply: done,
  },
  /** Removes a picture from a product; the last one stays. */
  removeImage: {
    method: 'POST',
    path: '/merchant/store/products/remove-image',
    base: 'mode',
    access: WHO_EDITS,
    query: z.object({ product_id: Id }),
    body: z.object({ url: text(300) }),
    reply: done,
  },
});
