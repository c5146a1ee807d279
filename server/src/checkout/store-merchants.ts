import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';
import type { SettlementPlan } from './rules.ts';

/** The facts of a merchant that checkout needs. */
export interface MerchantFacts {
  name: string;
  /** 3: may take live money. */
  status: number;
  feesOn: 'M' | 'C';
  /** Null allows every method. */
  allowedMethods: number[] | null;
  /** The method offered first; null if there is none. */
  defaultPayment: number | null;
  returnUrl: string | null;
  cancelUrl: string | null;
  /** The merchant's own rates; other methods have the default rate. */
  rates: { method: number; rateBps: number; fixedPiastres: number }[];
}

/** Reads a merchant's name, status and rates, and the settings of a mode. */
export async function getMerchantFacts(db: Db, scope: Scope): Promise<MerchantFacts> {
  const [row] = await db<MerchantFacts[]>`
    select m.business_name as name, m.status, coalesce(s.fees_on, 'M') as "feesOn",
           s.allowed_methods as "allowedMethods", s.default_payment as "defaultPayment",
           s.return_url as "returnUrl", s.cancel_url as "cancelUrl",
           coalesce((select json_agg(json_build_object(
               'method', r.payment_method, 'rateBps', r.rate_bps, 'fixedPiastres', r.fixed_piastres))
             from merchant_rates r where r.merchant_id = ${scope.merchantId}), '[]'::json) as rates
      from merchants m
      left join merchant_settings s on s.merchant_id = ${scope.merchantId} and s.mode = ${scope.mode}
     where m.id = ${scope.merchantId}`;
  if (!row) throw new Error(`merchant ${scope.merchantId} is gone`);
  return row;
}

/** Lists bank holidays from a day on, as `YYYY-MM-DD`. */
export async function listHolidays(db: Db, from: string): Promise<string[]> {
  const rows = await db<{ day: string }[]>`select day from bank_holidays where day >= ${from} order by day`;
  return rows.map(({ day }) => day);
}

/** Reads a merchant's settlement schedule. */
export async function getSettlementPlan(db: Db, merchantId: number): Promise<SettlementPlan> {
  const [row] = await db<SettlementPlan[]>`
    select settlement_schedule as schedule, settlement_day as day from merchants where id = ${merchantId}`;
  if (!row) throw new Error(`merchant ${merchantId} is gone`);
  return row;
}
