import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done, file, list } from './envelope.ts';
import { ExportFilters } from './exports.ts';
import { Day, listQuery, statusCountOf } from './paging.ts';
import { whenRight } from './schema.ts';
import { codeOf, Id, oneCode, optionalReference, paragraphs } from './text.ts';

/** The list's filter values; rows and details use the corresponding {@link TICKET_STATUS_TEXTS}. */
export const TICKET_STATUS = { open: 1, processing: 2, closed: 3 } as const;
export type TicketStatus = (typeof TICKET_STATUS)[keyof typeof TICKET_STATUS];

export const TicketCount = statusCountOf(TICKET_STATUS);

/** In the order of {@link TICKET_STATUS}. */
export const TICKET_STATUS_TEXTS = ['OPEN', 'PROCESSING', 'CLOSED'] as const;
export type TicketStatusText = (typeof TICKET_STATUS_TEXTS)[number];

export const TICKET_TYPE = { transaction: 1, chargeback: 2, settlement: 3, technicality: 4 } as const;
export type TicketType = (typeof TICKET_TYPE)[keyof typeof TICKET_TYPE];

/** The subject of each type, by the prefix of its references; a technical issue may be about any of them, or none. */
export const REFERENCES_OF_TYPE = {
  1: ['TRX', 'LNK', 'INV'],
  2: ['CHB'],
  3: ['STL'],
  4: ['TRX', 'LNK', 'INV', 'CHB', 'STL'],
} as const satisfies Record<TicketType, readonly string[]>;

/** The subjects of tickets. */
export const TICKET_SUBJECTS = [
  'transaction',
  'payment-link',
  'invoice',
  'chargeback',
  'settlement',
] as const;
export type TicketSubject = (typeof TICKET_SUBJECTS)[number];

export const TICKET_SORTS = [
  'id',
  'ticket_number',
  'ticket_type',
  'status',
  'created_at',
  'last_respond_date',
] as const;

/** Days after closing during which a reply reopens a ticket. */
export const REOPEN_DAYS = 7;
const TICKET_MESSAGE_MAXIMUM = 4000;

const common = {
  id: z.number(),
  /** TKT-… */
  ticket_number: z.string(),
  ticket_type: codeOf(TICKET_TYPE),
  status: z.enum(TICKET_STATUS_TEXTS),
  created_at: z.string(),
  /** The time of the newest reply of either side; null before. */
  last_respond_date: z.nullable(z.string()),
  /** The reference of its subject; for a technical issue, the typed text. */
  reference_id: z.string(),
};

/** A message's file: its path for `GET /merchant/storage/:filePath`, and its original name. */
const attached = {
  attachment: z.nullable(z.string()),
  attachment_name: z.nullable(z.string()),
};

export const TicketRow = z.object({
  ...common,
  /** The beginning of its first message. */
  excerpt: z.string(),
});
export type TicketRow = z.output<typeof TicketRow>;

/** The object to which the reference leads; null if there is none. */
export const TicketAbout = z.nullable(z.object({ kind: z.enum(TICKET_SUBJECTS), id: z.number() }));

/** A ticket with its opening message. */
export const TicketDetails = z.object({
  ...common,
  about: TicketAbout,
  /** The URL of the merchant's logo, if it has one. */
  merchant_avater: z.nullable(z.string()),
  merchant_name: z.string(),
  merchant_id: z.number(),
  /** The user who wrote it. */
  opened_by: z.string(),
  message: z.string(),
  ...attached,
  /** Until when a reply can reopen it; null unless it is closed. */
  reopen_until: z.nullable(z.string()),
});
export type TicketDetails = z.output<typeof TicketDetails>;

/** A reply. Replies of the provider have no name, picture or id. */
export const TicketReply = z.object({
  message_id: z.number(),
  is_admin: z.boolean(),
  created_at: z.string(),
  message: z.string(),
  ...attached,
  avater: z.nullable(z.string()),
  name: z.nullable(z.string()),
  id: z.nullable(z.number()),
});
export type TicketReply = z.output<typeof TicketReply>;

/** Text of several lines, with line breaks normalized to `\n`, because multipart forms send CRLF. */
export const TicketText = z.pipe(
  z.pipe(
    z.string(),
    z.transform((value: string) => value.replace(/\r\n?/g, '\n')),
  ),
  paragraphs(TICKET_MESSAGE_MAXIMUM),
);

