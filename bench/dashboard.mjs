// Measures the dashboard of a merchant with 10 k transactions and of one with a hundred times as many: stored figures,
// payments by method, sales, what waits, the next settlement, and the latest transactions. Usage: node bench/dashboard.mjs
// [rows = 1000000]; the goal is of 10000000.

import { compareDashboards } from './dashboards.mjs';
import { fillTransactions, loading, sumUpDue, sumUpPayments } from './data.mjs';
import { connect, newMerchant, sized, startProduct } from './support.mjs';

const SIZES = { small: sized(10_000, 500), large: Number(process.argv[2] ?? sized(1_000_000, 1_000)) };

const product = await startProduct();
const sql = connect(product.databaseUrl);
const merchants = { small: await newMerchant(product, sql, 1), large: await newMerchant(product, sql, 2) };
await loading(sql, ['transactions'], async (tx) => {
  for (const side of ['small', 'large']) await fillTransactions(tx, merchants[side].id, SIZES[side]);
  // What the last day brought is settled next.
  await tx`
    update transactions set expected_settlement_on = created_at::date + 1
     where status in (1, 3) and created_at > now() - interval '1 day'`;
});
// The figures that triggers would have maintained.
await sql`
  insert into daily_method_counts (merchant_id, mode, day, payment_method, count)
  select merchant_id, mode, (created_at at time zone 'Africa/Cairo')::date, payment_method, count(*)
  from transactions where merchant_id in (${merchants.small.id}, ${merchants.large.id}) and status in (1, 3)
  group by 1, 2, 3, 4`;
await sumUpPayments(sql);
await sumUpDue(sql);
await sql.unsafe('vacuum (analyze) daily_method_counts');

const side = (size) => ({ url: product.url, rows: SIZES[size], ...merchants[size] });
await compareDashboards({ small: side('small'), large: side('large') });
await sql.end();
await product.stop();
