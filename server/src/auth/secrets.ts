import { createHash, createHmac, randomBytes } from 'node:crypto';

/** OWASP's first choice for argon2id. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Loaded at the first use, so that a start does not need its binary. */
const argon2 = () => import('@node-rs/argon2');

const random = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '');

/** Returns a hash that no password matches, for accounts whose owner must set a new password by a mailed link. */
export const unusablePasswordHash = () =>
  `$argon2id$v=19$m=${ARGON2.memoryCost},t=${ARGON2.timeCost},p=${ARGON2.parallelism}` +
  `$${random(16)}$${random(32)}`;

/** Verified when the account does not exist, so that both cases take the same time. */
const decoy = unusablePasswordHash();

/** Hashes a password with argon2id; salt and parameters are part of the result. */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await argon2();
  return hash(password, ARGON2);
}

/** Returns whether a password matches; takes the same time when there is no stored hash. */
export async function passwordFits(stored: string | null, password: string): Promise<boolean> {
  const { verify } = await argon2();
  const fits = await verify(stored ?? decoy, password);
  return stored !== null && fits;
}

/** Returns a deterministic hash that is as slow to brute-force as a password's. */
export async function stretch(secret: Buffer, salt: Buffer): Promise<Buffer> {
  const { hashRaw } = await argon2();
  return hashRaw(secret, { ...ARGON2, salt });
}

/** Hashes a token; only the hash of a token that we issue is stored. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Returns 256 random bits, URL-safe, for links, sessions and keys. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Derives the refresh token that follows another. It is derived, not random, so that two tabs that present the same
 * token at once get the same successor.
 */
export function successorOf(key: Buffer, sessionId: string, presented: string): string {
  return createHmac('sha256', key).update(`refresh\n${sessionId}\n${presented}`).digest('base64url');
}
