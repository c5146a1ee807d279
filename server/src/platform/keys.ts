import { createHmac, randomBytes } from 'node:crypto';
import type { App } from './context.ts';

/** Replaces a missing secret; signatures made with it are valid for this process only. */
const processSecret = randomBytes(32).toString('hex');

/** Derives a 32-byte key for one purpose. Keys of different purposes reveal nothing about each other or the secret. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return createHmac('sha256', secret).update(`daftar\n${purpose}`).digest();
}

/**
 * Derives a key that protects input from strangers. It cannot be derived from the root secret alone, which in an old
 * database is a retired `DAFTAR_SECRET`. Its signatures are short-lived.
 */
export function guestKey(app: Pick<App, 'config'>, purpose: string): Buffer {
  return serverKey(app, `${purpose}\n${app.config.signingSalt ?? ''}`);
}

/** Derives a key for one purpose from the root secret of this installation. */
export function serverKey(app: Pick<App, 'config'>, purpose: string): Buffer {
  return deriveKey(app.config.secret ?? processSecret, purpose);
}
