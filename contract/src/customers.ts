import * as z from 'zod/mini';
import { mobile } from './egypt.ts';
import { defineEndpoints } from './endpoint.ts';
import { data, done, file, list } from './envelope.ts';
import { ExportFilters } from './exports.ts';
import { importedColumns, importForm } from './imports.ts';
import { OwnFields, OwnFieldsForm, OwnFieldsReply, OwnFilters } from './integration-fields.ts';
import { count, readWhole } from './numbers.ts';
import { Day, listQuery, UpdatedSince } from './paging.ts';
import { compactNumber, email, Id, IdParams, optionalParagraphs, Switch, text } from './text.ts';

export const CUSTOMER_SORTS = ['id', 'created_at', 'name', 'email', 'mobile', 'updated_at'] as const;

/** Sentences that the portal matches for duplicate customers; always in English. */
export const CUSTOMER_DUPLICATES = {
  email: 'Email Address is already taken',
  mobile: 'Mobile Number is already taken',
  nationalId: 'NationalId is already taken',
} as const;

/**
 * Century, birth date, governorate, serial, check digit. The check digit's algorithm is not officially published, so it
 * is not checked.
 */
const NATIONAL_ID = /^[23]\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(0[1-4]|1[1-9]|2[1-9]|3[1-5]|88)\d{5}$/;

/** An Egyptian national id, or nothing. Checked for structure only. */
export const NationalId = z.pipe(
  z.optional(z.nullable(z.string())),
  z.transform((value: string | null | undefined, ctx): string => {
    const digits = compactNumber(value ?? '');
    if (digits === '' || NATIONAL_ID.test(digits)) return digits;
    ctx.issues.push({ code: 'custom', message: 'InvalidNationalId', input: value });
    return z.NEVER;
  }),
);

const CustomerFields = {
  name: text(150),
  email: email(),
  mobile: mobile(),
  nationalId: NationalId,
  description: optionalParagraphs(1000),
};

/** The fields of a customer in an import file. */
export const CustomerSheetRow = z.object(CustomerFields);
export const CustomerForm = z.object({ ...CustomerFields, ...OwnFields });
export type CustomerFormInput = z.input<typeof CustomerForm>;
export type CustomerFormValues = z.output<typeof CustomerForm>;
export type CustomerSheetRow = z.output<typeof CustomerSheetRow>;
export const CustomerUpdateForm = z.object({ customerId: Id, ...CustomerFields, ...OwnFields });

export const Customer = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  mobile: z.string(),
  nationalId: z.string(),
  description: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  creator_avatar: z.nullable(z.string()),
  creator_name: z.string(),
  tags: z.array(z.string()),
  /** Not offered any more, and hidden from the list. */
  is_archived: z.boolean(),
  ...OwnFieldsReply,
});
export type Customer = z.output<typeof Customer>;

/** A customer in a choice field. */
export const CustomerChoice = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  mobile: z.string(),
});
export type CustomerChoice = z.output<typeof CustomerChoice>;

const LOOKUP_MAXIMUM = 1_000;

const IdList = z.pipe(
  z.string(),
  z.transform((value: string, ctx): number[] => {
    const parts = value.split(',');
    const ids = parts.flatMap((part) => readWhole(part) || []);
    if (ids.length === parts.length && ids.length <= LOOKUP_MAXIMUM) return ids;
    ctx.issues.push({ code: 'custom', message: 'Invalid', input: value });
    return z.NEVER;
  }),
);

const Limit = count({ least: 1, most: LOOKUP_MAXIMUM, error: 'Invalid' });

/** Fields of an import, in the order of the example file. */
export const CUSTOMER_IMPORT_FIELDS = ['name', 'email', 'mobile', 'nationalId', 'description'] as const;

/** One row of an import preview. */
export const ImportPreviewRow = z.object({
  /** The sheet's own row number; headings are row 1. */
  row: z.number(),
  name: z.string(),
  email: z.string(),
  mobile: z.string(),
  nationalId: z.string(),
  description: z.string(),
  /** Sentences by field; empty when the row is valid. */
  errors: z.record(z.string(), z.array(z.string())),
  /** Already exists, or repeated in the file: skipped and counted. */
  is_duplicate: z.boolean(),
});

