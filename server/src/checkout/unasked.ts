import type { Sql } from '../platform/db/connect.ts';

/**
 * How long the most overdue attempt of each account has waited to be asked about, in seconds; an account without an
 * overdue one is left out. By the account's id; 0 is the sandbox.
 */
export async function oldestUnasked(sql: Sql): Promise<Record<string, number>> {
  const rows = await sql<{ account: number; seconds: number }[]>`
    select coalesce(processor_account_id, 0) as account,
           extract(epoch from now() - min(next_ask_at))::float8 as seconds
      from payment_attempts where next_ask_at <= now() group by 1`;
  return Object.fromEntries(rows.map(({ account, seconds }) => [account, seconds]));
}
