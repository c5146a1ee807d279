import { sendMessage } from '../messages/send.ts';
import { notify } from '../notifications/service.ts';
import type { App } from '../platform/context.ts';
import { classifyDbError } from '../platform/db/errors.ts';
import { transaction } from '../platform/db/transaction.ts';
import type { JobHandlers, Schedule } from '../platform/jobs/worker.ts';
import { orderIdOf } from '../processors/port.ts';
import { processorNamed } from '../processors/registry.ts';
import { applyOutcome, recordStep } from './outcomes.ts';
import { findSource } from './payables.ts';
import { composePaidNotice, composeReceipt } from './receipt.ts';
import { minutesAfter, UNFINISHED } from './rules.ts';
import { type AttemptRef, findDueAttempts, getAttempt } from './store.ts';
import { announce, findLinkWatcher } from './store-announce.ts';
import { expireLinks } from './store-links.ts';

const BATCH = 200;
/** At most this many batches per run, so that a run always ends. */
const ROUNDS = 20;
/** A pending attempt whose request has not come back by then is asked about at its processor. */
const STUCK_MINUTES = 2;

/** The jobs of this noun by name. */
export const checkoutJobs: JobHandlers = {
  'payment-succeeded': announcePayment,
  'expire-attempts': async (app) => {
    await expireAttempts(app);
  },
  'expire-links': async (app) => {
    await writeDownExpiredLinks(app);
  },
};

/** The scheduled ones: every minute. */
export const checkoutSchedules: readonly Schedule[] = [
  { job: 'expire-attempts', cron: '* * * * *' },
  { job: 'expire-links', cron: '* * * * *' },
];

/**
 * Tells the merchant by a notification, the payer by a receipt, and the maker of a link who asked for it by message.
 * Run twice, it tells them once.
 */
export async function announcePayment(
  app: App,
  { merchantId, transactionId }: { merchantId: number; transactionId: number },
): Promise<void> {
  await transaction(app.db, async (tx) => {
    const paid = await announce(tx, merchantId, transactionId, app.clock.now());
    if (!paid) return;
    const watcher = await findLinkWatcher(tx, paid);
    await notify({ ...app, db: tx }, paid, {
      kind: 'payment-received',
      params: {
        reference: paid.reference,
        amountPiastres: paid.chargedPiastres,
        name: paid.name,
        source: paid.sourceName,
        flags: paid.flags,
      },
      href: `/transactions/${transactionId}`,
      told: watcher?.byEmail ? [watcher.email] : [],
    });
    const source = findSource(paid.sourceKind);
    if (source?.sendReceipt) return source.sendReceipt(app, tx, paid);
    for (const message of composeReceipt(paid)) {
      await sendMessage(tx, {
        merchantId,
        mode: paid.mode,
        locale: paid.locale,
        dedupeKey: `receipt:${message.channel}:${transactionId}`,
        ...message,
      });
    }
    if (!watcher) return;
    const url = `${app.config.publicUrl}/transactions/${transactionId}`;
    for (const notice of composePaidNotice(paid, watcher, url)) {
      const dedupeKey = `paid-notice:${notice.channel}:${transactionId}`;
      await sendMessage(tx, { merchantId, mode: paid.mode, locale: watcher.locale, dedupeKey, ...notice });
    }
  });
}

/**
 * Ends attempts whose time is up and gives back places whose hold is over. The processor is asked first, so that a
 * payment whose answer never reached us (a crash, a cut connection) is booked instead of expired.
 * @returns how many attempts were looked at.
 */
export async function expireAttempts(app: App): Promise<number> {
  const now = app.clock.now();
  let looked = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const due = await findDueAttempts(app.db, now, minutesAfter(now, -STUCK_MINUTES), BATCH);
    looked += due.length;
    for (const ref of due) {
      try {
        await settleDue(app, ref);
      } catch (error) {
        if (classifyDbError(error).kind === 'unavailable') throw error;
        app.log.error({ err: error, attempt: ref }, 'expiring an attempt failed');
      }
    }
    if (due.length < BATCH) break;
  }
  return looked;
}

async function settleDue(app: App, ref: AttemptRef): Promise<void> {
  const attempt = await getAttempt(app.db, ref);
  if (!(UNFINISHED as readonly string[]).includes(attempt.state)) return;
  const order = { merchantId: attempt.merchantId, orderId: orderIdOf(attempt.merchantId, attempt.token) };
  const step = await processorNamed(app, attempt.processor)?.status(order);
  if (step?.state === 'succeeded' || step?.state === 'failed') {
    await applyOutcome(app, ref, step);
  } else if (attempt.state === 'pending' && !step) {
    // It never arrived there. Should the call still be under way after all this time, its money is booked as late.
    await applyOutcome(app, ref, { state: 'failed', reason: 'processing_error' });
  } else {
    if (attempt.state === 'pending' && step && attempt.expiresAt > app.clock.now())
      await recordStep(app, ref, step);
    await applyOutcome(app, ref, { state: 'expired' });
  }
}

/** Writes down the expiry of links, all that are due. @returns how many. */
export async function writeDownExpiredLinks(app: App): Promise<number> {
  const now = app.clock.now();
  let total = 0;
  for (;;) {
    const count = await expireLinks(app.db, now, BATCH);
    total += count;
    if (count < BATCH) return total;
  }
}