const isReferred = (form: { ticket_type: TicketType; reference_id: string }) =>
  form.ticket_type === TICKET_TYPE.technicality || form.reference_id !== '';

export const TicketForm = z
  .object({
    ticket_type: oneCode(TICKET_TYPE),
    reference_id: optionalReference(),
    ticket_message: TicketText,
  })
  .check(
    z.refine(isReferred, {
      error: 'Required',
      path: ['reference_id'],
      when: whenRight('ticket_type', 'reference_id'),
    }),
  );
export type TicketForm = z.output<typeof TicketForm>;

export const TicketReplyForm = z.object({ ticket_id: Id, message: TicketText });
export type TicketReplyForm = z.output<typeof TicketReplyForm>;

export const TicketCloseForm = z.object({ ticket_id: Id });

const ofTicket = z.object({ ticket_id: Id });

const filters = {
  ticket_number: z.optional(z.string().check(z.maxLength(64))),
  status: z.optional(oneCode(TICKET_STATUS)),
  ticket_type: z.optional(oneCode(TICKET_TYPE)),
  /** The day of its opening. */
  creation: z.optional(Day),
  /** `merchant`: open tickets whose last reply is the provider's. */
  waits_for: z.optional(z.enum(['merchant'], { error: 'Invalid' })),
};
const listOptions = { dialect: 'number', sort: TICKET_SORTS } as const;

/** Support tickets. Files are sent as `attachment`, a picture or a PDF. */
export const tickets = defineEndpoints({
  statistics: {
    method: 'GET',
    path: '/merchant/support/statistics',
    base: 'mode',
    access: 'tickets-list',
    reply: data(z.object({ total_tickets: z.number() })),
  },
  list: {
    method: 'GET',
    path: '/merchant/support',
    base: 'mode',
    access: 'tickets-list',
    query: listQuery({ ...listOptions, filters }),
    reply: list(TicketRow),
  },
  counts: {
    method: 'GET',
    path: '/merchant/support/counts',
    reads: 'standby',
    base: 'mode',
    access: 'tickets-list',
    reply: data(z.array(TicketCount)),
  },
  /** Exports the chosen tickets, or the rows that match the filters. */
  exportCsv: {
    method: 'GET',
    path: '/merchant/support/exportCsv',
    base: 'mode',
    access: 'tickets-list',
    query: listQuery({ ...listOptions, filters: { ...filters, ...ExportFilters } }),
    reply: file,
  },
  create: {
    method: 'POST',
    path: '/merchant/support/create-ticket',
    base: 'mode',
    whenSuspended: true,
    access: 'create-ticket',
    idempotent: true,
    consumes: 'multipart',
    body: TicketForm,
    reply: data(z.object({ id: z.number(), ticket_number: z.string() })),
  },
  ticket: {
    method: 'GET',
    path: '/merchant/support/ticket',
    base: 'mode',
    access: 'view-ticket',
    query: ofTicket,
    reply: data(TicketDetails),
  },
  /** Lists the replies, oldest first. */
  messages: {
    method: 'GET',
    path: '/merchant/support/ticket-messages',
    base: 'mode',
    access: 'view-ticket',
    query: ofTicket,
    reply: data(z.array(TicketReply)),
  },
  /** Adds a reply to an open ticket. */
  sendMessage: {
    method: 'POST',
    path: '/merchant/support/send-message',
    base: 'mode',
    whenSuspended: true,
    access: 'view-ticket',
    idempotent: true,
    consumes: 'multipart',
    body: TicketReplyForm,
    reply: done,
  },
  /** Reopens a closed ticket with a reply, within {@link REOPEN_DAYS} days. */
  reopen: {
    method: 'POST',
    path: '/merchant/support/reopen',
    base: 'mode',
    whenSuspended: true,
    access: 'view-ticket',
    idempotent: true,
    consumes: 'multipart',
    body: TicketReplyForm,
    reply: done,
  },
  /** Closes a ticket, even one in process; a closed one stays unchanged. */
  close: {
    method: 'POST',
    path: '/merchant/support/close',
    base: 'mode',
    whenSuspended: true,
    access: 'view-ticket',
    body: TicketCloseForm,
    reply: done,
  },
});
