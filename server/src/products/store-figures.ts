import { COUNT_BOUND } from '@daftar/contract/paging';
import type { Scope } from '../platform/context.ts';
import type { Db } from '../platform/db/connect.ts';

/** The figures above the list of products. */
export interface FiguresRow {
  products: number;
  salesPiastres: number;
  newOrders: number;
  customers: number;
}

/** Reads the figures. Products are counted up to the list's bound; the rest is maintained as data changes. */
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

/** The payment options of a store. */
export interface Options {
  payNow: boolean;
  cashOnDelivery: boolean;
  /** True if shoppers who pay on delivery must confirm their number. */
  confirmPhones: boolean;
}

/** Reads the payment options; both are on by default. */
export async function findOptions(db: Db, scope: Scope): Promise<Options> {
  const [row] = await db<Options[]>`
    select pay_now as "payNow", cash_on_delivery as "cashOnDelivery", confirm_phones as "confirmPhones"
      from store_options
     where merchant_id = ${scope.merchantId} and mode = ${scope.mode}`;
  return row ?? { payNow: true, cashOnDelivery: true, confirmPhones: true };
}

/** Saves the payment options. */
export async function saveOptions(db: Db, scope: Scope, options: Options): Promise<void> {
  await db`
    insert into store_options (merchant_id, mode, pay_now, cash_on_delivery, confirm_phones)
    values (${scope.merchantId}, ${scope.mode}, ${options.payNow}, ${options.cashOnDelivery},
            ${options.confirmPhones})
    on conflict (merchant_id, mode) do update set
      pay_now = excluded.pay_now, cash_on_delivery = excluded.cash_on_delivery,
      confirm_phones = excluded.confirm_phones`;
}
