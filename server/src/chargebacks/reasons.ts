/** Meanings of the card networks' reason codes. */
import type { ChargebackDetails } from '@daftar/contract/chargebacks';
import reasons from '@daftar/contract/data/dispute_reasons.json' with { type: 'json' };
import type { Locale } from '../platform/i18n/translate.ts';

type NetworkReason = NonNullable<ChargebackDetails['network_reason']>;
type Known = Pick<NetworkReason, 'network' | 'family'> & Record<Locale, string>;

const KNOWN = new Map(Object.entries(reasons as Record<string, Known>));

/**
 * Returns the meaning of a reason code of Visa or Mastercard; null for any other. The form of a code identifies its
 * network.
 */
export function networkReason(locale: Locale, code: string): NetworkReason | null {
  const known = KNOWN.get(code.trim());
  return known ? { network: known.network, family: known.family, name: known[locale] } : null;
}
