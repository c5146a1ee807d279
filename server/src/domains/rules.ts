import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { DOMAIN_LAPSES_AFTER_DAYS, DOMAIN_LOOKED_FOR_DAYS, type DomainState } from '@daftar/contract/domains';

/** Maximum length of a host that leaves room for the name of its record. */
const HOST_MAXIMUM = 240;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Names that nobody can own (RFC 6761 and others). */
const NOBODYS = new Set(['localhost', 'local', 'internal', 'invalid', 'arpa', 'onion', 'home', 'lan']);
/** Second labels under which a country's registry gives out names: com.eg, co.uk. */
const REGISTRYS = new Set(
  'ac co com edu eun fin gob gouv gov govt go id int ltd me med mil mod name ne net nic nhs nom or org plc pol pub sch sci tv web'.split(
    ' ',
  ),
);

/** Our own host, as {@link namedHost} reads it. */
export const ownHost = ({ publicUrl }: { publicUrl: string }): string =>
  new URL(publicUrl).hostname.replace(/\.$/, '');

/**
 * Returns the host named by a request or a proxy, without port and trailing dot, in lower case; null for names and
 * addresses that no merchant can own, of internal networks, and invalid names.
 */
export function namedHost(named: string): string | null {
  const host = named.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
  const canBeTheirs = /^[a-z0-9.-]{1,253}$/.test(host) && host.includes('.') && isIP(host) === 0;
  return canBeTheirs ? host : null;
}

/** The reason that a host cannot be used: a message key of the contract. */
type HostProblem = 'InvalidDomain' | 'DomainIsOurs' | 'DomainIsPublic';

/** Parses a typed host name, or the host of a URL: lower case, other letters as punycode. @param ours our own host */
export function hostOf(typed: string, ours: string): { host: string } | { problem: HostProblem } {
  const [authority = ''] = typed
    .trim()
    .replace(/^https?:\/\//i, '')
    .split(/[/?#]/, 1);
  const bare = authority.replace(/\.$/, '');
  const host = domainToASCII(bare);
  const labels = host.split('.');
  const top = labels.at(-1) ?? '';
  // An IP address ends in a number, or has colons, which no label has.
  const isName =
    host.length <= HOST_MAXIMUM &&
    labels.length >= 2 &&
    labels.every((label) => LABEL.test(label)) &&
    /^(?:[a-z]{2,63}|xn--[a-z0-9-]+)$/.test(top) &&
    !NOBODYS.has(top);
  if (!isName) return { problem: 'InvalidDomain' };
  const within = (inner: string, outer: string) => inner === outer || inner.endsWith(`.${outer}`);
  if (within(host, ours) || within(ours, host)) return { problem: 'DomainIsOurs' };
  if (labels.length === 2 && top.length === 2 && REGISTRYS.has(labels[0]!))
    return { problem: 'DomainIsPublic' };
  return { host };
}

/** Returns the DNS record that proves a host: a TXT record with this name and value. */
export const recordOf = ({ host, token }: { host: string; token: string }) => ({
  name: `_daftar.${host}`,
  value: `daftar-domain=${token}`,
});

/** The answer of DNS about a record; `unknown` when it did not answer. */
export type Answer = 'found' | 'missing' | 'unknown';

/** The stored state of a domain's proof. */
export interface Proof {
  createdAt: Date;
  verifiedAt: Date | null;
  wasVerified: boolean;
  missingSince: Date | null;
  nextCheckAt: Date | null;
}

/** The change by a check, to be notified. */
type DomainEvent = 'verified' | 'missing' | 'lapsed' | null;

const HOUR_MILLISECONDS = 3_600_000;
const DAY_MILLISECONDS = 24 * HOUR_MILLISECONDS;
const inHours = (now: Date, hours: number) => new Date(now.getTime() + hours * HOUR_MILLISECONDS);

/** Returns when a domain with a missing record lapses. */
export const lapseOf = (missingSince: Date) =>
  new Date(missingSince.getTime() + DOMAIN_LAPSES_AFTER_DAYS * DAY_MILLISECONDS);

/** Applies the answer of a DNS lookup to a proof. `unknown` changes nothing; the lookup is repeated within the hour. */
export function afterLookup(proof: Proof, answer: Answer, now: Date): { proof: Proof; event: DomainEvent } {
  const { verifiedAt, missingSince, createdAt } = proof;
  if (answer === 'unknown') return { proof: { ...proof, nextCheckAt: inHours(now, 1) }, event: null };
  if (answer === 'found') {
    const found = { wasVerified: true, missingSince: null, nextCheckAt: inHours(now, 24) };
    return {
      proof: { ...proof, ...found, verifiedAt: verifiedAt ?? now },
      event: verifiedAt ? null : 'verified',
    };
  }
  if (verifiedAt === null) {
    const isLookedFor = now.getTime() - createdAt.getTime() < DOMAIN_LOOKED_FOR_DAYS * DAY_MILLISECONDS;
    return { proof: { ...proof, nextCheckAt: isLookedFor ? inHours(now, 1) : null }, event: null };
  }
  if (missingSince && lapseOf(missingSince) <= now) {
    return { proof: { ...proof, verifiedAt: null, missingSince: null, nextCheckAt: null }, event: 'lapsed' };
  }
  const next = { missingSince: missingSince ?? now, nextCheckAt: inHours(now, 6) };
  return { proof: { ...proof, ...next }, event: missingSince ? null : 'missing' };
}

/** Returns a domain's state. */
export function stateOf({ verifiedAt, missingSince, wasVerified, nextCheckAt }: Proof): DomainState {
  if (verifiedAt) return missingSince ? 'missing' : 'verified';
  // A domain that was removed and added again is treated as new.
  return wasVerified && nextCheckAt === null ? 'lapsed' : 'waiting';
}
