import { createHmac } from 'node:crypto';
import { isSameSignature } from '../same.ts';

/** Returns the HMAC-SHA256 of the exact bytes, in hexadecimal. */
export function sign(key: Buffer, body: string): string {
  return createHmac('sha256', key).update(body).digest('hex');
}

/** Verifies a signature in constant time. */
export function isSigned(key: Buffer, body: string, signature: unknown): boolean {
  return isSameSignature(signature, sign(key, body));
}