export const ImportPreview = z.object({
  ...importedColumns,
  total: z.number(),
  valid: z.number(),
  duplicates: z.number(),
  invalid: z.number(),
  /** The first `IMPORT_PREVIEW_ROWS` rows, those with errors first. */
  rows: z.array(ImportPreviewRow),
});
export type ImportPreview = z.output<typeof ImportPreview>;

export const IMPORT_MAXIMUM_ROWS = 10_000;
export const UPLOAD_MAXIMUM_BYTES = 5 * 1024 * 1024;

const filters = {
  /** Name, e-mail or mobile; Arabic-aware. */
  Keyword: z.optional(z.string().check(z.maxLength(255))),
  mobile: z.optional(z.string().check(z.maxLength(32))),
  email: z.optional(z.string().check(z.maxLength(254))),
  nationalId: z.optional(z.string().check(z.maxLength(32))),
  /** The day it was added, in Cairo time. */
  creation: z.optional(Day),
  /** In any spelling variant. */
  tag: z.optional(z.string().check(z.maxLength(40))),
  /** True: archived customers; default: all others. */
  archived: z.optional(Switch),
  updated_since: UpdatedSince,
  ...OwnFilters,
};
const listOptions = { dialect: 'pascal', sort: CUSTOMER_SORTS } as const;

export const customers = defineEndpoints({
  list: {
    method: 'GET',
    path: '/merchant/Customer/List',
    base: 'mode',
    access: 'view-customers-list',
    query: listQuery({ ...listOptions, filters, byCursor: 'customers' }),
    reply: list(Customer),
  },
  /** Exports the chosen customers, or the rows that match the filters. */
  exportCsv: {
    method: 'GET',
    path: '/merchant/Customer/exportCsv',
    base: 'mode',
    access: 'view-customers-list',
    query: listQuery({ ...listOptions, filters: { ...filters, ...ExportFilters } }),
    reply: file,
  },
  lookup: {
    method: 'GET',
    path: '/merchant/Customer/AllCustomer',
    base: 'mode',
    access: ['create-invoice', 'view-customers-list'],
    query: z.object({
      keyword: z.optional(z.string().check(z.maxLength(255))),
      /** Only these ids, separated by commas, to show the current values of a form; unknown ids are ignored. */
      ids: z.optional(IdList),
      limit: z.optional(Limit),
    }),
    /**
     * Returns the first by name, 1,000 by default; find others by keyword. Archived customers are returned only by id.
     */
    reply: data(z.array(CustomerChoice)),
  },
  details: {
    method: 'GET',
    path: '/merchant/Customer',
    base: 'mode',
    access: 'view-customer-details',
    query: z.object({ customerId: Id }),
    reply: data(Customer),
  },
  create: {
    method: 'POST',
    path: '/merchant/Customer/Create',
    base: 'mode',
    access: 'add-customer',
    idempotent: true,
    body: CustomerForm,
    reply: data(z.object({ id: z.number(), name: z.string() })),
  },
  update: {
    method: 'POST',
    path: '/merchant/Customer/Update',
    base: 'mode',
    access: 'update-customer',
    body: CustomerUpdateForm,
    reply: done,
  },
  /** Changes the merchant's own number and values of a customer. */
  setOwnFields: {
    method: 'PATCH',
    path: '/merchant/customers/:id',
    base: 'mode',
    access: 'update-customer',
    params: IdParams,
    body: OwnFieldsForm,
    reply: done,
  },
  /** Previews an import; writes nothing. */
  importPreview: {
    method: 'POST',
    path: '/merchant/Customer/Import/Preview',
    base: 'mode',
    access: 'add-customer',
    consumes: 'multipart',
    body: importForm(CUSTOMER_IMPORT_FIELDS),
    reply: data(ImportPreview),
  },
  /**
   * Imports all rows or none: any invalid row is answered 422 with `errors: {"row 7 · email": […]}`. Returns the added
   * customers and, with `existing` and the permission to see them, the existing ones of the rows.
   */
  import: {
    method: 'POST',
    path: '/merchant/Customer/Import',
    base: 'mode',
    access: 'add-customer',
    consumes: 'multipart',
    query: z.object({ existing: z.optional(Switch) }),
    body: importForm(CUSTOMER_IMPORT_FIELDS),
    reply: data(z.array(z.object({ id: z.number(), name: z.string() }))),
  },
});
