import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { Created, data, done, file, list } from './envelope.ts';
import { ExportFormat } from './exports.ts';
import { OwnFieldsForm, OwnFieldsReply, OwnFilters } from './integration-fields.ts';
import { Day, listQuery, statusCountOf, UpdatedSince } from './paging.ts';
import { LANGUAGE, oneModeOfCharge, PayableFields } from './payables.ts';
import { codeOf, Id, IdParams, oneCode, oneOf, Switch } from './text.ts';

export const INVOICE_STATUS = { unpaid: 1, paid: 2, canceled: 3, expired: 4 } as const;
export type InvoiceStatus = (typeof INVOICE_STATUS)[keyof typeof INVOICE_STATUS];

/** The number of invoices with each status. */
export const InvoiceCount = statusCountOf(INVOICE_STATUS);

export const INVOICE_SORTS = [
  'id',
  'created_at',
  'reference',
  'invoice_name',
  'total_amount',
  'value',
  'due_date',
  'status',
  'updated_at',
] as const;

export const INVOICE_CUSTOMERS_MAXIMUM = 1_000;

/** Each customer of a group invoice owes the full total. */
export const InvoiceForm = z
  .object({
    ...PayableFields,
    customers: z.pipe(
      z.array(Id).check(z.minLength(1, { error: 'Required' }), z.maxLength(INVOICE_CUSTOMERS_MAXIMUM)),
      z.transform((ids) => [...new Set(ids)]),
    ),
    /** True: sends it to its customers now, by `notify_by_email` and `notify_by_sms`. */
    send: z._default(Switch, true),
  })
  .check(...oneModeOfCharge);
export type InvoiceFormInput = z.input<typeof InvoiceForm>;
export type InvoiceFormValues = z.output<typeof InvoiceForm>;

const InvoiceListQuery = listQuery({
  dialect: 'snake',
  sort: INVOICE_SORTS,
  filters: {
    invoice_name: z.optional(z.string().check(z.maxLength(255))),
    /** A UTC date. */
    due_date: z.optional(Day),
    status: z.optional(oneCode(INVOICE_STATUS)),
    customer_name: z.optional(z.string().check(z.maxLength(255))),
    updated_since: UpdatedSince,
    ...OwnFilters,
  },
  byCursor: 'invoices',
});

export const InvoiceRow = z.object({
  id: z.number(),
  reference: z.string(),
  invoice_name: z.string(),
  total_amount: z.number(),
  currency: z.object({ id: z.number(), code: z.string() }),
  value: z.number(),
  status: codeOf(INVOICE_STATUS),
  due_date: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  /** The first customer; a group invoice has more. */
  customer: z.object({ id: z.number(), name: z.string(), email: z.string() }),
  is_group: z.boolean(),
  customers_count: z.number(),
  paid_count: z.number(),
  ...OwnFieldsReply,
});
export type InvoiceRow = z.output<typeof InvoiceRow>;

export const InvoiceDetails = z.object({
  ...InvoiceRow.shape,
  payment_method: z.array(z.object({ id: z.number(), name: z.string() })),
  language: codeOf(LANGUAGE),
  description: z.string(),
  /** The submitted values, for editing. */
  amount: z.number(),
  fixed_fees: z.number(),
  percentage_fees: z.number(),
  fixed_tax: z.number(),
  percentage_tax: z.number(),
  customers: z.array(z.object({ id: z.number(), name: z.string() })),
  subtotal: z.number(),
  tax: z.number(),
  fees: z.number(),
  total: z.number(),
  exchange_rate: z.number(),
  notes: z.string(),
  notify_by_email: z.boolean(),
  notify_by_sms: z.boolean(),
  require_email: z.boolean(),
  require_name: z.boolean(),
  require_address: z.boolean(),
  require_phone: z.boolean(),
  /** True: nobody has paid it or is paying it, so it can be edited. */
  can_edit: z.boolean(),
  created_by: z.object({ first_name: z.string(), last_name: z.string(), email: z.string() }),
});
export type InvoiceDetails = z.output<typeof InvoiceDetails>;

