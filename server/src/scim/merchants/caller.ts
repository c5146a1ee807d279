/** Authenticates calls by the token of a directory. */
import type { Auth } from '../../auth/context.ts';
import type { App } from '../../platform/context.ts';
import { classifyDbError } from '../../platform/db/connect.ts';
import type { Guesses } from '../../platform/http/guesses.ts';
import {
  changeByDirectory,
  type DirectoryChange,
  type Directory as OfMerchant,
  OwnerKept,
  PersonElsewhere,
} from '../../team/directory.ts';
import { ScimError } from '../errors.ts';
import { foundByToken } from '../token.ts';
import * as store from './store.ts';

/** The directory of a business that has proven its domain. */
export interface Provisioner extends OfMerchant {
  tokenHash: Buffer;
  domain: string;
  startingRoleId: number;
  locale: 'en' | 'ar';
}

const TOKEN = /^scim_[\w-]{43}$/;

/**
 * Finds the directory of a token.
 * @throws ScimError 401 for an unknown token, 403 while the domain is not proven; TooManyError 429 after too many
 * unknown ones
 */
export async function callerOf(
  app: App,
  guesses: Guesses,
  token: string | null,
  address: string,
): Promise<Provisioner> {
  const { found, tokenHash } = await foundByToken(guesses, TOKEN, { token, address }, (hash) =>
    store.findByToken(app.pool, hash, app.clock.now()),
  );
  return provisioner(found, tokenHash, address);
}

function provisioner(found: store.TokenRow | null, tokenHash: Buffer, address: string): Provisioner {
  if (!found) throw new ScimError(401, 'unauthorized');
  const { domain, ...row } = found;
  if (domain === null) throw new ScimError(403, 'domainNotProven');
  return { ...row, domain, tokenHash, address };
}

/**
 * Runs a change under the lock of the team, if the token is still valid then: revoking it takes the same lock.
 * @throws ScimError 401, 403 as at authentication, 403 for an owner, 409 for taken values
 */
export async function changeBy<T>(
  app: App,
  auth: Auth,
  who: Provisioner,
  work: (change: DirectoryChange, who: Provisioner) => Promise<T>,
): Promise<T> {
  try {
    return await changeByDirectory(app, auth, who, async (change) => {
      const found = await store.findByToken(change.tx, who.tokenHash, app.clock.now());
      return work(change, provisioner(found, who.tokenHash, who.address));
    });
  } catch (error) {
    if (error instanceof OwnerKept) throw new ScimError(403, 'ownerKept');
    if (error instanceof PersonElsewhere) throw new ScimError(403, 'personElsewhere');
    if (classifyDbError(error).kind === 'unique')
      throw new ScimError(409, 'taken', { scimType: 'uniqueness' });
    throw error;
  }
}
