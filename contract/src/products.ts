import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done, file, list } from './envelope.ts';
import { ExportFilters } from './exports.ts';
import { importPreview } from './imports.ts';
import { Amount, PositiveAmount } from './money.ts';
import { Day, listQuery } from './paging.ts';
import { reads, whenRight } from './schema.ts';
import { Id, reference, text, toLatinDigits } from './text.ts';

export const PRODUCT_SORTS = [
  'id',
  'created_at',
  'product_name',
  'product_code',
  'price',
  'in_stock',
] as const;
/** Pictures chosen at once, and per product. */
export const PRODUCT_IMAGES_AT_ONCE = 4;
export const PRODUCT_IMAGES_MAXIMUM = 8;
export const STOCK_MAXIMUM = 1_000_000;
const DESCRIPTION_MAXIMUM = 5_000;

/** A whole number of pieces, including zero; Arabic digits too. */
export const Stock = reads(
  z.pipe(
    z.union([z.number(), z.string()]),
    z.transform((value: number | string, ctx): number => {
      const digits = toLatinDigits(String(value).trim());
      if (/^\d{1,7}$/.test(digits) && Number(digits) <= STOCK_MAXIMUM) return Number(digits);
      ctx.issues.push({
        code: 'custom',
        message: digits === '' ? 'Required' : 'InvalidStock',
        input: value,
      });
      return z.NEVER;
    }),
  ),
  { type: 'integer', minimum: 0, maximum: STOCK_MAXIMUM },
);

/** Kilograms with at most three decimals in the API → grams; absent or blank → null. */
export const Weight = reads(
  z.pipe(
    z.optional(z.nullable(z.union([z.number(), z.string()]))),
    z.transform((value: number | string | null | undefined, ctx): number | null => {
      const typed = toLatinDigits(String(value ?? '').trim()).replace('٫', '.');
      if (typed === '') return null;
      const [, kilograms = '', rest = ''] = /^(\d{1,5})(?:\.(\d{1,3}))?$/.exec(typed) ?? [];
      const grams = Number(kilograms) * 1000 + Number(rest.padEnd(3, '0'));
      if (kilograms !== '' && grams > 0) return grams;
      ctx.issues.push({ code: 'custom', message: 'InvalidWeight', input: value ?? '' });
      return z.NEVER;
    }),
  ),
  { type: ['number', 'string', 'null'], minimum: 0, maximum: 99_999.999 },
);

const ProductFields = {
  product_name: text(150),
  product_code: reference(60),
  description: text(DESCRIPTION_MAXIMUM),
  price: PositiveAmount,
  weight: Weight,
  in_stock: Stock,
};

/** Paths of uploaded pictures and, on edit, URLs of the ones that stay. */
const Images = z.optional(z.nullable(z.array(text(300)).check(z.maxLength(PRODUCT_IMAGES_MAXIMUM))));

const FormFields = {
  ...ProductFields,
  category_id: Id,
  sub_category_id: Id,
  product_images: Images,
  product_images_url: Images,
  /** The display order: paths and URLs of both lists; those not named come last. */
  images_order: Images,
};

type Pictured = {
  product_images?: readonly string[] | null | undefined;
  product_images_url?: readonly string[] | null | undefined;
};

const picturesOf = (form: Pictured) => [...(form.product_images_url ?? []), ...(form.product_images ?? [])];

const someImage = z.refine<Pictured>((form) => picturesOf(form).length > 0, {
  error: 'ImageRequired',
  path: ['product_images'],
  when: whenRight('product_images', 'product_images_url'),
});
const notTooMany = z.refine<Pictured>((form) => picturesOf(form).length <= PRODUCT_IMAGES_MAXIMUM, {
  error: 'TooManyImages',
  path: ['product_images'],
});

export const ProductForm = z.object(FormFields).check(someImage, notTooMany);
export type ProductFormInput = z.input<typeof ProductForm>;
export type ProductFormValues = z.output<typeof ProductForm>;

export const ProductUpdateForm = z
  .object({
    product_id: Id,
    ...FormFields,
    /** The stock that the form showed: what was sold since is subtracted from the new one. */
    in_stock_before: z.optional(z.nullable(Stock)),
  })
  .check(someImage, notTooMany);

/** One row of an import; categories by name, pictures are added later. */
export const ProductRowForm = z.object({
  ...ProductFields,
  category: text(100),
  sub_category: text(100),
  /** The day it was added, Y-m-d; today by default. */
  created_at: z.optional(z.union([z.literal(''), Day])),
});
export type ProductRowValues = z.output<typeof ProductRowForm>;

export const Product = z.object({
  id: z.number(),
  product_name: z.string(),
  product_code: z.string(),
  description: z.string(),
  price: z.number(),
  currency: z.string(),
  /** Kilograms. */
  weight: z.nullable(z.number()),
  /** Pieces that can be sold, without those being paid for. */
  in_stock: z.number(),
  /** Pieces of orders that are being paid. */
  reserved: z.number(),
  category: z.string(),
  category_id: z.number(),
  sub_category: z.string(),
  sub_category_id: z.number(),
  /** Address of the first picture. */
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
    /** Shoppers who pay on delivery must confirm their mobile number by a code. */
    confirm_phones: z._default(z.boolean(), true),
  })
  .check(
    z.refine((options) => options.pay_now || options.cash_on_delivery, {
      error: 'Required',
      path: ['pay_now'],
    }),
  );

export const PRODUCT_IMPORT_FIELDS = [
  'product_code',
  'product_name',
  'description',
  'price',
  'in_stock',
  'weight',
  'category',
  'sub_category',
  'created_at',
] as const;
export const ProductImportPreview = importPreview(PRODUCT_IMPORT_FIELDS);
export type ProductImportPreview = z.output<typeof ProductImportPreview>;

const Choices = z.array(z.object({ id: z.number(), name: z.string() }));
const WHO_EDITS = ['add-product', 'edit-product'] as const;
const WHO_CHOOSES = ['products-list', ...WHO_EDITS] as const;
const Keyword = z.optional(z.string().check(z.maxLength(255)));

const filters = {
  /** In name, code and description; Arabic-aware. */
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
    /** The id of a category; empty for another merchant's. */
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
  /** Exports the chosen products, or the rows that match the filters. Its headings are those that an import file has. */
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
    reply: data(ProductImportPreview),
  },
  /** Imports all rows or none: any invalid row is answered 422 with `errors: {"row 7 · price": […]}`. */
  import: {
    method: 'POST',
    path: '/merchant/store/products/import-product',
    base: 'mode',
    access: 'import-products',
    consumes: 'multipart',
    reply: data(z.object({ added: z.number(), skipped: z.number() })),
  },
  uploadImage: {
    method: 'POST',
    path: '/merchant/store/products/upload-product-img',
    base: 'mode',
    access: WHO_EDITS,
    consumes: 'multipart',
    /** A product is saved with `path`; `url` shows the picture. */
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
