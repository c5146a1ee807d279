/** The provider's internal handling of a ticket: assignee, priority, notes. Merchants never see any of it. */

import { TICKET_CHANGES_SHOWN, type TicketPriority } from '@daftar/contract/ops-tickets';
import { TICKET_STATUS } from '@daftar/contract/tickets';
import type { LoggedSide } from '../audit/fields.ts';
import { recordProviderAudit } from '../audit/record.ts';
import type { App } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { answerDueAt } from './clock.ts';
import { MoveRefused, ReplyRefused, TicketNotFound } from './errors.ts';
import { getTicket, type Staff } from './provider.ts';
import { MESSAGES_MAXIMUM } from './rules.ts';
import * as store from './store.ts';
import * as handling from './store-handling.ts';

/** Reads the handling of an existing ticket, with its notes and last changes. */
export async function readHandling(app: App, ref: store.TicketRef) {
  const [how, notes, changes] = await Promise.all([
    handling.getHandling(app.db, ref),
    handling.listNotes(app.db, ref),
    handling.listChanges(app.db, ref, TICKET_CHANGES_SHOWN),
  ]);
  return { ...how, notes, changes };
}

/** Changes a ticket under its lock. */
async function handle(
  app: App,
  ref: store.TicketRef,
  work: (tx: Tx, ticket: store.TicketRow, how: handling.Handling) => Promise<void>,
): Promise<void> {
  const { merchantId, mode } = await getTicket(app, ref);
  await transaction(app.db, async (tx) => {
    const ticket = await store.lockTicket(tx, { merchantId, mode }, ref.id);
    if (!ticket) throw new TicketNotFound();
    await work(tx, ticket, await handling.getHandling(tx, ref));
  });
}

/** Logs a change under the provider, where no merchant can read it. */
const log = (
  tx: Tx,
  staff: Staff,
  now: Date,
  what: 'assign' | 'prioritize' | 'note',
  ticket: store.TicketRow,
  values: { before?: LoggedSide; after?: LoggedSide } = {},
) =>
  recordProviderAudit(tx, { actor: staff.email, address: staff.address }, now, {
    action: `ticket.${what}`,
    subject: `ticket:${ticket.id}`,
    ...values,
    after: { reference: ticket.reference, ...values.after },
  });

/**
 * Assigns a ticket to an operator with the right to answer, or to nobody; nothing changes when it is already theirs.
 * @throws TicketNotFound, MoveRefused when it is closed
 */
export function assign(
  app: App,
  staff: Staff,
  ref: store.TicketRef,
  to: { id: number; email: string } | null,
): Promise<void> {
  const now = app.clock.now();
  return handle(app, ref, async (tx, ticket, how) => {
    if (ticket.status === TICKET_STATUS.closed) throw new MoveRefused('closed');
    const assigneeId = to?.id ?? null;
    if (how.assigneeId === assigneeId) return;
    await handling.writeAssignee(tx, ref, assigneeId);
    await handling.insertChange(tx, ref, { kind: 'assignee', assigneeId, by: staff.operatorId, now });
    await log(tx, staff, now, 'assign', ticket, {
      before: { assignee: how.assigneeEmail },
      after: { assignee: to?.email ?? null },
    });
  });
}

/**
 * Changes the priority of a ticket. Its deadline is computed again from the time since which the merchant has waited.
 * @throws TicketNotFound, MoveRefused when it is closed
 */
export function prioritize(
  app: App,
  staff: Staff,
  ref: store.TicketRef,
  priority: TicketPriority,
): Promise<void> {
  const now = app.clock.now();
  return handle(app, ref, async (tx, ticket, how) => {
    if (ticket.status === TICKET_STATUS.closed) throw new MoveRefused('closed');
    if (how.priority === priority) return;
    const since = ticket.waitingSince;
    const dueAt = since && (await answerDueAt({ ...app, db: tx }, since, priority));
    await handling.writePriority(tx, ref, priority, dueAt);
    await handling.insertChange(tx, ref, { kind: 'priority', priority, by: staff.operatorId, now });
    await log(tx, staff, now, 'prioritize', ticket, {
      before: { priority: how.priority },
      after: { priority },
    });
  });
}

/** Adds a note for colleagues, also to a closed ticket. @throws TicketNotFound, ReplyRefused when it has too many */
export function addNote(app: App, staff: Staff, ref: store.TicketRef, text: string): Promise<void> {
  const now = app.clock.now();
  return handle(app, ref, async (tx, ticket) => {
    const note = { operatorId: staff.operatorId, text, now };
    if (!(await handling.insertNote(tx, ref, note, MESSAGES_MAXIMUM))) throw new ReplyRefused('fullOfNotes');
    await log(tx, staff, now, 'note', ticket);
  });
}

/** Unassigns open tickets of an operator who can no longer answer. `by` null: the command line. */
export async function releaseTickets(
  tx: Tx,
  operatorId: number,
  by: number | null,
  now: Date,
): Promise<void> {
  for (const ref of await handling.unassignAll(tx, operatorId)) {
    await handling.insertChange(tx, ref, { kind: 'assignee', assigneeId: null, by, now });
  }
}
