import { PERMISSIONS, type Permission } from '@daftar/contract/permissions';
import type { Auth } from '../auth/context.ts';
import { announceChange } from '../auth/principals.ts';
import { notifyOwners } from '../notifications/owners.ts';
import type { App, Caller } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { ForbiddenError } from '../platform/http/errors.ts';
import { BeyondYourPermissions, LastBreakGlass, LastOwner, NotYourself, UserNotFound } from './errors.ts';
import { holdsAll, powersOf } from './rules.ts';
import * as store from './store.ts';

/** Returns the permissions of a person's role. */
export const powersOfUser = (row: store.UserRow) =>
  powersOf({ isFirst: row.roleIsFirst, permissions: row.rolePermissions });

/** Tells every owner that a person gained permissions over money or people. */
export async function notifyOwnersOfPower(app: App, tx: Tx, caller: Caller, person: string): Promise<void> {
  await notifyOwners({ ...app, db: tx }, caller, {
    kind: 'power-given',
    params: { person },
    href: '/users-and-roles',
  });
}

/** The state that a change of the team is checked against; it stays locked during the change. */
export interface Change {
  tx: Tx;
  now: Date;
  /** The caller's current permissions. */
  held: ReadonlySet<Permission>;
  /** The caller's own role. */
  roleId: number;
}

/**
 * Runs a change of a merchant's people or roles, one at a time per merchant, with the caller's current permissions.
 * Afterwards every process evicts the merchant's cached principals, so that it applies from the next call.
 * @throws ForbiddenError when the caller no longer has the permission.
 */
export async function changeTeam<T>(
  app: App,
  auth: Auth,
  caller: Caller,
  needed: Permission,
  work: (change: Change) => Promise<T>,
): Promise<T> {
  const { merchantId } = caller;
  const done = await transaction(app.db, async (tx) => {
    await store.lockTeam(tx, caller);
    const now = await store.powersNow(tx, caller);
    const held = new Set(now ? powersOf(now) : []);
    if (!now || !held.has(needed)) throw new ForbiddenError();
    const result = await work({ tx, now: app.clock.now(), held, roleId: now.roleId });
    await announceChange(tx, { merchantId });
    return result;
  });
  auth.principals.evict({ merchantId });
  return done;
}

/** Returns a person that the caller may change. @throws UserNotFound, NotYourself, BeyondYourPermissions */
export async function getChangeable(change: Change, caller: Caller, id: number): Promise<store.UserRow> {
  const user = await store.lockUser(change.tx, caller, id);
  if (!user) throw new UserNotFound();
  if (id === caller.userId) throw new NotYourself();
  if (!holdsAll(change.held, powersOfUser(user))) throw new BeyondYourPermissions();
  return user;
}

/** Requires every permission, for actions that could give access to every account. @throws BeyondYourPermissions */
export function requireAllPowers(held: ReadonlySet<Permission>): void {
  if (!holdsAll(held, PERMISSIONS)) throw new BeyondYourPermissions();
}

/**
 * Requires another active owner before one is removed, and another person who can sign in without the company's
 * account.
 * @throws LastOwner, LastBreakGlass when there is none
 */
export async function requireOtherOwner(tx: Tx, caller: Caller, user: store.UserRow): Promise<void> {
  if (!user.roleIsFirst) return;
  if (await store.isLastBreakGlass(tx, caller, user.id)) throw new LastBreakGlass();
  if ((await store.countOwnersBeside(tx, caller, user.id)) === 0) throw new LastOwner();
}

/** Returns whether the caller may change a person, by the facts before the change, which checks it again. */
export const mayChange = (caller: Caller, user: store.UserRow | null): user is store.UserRow =>
  user !== null && user.id !== caller.userId && holdsAll(caller.permissions, powersOfUser(user));

/** Returns a person's full name. */
export const nameOf = ({ firstName, lastName }: Pick<store.UserRow, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`;
