import type { Sql } from '../platform/db/connect.ts';

/**
 * Returns how many seconds the most overdue attempt of each account has waited to be asked about, by the account's id
 * (0 is the sandbox). Accounts without an overdue one are omitted.
 */
export async function oldestUnasked(sql: Sql): Promise<Record<string, number>> {
  const rows = await sql<{ account: number; seconds: number }[]>`
    select coalesce(processor_account_id, 0) as account,
           extract(epoch from now() - min(next_ask_at))::float8 as seconds
      from payment_attempts where next_ask_at <= now() group by 1`;
  return Object.fromEntries(rows.map(({ account, seconds }) => [account, seconds]));
}
