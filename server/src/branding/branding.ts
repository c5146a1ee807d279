/** A merchant's branding for all pages and e-mails to its payers. */
import type { BrandView } from '@daftar/contract/brand';
import { publicAddress } from '../files/address.ts';
import type { Mode } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import { type BrandingRow, getBranding } from './store.ts';

export { findContact } from './store.ts';

/** A merchant's name, pictures and brand. */
export interface Branding {
  name: string;
  /** The slug of its store; null until it has one. */
  slug: string | null;
  /** The public path of its logo, and its stored path for `readFile`; null without one. */
  logo: { address: string; path: string } | null;
  /** Null until any of it is set; then our default design applies. */
  brand: BrandView | null;
  /** Its own verified host name; null: its URLs are on our host (`originAt`). */
  host: string | null;
  /** Origins of its websites that may embed its payment pages, by mode. */
  embedders: Record<Mode, readonly string[]>;
}

/** Reads a merchant's branding, in one indexed read. */
export async function brandingOf(db: Db, merchantId: number): Promise<Branding> {
  const row = await getBranding(db, { merchantId });
  const embedders = row.embedders ?? { live: [], test: [] };
  return {
    name: row.name,
    slug: row.slug,
    logo: logoOf(row),
    brand: brandOf(row),
    host: row.host,
    embedders,
  };
}

const logoOf = ({ logoPath, logoToken }: BrandingRow): Branding['logo'] =>
  logoPath && logoToken ? { address: publicAddress(logoToken), path: logoPath } : null;

function brandOf({ colour, coverToken, footerEn, footerAr }: BrandingRow): BrandView | null {
  if (colour === null && coverToken === null && footerEn === '' && footerAr === '') return null;
  const coverUrl = coverToken && publicAddress(coverToken);
  return { colour, coverUrl, footer: { en: footerEn, ar: footerAr } };
}
