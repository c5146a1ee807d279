import { composeEmail } from '../../messages/email.ts';
import { sendMessage } from '../../messages/send.ts';
import { quoted, sentence } from '../../messages/words.ts';
import type { App } from '../../platform/context.ts';
import { transaction } from '../../platform/db/transaction.ts';
import type { Locale } from '../../platform/i18n/translate.ts';
import type { JobHandlers } from '../../platform/jobs/worker.ts';
import { getTicket, mailWithinLimits, readHandling, type TicketRef } from '../../tickets/index.ts';
import * as store from './store.ts';

export const ticketQueueJobs: JobHandlers = { 'email-waiting-ticket': emailWaitingTicket };

/**
 * E-mails the assignee of a ticket that starts to wait or, while it has none, everybody who may answer it, in the
 * language of its message. Sends nothing if it was answered meanwhile, and later if they were e-mailed a moment ago.
 */
async function emailWaitingTicket(
  app: App,
  { locale, ...ref }: TicketRef & { locale: Locale },
): Promise<void> {
  const ticket = await getTicket(app, ref);
  if (ticket.waitingSince) await mailWithinLimits(app, ticket, locale, () => mailStaff(app, ref, locale));
}

async function mailStaff(app: App, ref: TicketRef, locale: Locale): Promise<void> {
  await transaction(app.db, async (tx) => {
    const ticket = await getTicket({ ...app, db: tx }, ref);
    if (!ticket.waitingSince) return;
    const { merchantId, mode, id, reference, merchantName: merchant, excerpt } = ticket;
    const subject = sentence(locale, 'ops.ticketEmail.subject', { reference, merchant });
    const url = `${app.config.publicUrl}/ops/tickets/${merchantId}/${id}`;
    const action = { label: sentence(locale, 'ops.ticketEmail.open'), url };
    const body = composeEmail({ locale, subject, heading: subject, paragraphs: [quoted(excerpt)], action });
    const { assigneeId } = await readHandling({ ...app, db: tx }, ref);
    const answerers = await store.listAnswerers(tx);
    const own = answerers.filter((operator) => operator.id === assigneeId);
    const began = ticket.waitingSince.getTime();
    for (const operator of own.length > 0 ? own : answerers) {
      await sendMessage(app, tx, {
        merchantId,
        mode,
        channel: 'email',
        to: operator.email,
        locale,
        ...body,
        links: [url],
        dedupeKey: `ticket:${id}:${began}:${operator.id}`,
      });
    }
  });
}
