import type { PushNews } from '@daftar/contract/push';
import { findNotification } from '../notifications/service.ts';
import type { App } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import type { JobHandlers } from '../platform/jobs/worker.ts';
import { send } from '../webhooks/send.ts';
import { newsOf } from './content.ts';
import { encryptFor } from './encrypt.ts';
import { readersNow } from './readers.ts';
import { isPushService, outcomeOf } from './rules.ts';
import { openDevice } from './service.ts';
import * as store from './store.ts';
import { authorizationFor } from './vapid.ts';

/** Older notifications are not pushed any more: they have been seen by then, or do not matter. */
const NEWS_SECONDS = 86_400;
/** Six tries within a quarter of an hour. */
const TRIES = 6;

/** Job handlers by job name. */
export const pushJobs: JobHandlers = {
  'push-notification': pushNotification,
  'push-to-device': pushToDevice,
};

interface Payload {
  merchantId: number;
  /** The notification's id. */
  id: number;
}

/** Plans a message to each device of the people who may see a notification. */
async function pushNotification(app: App, { merchantId, id }: Payload): Promise<void> {
  await transaction(app.db, async (tx) => {
    const now = app.clock.now();
    const news = await findNotification(tx, merchantId, id);
    if (!news) return;
    const readers = await readersNow(tx, merchantId, news, now);
    const ids = readers.map((reader) => reader.id);
    for (const device of await store.listDevicesOf(tx, merchantId, ids, now)) {
      const key = `push:${merchantId}:${id}:${device.id}`;
      await addJob(
        tx,
        'push-to-device',
        { merchantId, id, deviceId: device.id },
        { key, maxAttempts: TRIES },
      );
    }
  });
}

/**
 * Sends a notification to one device, if its person may still see it. Throws if the push service may answer otherwise
 * later.
 */
async function pushToDevice(
  app: App,
  { merchantId, id, deviceId }: Payload & { deviceId: number },
): Promise<void> {
  const now = app.clock.now();
  const device = await store.findDevice(app.db, merchantId, deviceId, now);
  const news = await findNotification(app.db, merchantId, id);
  if (!device || !news || now.getTime() - news.createdAt.getTime() > NEWS_SECONDS * 1000) return;
  const reader = (await readersNow(app.db, merchantId, news, now)).find((each) => each.id === device.userId);
  if (!reader) return;
  const told = openDevice(app, device.sealed);
  const { webhooksToLoopback: allowsLoopback } = app.config;
  if (told === null || !isPushService(told.endpoint, allowsLoopback))
    return store.deleteDevice(app.db, merchantId, deviceId);
  const content: PushNews = newsOf(reader.locale, news);
  const keys = { p256dh: Buffer.from(told.p256dh, 'base64url'), auth: Buffer.from(told.auth, 'base64url') };
  const { status, error } = await send(
    told.endpoint,
    {
      headers: {
        authorization: await authorizationFor(app, told.endpoint),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(NEWS_SECONDS),
        urgency: 'high',
      },
      body: encryptFor(keys, Buffer.from(JSON.stringify(content))),
    },
    { allowsLoopback },
  );
  switch (outcomeOf(status)) {
    case 'told':
      return store.recordNotified(app.db, merchantId, deviceId, now);
    case 'gone':
      return store.deleteDevice(app.db, merchantId, deviceId);
    case 'again':
      throw new Error(`The push service answered ${status ?? error}`);
    default:
      app.log.warn({ merchantId, deviceId, status }, 'a push service refused a message');
  }
}
