import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done, file, list } from './envelope.ts';
import { ExportFormat } from './exports.ts';
import { OwnFieldsForm, OwnFieldsReply, OwnFilters } from './integration-fields.ts';
import { CURRENCY, PAYMENT_METHOD } from './lookups.ts';
import { isMoment } from './moment.ts';
import { PositiveAmount } from './money.ts';
import { count } from './numbers.ts';
import { Day, listQuery, statusCountOf, UpdatedSince } from './paging.ts';
import { type ChargeForm, LANGUAGE, oneModeOfCharge, PayableFields } from './payables.ts';
import { reads, whenRight } from './schema.ts';
import { codeOf, Id, IdParams, isWebAddress, oneCode, Switch } from './text.ts';
import { TRANSACTION_STATUS } from './transactions.ts';

export const LINK_STATUS = { inactive: 1, active: 2, expired: 3 } as const;

/** The number of links with each status. */
export const PaymentLinkCount = statusCountOf(LINK_STATUS);

/** The list's sort columns; `total_amount` can also be sorted by as `amount`, the specification's name. */
export const LINK_SORTS = [
  'id',
  'created_at',
  'reference',
  'invoice_name',
  'amount',
  'total_amount',
  'value',
  'due_date',
  'status',
  'updated_at',
] as const;

const LinkFilters = {
  invoice_name: z.optional(z.string().check(z.maxLength(255))),
  /** A UTC date. */
  due_date: z.optional(Day),
  status: z.optional(oneCode(LINK_STATUS)),
  updated_since: UpdatedSince,
  ...OwnFilters,
};

export const PaymentLinkRow = z.object({
  id: z.number(),
  reference: z.string(),
  invoice_name: z.string(),
  /** In the link's currency. */
  total_amount: z.number(),
  currency: z.object({ id: codeOf(CURRENCY), code: z.string() }),
  /** In EGP, at the exchange rate of the day of creation. */
  value: z.number(),
  /** Null for a link without a due date. */
  due_date: z.nullable(z.string()),
  status: codeOf(LINK_STATUS),
  created_at: z.string(),
  updated_at: z.string(),
  /** Bounds of the amount that the payer decides; null if the amount is fixed. */
  min_amount: z.nullable(z.number()),
  max_amount: z.nullable(z.number()),
  /** Bounds of the quantity that the payer may choose; 1 if there is no choice. `total_amount` is for one piece. */
  min_quantity: z.number(),
  max_quantity: z.number(),
  /** Its public URL, for copying and sharing from the list. */
  link: z.string(),
  ...OwnFieldsReply,
});
export type PaymentLinkRow = z.output<typeof PaymentLinkRow>;

export const PaymentLinkDetails = z.object({
  ...PaymentLinkRow.shape,
  payment_method: z.array(z.object({ id: codeOf(PAYMENT_METHOD), name: z.string() })),
  language: codeOf(LANGUAGE),
  description: z.string(),
  /** The submitted values, for duplicating the link. */
  amount: z.number(),
  fixed_fees: z.number(),
  percentage_fees: z.number(),
  fixed_tax: z.number(),
  percentage_tax: z.number(),
  subtotal: z.number(),
  tax: z.number(),
  fees: z.number(),
  total: z.number(),
  exchange_rate: z.number(),
  notes: z.string(),
  suggested_amounts: z.array(z.number()),
  /** Null without a limit. */
  max_payment_count: z.nullable(z.number()),
  paid_count: z.number(),
  /** URLs to which the payer is redirected afterwards; null for those of the settings. */
  success_url: z.nullable(z.string()),
  cancel_url: z.nullable(z.string()),
  notify_by_email: z.boolean(),
  notify_by_sms: z.boolean(),
  require_email: z.boolean(),
  require_name: z.boolean(),
  require_address: z.boolean(),
  require_phone: z.boolean(),
  created_by: z.object({ first_name: z.string(), last_name: z.string(), email: z.string() }),
});
export type PaymentLinkDetails = z.output<typeof PaymentLinkDetails>;

export const PaymentLinkTransaction = z.object({
  id: z.number(),
  reference: z.string(),
  transaction_date: z.string(),
  status: codeOf(TRANSACTION_STATUS),
  amount: z.number(),
  currency: z.string(),
  payment_method: z.string(),
  /** The payer; the id is null if they are not a customer. */
  customer: z.object({ id: z.nullable(z.number()), name: z.string() }),
});

/** Maximum number of sales that the till lists. */
export const TILL_SHOWN = 10;

