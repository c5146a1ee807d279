import ipaddr from 'ipaddr.js';

/** Formally public, but reachable only from inside: Azure's metadata service. */
const INSIDE = ['168.63.129.16'];

/** The former notation of IPv4 in IPv6: `::10.0.0.1`. */
const WRAPPED = ipaddr.IPv6.parseCIDR('::/96');

/**
 * Whether a webhook may be sent to an IP address: public ones only. Private, link-local (cloud metadata), reserved and
 * multicast addresses and IPv4 addresses wrapped in IPv6 are refused; loopback is allowed where the configuration says
 * so.
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
