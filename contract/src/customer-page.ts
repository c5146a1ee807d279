/** A merchant's relation to one customer: figures, timeline, notes, tags, merging. */
import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { Created, data, done, file } from './envelope.ts';
import { ExportFormat } from './exports.ts';
import type { Permission } from './permissions.ts';
import { Id, IdParams, paragraphs, text } from './text.ts';

/** Kinds of entries in a customer's timeline. */
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

/**
 * The permission to see entries of a kind, in addition to the one to see the customer: that of the list that contains
 * them.
 */
export const EVENT_ACCESS: Readonly<Record<CustomerEventKind, Permission>> = {
  payment: 'view-transactions-list',
  refund: 'view-transactions-list',
  chargeback: 'view-chargeback-list',
  order: 'view-orders',
  invoice: 'view-invoices-list',
  message: 'view-customer-details',
  note: 'view-customer-details',
};

/** Entries per page. */
export const EVENTS_PER_PAGE = 20;

/** An entry's position in time, as in replies: milliseconds (within the database's range of years), kind and number. */
const Place = z.string().check(
  z.regex(/^\d{1,14}-(?:payment|refund|chargeback|order|invoice|message|note)-\d{1,15}$/, {
    error: 'Invalid',
  }),
);

/** Subjects of messages. */
export const MESSAGE_CAUSES = ['invoice', 'receipt', 'refund', 'order', 'other'] as const;
export type MessageCause = (typeof MESSAGE_CAUSES)[number];

/** The permission to see messages about a subject, because they name it. */
export const CAUSE_ACCESS: Readonly<Record<MessageCause, Permission>> = {
  invoice: EVENT_ACCESS.invoice,
  receipt: EVENT_ACCESS.payment,
  refund: EVENT_ACCESS.refund,
  order: EVENT_ACCESS.order,
  other: EVENT_ACCESS.payment,
};

/** One entry. Fields that its kind does not have are null. */
export const CustomerEvent = z.object({
  id: z.string(),
  kind: z.enum(CUSTOMER_EVENTS),
  at: z.string(),
  /** `TRX-…` of a payment; of a refund, its payment's; of a chargeback, order or invoice, its own. */
  reference: z.nullable(z.string()),
  /** The title of what was paid for, the invoice's name, a message's subject, or a note's text. */
  text: z.string(),
  amount: z.nullable(z.number()),
  currency: z.nullable(z.string()),
  /**
   * For payments and chargebacks, the status number as in their lists; for an order `PAID`, `UNPAID` or `canceled`; for
   * an invoice, the customer's share: `unpaid`, `paid`, `canceled` or `expired`; for refunds and messages, their state.
   */
  status: z.nullable(z.string()),
  /** Channel, recipient and subject of a message. */
  channel: z.nullable(z.enum(['email', 'sms'])),
  recipient: z.nullable(z.string()),
  cause: z.nullable(z.enum(MESSAGE_CAUSES)),
  /** The object whose page shows it; null if it has none. */
  subject: z.nullable(
    z.object({ kind: z.enum(['transaction', 'chargeback', 'order', 'invoice', 'note']), id: z.number() }),
  ),
  /** The author of a note, and whether that is the caller. */
  author: z.nullable(z.string()),
  is_mine: z.boolean(),
  edited_at: z.nullable(z.string()),
});
export type CustomerEvent = z.output<typeof CustomerEvent>;

/** One page of a customer's timeline, newest first. */
export const CustomerTimeline = z.object({
  rows: z.array(CustomerEvent),
  /** Value of `before` for the next older page; null if there is none. */
  older: z.nullable(z.string()),
});
export type CustomerTimeline = z.output<typeof CustomerTimeline>;

/** Figures of a customer, in EGP. Figures that the caller may not see are null. */
export const CustomerSummary = z.object({
  /** The sum of the customer's payments less refunds. */
  lifetime_value: z.nullable(z.number()),
  refunded: z.nullable(z.number()),
  /** The number of successful payments. */
  payments: z.nullable(z.number()),
  last_payment_at: z.nullable(z.string()),
  /** Number and sum of the invoices that they can still pay; limited to the newest thousand. */
  open_invoices: z.nullable(z.number()),
  owed: z.nullable(z.number()),
  owed_more: z.boolean(),
  /** The number of customers merged into this one. */
  merged: z.number(),
  /** True: earlier payments and orders are still being assigned to the customer. */
  is_linking: z.boolean(),
});
export type CustomerSummary = z.output<typeof CustomerSummary>;

export const NOTE_LENGTH = 2_000;
export const NoteForm = z.object({ text: paragraphs(NOTE_LENGTH) });

export const TAG_LENGTH = 40;
/** Maximum number of tags of one customer, and of all tags of a merchant. */
export const TAGS_OF_CUSTOMER = 20;
export const TAGS_MAXIMUM = 200;

/** A word or two, without commas, which separate tags. */
export const Tag = text(TAG_LENGTH).check(
  z.refine((value: string) => !/[,،;؛\n]/.test(value), { error: 'Invalid' }),
);
export const TagsForm = z.object({
  tags: z.array(Tag).check(z.maxLength(TAGS_OF_CUSTOMER, { error: 'TooManyTags' })),
});

/** Fields of which a merge keeps one of the two values. */
export const MERGED_FIELDS = ['name', 'email', 'mobile', 'nationalId', 'description'] as const;
export type MergedField = (typeof MERGED_FIELDS)[number];
/** Maximum number of customers merged into one. */
export const MERGES_MAXIMUM = 20;

/** The customer whose value is kept. */
const Side = z.enum(['this', 'other'], { error: 'Invalid' });
export const MergeForm = z.object({
  /** The customer to be merged into this one. */
  other: Id,
  keep: z.object({ name: Side, email: Side, mobile: Side, nationalId: Side, description: Side }),
  /** Confirms that it cannot be undone. */
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
  /** Everything that happened with a customer, newest first, limited to what the caller may see. */
  timeline: {
    method: 'GET',
    path: '/merchant/customers/:id/timeline',
    base: 'mode',
    access: 'view-customer-details',
    params: IdParams,
    query: z.object({
      kind: z.optional(z.enum(CUSTOMER_EVENTS, { error: 'Invalid' })),
      /** Returns the entries before this one. */
      before: z.optional(Place),
    }),
    reply: data(CustomerTimeline),
  },
  /** Exports the customer's data and the newest 10,000 entries that the caller may see. */
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
  /** Only for the note's author. */
  editNote: {
    method: 'PATCH',
    path: '/merchant/customers/notes/:id',
    base: 'mode',
    access: 'update-customer',
    params: IdParams,
    body: NoteForm,
    reply: done,
  },
  /** Only for the note's author. */
  deleteNote: {
    method: 'DELETE',
    path: '/merchant/customers/notes/:id',
    base: 'mode',
    access: 'update-customer',
    params: IdParams,
    reply: done,
  },
  /** The merchant's tags, by name. */
  tags: {
    method: 'GET',
    path: '/merchant/customers/tags',
    base: 'mode',
    access: ['view-customers-list', 'view-customer-details'],
    reply: data(z.array(z.string())),
  },
  /** Replaces a customer's tags. Spellings that differ only in case or in Arabic spelling variants are one tag. */
  setTags: {
    method: 'PUT',
    path: '/merchant/customers/:id/tags',
    base: 'mode',
    access: 'update-customer',
    params: IdParams,
    body: TagsForm,
    reply: data(z.object({ tags: z.array(z.string()) })),
  },
  /** Hides the customer from lists and choices; everything about them stays. */
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
  /** Merges another customer into this one permanently; the other's id leads here from then on. */
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
