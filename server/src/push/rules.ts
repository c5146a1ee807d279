/** The push services of browsers: Chrome and its kin, Firefox, Safari, Edge. A device is told through no other host. */
const SERVICES = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
] as const;

const LOOPBACK = ['localhost', '127.0.0.1'];

/**
 * Whether an address is that of a push service: https, on its usual port, without a user. Elsewhere whoever signs in
 * could make us call any host. `allowsLoopback`: a stand-in on this machine may be one too.
 */
export function isPushService(address: string, allowsLoopback: boolean): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, port, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  if (allowsLoopback && LOOPBACK.includes(hostname)) return protocol === 'http:' || protocol === 'https:';
  if (protocol !== 'https:' || port !== '') return false;
  return SERVICES.some((service) => hostname === service || hostname.endsWith(`.${service}`));
}

/** What becomes of a device after an answer: it was told, it is gone, or it is tried again later; otherwise given up. */
export type Outcome = 'told' | 'gone' | 'again' | 'refused';

/** @param status null without an answer. */
export function outcomeOf(status: number | null): Outcome {
  if (status === null || status === 429 || status >= 500) return 'again';
  if (status >= 200 && status < 300) return 'told';
  return status === 404 || status === 410 ? 'gone' : 'refused';
}
