/** Controls who may sign in: activates, deactivates, deletes and invites people. */
import type { StepUp } from '@daftar/contract/step-up';
import { endKeysOf } from '../api-keys/service.ts';
import { withdrawFirstApproval } from '../approvals/decide.ts';
import { recordAudit } from '../audit/record.ts';
import type { Auth } from '../auth/context.ts';
import { invitingPurpose, mailLink, revokeLinks } from '../auth/links.ts';
import { endSessionsOfUser } from '../auth/sessions.ts';
import { proveIf, requireStepUp } from '../auth/step-up.ts';
import { noteTouch } from '../auth/touches.ts';
import * as people from '../people/writes.ts';
import type { App, Caller } from '../platform/context.ts';
import { stopAddress, stopAddressesOf } from './addresses.ts';
import {
  changeTeam,
  getChangeable,
  mayChange,
  nameOf,
  notifyOwnersOfPower,
  powersOfUser,
  requireOtherOwner,
} from './change.ts';
import { AlreadyJoined } from './errors.ts';
import { givesPower } from './rules.ts';
import * as store from './store.ts';

/**
 * Activates or deactivates a person. Deactivation ends their sessions at once, and the secret keys that were shown to
 * them, except `keptKeys`. Activating a person with permissions over money or people requires step-up and tells every
 * owner.
 * @throws LastOwner, NotYourself, InvalidError 422 for a wrong password
 */
export async function setUserStatus(
  app: App,
  auth: Auth,
  caller: Caller,
  id: number,
  isActive: boolean,
  { keptKeys = [], ...proof }: StepUp & { keptKeys?: readonly number[] | undefined } = {},
): Promise<void> {
  const gives = (user: store.UserRow | null) =>
    isActive && user !== null && !user.isActive && givesPower([], powersOfUser(user));
  const seen = await store.findUser(app.db, caller, id);
  const isAsked = mayChange(caller, seen) && gives(seen);
  const proven = await proveIf(isAsked, () => requireStepUp(app, caller, proof));
  await changeTeam(app, auth, caller, 'change-user-status', async (change) => {
    const { tx, now } = change;
    const user = await getChangeable(change, caller, id);
    if (user.isActive === isActive) return;
    proven.recheck(gives(user));
    if (!isActive) {
      await requireOtherOwner(tx, caller, user);
      await endSessionsOfUser(tx, { merchantId: caller.merchantId, userId: id }, now);
      await endKeysOf(app, tx, caller, id, keptKeys);
      await stopAddressesOf(app, tx, caller, id);
      await withdrawFirstApproval(tx, caller, id);
    }
    // A person who never joined does not count as a loss, since nobody could have asked them to approve.
    if (isActive || user.hasJoined) await noteTouch(tx, caller, id, isActive ? 'let-in' : 'gone', now);
    await store.setActive(tx, caller, id, isActive, now);
    if (gives(user)) await notifyOwnersOfPower(app, tx, caller, nameOf(user));
    await recordAudit(tx, caller, now, {
      action: isActive ? 'user.activate' : 'user.deactivate',
      subject: `user:${id}`,
    });
  });
}

/**
 * Deletes a person; what they made keeps their name. The secret keys that were shown to them end, except `keptKeys`.
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
    await withdrawFirstApproval(tx, caller, id);
    if (user.hasJoined) await noteTouch(tx, caller, id, 'gone', now);
    await people.leave(tx, key, now);
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

/** Mails a new link to a person who has not created a password. @throws AlreadyJoined */
export function inviteAgain(app: App, auth: Auth, caller: Caller, id: number): Promise<void> {
  return changeTeam(app, auth, caller, 'create-user', async (change) => {
    const { tx, now } = change;
    const user = await getChangeable(change, caller, id);
    if (user.hasJoined) throw new AlreadyJoined();
    await noteTouch(tx, caller, id, 'invited', now);
    const person = { merchantId: caller.merchantId, id, email: user.email, firstName: user.firstName };
    const purpose = await invitingPurpose(tx, { merchantId: caller.merchantId, userId: id });
    await mailLink(app, tx, person, purpose, user.locale, await store.namesOf(tx, caller));
    await recordAudit(tx, caller, now, { action: 'user.invite', subject: `user:${id}` });
  });
}

/** Cancels a change of a person's address, or of one's own. @throws UserNotFound, BeyondYourPermissions */
export function stopAddressOf(app: App, auth: Auth, caller: Caller, id: number): Promise<void> {
  return changeTeam(app, auth, caller, 'edit-user', async (change) => {
    if (id !== caller.userId) await getChangeable(change, caller, id);
    await stopAddress(app, change.tx, caller, id);
  });
}
