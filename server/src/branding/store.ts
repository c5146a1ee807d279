import type { Mode, Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';

type Merchant = Pick<Scope, 'merchantId'>;

/** The branding of a merchant: public tokens of its pictures, its brand and its domain. */
export interface BrandingRow {
  name: string;
  slug: string | null;
  /** Its own verified host name. */
  host: string | null;
  logoPath: string | null;
  logoToken: string | null;
  /** #rrggbb; null for ours. */
  colour: string | null;
  coverToken: string | null;
  footerEn: string;
  footerAr: string;
  /** Origins of its websites that may embed its payment pages, by mode; null for none. */
  embedders: Record<Mode, string[]> | null;
}

/** Reads the branding of a merchant, by primary keys alone. */
export async function getBranding(db: Db, { merchantId }: Merchant): Promise<BrandingRow> {
  const [row] = await db<BrandingRow[]>`
    select m.business_name as name, m.store_slug as slug, d.host, m.logo_path as "logoPath",
           logo.token as "logoToken", b.colour, cover.token as "coverToken",
           coalesce(b.footer_en, '') as "footerEn", coalesce(b.footer_ar, '') as "footerAr",
           case when e.merchant_id is not null then jsonb_build_object('live', e.live, 'test', e.test) end as embedders
      from merchants m
      left join merchant_domains d on d.merchant_id = ${merchantId} and d.removed_at is null and d.verified_at is not null
      left join public_files logo on logo.merchant_id = ${merchantId} and logo.path = m.logo_path
      left join merchant_brands b on b.merchant_id = ${merchantId}
      left join merchant_embedders e on e.merchant_id = ${merchantId}
      left join public_files cover on cover.merchant_id = ${merchantId} and cover.path = b.cover_path
     where m.id = ${merchantId}`;
  if (!row) throw new Error(`merchant ${merchantId} is gone`);
  return row;
}

/** Finds how payers reach a merchant, as shown in its store; empty if it shows nothing. */
export async function findContact(
  db: Db,
  { merchantId }: Merchant,
): Promise<{ email: string; phone: string } | undefined> {
  const [row] = await db<{ email: string; phone: string }[]>`
    select store_email as email, store_contact as phone from business_profiles where merchant_id = ${merchantId}`;
  return row;
}

/** Finds the verified host of a merchant; null without one. */
export async function findVerifiedHost(db: Db, { merchantId }: Merchant): Promise<string | null> {
  const [row] = await db<{ host: string }[]>`
    select host from merchant_domains
     where merchant_id = ${merchantId} and removed_at is null and verified_at is not null`;
  return row?.host ?? null;
}
