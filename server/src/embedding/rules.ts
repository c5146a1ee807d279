const ORIGIN = /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?$/;
const OWN_MACHINE = new Set(['localhost', '127.0.0.1']);

/**
 * Returns the origin of a typed website, in the form of a page's header: lower case, other letters as punycode,
 * without a path. https, or http on one's own machine in test mode.
 * @returns null for anything else
 */
export function originOf(typed: string, mode: 'live' | 'test'): string | null {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  let parsed: URL;
  try {
    parsed = new URL(address);
  } catch {
    return null;
  }
  const { origin, protocol, hostname, username, password } = parsed;
  const isOwnMachine = OWN_MACHINE.has(hostname);
  const isAllowed = isOwnMachine
    ? mode === 'test' && (protocol === 'http:' || protocol === 'https:')
    : protocol === 'https:' && hostname.includes('.');
  return isAllowed && username === '' && password === '' && ORIGIN.test(origin) ? origin : null;
}
