import * as z from 'zod/mini';
import { defineEndpoints } from './endpoint.ts';
import { data, done, events, file, list } from './envelope.ts';
import { exportQuery } from './exports.ts';
import { FilePath } from './files.ts';
import { MerchantThing } from './ops-money.ts';
import { ListMode } from './ops-money-lists.ts';
import { Day, listQuery } from './paging.ts';
import { Id, oneOf } from './text.ts';
import { TICKET_STATUS_TEXTS, TicketAbout, TicketText } from './tickets.ts';

const Mode = z.enum(['live', 'test'], { error: 'Invalid' });

/** From the least to the most urgent; each has its own response time (`DAFTAR_ANSWER_HOURS_…`). */
export const TICKET_PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const;
export type TicketPriority = (typeof TICKET_PRIORITIES)[number];
const Priority = z.enum(TICKET_PRIORITIES, { error: 'Invalid' });

/** One of the provider's staff. */
const Colleague = z.object({ id: z.number(), email: z.string() });

const common = {
  id: z.number(),
  merchant: z.object({ id: z.number(), name: z.string() }),
  mode: Mode,
  created_at: z.string(),
  ticket_number: z.string(),
  ticket_type: z.number(),
  status: z.enum(TICKET_STATUS_TEXTS),
  reference_id: z.string(),
  /** Since when the merchant has been waiting for our answer; null if we answered last. */
  waiting_since: z.nullable(z.string()),
  /** The deadline of our answer; null if nobody waits. */
  answer_due_at: z.nullable(z.string()),
  is_overdue: z.boolean(),
  priority: Priority,
  /** The operator who answers it; null: nobody yet. */
  assignee: z.nullable(Colleague),
  /** Seconds from opening to our first reply; null before it. */
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

/** An internal note of operators about a ticket. */
export const OpsTicketNote = z.object({
  id: z.number(),
  author: z.string(),
  created_at: z.string(),
  note: z.string(),
});
export type OpsTicketNote = z.output<typeof OpsTicketNote>;

/** A change of the assignee or the priority. */
export const OpsTicketChange = z.object({
  id: z.number(),
  /** Null: changed from the command line. */
  author: z.nullable(z.string()),
  created_at: z.string(),
  kind: z.enum(['assignee', 'priority']),
  /** The address of the new assignee, null for nobody; or the new priority. */
  value: z.nullable(z.string()),
});
export type OpsTicketChange = z.output<typeof OpsTicketChange>;

/** Maximum number of a ticket's changes shown, the newest. */
export const TICKET_CHANGES_SHOWN = 50;

export const OpsTicketDetails = z.object({
  ...common,
  about: TicketAbout,
  closed_at: z.nullable(z.string()),
  /** The person who closed it, a user of the merchant or an operator, by address; null unless it is closed. */
  closed_by: z.nullable(z.string()),
  /** Language of the person who opened it. */
  language: z.enum(['en', 'ar']),
  /** The complete thread, oldest first. */
  messages: z.array(OpsTicketMessage),
  /** Oldest first; never visible to merchants. */
  notes: z.array(OpsTicketNote),
  /** The last {@link TICKET_CHANGES_SHOWN}, newest first. */
  changes: z.array(OpsTicketChange),
});
export type OpsTicketDetails = z.output<typeof OpsTicketDetails>;

export const OpsReplyForm = z.object({ message: TicketText });
/** Null: nobody. */
export const AssigneeForm = z.object({ operator_id: z.nullable(Id) });
export const PriorityForm = z.object({ priority: Priority });
export const NoteForm = z.object({ note: TicketText });

/** The number of days whose tickets the first response time covers. */
export const FIRST_RESPONSE_DAYS = 30;

export const OpsTicketFigures = z.object({
  /** The number of tickets that wait for our answer. */
  waiting: z.number(),
  /** The number of those that are overdue. */
  overdue: z.number(),
  open: z.number(),
  processing: z.number(),
  /** The median over the last {@link FIRST_RESPONSE_DAYS} days; null if no ticket was answered. */
  first_response_seconds: z.nullable(z.number()),
});

export type OpsTicketFigures = z.output<typeof OpsTicketFigures>;

export const TICKET_QUEUE_SORTS = ['answer_due_at', 'waiting_since', 'created_at'] as const;

/** Filters and sorting of the queue. */
const QUEUE = {
  dialect: 'snake',
  sort: TICKET_QUEUE_SORTS,
  defaultType: 'asc',
  defaultSort: 'answer_due_at',
  filters: {
    /** A ticket's number, its subject's reference, or part of its first message. */
    q: z.optional(z.string().check(z.maxLength(255))),
    ticket_number: z.optional(z.string().check(z.maxLength(64))),
    status: z.optional(oneOf([1, 2, 3])),
    ticket_type: z.optional(oneOf([1, 2, 3, 4])),
    priority: z.optional(Priority),
    /** Tickets assigned to the caller, or to nobody. */
    assignee: z.optional(z.enum(['me', 'nobody'], { error: 'Invalid' })),
    /** Only overdue ones. */
    overdue: z.optional(oneOf([1])),
    mode: z.optional(ListMode),
    merchant_id: z.optional(Id),
    date_from: z.optional(Day),
    date_to: z.optional(Day),
  },
  ranges: [['date_from', 'date_to']],
} as const;

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
    /** Waiting tickets by deadline first, then the others. */
    query: listQuery(QUEUE),
    reply: list(OpsTicketRow),
  },
  /** Exports the rows of the list, at most 100,000. */
  export: {
    method: 'GET',
    path: '/ops/tickets/export',
    base: 'fixed',
    access: 'ops:tickets',
    query: exportQuery(QUEUE),
    reply: file,
  },
  figures: {
    method: 'GET',
    path: '/ops/tickets/figures',
    base: 'fixed',
    access: 'ops:tickets',
    reply: data(OpsTicketFigures),
  },
  /**
   * Server-sent events: `ticket` with a {@link TicketEvent} when one changes, `resync` when some may have been missed.
   */
  stream: {
    method: 'GET',
    path: '/ops/tickets/stream',
    base: 'fixed',
    access: 'ops:tickets',
    reply: events,
  },
  /** Lists the operators who may answer tickets, by address. */
  assignees: {
    method: 'GET',
    path: '/ops/tickets/assignees',
    base: 'fixed',
    access: 'ops:tickets',
    reply: data(z.array(Colleague)),
  },
  ticket: {
    method: 'GET',
    path: '/ops/tickets/:merchantId/:id',
    base: 'fixed',
    access: 'ops:tickets',
    params: MerchantThing,
    reply: data(OpsTicketDetails),
  },
  /** Returns a file of the thread, but no other file of the merchant. */
  file: {
    method: 'GET',
    path: '/ops/tickets/:merchantId/:id/files/:filePath',
    base: 'fixed',
    access: 'ops:tickets',
    params: z.object({ merchantId: Id, id: Id, filePath: FilePath }),
    reply: file,
  },
  /** Answers a ticket that is not closed. One in process becomes open again, so that the merchant can reply. */
  reply: {
    method: 'POST',
    path: '/ops/tickets/:merchantId/:id/replies',
    base: 'fixed',
    access: 'ops:tickets',
    params: MerchantThing,
    consumes: 'multipart',
    body: OpsReplyForm,
    idempotent: true,
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
  /** Assigns a ticket that is not closed to an operator who may answer it, or to nobody. */
  assign: {
    method: 'PUT',
    path: '/ops/tickets/:merchantId/:id/assignee',
    base: 'fixed',
    access: 'ops:tickets',
    params: MerchantThing,
    body: AssigneeForm,
    reply: done,
  },
  /** Changes the priority of a ticket that is not closed, and thereby its deadline. */
  prioritize: {
    method: 'PUT',
    path: '/ops/tickets/:merchantId/:id/priority',
    base: 'fixed',
    access: 'ops:tickets',
    params: MerchantThing,
    body: PriorityForm,
    reply: done,
  },
  /** Adds a note for colleagues. Notes cannot be removed and are never visible to merchants. */
  addNote: {
    method: 'POST',
    path: '/ops/tickets/:merchantId/:id/notes',
    base: 'fixed',
    access: 'ops:tickets',
    params: MerchantThing,
    body: NoteForm,
    idempotent: true,
    reply: done,
  },
});
