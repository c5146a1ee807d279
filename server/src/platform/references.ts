import { randomBytes, randomInt } from 'node:crypto';

/** Crockford's base 32: no I, L, O or U, so that it can be read aloud. */
export const BASE_32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Draws unpredictable, uniformly distributed letters; those of {@link BASE_32} have 5 random bits each. */
export const drawLetters = (length: number, letters = BASE_32): string =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('');

/**
 * Creates a short, readable reference: `TRX-7K3M9Q2D`. With 40 random bits collisions are possible, so the unique index
 * of its kind decides.
 */
export function newReference(kind: 'TRX' | 'INV' | 'LNK' | 'STL' | 'TKT' | 'ORD' | 'CHB' | 'PAY'): string {
  return `${kind}-${drawLetters(8)}`;
}

/**
 * References that banks and processors repeat in their texts: of a payment, of a transfer, or of a file of transfers.
 */
export const REPEATED_REFERENCE =
  /(?<![0-9A-Za-z])(TRX-[0-9A-Z]{8}|(?:TRF|DAFTAR)-[0-9A-Z]{12})(?![0-9A-Za-z])/i;

/** Creates an unguessable public token: 160 bits, URL-safe. */
export function newToken(): string {
  return randomBytes(20).toString('base64url');
}
