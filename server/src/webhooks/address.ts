import ipaddr from 'ipaddr.js';

/**
 * Whether a message may go to an address: public ones alone. Whatever is private, link-local (cloud metadata among
 * them), reserved, multicast, or wraps an IPv4 address in IPv6 is refused; loopback where the configuration allows it.
 */
export function mayReach(address: string, allowsLoopback: boolean): boolean {
  if (!ipaddr.isValid(address)) return false;
  // ::ffff:127.0.0.1 is 127.0.0.1
  const range = ipaddr.process(address).range();
  return range === 'unicast' || (allowsLoopback && range === 'loopback');
}
