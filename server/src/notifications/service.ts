import type { NotificationItem } from '@daftar/contract/notifications';
import type { App, Caller, Scope } from '../platform/context.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import { contentOf, type NotificationParams } from './content.ts';
import { NotificationNotFound } from './errors.ts';
import { type NotificationKind, visibleKinds } from './kinds.ts';
import * as store from './store.ts';

/** The bell shows no more than this. */
export const SHOWN = 50;

/** What happened, for the bell: the newest that the caller has not archived, in the caller's language. */
export async function listNotifications(app: App, caller: Caller): Promise<NotificationItem[]> {
  const rows = await store.listOpen(app.db, caller, visibleKinds(caller.permissions), SHOWN);
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

/** A notification to send. */
export interface NewNotification {
  /** Its sentence is the catalogue's; who may see it stands in `kinds.ts`. */
  kind: NotificationKind;
  params?: NotificationParams;
  href?: string | null;
  /** For this person alone, or for everybody but this person. */
  onlyUserId?: number;
  exceptUserId?: number;
  /** E-mail addresses that are told of it in another way. */
  told?: readonly string[];
  /** False: the bell alone, for what another notification says by e-mail. */
  email?: boolean;
}

/**
 * Notifies a merchant's people, in the transaction that makes it true: in the portal, and by e-mail those who want it.
 */
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
  if (email)
    await addJob(app.db, 'email-notification', { merchantId: scope.merchantId, id, told: [...told] });
}
