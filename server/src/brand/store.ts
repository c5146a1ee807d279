import type { Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';

type Merchant = Pick<Scope, 'merchantId'>;

/** A brand as stored; both modes share it. */
export interface BrandRow {
  /** #rrggbb; null for ours. */
  colour: string | null;
  coverPath: string | null;
  footerEn: string;
  footerAr: string;
}

/** Finds a merchant's brand; undefined until one is saved. */
export async function findBrand(db: Db, { merchantId }: Merchant): Promise<BrandRow | undefined> {
  const [row] = await db<BrandRow[]>`
    select colour, cover_path as "coverPath", footer_en as "footerEn", footer_ar as "footerAr"
      from merchant_brands where merchant_id = ${merchantId}`;
  return row;
}

/** Locks the merchant, so that two changes of its brand take turns, also the first two. */
export async function lockMerchant(tx: Tx, { merchantId }: Merchant): Promise<void> {
  await tx`select 1 from merchants where id = ${merchantId} for no key update`;
}

/** Saves a brand. */
export async function writeBrand(
  tx: Tx,
  { merchantId }: Merchant,
  brand: BrandRow,
  now: Date,
): Promise<void> {
  await tx`
    insert into merchant_brands (merchant_id, colour, cover_path, footer_en, footer_ar, updated_at)
    values (${merchantId}, ${brand.colour}, ${brand.coverPath}, ${brand.footerEn}, ${brand.footerAr}, ${now})
    on conflict (merchant_id) do update set
      colour = excluded.colour, cover_path = excluded.cover_path, footer_en = excluded.footer_en,
      footer_ar = excluded.footer_ar, updated_at = excluded.updated_at`;
}

/** What payers see of a merchant: public tokens of its pictures, and its brand. */
export interface FaceRow extends BrandRow {
  name: string;
  slug: string | null;
  logoPath: string | null;
  logoToken: string | null;
  coverToken: string | null;
}

/** Reads what payers see of a merchant, by primary keys alone. */
export async function getFace(db: Db, { merchantId }: Merchant): Promise<FaceRow> {
  const [row] = await db<FaceRow[]>`
    select m.business_name as name, m.store_slug as slug, m.logo_path as "logoPath", logo.token as "logoToken",
           b.colour, b.cover_path as "coverPath", cover.token as "coverToken",
           coalesce(b.footer_en, '') as "footerEn", coalesce(b.footer_ar, '') as "footerAr"
      from merchants m
      left join public_files logo on logo.merchant_id = m.id and logo.path = m.logo_path
      left join merchant_brands b on b.merchant_id = m.id
      left join public_files cover on cover.merchant_id = m.id and cover.path = b.cover_path
     where m.id = ${merchantId}`;
  if (!row) throw new Error(`merchant ${merchantId} is gone`);
  return row;
}
