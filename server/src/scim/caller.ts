/** Who calls by the token of a directory. */
import { hashToken } from '../auth/secrets.ts';
import type { App } from '../platform/context.ts';
import type { Directory } from '../team/directory.ts';
import { ScimError } from './errors.ts';
import * as store from './store.ts';

/** The directory of a business that has proven its domain. */
export interface Provisioner extends Directory {
  domain: string;
  startingRoleId: number;
  locale: 'en' | 'ar';
}

const TOKEN = /^scim_[\w-]{43}$/;

/**
 * Finds whose directory calls.
 * @throws ScimError 401 for an unknown token, 403 while the domain is not proven
 */
export async function callerOf(app: App, token: string | null, address: string): Promise<Provisioner> {
  const found =
    token !== null && TOKEN.test(token)
      ? await store.findByToken(app.pool, hashToken(token), app.clock.now())
      : null;
  if (!found) throw new ScimError(401, 'unauthorized');
  const { domain, ...row } = found;
  if (domain === null) throw new ScimError(403, 'domainNotProven');
  return { ...row, domain, address };
}
