/** The forms of a product: its fields, alone and as a row of an imported file. */
import * as z from 'zod/mini';
import { importPreview } from './imports.ts';
import { PositiveAmount } from './money.ts';
import { count, scaledOf } from './numbers.ts';
import { Day } from './paging.ts';
import { reads, whenRight } from './schema.ts';
import { Id, paragraphs, reference, text } from './text.ts';

/** Maximum number of pictures per upload, and per product. */
export const PRODUCT_IMAGES_AT_ONCE = 4;
export const PRODUCT_IMAGES_MAXIMUM = 8;
export const STOCK_MAXIMUM = 1_000_000;
const DESCRIPTION_MAXIMUM = 5_000;

/** A whole number of pieces, including zero. */
export const Stock = count({ least: 0, most: STOCK_MAXIMUM, error: 'InvalidStock' });

const GRAMS = { decimals: 3, digits: 5, least: 1, error: 'InvalidWeight' };

/** Kilograms with at most three decimals in the API → grams; absent or blank → null. */
export const Weight = reads(
  z.pipe(
    z.optional(z.nullable(z.union([z.number(), z.string()]))),
    z.transform((value: number | string | null | undefined, ctx): number | null =>
      value === null || value === undefined || String(value).trim() === ''
        ? null
        : scaledOf(value, ctx, GRAMS),
    ),
  ),
  { type: ['number', 'string', 'null'], minimum: 0, maximum: 99_999.999 },
);

const ProductFields = {
  product_name: text(150),
  product_code: reference(60),
  description: paragraphs(DESCRIPTION_MAXIMUM),
  price: PositiveAmount,
  weight: Weight,
  in_stock: Stock,
};

/** Paths of uploaded pictures and, on edit, URLs of those to keep. */
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
export type ProductFormValues = z.output<typeof ProductForm>;

export const ProductUpdateForm = z
  .object({
    product_id: Id,
    ...FormFields,
    /** The stock that the form displayed: items sold since are subtracted from the new stock. */
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
