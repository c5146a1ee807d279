/** Returns whether a host name refers to this machine. */
const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);

/**
 * Reads the base URL of an account: https on one of the processor's own domains, or below one. Outside production,
 * plain http on the loopback too, for a stand-in.
 * @returns it without a trailing slash; null if it must not be called
 */
export function baseUrlOf(typed: string, domains: readonly string[], isProduction: boolean): string | null {
  if (!URL.canParse(typed)) return null;
  const url = new URL(typed);
  const { protocol, hostname, username, password, search, hash } = url;
  if (username !== '' || password !== '' || search !== '' || hash !== '') return null;
  const isOwn = domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`));
  const isAllowed =
    (protocol === 'https:' && isOwn) || (protocol === 'http:' && !isProduction && isLoopback(hostname));
  if (!isAllowed) return null;
  let { href } = url;
  while (href.endsWith('/')) href = href.slice(0, -1);
  return href;
}
