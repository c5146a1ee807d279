/** Identifies us to push services: VAPID, RFC 8292. */
import { createECDH, createPrivateKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import type { App } from '../platform/context.ts';
import { serverKey } from '../platform/keys.ts';

/** Push services accept a day at most. */
const VALID_HOURS = 12;

interface Keys {
  /** Uncompressed, in base64url; browsers subscribe with it. */
  publicKey: string;
  key: KeyObject;
}

/**
 * Returns the key pair of this installation, derived from its root secret like every permanent key: it needs no
 * configuration, all processes have the same one, and subscriptions survive a replaced `DAFTAR_SECRET`.
 */
function keysOf(app: Pick<App, 'config'>): Keys {
  const pair = createECDH('prime256v1');
  for (let count = 0; ; count += 1) {
    const secret = serverKey(app, `push services ${count}`);
    try {
      pair.setPrivateKey(secret);
    } catch {
      // One number in four billion exceeds the curve's order.
      continue;
    }
    const point = pair.getPublicKey();
    const part = (from: number) => point.subarray(from, from + 32).toString('base64url');
    const jwk = { kty: 'EC', crv: 'P-256', d: secret.toString('base64url'), x: part(1), y: part(33) };
    return { publicKey: point.toString('base64url'), key: createPrivateKey({ format: 'jwk', key: jwk }) };
  }
}

/** Returns the key with which browsers subscribe, in base64url. */
export const publicKeyOf = (app: Pick<App, 'config'>): string => keysOf(app).publicKey;

/** Returns the `Authorization` header of a message to a URL, which identifies the sender and a contact. */
export async function authorizationFor(app: Pick<App, 'config' | 'clock'>, address: string): Promise<string> {
  const { publicKey, key } = keysOf(app);
  const { publicUrl } = app.config;
  const now = Math.floor(app.clock.now().getTime() / 1000);
  const token = await new SignJWT({})
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setAudience(new URL(address).origin)
    .setExpirationTime(now + VALID_HOURS * 3600)
    // Services refuse http URLs as the contact; only a trial installation has one.
    .setSubject(publicUrl.startsWith('https:') ? publicUrl : 'mailto:webmaster@localhost')
    .sign(key);
  return `vapid t=${token}, k=${publicKey}`;
}
