/** Switches from one business to another without signing in again. */
import * as people from '../people/writes.ts';
import type { App, Caller, Visitor } from '../platform/context.ts';
import { transaction } from '../platform/db/transaction.ts';
import { ForbiddenError, NotFoundError, UnauthorizedError } from '../platform/http/errors.ts';
import { isAllowed } from '../platform/http/guard.ts';
import { noteRefusal, noteSignIn, noteSwitchedAway } from './access-log.ts';
import type { Auth } from './context.ts';
import { CompanySignInNeeded, SwitchNeedsPassword, SwitchNeedsTwoStep, UserInactive } from './errors.ts';
import { allowedFrom, announceChange } from './principals.ts';
import { replyTo, type SignIn } from './service.ts';
import { openSession } from './sessions.ts';
import * as store from './store.ts';
import * as memberships from './store-memberships.ts';
import { endSession, findPlaces } from './store-sessions.ts';

/** A business to which the caller belongs. */
export interface Membership {
  merchantId: number;
  businessName: string;
  role: string;
}

/** Lists the businesses that the caller can switch to, and the current one. */
export async function listMemberships(app: App, caller: Caller): Promise<Membership[]> {
  const rows = await memberships.listMemberships(app.db, caller);
  return rows.map(({ merchantId, businessName, roleNameAr, roleNameEn }) => ({
    merchantId,
    businessName,
    role: caller.locale === 'ar' ? roleNameAr : roleNameEn,
  }));
}

/** Returns whether the caller can switch to another business. */
export const hasOtherMemberships = (app: App, caller: Caller): Promise<boolean> =>
  memberships.hasOthers(app.db, caller);

/**
 * Ends the caller's session and opens one in another of their businesses, with the same expiry, if the way in which
 * the first was opened is sufficient there. Neither business learns of the other.
 * @throws NotFoundError for a business that they do not belong to, UserInactive, SwitchNeedsPassword,
 * CompanySignInNeeded, SwitchNeedsTwoStep, ForbiddenError for an address that is not allowed there
 */
export async function switchTo(
  app: App,
  auth: Auth,
  caller: Caller,
  visitor: Visitor,
  merchantId: number,
): Promise<SignIn> {
  const now = app.clock.now();
  const done = await transaction(app.db, async (tx) => {
    const inside = { ...app, db: tx };
    // The same order of locks as for ending all of a person's sessions.
    await people.lockPerson(tx, caller);
    const session = await memberships.lockOpenSession(tx, caller, now);
    if (!session) throw new UnauthorizedError();
    // A company authenticates people for its own business only. The error does not reveal whether the person belongs
    // to another one.
    if (session.byCompany) throw new SwitchNeedsPassword();
    const user = await findTarget(inside, caller, merchantId);
    const refusal = await whyRefused(inside, visitor, session, user);
    if (refusal) return { user, refusal };
    const { rememberMe, twoFactors, expiresAt } = session;
    const how = { rememberMe, twoFactors, byCompany: false, expiresAt };
    const opened = await openSession(inside, visitor, user, how);
    await endSession(tx, caller.merchantId, caller.sessionId, now);
    await noteSwitchedAway(tx, visitor, caller, now);
    await noteSignIn(inside, visitor, user, { way: 'switch', rememberMe });
    await announceChange(tx, { merchantId: caller.merchantId, sessionId: caller.sessionId });
    return { user, opened };
  });
  if (done.refusal) {
    await noteRefusal(app, visitor, done.user, done.refusal.reason);
    throw done.refusal.error;
  }
  const { user, opened } = done;
  auth.principals.evict({ merchantId: caller.merchantId, sessionId: caller.sessionId });
  const { signedIn } = await replyTo(app, auth, user, opened.sessionId);
  return { signedIn, cookie: opened.cookie };
}

/** Finds the caller's membership in another business. @throws NotFoundError */
async function findTarget(app: App, caller: Caller, merchantId: number): Promise<store.UserRow> {
  const own = await store.findUserByKey(app.db, caller);
  const all = own?.personId == null ? [] : await store.listUsersByPerson(app.db, own.personId);
  const user = all.find((each) => each.merchantId === merchantId && each.hasJoined);
  if (!user || merchantId === caller.merchantId) throw new NotFoundError();
  return user;
}

type Refusal = { reason: Parameters<typeof noteRefusal>[3]; error: Error };

async function whyRefused(
  app: App,
  visitor: Visitor,
  session: memberships.OpenSession,
  user: store.UserRow,
): Promise<Refusal | null> {
  if (!user.isActive) return { reason: 'inactive', error: new UserInactive() };
  if (user.needsCompany) return { reason: 'company', error: new CompanySignInNeeded() };
  if (user.needsTwoStep && !session.twoFactors && !user.twoStepAt)
    return { reason: 'two-step', error: new SwitchNeedsTwoStep() };
  if (!isAllowed(allowedFrom(await findPlaces(app.db, user.merchantId)), visitor.address))
    return { reason: 'address', error: new ForbiddenError('http.addressNotAllowed') };
  return null;
}
