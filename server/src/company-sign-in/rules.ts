/** Returns the DNS record that proves the domain of a company's e-mail addresses. */
export const recordOf = ({ domain, token }: { domain: string; token: string }) => ({
  name: `_daftar.${domain}`,
  value: `daftar-sign-in=${token}`,
});

/** Returns the issuer URL without the path of its metadata, which people often copy with it. */
export const issuerOf = (typed: string): string => typed.replace(/\/\.well-known\/openid-configuration$/, '');

/** Seconds by which the clocks of provider and server may differ. */
export const CLOCK_TOLERANCE_SECONDS = 30;

/** The facts of a sign-in at the identity provider, kept until its answer. */
export interface Begun {
  /** A hash of the browser's cookie, or the requesting session. */
  by: string;
  /** The version of the settings. */
  version: number;
  /** Seconds since 1970. */
  startedAt: number;
}

/** Encodes these facts as the text of a challenge. */
export const writeBegun = ({ by, version, startedAt }: Begun): string => `${version}.${startedAt}.${by}`;

/** Decodes these facts. */
export function readBegun(challenge: string | null): Begun | null {
  const match = /^(\d{1,9})\.(\d{1,12})\.([\w-]{20,100})$/.exec(challenge ?? '');
  return match ? { version: Number(match[1]), startedAt: Number(match[2]), by: match[3]! } : null;
}

/**
 * Returns whether the identity provider has signed the person in since a moment; false if it does not state when.
 * @param startedAt seconds since 1970
 */
export const isSignedInSince = (authTime: unknown, startedAt: number): boolean =>
  typeof authTime === 'number' && authTime >= startedAt - CLOCK_TOLERANCE_SECONDS;