/** A link created at the till, as its creator sees it. */
export const TillSale = z.object({
  id: z.number(),
  reference: z.string(),
  invoice_name: z.string(),
  /** In EGP. */
  total_amount: z.number(),
  created_at: z.string(),
  /** `paid` once one payment has succeeded, whatever happened to the link since. */
  state: z.enum(['waiting', 'paid', 'canceled', 'expired']),
  /** Its public URL, for the QR code. */
  link: z.string(),
});
export type TillSale = z.output<typeof TillSale>;

/** Maximum quantity of one payment. */
export const QUANTITY_MAXIMUM = 10_000;
/** Maximum number of suggested amounts besides the link's own. */
export const SUGGESTIONS_MAXIMUM = 4;

const MOST_PAYMENTS = 1_000_000;
const pieces = count({
  least: 1,
  most: QUANTITY_MAXIMUM,
  error: 'InvalidQuantity',
  params: { most: QUANTITY_MAXIMUM },
});

/** Bounds of the payer's choices. Without any of these the price is fixed. */
const Choices = {
  /** Bounds of the amount that a payer may pay; `amount` is then the amount suggested first. */
  min_amount: z.optional(z.nullable(PositiveAmount)),
  max_amount: z.optional(z.nullable(PositiveAmount)),
  /** Further suggested amounts. */
  suggested_amounts: z._default(
    z.pipe(
      z.array(PositiveAmount).check(z.maxLength(SUGGESTIONS_MAXIMUM)),
      z.transform((amounts) => [...new Set(amounts)]),
    ),
    [],
  ),
  /** Bounds of the quantity that the payer may choose; `amount` is the price of one piece. */
  min_quantity: z._default(pieces, 1),
  max_quantity: z._default(pieces, 1),
} as const;

interface LinkRules extends ChargeForm {
  due_date: string;
  no_due_date: boolean;
  amount: number;
  min_amount?: number | null | undefined;
  max_amount?: number | null | undefined;
  suggested_amounts: number[];
  min_quantity: number;
  max_quantity: number;
}

const BOUNDS = ['min_amount', 'max_amount'] as const;
const isOpen = ({ min_amount, max_amount }: LinkRules) => min_amount != null && max_amount != null;
const isWithin = (form: LinkRules, amount: number) =>
  !isOpen(form) || (amount >= (form.min_amount ?? 0) && amount <= (form.max_amount ?? 0));

/** Rules that involve several fields of a link. */
const linkRules = [
  z.refine<LinkRules>((form) => form.no_due_date || form.due_date !== '', {
    error: 'Required',
    path: ['due_date'],
    when: whenRight('due_date', 'no_due_date'),
  }),
  ...BOUNDS.map((name) =>
    z.refine<LinkRules>((form) => form[name] != null || BOUNDS.every((each) => form[each] == null), {
      error: 'Required',
      path: [name],
      when: whenRight(...BOUNDS),
    }),
  ),
  z.refine<LinkRules>((form) => !isOpen(form) || (form.min_amount ?? 0) < (form.max_amount ?? 0), {
    error: 'MaximumTooLow',
    path: ['max_amount'],
    when: whenRight(...BOUNDS),
  }),
  z.refine<LinkRules>((form) => isWithin(form, form.amount), {
    error: 'OutsideBounds',
    path: ['amount'],
    when: whenRight('amount', ...BOUNDS),
  }),
  z.refine<LinkRules>(
    (form) =>
      form.suggested_amounts.length === 0 ||
      (isOpen(form) && form.suggested_amounts.every((amount) => isWithin(form, amount))),
    { error: 'OutsideBounds', path: ['suggested_amounts'], when: whenRight('suggested_amounts', ...BOUNDS) },
  ),
  z.refine<LinkRules>(
    (form) => form.min_quantity < form.max_quantity || (form.min_quantity === 1 && form.max_quantity === 1),
    {
      error: 'MaximumTooLow',
      path: ['max_quantity'],
      when: whenRight('min_quantity', 'max_quantity'),
    },
  ),
  z.refine<LinkRules>((form) => form.max_quantity === 1 || BOUNDS.every((name) => form[name] == null), {
    error: 'AmountAndQuantity',
    path: ['max_quantity'],
    when: whenRight('max_quantity', ...BOUNDS),
  }),
] as const;

/** Maximum length of a return URL. */
export const RETURN_URL_MAXIMUM = 2000;

/**
 * A URL to which the payer is redirected; null or empty for that of the settings. Must be https, which the server
 * checks; test mode also accepts http on one's own machine.
 */
const ReturnUrl = z.optional(
  reads(
    z.pipe(
      z.nullable(
        z.string().check(
          z.maxLength(RETURN_URL_MAXIMUM),
          z.refine((value: string) => value === '' || isWebAddress(value), { error: 'InvalidReturnUrl' }),
        ),
      ),
      z.transform((value) => (value === '' ? null : value)),
    ),
    { type: ['string', 'null'], maxLength: RETURN_URL_MAXIMUM },
  ),
);

