// Measures a provider with a thousand merchants and ten million transactions: its largest merchant, and one as large as
// the merchant of a database of ten thousand, compared with that one. Usage: node bench/provider.mjs [transactions =
// 10000000] [only, to leave out attempts, refunds and the ledger, which no list reads] [words of the names of cases, to
// measure only those …]
import { join } from 'node:path';
import { fillBooks, sizeOf } from './books.mjs';
import { compareDashboards } from './dashboards.mjs';
import { compare } from './lists.mjs';
import { connect, newMerchant, sized, startProduct } from './support.mjs';

const SMALL = { transactions: sized(10_000, 500), merchants: 1 };
const LARGE = {
  transactions: Number(process.argv[2] ?? sized(10_000_000, 3_000)),
  merchants: sized(1_000, 20),
  only: process.argv.includes('only'),
};

/** Lists at ten million rows. */
const GOAL = 1.5;
const WORDS = process.argv.slice(3).filter((word) => word !== 'only');

/** The rank of the merchant that is about as large as the small database's. */
function alike() {
  let rank = 1;
  while (sizeOf(rank, LARGE) > SMALL.transactions) rank += 1;
  return rank;
}

/** Starts a product with the merchants of these ranks signed in, filled unless its data was kept. */
async function provider(name, options, ranks) {
  const kept = process.env.BENCH_DATA_DIR;
  const product = await startProduct({ dataDir: kept ? join(kept, name) : null });
  const sql = connect(product.databaseUrl, 8);
  const known = {};
  for (const rank of ranks) known[rank] = await newMerchant(product, sql, rank);
  const [{ exists }] = await sql`select exists (select 1 from transactions)`;
  if (!exists) {
    const began = performance.now();
    await fillBooks(sql, Object.fromEntries(ranks.map((rank) => [rank, known[rank].id])), options);
    const seconds = (performance.now() - began) / 1000;
    const [{ size }] = await sql`select pg_size_pretty(pg_database_size(current_database())) as size`;
    console.log(
      `${options.transactions} transactions of ${options.merchants} merchants made in ${seconds.toFixed(0)} s, ${size}`,
    );
  }
  const sides = await Promise.all(
    ranks.map(async (rank) => {
      // Signed in again: writing millions of rows takes longer than a session lasts.
      const merchant = await newMerchant(product, sql, rank);
      const [{ rows }] =
        await sql`select count(*) as rows from transactions where merchant_id = ${known[rank].id}`;
      return { url: product.url, sql, rows, ...merchant };
    }),
  );
  return {
    sides,
    async stop() {
      await sql.end();
      await product.stop();
    },
  };
}

const large = await provider('large', LARGE, [1, alike()]);
const small = await provider('small', SMALL, [1]);
for (const side of large.sides.slice(0, sized(large.sides.length))) {
  const sides = { small: small.sides[0], large: side };
  await compare('transactions', sides, { goal: GOAL, words: WORDS });
  await compareDashboards(sides, WORDS);
}
await small.stop();
await large.stop();
