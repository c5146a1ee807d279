/** Views the portal as a role: a claim on the session that narrows what it can see and forbids changes. */
import { recordAudit } from '../audit/record.ts';
import type { App, Caller } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import type { Auth } from './context.ts';
import { announceChange } from './principals.ts';
import { findViewedRole, setViewedRole } from './store-viewing.ts';

/** Lets the caller's session see only what a role can see, and change nothing, until `endView` or its end. */
export async function viewAs(app: App, auth: Auth, caller: Caller, roleId: number): Promise<void> {
  await change(app, auth, caller, roleId, 'role.view');
}

/** Restores the rights of the caller's session; does nothing if it has them. */
export async function endView(app: App, auth: Auth, caller: Caller): Promise<void> {
  if (caller.viewRoleId === undefined) return;
  await change(app, auth, caller, null, 'role.view-end');
}

async function change(
  app: App,
  auth: Auth,
  caller: Caller,
  roleId: number | null,
  action: 'role.view' | 'role.view-end',
): Promise<void> {
  const { merchantId, sessionId } = caller;
  await transaction(app.db, async (tx) => {
    await setViewedRole(tx, caller, roleId);
    const subject = `role:${roleId ?? caller.viewRoleId}` as const;
    await recordAudit(tx, caller, app.clock.now(), { action, subject });
    await announceChange(tx, { merchantId, sessionId });
  });
  auth.principals.evict({ merchantId, sessionId });
}

/**
 * Returns the role as which the caller views the portal, in their language; null if none. Its name is empty once
 * deleted.
 */
export async function viewedRole(app: App, caller: Caller): Promise<{ id: number; name: string } | null> {
  if (caller.viewRoleId === undefined) return null;
  const role = await findViewedRole(app.db, caller, caller.viewRoleId);
  const name = caller.locale === 'ar' ? role?.nameAr : role?.nameEn;
  return { id: caller.viewRoleId, name: name ?? '' };
}
