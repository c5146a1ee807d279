/** What a merchant and a customer have to do with each other: figures, everything that happened, notes, tags, merging. */
import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { Created, data, done, file } from './envelope.ts';
import { ExportFormat } from './exports.ts';
import type { Permission } from './permissions.ts';
import { Id, IdParams, paragraphs, text } from './text.ts';

/** What a customer's page shows in order of time. */
export const CUSTOMER_EVENTS = [
  'payment',
  'refund',
  'chargeback',
  'order',
  'invoice',
  'message',
  'note',
] as const;
export type CustomerEventKind = (typeof CUSTOMER_EVENTS)[number];

/** Who may see entries of a kind, beside those who may see the customer: whoever sees the list that they are in. */
export const EVENT_ACCESS: Readonly<Record<CustomerEventKind, Permission>> = {
  payment: 'view-transactions-list',
  refund: 'view-transactions-list',
  chargeback: 'view-chargeback-list',
  order: 'view-orders',
  invoice: 'view-invoices-list',
  message: 'view-customer-details',
  note: 'view-customer-details',
};

/** The entries of a page. */
export const EVENTS_PER_PAGE = 20;

/** An entry's place in time, as replies name it: milliseconds (of years that the database knows), kind and number. */
const Place = z.string().check(
  z.regex(/^\d{1,14}-(?:payment|refund|chargeback|order|invoice|message|note)-\d{1,15}$/, {
    error: 'Invalid',
  }),
);

/** What a message was about. */
export const MESSAGE_CAUSES = ['invoice', 'receipt', 'refund', 'order', 'other'] as const;
export type MessageCause = (typeof MESSAGE_CAUSES)[number];

/** Who may see messages about something, since these name it. */
export const CAUSE_ACCESS: Readonly<Record<MessageCause, Permission>> = {
  invoice: EVENT_ACCESS.invoice,
  receipt: EVENT_ACCESS.payment,
  refund: EVENT_ACCESS.refund,
  order: EVENT_ACCESS.order,
  other: EVENT_ACCESS.payment,
};

/** One entry. What a kind does not have is null. */
export const CustomerEvent = z.object({
  id: z.string(),
  kind: z.enum(CUSTOMER_EVENTS),
  at: z.string(),
  /** `TRX-…`, of a refund its payment's; of a chargeback, order or invoice its own. */
  reference: z.nullable(z.string()),
  /** What was paid for, the invoice's name, a message's subject, or a note's text. */
  text: z.string(),
  amount: z.nullable(z.number()),
  currency: z.nullable(z.string()),
  /**
   * Of payments and chargebacks the number that their lists have; of an order `PAID`, `UNPAID` or `canceled`; of an invoice,
   * its customer's share: `unpaid`, `paid`, `canceled` or `expired`; of refunds and messages their state.
   */
  status: z.nullable(z.string()),
  /** Of a message: how, to whom, and what about. */
  channel: z.nullable(z.enum(['email', 'sms'])),
  recipient: z.nullable(z.string()),
  cause: z.nullable(z.enum(MESSAGE_CAUSES)),
  /** Where it is shown; null if it has no page. */
  subject: z.nullable(
    z.object({ kind: z.enum(['transaction', 'chargeback', 'order', 'invoice', 'note']), id: z.number() }),
  ),
  /** Who wrote a note, and whether the caller did. */
  author: z.nullable(z.string()),
  is_mine: z.boolean(),
  edited_at: z.nullable(z.string()),
});
export type CustomerEvent = z.output<typeof CustomerEvent>;

/** One page of a customer's timeline, newest first. */
export const CustomerTimeline = z.object({
  rows: z.array(CustomerEvent),
  /** For `before`; null when there are none. */
  older: z.nullable(z.string()),
});
export type CustomerTimeline = z.output<typeof CustomerTimeline>;

/** What a customer comes to, in EGP. What the caller may not see is null. */
export const CustomerSummary = z.object({
  /** What they paid, without what was refunded of it. */
  lifetime_value: z.nullable(z.number()),
  refunded: z.nullable(z.number()),
  /** Successful payments. */
  payments: z.nullable(z.number()),
  last_payment_at: z.nullable(z.string()),
  /** Invoices that they can still pay, and what these come to; of the newest thousand, if there are more. */
  open_invoices: z.nullable(z.number()),
  owed: z.nullable(z.number()),
  owed_more: z.boolean(),
  /** How many customers were merged into this one. */
  merged: z.number(),
  /** Whether earlier payments and orders are still being looked for. */
  is_linking: z.boolean(),
});
export type CustomerSummary = z.output<typeof CustomerSummary>;

