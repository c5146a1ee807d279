/** The provider's actions on a ticket: answering, marking as in process, closing. Each notifies the merchant. */
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
import { staffHaveSeen } from './staff-mail.ts';
import * as store from './store.ts';

/** The acting member of staff. */
export type Staff = Pick<Operator, 'operatorId' | 'email' | 'address'>;
export type { TicketRef } from './store.ts';

/** The uploader id of a file by the provider's staff: no user of the merchant. */
const NOBODY = 0;

/** Returns any merchant's ticket. @throws TicketNotFound */
export async function getTicket(app: App, ref: store.TicketRef): Promise<store.TicketRow> {
  const mode = await store.findModeOf(app.db, ref);
  const found = mode && (await store.findTicket(app.db, { merchantId: ref.merchantId, mode }, ref.id));
  if (!found) throw new TicketNotFound();
  return found;
}

/** Returns the thread of a ticket, oldest first. */
export const readThread = (app: App, ref: store.TicketRef): Promise<store.MessageRow[]> =>
  store.listMessages(app.db, ref);

/** Reads a file of a ticket's thread. @throws TicketNotFound also for other files of the merchant */
export async function readAttachment(app: App, ref: store.TicketRef, path: string): Promise<ReadFile> {
  if (!(await store.hasFile(app.db, ref, path))) throw new TicketNotFound();
  return readFile(app, ref, path);
}

/** Changes a ticket that is not closed, under its lock; logs who did it and notifies the merchant. */
async function move(
  app: App,
  staff: Staff,
  ref: store.TicketRef,
  step: {
    /** The last part of the audit action and of the notification kind. */
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
    await staffHaveSeen(app, tx, ticket);
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
 * Answers a merchant. A ticket in process is open again, so that the merchant can reply.
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

/**
 * Marks a ticket as in process; the merchant cannot reply until there is an answer.
 * @throws TicketNotFound, MoveRefused
 */
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

/** Closes a ticket; the merchant can reopen it for some days. @throws TicketNotFound, MoveRefused */
export function close(app: App, staff: Staff, ref: store.TicketRef): Promise<void> {
  return move(app, staff, ref, {
    action: 'close',
    news: 'closed',
    email: true,
    write: (tx, ticket, now) => store.markClosed(tx, ticket, staff.email, now),
  });
}
