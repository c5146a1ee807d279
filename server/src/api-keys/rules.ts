import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { KEY_PERMISSIONS } from '@daftar/contract/api-keys';
import { type Permission, POWER_PERMISSIONS } from '@daftar/contract/permissions';

export type KeyKind = 'secret' | 'public';

const SHOWN_CHARACTERS = 10;
const KEY = /^([sp])k_(live|test)_[\w-]{32,64}$/;

/** Returns whether a bearer token has the form of a key. */
export function isKey(token: string): boolean {
  return KEY.test(token);
}

/** Creates a key: `sk_live_…` and 256 random bits, `pk_test_…` and 128. */
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

/** Returns the part of a key that is stored for display: all of a public key, the first characters of a secret one. */
export function shownOf(kind: KeyKind, key: string): string {
  return kind === 'secret' ? key.slice(0, SHOWN_CHARACTERS) : key;
}

/** Returns a stored key for display: a secret key shows ten characters and four asterisks. */
export function masked(kind: KeyKind, shown: string): string {
  return kind === 'secret' ? `${shown}****` : shown;
}

const POWER: ReadonlySet<Permission> = new Set(POWER_PERMISSIONS);

/**
 * Returns the permissions of a secret key. It may move money out only while the person to whom it was shown may do
 * so: permissions taken from a person are taken from the keys that they know. All other permissions stay, so that no
 * shop stops selling because a person's role changed.
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
