import type { Sql } from '../platform/db/connect.ts';

/**
 * Sums up the open breaks of each account at a processor, by its id (0: without an account): their absolute value in
 * piastres of EGP, and the age of the oldest. Accounts without open breaks are absent.
 */
export async function openBreaks(
  sql: Sql,
): Promise<Record<string, { piastres: number; oldestSeconds: number }>> {
  const rows = await sql<{ account: number; piastres: number; oldestSeconds: number }[]>`
    select coalesce(processor_account_id, 0) as account,
           coalesce(sum(abs(amount_piastres)) filter (where currency = 'EGP'), 0)::bigint as piastres,
           greatest(0, extract(epoch from now() - min(opened_at)))::int as "oldestSeconds"
      from reconciliation_breaks where closed_at is null group by 1`;
  return Object.fromEntries(
    rows.map(({ account, piastres, oldestSeconds }) => [account, { piastres, oldestSeconds }]),
  );
}
