import type { Permission } from '@daftar/contract/permissions';
import type { Auth } from '../auth/context.ts';
import { announceChange } from '../auth/principals.ts';
import { tellOwners } from '../notifications/owners.ts';
import type { App, Caller } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { ForbiddenError } from '../platform/http/errors.ts';
import { BeyondYourPermissions, LastOwner, NotYourself, UserNotFound } from './errors.ts';
import { holdsAll, powersOf } from './rules.ts';
import * as store from './store.ts';

/** What somebody may do by their role. */
export const powersOfUser = (row: store.UserRow) =>
  powersOf({ isFirst: row.roleIsFirst, permissions: row.rolePermissions });

/** Tells every owner that somebody now holds what moves money or gives power. */
export async function tellOfPower(app: App, tx: Tx, caller: Caller, person: string): Promise<void> {
  await tellOwners({ ...app, db: tx }, caller, {
    kind: 'power-given',
    params: { person },
    href: '/users-and-roles',
  });
}

/** What a change of the team is judged by, as it stands while no other change happens. */
export interface Change {
  tx: Tx;
  now: Date;
  /** What the caller may do now. */
  held: ReadonlySet<Permission>;
  /** The caller's own role. */
  roleId: number;
}

/**
 * Runs one change of a merchant's people or roles, one at a time for each merchant, with the caller's permissions as
 * they are by then; every process forgets what it knew of the merchant, so that it acts on the very next call.
 * @throws ForbiddenError when the caller no longer holds what the call needs.
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
  auth.principals.forget({ merchantId });
  return done;
}

/** Somebody whom the caller may change. @throws UserNotFound, NotYourself, BeyondYourPermissions */
export async function getChangeable(change: Change, caller: Caller, id: number): Promise<store.UserRow> {
  const user = await store.findUser(change.tx, caller, id);
  if (!user) throw new UserNotFound();
  if (id === caller.userId) throw new NotYourself();
  if (!holdsAll(change.held, powersOfUser(user))) throw new BeyondYourPermissions();
  return user;
}

/** Who is about to stop being an owner that can sign in. @throws LastOwner when nobody else is one */
export async function requireOtherOwner(tx: Tx, caller: Caller, user: store.UserRow): Promise<void> {
  if (!user.roleIsFirst) return;
  if ((await store.countOwnersBeside(tx, caller, user.id)) === 0) throw new LastOwner();
}

/** Whether the caller may change somebody, as far as it is known before the change: who may not is refused by it. */
export const mayChange = (caller: Caller, user: store.UserRow | null): user is store.UserRow =>
  user !== null && user.id !== caller.userId && holdsAll(caller.permissions, powersOfUser(user));

/** How a person is called. */
export const nameOf = ({ firstName, lastName }: Pick<store.UserRow, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`;
