// What the dashboard shows, of a merchant with 10 k transactions and of one with a hundred times as many: the kept figures,
// payments by method, and the latest transactions. Usage: node bench/dashboard.mjs [rows = 1000000]
import { fillTransactions, loading } from './data.mjs';
import { connect, interleaved, median, newMerchant, startProduct, table } from './support.mjs';

const SIZES = { small: 10_000, large: Number(process.argv[2] ?? 1_000_000) };
const ROUNDS = 41;

const product = await startProduct();
const sql = connect(product.databaseUrl);
const merchants = { small: await newMerchant(product, sql, 1), large: await newMerchant(product, sql, 2) };
await loading(sql, ['transactions'], async (tx) => {
  for (const side of ['small', 'large']) await fillTransactions(tx, merchants[side].id, SIZES[side]);
});
// What triggers would have kept.
await sql`
  insert into daily_method_counts (merchant_id, mode, day, payment_method, count)
  select merchant_id, mode, (created_at at time zone 'Africa/Cairo')::date, payment_method, count(*)
  from transactions where status in (1, 3) group by 1, 2, 3, 4`;
await sql.unsafe('vacuum (analyze) daily_method_counts');

const day = (daysAgo) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
const CALLS = {
  figures: '/merchant/statistics',
  'payments by method, this month': `/merchant/statistics/payment_methods?date_from=${day(30)}&date_to=${day(0)}`,
  'payments by method, the whole year': '/merchant/statistics/payment_methods',
  'latest transactions': '/merchant/transactions?page_size=5',
};

async function took(path, { token }) {
  const began = performance.now();
  const reply = await fetch(`${product.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
  await reply.arrayBuffer();
  if (!reply.ok) throw new Error(`${path}: ${reply.status}`);
  return performance.now() - began;
}

const rows = [];
for (const [what, path] of Object.entries(CALLS)) {
  for (const side of ['small', 'large']) await took(path, merchants[side]);
  const times = await interleaved(ROUNDS, {
    small: () => took(path, merchants.small),
    large: () => took(path, merchants.large),
  });
  const [few, many] = [median(times.small), median(times.large)];
  rows.push({ what, few: few.toFixed(2), many: many.toFixed(2), ratio: (many / few).toFixed(2) });
}
table(`dashboard, ms at ${SIZES.small} and at ${SIZES.large} transactions, median of ${ROUNDS}`, rows);
await sql.end();
await product.stop();
