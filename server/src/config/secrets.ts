import { type Env, fail } from './env.ts';

const LEAST_CHARACTERS = 32;

const isTooShort = (secret: string): boolean => secret.length < LEAST_CHARACTERS;

/**
 * Reads the secrets for signing and encryption.
 * @param embedded whether the database is embedded: only then may it store a secret of its own
 */
export function secretSettings(env: Env, { embedded }: { embedded: boolean }) {
  const secret = env.DAFTAR_SECRET || null;
  const otherSecret = env.DAFTAR_SECRET_OTHER || null;
  if (secret !== null && isTooShort(secret))
    fail('DAFTAR_SECRET', `must have at least ${LEAST_CHARACTERS} characters`);
  if (otherSecret !== null) {
    if (secret === null) fail('DAFTAR_SECRET', 'must be set when DAFTAR_SECRET_OTHER is');
    if (isTooShort(otherSecret))
      fail('DAFTAR_SECRET_OTHER', `must have at least ${LEAST_CHARACTERS} characters`);
    if (otherSecret === secret) fail('DAFTAR_SECRET_OTHER', 'must be another one than DAFTAR_SECRET');
  }
  if (secret === null && !embedded)
    fail(
      'DAFTAR_SECRET',
      `must be set when DATABASE_URL is (at least ${LEAST_CHARACTERS} random characters, the same for every process)`,
    );
  return {
    /**
     * As configured: signs access tokens and decrypts the root secret; null: stored in `dataDir` (embedded database
     * only). Once the database is open, an `App` has the root secret here instead.
     */
    secret,
    /**
     * Salts the keys that protect input from unauthenticated callers; stored in the database, null until it is open.
     */
    signingSalt: null as string | null,
    /** Also accepted while it and `secret` replace each other. */
    otherSecret,
  };
}
