import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';

/** Returns the ids of the methods a merchant allows in this mode; null allows every one. */
export async function findAllowedMethods(db: Db, scope: Scope): Promise<number[] | null> {
  const [row] = await db<{ allowed: number[] | null }[]>`
    select allowed_methods as allowed from merchant_settings
    where merchant_id = ${scope.merchantId} and mode = ${scope.mode}`;
  return row?.allowed ?? null;
}

/**
 * Returns EGP per unit × 1,000,000: the newest rate in effect, or null when there is none. Rates are the same for all
 * merchants.
 */
export async function findRate(db: Db, currency: string, now: Date): Promise<number | null> {
  const [row] = await db<{ rate: number }[]>`
    select rate_scaled as rate from exchange_rates
    where currency = ${currency} and effective_from <= ${now} order by effective_from desc limit 1`;
  return row?.rate ?? null;
}
