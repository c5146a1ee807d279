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
  /** Since when the merchant waits for a word of ours; null while we have had the last one. */
  waiting_since: z.nullable(z.string()),
  /** From opening to our first reply; null until there is one. */
  first_response_seconds: z.nullable(z.number()),
};

export const OpsTicketRow = z.object({ ...common, excerpt: z.string() });
export type OpsTicketRow = z.output<typeof OpsTicketRow>;

export const OpsTicketMessage = z.object({
  message_id: z.number(),
  is_admin: z.boolean(),
  /** A person of the merchant by name, one of us by e-mail address. */
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
  /** The whole thread, oldest first. */
  messages: z.array(OpsTicketMessage),
});
export type OpsTicketDetails = z.output<typeof OpsTicketDetails>;

export const OpsReplyForm = z.object({ message: TicketText });

/** The first response counts tickets of this many days. */
export const FIRST_RESPONSE_DAYS = 30;

export const OpsTicketFigures = z.object({
  /** Tickets that wait for a word of ours. */
  waiting: z.number(),
  open: z.number(),
  processing: z.number(),
  /** Half of the tickets of the last {@link FIRST_RESPONSE_DAYS} days were answered faster; null while none was. */
  first_response_seconds: z.nullable(z.number()),
});

export type OpsTicketFigures = z.output<typeof OpsTicketFigures>;

/** What a stream of the console says of a ticket that changed. */
export interface TicketEvent {
  merchantId: number;
  id: number;
}

/** Merchants' tickets, of both modes unless one is asked for. */
export const opsTickets = defineEndpoints({
  list: {
    method: 'GET',
    path: '/ops/tickets',
    base: 'fixed',
    access: 'ops:tickets',
    /** Longest waiting first; those that wait for nobody come after. */
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
  /** Server-sent events: `ticket` with a {@link TicketEvent} the moment one changed, `resync` when some may have been missed. */
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
  /** A file of its thread; no other of the merchant's. */
  file: {
    method: 'GET',
    path: '/ops/tickets/:merchantId/:id/files/:filePath',
    base: 'fixed',
    access: 'ops:tickets',
    params: z.object({ merchantId: Id, id: Id, filePath: FilePath }),
    reply: file,
  },
  /** Until it is closed. A ticket that was being worked on is open again, so that the merchant can answer. */
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
  /** It is being worked on; the merchant waits. */
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
