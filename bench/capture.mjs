// Compares a capture (attempt → transaction → counts → ledger → job) with the same rows written by plain statements
// without rules or triggers, pipelined in one transaction. 8 clients, spread over 100 merchants and all on one; `BENCH_CLIENTS` and
// `BENCH_ROUNDS` say how many clients and rounds otherwise.
// `node bench/capture.mjs transactions_by_updated_at …` compares captures with these indexes and without them instead;
// `node bench/capture.mjs --since a707b874` with those of an earlier commit: its migrations in a database of their own, of the
// same PostgreSQL, and the same statement.
import { captureByHand } from './bare-payment.mjs';
import { databaseAt } from './before.mjs';
import { connect, interleaved, median, sized, startProduct, table } from './support.mjs';

const CLIENTS = Number(process.env.BENCH_CLIENTS ?? 8);
const MERCHANTS = sized(100, 10);
const CAPTURES = sized(Number(process.env.BENCH_CAPTURES ?? 1_600), 80);
const ROUNDS = sized(Number(process.env.BENCH_ROUNDS ?? 3));
/**
 * Of each connection, before the clock starts: it has to read the schema and its functions first, for longer than a capture takes.
 * Connections of the product live for hours.
 */
const WARM_UP = sized(Number(process.env.BENCH_WARM_UP ?? 20), 2);

/** Inserts merchants with a link each and pending attempts. @returns attempts by merchant. */
async function prepare(sql, merchants, perMerchant) {
  return sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    // Attempts of early commits were not asked about yet.
    const [asked] = await tx`
      select from pg_attribute where attrelid = 'payment_attempts'::regclass and attname = 'next_ask_at'`;
    const [column, value] = asked ? [tx`, next_ask_at`, tx`, null::timestamptz`] : [tx``, tx``];
    return tx`
      with m as (
        insert into merchants (business_name, status, email, mobile)
        select 'Bench ' || n, 3, 'b' || n || '@example.com', '01000000000' from generate_series(1, ${merchants}::int) n
        returning id
      ), l as (
        insert into payment_links (merchant_id, mode, reference, token, invoice_name, currency, amount, total,
          value_piastres, rate_scaled, payment_methods, due_at, max_payment_count, held_count, language, created_by,
          created_at, updated_at)
        select id, 'live', 'LNK-' || id, 'token' || id, 'Bench', 'EGP', 10000, 10000, 10000, 1000000,
               array[1]::smallint[], '2099-01-01', 1000000, ${perMerchant}, 2, 1, now(), now() from m
        returning merchant_id, id
      ), s as (
        insert into merchant_statistics (merchant_id, mode) select merchant_id, 'live' from l returning 1
      ), t as (
        insert into transactions (merchant_id, mode, reference, source_kind, source_id, source_name, payment_method,
          currency, subtotal, total, value_piastres, charged_piastres, fee_piastres, vat_piastres, net_piastres,
          created_at, updated_at)
        select l.merchant_id, 'live', 'TRX-' || l.merchant_id || '-' || n, 'payment-link', l.id, 'Bench', 1, 'EGP',
               10000, 10000, 10000, 10000, 575, 81, 9344, now(), now()
        from l, generate_series(1, ${perMerchant}::int) n
        returning merchant_id, id, source_id
      )
      insert into payment_attempts (merchant_id, mode, token, payable_kind, payable_id, transaction_id, payment_method,
        hold_expires_at, expires_at, processor, value_piastres, charge_piastres, fee_piastres, vat_piastres, rate_bps,
        fixed_fee_piastres, vat_bps, fees_on, locale, created_at, updated_at${column})
      select merchant_id, 'live', 'a' || id, 'payment-link', source_id, id, 1, now() + interval '1 day',
             now() + interval '1 day', 'sandbox', 10000, 10000, 575, 81, 275, 300, 1400, 'M', 'ar', now(), now()${value}
      from t
      returning merchant_id as "merchantId", id, transaction_id as "transactionId", payable_id as "linkId"`;
  });
}

/** Ours: one call, every rule. */
const capture = (sql, a) =>
  sql`select result from attempt_outcome(${a.merchantId}, ${a.id}, 'succeeded', now(), '2026-12-01', 10000, ${`R${a.id}`})`;

