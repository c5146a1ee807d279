import ipaddr from 'ipaddr.js';

/** Public by its number and yet only to be reached from inside: what Azure's machines ask about themselves. */
const INSIDE = ['168.63.129.16'];

/** IPv4 in IPv6 as it was once written: `::10.0.0.1`. */
const WRAPPED = ipaddr.IPv6.parseCIDR('::/96');

/**
 * Whether a message may go to an address: public ones alone. Whatever is private, link-local (cloud metadata among
 * them), reserved, multicast, or wraps an IPv4 address in IPv6 is refused; loopback where the configuration allows it.
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
