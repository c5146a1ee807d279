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

/** From the least to the most urgent; each has its own time for an answer (`DAFTAR_ANSWER_HOURS_…`). */
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
  /** Since when the merchant waits for our answer; null when we answered last. */
  waiting_since: z.nullable(z.string()),
  /** By when the merchant must have our answer; null when nobody waits. */
  answer_due_at: z.nullable(z.string()),
  is_overdue: z.boolean(),
  priority: Priority,
  /** Who answers it; null: nobody yet. */
  assignee: z.nullable(Colleague),
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

/** What colleagues wrote about a ticket for each other. */
export const OpsTicketNote = z.object({
  id: z.number(),
  author: z.string(),
  created_at: z.string(),
  note: z.string(),
});
export type OpsTicketNote = z.output<typeof OpsTicketNote>;

/** Who changed the assignee or the priority, and to what. */
export const OpsTicketChange = z.object({
  id: z.number(),
  /** Null: from the command line. */
  author: z.nullable(z.string()),
  created_at: z.string(),
  kind: z.enum(['assignee', 'priority']),
  /** The address of the new assignee, null for nobody; or the new priority. */
  value: z.nullable(z.string()),
});
export type OpsTicketChange = z.output<typeof OpsTicketChange>;

/** The newest changes of a ticket that are shown. */
export const TICKET_CHANGES_SHOWN = 50;

export const OpsTicketDetails = z.object({
  ...common,
  about: TicketAbout,
  closed_at: z.nullable(z.string()),
  /** Who closed it, a user of the merchant or an operator, by address; null unless it is closed. */
  closed_by: z.nullable(z.string()),
  /** Of the person who opened it. */
  language: z.enum(['en', 'ar']),
  /** The complete thread, oldest first. */
  messages: z.array(OpsTicketMessage),
  /** Oldest first. No merchant ever sees them. */
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

/** The first response time covers tickets of this many days. */
export const FIRST_RESPONSE_DAYS = 30;

export const OpsTicketFigures = z.object({
  /** Tickets that wait for our answer. */
  waiting: z.number(),
  /** Those of them whose answer is overdue. */
  overdue: z.number(),
  open: z.number(),
  processing: z.number(),
  /** The median over the last {@link FIRST_RESPONSE_DAYS} days; null without answered tickets. */
  first_response_seconds: z.nullable(z.number()),
});

export type OpsTicketFigures = z.output<typeof OpsTicketFigures>;

export const TICKET_QUEUE_SORTS = ['answer_due_at', 'waiting_since', 'created_at'] as const;

/** What the queue is filtered and sorted by. */
const QUEUE = {
  dialect: 'snake',
  sort: TICKET_QUEUE_SORTS,
  defaultType: 'asc',
  defaultSort: 'answer_due_at',
  filters: {
    /** A ticket's number, the reference that it is about, or part of its first message. */
    q: z.optional(z.string().check(z.maxLength(255))),
    ticket_number: z.optional(z.string().check(z.maxLength(64))),
    status: z.optional(oneOf([1, 2, 3])),
    ticket_type: z.optional(oneOf([1, 2, 3, 4])),
    priority: z.optional(Priority),
    /** The caller's own, or nobody's. */
    assignee: z.optional(z.enum(['me', 'nobody'], { error: 'Invalid' })),
    /** Only those whose answer is overdue. */
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
    /** Those whose answer is due soonest first, then those that are not waiting. */
    query: listQuery(QUEUE),
    reply: list(OpsTicketRow),
  },
  /** The rows of the list as a file; a hundred thousand at most. */
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
   * Server-sent events: `ticket` with a {@link TicketEvent} when one changed, `resync` when some may have been missed.
   */
  stream: {
    method: 'GET',
    path: '/ops/tickets/stream',
    base: 'fixed',
    access: 'ops:tickets',
    reply: events,
  },
  /** Lists who may answer tickets, by address. */
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
  /** Changes the priority of a ticket that is not closed, and by when it must be answered. */
  prioritize: {
    method: 'PUT',
    path: '/ops/tickets/:merchantId/:id/priority',
    base: 'fixed',
    access: 'ops:tickets',
    params: MerchantThing,
    body: PriorityForm,
    reply: done,
  },
  /** Adds a note for colleagues. It stays, and no merchant ever sees it. */
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
