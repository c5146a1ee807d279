import type { Db } from '../platform/db/connect.ts';

/** The tables of what has a reference, by the first word of a subject: `payment-link:17`. */
const TABLES: Readonly<Record<string, string>> = {
  transaction: 'transactions',
  'payment-link': 'payment_links',
  invoice: 'invoices',
  order: 'orders',
  settlement: 'settlements',
  chargeback: 'chargebacks',
  ticket: 'tickets',
};

/** Returns the references of a page's subjects; none for what has no reference or is another merchant's. */
export async function referencesOf(
  db: Db,
  merchantId: number,
  subjects: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, number[]>();
  for (const subject of new Set(subjects)) {
    const [, noun = '', id = ''] = /^([a-z-]+):(\d{1,15})$/.exec(subject ?? '') ?? [];
    if (noun in TABLES) ids.set(noun, [...(ids.get(noun) ?? []), Number(id)]);
  }
  const found = await Promise.all(
    [...ids].map(
      ([noun, list]) => db<{ subject: string; reference: string }[]>`
        select ${noun} || ':' || t.id as subject, t.reference from ${db.unsafe(TABLES[noun] ?? '')} t
         where t.merchant_id = ${merchantId} and t.id = any(${list}::bigint[])`,
    ),
  );
  return new Map(found.flat().map(({ subject, reference }) => [subject, reference]));
}
