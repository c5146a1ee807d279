import { Secret, TOTP } from 'otpauth';

const PERIOD_MS = 30_000;

/** An application that shows codes. */
export interface Authenticator {
  /** The code that it shows now. It may have passed when it arrives: a code is taken for one period after its own. */
  code: () => string;
  /** The code it shows next, which is taken already: for who has used the one of now, as each is taken once. */
  nextCode: () => string;
}

/** What shows the codes of a secret (base 32). */
export function authenticatorOf(secret: string): Authenticator {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return {
    code: () => totp.generate(),
    nextCode: () => totp.generate({ timestamp: Date.now() + PERIOD_MS }),
  };
}
