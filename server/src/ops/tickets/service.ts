import { Readable } from 'node:stream';
import {
  FIRST_RESPONSE_DAYS,
  type OpsTicketDetails,
  type OpsTicketFigures,
  type OpsTicketRow,
} from '@daftar/contract/ops-tickets';
import type { App } from '../../platform/context.ts';
import type { FileResult } from '../../platform/http/handlers.ts';
import type { Page } from '../../platform/lists/page.ts';
import { getTicket, readAttachment, readThread, statusText, type TicketRef } from '../../tickets/index.ts';
import * as store from './store.ts';

const DAY_MILLISECONDS = 86_400_000;

/** The fields that the queue and a ticket share. */
const commonOf = (row: Omit<store.QueuedTicket, 'excerpt'>) => ({
  id: row.id,
  merchant: { id: row.merchantId, name: row.merchantName },
  mode: row.mode,
  created_at: row.createdAt.toISOString(),
  ticket_number: row.reference,
  ticket_type: row.type,
  status: statusText(row.status),
  reference_id: row.about,
  waiting_since: row.waitingSince?.toISOString() ?? null,
  first_response_seconds: row.firstResponseAt
    ? Math.round((row.firstResponseAt.getTime() - row.createdAt.getTime()) / 1000)
    : null,
});

/** Lists one page of the queue. */
export async function listTickets(
  app: App,
  paging: Parameters<typeof store.listTickets>[1],
  filters: store.QueueFilters,
): Promise<Page<OpsTicketRow>> {
  const { rows, meta } = await store.listTickets(app.db, paging, filters);
  return { rows: rows.map((row) => ({ ...commonOf(row), excerpt: row.excerpt })), meta };
}

/** Returns how many tickets wait, and the time to the first response. */
export async function readFigures(app: App): Promise<OpsTicketFigures> {
  const since = new Date(app.clock.now().getTime() - FIRST_RESPONSE_DAYS * DAY_MILLISECONDS);
  const { medianSeconds, ...counts } = await store.readFigures(app.db, since);
  return { ...counts, first_response_seconds: medianSeconds === null ? null : Math.round(medianSeconds) };
}

/** Returns a ticket with its thread. @throws TicketNotFound */
export async function readTicket(app: App, ref: TicketRef): Promise<OpsTicketDetails> {
  const ticket = await getTicket(app, ref);
  const messages = await readThread(app, ref);
  const { aboutKind: kind, aboutId } = ticket;
  return {
    ...commonOf(ticket),
    about: kind && aboutId !== null ? { kind, id: aboutId } : null,
    closed_at: ticket.closedAt?.toISOString() ?? null,
    messages: messages.map((row) => ({
      message_id: row.position,
      is_admin: row.userId === null,
      author: row.operatorEmail ?? row.userName ?? '',
      created_at: row.createdAt.toISOString(),
      message: row.message,
      attachment: row.path,
      attachment_name: row.fileName,
    })),
  };
}

/** Reads a file of the thread. @throws TicketNotFound */
export async function readFileOf(app: App, ref: TicketRef, path: string): Promise<FileResult> {
  const { content, type, name } = await readAttachment(app, ref, path);
  const inline = type.startsWith('image/');
  return { stream: Readable.from([content]), contentType: type, fileName: name, inline };
}
