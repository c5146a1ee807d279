/**
 * Limits e-mails to the provider's staff about waiting merchants, however often these close and reopen tickets, or
 * open new ones.
 */
import type { App, Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import { TooManyError } from '../platform/http/errors.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import { clearUses, type Limit, orRelease, takeUses, type Use } from '../platform/limits/limits.ts';
import type { TicketRef } from './store.ts';

const OF_ONE_TICKET: Limit = { name: 'ticket mails', free: 1, most: 1, windowSeconds: 15 * 60 };
const OF_ALL_TICKETS: Limit = { name: 'ticket mails of all', free: 10, most: 10, windowSeconds: 3600 };

type Known = Scope & TicketRef;

const useOf = (ticket: Known): Use => ({ limit: OF_ONE_TICKET, of: `${ticket.id}`, scope: ticket });

/** Adds a job that notifies the provider's staff of a waiting merchant; at most one per ticket. */
export const tellStaff = (db: Db, { merchantId, id }: TicketRef, locale: string, runAt?: Date) =>
  addJob(
    db,
    'email-waiting-ticket',
    { merchantId, id, locale },
    { key: `waiting-ticket:${merchantId}:${id}`, ...(runAt ? { runAt } : {}) },
  );

/** Sends the e-mail now, or schedules a retry as soon as the limits allow. */
export async function mailWithinLimits(
  app: App,
  ticket: Known,
  locale: string,
  mail: () => Promise<void>,
): Promise<void> {
  try {
    const taken = await takeUses(app, [useOf(ticket), { limit: OF_ALL_TICKETS, of: 'all', scope: ticket }]);
    await orRelease(taken, mail());
  } catch (error) {
    if (!(error instanceof TooManyError)) throw error;
    const wait = (error.retryAfterSeconds ?? 0) * 1000;
    await tellStaff(app.db, ticket, locale, new Date(app.clock.now().getTime() + wait));
  }
}

/** Records that the provider has seen a ticket, so that the merchant's next message is e-mailed at once. */
export const staffHaveSeen = (app: App, tx: Tx, ticket: Known): Promise<void> =>
  clearUses(app, tx, useOf(ticket));
