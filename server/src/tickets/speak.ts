/** The merchant's actions on a ticket: opening, replying, reopening, closing. */
import { ATTACHMENT_FILES } from '@daftar/contract/files';
import { TICKET_STATUS, type TicketForm, type TicketReplyForm } from '@daftar/contract/tickets';
import { recordAudit } from '../audit/record.ts';
import { attachFile, storeFile } from '../files/index.ts';
import { notify } from '../notifications/service.ts';
import type { App, Caller, Scope } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import type { UploadedFile } from '../platform/http/multipart.ts';
import { newReference } from '../platform/references.ts';
import { findAbout } from './about.ts';
import { answerDueAt } from './clock.ts';
import { ReopenRefused, ReplyRefused, TicketNotFound } from './errors.ts';
import { excerptOf, reopenRefusal, replyRefusal } from './rules.ts';
import { tellStaff } from './staff-mail.ts';
import * as store from './store.ts';
import { getHandling } from './store-handling.ts';

const ATTACHMENT = 'attachment';

/** Stores a message's file as unattached. @returns its path; null without one. */
export async function keepAttachment(
  app: App,
  owner: { merchantId: number; userId: number },
  file: UploadedFile | null,
): Promise<string | null> {
  if (!file) return null;
  const kept = await storeFile(app, owner, {
    purpose: 'ticket',
    file,
    rule: ATTACHMENT_FILES,
    field: ATTACHMENT,
  });
  return kept.path;
}

/** Inserts a message and attaches its file. */
export async function say(
  tx: Tx,
  ref: store.TicketRef,
  message: Parameters<typeof store.insertMessage>[2],
): Promise<void> {
  const { path, now } = message;
  if (path) await attachFile(tx, ref, path, { purpose: 'ticket', field: ATTACHMENT, now });
  await store.insertMessage(tx, ref, message);
}

/** Updates the screens of colleagues who may read the ticket; too minor for an e-mail. */
async function tellColleagues(app: App, caller: Caller, { id, reference }: store.TicketRow): Promise<void> {
  const name = await store.nameOfUser(app.db, caller);
  await notify(app, caller, {
    kind: 'ticket-replied',
    params: { name, reference },
    href: `/support/${id}`,
    exceptUserId: caller.userId,
    email: false,
  });
}

/**
 * Opens a ticket.
 * @throws InvalidError 422 on `reference_id` or `attachment`
 */
export async function openTicket(
  app: App,
  caller: Caller,
  form: TicketForm,
  file: UploadedFile | null,
): Promise<{ id: number; ticket_number: string }> {
  const now = app.clock.now();
  const { ticket_type: type, ticket_message: text } = form;
  const about = await findAbout(app.db, caller, type, form.reference_id);
  const path = await keepAttachment(app, caller, file);
  return transaction(app.db, async (tx) => {
    const reference = newReference('TKT');
    const { userId, merchantId } = caller;
    const answerBy = await answerDueAt({ ...app, db: tx }, now, 'normal');
    const ticket = { reference, type, about, excerpt: excerptOf(text), userId, now, answerDueAt: answerBy };
    const id = await store.insertTicket(tx, caller, ticket);
    const ref = { merchantId, id };
    await say(tx, ref, { position: 1, author: { userId }, text, path, now });
    await recordAudit(tx, caller, now, {
      action: 'ticket.create',
      subject: `ticket:${id}`,
      after: { reference, type, about: about.reference },
    });
    await tellStaff(tx, ref, caller.locale);
    return { id, ticket_number: reference };
  });
}

type Judge = (ticket: store.TicketRow, now: Date) => void;

const refuseUnlessOpen: Judge = (ticket) => {
  const why = replyRefusal(ticket);
  if (why) throw new ReplyRefused(why);
};
const refuseUnlessReopenable: Judge = (ticket, now) => {
  const why = reopenRefusal(ticket, now);
  if (why) throw new ReopenRefused(why);
};

/** Adds a message to a ticket if `refusalOf` allows it, before the file is stored and again under the lock. */
async function speak(
  app: App,
  caller: Caller,
  form: TicketReplyForm,
  file: UploadedFile | null,
  { refusalOf, action }: { refusalOf: Judge; action: string },
): Promise<void> {
  const now = app.clock.now();
  const check = (found: store.TicketRow | undefined) => {
    if (!found) throw new TicketNotFound();
    refusalOf(found, now);
    return found;
  };
  check(await store.findTicket(app.db, caller satisfies Scope, form.ticket_id));
  const path = await keepAttachment(app, caller, file);
  await transaction(app.db, async (tx) => {
    const ticket = check(await store.lockTicket(tx, caller, form.ticket_id));
    const { userId } = caller;
    await say(tx, ticket, {
      position: ticket.messagesCount + 1,
      author: { userId },
      text: form.message,
      path,
      now,
    });
    const { priority } = await getHandling(tx, ticket);
    await store.noteMerchantSpoke(tx, ticket, now, await answerDueAt({ ...app, db: tx }, now, priority));
    await recordAudit(tx, caller, now, {
      action,
      subject: `ticket:${ticket.id}`,
      after: { reference: ticket.reference },
    });
    await tellColleagues({ ...app, db: tx }, caller, ticket);
    // A waiting ticket has been announced before; its reader sees further messages.
    if (ticket.waitingSince === null) await tellStaff(tx, ticket, caller.locale);
  });
}

/** Adds the merchant's reply to an open ticket. @throws TicketNotFound, ReplyRefused, InvalidError 422 */
export function reply(
  app: App,
  caller: Caller,
  form: TicketReplyForm,
  file: UploadedFile | null,
): Promise<void> {
  return speak(app, caller, form, file, { refusalOf: refuseUnlessOpen, action: 'ticket.answer' });
}

/** Reopens a closed ticket with a reply, for some days. @throws TicketNotFound, ReopenRefused, InvalidError 422 */
export function reopen(
  app: App,
  caller: Caller,
  form: TicketReplyForm,
  file: UploadedFile | null,
): Promise<void> {
  return speak(app, caller, form, file, { refusalOf: refuseUnlessReopenable, action: 'ticket.reopen' });
}

/** Closes a ticket of the caller's merchant; nothing changes when it is already closed. @throws TicketNotFound */
export function close(app: App, caller: Caller, id: number): Promise<void> {
  const now = app.clock.now();
  return transaction(app.db, async (tx) => {
    const ticket = await store.lockTicket(tx, caller, id);
    if (!ticket) throw new TicketNotFound();
    if (ticket.status === TICKET_STATUS.closed) return;
    await store.markClosed(tx, ticket, caller.email, now);
    await recordAudit(tx, caller, now, {
      action: 'ticket.close',
      subject: `ticket:${id}`,
      after: { reference: ticket.reference },
    });
  });
}
