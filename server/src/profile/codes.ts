import { createHmac, randomBytes } from 'node:crypto';
import { RECOVERY_CODES } from '@daftar/contract/profile';
import { Secret, TOTP } from 'otpauth';
import type { App } from '../platform/context.ts';
import { seal, unseal } from '../platform/seal.ts';
import { serverKey } from '../processors/registry.ts';

type Configured = Pick<App, 'config'>;

const ISSUER = 'Daftar';
const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;
/** A telephone's clock may be this many periods off, either way. */
const WINDOW = 1;
/** Crockford's base 32: nothing in it is taken for anything else when copied by hand. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RECOVERY_LENGTH = 10;

const keyOf = (app: Configured) => serverKey(app, 'authenticator');
const totpOf = (secret: string, email = '') =>
  new TOTP({ issuer: ISSUER, label: email, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS });

/** A new secret for an authenticator, in base 32, and as it is kept. */
export function newSecret(app: Configured): { secret: string; sealed: Buffer } {
  const secret = new Secret({ size: SECRET_BYTES }).base32;
  return { secret, sealed: seal(keyOf(app), secret) };
}

/** What an authenticator scans: `otpauth://totp/…`. */
export function secretUri(email: string, secret: string): string {
  return totpOf(secret, email).toString();
}

/** The step (of thirty seconds since 1970) that a code is of; null when it is of none near this moment. */
export function stepOfCode(app: Configured, sealed: Buffer, code: string, now: Date): number | null {
  const secret = unseal(keyOf(app), sealed);
  if (secret === null) return null;
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta;
}

/** Ten codes of 50 bits, as people keep them: `7K3M9-Q2DXA`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from(randomBytes(RECOVERY_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join(
      '',
    );
    return `${letters.slice(0, 5)}-${letters.slice(5)}`;
  });
}

/**
 * All that is kept of a recovery code. Under a key of the server: 50 bits alone could be tried out by whoever has only
 * the database.
 */
export function hashRecoveryCode(
  app: Configured,
  user: { merchantId: number; userId: number },
  code: string,
): Buffer {
  const normal = code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return createHmac('sha256', serverKey(app, 'recovery code'))
    .update(`${user.merchantId}.${user.userId}.${normal}`)
    .digest();
}
