import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done, events, file, list } from './envelope.ts';
import { FilePath } from './files.ts';
import { MerchantThing } from './ops-money.ts';
import { Day, listQuery } from './paging.ts';
import { Id, oneOf } from './text.ts';
import { TICKET_STATUS_TEXTS, TicketAbout, TicketText } from './tickets.ts';

const Mode = z.enum(['live', 'test'], { error: 'Invalid' });

const common = {
  id: z.number(),
  merchant: z.object({ id: z.number(), name: z.string() }),
  mode: Mode,
  created_at: z.string(),
  ticket_number: z.string(),
  ticket_type: z.number(),
  status: z.enum(TICKET_STATUS_TEXTS),
  reference_id: z.string(),
  /** Since when the merchant waits for our answer; null when we answered last. */
  waiting_since: z.nullable(z.string()),
  /** Seconds from opening to our first reply; null before. */
  first_response_seconds: z.nullable(z.number()),
};

export const OpsTicketRow = z.object({ ...common, excerpt: z.string() });
export type OpsTicketRow = z.output<typeof OpsTicketRow>;

export const OpsTicketMessage = z.object({
  message_id: z.number(),
  is_admin: z.boolean(),
  /** A merchant's user by name, an operator by e-mail address. */
  author: z.string(),
  created_at: z.string(),
  message: z.string(),
  attachment: z.nullable(z.string()),
  attachment_name: z.nullable(z.string()),
});
export type OpsTicketMessage = z.output<typeof OpsTicketMessage>;

export const OpsTicketDetails = z.object({
  ...common,
  about: TicketAbout,
  closed_at: z.nullable(z.string()),
  /** The complete thread, oldest first. */
  messages: z.array(OpsTicketMessage),
});
export type OpsTicketDetails = z.output<typeof OpsTicketDetails>;

export const OpsReplyForm = z.object({ message: TicketText });

/** The first response time covers tickets of this many days. */
export const FIRST_RESPONSE_DAYS = 30;

export const OpsTicketFigures = z.object({
  /** Tickets that wait for our answer. */
  waiting: z.number(),
  open: z.number(),
  processing: z.number(),
  /** The median over the last {@link FIRST_RESPONSE_DAYS} days; null without answered tickets. */
  first_response_seconds: z.nullable(z.number()),
});

export type OpsTicketFigures = z.output<typeof OpsTicketFigures>;

/** Announces a changed ticket to the console. */
export interface TicketEvent {
  merchantId: number;
  id: number;
}

/** Merchants' tickets, of both modes unless filtered. */
export const opsTickets = defineEndpoints({
  list: {
    method: 'GET',
    path: '/ops/tickets',
    base: 'fixed',
    access: 'ops:tickets',
    /** Longest waiting first, then those that are not waiting. */
    query: listQuery({
      dialect: 'snake',
      sort: ['waiting_since', 'created_at'],
      defaultType: 'asc',
      defaultSort: 'waiting_since',
      filters: {
        ticket_number: z.optional(z.string().check(z.maxLength(64))),
        status: z.optional(oneOf([1, 2, 3])),
        ticket_type: z.optional(oneOf([1, 2, 3, 4])),
        mode: z.optional(Mode),
        merchant_id: z.optional(Id),
        date_from: z.optional(Day),
        date_to: z.optional(Day),
      },
      ranges: [['date_from', 'date_to']],
    }),
    reply: list(OpsTicketRow),
  },
  figures: {
    method: 'GET',
    path: '/ops/tickets/figures',
    base: 'fixed',
    access: 'ops:tickets',
    reply: data(OpsTicketFigures),
  },
  /**
   * Server-sent events: `ticket` with a {@link TicketEvent} when one changed, `resync` when some may have been missed.
   */
  stream: {
    method: 'GET',
    path: '/ops/tickets/stream',
    base: 'fixed',
    access: 'ops:tickets',
    reply: events,
  },
  ticket: {
    method: 'GET',
    path: '/ops/tickets/:merchantId/:id',
    base: 'fixed',
    access: 'ops:tickets',
    params: MerchantThing,
    reply: data(OpsTicketDetails),
  },
  /** Returns a file of the thread; no other file of the merchant. */
  file: {
    method: 'GET',
    path: '/ops/tickets/:merchantId/:id/files/:filePath',
    base: 'fixed',
    access: 'ops:tickets',
    params: z.object({ merchantId: Id, id: Id, filePath: FilePath }),
    reply: file,
  },
  /** Answers a ticket that is not closed. One in process is open again, so that the merchant can reply. */
  reply: {
    method: 'POST',
    path: '/ops/tickets/:merchantId/:id/replies',
    base: 'fixed',
    access: 'ops:tickets',
    params: MerchantThing,
    consumes: 'multipart',
    body: OpsReplyForm,
    reply: done,
  },
  /** Marks the ticket as in process; the merchant keeps waiting. */
  process: {
    method: 'POST',
    path: '/ops/tickets/:merchantId/:id/process',
    base: 'fixed',
    access: 'ops:tickets',
    params: MerchantThing,
    reply: done,
  },
  close: {
    method: 'POST',
    path: '/ops/tickets/:merchantId/:id/close',
    base: 'fixed',
    access: 'ops:tickets',
    params: MerchantThing,
    reply: done,
  },
});
