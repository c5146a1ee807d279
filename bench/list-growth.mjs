// The same list sorted by each offered column, and a deep page, at 10 k rows and at a hundred times that.
import {
  connect,
  fillTransactions,
  interleaved,
  median,
  newMerchant,
  startProduct,
  table,
} from './support.mjs';

const SMALL = 10_000;
const LARGE = Number(process.argv[2] ?? 1_000_000);
const CASES = {
  ...Object.fromEntries(
    ['id', 'created_at', 'reference', 'external_reference', 'total_amount', 'status', 'payment_method'].map(
      (column) => [`sorted by ${column}`, `sort_by=${column}&sort_type=desc`],
    ),
  ),
  'status = pending': 'status=0',
  'reference begins': 'reference=TRX-0000',
  'page 1,000': 'page=1000&sort_by=created_at&sort_type=desc',
};
const REQUESTS = 25;

/** Median milliseconds of one request after another. */
async function latency(url, headers) {
  const times = [];
  for (let count = 0; count < REQUESTS; count += 1) {
    const began = performance.now();
    const reply = await fetch(url, { headers });
    await reply.arrayBuffer();
    if (!reply.ok) throw new Error(`${url}: ${reply.status}`);
    times.push(performance.now() - began);
  }
  return median(times);
}

const product = await startProduct();
const sql = connect(product.databaseUrl);
const small = await newMerchant(product, sql, 1);
const large = await newMerchant(product, sql, 2);
await fillTransactions(sql, small.id, SMALL);
await fillTransactions(sql, large.id, LARGE);
const rows = [];
for (const [name, query] of Object.entries(CASES)) {
  const ask = (merchant) => () =>
    latency(`${product.url}/api/merchant/transactions?${query}`, {
      authorization: `Bearer ${merchant.token}`,
    });
  const results = await interleaved(3, { small: ask(small), large: ask(large) });
  const [few, many] = [median(results.small), median(results.large)];
  rows.push({
    list: name,
    [`${SMALL} rows, ms`]: few.toFixed(2),
    [`${LARGE} rows, ms`]: many.toFixed(2),
    ratio: (many / few).toFixed(2),
  });
}
table(`transactions list of one merchant, median of ${REQUESTS} requests in 3 interleaved rounds`, rows);
await sql.end();
await product.stop();
