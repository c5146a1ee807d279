import { Secret, TOTP } from 'otpauth';

const PERIOD_MS = 30_000;

/** An authenticator app. */
export interface Authenticator {
  /** The current code. A code is also accepted for one period after its own. */
  code: () => string;
  /** The next code, which is accepted already: for when the current one was used. */
  nextCode: () => string;
}

/** The authenticator of a secret (base 32). */
export function authenticatorOf(secret: string): Authenticator {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return {
    code: () => totp.generate(),
    nextCode: () => totp.generate({ timestamp: Date.now() + PERIOD_MS }),
  };
}
