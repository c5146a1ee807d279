/** What payers see of a merchant, for every page and mail. */
import type { BrandView } from '@daftar/contract/brand';
import { publicAddress } from '../files/address.ts';
import type { Db } from '../platform/db/connect.ts';
import { type FaceRow, getFace } from './store.ts';

/** A merchant's pictures and brand. */
export interface Face {
  /** The public path of its logo, and its stored path for `readFile`; null without one. */
  logo: { address: string; path: string } | null;
  /** Null until something of it is set: everything looks as it did without. */
  brand: BrandView | null;
}

/** Reads a merchant's face, in one indexed read. */
export async function faceOf(db: Db, merchantId: number): Promise<Face> {
  const row = await getFace(db, { merchantId });
  return { logo: logoOf(row), brand: brandOf(row) };
}

const logoOf = ({ logoPath, logoToken }: FaceRow): Face['logo'] =>
  logoPath && logoToken ? { address: publicAddress(logoToken), path: logoPath } : null;

function brandOf({ colour, coverToken, footerEn, footerAr }: FaceRow): BrandView | null {
  if (colour === null && coverToken === null && footerEn === '' && footerAr === '') return null;
  const coverUrl = coverToken && publicAddress(coverToken);
  return { colour, coverUrl, footer: { en: footerEn, ar: footerAr } };
}