/** Captures per second with `CLIENTS` connections. */
async function rate(url, work, attempts, replica) {
  const pools = Array.from({ length: CLIENTS }, () => connect(url, 1));
  for (const sql of pools) if (replica) await sql`set session_replication_role = replica`;
  const queue = attempts[Symbol.iterator]();
  await Promise.all(
    pools.map(async (sql) => {
      for (let done = 0; done < WARM_UP; done += 1) await work(sql, queue.next().value);
    }),
  );
  const began = performance.now();
  await Promise.all(
    pools.map(async (sql) => {
      for (const attempt of queue) await work(sql, attempt);
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  await Promise.all(pools.map((sql) => sql.end()));
  return (attempts.length - CLIENTS * WARM_UP) / seconds;
}

/** Attempts of all merchants in turn, so that neighbors in the queue belong to different ones. */
const shuffled = (attempts) => [...attempts].sort((a, b) => (a.id % 1009) - (b.id % 1009));

const product = await startProduct();
const sql = connect(product.databaseUrl);
const side =
  (work, merchants, replica, url = product.databaseUrl) =>
  async () => {
    const there = url === product.databaseUrl ? sql : connect(url);
    const attempts = shuffled(
      await prepare(there, merchants, Math.ceil((CAPTURES + CLIENTS * WARM_UP) / merchants)),
    );
    await there.unsafe('analyze');
    if (there !== sql) await there.end();
    return rate(url, work, attempts, replica);
  };
const [first, ...others] = process.argv.slice(2);
const indexes = first === undefined ? [] : [first, ...others];
if (first === '--since') await compareSince(others[0]);
else if (indexes.length > 0) await compareIndexes();
else await compareByHand();
await sql.end();
await product.stop();

/** What some indexes cost a capture: they are dropped and made again in turn. */
async function compareIndexes() {
  const found = await sql`
    select indexname as name, indexdef as definition from pg_indexes where indexname = any(${indexes})`;
  if (found.length < indexes.length) throw new Error(`There are only ${found.map(({ name }) => name)}`);
  let areThere = true;
  const keep = async (wanted) => {
    if (wanted === areThere) return;
    for (const { name, definition } of found) await sql.unsafe(wanted ? definition : `drop index ${name}`);
    areThere = wanted;
  };
  const measure = side(capture, MERCHANTS, false);
  const results = await interleaved(2 * ROUNDS, {
    with: async () => keep(true).then(measure),
    without: async () => keep(false).then(measure),
  });
  await keep(true);
  const [kept, dropped] = [median(results.with), median(results.without)];
  const pairs = results.with.map((rate, round) => rate / results.without[round]);
  table(`captures/s, ${CLIENTS} clients, ${CAPTURES} captures, median of ${2 * ROUNDS} interleaved rounds`, [
    { side: 'without the indexes', 'captures/s': Math.round(dropped), ratio: 1 },
    { side: 'with them', 'captures/s': Math.round(kept), ratio: median(pairs).toFixed(2) },
  ]);
}

/** What has become of captures since a commit, of many merchants and of one. */
async function compareSince(commit) {
  const before = await databaseAt(sql, product.databaseUrl, commit);
  const results = await interleaved(ROUNDS, {
    was: side(capture, MERCHANTS, false, before),
    is: side(capture, MERCHANTS, false),
    oneWas: side(capture, 1, false, before),
    oneIs: side(capture, 1, false),
  });
  const row = (name, was, is) => ({
    captures: name,
    [`at ${commit}`]: Math.round(median(results[was])),
    now: Math.round(median(results[is])),
    'median of the pairs': median(results[is].map((each, round) => each / results[was][round])).toFixed(2),
  });
  table(`captures/s, ${CLIENTS} clients, ${CAPTURES} captures, ${ROUNDS} interleaved rounds`, [
    row(`of ${MERCHANTS} merchants`, 'was', 'is'),
    row('of one merchant', 'oneWas', 'oneIs'),
  ]);
}

async function compareByHand() {
  const results = await interleaved(ROUNDS, {
    hand: side(captureByHand, MERCHANTS, true),
    ours: side(capture, MERCHANTS, false),
    one: side(capture, 1, false),
  });
  const [hand, ours, one] = [median(results.hand), median(results.ours), median(results.one)];
  table(`captures/s, ${CLIENTS} clients, ${CAPTURES} captures, median of ${ROUNDS} interleaved rounds`, [
    { side: 'by hand, pipelined, no rules', 'captures/s': Math.round(hand), ratio: '1 (by hand)' },
    {
      side: `Daftar over ${MERCHANTS} merchants`,
      'captures/s': Math.round(ours),
      ratio: `${(ours / hand).toFixed(2)} of by hand`,
    },
    {
      side: 'Daftar, one merchant',
      'captures/s': Math.round(one),
      ratio: `${(one / ours).toFixed(2)} of spread`,
    },
  ]);
}
