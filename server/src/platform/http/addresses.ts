import ipaddr from 'ipaddr.js';

/** A range of IP addresses. */
export type AddressRange = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Returns whether a text is a complete address: `10.1` and `0x7f.1` are not. */
const isAddress = (text: string) => ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);

/**
 * Parses an IPv4 or IPv6 address, or a CIDR range. `10.0.0.1` is one address; shortened and octal forms are invalid.
 * @returns null for anything else.
 */
export function parseRange(text: string): AddressRange | null {
  const [address = '', bits, ...rest] = text.split('/');
  if (!isAddress(address) || address.includes('%') || rest.length > 0) return null;
  const parsed = ipaddr.parse(address);
  const most = parsed.kind() === 'ipv4' ? 32 : 128;
  if (bits === undefined) return [parsed, most];
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most ? [parsed, Number(bits)] : null;
}

/** Parses a stored list of ranges. */
export function rangesOf(stored: readonly string[]): AddressRange[] {
  return stored.map(parseRange).filter((range) => range !== null);
}

/** Returns whether an address is in any of the ranges; an IPv4-mapped IPv6 address counts as IPv4. */
export function isWithin(address: string, ranges: readonly AddressRange[]): boolean {
  if (!isAddress(address)) return false;
  const asked = ipaddr.process(address);
  return ranges.some(([start, bits]) => {
    const mapped = start.kind() === 'ipv6' && (start as ipaddr.IPv6).isIPv4MappedAddress();
    const plain = mapped && bits >= 96 ? (start as ipaddr.IPv6).toIPv4Address() : start;
    if (plain.kind() !== asked.kind()) return false;
    return asked.match(plain, mapped && bits >= 96 ? bits - 96 : bits);
  });
}

/** An address as some proxies forward it: with the client's port, or in brackets as in a URL. */
const WITH_MORE = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/;

/**
 * Returns the plain address, without port, zone and IPv4 mapping, for comparison with address lists and for display.
 * @param address undefined for a client that has disconnected, although Fastify's types exclude that
 */
export function plainAddress(address: string | undefined): string {
  if (address === undefined) return '';
  const [, six, four] = WITH_MORE.exec(address) ?? [];
  const bare = (six ?? four ?? address).split('%')[0]!;
  if (!isAddress(bare)) return address;
  const parsed = ipaddr.parse(bare);
  return parsed.kind() === 'ipv6' && (parsed as ipaddr.IPv6).isIPv4MappedAddress()
    ? (parsed as ipaddr.IPv6).toIPv4Address().toString()
    : bare;
}

/** Returns the client's address of a request. */
export const clientAddress = (request: { ip: string }): string => plainAddress(request.ip);

/** Returns a test for configured proxies, which also recognizes addresses that a proxy forwarded with a port. */
export function trustedAmong(proxies: readonly string[]): (address: string) => boolean {
  const ranges = rangesOf(proxies);
  return (address) => isWithin(plainAddress(address), ranges);
}

/**
 * Returns the first parts of an IPv6 address, an IPv4 address in full, and other text unchanged. An IPv4-mapped address
 * counts as IPv4.
 */
function prefixOf(address: string | undefined, parts: number): string {
  const bare = plainAddress(address);
  if (!isAddress(bare)) return bare;
  const plain = ipaddr.process(bare);
  if (plain.kind() === 'ipv4') return plain.toString();
  const kept = (plain as ipaddr.IPv6).parts.slice(0, parts).map((part) => part.toString(16));
  return `${kept.join(':')}::/${parts * 16}`;
}

/**
 * Returns the network by which limits count: the IPv4 address, or the first 64 bits of an IPv6 address, because
 * everybody has 2^64 of those.
 */
export const networkOf = (address: string | undefined): string => prefixOf(address, 4);

/**
 * Returns the largest network of one customer of an internet provider: the IPv4 address, or the first 48 bits of an
 * IPv6 address.
 */
export const siteOf = (address: string | undefined): string => prefixOf(address, 3);
