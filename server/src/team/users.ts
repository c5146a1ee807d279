import {
  type BusinessUser,
  USER_STATUS,
  type UserFormValues,
  type UserKey,
  type UserUpdateFormValues,
} from '@daftar/contract/team';
import { endKeysOf, listKeysOf } from '../api-keys/service.ts';
import { takeBackFirstYes } from '../approvals/service.ts';
import { recordAudit } from '../audit/record.ts';
import type { Auth } from '../auth/context.ts';
import { mailLink, revokeLinks } from '../auth/links.ts';
import { endSessionsOfUser } from '../auth/sessions.ts';
import { requireStepUp } from '../auth/step-up.ts';
import { noteTouch } from '../auth/touches.ts';
import type { App, Caller } from '../platform/context.ts';
import { classifyDbError, type Tx } from '../platform/db/connect.ts';
import { InvalidError } from '../platform/http/errors.ts';
import type { Page } from '../platform/lists/page.ts';
import { askAddresses, stopAddress, stopAddressesOf } from './addresses.ts';
import { type Change, changeTeam } from './change.ts';
import {
  AlreadyJoined,
  accountTaken,
  BeyondYourPermissions,
  LastOwner,
  NotYourself,
  RoleNotFound,
  UserNotFound,
} from './errors.ts';
import { holdsAll, powersOf } from './rules.ts';
import * as store from './store.ts';
import { listWaiting } from './store-addresses.ts';
import { findRole } from './store-roles.ts';

const powersOfUser = (row: store.UserRow) =>
  powersOf({ isFirst: row.roleIsFirst, permissions: row.rolePermissions });

const wireOf =
  (caller: Caller, waiting: ReadonlyMap<number, string>) =>
  (row: store.UserRow): BusinessUser => ({
    id: row.id,
    first_name: row.firstName,
    last_name: row.lastName,
    email: row.email,
    mobile_number: row.mobile,
    role_id: row.roleId,
    role: caller.locale === 'ar' ? row.roleNameAr : row.roleNameEn,
    status: row.isActive ? USER_STATUS.active : USER_STATUS.inactive,
    avatar: row.avatarPath,
    editable: row.id !== caller.userId && holdsAll(caller.permissions, powersOfUser(row)),
    invited: !row.hasPassword,
    new_email: waiting.get(row.id) ?? null,
    two_step: row.hasTwoStep,
    created_at: row.createdAt.toISOString(),
  });

/** One page of the people of the caller's merchant. */
export async function listUsers(
  app: App,
  caller: Caller,
  request: store.ListRequest,
): Promise<Page<BusinessUser>> {
  const { rows, meta } = await store.listUsers(app.db, caller, request);
  return { rows: rows.map(wireOf(caller, await listWaiting(app.db, caller))), meta };
}

/** One of them. @throws UserNotFound */
export async function getUser(app: App, caller: Caller, id: number): Promise<BusinessUser> {
  const row = await store.findUser(app.db, caller, id);
  if (!row) throw new UserNotFound();
  return wireOf(caller, await listWaiting(app.db, caller))(row);
}

/** The secret keys that somebody was shown, and that end with them. @throws UserNotFound */
export async function keysOfUser(app: App, caller: Caller, id: number): Promise<UserKey[]> {
  if (!(await store.findUser(app.db, caller, id))) throw new UserNotFound();
  return listKeysOf(app, { merchantId: caller.merchantId, userId: id });
}

/** Somebody whom the caller may change. @throws UserNotFound, NotYourself, BeyondYourPermissions */
async function getChangeable(change: Change, caller: Caller, id: number): Promise<store.UserRow> {
  const user = await store.findUser(change.tx, caller, id);
  if (!user) throw new UserNotFound();
  if (id === caller.userId) throw new NotYourself();
  if (!holdsAll(change.held, powersOfUser(user))) throw new BeyondYourPermissions();
  return user;
}

/** Who is about to stop being an owner that can sign in. @throws LastOwner when nobody else is one */
async function requireOtherOwner(tx: Tx, caller: Caller, user: store.UserRow): Promise<void> {
  if (!user.roleIsFirst) return;
  if ((await store.countOwnersBeside(tx, caller, user.id)) === 0) throw new LastOwner();
}

