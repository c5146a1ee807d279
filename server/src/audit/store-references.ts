import type { Db } from '../platform/db/connect.ts';

/** Where the reference or name of a subject is, by its first word: `payment-link:17`. */
const SOURCES: Readonly<Record<string, string>> = {
  transaction: 't.reference from transactions t',
  'payment-link': 't.reference from payment_links t',
  invoice: 't.reference from invoices t',
  order: 't.reference from orders t',
  settlement: 't.reference from settlements t',
  chargeback: 't.reference from chargebacks t',
  ticket: 't.reference from tickets t',
  // Whoever reads the log reads the names of people in it anyway.
  user: "t.first_name || ' ' || t.last_name as reference from users t",
  'scim-group': 't.name as reference from scim_groups t',
};

/** Returns the references or names of a page's subjects; none for what has neither or is another merchant's. */
export async function referencesOf(
  db: Db,
  merchantId: number,
  subjects: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, number[]>();
  for (const subject of new Set(subjects)) {
    const [, noun = '', id = ''] = /^([a-z-]+):(\d{1,15})$/.exec(subject ?? '') ?? [];
    if (noun in SOURCES) ids.set(noun, [...(ids.get(noun) ?? []), Number(id)]);
  }
  const found = await Promise.all(
    [...ids].map(
      ([noun, list]) => db<{ subject: string; reference: string }[]>`
        select ${noun} || ':' || t.id as subject, ${db.unsafe(SOURCES[noun] ?? '')}
         where t.merchant_id = ${merchantId} and t.id = any(${list}::bigint[])`,
    ),
  );
  return new Map(found.flat().map(({ subject, reference }) => [subject, reference]));
}
