/** Codes of an authenticator (RFC 6238): six digits, a new one every thirty seconds. */
import { Secret, TOTP } from 'otpauth';
import { seal } from './seal.ts';

const ISSUER = 'Daftar';
const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;
/** A phone's clock may be off by this many periods, either way. */
const WINDOW = 1;

const totpOf = (secret: string, email = '') =>
  new TOTP({ issuer: ISSUER, label: email, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS });

/** A new secret for an authenticator, in base 32, and as it is kept under a key. */
export function newTotpSecret(key: Buffer): { secret: string; sealed: Buffer } {
  const secret = new Secret({ size: SECRET_BYTES }).base32;
  return { secret, sealed: seal(key, secret) };
}

/** What an authenticator scans: `otpauth://totp/…`. */
export function totpUri(email: string, secret: string): string {
  return totpOf(secret, email).toString();
}

/** The step (of thirty seconds since 1970) that a code is of; null when it is of none near this moment. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta;
}

/** The code of a moment. */
export function codeAt(secret: string, now: Date): string {
  return totpOf(secret).generate({ timestamp: now.getTime() });
}
