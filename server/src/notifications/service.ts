import type {
  NotificationCount,
  NotificationItem,
  NotificationRow,
  NotificationTopic,
} from '@daftar/contract/notifications';
import type { Paging } from '@daftar/contract/paging';
import type { App, Caller, Scope } from '../platform/context.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import type { Page } from '../platform/lists/page.ts';
import { channelsFor } from './channels.ts';
import { contentOf, type NotificationParams } from './content.ts';
import { NotificationNotFound } from './errors.ts';
import { KINDS, type NotificationKind, topicOf, visibleKinds } from './kinds.ts';
import { chosenBy } from './preferences.ts';
import * as store from './store.ts';
import { countHistory, type HistoryFilters, listHistory as readHistory } from './store-history.ts';

/** Maximum number of notifications shown. */
export const SHOWN = 50;

const itemOf = (
  { locale }: Caller,
  row: Pick<store.NotificationRow, 'id' | 'kind' | 'params' | 'href' | 'createdAt'>,
): NotificationItem => ({
  notificationId: row.id,
  content: contentOf(locale, row.kind, row.params),
  created_at: row.createdAt.toISOString(),
  href: row.href,
});

/** Lists the newest notifications that the caller wants in the bell and has not archived, in the caller's language. */
export async function listNotifications(app: App, caller: Caller): Promise<NotificationItem[]> {
  const chosen = await chosenBy(app, caller);
  const kinds = visibleKinds(caller.permissions).filter((kind) => channelsFor(chosen, kind).bell);
  const rows = await store.listOpen(app.db, caller, kinds, SHOWN);
  return rows.map((row) => itemOf(caller, row));
}

/** The topic of a list of notifications. */
export interface OfTopic {
  topic?: NotificationTopic | undefined;
}

/** Returns the kinds that the caller may see, of a topic or of all. */
export function kindsOf({ permissions }: Caller, topic: NotificationTopic | undefined): NotificationKind[] {
  const visible = visibleKinds(permissions);
  return topic === undefined ? visible : visible.filter((kind) => topicOf(kind) === topic);
}

/** Lists one page of all notifications that the caller may see, newest first. */
export async function listHistory(
  app: App,
  caller: Caller,
  paging: Paging,
  { topic, ...filters }: HistoryFilters & OfTopic,
): Promise<Page<NotificationRow>> {
  const kinds = kindsOf(caller, topic);
  const areAll = kinds.length === KINDS.length;
  const { rows, meta } = await readHistory(app.db, caller, paging, kinds, areAll, filters);
  return {
    rows: rows.map((row) => ({
      ...itemOf(caller, row),
      topic: topicOf(row.kind),
      is_archived: row.isArchived,
    })),
    meta,
  };
}

/** Counts by state the notifications that the caller may see. */
export function countByState(app: App, caller: Caller): Promise<NotificationCount[]> {
  const kinds = visibleKinds(caller.permissions);
  return countHistory(app.db, caller, kinds, kinds.length === KINDS.length);
}

/** Archives a notification and all earlier ones, for the caller only. @throws NotificationNotFound */
export async function archiveUpTo(app: App, caller: Caller, id: number): Promise<void> {
  if (!(await store.archiveUpTo(app.db, caller, id, app.clock.now()))) throw new NotificationNotFound();
}

/** Archives a notification for the caller only. @throws NotificationNotFound */
export async function archiveNotification(app: App, caller: Caller, id: number): Promise<void> {
  if (!(await store.archive(app.db, caller, id, app.clock.now()))) throw new NotificationNotFound();
}

/** Finds a notification that is to be sent to people or their devices. */
export const findNotification = store.findNotification;
export type { NotificationToSend } from './store.ts';

/** A notification to send. */
export interface NewNotification {
  /** The key of the sentence in the catalogue; `kinds.ts` defines its readers. */
  kind: NotificationKind;
  params?: NotificationParams;
  href?: string | null;
  /** Only this person, or everybody except this person. */
  onlyUserId?: number;
  exceptUserId?: number;
  /** E-mail addresses that are informed in another way. */
  told?: readonly string[];
  /** False shows it on screen only, when another e-mail says the same. */
  email?: boolean;
}

/** Notifies a merchant's people in the causing transaction: in the portal, on their devices, and by e-mail those who want it. */
export async function notify(app: App, scope: Scope, notification: NewNotification): Promise<void> {
  const {
    kind,
    params = {},
    href = null,
    onlyUserId = null,
    exceptUserId = null,
    told = [],
    email = true,
  } = notification;
  const now = app.clock.now();
  const id = await store.insertNotification(app.db, scope, {
    kind,
    params,
    href,
    onlyUserId,
    exceptUserId,
    now,
  });
  if (await store.hasDevices(app.db, scope.merchantId))
    await addJob(app.db, 'push-notification', { merchantId: scope.merchantId, id });
  if (email)
    await addJob(app.db, 'email-notification', { merchantId: scope.merchantId, id, told: [...told] });
}
