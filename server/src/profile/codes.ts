import { createHmac, randomBytes } from 'node:crypto';
import { RECOVERY_CODES } from '@daftar/contract/profile';
import { stretch } from '../auth/secrets.ts';
import type { App } from '../platform/context.ts';
import { serverKey } from '../platform/keys.ts';
import { drawLetters } from '../platform/references.ts';
import { unseal } from '../platform/seal.ts';
import { newTotpSecret, stepOfCode } from '../platform/totp.ts';

type Configured = Pick<App, 'config'>;

const RECOVERY_LENGTH = 10;

const keyOf = (app: Configured) => serverKey(app, 'authenticator');

/** Creates an authenticator secret: in base 32, and encrypted for storage. */
export const newSecret = (app: Configured) => newTotpSecret(keyOf(app));

/** Returns the time step of a code; null when it matches none near this moment. */
export function stepOfSealed(app: Configured, sealed: Buffer, code: string, now: Date): number | null {
  const secret = unseal(keyOf(app), sealed);
  return secret === null ? null : stepOfCode(secret, code, now);
}

/** Creates ten codes of 50 bits, such as `7K3M9-Q2DXA`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = drawLetters(RECOVERY_LENGTH);
    return `${letters.slice(0, 5)}-${letters.slice(5)}`;
  });
}

/** Creates a salt for one set of recovery codes. */
export const newSalt = (): Buffer => randomBytes(16);

/**
 * Hashes a recovery code for storage like a password, and with a server key, because 50 bits could be brute-forced from
 * a copy of the database.
 * @param salt of its set; null for sets from before salts.
 */
export async function hashRecoveryCode(
  app: Configured,
  user: { merchantId: number; userId: number },
  code: string,
  salt: Buffer | null,
): Promise<Buffer> {
  const normal = code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  const keyed = createHmac('sha256', serverKey(app, 'recovery code'))
    .update(`${user.merchantId}.${user.userId}.${normal}`)
    .digest();
  return salt === null ? keyed : stretch(keyed, salt);
}
