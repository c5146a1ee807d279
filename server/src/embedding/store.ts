import type { Scope } from '../platform/context.ts';
import type { Db, Tx } from '../platform/db/connect.ts';

/** Finds the websites of a merchant's mode; empty where none are set. */
export async function findEmbedders(db: Db, { merchantId, mode }: Scope): Promise<string[]> {
  const [row] = await db<{ live: string[]; test: string[] }[]>`
    select live, test from merchant_embedders where merchant_id = ${merchantId}`;
  return row?.[mode] ?? [];
}

/** Saves the websites of a mode; those of the other mode do not change. */
export async function writeEmbedders(
  tx: Tx,
  { merchantId, mode }: Scope,
  origins: readonly string[],
  now: Date,
): Promise<void> {
  await tx`
    insert into merchant_embedders (merchant_id, ${tx(mode)}, updated_at)
    values (${merchantId}, ${origins as string[]}, ${now})
    on conflict (merchant_id) do update
      set ${tx(mode)} = excluded.${tx(mode)}, updated_at = excluded.updated_at`;
}
