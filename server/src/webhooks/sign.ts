import { createHmac } from 'node:crypto';
import type { App } from '../platform/context.ts';
import { serverKey } from '../platform/keys.ts';

const PREFIX = 'whsec_';

/**
 * Derives a secret, in the form that the merchant sees, from its salt: `whsec_` and 32 bytes in base64. The secret
 * itself is not stored.
 */
export function secretOf(app: Pick<App, 'config'>, salt: Uint8Array): string {
  return PREFIX + createHmac('sha256', serverKey(app, 'webhooks')).update(salt).digest('base64');
}

/** Returns the key bytes of a secret. */
export const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), 'base64');

/**
 * Returns the headers of one attempt by the Standard Webhooks specification: every secret signs `id.timestamp.body`
 * with HMAC-SHA256. @see https://www.standardwebhooks.com
 */
export function signedHeaders(
  message: { id: string; payload: string },
  secrets: readonly string[],
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const content = `${message.id}.${timestamp}.${message.payload}`;
  const signatures = secrets.map((secret) => {
    return `v1,${createHmac('sha256', keyOf(secret)).update(content).digest('base64')}`;
  });
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
