// Measures the lists of a merchant with 10 k rows and of one with a hundred times as many. Usage: node
// bench/list-growth.mjs [rows = 1000000] [customers|invoices|links|transactions …]
import { loading } from './data.mjs';
import { compare, LISTS } from './lists.mjs';
import { connect, newMerchant, sized, startProduct } from './support.mjs';

const SIZES = { small: sized(10_000, 500), large: Number(process.argv[2] ?? sized(1_000_000, 1_000)) };
const WANTED = process.argv.length > 3 ? process.argv.slice(3) : Object.keys(LISTS);

const product = await startProduct();
const sql = connect(product.databaseUrl);
const merchants = { small: await newMerchant(product, sql, 1), large: await newMerchant(product, sql, 2) };
for (const name of WANTED) {
  const { table, fill } = LISTS[name];
  const [{ exists }] =
    await sql`select exists (select 1 from ${sql(table)} where merchant_id = ${merchants.large.id})`;
  if (!exists) {
    const seconds = await loading(sql, [table], async (tx) => {
      await fill(tx, merchants.small.id, SIZES.small);
      await fill(tx, merchants.large.id, SIZES.large);
    });
    console.log(`${name}: ${SIZES.small + SIZES.large} rows made in ${seconds.toFixed(0)} s`);
  }
  const side = (size) => ({ url: product.url, sql, rows: SIZES[size], ...merchants[size] });
  await compare(name, { small: side('small'), large: side('large') });
}
await sql.end();
await product.stop();