/** A role that the caller may give. @throws RoleNotFound, BeyondYourPermissions */
async function requireAssignable(change: Change, caller: Caller, roleId: number): Promise<void> {
  const role = await findRole(change.tx, caller, roleId);
  if (!role) throw new RoleNotFound();
  if (!holdsAll(change.held, powersOf(role))) throw new BeyondYourPermissions();
}

/** Taken addresses as 422, also when somebody took them between the check and the write. */
async function refusingTaken<T>(
  app: App,
  who: { merchantId: number; userId: number | null; email: string; mobile: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (classifyDbError(error).kind !== 'unique') throw error;
    // Asked outside of the transaction, which has failed.
    throw accountTaken(await store.findTaken(app.pool, who));
  }
}

/** Adds somebody and mails them a link to create their password. @throws 422 for taken addresses */
export function createUser(
  app: App,
  auth: Auth,
  caller: Caller,
  form: UserFormValues,
): Promise<{ id: number }> {
  const { merchantId } = caller;
  const who = { merchantId, userId: null, email: form.email, mobile: form.mobile };
  const add = () =>
    changeTeam(app, auth, caller, 'create-user', async (change) => {
      const { tx, now } = change;
      await requireAssignable(change, caller, form.role_id);
      const taken = await store.findTaken(tx, who);
      if (taken.email || taken.mobile) throw accountTaken(taken);
      const id = await store.insertUser(tx, caller, form, { locale: caller.locale, now });
      await noteTouch(tx, caller, id, 'made', now);
      const invitation = await store.namesOf(tx, caller);
      const user = { merchantId, id, email: form.email, firstName: form.first_name };
      await mailLink(app, tx, user, 'create-password', caller.locale, invitation);
      await recordAudit(tx, caller, now, {
        action: 'user.create',
        subject: `user:${id}`,
        after: { ...form },
      });
      return { id };
    });
  return refusingTaken(app, who, add);
}

/**
 * Changes somebody else: names, addresses, role. Whoever signs in already keeps their address until it and the new one
 * agree, and the caller proves who they are to ask for it.
 * Saved with the present address, a change of it that is under way is stopped.
 * @returns whether an address waits for its confirmation. @throws InvalidError 422 for a wrong password or taken addresses
 */
export async function updateUser(
  app: App,
  auth: Auth,
  caller: Caller,
  id: number,
  { current_password, step_up, ...form }: UserUpdateFormValues,
): Promise<{ waits: boolean }> {
  const { merchantId } = caller;
  const seen = await store.findUser(app.db, caller, id);
  // Who may not be changed is refused below, whatever the proof.
  const isMine = seen !== null && id !== caller.userId && holdsAll(caller.permissions, powersOfUser(seen));
  const isProven = isMine && seen.hasPassword && seen.email !== form.email;
  if (isProven) await requireStepUp(app, caller, { current_password, step_up });
  const who = { merchantId, userId: id, email: form.email, mobile: form.mobile };
  const change = () =>
    changeTeam(app, auth, caller, 'edit-user', async (change) => {
      const { tx, now } = change;
      const before = await getChangeable(change, caller, id);
      if (form.role_id !== before.roleId) {
        await requireAssignable(change, caller, form.role_id);
        await requireOtherOwner(tx, caller, before);
        await noteTouch(tx, caller, id, 'role', now);
      }
      const taken = await store.findTaken(tx, who);
      if (taken.email || taken.mobile) throw accountTaken(taken);
      const waits = form.email !== before.email && before.hasPassword;
      // They joined, or their address changed, since the password was judged.
      if (waits && !isProven) throw InvalidError.field('current_password', 'Required');
      await store.updateUser(tx, caller, id, waits ? { ...form, email: before.email } : form, now);
      if (waits) {
        const byOwner = (await store.powersNow(tx, caller))?.isFirst === true;
        await askAddresses(app, tx, caller, before, { email: form.email, byOwner });
      } else if (form.email === before.email) {
        await stopAddress(app, tx, caller, id);
      } else {
        await noteTouch(tx, caller, id, 'email', now);
        await moveInvitation(app, tx, caller, before, form);
      }
      await recordAudit(tx, caller, now, {
        action: 'user.update',
        subject: `user:${id}`,
        before: {
          first_name: before.firstName,
          last_name: before.lastName,
          email: before.email,
          mobile: before.mobile,
          role_id: before.roleId,
        },
        after: { ...form },
      });
      return { waits };
    });
  return refusingTaken(app, who, change);
}

