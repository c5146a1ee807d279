import { createHmac, timingSafeEqual } from 'node:crypto';

/** Returns the HMAC-SHA256 of the exact bytes, in hexadecimal. */
export function sign(key: Buffer, body: string): string {
  return createHmac('sha256', key).update(body).digest('hex');
}

/** Verifies a signature in constant time. */
export function isSigned(key: Buffer, body: string, signature: unknown): boolean {
  if (typeof signature !== 'string' || !/^[0-9a-f]{64}$/i.test(signature)) return false;
  return timingSafeEqual(Buffer.from(signature, 'hex'), createHmac('sha256', key).update(body).digest());
}
