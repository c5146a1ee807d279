/** Codes of an authenticator (RFC 6238): six digits, a new one every thirty seconds. */
import { Secret, TOTP } from 'otpauth';
import { seal } from './seal.ts';

const ISSUER = 'Daftar';
const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;
/** Number of periods by which a phone's clock may be wrong, in either direction. */
const WINDOW = 1;

const totpOf = (secret: string, email = '') =>
  new TOTP({ issuer: ISSUER, label: email, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS });

/** Creates an authenticator secret: in base 32, and encrypted for storage. */
export function newTotpSecret(key: Buffer): { secret: string; sealed: Buffer } {
  const secret = new Secret({ size: SECRET_BYTES }).base32;
  return { secret, sealed: seal(key, secret) };
}

/** Returns the URI in an authenticator's QR code: `otpauth://totp/…`. */
export function totpUri(email: string, secret: string): string {
  return totpOf(secret, email).toString();
}

/** Returns the time step (of thirty seconds since 1970) of a code; null if it matches none near this moment. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta;
}

/** Returns the code at a moment. */
export function codeAt(secret: string, now: Date): string {
  return totpOf(secret).generate({ timestamp: now.getTime() });
}
