import { createHash, createHmac, randomBytes } from 'node:crypto';

/** OWASP's first choice for argon2id. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Loaded at the first password: its binary is none of what a start needs. */
const argon2 = () => import('@node-rs/argon2');

const random = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '');

/** A hash that no password fits: kept where somebody has to set a new one by a mailed link. */
export const nobodysHash = () =>
  `$argon2id$v=19$m=${ARGON2.memoryCost},t=${ARGON2.timeCost},p=${ARGON2.parallelism}` +
  `$${random(16)}$${random(32)}`;

/** What a password is compared with when the account does not exist, so that both take the same time. */
const decoy = nobodysHash();

/** A password as it is stored: argon2id, its salt and parameters within. */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await argon2();
  return hash(password, ARGON2);
}

/** Whether a password fits; takes the same time when there is nothing to compare with. */
export async function passwordFits(stored: string | null, password: string): Promise<boolean> {
  const { verify } = await argon2();
  const fits = await verify(stored ?? decoy, password);
  return stored !== null && fits;
}

/** A deterministic hash that is as slow to brute-force as a password's. */
export async function stretch(secret: Buffer, salt: Buffer): Promise<Buffer> {
  const { hashRaw } = await argon2();
  return hashRaw(secret, { ...ARGON2, salt });
}

/** Only this is kept of any token we hand out. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** 256 random bits, URL-safe: what a link, a session or a key is opened by. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * The refresh token that follows another. Derived, not drawn: two tabs that present the same token at once are given
 * the same successor, whichever answer arrives last.
 */
export function successorOf(key: Buffer, sessionId: string, presented: string): string {
  return createHmac('sha256', key).update(`refresh\n${sessionId}\n${presented}`).digest('base64url');
}
