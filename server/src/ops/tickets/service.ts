import {
  FIRST_RESPONSE_DAYS,
  type OpsTicketDetails,
  type OpsTicketFigures,
  type OpsTicketRow,
  type TICKET_QUEUE_SORTS,
} from '@daftar/contract/ops-tickets';
import type { Paging } from '@daftar/contract/paging';
import type { Colleague } from '../../ops-colleagues/index.ts';
import { at, merchantCells, momentCells, opsList } from '../../ops-lists/list.ts';
import type { App, Operator } from '../../platform/context.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { InvalidError } from '../../platform/http/errors.ts';
import type { FileResult } from '../../platform/http/handlers.ts';
import {
  assign,
  getTicket,
  readAttachment,
  readHandling,
  readThread,
  statusText,
  type TicketRef,
} from '../../tickets/index.ts';
import * as store from './store.ts';

const DAY_MILLISECONDS = 86_400_000;

/** Returns the fields that the queue and a ticket share. */
const commonOf = (row: Omit<store.QueuedTicket, 'excerpt'>, now: Date) => ({
  id: row.id,
  merchant: { id: row.merchantId, name: row.merchantName },
  mode: row.mode,
  created_at: row.createdAt.toISOString(),
  ticket_number: row.reference,
  ticket_type: row.type,
  status: statusText(row.status),
  reference_id: row.about,
  waiting_since: row.waitingSince?.toISOString() ?? null,
  answer_due_at: row.answerDueAt?.toISOString() ?? null,
  is_overdue: row.answerDueAt !== null && row.answerDueAt <= now,
  priority: row.priority,
  assignee: row.assigneeId === null ? null : { id: row.assigneeId, email: row.assigneeEmail ?? '' },
  first_response_seconds: row.firstResponseAt
    ? Math.round((row.firstResponseAt.getTime() - row.createdAt.getTime()) / 1000)
    : null,
});

/** The queue of tickets. */
export const tickets = opsList<
  Paging<(typeof TICKET_QUEUE_SORTS)[number]>,
  store.QueueFilters,
  store.QueuedTicket,
  OpsTicketRow,
  Date
>({
  what: 'tickets',
  find: ({ clock }, paging, filters, { operatorId }) => {
    const reader = { operatorId, now: clock.now() };
    return (db) => store.ticketSource(db, paging, filters, reader);
  },
  ready: ({ clock }) => clock.now(),
  wireOf: (row, _locale, _operator, now) => ({ ...commonOf(row, now), excerpt: row.excerpt }),
  cells: (say) => ({
    reference: (row) => row.ticket_number,
    ...merchantCells,
    ticketType: (row) => say(`ticketType.${row.ticket_type}`),
    about: (row) => row.reference_id,
    status: (row) => say(`ticketStatus.${row.status}`),
    priority: (row) => say(`ops.ticketPriority.${row.priority}`),
    assignee: (row) => row.assignee?.email ?? '',
    waitingSince: (row) => at(row.waiting_since),
    answerDue: (row) => at(row.answer_due_at),
    excerpt: (row) => row.excerpt,
    ...momentCells(say),
  }),
});

/** Returns how many tickets wait, and the time to the first response. */
export async function readFigures(app: App): Promise<OpsTicketFigures> {
  const now = app.clock.now();
  const since = new Date(now.getTime() - FIRST_RESPONSE_DAYS * DAY_MILLISECONDS);
  const { medianSeconds, ...counts } = await store.readFigures(app.db, { since, now });
  return { ...counts, first_response_seconds: medianSeconds === null ? null : Math.round(medianSeconds) };
}

/** Returns a ticket with its thread. @throws TicketNotFound */
export async function readTicket(app: App, ref: TicketRef): Promise<OpsTicketDetails> {
  const ticket = await getTicket(app, ref);
  const messages = await readThread(app, ref);
  const { notes, changes, ...handling } = await readHandling(app, ref);
  const { aboutKind: kind, aboutId } = ticket;
  return {
    ...commonOf({ ...ticket, ...handling }, app.clock.now()),
    about: kind && aboutId !== null ? { kind, id: aboutId } : null,
    language: handling.locale,
    closed_at: ticket.closedAt?.toISOString() ?? null,
    closed_by: ticket.closedBy,
    messages: messages.map((row) => ({
      message_id: row.position,
      is_admin: row.userId === null,
      author: row.operatorEmail ?? row.userName ?? '',
      created_at: row.createdAt.toISOString(),
      message: row.message,
      attachment: row.path,
      attachment_name: row.fileName,
    })),
    notes: notes.map((row) => ({
      id: row.position,
      author: row.author,
      created_at: row.createdAt.toISOString(),
      note: row.note,
    })),
    changes: changes.map((row) => ({
      id: row.position,
      author: row.author,
      created_at: row.createdAt.toISOString(),
      kind: row.kind,
      value: row.kind === 'assignee' ? row.assignee : row.priority,
    })),
  };
}

/** Reads a file of the thread. @throws TicketNotFound */
export async function readFileOf(app: App, ref: TicketRef, path: string): Promise<FileResult> {
  const { content, type, name } = await readAttachment(app, ref, path);
  const inline = type.startsWith('image/');
  return { content, contentType: type, fileName: name, inline };
}

/** Lists the operators who may answer tickets. */
export const listAssignees = (app: App): Promise<Colleague[]> => store.listAnswerers(app.db);

/**
 * Assigns a ticket to an operator who may answer it, or to nobody.
 * @throws TicketNotFound, MoveRefused, InvalidError 422 on `operator_id`
 */
export function assignTicket(
  app: App,
  by: Operator,
  ref: TicketRef,
  operatorId: number | null,
): Promise<void> {
  return transaction(app.db, async (tx) => {
    const inside = { ...app, db: tx };
    await getTicket(inside, ref);
    const to = operatorId === null ? null : await store.lockAnswerer(tx, operatorId);
    if (to === undefined) throw InvalidError.field('operator_id', 'CannotAnswerTickets');
    await assign(inside, by, ref, to);
  });
}
