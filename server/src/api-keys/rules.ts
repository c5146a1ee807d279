import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { KEY_PERMISSIONS } from '@daftar/contract/api-keys';
import { type Permission, POWER_PERMISSIONS } from '@daftar/contract/permissions';

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

const POWER: ReadonlySet<Permission> = new Set(POWER_PERMISSIONS);

/**
 * What a secret key may do. It moves money out only as long as who was shown it may do so themselves: what is taken from a person
 * is taken from the keys that they know. Everything else goes on, so that no shop stops selling because somebody's role changed.
 */
export function heldBy(key: {
  permissions: Permission[] | null;
  makerHolds: Permission[] | null;
}): Permission[] {
  const { makerHolds } = key;
  return (key.permissions ?? [...KEY_PERMISSIONS]).filter(
    (each) =>
      KEY_PERMISSIONS.includes(each) &&
      (makerHolds?.includes(each) || makerHolds === null || !POWER.has(each)),
  );
}
