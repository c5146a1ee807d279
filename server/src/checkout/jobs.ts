import { payerOrigin } from '../branding/origin.ts';
import { sendMessage } from '../messages/send.ts';
import { notify } from '../notifications/service.ts';
import type { App, Mode } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { classifyDbError } from '../platform/db/errors.ts';
import { transaction } from '../platform/db/transaction.ts';
import type { JobHandlers, Schedule } from '../platform/jobs/worker.ts';
import { NOTIFICATION_JOB } from '../processors/inbox.ts';
import { isHeldBeyondLimit } from '../risk/assess.ts';
import { isReviewed, notifyOfReview } from '../risk/reviews.ts';
import { noteVolume } from '../volume-limits/limits.ts';
import { emitPaymentSucceeded } from '../webhooks/tell.ts';
import { type AskLimits, askDueAttempts, askForNews } from './asking.ts';
import { processNotification } from './notifications.ts';
import { findSource } from './payable-source.ts';
import { composePaidNotice, composeReceipt } from './receipt.ts';
import { type AttemptRef, getAttempt } from './store.ts';
import { announce, findLinkWatcher, type PaidFacts } from './store-announce.ts';
import { listRunOutHolds, releaseHold } from './store-asking.ts';
import { expireLinks } from './store-links.ts';

const BATCH = 200;
/** Maximum number of places released in one run, so that a run always ends. */
const MAX_HOLDS_PER_RUN = 5_000;

/** Job handlers by job name. */
export const checkoutJobs: JobHandlers = {
  'payment-captured': followPayment,
  // Jobs queued by the previous release, which notified merchants' software by a job of its own.
  'payment-succeeded': announcePayment,
  [NOTIFICATION_JOB]: async (app, { id }: { id: number }) => {
    await processNotification(app, id);
  },
  'ask-payment': async (app, ref: AttemptRef) => askForNews(app, await getAttempt(app.db, ref)),
  'expire-attempts': async (app) => {
    await expireAttempts(app);
  },
  'expire-links': async (app) => {
    await writeDownExpiredLinks(app);
  },
};

/** Both run every minute. */
export const checkoutSchedules: readonly Schedule[] = [
  { job: 'expire-attempts', cron: '* * * * *' },
  { job: 'expire-links', cron: '* * * * *' },
];

/**
 * Sends the notifications of a captured payment: first to the merchant's software, then to the merchant and the payer,
 * whom an error of the first does not delay. Running twice notifies each once.
 */
async function followPayment(
  app: App,
  { merchantId, mode, transactionId }: { merchantId: number; mode: Mode; transactionId: number },
): Promise<void> {
  try {
    await emitPaymentSucceeded(app, { merchantId, mode }, transactionId);
  } finally {
    await announcePayment(app, { merchantId, transactionId });
  }
}

/**
 * Announces a payment: a notification to the merchant, a receipt to the payer, and a message to the creator of a link
 * who asked for one. Running twice announces once.
 */
export async function announcePayment(
  app: App,
  { merchantId, transactionId }: { merchantId: number; transactionId: number },
): Promise<void> {
  await transaction(app.db, async (tx) => {
    const paid = await announce(tx, merchantId, transactionId, app.clock.now());
    if (!paid) return;
    const isHeld = await isHeldBeyondLimit(tx, { merchantId, transactionId });
    await noteVolume(app, tx, paid, { ...paid, isHeld });
    paid.receiptPath ??= await formerPath(app, tx, paid);
    const watcher = await findLinkWatcher(tx, paid);
    await notify({ ...app, db: tx }, paid, {
      kind: 'payment-received',
      params: {
        reference: paid.reference,
        amountPiastres: paid.chargedPiastres,
        name: paid.name,
        source: paid.sourceName,
        ...(paid.sourceKind === 'order' && paid.sourceReference && { order: paid.sourceReference }),
        flags: paid.flags,
      },
      href: `/transactions/${transactionId}`,
      told: watcher?.byEmail ? [watcher.email] : [],
    });
    if (await isReviewed({ ...app, db: tx }, paid, transactionId)) {
      const { reference, chargedPiastres: amountPiastres } = paid;
      await notifyOfReview(app, tx, { ...paid, id: transactionId, reference, amountPiastres }, 'started');
    }
    const source = findSource(paid.sourceKind);
    if (source?.sendReceipt) return source.sendReceipt(app, tx, paid);
    for (const message of composeReceipt(paid, await payerOrigin(app, tx, merchantId))) {
      await sendMessage(app, tx, {
        merchantId,
        mode: paid.mode,
        isOutside: true,
        payer: {},
        locale: paid.locale,
        dedupeKey: `receipt:${message.channel}:${transactionId}`,
        ...message,
      });
    }
    if (!watcher) return;
    const url = `${app.config.publicUrl}/transactions/${transactionId}`;
    for (const notice of composePaidNotice(paid, watcher, url)) {
      const dedupeKey = `paid-notice:${notice.channel}:${transactionId}`;
      await sendMessage(app, tx, {
        merchantId,
        mode: paid.mode,
        // The creator signs in with this e-mail address, but nobody has confirmed their number.
        isOutside: notice.channel === 'sms',
        locale: watcher.locale,
        dedupeKey,
        ...notice,
      });
    }
  });
}

/** Returns the page of an attempt whose payable has passed its address on: an invoice share that was changed since. */
async function formerPath(app: App, tx: Tx, paid: PaidFacts): Promise<string | null> {
  const { merchantId, mode, payableId: id, attempt } = paid;
  const source = findSource(paid.sourceKind);
  if (!source || id === null || attempt === null) return null;
  const payable = await source.find(tx, { merchantId, mode, kind: source.kind, id }, app.clock.now());
  return payable && `/pay/${payable.token}/${attempt}`;
}

/**
 * Asks processors about due attempts, then releases expired holds. In this order, so that a payment whose answer was
 * lost (a crash, a cut connection) keeps its place.
 * @returns the number of attempts asked about.
 */
export async function expireAttempts(app: App, limits?: AskLimits): Promise<number> {
  try {
    return await askDueAttempts(app, limits);
  } finally {
    await releaseRunOutHolds(app);
  }
}

/** Releases expired holds; one that fails does not stop the others. */
async function releaseRunOutHolds(app: App): Promise<void> {
  const now = app.clock.now();
  for (const ref of await listRunOutHolds(app.db, now, MAX_HOLDS_PER_RUN)) {
    try {
      await releaseHold(app.db, ref, now);
    } catch (error) {
      if (classifyDbError(error).kind === 'unavailable') throw error;
      app.log.error({ err: error, attempt: ref }, 'freeing a place failed');
    }
  }
}

/** Marks links past their expiry as expired. @returns how many. */
export async function writeDownExpiredLinks(app: App): Promise<number> {
  const now = app.clock.now();
  let total = 0;
  for (;;) {
    const count = await expireLinks(app.db, now, BATCH);
    total += count;
    if (count < BATCH) return total;
  }
}
