import type { Sql } from '../platform/db/connect.ts';

/**
 * What each account at a processor owes us, in piastres of EGP, by the account's id; less than zero: we owe it. An account
 * that never took a payment is left out, and so is the sandbox.
 */
export async function openBalances(sql: Sql): Promise<Record<string, number>> {
  const rows = await sql<{ account: number; piastres: number }[]>`
    select processor_account_id as account, -sum(balance)::bigint as piastres from clearing_balances
     where processor_account_id <> 0 and currency = 'EGP' group by 1`;
  return Object.fromEntries(rows.map(({ account, piastres }) => [account, piastres]));
}
