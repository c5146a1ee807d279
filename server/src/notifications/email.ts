import { composeEmail } from '../messages/email.ts';
import { sendMessage } from '../messages/send.ts';
import type { App } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { translate } from '../platform/i18n/translate.ts';
import type { JobHandlers } from '../platform/jobs/worker.ts';
import { contentOf, withoutIsolates } from './content.ts';
import { seenWith } from './kinds.ts';
import * as store from './store.ts';

/** Job handlers by job name. */
export const notificationJobs: JobHandlers = { 'email-notification': emailNotification };

/**
 * Sends a notification by e-mail to those who may see it and want e-mail, each in their own language. Running twice, or
 * in two processes, sends it once to each.
 */
async function emailNotification(
  app: App,
  { merchantId, id, told }: { merchantId: number; id: number; told: string[] },
): Promise<void> {
  await transaction(app.db, async (tx) => {
    const news = await store.findNotification(tx, merchantId, id);
    if (!news) return;
    const readers = (
      await store.listReaders(tx, { merchantId, mode: news.mode }, seenWith(news.kind))
    ).filter(
      (reader) =>
        (news.onlyUserId === null || reader.id === news.onlyUserId) &&
        reader.id !== news.exceptUserId &&
        !told.includes(reader.email),
    );
    for (const { id: userId, email, locale } of readers) {
      const subject = withoutIsolates(contentOf(locale, news.kind, news.params, 'latin'));
      const url = `${app.config.publicUrl}${news.href ?? '/dashboard'}`;
      const body = composeEmail({
        locale,
        heading: subject,
        paragraphs: [translate(locale, 'notifications.email.why')],
        action: { label: translate(locale, 'notifications.email.open'), url },
      });
      const dedupeKey = `notification:${id}:${userId}`;
      await sendMessage(app, tx, {
        merchantId,
        mode: news.mode,
        channel: 'email',
        to: email,
        locale,
        subject,
        ...body,
        links: [url],
        dedupeKey,
      });
    }
  });
}
