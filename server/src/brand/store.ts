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
