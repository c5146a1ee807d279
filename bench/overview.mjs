// Measures the console's table of the largest merchants: of a month of days, and of a year whose figures have 1.46 million rows.
// Usage: node bench/overview.mjs [merchants = 1000]
import { consoleOf } from './console.mjs';
import { loading, sumUpMonths } from './data.mjs';
import { connect, interleaved, median, sized, startProduct, table } from './support.mjs';

const MERCHANTS = sized(Number(process.argv[2] ?? 1_000), 20);
const ROUNDS = sized(41, 3);
const METHODS = 4;
const YEAR = 365;

const product = await startProduct();
const sql = connect(product.databaseUrl);
const cookie = await consoleOf(product).signIn('finance');
const shops = await sql`
  insert into merchants (business_name, status, email, mobile)
  select 'Shop ' || n, 3, 'shop' || n || '@example.com', '01000000000' from generate_series(1, ${MERCHANTS}::int) n
  returning id`;
await loading(sql, ['payment_figures', 'payment_months'], async (tx) => {
  await tx`
    insert into payment_figures
    select 'live', current_date - d, m.id, p, 0, 20, 100000 + (m.id * 7919 + d) % 50000, 2, 0, 2500, 350, 0, 0, 0, 0, 0
      from unnest(${shops.map(({ id }) => id)}::bigint[]) m (id), generate_series(0, ${YEAR - 1}::int) d, generate_series(1, ${METHODS}::int) p`;
});
await sumUpMonths(sql);

const day = (daysAgo) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
async function took(days, more = '') {
  const query = `date_from=${day(days - 1)}&date_to=${day(0)}${more}`;
  const began = performance.now();
  const reply = await fetch(`${product.url}/api/ops/overview/merchants?${query}`, { headers: { cookie } });
  const text = await reply.text();
  if (!reply.ok) throw new Error(text);
  return performance.now() - began;
}
const sides = {
  month: () => took(30),
  year: () => took(YEAR),
  'year, one method': () => took(YEAR, '&payment_method_id=1'),
};
for (const side of Object.values(sides)) await side();
const times = await interleaved(ROUNDS, sides);
const month = median(times.month);
table(
  `largest of ${MERCHANTS} merchants, ${MERCHANTS * METHODS * YEAR} rows of figures, median of ${ROUNDS}`,
  Object.entries(times).map(([what, each]) => ({
    what,
    ms: median(each).toFixed(1),
    'against a month': (median(each) / month).toFixed(2),
  })),
);
await sql.end();
await product.stop();
