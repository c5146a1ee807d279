import type { TicketDetails, TicketReply, TicketRow } from '@daftar/contract/tickets';
import { merchantLogo } from '../files/index.ts';
import type { App, Caller } from '../platform/context.ts';
import type { Page } from '../platform/lists/page.ts';
import { TicketNotFound } from './errors.ts';
import { reopenUntil, statusText } from './rules.ts';
import * as store from './store.ts';
import * as lists from './store-list.ts';

/** Counts the caller's tickets by status. */
export const countByStatus = (app: App, caller: Caller) => lists.countByStatus(app.db, caller);

/** Lists one page of the caller's tickets. */
export async function listTickets(
  app: App,
  caller: Caller,
  paging: lists.ListPaging,
  filters: lists.ListFilters,
): Promise<Page<TicketRow>> {
  const { rows, meta } = await lists.listTickets(app.db, caller, paging, filters);
  return {
    rows: rows.map((row) => ({
      id: row.id,
      ticket_number: row.reference,
      ticket_type: row.type,
      status: statusText(row.status),
      created_at: row.createdAt.toISOString(),
      last_respond_date: row.lastReplyAt?.toISOString() ?? null,
      reference_id: row.about,
      excerpt: row.excerpt,
    })),
    meta,
  };
}

/** Returns the figure above the list. */
export async function readStatistics(app: App, caller: Caller): Promise<{ total_tickets: number }> {
  return { total_tickets: await lists.countTickets(app.db, caller) };
}

/** Returns a ticket with its opening message. @throws TicketNotFound */
export async function readTicket(app: App, caller: Caller, id: number): Promise<TicketDetails> {
  const ticket = await store.findTicket(app.db, caller, id);
  if (!ticket) throw new TicketNotFound();
  const [opening] = await store.listMessages(app.db, ticket, 'opening');
  const logo = await merchantLogo(app, caller.merchantId);
  const { aboutKind: kind, aboutId } = ticket;
  return {
    id,
    ticket_number: ticket.reference,
    ticket_type: ticket.type,
    status: statusText(ticket.status),
    created_at: ticket.createdAt.toISOString(),
    last_respond_date: ticket.messagesCount > 1 ? ticket.lastMessageAt.toISOString() : null,
    reference_id: ticket.about,
    about: kind && aboutId !== null ? { kind, id: aboutId } : null,
    merchant_avater: logo?.address ?? null,
    merchant_name: ticket.merchantName,
    merchant_id: ticket.merchantId,
    opened_by: opening?.userName ?? '',
    message: opening?.message ?? '',
    attachment: opening?.path ?? null,
    attachment_name: opening?.fileName ?? null,
    reopen_until: ticket.closedAt ? reopenUntil(ticket.closedAt).toISOString() : null,
  };
}

/** Lists a ticket's replies, oldest first, without naming the provider's staff. @throws TicketNotFound */
export async function readReplies(app: App, caller: Caller, id: number): Promise<TicketReply[]> {
  const ticket = await store.findTicket(app.db, caller, id);
  if (!ticket) throw new TicketNotFound();
  const replies = await store.listMessages(app.db, ticket, 'replies');
  return replies.map((row) => ({
    message_id: row.position,
    is_admin: row.userId === null,
    created_at: row.createdAt.toISOString(),
    message: row.message,
    attachment: row.path,
    attachment_name: row.fileName,
    avater: row.avatarPath,
    name: row.userName,
    id: row.userId,
  }));
}
