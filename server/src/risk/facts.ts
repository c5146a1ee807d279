/** Facts about a payer and a card when an attempt starts: keyed hashes for comparison, and masked values to show. */
import { createHmac } from 'node:crypto';
import { MOBILE_PATTERN, normaliseMobile } from '@daftar/contract/egypt';
import { maskMobile } from '@daftar/contract/masks';
import type { EntryKind } from '@daftar/contract/ops-risk-entries';
import ipaddr from 'ipaddr.js';
import type { App } from '../platform/context.ts';
import { networkOf } from '../platform/http/addresses.ts';
import { serverKey } from '../platform/keys.ts';

const KEY_BYTES = 16;
/**
 * Digits of a card number that are stored besides the last four: six of any number, as PCI DSS 3.5.1 (truncation)
 * allows for every brand.
 */
const BIN_DIGITS = 6;

/**
 * Returns the keyed hash by which a value is compared. A BIN and a country, which identify nobody, are stored as they
 * are.
 */
export function keyOf(app: Pick<App, 'config'>, kind: EntryKind, value: string): Buffer {
  if (kind === 'bin' || kind === 'country') return Buffer.from(value, 'utf8');
  const mac = createHmac('sha256', serverKey(app, 'risk facts')).update(`${kind}\n${value}`);
  return mac.digest().subarray(0, KEY_BYTES);
}

/** An IP address in the forms for comparison and display. */
interface Address {
  kind: 'ipv4' | 'ipv6';
  /** The address; for IPv6 its first 64 bits. */
  address: string;
  /** Its network: /24, for IPv6 /48. */
  network: string;
  /** The address without its last part. */
  shown: string;
}

/** Parses an IP address; null if invalid. An IPv4-mapped IPv6 address is treated as IPv4. */
export function readAddress(typed: string): Address | null {
  const plain = typed.split('%')[0] ?? '';
  if (!ipaddr.IPv4.isValidFourPartDecimal(plain) && !ipaddr.IPv6.isValid(plain)) return null;
  const parsed = ipaddr.process(plain);
  if (parsed.kind() === 'ipv4') {
    const head = parsed.toString().split('.').slice(0, 3).join('.');
    return {
      kind: 'ipv4',
      address: parsed.toString(),
      network: `${head}.0/24`,
      shown: `${head}.•`,
    };
  }
  const parts = (parsed as ipaddr.IPv6).parts.slice(0, 3).map((part) => part.toString(16));
  const network = `${parts.join(':')}::/48`;
  return { kind: 'ipv6', address: networkOf(plain), network, shown: network };
}

/** The stored facts of an attempt. */
export interface Facts {
  mobileKey: Buffer | null;
  mobileShown: string | null;
  addressKey: Buffer | null;
  networkKey: Buffer | null;
  addressShown: string | null;
  addressKind: Address['kind'] | null;
  country: string | null;
  bin: string | null;
  cardKey: Buffer | null;
}

/** Facts about a card from a processor, or from the sandbox's form. */
export interface CardFacts {
  /** The first digits of the number, as far as known. */
  bin?: string | null;
  /** The processor's fingerprint of the number; the same card has the same one. */
  fingerprint?: string | null;
  /** The issuing country, ISO 3166. */
  country?: string | null;
}

/**
 * Returns the facts of a card that may be stored. `scope`: the source of the fingerprint, since two processors may
 * use equal ones.
 */
export function cardFactsOf(
  app: Pick<App, 'config'>,
  { bin, fingerprint, country }: CardFacts,
  scope: string,
): Pick<Facts, 'bin' | 'cardKey' | 'country'> {
  const digits = /^\d{6}/.exec(bin ?? '')?.[0].slice(0, BIN_DIGITS) ?? null;
  return {
    bin: digits,
    cardKey: fingerprint ? keyOf(app, 'card', `${scope}\n${fingerprint}`) : null,
    country: /^[A-Z]{2}$/.test(country ?? '') ? country! : null,
  };
}

/** Returns the facts about a payer who starts a payment. */
export function factsOf(
  app: Pick<App, 'config'>,
  known: { mobile: string; address: string; card: (CardFacts & { scope: string }) | null },
): Facts {
  const typed = normaliseMobile(known.mobile);
  const mobile = MOBILE_PATTERN.test(typed) ? typed : null;
  const address = readAddress(known.address);
  const card = known.card && cardFactsOf(app, known.card, known.card.scope);
  return {
    mobileKey: mobile === null ? null : keyOf(app, 'mobile', mobile),
    mobileShown: mobile === null ? null : maskMobile(mobile),
    addressKey: address && keyOf(app, 'address', address.address),
    networkKey: address && keyOf(app, 'network', address.network),
    addressShown: address?.shown ?? null,
    addressKind: address?.kind ?? null,
    // Payment pages take Egyptian mobile numbers only.
    country: card?.country ?? (mobile ? 'EG' : null),
    bin: card?.bin ?? null,
    cardKey: card?.cardKey ?? null,
  };
}
