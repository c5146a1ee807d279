import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

export type KeyKind = 'secret' | 'public';

const SHOWN_CHARACTERS = 10;
const KEY = /^([sp])k_(live|test)_[\w-]{32,64}$/;

/** Whether a bearer token has the form of a key. */
export function isKey(token: string): boolean {
  return KEY.test(token);
}

/** A new key: `sk_live_…` and 256 random bits, `pk_test_…` and 128. */
export function newKey(kind: KeyKind, mode: 'live' | 'test'): string {
  const random = randomBytes(kind === 'secret' ? 32 : 16).toString('hex');
  return `${kind === 'secret' ? 'sk' : 'pk'}_${mode}_${random}`;
}

/** Hashes a secret key; only the hash is stored. */
export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** Compares two hashes in constant time. */
export function sameHash(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

/** The part of a key that is stored for display: all of a public key, the first characters of a secret one. */
export function shownOf(kind: KeyKind, key: string): string {
  return kind === 'secret' ? key.slice(0, SHOWN_CHARACTERS) : key;
}

/** A stored key for display: a secret key shows ten characters and four asterisks. */
export function masked(kind: KeyKind, shown: string): string {
  return kind === 'secret' ? `${shown}****` : shown;
}
