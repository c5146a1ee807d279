import type { NotificationItem } from '@daftar/contract/notifications';
import type { App, Caller, Scope } from '../platform/context.ts';
import { contentOf, type NotificationParams } from './content.ts';
import { NotificationNotFound } from './errors.ts';
import * as store from './store.ts';

/** The bell shows no more than this. */
export const SHOWN = 50;

/** What happened, for the bell: the newest that the caller has not archived, in the caller's language. */
export async function listNotifications(app: App, caller: Caller): Promise<NotificationItem[]> {
  const rows = await store.listOpen(app.db, caller, SHOWN);
  return rows.map((row) => ({
    notificationId: row.id,
    content: contentOf(caller.locale, row.kind, row.params),
    created_at: row.createdAt.toISOString(),
    href: row.href,
  }));
}

/** Removes one from the caller's bell; colleagues keep theirs. @throws NotificationNotFound */
export async function archiveNotification(app: App, caller: Caller, id: number): Promise<void> {
  if (!(await store.archive(app.db, caller, id, app.clock.now()))) throw new NotificationNotFound();
}

/** Tells a merchant's people something, in the transaction that makes it true. `kind` is a key of the catalogue. */
export function notify(
  app: App,
  scope: Scope,
  notification: { kind: string; params?: NotificationParams; href?: string },
): Promise<void> {
  const { kind, params = {}, href = null } = notification;
  return store.insertNotification(app.db, scope, { kind, params, href, now: app.clock.now() });
}
