import { createHmac, randomBytes } from 'node:crypto';
import type { App } from './context.ts';

/** Stands in for a missing secret: what is signed with it is good for this process only. */
const processSecret = randomBytes(32).toString('hex');

/** A key of 32 bytes for one purpose. Keys of different purposes say nothing about each other, nor about the secret. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return createHmac('sha256', secret).update(`daftar\n${purpose}`).digest();
}

/**
 * A key for what strangers hand in: it can not be derived from the root secret alone, which in an old database is a
 * `DAFTAR_SECRET` that was retired since. What it signs is short-lived.
 */
export function strangersKey(app: Pick<App, 'config'>, purpose: string): Buffer {
  return serverKey(app, `${purpose}\n${app.config.signingSalt ?? ''}`);
}

/** A key for one purpose, derived from the root secret of this installation. */
export function serverKey(app: Pick<App, 'config'>, purpose: string): Buffer {
  return deriveKey(app.config.secret ?? processSecret, purpose);
}
