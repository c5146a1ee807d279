import { randomBytes, randomInt } from 'node:crypto';

/** Crockford's base 32: no I, L, O or U, so that a reference can be read aloud. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Creates a short, readable reference: `TRX-7K3M9Q2D`. With 40 random bits collisions are possible, so the unique index
 * of its kind decides.
 */
export function newReference(kind: 'TRX' | 'INV' | 'LNK' | 'STL' | 'TKT' | 'ORD' | 'CHB' | 'PAY'): string {
  let text = '';
  for (let place = 0; place < 8; place += 1) text += ALPHABET[randomInt(32)];
  return `${kind}-${text}`;
}

/** Creates an unguessable public token: 160 bits, URL-safe. */
export function newToken(): string {
  return randomBytes(20).toString('base64url');
}
