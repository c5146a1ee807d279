import { ALWAYS_TOLD, type NotificationTopic } from '@daftar/contract/notifications';
import { unsubscribeUrl } from '../mail-links/tokens.ts';
import { composeEmail } from '../messages/email.ts';
import { sendMessage } from '../messages/send.ts';
import { joined, sentence, spoken, type WordParams } from '../messages/words.ts';
import type { App, Mode } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { translate } from '../platform/i18n/translate.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import type { JobHandlers } from '../platform/jobs/worker.ts';
import { channelsFor, quietUntil } from './channels.ts';
import { contentOf } from './content.ts';
import { topicOf } from './kinds.ts';
import { type ReaderOf, readersOf } from './readers.ts';
import * as store from './store.ts';
import * as held from './store-held.ts';

/** Job handlers by job name. */
export const notificationJobs: JobHandlers = {
  'email-notification': emailNotification,
  'email-held-notifications': emailHeld,
  // Jobs of earlier releases, which held each notification separately.
  'email-held-notification': emailNotification,
};

/** Maximum number of notifications in one e-mail; it states how many more there are. */
const TOLD_MAXIMUM = 30;

interface Payload {
  merchantId: number;
  id: number;
  /** Addresses that are informed in another way. */
  told: string[];
  /** Only this person, after their quiet hours; set in jobs of earlier releases. */
  userId?: number;
}

/**
 * Sends a notification by e-mail to those who may see it and want it, each in their own language; during their quiet
 * hours, holds it for one e-mail at their end. Running twice, or in two processes, sends it once to each.
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
      const person = { merchantId, userId: reader.id };
      const until = quietUntil(reader.chosen, news.kind, app.clock.now());
      if (until !== null) {
        await held.hold(tx, person, id);
        await holdUntil(tx, person, until);
      } else if (!(await held.wasHeld(tx, person, id))) await send(app, tx, merchantId, news, reader);
    }
  });
}

/** Adds one job per person, however much is held for them. */
const holdUntil = (tx: Tx, { merchantId, userId }: held.MailReader, until: Date): Promise<void> =>
  addJob(
    tx,
    'email-held-notifications',
    { merchantId, userId },
    { runAt: until, key: `held-notifications:${merchantId}:${userId}` },
  );

/**
 * Sends the notifications held for a person: one e-mail for each mode, with those that they may see and want by now.
 * Running twice sends it once; if quiet hours were extended meanwhile, waits for their end.
 */
async function emailHeld(app: App, person: held.MailReader): Promise<void> {
  const now = app.clock.now();
  await transaction(app.db, async (tx) => {
    const { merchantId, userId } = person;
    const told: Record<Mode, store.NotificationToSend[]> = { live: [], test: [] };
    let reader: ReaderOf | undefined;
    for (const news of await held.lockHeld(tx, person)) {
      const mine = (await readersOf(tx, merchantId, news)).find(({ id }) => id === userId);
      if (!mine || !channelsFor(mine.chosen, news.kind).mail) continue;
      reader = mine;
      const until = quietUntil(mine.chosen, news.kind, now);
      if (until !== null) return holdUntil(tx, person, until);
      told[news.mode].push(news);
    }
    await held.writeSent(tx, person, now);
    for (const all of Object.values(told)) {
      if (all.length === 1) await send(app, tx, merchantId, all[0]!, reader!);
      else if (all.length > 1) await sendMany(app, tx, merchantId, all, reader!);
    }
  });
}

/** Sends several notifications of one mode as one e-mail: a line each, and an unsubscribe link for each topic. */
async function sendMany(
  app: App,
  tx: Tx,
  merchantId: number,
  all: readonly store.NotificationToSend[],
  { id: userId, email, locale }: ReaderOf,
): Promise<void> {
  const say = (key: string, params?: WordParams) => sentence(locale, `notifications.email.${key}`, params);
  const business = await store.businessOf(tx, { merchantId });
  const subject = say('held', { count: all.length });
  const url = `${app.config.publicUrl}/notifications`;
  const lines = all
    .slice(-TOLD_MAXIMUM)
    .map(({ kind, params }) => joined('', spoken('• '), spoken(contentOf(locale, kind, params, 'latin'))));
  const more = all.length - lines.length;
  const topics = [...new Set(all.map(({ kind }) => topicOf(kind)))].filter((topic) => topic !== ALWAYS_TOLD);
  const stopping = (topic: NotificationTopic) =>
    unsubscribeUrl(app, { kind: 'topic', merchantId, userId, topic });
  const only = all.every(({ kind }) => topicOf(kind) === topics[0]) ? topics[0] : undefined;
  const body = composeEmail({
    locale,
    subject,
    heading: subject,
    about: business,
    paragraphs: [...lines, ...(more > 0 ? [say('heldMore', { count: more })] : [])],
    footer: say('why', { business }),
    action: { label: say('open'), url },
    links: topics.map((topic) => ({
      label: say('unsubscribeFrom', { topic: translate(locale, `notificationTopic.${topic}`) }),
      url: `${stopping(topic)}?lang=${locale}`,
    })),
  });
  await sendMessage(app, tx, {
    merchantId,
    mode: all[0]!.mode,
    channel: 'email',
    to: email,
    locale,
    ...body,
    links: [url],
    // A mail program's one-click unsubscribe can stop only one topic; with several, the reader chooses a link.
    ...(only && { unsubscribe: stopping(only) }),
    dedupeKey: `notifications:${all.at(-1)!.id}:${userId}`,
  });
}

async function send(
  app: App,
  tx: Tx,
  merchantId: number,
  news: store.NotificationToSend,
  { id: userId, email, locale }: ReaderOf,
): Promise<void> {
  const business = await store.businessOf(tx, { merchantId });
  const subject = spoken(contentOf(locale, news.kind, news.params, 'latin'));
  const url = `${app.config.publicUrl}${news.href ?? '/dashboard'}`;
  const topic = topicOf(news.kind);
  const unsubscribe =
    topic === ALWAYS_TOLD ? null : unsubscribeUrl(app, { kind: 'topic', merchantId, userId, topic });
  const body = composeEmail({
    locale,
    subject,
    heading: subject,
    about: business,
    paragraphs: [],
    footer: sentence(locale, 'notifications.email.why', { business }),
    action: { label: sentence(locale, 'notifications.email.open'), url },
    ...(unsubscribe && {
      links: [
        { label: sentence(locale, 'notifications.email.unsubscribe'), url: `${unsubscribe}?lang=${locale}` },
      ],
    }),
  });
  await sendMessage(app, tx, {
    merchantId,
    mode: news.mode,
    channel: 'email',
    to: email,
    locale,
    ...body,
    links: [url],
    ...(unsubscribe && { unsubscribe }),
    dedupeKey: `notification:${news.id}:${userId}`,
  });
}
