/** The DNS record that proves the domain of a company's e-mail addresses. */
export const recordOf = ({ domain, token }: { domain: string; token: string }) => ({
  name: `_daftar.${domain}`,
  value: `daftar-sign-in=${token}`,
});

/** The address of a provider without what people copy with it: its description's path. */
export const issuerOf = (typed: string): string => typed.replace(/\/\.well-known\/openid-configuration$/, '');

/** Seconds by which the clocks of provider and server may differ. */
export const CLOCK_TOLERANCE_SECONDS = 30;

/** What a sign-in at the provider was begun with, kept until its answer. */
export interface Begun {
  /** A hash of the browser's cookie, or the session that asked. */
  by: string;
  /** Of the settings. */
  version: number;
  /** Seconds since 1970. */
  startedAt: number;
}

/** Writes it as the text of a challenge. */
export const writeBegun = ({ by, version, startedAt }: Begun): string => `${version}.${startedAt}.${by}`;

/** Reads it. */
export function readBegun(challenge: string | null): Begun | null {
  const match = /^(\d{1,9})\.(\d{1,12})\.([\w-]{20,100})$/.exec(challenge ?? '');
  return match ? { version: Number(match[1]), startedAt: Number(match[2]), by: match[3]! } : null;
}

/**
 * Whether the provider has signed somebody in since a moment. One that says nothing of when did not ask again.
 * @param startedAt seconds since 1970
 */
export const isSignedInSince = (authTime: unknown, startedAt: number): boolean =>
  typeof authTime === 'number' && authTime >= startedAt - CLOCK_TOLERANCE_SECONDS;
