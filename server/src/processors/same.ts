/** Comparisons in constant time: their duration does not reveal where two texts differ. */
import { createHash, timingSafeEqual } from 'node:crypto';

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Returns whether two secrets are the same text. */
export const isSameText = (one: string, other: string): boolean =>
  timingSafeEqual(hashOf(one), hashOf(other));

/** SHA-256 or SHA-512 in hexadecimal. */
const SIGNATURE = /^(?:[0-9a-f]{64}){1,2}$/i;

/** Returns whether a signature is the expected one, which is in lower case. False for text that is not a signature. */
export const isSameSignature = (given: unknown, expected: string): boolean =>
  typeof given === 'string' && SIGNATURE.test(given) && isSameText(given.toLowerCase(), expected);
