/**
 * Changes people on behalf of a company's directory (SCIM). Of an owner it changes the name alone. The token's maker
 * counts as having touched every account that it makes or changes.
 */

import { listKeysOf } from '../api-keys/service.ts';
import { withdrawFirstApproval } from '../approvals/decide.ts';
import { type AuditEntry, DIRECTORY_ACTOR, recordAudit } from '../audit/record.ts';
import { proveAddress } from '../auth/address-proof.ts';
import type { Auth } from '../auth/context.ts';
import { mailLink, revokeLinks, stopAddressChange } from '../auth/links.ts';
import { notifyOfSignInChange } from '../auth/notices.ts';
import { freeNumber } from '../auth/numbers.ts';
import { announceChange } from '../auth/principals.ts';
import { unusablePasswordHash } from '../auth/secrets.ts';
import { endSessionsOfUser } from '../auth/sessions.ts';
import { noteTouch } from '../auth/touches.ts';
import { tellOwners } from '../notifications/owners.ts';
import * as people from '../people/writes.ts';
import type { App, Mode } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { stopAddressesOf } from './addresses.ts';
import { nameOf, powersOfUser } from './change.ts';
import { giveRole, type RoleGrant, tellOwnersOfGroup } from './company.ts';
import { givesPower, powersOf } from './rules.ts';
import * as store from './store.ts';
import { setAddress } from './store-addresses.ts';
import { findRole } from './store-roles.ts';

/** The directory may not deactivate, remove or move an owner. Answered in SCIM's form. */
export class OwnerKept extends Error {}

/** The directory may not change the address of a person who is in another business, too. Answered in SCIM's form. */
export class PersonElsewhere extends Error {}

/** The directory of one merchant, acting as the maker of its token. */
export interface Directory {
  merchantId: number;
  madeBy: number;
  /** The IP address that its call came from. */
  address: string;
}

/** A change by the directory. The team stays locked during it. */
export interface DirectoryChange extends Directory {
  tx: Tx;
  now: Date;
  mode: Mode;
}

/** A person as the directory knows them. */
export interface DirectoryPerson {
  firstName: string;
  lastName: string;
  email: string;
  /** Empty for none. */
  mobile: string;
  directoryId: string | null;
  locale: 'en' | 'ar';
}

/**
 * Runs a directory's change of a merchant's people, one at a time per merchant; afterwards every process reads
 * permissions again.
 */
export async function changeByDirectory<T>(
  app: App,
  auth: Auth,
  directory: Directory,
  work: (change: DirectoryChange) => Promise<T>,
): Promise<T> {
  const { merchantId } = directory;
  const done = await transaction(app.db, async (tx) => {
    await store.lockTeam(tx, directory);
    const mode = await store.modeOf(tx, directory);
    const result = await work({ ...directory, tx, now: app.clock.now(), mode });
    await announceChange(tx, { merchantId });
    return result;
  });
  auth.principals.evict({ merchantId });
  return done;
}

/** Logs a change by the directory. */
export function logByDirectory(change: DirectoryChange, entry: AuditEntry): Promise<void> {
  const { tx, now, merchantId, mode, address } = change;
  return recordAudit(tx, { merchantId, mode, actor: DIRECTORY_ACTOR, address }, now, entry);
}

const makerOf = ({ merchantId, madeBy }: Directory) => ({ merchantId, userId: madeBy });

/**
 * Returns whether a person can be given a number: nobody else has it, and they are in no other business, which knows
 * them by their current one. An account that was never confirmed gives its number up.
 */
async function isFree(
  change: DirectoryChange,
  userId: number | null,
  { email, mobile }: Pick<DirectoryPerson, 'email' | 'mobile'>,
): Promise<boolean> {
  const { tx, now, merchantId } = change;
  if (mobile === '') return true;
  await freeNumber(tx, mobile, now);
  if (userId === null) return !(await people.isNumberOfAnother(tx, { email, mobile }));
  const key = { merchantId, userId };
  if (await people.isElsewhere(tx, key)) return false;
  return !(await people.findTaken(tx, { email: '', mobile }, key)).mobile;
}

/**
 * Adds a person with a role and without a password: they join when their company signs them in, or by an invitation
 * from a colleague. A number that another account has is omitted. Taken addresses violate a unique key.
 */