/** Who has not joined yet is invited at the new address; the link to the old one leads nowhere. */
async function moveInvitation(
  app: App,
  tx: Tx,
  caller: Caller,
  before: store.UserRow,
  form: UserFormValues,
): Promise<void> {
  const { merchantId } = caller;
  const { id, locale } = before;
  await revokeLinks(tx, { merchantId, userId: id }, app.clock.now());
  const invitation = await store.namesOf(tx, caller);
  const user = { merchantId, id, email: form.email, firstName: form.first_name };
  await mailLink(app, tx, user, 'create-password', locale, invitation);
}

/**
 * Lets somebody sign in, or no longer: their sessions end at once, and with them the secret keys that they were shown, but
 * `keptKeys`. @throws LastOwner, NotYourself
 */
export function setUserStatus(
  app: App,
  auth: Auth,
  caller: Caller,
  id: number,
  isActive: boolean,
  keptKeys: readonly number[] = [],
): Promise<void> {
  return changeTeam(app, auth, caller, 'change-user-status', async (change) => {
    const { tx, now } = change;
    const user = await getChangeable(change, caller, id);
    if (user.isActive === isActive) return;
    if (!isActive) {
      await requireOtherOwner(tx, caller, user);
      await endSessionsOfUser(tx, { merchantId: caller.merchantId, userId: id }, now);
      await endKeysOf(app, tx, caller, id, keptKeys);
      await stopAddressesOf(app, tx, caller, id);
      await takeBackFirstYes(tx, caller, id);
    }
    // Who never joined is no loss: nobody could have asked them.
    if (isActive || user.hasPassword) await noteTouch(tx, caller, id, isActive ? 'let-in' : 'gone', now);
    await store.setActive(tx, caller, id, isActive, now);
    await recordAudit(tx, caller, now, {
      action: isActive ? 'user.activate' : 'user.deactivate',
      subject: `user:${id}`,
    });
  });
}

/**
 * Lets somebody go; what they made stays under their name. The secret keys that they were shown end, but `keptKeys`.
 * @throws LastOwner, NotYourself
 */
export function deleteUser(
  app: App,
  auth: Auth,
  caller: Caller,
  id: number,
  keptKeys: readonly number[] = [],
): Promise<void> {
  return changeTeam(app, auth, caller, 'delete-user', async (change) => {
    const { tx, now } = change;
    const user = await getChangeable(change, caller, id);
    await requireOtherOwner(tx, caller, user);
    const key = { merchantId: caller.merchantId, userId: id };
    await endSessionsOfUser(tx, key, now);
    await revokeLinks(tx, key, now);
    await endKeysOf(app, tx, caller, id, keptKeys);
    await stopAddressesOf(app, tx, caller, id);
    await takeBackFirstYes(tx, caller, id);
    if (user.hasPassword) await noteTouch(tx, caller, id, 'gone', now);
    await store.removeUser(tx, caller, id, now);
    await recordAudit(tx, caller, now, {
      action: 'user.delete',
      subject: `user:${id}`,
      before: {
        first_name: user.firstName,
        last_name: user.lastName,
        email: user.email,
        role_id: user.roleId,
      },
    });
  });
}

/** Mails a new link to somebody who has not created a password yet. @throws AlreadyJoined */
export function inviteAgain(app: App, auth: Auth, caller: Caller, id: number): Promise<void> {
  return changeTeam(app, auth, caller, 'create-user', async (change) => {
    const { tx, now } = change;
    const user = await getChangeable(change, caller, id);
    if (user.hasPassword) throw new AlreadyJoined();
    await noteTouch(tx, caller, id, 'invited', now);
    const person = { merchantId: caller.merchantId, id, email: user.email, firstName: user.firstName };
    await mailLink(app, tx, person, 'create-password', user.locale, await store.namesOf(tx, caller));
    await recordAudit(tx, caller, now, { action: 'user.invite', subject: `user:${id}` });
  });
}

/** Stops a change of somebody's address, one's own included. @throws UserNotFound, BeyondYourPermissions */
export function stopAddressOf(app: App, auth: Auth, caller: Caller, id: number): Promise<void> {
  return changeTeam(app, auth, caller, 'edit-user', async (change) => {
    if (id !== caller.userId) await getChangeable(change, caller, id);
    await stopAddress(app, change.tx, caller, id);
  });
}