export const InvoiceCustomer = z.object({
  /** The customer's id. */
  id: z.number(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** `paid`, `unpaid` or `canceled`. */
  status: z.enum(['paid', 'unpaid', 'canceled']),
  /** The URL of the customer's own payment page. */
  url: z.string(),
  paid_at: z.nullable(z.string()),
  transaction_id: z.nullable(z.number()),
  /** When the invoice was last sent to the customer by any channel; null if never. */
  sent_at: z.nullable(z.string()),
});
export type InvoiceCustomer = z.output<typeof InvoiceCustomer>;

/** One message about an invoice: its recipient, time and state. */
export const InvoiceMessage = z.object({
  id: z.number(),
  /** `sent`, `updated` (after an edit), `reminder-before`, `reminder-after`, `receipt`, `resent`. */
  kind: z.string(),
  channel: z.enum(['email', 'sms']),
  to: z.string(),
  customer_name: z.string(),
  /**
   * `kept`: no gateway is configured; `withheld`: above the limit of test mode or of unverified merchants, never sent.
   */
  state: z.enum(['queued', 'sent', 'failed', 'kept', 'withheld']),
  created_at: z.string(),
});

/** Days before and after the due date on which reminders are sent; null for none, which is the default. */
export const ReminderSettings = z.object({
  before_days: z.nullable(oneOf([1, 2, 3, 5, 7, 14])),
  after_days: z.nullable(oneOf([1, 2, 3, 5, 7, 14])),
});
const ReminderSettingsReply = z.object({
  before_days: z.nullable(z.number()),
  after_days: z.nullable(z.number()),
});

const ShareParams = z.object({ id: Id, customerId: Id });

export const invoices = defineEndpoints({
  insight: {
    method: 'GET',
    path: '/merchant/invoices/insight',
    base: 'mode',
    access: 'view-invoices-list',
    reply: data(
      z.object({
        single_invoices: z.number(),
        group_invoices: z.number(),
        paid_invoices: z.number(),
        unpaid_invoices: z.number(),
      }),
    ),
  },
  reminders: {
    method: 'GET',
    path: '/merchant/invoices/reminders',
    base: 'mode',
    access: ['create-invoice', 'payment-methods-settings'],
    reply: data(ReminderSettingsReply),
  },
  saveReminders: {
    method: 'POST',
    path: '/merchant/invoices/reminders',
    base: 'mode',
    access: 'payment-methods-settings',
    body: ReminderSettings,
    reply: done,
  },
  list: {
    method: 'GET',
    path: '/merchant/invoices',
    base: 'mode',
    access: 'view-invoices-list',
    query: InvoiceListQuery,
    reply: list(InvoiceRow),
  },
  /** Counts those of each status, at most 10,000 each; beyond that, `more` is true. */
  counts: {
    method: 'GET',
    path: '/merchant/invoices/counts',
    reads: 'standby',
    base: 'mode',
    access: 'view-invoices-list',
    reply: data(z.array(InvoiceCount)),
  },
  details: {
    method: 'GET',
    path: '/merchant/invoices/:id',
    base: 'mode',
    access: 'view-invoice-details',
    params: IdParams,
    reply: data(InvoiceDetails),
  },
  customers: {
    method: 'GET',
    path: '/merchant/invoices/:id/customers',
    base: 'mode',
    access: 'view-invoice-details',
    params: IdParams,
    query: listQuery({
      dialect: 'snake',
      sort: ['id', 'name', 'status'],
      defaultSort: 'id',
      defaultType: 'asc',
      filters: { name: z.optional(z.string().check(z.maxLength(255))) },
    }),
    reply: list(InvoiceCustomer),
  },
  messages: {
    method: 'GET',
    path: '/merchant/invoices/:id/messages',
    base: 'mode',
    access: 'view-invoice-details',
    params: IdParams,
    query: listQuery({ dialect: 'snake', sort: ['id', 'created_at'], filters: {} }),
    reply: list(InvoiceMessage),
  },
  create: {
    method: 'POST',
    path: '/merchant/invoices/create',
    base: 'mode',
    access: 'create-invoice',
    idempotent: true,
    body: InvoiceForm,
    reply: data(Created),
  },
  update: {
    method: 'PUT',
    path: '/merchant/invoices/:id',
    base: 'mode',
    access: 'create-invoice',
    params: IdParams,
    body: InvoiceForm,
    reply: data(Created),
  },
  /** Changes the merchant's own number and values of an invoice, whatever its status. */
  setOwnFields: {
    method: 'PATCH',
    path: '/merchant/invoices/:id',
    base: 'mode',
    access: 'create-invoice',
    params: IdParams,
    body: OwnFieldsForm,
    reply: done,
  },
  deactivate: {
    method: 'PATCH',
    path: '/merchant/invoices/deactivate/:id',
    base: 'mode',
    access: 'create-invoice',
    params: IdParams,
    reply: done,
  },
  /** Resends the invoice to one of its customers, by the chosen channels. */
  resend: {
    method: 'POST',
    path: '/merchant/invoices/:id/customers/:customerId/resend',
    base: 'mode',
    access: 'create-invoice',
    params: ShareParams,
    body: z.object({ by_email: z._default(Switch, true), by_sms: z._default(Switch, false) }),
    reply: done,
  },
  /** Returns one customer's copy as a PDF, in the invoice's language. */
  document: {
    method: 'GET',
    path: '/merchant/invoices/:id/customers/:customerId/document',
    base: 'mode',
    access: 'view-invoice-details',
    params: ShareParams,
    reply: file,
  },
  /** Exports the selected invoices, or with null the rows that match the filters of the query. */
  exportCsv: {
    method: 'POST',
    path: '/merchant/invoices/exportCsv',
    base: 'mode',
    access: 'export-invoices',
    whileViewing: true,
    query: InvoiceListQuery,
    body: z.object({
      invoices: z.optional(z.nullable(z.array(Id).check(z.maxLength(10_000)))),
      format: ExportFormat,
    }),
    reply: file,
  },
});
