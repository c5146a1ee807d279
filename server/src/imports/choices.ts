/** Columns of files that a merchant assigned to fields, remembered for the next file. */
import type { ChosenColumns } from '@daftar/contract/imports';
import type { Caller } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';
import type { ColumnChoices } from '../platform/sheets/columns.ts';

/** Kinds of imports; each kind has its own choices. */
export type ImportKind = 'customers' | 'products' | 'categories';

/** Maximum number of choices stored per merchant and kind; the oldest are dropped. */
const MOST_CHOICES = 200;

/**
 * Returns the choices that apply to an import: those sent, and the merchant's remembered ones. API keys that send
 * none read files by their headings alone, regardless of people's choices.
 */
export async function choicesFor(
  db: Db,
  { merchantId, key }: Caller,
  kind: ImportKind,
  sent: ChosenColumns | undefined,
): Promise<ColumnChoices> {
  if (key && !sent) return { sent: new Map(), remembered: new Map() };
  const rows = await db<{ headingKey: string; field: string | null }[]>`
    select heading_key as "headingKey", field from import_columns
     where merchant_id = ${merchantId} and kind = ${kind}`;
  return {
    sent: sent ?? new Map(),
    remembered: new Map(rows.map(({ headingKey, field }) => [headingKey, field])),
  };
}

/** Remembers choices, by the key of the column; those of columns without a heading do not apply to other files. */
export async function rememberChoices(
  tx: Tx,
  { merchantId }: Caller,
  kind: ImportKind,
  chosen: ChosenColumns,
  now: Date,
): Promise<void> {
  // A fixed order of locks, so that two imports never deadlock.
  const named = [...chosen].filter(([key]) => !key.startsWith('#')).sort(([a], [b]) => (a < b ? -1 : 1));
  if (named.length === 0) return;
  const keys = named.map(([key]) => key);
  const fields = named.map(([, field]) => field);
  await tx`
    insert into import_columns (merchant_id, kind, heading_key, field, chosen_at)
    select ${merchantId}, ${kind}, c.key, c.field, ${now}
      from unnest(${keys}::text[], ${fields}::text[]) with ordinality as c (key, field, place) order by c.place
    on conflict (merchant_id, kind, heading_key) do update set field = excluded.field, chosen_at = excluded.chosen_at`;
  await tx`
    delete from import_columns c
     where c.merchant_id = ${merchantId} and c.kind = ${kind} and c.heading_key in (
       select o.heading_key from import_columns o
        where o.merchant_id = ${merchantId} and o.kind = ${kind}
        order by o.chosen_at desc, o.heading_key offset ${MOST_CHOICES})`;
}