export const NOTE_LENGTH = 2_000;
export const NoteForm = z.object({ text: paragraphs(NOTE_LENGTH) });

export const TAG_LENGTH = 40;
/** The most tags of one customer, and that a merchant uses. */
export const TAGS_OF_CUSTOMER = 20;
export const TAGS_MAXIMUM = 200;

/** A word or two: no commas, which separate them. */
export const Tag = text(TAG_LENGTH).check(
  z.refine((value: string) => !/[,،;؛\n]/.test(value), { error: 'Invalid' }),
);
export const TagsForm = z.object({
  tags: z.array(Tag).check(z.maxLength(TAGS_OF_CUSTOMER, { error: 'TooManyTags' })),
});

/** Fields of which a merge keeps one of two values. */
export const MERGED_FIELDS = ['name', 'email', 'mobile', 'nationalId', 'description'] as const;
export type MergedField = (typeof MERGED_FIELDS)[number];
/** The most customers that are merged into one. */
export const MERGES_MAXIMUM = 20;

/** Whose value stays. */
const Side = z.enum(['this', 'other'], { error: 'Invalid' });
export const MergeForm = z.object({
  /** The customer that becomes this one. */
  other: Id,
  keep: z.object({ name: Side, email: Side, mobile: Side, nationalId: Side, description: Side }),
  /** Says that it cannot be undone. */
  confirmed: z.literal(true, { error: 'Invalid' }),
});
export type MergeFormValues = z.output<typeof MergeForm>;

export const customerPage = defineEndpoints({
  summary: {
    method: 'GET',
    path: '/merchant/customers/:id/summary',
    base: 'mode',
    access: 'view-customer-details',
    params: IdParams,
    reply: data(CustomerSummary),
  },
  /** Everything that happened with a customer, newest first, without what the caller may not see. */
  timeline: {
    method: 'GET',
    path: '/merchant/customers/:id/timeline',
    base: 'mode',
    access: 'view-customer-details',
    params: IdParams,
    query: z.object({
      kind: z.optional(z.enum(CUSTOMER_EVENTS, { error: 'Invalid' })),
      /** The entries before this one. */
      before: z.optional(Place),
    }),
    reply: data(CustomerTimeline),
  },
  /** Saves what is known of a customer, and their newest 10,000 entries that the caller may see. */
  export: {
    method: 'GET',
    path: '/merchant/customers/:id/export',
    base: 'mode',
    access: 'view-customer-details',
    params: IdParams,
    query: z.object({ format: ExportFormat }),
    reply: file,
  },
  addNote: {
    method: 'POST',
    path: '/merchant/customers/:id/notes',
    base: 'mode',
    access: 'update-customer',
    params: IdParams,
    body: NoteForm,
    idempotent: true,
    reply: data(Created),
  },
  /** Only for who wrote it. */
  editNote: {
    method: 'PATCH',
    path: '/merchant/customers/notes/:id',
    base: 'mode',
    access: 'update-customer',
    params: IdParams,
    body: NoteForm,
    reply: done,
  },
  /** Only for who wrote it. */
  deleteNote: {
    method: 'DELETE',
    path: '/merchant/customers/notes/:id',
    base: 'mode',
    access: 'update-customer',
    params: IdParams,
    reply: done,
  },
  /** The tags that the merchant uses, by name. */
  tags: {
    method: 'GET',
    path: '/merchant/customers/tags',
    base: 'mode',
    access: ['view-customers-list', 'view-customer-details'],
    reply: data(z.array(z.string())),
  },
  /** Replaces a customer's tags. Spellings that differ only in case or in ways of writing Arabic are one tag. */
  setTags: {
    method: 'PUT',
    path: '/merchant/customers/:id/tags',
    base: 'mode',
    access: 'update-customer',
    params: IdParams,
    body: TagsForm,
    reply: data(z.object({ tags: z.array(z.string()) })),
  },
  /** The customer is not offered any more; everything about them stays. */
  archive: {
    method: 'PATCH',
    path: '/merchant/customers/archive/:id',
    base: 'mode',
    access: 'update-customer',
    params: IdParams,
    reply: done,
  },
  unarchive: {
    method: 'PATCH',
    path: '/merchant/customers/unarchive/:id',
    base: 'mode',
    access: 'update-customer',
    params: IdParams,
    reply: done,
  },
  /** Makes another customer this one, for good: their number leads here from then on. */
  merge: {
    method: 'POST',
    path: '/merchant/customers/:id/merge',
    base: 'mode',
    access: 'update-customer',
    params: IdParams,
    body: MergeForm,
    idempotent: true,
    reply: data(Created),
  },
});
