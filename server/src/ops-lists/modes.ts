/** Lists of one mode, or of both. */
import type { ListMode } from '@daftar/contract/ops-money-lists';
import type { Db } from '../platform/db/connect.ts';
import type { ListSource } from '../platform/lists/page.ts';

/**
 * Returns the rows of a table in a mode, by default live, of one merchant or all. Indexes of lists across merchants
 * begin with the mode, so with both modes each is read by its index and merged.
 * @param name a table, never typed text
 */
export function ofModes(
  db: Db,
  name: string,
  { mode = 'live', merchantId }: { mode?: ListMode | undefined; merchantId?: number | undefined },
): Pick<ListSource, 'table' | 'base' | 'scope'> {
  const ofMerchant = merchantId === undefined ? db`true` : db`t.merchant_id = ${merchantId}`;
  if (mode !== 'any') return { table: name, scope: db`${ofMerchant} and t.mode = ${mode}` };
  const table = `(select * from ${name} where mode = 'live' union all select * from ${name} where mode = 'test')`;
  return { table, base: name, scope: ofMerchant };
}
