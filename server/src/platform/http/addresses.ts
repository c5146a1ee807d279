import ipaddr from 'ipaddr.js';

/** A range of IP addresses. */
export type AddressRange = [ipaddr.IPv4 | ipaddr.IPv6, number];

/**
 * Parses an IPv4 or IPv6 address, or a CIDR range. `10.0.0.1` is one address; shortened and octal forms are invalid.
 * @returns null for anything else.
 */
export function parseRange(text: string): AddressRange | null {
  const [address = '', bits, ...rest] = text.split('/');
  const isStrict = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  if (!isStrict || address.includes('%') || rest.length > 0) return null;
  const parsed = ipaddr.parse(address);
  const most = parsed.kind() === 'ipv4' ? 32 : 128;
  if (bits === undefined) return [parsed, most];
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most ? [parsed, Number(bits)] : null;
}

/** Parses a stored list of ranges. */
export function rangesOf(stored: readonly string[]): AddressRange[] {
  return stored.map(parseRange).filter((range) => range !== null);
}

/** Whether an address is in any of the ranges; an IPv4-mapped IPv6 address counts as IPv4. */
export function isWithin(address: string, ranges: readonly AddressRange[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const asked = ipaddr.process(address);
  return ranges.some(([start, bits]) => {
    const mapped = start.kind() === 'ipv6' && (start as ipaddr.IPv6).isIPv4MappedAddress();
    const plain = mapped && bits >= 96 ? (start as ipaddr.IPv6).toIPv4Address() : start;
    if (plain.kind() !== asked.kind()) return false;
    return asked.match(plain, mapped && bits >= 96 ? bits - 96 : bits);
  });
}

const NETWORK_PARTS = 4;

/**
 * The network that limits count by: the IPv4 address, or the first 64 bits of an IPv6 address, since everybody has 2^64
 * of those. An IPv4-mapped IPv6 address counts as IPv4.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const plain = ipaddr.process(address.split('%')[0]!);
  if (plain.kind() === 'ipv4') return plain.toString();
  const parts = (plain as ipaddr.IPv6).parts.slice(0, NETWORK_PARTS).map((part) => part.toString(16));
  return `${parts.join(':')}::/64`;
}
