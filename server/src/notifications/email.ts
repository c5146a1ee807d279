import { ALWAYS_TOLD } from '@daftar/contract/notifications';
import { unsubscribeUrl } from '../mail-links/tokens.ts';
import { composeEmail } from '../messages/email.ts';
import { sendMessage } from '../messages/send.ts';
import type { App } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { translate } from '../platform/i18n/translate.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import type { JobHandlers } from '../platform/jobs/worker.ts';
import { channelsFor, quietUntil } from './channels.ts';
import { contentOf, withoutIsolates } from './content.ts';
import { topicOf } from './kinds.ts';
import { type ReaderOf, readersOf } from './readers.ts';
import * as store from './store.ts';

/** Job handlers by job name. */
export const notificationJobs: JobHandlers = {
  'email-notification': emailNotification,
  'email-held-notification': emailNotification,
};

interface Payload {
  merchantId: number;
  id: number;
  /** Addresses that are informed in another way. */
  told: string[];
  /** Only to this person, whose quiet hours are over. */
  userId?: number;
}

/**
 * Sends a notification by e-mail to those who may see it and want it, each in their own language; to those who do not
 * want to be disturbed now later. Running twice, or in two processes, sends it once to each.
 */
async function emailNotification(app: App, { merchantId, id, told, userId }: Payload): Promise<void> {
  await transaction(app.db, async (tx) => {
    const news = await store.findNotification(tx, merchantId, id);
    if (!news) return;
    const readers = (await readersOf(tx, merchantId, news)).filter(
      (reader) =>
        (userId === undefined || reader.id === userId) &&
        channelsFor(reader.chosen, news.kind).mail &&
        !told.includes(reader.email),
    );
    for (const reader of readers) {
      const until = quietUntil(reader.chosen, news.kind, app.clock.now());
      if (until === null) await send(app, tx, merchantId, news, reader);
      else {
        const held = { merchantId, id, told, userId: reader.id };
        const key = `held-notification:${merchantId}:${id}:${reader.id}`;
        await addJob(tx, 'email-held-notification', held, { runAt: until, key });
      }
    }
  });
}

async function send(
  app: App,
  tx: Tx,
  merchantId: number,
  news: store.NotificationToSend,
  { id: userId, email, locale }: ReaderOf,
): Promise<void> {
  const subject = withoutIsolates(contentOf(locale, news.kind, news.params, 'latin'));
  const url = `${app.config.publicUrl}${news.href ?? '/dashboard'}`;
  const topic = topicOf(news.kind);
  const unsubscribe =
    topic === ALWAYS_TOLD ? null : unsubscribeUrl(app, { kind: 'topic', merchantId, userId, topic });
  const body = composeEmail({
    locale,
    heading: subject,
    paragraphs: [translate(locale, 'notifications.email.why')],
    action: { label: translate(locale, 'notifications.email.open'), url },
    ...(unsubscribe && {
      links: [
        { label: translate(locale, 'notifications.email.unsubscribe'), url: `${unsubscribe}?lang=${locale}` },
      ],
    }),
  });
  await sendMessage(app, tx, {
    merchantId,
    mode: news.mode,
    channel: 'email',
    to: email,
    locale,
    subject,
    ...body,
    links: [url],
    ...(unsubscribe && { unsubscribe }),
    dedupeKey: `notification:${news.id}:${userId}`,
  });
}
