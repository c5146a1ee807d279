import {
  type BusinessUser,
  USER_STATUS,
  type UserFormValues,
  type UserKey,
  type UserProvenFormValues,
} from '@daftar/contract/team';
import { listKeysOf } from '../api-keys/service.ts';
import { recordAudit } from '../audit/record.ts';
import type { Auth } from '../auth/context.ts';
import { invitingPurpose, mailLink, revokeLinks } from '../auth/links.ts';
import { freeNumber } from '../auth/numbers.ts';
import { PROVEN, type Proven, proveIf, requireStepUp } from '../auth/step-up.ts';
import { noteTouch } from '../auth/touches.ts';
import * as people from '../people/writes.ts';
import type { App, Caller } from '../platform/context.ts';
import { classifyDbError, type Tx } from '../platform/db/connect.ts';
import { InvalidError } from '../platform/http/errors.ts';
import type { Page } from '../platform/lists/page.ts';
import { askAddresses, stopAddress } from './addresses.ts';
import {
  type Change,
  changeTeam,
  getChangeable,
  mayChange,
  notifyOwnersOfPower,
  powersOfUser,
  requireOtherOwner,
} from './change.ts';
import { accountTaken, BeyondYourPermissions, UserNotFound } from './errors.ts';
import { givesPower, holdsAll, powersOf, type RolePower } from './rules.ts';
import * as store from './store.ts';
import { listWaiting } from './store-addresses.ts';
import { findRole } from './store-roles.ts';

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
    invited: !row.hasJoined,
    new_email: waiting.get(row.id) ?? null,
    two_step: row.hasTwoStep,
    created_at: row.createdAt.toISOString(),
  });

/** Lists one page of the people of the caller's merchant. */
export async function listUsers(
  app: App,
  caller: Caller,
  request: store.ListRequest,
): Promise<Page<BusinessUser>> {
  const { rows, meta } = await store.listUsers(app.db, caller, request);
  return { rows: rows.map(wireOf(caller, await listWaiting(app.db, caller))), meta };
}

/** Returns one person. @throws UserNotFound */
export async function getUser(app: App, caller: Caller, id: number): Promise<BusinessUser> {
  const row = await store.findUser(app.db, caller, id);
  if (!row) throw new UserNotFound();
  return wireOf(caller, await listWaiting(app.db, caller))(row);
}

/** Lists the secret keys that were shown to a person, which end with them. @throws UserNotFound */
export async function keysOfUser(app: App, caller: Caller, id: number): Promise<UserKey[]> {
  if (!(await store.findUser(app.db, caller, id))) throw new UserNotFound();
  return listKeysOf(app, { merchantId: caller.merchantId, userId: id });
}

/** Returns a role that the caller may assign. @throws InvalidError of the role, BeyondYourPermissions */
async function getAssignable(change: Change, caller: Caller, roleId: number): Promise<RolePower> {
  const role = await findRole(change.tx, caller, roleId);
  if (!role) throw InvalidError.field('role_id', 'UnknownRole');
  if (!holdsAll(change.held, powersOf(role))) throw new BeyondYourPermissions();
  return role;
}

/** Runs a change and reports taken addresses as 422, also those taken between the check and the write. */
async function refusingTaken<T>(
  app: App,
  who: { merchantId: number; userId: number | null; email: string; mobile: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (classifyDbError(error).kind !== 'unique') throw error;
    // Looked up outside the transaction, which has failed.
    throw accountTaken(
      who.userId === null
        ? await people.findTakenIn(app.pool, who)
        : await people.findTaken(app.pool, who, { ...who, userId: who.userId }),
    );
  }
}

/**
 * Adds a person and mails them a link to create their password. A role with permissions over money or people requires
 * step-up and tells every owner.
 * @throws 422 for taken addresses or a wrong password
 */
export async function createUser(
  app: App,
  auth: Auth,
  caller: Caller,
  { current_password, step_up, ...form }: UserProvenFormValues,
): Promise<{ id: number }> {
  const role = await findRole(app.db, caller, form.role_id);
  const isAsked =
    role !== null && holdsAll(caller.permissions, powersOf(role)) && givesPower([], powersOf(role));
  const proven = await proveIf(isAsked, () => requireStepUp(app, caller, { current_password, step_up }));
  return addUser(app, auth, caller, form, proven);
}

