import { randomBytes, randomInt } from 'node:crypto';

/** Crockford's base 32: no I, L, O or U, so that a reference can be read aloud. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * A short, readable, upper-case reference: `TRX-7K3M9Q2D`. It has 40 random bits, so collisions are possible: the
 * unique index of its kind decides.
 */
export function newReference(kind: 'TRX' | 'INV' | 'LNK' | 'STL' | 'TKT' | 'ORD' | 'CHB' | 'PAY'): string {
  let text = '';
  for (let place = 0; place < 8; place += 1) text += ALPHABET[randomInt(32)];
  return `${kind}-${text}`;
}

/** An unguessable public token, 160 bits, URL-safe. */
export function newToken(): string {
  return randomBytes(20).toString('base64url');
}
