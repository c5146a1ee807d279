import type { Sql } from '../platform/db/connect.ts';

/**
 * Reads the amount that each account at a processor owes us, in piastres of EGP, by the account's id; negative if we
 * owe it. Omits accounts that never took a payment, and the sandbox.
 */
export async function openBalances(sql: Sql): Promise<Record<string, number>> {
  const rows = await sql<{ account: number; piastres: number }[]>`
    select processor_account_id as account, -sum(balance)::bigint as piastres from clearing_balances
     where processor_account_id <> 0 and currency = 'EGP' group by 1`;
  return Object.fromEntries(rows.map(({ account, piastres }) => [account, piastres]));
}
