/** The provider's side of a ticket: an answer, that it is being worked on, and its end. Each is told the merchant. */
import { TICKET_STATUS } from '@daftar/contract/tickets';
import { recordAudit } from '../audit/record.ts';
import { type ReadFile, readFile } from '../files/index.ts';
import { notify } from '../notifications/service.ts';
import type { App, Operator } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import type { UploadedFile } from '../platform/http/multipart.ts';
import { MoveRefused, ReplyRefused, TicketNotFound } from './errors.ts';
import { MESSAGES_MAXIMUM } from './rules.ts';
import { keepAttachment, say } from './speak.ts';
import * as store from './store.ts';

/** Who of the staff does it. */
export type Staff = Pick<Operator, 'operatorId' | 'email' | 'address'>;
export type { TicketRef } from './store.ts';

/** What of a staff member's file is kept as its sender: nobody of the merchant's. */
const NOBODY = 0;

/** Any merchant's ticket. @throws TicketNotFound */
export async function getTicket(app: App, ref: store.TicketRef): Promise<store.TicketRow> {
  const mode = await store.findModeOf(app.db, ref);
  const found = mode && (await store.findTicket(app.db, { merchantId: ref.merchantId, mode }, ref.id));
  if (!found) throw new TicketNotFound();
  return found;
}

/** Its whole thread, oldest first. */
export const readThread = (app: App, ref: store.TicketRef): Promise<store.MessageRow[]> =>
  store.listMessages(app.db, ref);

/** A file of its thread. @throws TicketNotFound also for any other of the merchant's files. */
export async function readAttachment(app: App, ref: store.TicketRef, path: string): Promise<ReadFile> {
  if (!(await store.hasFile(app.db, ref, path))) throw new TicketNotFound();
  return readFile(app, ref, path);
}

/** Does something to a ticket that is not closed, behind its lock; writes down who did it and tells the merchant. */
async function move(
  app: App,
  staff: Staff,
  ref: store.TicketRef,
  step: {
    /** The last part of the audit's action and of the notification's kind. */
    action: 'answer' | 'process' | 'close';
    news: 'answered' | 'processing' | 'closed';
    email: boolean;
    write: (tx: Tx, ticket: store.TicketRow, now: Date) => Promise<void>;
  },
): Promise<void> {
  const now = app.clock.now();
  const { merchantId, mode } = await getTicket(app, ref);
  await transaction(app.db, async (tx) => {
    const ticket = await store.lockTicket(tx, { merchantId, mode }, ref.id);
    if (!ticket) throw new TicketNotFound();
    if (ticket.status === TICKET_STATUS.closed) throw new MoveRefused('closed');
    await step.write(tx, ticket, now);
    const { reference } = ticket;
    await recordAudit(tx, { merchantId, mode, actor: staff.email, address: staff.address }, now, {
      action: `ticket.${step.action}`,
      subject: `ticket:${ref.id}`,
      after: { reference },
    });
    await notify({ ...app, db: tx }, ticket, {
      kind: `ticket-${step.news}`,
      params: { reference },
      href: `/support/${ref.id}`,
      email: step.email,
    });
  });
}

/**
 * Answers a merchant. A ticket that was being worked on is open again: whoever is asked something must be able to reply.
 * @throws TicketNotFound, MoveRefused, ReplyRefused, InvalidError 422 on `attachment`
 */
export async function answer(
  app: App,
  staff: Staff,
  ref: store.TicketRef,
  text: string,
  file: UploadedFile | null,
): Promise<void> {
  if ((await getTicket(app, ref)).status === TICKET_STATUS.closed) throw new MoveRefused('closed');
  const path = await keepAttachment(app, { merchantId: ref.merchantId, userId: NOBODY }, file);
  const { operatorId } = staff;
  await move(app, staff, ref, {
    action: 'answer',
    news: 'answered',
    email: true,
    write: async (tx, ticket, now) => {
      if (ticket.messagesCount >= MESSAGES_MAXIMUM) throw new ReplyRefused('full');
      await say(tx, ticket, { position: ticket.messagesCount + 1, author: { operatorId }, text, path, now });
      await store.noteProviderSpoke(tx, ticket, now);
    },
  });
}

/** Says that a ticket is being worked on; the merchant reads along until there is an answer. @throws TicketNotFound, MoveRefused */
export function startProcessing(app: App, staff: Staff, ref: store.TicketRef): Promise<void> {
  return move(app, staff, ref, {
    action: 'process',
    news: 'processing',
    email: false,
    write: async (tx, ticket) => {
      if (ticket.status === TICKET_STATUS.processing) throw new MoveRefused('processingAlready');
      await store.markProcessing(tx, ticket);
    },
  });
}

/** Ends a ticket; the merchant can open it again for some days. @throws TicketNotFound, MoveRefused */
export function close(app: App, staff: Staff, ref: store.TicketRef): Promise<void> {
  return move(app, staff, ref, {
    action: 'close',
    news: 'closed',
    email: true,
    write: (tx, ticket, now) => store.markClosed(tx, ticket, now),
  });
}