export async function addPerson(
  app: App,
  change: DirectoryChange,
  person: DirectoryPerson,
  { roleId, isActive }: { roleId: number; isActive: boolean },
): Promise<number> {
  const { tx, now } = change;
  const mobile = (await isFree(change, null, person)) ? person.mobile : '';
  const form = {
    first_name: person.firstName,
    last_name: person.lastName,
    email: person.email,
    mobile,
    role_id: roleId,
  };
  const id = await store.insertUser(tx, change, form, { locale: person.locale, now });
  if (person.directoryId !== null) await store.setDirectoryId(tx, change, id, person.directoryId);
  await noteTouch(tx, makerOf(change), id, 'made', now);
  await logByDirectory(change, {
    action: 'user.add',
    subject: `user:${id}`,
    after: { ...form, directory_id: person.directoryId },
  });
  if (!isActive) await endPerson(app, change, await getPerson(change, id));
  else await notifyOfPower(app, change, await getPerson(change, id));
  return id;
}

/** Returns a person whose row was just written. */
async function getPerson(change: DirectoryChange, id: number): Promise<store.UserRow> {
  return (await store.findUser(change.tx, change, id))!;
}

async function notifyOfPower(app: App, change: DirectoryChange, user: store.UserRow): Promise<void> {
  if (givesPower([], powersOfUser(user)))
    await tellOwnersOfGroup(app, change.tx, change, [nameOf(user)], 'SCIM');
}

/**
 * Changes a person's names, number, directory id and address. The company owns the addresses of its domain, so a new
 * one there needs no confirmation; otherwise it is treated like any change of an address: sessions end, passkeys are
 * deleted, and the password must be set again.
 * @returns whether anything changed. Taken addresses violate a unique key.
 * @throws OwnerKept for an owner's address, PersonElsewhere for the address of a person who has joined another
 * business
 */
export async function changePerson(
  app: App,
  change: DirectoryChange,
  before: store.UserRow,
  to: DirectoryPerson,
): Promise<boolean> {
  const { tx, now } = change;
  const { id } = before;
  const moves = to.email !== before.email;
  if (moves && before.roleIsFirst) throw new OwnerKept();
  const key = { merchantId: change.merchantId, userId: id };
  if (moves && before.hasJoined) {
    await people.lockPerson(tx, key);
    if (await people.isElsewhere(tx, key)) throw new PersonElsewhere();
  }
  // A number gives no access by itself, but codes and alerts go to it.
  const isNumber = !before.roleIsFirst && to.mobile !== before.mobile && (await isFree(change, id, to));
  const after = {
    first_name: to.firstName,
    last_name: to.lastName,
    email: to.email,
    mobile: isNumber ? to.mobile : before.mobile,
    directory_id: to.directoryId,
  };
  const was = {
    first_name: before.firstName,
    last_name: before.lastName,
    email: before.email,
    mobile: before.mobile,
    directory_id: before.directoryId,
  };
  if (Object.entries(was).every(([field, value]) => after[field as keyof typeof after] === value))
    return false;
  const form = { ...after, email: before.email, role_id: before.roleId };
  await store.updateUser(tx, change, before, form, now);
  await store.setDirectoryId(tx, change, id, to.directoryId);
  if (moves) await moveAddress(app, change, before, to);
  await logByDirectory(change, { action: 'user.update', subject: `user:${id}`, before: was, after });
  return true;
}

async function moveAddress(
  app: App,
  change: DirectoryChange,
  before: store.UserRow,
  { email, firstName }: DirectoryPerson,
): Promise<void> {
  const { tx, now, merchantId } = change;
  const { id, locale, hasJoined } = before;
  const key = { merchantId, userId: id };
  if (hasJoined) {
    await setAddress(tx, key, { email, passwordHash: unusablePasswordHash(), now });
    await proveAddress(app, tx, key, now);
  } else await people.moveInvitation(tx, key, { email, mobile: before.mobile, now });
  await stopAddressChange(tx, key, now);
  await revokeLinks(tx, key, now);
  await endSessionsOfUser(tx, key, now);
  await noteTouch(tx, makerOf(change), id, 'email', now);
  // A person who never joined has not been notified of anything, and has nothing to lose.
  if (!hasJoined) return;
  await mailLink(app, tx, { merchantId, id, email, firstName }, 'reset-password', locale);
  await notifyOfSignInChange(
    app,
    tx,
    { merchantId, to: before.email, locale, name: before.firstName },
    'email',
  );
}

/**
 * Deactivates a person and ends their sessions at once. The secret keys that were shown to them continue without
 * power over money, so that no shop stops because a person left the company; every owner is told to replace them.
 * @throws OwnerKept
 */