export const PaymentLinkForm = z
  .object({
    ...PayableFields,
    ...Choices,
    due_date: z._default(
      z
        .string()
        .check(z.refine((value: string) => value === '' || isMoment(value), { error: 'InvalidDate' })),
      '',
    ),
    /** URL after a successful payment, called with a signed result. */
    success_url: ReturnUrl,
    /** URL after an unsuccessful payment, called with a signed result. */
    cancel_url: ReturnUrl,
    /** True: created at the till, whose list of today then shows it to its creator. */
    from_till: z._default(Switch, false),
    /** True: it has no due date, and `due_date` is ignored. */
    no_due_date: z._default(Switch, false),
    max_payment_count: z._default(
      count({ least: 1, most: MOST_PAYMENTS, error: 'InvalidCount', params: { most: MOST_PAYMENTS } }),
      1,
    ),
    /** True: it takes any number of payments, and `max_payment_count` is ignored. */
    no_payment_limit: z._default(Switch, false),
  })
  .check(...oneModeOfCharge, ...linkRules);
export type PaymentLinkFormInput = z.input<typeof PaymentLinkForm>;
export type PaymentLinkFormValues = z.output<typeof PaymentLinkForm>;

const LinkListQuery = listQuery({
  dialect: 'snake',
  sort: LINK_SORTS,
  filters: LinkFilters,
  byCursor: 'links',
});

export const paymentLinks = defineEndpoints({
  list: {
    method: 'GET',
    path: '/merchant/payment_links',
    base: 'mode',
    access: 'view-pay-links-list',
    query: LinkListQuery,
    reply: list(PaymentLinkRow),
  },
  /** Counts those of each status, at most 10,000 each; beyond that, `more` is true. */
  counts: {
    method: 'GET',
    path: '/merchant/payment_links/counts',
    reads: 'standby',
    base: 'mode',
    access: 'view-pay-links-list',
    reply: data(z.array(PaymentLinkCount)),
  },
  /** Lists the newest links that the caller created at the till today (Cairo), at most {@link TILL_SHOWN}. */
  till: {
    method: 'GET',
    path: '/merchant/payment_links/till',
    base: 'mode',
    access: 'create-pay-link',
    keys: 'none',
    reply: data(z.array(TillSale)),
  },
  /** Returns one of them, of any day. */
  tillSale: {
    method: 'GET',
    path: '/merchant/payment_links/till/:id',
    base: 'mode',
    access: 'create-pay-link',
    keys: 'none',
    params: IdParams,
    reply: data(TillSale),
  },
  details: {
    method: 'GET',
    path: '/merchant/payment_links/:id',
    base: 'mode',
    access: 'view-pay-link-details',
    params: IdParams,
    reply: data(PaymentLinkDetails),
  },
  transactions: {
    method: 'GET',
    path: '/merchant/payment_links/:id/transactions',
    base: 'mode',
    access: 'view-pay-link-details',
    params: IdParams,
    query: listQuery({
      dialect: 'snake',
      sort: ['id', 'created_at', 'transaction_date', 'reference', 'status'],
      filters: { reference: z.optional(z.string().check(z.maxLength(64))) },
    }),
    reply: list(PaymentLinkTransaction),
  },
  create: {
    method: 'POST',
    path: '/merchant/payment_links/create',
    base: 'mode',
    access: 'create-pay-link',
    idempotent: true,
    body: PaymentLinkForm,
    reply: data(z.object({ id: z.number(), link: z.string() })),
  },
  /** Changes the merchant's own number and values of a link, whatever its status. */
  setOwnFields: {
    method: 'PATCH',
    path: '/merchant/payment_links/:id',
    base: 'mode',
    access: 'create-pay-link',
    params: IdParams,
    body: OwnFieldsForm,
    reply: done,
  },
  deactivate: {
    method: 'PATCH',
    path: '/merchant/payment_links/deactivate/:id',
    base: 'mode',
    access: 'create-pay-link',
    params: IdParams,
    reply: done,
  },
  /** Exports the selected links, or with null the rows that match the filters of the query. */
  exportCsv: {
    method: 'POST',
    path: '/merchant/payment_links/exportCsv',
    base: 'mode',
    access: 'export-pay-links',
    whileViewing: true,
    query: LinkListQuery,
    body: z.object({
      payLinks: z.optional(z.nullable(z.array(Id).check(z.maxLength(10_000)))),
      format: ExportFormat,
    }),
    reply: file,
  },
});
