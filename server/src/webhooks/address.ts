import ipaddr from 'ipaddr.js';

/** A public address that is reachable only from inside a cloud: Azure's metadata service. */
const INSIDE = ['168.63.129.16'];

/** The obsolete notation of IPv4 in IPv6: `::10.0.0.1`. */
const WRAPPED = ipaddr.IPv6.parseCIDR('::/96');

/**
 * Returns whether a webhook may be sent to an IP address: public ones only. Private, link-local (cloud metadata),
 * reserved and multicast addresses and IPv4 addresses wrapped in IPv6 are refused; loopback is allowed if the
 * configuration permits it.
 */
export function mayReach(address: string, allowsLoopback: boolean): boolean {
  if (!ipaddr.isValid(address)) return false;
  // ::ffff:127.0.0.1 is 127.0.0.1
  const asked = ipaddr.process(address);
  const range = asked.range();
  if (INSIDE.includes(asked.toString())) return false;
  if (range === 'unicast' && asked.kind() === 'ipv6' && (asked as ipaddr.IPv6).match(WRAPPED)) return false;
  return range === 'unicast' || (allowsLoopback && range === 'loopback');
}

/**
 * Returns whether a URL may be saved as a webhook address: no credentials, and no literal private, link-local or
 * reserved IP address, in whichever notation (URLs normalise decimal, hexadecimal and octal ones). Host names are
 * checked at each delivery.
 * @param how.isSecure requires https, except for this machine if the configuration allows that
 */
export function maySave(url: string, how: { allowsLoopback: boolean; isSecure: boolean }): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username, password } = new URL(url);
  if (username !== '' || password !== '') return false;
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const isLiteral = ipaddr.isValid(host);
  if (isLiteral && !mayReach(host, how.allowsLoopback)) return false;
  const isLocal = host === 'localhost' || (isLiteral && ipaddr.process(host).range() === 'loopback');
  return protocol === 'https:' || !how.isSecure || (how.allowsLoopback && isLocal);
}
