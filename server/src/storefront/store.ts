import type { Mode } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';

/** A merchant as shown to shoppers. */
export interface StoreRow {
  merchantId: number;
  slug: string;
  name: string;
  /** 3: may take live money; 4: suspended. */
  status: number;
  phone: string;
  email: string;
  address: string;
  facebook: string;
  instagram: string;
  twitter: string;
  linkedin: string;
  liveLanguage: 1 | 2 | null;
  testLanguage: 1 | 2 | null;
}

/** Finds the merchant of a store address. */
export async function findStore(db: Db, slug: string): Promise<StoreRow | undefined> {
  const [merchant] = await db<{ id: number }[]>`select id from merchants where store_slug = ${slug}`;
  if (!merchant) return undefined;
  const language = (mode: Mode) => db`
    (select s.default_language from merchant_settings s where s.merchant_id = ${merchant.id} and s.mode = ${mode})`;
  const [row] = await db<StoreRow[]>`
    select m.id as "merchantId", m.store_slug as slug, m.business_name as name, m.status,
           coalesce(p.store_contact, '') as phone, coalesce(p.store_email, '') as email,
           coalesce(p.store_address, '') as address, coalesce(p.facebook, '') as facebook,
           coalesce(p.instagram, '') as instagram, coalesce(p.twitter, '') as twitter,
           coalesce(p.linkedin, '') as linkedin, ${language('live')} as "liveLanguage",
           ${language('test')} as "testLanguage"
      from merchants m left join business_profiles p on p.merchant_id = ${merchant.id}
     where m.id = ${merchant.id}`;
  return row;
}

/** Lists stores for search engines: of approved merchants, with something on sale. */
export async function listOpenStores(db: Db, limit: number): Promise<string[]> {
  const rows = await db<{ slug: string }[]>`
    select m.store_slug as slug from merchants m
     where m.status = 3 and m.store_slug is not null
       and m.id in (select p.merchant_id from products p where p.mode = 'live' and p.removed_at is null)
     order by m.id limit ${limit}`;
  return rows.map(({ slug }) => slug);
}
