/** The push services of browsers: Chrome and its derivatives, Firefox, Safari, Edge. No other host is called. */
const SERVICES = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
] as const;

const LOOPBACK = ['localhost', '127.0.0.1'];

/**
 * Returns whether a URL is that of a push service: https, on its usual port, without a user. Otherwise a signed-in
 * user could make us call any host. `allowsLoopback`: a stand-in on this machine is accepted too.
 */
export function isPushService(address: string, allowsLoopback: boolean): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, port, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  if (allowsLoopback && LOOPBACK.includes(hostname)) return protocol === 'http:' || protocol === 'https:';
  if (protocol !== 'https:' || port !== '') return false;
  return SERVICES.some((service) => hostname === service || hostname.endsWith(`.${service}`));
}

/** The result of an attempt: delivered, the device is gone, to be retried later; otherwise given up. */
export type Outcome = 'told' | 'gone' | 'again' | 'refused';

/** Returns the result by the push service's answer. @param status null without an answer. */
export function outcomeOf(status: number | null): Outcome {
  if (status === null || status === 429 || status >= 500) return 'again';
  if (status >= 200 && status < 300) return 'told';
  return status === 404 || status === 410 ? 'gone' : 'refused';
}
