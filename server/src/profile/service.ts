import type { ProfileFormValues } from '@daftar/contract/profile';
import { recordAudit } from '../audit/record.ts';
import type { Auth } from '../auth/context.ts';
import { revokeLinksOfPerson } from '../auth/links.ts';
import { type ChangedSignInMethod, notifyOfSignInChange } from '../auth/notices.ts';
import { freeNumber } from '../auth/numbers.ts';
import { announceChange } from '../auth/principals.ts';
import { hashPassword } from '../auth/secrets.ts';
import { requirePassword } from '../auth/service.ts';
import { endSessionsOfPerson } from '../auth/sessions.ts';
import { proveIf } from '../auth/step-up.ts';
import * as people from '../people/writes.ts';
import type { App, Caller } from '../platform/context.ts';
import { classifyDbError, type Db, type Tx } from '../platform/db/connect.ts';
import { transaction } from '../platform/db/transaction.ts';
import { replaceAvatar } from './avatar.ts';
import { accountTaken } from './errors.ts';
import * as store from './store.ts';

/**
 * Updates the caller's own profile. A new e-mail address or password, and a new number of a person in several
 * businesses, requires the current password; the first two end every other session and are announced to the former
 * address.
 * @throws InvalidError 422 for a wrong password or taken addresses
 */
export async function updateProfile(
  app: App,
  auth: Auth,
  caller: Caller,
  form: ProfileFormValues,
): Promise<void> {
  const { merchantId, userId } = caller;
  const isSensitive = async (db: Db, own: store.OwnRow) =>
    Boolean(form.password) ||
    form.email !== own.email ||
    // Every business of a person knows them by their number, so a session alone must not change it.
    (form.mobile !== own.mobile && (await people.isElsewhere(db, caller)));
  const isAsked = await isSensitive(app.db, await store.getOwn(app.db, caller));
  const proven = await proveIf(isAsked, () => requirePassword(app, caller, form.current_password));
  // Outside the transaction: hashing is slow, and must not hold locks.
  const passwordHash = form.password ? await hashPassword(form.password) : null;
  try {
    await transaction(app.db, async (tx) => {
      const before = await store.lockOwn(tx, caller);
      proven.recheck(await isSensitive(tx, before));
      await write(app, tx, caller, before, form, passwordHash);
      await announceChange(tx, { merchantId, userId });
    });
  } catch (error) {
    if (classifyDbError(error).kind !== 'unique') throw error;
    throw accountTaken(await people.findTaken(app.pool, form, caller));
  }
  auth.principals.evict({ merchantId, userId });
}

async function write(
  app: App,
  tx: Tx,
  caller: Caller,
  before: store.OwnRow,
  form: ProfileFormValues,
  passwordHash: string | null,
): Promise<void> {
  const now = app.clock.now();
  const { merchantId, userId, sessionId } = caller;
  await freeNumber(tx, form.mobile, now);
  const taken = await people.findTaken(tx, form, caller);
  if (taken.email || taken.mobile) throw accountTaken(taken);
  const receivesNotifications = form.receive_notifications ?? before.receivesNotifications;
  const avatarPath = await replaceAvatar(tx, caller, before.avatarPath, form.avatar, now);
  await store.updateOwn(tx, caller, form, { avatarPath, receivesNotifications, passwordHash, now });
  const changed: ChangedSignInMethod[] = [];
  if (form.email !== before.email) changed.push('email');
  if (passwordHash) changed.push('password');
  if (changed.length > 0) {
    await endSessionsOfPerson(tx, { merchantId, userId }, now, sessionId);
    await revokeLinksOfPerson(tx, { merchantId, userId }, now);
  }
  const person = { merchantId, to: before.email, locale: before.locale, name: before.firstName };
  for (const each of changed) await notifyOfSignInChange(app, tx, person, each);
  await recordAudit(tx, caller, now, {
    action: 'profile.update',
    subject: `user:${userId}`,
    before: {
      first_name: before.firstName,
      last_name: before.lastName,
      email: before.email,
      mobile: before.mobile,
      receive_notifications: before.receivesNotifications,
    },
    after: {
      first_name: form.first_name,
      last_name: form.last_name,
      email: form.email,
      mobile: form.mobile,
      receive_notifications: receivesNotifications,
      password_changed: passwordHash !== null,
    },
  });
}