/** Does the same without step-up, for the demo. */
export function addUser(
  app: App,
  auth: Auth,
  caller: Caller,
  form: UserFormValues,
  proven: Proven = PROVEN,
): Promise<{ id: number }> {
  const { merchantId } = caller;
  const who = { merchantId, userId: null, email: form.email, mobile: form.mobile };
  const add = () =>
    changeTeam(app, auth, caller, 'create-user', async (change) => {
      const { tx, now } = change;
      const role = await getAssignable(change, caller, form.role_id);
      const gives = givesPower([], powersOf(role));
      proven.recheck(gives);
      await freeNumber(tx, form.mobile, now);
      const taken = await people.findTakenIn(tx, who);
      if (taken.email || taken.mobile) throw accountTaken(taken);
      const id = await store.insertUser(tx, caller, form, { locale: caller.locale, now });
      await noteTouch(tx, caller, id, 'made', now);
      const invitation = await store.namesOf(tx, caller);
      const user = { merchantId, id, email: form.email, firstName: form.first_name };
      const purpose = await invitingPurpose(tx, { merchantId, userId: id });
      await mailLink(app, tx, user, purpose, caller.locale, invitation);
      if (gives) await notifyOwnersOfPower(app, tx, caller, `${form.first_name} ${form.last_name}`);
      await recordAudit(tx, caller, now, {
        action: 'user.create',
        subject: `user:${id}`,
        after: { ...form },
      });
      return { id };
    });
  return refusingTaken(app, who, add);
}

/** Returns whether a change needs step-up: a new sign-in address, or a role or re-invitation that gives power. */
function asksForProof(user: store.UserRow, role: RolePower | null, form: UserFormValues) {
  const moves = form.email !== user.email;
  const held = powersOfUser(user);
  const gives = role !== null && givesPower(!user.hasJoined && moves ? [] : held, powersOf(role));
  return { moves: moves && user.hasJoined, gives };
}

/**
 * Changes another person's names, addresses or role. A user who has joined keeps their address until the old and the
 * new one confirm the change. Requesting that, or giving permissions over money or people, requires step-up and tells
 * every owner. Saving the current address cancels a pending change.
 * @returns whether an address waits for confirmation.
 * @throws InvalidError 422 for a wrong password or taken addresses
 */
export async function updateUser(
  app: App,
  auth: Auth,
  caller: Caller,
  id: number,
  { current_password, step_up, ...form }: UserProvenFormValues,
): Promise<{ waits: boolean }> {
  const { merchantId } = caller;
  const seen = await store.findUser(app.db, caller, id);
  const asked =
    mayChange(caller, seen) && asksForProof(seen, await findRole(app.db, caller, form.role_id), form);
  const isAsked = asked !== false && (asked.moves || asked.gives);
  const proven = await proveIf(isAsked, () => requireStepUp(app, caller, { current_password, step_up }));
  const who = { merchantId, userId: id, email: form.email, mobile: form.mobile };
  const change = () =>
    changeTeam(app, auth, caller, 'edit-user', async (change) => {
      const { tx, now } = change;
      const before = await getChangeable(change, caller, id);
      // Only who never had a number can be without one.
      if (form.mobile === '' && before.mobile !== '') throw InvalidError.field('mobile', 'Required');
      const role = await findRole(tx, caller, form.role_id);
      if (form.role_id !== before.roleId) {
        await getAssignable(change, caller, form.role_id);
        await requireOtherOwner(tx, caller, before);
        await noteTouch(tx, caller, id, 'role', now);
      }
      await freeNumber(tx, form.mobile, now);
      const taken = await takenBy(tx, before, who);
      if (taken.email || taken.mobile) throw accountTaken(taken);
      await requireOnlyHere(tx, caller, before, form);
      const { moves: waits, gives } = asksForProof(before, role, form);
      proven.recheck(waits || gives);
      await store.updateUser(tx, caller, before, waits ? { ...form, email: before.email } : form, now);
      if (waits) {
        const byOwner = (await store.powersNow(tx, caller))?.isFirst === true;
        await askAddresses(app, tx, caller, before, { email: form.email, byOwner });
      } else if (form.email === before.email) {
        await stopAddress(app, tx, caller, id);
      } else {
        await noteTouch(tx, caller, id, 'email', now);
        await moveInvitation(app, tx, caller, before, form);
      }
      if (gives) await notifyOwnersOfPower(app, tx, caller, `${form.first_name} ${form.last_name}`);
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

/**
 * Returns which addresses a person cannot have: another person's or, while only invited, those of people in this
 * merchant.
 */
const takenBy = (
  tx: Tx,
  { hasJoined }: store.UserRow,
  who: { merchantId: number; userId: number; email: string; mobile: string },
) => (hasJoined ? people.findTaken(tx, who, who) : people.findTakenIn(tx, who, who));

/**
 * Refuses to change the address or number of a person who has joined another business, too, because that business
 * knows them by these, and an address gives access to it.
 * @throws InvalidError 422
 */
async function requireOnlyHere(
  tx: Tx,
  { merchantId }: Caller,
  before: store.UserRow,
  form: UserFormValues,
): Promise<void> {
  const changed = (['email', 'mobile'] as const).filter((field) => form[field] !== before[field]);
  if (changed.length === 0 || !before.hasJoined) return;
  if (!(await people.isElsewhere(tx, { merchantId, userId: before.id }))) return;
  throw new InvalidError(Object.fromEntries(changed.map((field) => [field, [{ key: 'PersonElsewhere' }]])));
}

/** Invites a person who has not joined at their new address; the link to the old one becomes invalid. */
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
  const purpose = await invitingPurpose(tx, { merchantId, userId: id });
  await mailLink(app, tx, user, purpose, locale, invitation);
}
