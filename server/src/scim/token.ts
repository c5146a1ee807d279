import { hashToken } from '../auth/secrets.ts';
import type { Guesses } from '../platform/http/guesses.ts';
import { ScimError } from './errors.ts';

/**
 * Finds the directory of a token.
 * @param form the pattern of its tokens; others are not looked up
 * @throws ScimError 401 for an invalid or unknown token, TooManyError 429 after too many unknown ones
 */
export async function foundByToken<Found extends object>(
  guesses: Guesses,
  form: RegExp,
  { token, address }: { token: string | null; address: string },
  find: (tokenHash: Buffer) => Promise<Found | null>,
): Promise<{ found: Found; tokenHash: Buffer }> {
  if (token === null || !form.test(token)) throw new ScimError(401, 'unauthorized');
  const tokenHash = hashToken(token);
  const found = await guesses.lookUp(tokenHash.toString('hex'), address, () => find(tokenHash));
  if (!found) throw new ScimError(401, 'unauthorized');
  return { found, tokenHash };
}
