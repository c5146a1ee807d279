import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import type { Sql } from '../platform/lists/page.ts';

/** Returns SQL for the number of payments included in the months' totals; null before the first. */
export const paymentsOfMonths = (db: Db, { merchantId, mode }: Scope): Sql => db`
  (select sum(v.payments)::bigint from merchant_volumes v where v.merchant_id = ${merchantId} and v.mode = ${mode})`;