export async function endPerson(app: App, change: DirectoryChange, user: store.UserRow): Promise<void> {
  if (user.roleIsFirst) throw new OwnerKept();
  if (!user.isActive) return;
  await store.setActive(change.tx, change, user.id, false, change.now, true);
  await leave(app, change, user);
  await logByDirectory(change, { action: 'user.deactivate', subject: `user:${user.id}` });
}

/**
 * Reactivates a person whom the directory had deactivated.
 * @returns false if the business itself has deactivated them
 */
export async function letPersonIn(app: App, change: DirectoryChange, user: store.UserRow): Promise<boolean> {
  if (user.isActive) return true;
  if (!user.isEndedByDirectory) return false;
  await store.setActive(change.tx, change, user.id, true, change.now);
  await noteTouch(change.tx, makerOf(change), user.id, 'let-in', change.now);
  await notifyOfPower(app, change, user);
  await logByDirectory(change, { action: 'user.activate', subject: `user:${user.id}` });
  return true;
}

/** Deletes a person; what they made keeps their name. @throws OwnerKept */
export async function removePerson(app: App, change: DirectoryChange, user: store.UserRow): Promise<void> {
  const { tx, now, merchantId } = change;
  if (user.roleIsFirst) throw new OwnerKept();
  if (user.isActive) await leave(app, change, user);
  await revokeLinks(tx, { merchantId, userId: user.id }, now);
  await people.leave(tx, { merchantId, userId: user.id }, now);
  await logByDirectory(change, {
    action: 'user.delete',
    subject: `user:${user.id}`,
    before: {
      first_name: user.firstName,
      last_name: user.lastName,
      email: user.email,
      role_id: user.roleId,
      directory_id: user.directoryId,
    },
  });
}

/** Ends the remaining powers of a person who leaves. */
async function leave(app: App, change: DirectoryChange, user: store.UserRow): Promise<void> {
  const { tx, now, merchantId, mode, address } = change;
  const key = { merchantId, userId: user.id };
  await endSessionsOfUser(tx, key, now);
  await stopAddressesOf(app, tx, { merchantId, mode, actor: DIRECTORY_ACTOR, address }, user.id);
  await withdrawFirstApproval(tx, change, user.id);
  if (user.hasJoined) await noteTouch(tx, makerOf(change), user.id, 'gone', now);
  const keys = await listKeysOf({ ...app, db: tx }, key);
  if (keys.length === 0) return;
  await tellOwners(
    { ...app, db: tx },
    { merchantId, mode },
    {
      kind: 'scim-keys-left',
      params: { person: nameOf(user), count: keys.length },
      href: '/account-settings?tab=keys',
    },
  );
}

/**
 * Returns whether a role may be the starting role of the directory's people: neither the owner's nor one with power
 * over money or people.
 */
export async function mayBegin(tx: Tx, merchant: { merchantId: number }, roleId: number): Promise<boolean> {
  const role = await findRole(tx, merchant, roleId);
  return role !== null && !role.isFirst && !givesPower([], powersOf(role));
}

/** People per batch of statements: a group may have thousands, and each round trip takes time. */
const AT_ONCE = 50;

/** A person and the role of their group; null for the starting role. */
export interface RoleGiven {
  userId: number;
  roleId: number;
  group: string | null;
}

/** Gives people roles; owners keep theirs. Tells every owner, once per group, who gained power over money or people. */
export async function giveRoles(
  app: App,
  tx: Tx,
  { merchantId }: { merchantId: number },
  given: readonly RoleGiven[],
  how: Omit<RoleGrant, 'group'>,
): Promise<void> {
  const gained = new Map<string, string[]>();
  for (let at = 0; at < given.length; at += AT_ONCE) {
    const part = given.slice(at, at + AT_ONCE);
    const done = await Promise.all(
      part.map(({ userId, roleId, group }) =>
        giveRole(tx, { merchantId, userId }, roleId, { ...how, group }),
      ),
    );
    for (const [index, each] of done.entries()) {
      const group = part[index]!.group ?? '';
      if (each?.gained) gained.set(group, [...(gained.get(group) ?? []), each.gained]);
    }
  }
  for (const [group, people] of gained) await tellOwnersOfGroup(app, tx, { merchantId }, people, group);
}

/** Returns the directory as the source of a role. */
export const byDirectory = (change: DirectoryChange): Omit<RoleGrant, 'group'> => ({
  by: change.madeBy,
  now: change.now,
  log: (entry) => logByDirectory(change, entry),
});

/** Finds and locks a person, under the lock of a change. */
export const findPerson = (
  tx: Tx,
  merchant: { merchantId: number },
  id: number,
): Promise<store.UserRow | null> => store.lockUser(tx, merchant, id);
