import { COUNT_BOUND } from '@daftar/contract/paging';
import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';

/** The figures over the list of products. */
export interface FiguresRow {
  products: number;
  salesPiastres: number;
  newOrders: number;
  customers: number;
}

/** Products are counted no further than a list counts them; the rest is kept as it changes. */
export async function findFigures(db: Db, scope: Scope): Promise<FiguresRow> {
  const [row] = await db<FiguresRow[]>`
    select (select count(*)::int from (
              select 1 from products t
               where t.merchant_id = ${scope.merchantId} and t.mode = ${scope.mode} and t.removed_at is null
               limit ${COUNT_BOUND}) bounded) as products,
           coalesce(s.sales_piastres, 0)::bigint as "salesPiastres", coalesce(s.new_orders, 0)::int as "newOrders",
           coalesce(s.customers, 0)::int as customers
      from (values (1)) one left join store_statistics s
        on s.merchant_id = ${scope.merchantId} and s.mode = ${scope.mode}`;
  return row!;
}

/** How shoppers may pay. */
export interface Options {
  payNow: boolean;
  cashOnDelivery: boolean;
  /** Whether who pays on delivery confirms their number first. */
  confirmPhones: boolean;
}

/** A merchant's ways to pay; both, unless it chose. */
export async function findOptions(db: Db, scope: Scope): Promise<Options> {
  const [row] = await db<Options[]>`
    select pay_now as "payNow", cash_on_delivery as "cashOnDelivery", confirm_phones as "confirmPhones"
      from store_options
     where merchant_id = ${scope.merchantId} and mode = ${scope.mode}`;
  return row ?? { payNow: true, cashOnDelivery: true, confirmPhones: true };
}

/** Writes them down. */
export async function saveOptions(db: Db, scope: Scope, options: Options): Promise<void> {
  await db`
    insert into store_options (merchant_id, mode, pay_now, cash_on_delivery, confirm_phones)
    values (${scope.merchantId}, ${scope.mode}, ${options.payNow}, ${options.cashOnDelivery},
            ${options.confirmPhones})
    on conflict (merchant_id, mode) do update set
      pay_now = excluded.pay_now, cash_on_delivery = excluded.cash_on_delivery,
      confirm_phones = excluded.confirm_phones`;
}
