/** Records the first proof that a person reads the mail of their address. */
import * as people from '../people/writes.ts';
import type { App } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { revokeLinksOfPerson } from './links.ts';
import { notifyOfSignInChange } from './notices.ts';
import { endSessionsOfPerson } from './sessions.ts';
import { findUserByKey, type UserKey } from './store.ts';

/**
 * Records that a person's address is proven: by a mailed link, or by the company that owns its domain. Before that,
 * somebody else may have put the address on an account of theirs. So the first proof removes two-step sign-in,
 * recovery codes, passkeys and the companies' accounts, ends every session and pending sign-in, and revokes mailed
 * links. The caller handles the password.
 * @returns whether it was the first proof
 */
export async function proveAddress(app: App, tx: Tx, key: UserKey, now: Date): Promise<boolean> {
  if (!(await people.proveEmail(tx, key))) return false;
  const user = await findUserByKey(tx, key);
  await people.dropPasskeys(tx, key);
  await people.dropTwoStep(tx, key);
  await people.dropCompanyAccounts(tx, key);
  await endSessionsOfPerson(tx, key, now);
  await revokeLinksOfPerson(tx, key, now);
  if (user?.twoStepAt) {
    const { email: to, locale, firstName: name } = user;
    await notifyOfSignInChange(app, tx, { merchantId: key.merchantId, to, locale, name }, 'twoStepOff');
  }
  return true;
}
