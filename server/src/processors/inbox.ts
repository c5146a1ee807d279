/** Notifications of processors: stored first, then processed by a job. */
import type { App } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { NotFoundError } from '../platform/http/errors.ts';
import { deleteBefore } from '../platform/jobs/batches.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import { ForgedNotification } from './account-errors.ts';
import type { About, AccountRef, PaymentGateway, ProcessorId, RawNotification, Reading } from './gateway.ts';
import { redactHeaders, redactQuery, redactText, storable } from './redact.ts';
import * as store from './store-inbox.ts';

export { type AboutPayment, deferNotification, endNotification, findNotification } from './store-inbox.ts';

/** The job that processes one notification. */
export const NOTIFICATION_JOB = 'process-notification';
/**
 * Number of an account's notifications processed at once; the others wait, so that a slow one delays no other account.
 */
const LANES = 4;
/** Number of an account's forged notifications stored within an hour; further ones are only logged. */
const FORGED_PER_HOUR = 200;

/** The stored notification's id, or the reason why it is not processed. */
export type Kept = { id: number } | 'forged' | 'not-understood' | 'repeated';

/**
 * Stores a notification without secrets and card data, and whether it was genuine. Only a genuine and readable one is
 * processed: at once by the caller, or by a job.
 */
export async function keepNotification(
  app: App,
  account: AccountRef,
  gateways: readonly PaymentGateway[],
  raw: RawNotification,
  isAtOnce: boolean,
): Promise<Kept> {
  const now = app.clock.now();
  const accountId = account.accountId ?? 0;
  const gateway = gateways.find((each) => each.isGenuine(raw));
  const reading = gateway ? readSafely(app, gateway, raw) : null;
  const state = !gateway ? 'forged' : reading ? 'received' : 'not-understood';
  if (state === 'forged') {
    app.log.warn({ account }, 'a notification is forged, or was signed with another secret');
    const since = new Date(now.getTime() - 3_600_000);
    if ((await store.countForged(app.db, accountId, since)) >= FORGED_PER_HOUR) return 'forged';
  }
  const kept = {
    accountId,
    senderId: reading?.id == null ? null : storable(reading.id),
    state,
    method: raw.method,
    query: redactQuery(raw.query),
    headers: redactHeaders(raw.headers),
    body: storable(redactText(raw.body)),
    now,
  } as const;
  const id = await transaction(app.db, async (tx) => {
    const inserted = await store.insertNotification(tx, kept);
    if (inserted !== null && state === 'received' && !isAtOnce)
      await queueNotification(tx, accountId, inserted);
    return inserted;
  });
  if (state !== 'received') return state;
  return id === null ? 'repeated' : { id };
}

/** Deletes notifications after their retention period, which is that of messages. */
export async function purgeNotifications(app: App): Promise<void> {
  const before = new Date(app.clock.now().getTime() - app.config.messageDays * 86_400_000);
  await deleteBefore(app, { table: 'processor_notifications', key: ['id'], moment: 'received_at' }, before);
}

/** Returns the key of a notification's job. */
export const jobKeyOf = (id: number): string => `notification ${id}`;

/** Queues a notification for processing. */
export async function queueNotification(db: App['db'], accountId: number, id: number): Promise<void> {
  await addJob(
    db,
    NOTIFICATION_JOB,
    { id },
    {
      queue: `processor ${accountId} ${id % LANES}`,
      key: jobKeyOf(id),
    },
  );
}

/**
 * Returns the id that an unmatched notification names, as stored; null for our own id, which is known before the
 * processor is called.
 */
export const awaitedOf = (about: About): string | null =>
  'externalRef' in about ? null : `${about.kind} ${about.value}`;

/** Processes the notifications of an account that arrived before it assigned these ids to a payment. */
export async function retryUnmatched(
  db: App['db'],
  accountId: number | null,
  ids: readonly ProcessorId[],
): Promise<void> {
  if (accountId === null || ids.length === 0) return;
  const awaited = ids.map((id) => awaitedOf(id)!);
  for (const id of await store.reopenUnmatched(db, accountId, awaited))
    await queueNotification(db, accountId, id);
}

/**
 * Queues a stored notification for processing again. @throws NotFoundError; ForgedNotification, because a forged one is
 * never processed
 */
export async function replayNotification(tx: Tx, id: number): Promise<void> {
  const notification = await store.lockNotification(tx, id);
  if (!notification) throw new NotFoundError();
  if (notification.state === 'forged') throw new ForgedNotification();
  await store.reopenNotification(tx, id);
  await queueNotification(tx, notification.accountId, id);
}

function readSafely(app: App, gateway: PaymentGateway, raw: RawNotification): Reading | null {
  try {
    return gateway.read(raw);
  } catch (error) {
    app.log.error({ err: error }, 'reading a notification failed');
    return null;
  }
}
