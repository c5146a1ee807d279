// What risk rules cost a payment: a capture alone, with the facts of its attempt kept and no rule on, and with five rules on
// over many facts. 8 clients, 100 merchants.
import { connect, interleaved, median, sized, startProduct, table } from './support.mjs';

const CLIENTS = 8;
const MERCHANTS = sized(100, 10);
const CAPTURES = sized(800, 40);
const FACTS = sized(200_000, 1_000);
const ROUNDS = sized(3);

/** Inserts merchants with a link each and pending attempts. @returns the attempts */
async function prepare(sql) {
  return sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    return tx`
      with m as (
        insert into merchants (business_name, status, email, mobile)
        select 'Bench ' || n, 3, 'b' || n || '@example.com', '01000000000' from generate_series(1, ${MERCHANTS}::int) n
        returning id
      ), l as (
        insert into payment_links (merchant_id, mode, reference, token, invoice_name, currency, amount, total,
          value_piastres, rate_scaled, payment_methods, due_at, max_payment_count, held_count, language, created_by,
          created_at, updated_at)
        select id, 'live', 'LNK-' || id, 'token' || id, 'Bench', 'EGP', 10000, 10000, 10000, 1000000,
               array[1]::smallint[], '2099-01-01', 1000000, ${CAPTURES / MERCHANTS}, 2, 1, now(), now() from m
        returning merchant_id, id
      ), s as (
        insert into merchant_statistics (merchant_id, mode) select merchant_id, 'live' from l returning 1
      ), t as (
        insert into transactions (merchant_id, mode, reference, source_kind, source_id, source_name, payment_method,
          currency, subtotal, total, value_piastres, charged_piastres, fee_piastres, vat_piastres, net_piastres,
          created_at, updated_at)
        select l.merchant_id, 'live', 'TRX-' || l.merchant_id || '-' || n, 'payment-link', l.id, 'Bench', 1, 'EGP',
               10000, 10000, 10000, 10000, 575, 81, 9344, now(), now()
        from l, generate_series(1, ${CAPTURES / MERCHANTS}::int) n
        returning merchant_id, id, source_id
      )
      insert into payment_attempts (merchant_id, mode, token, payable_kind, payable_id, transaction_id, payment_method,
        hold_expires_at, expires_at, next_ask_at, processor, value_piastres, charge_piastres, fee_piastres, vat_piastres,
        rate_bps, fixed_fee_piastres, vat_bps, fees_on, locale, created_at, updated_at)
      select merchant_id, 'live', 'a' || id, 'payment-link', source_id, id, 1, now() + interval '1 day',
             now() + interval '1 day', null, 'sandbox', 10000, 10000, 575, 81, 275, 300, 1400, 'M', 'ar', now(), now()
      from t
      returning merchant_id as "merchantId", id`;
  });
}

const capture = (sql, a) =>
  sql`select result from attempt_outcome(${a.merchantId}, ${a.id}, 'succeeded', now(), '2026-12-01', 10000, ${`R${a.id}`})`;

/** Of ten thousand payers, each with an address. */
async function judged(sql, a) {
  const payer = Buffer.from(`payer ${a.id % 10_000}`);
  await sql`
    select risk_judge(${a.merchantId}, ${a.id}, ${payer}, 'x', ${payer}, ${payer}, 'x', 'ipv4', 'EG', '411111', ${payer}, true)`;
  return capture(sql, a);
}

/** Captures per second with `CLIENTS` connections. */
async function rate(url, work, attempts) {
  const pools = Array.from({ length: CLIENTS }, () => connect(url, 1));
  const queue = [...attempts].sort((a, b) => (a.id % 1009) - (b.id % 1009))[Symbol.iterator]();
  const began = performance.now();
  await Promise.all(
    pools.map(async (sql) => {
      for (const attempt of queue) await work(sql, attempt);
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  await Promise.all(pools.map((sql) => sql.end()));
  return attempts.length / seconds;
}

const product = await startProduct();
const sql = connect(product.databaseUrl);
await sql`
  insert into risk_facts (merchant_id, attempt_id, transaction_id, mode, payment_method, charge_piastres, created_at,
    mobile_key, address_key, network_key, card_key, bin, country)
  select n % 100, -n, -n, 'live', 1, 10000, now() - n * interval '10 seconds', k, k, k, k, '411111', 'EG'
    from generate_series(1, ${FACTS}::int) n, convert_to('payer ' || n % 10000, 'UTF8') k`;
const rules = [
  ['count', 'mobile', 100, null, 1440],
  ['count', 'address', 100, null, 60],
  ['sum', 'mobile', null, 100_000_000, 1440],
  ['declines', 'card', 5, null, 1440],
  ['listed', 'address', null, null, null],
];
for (const [condition, by, times, amount, window] of rules)
  await sql`
    insert into risk_rules (name, mode, condition, by_fact, times, amount_piastres, window_minutes, outcome, created_by,
                            created_at, updated_at)
    values (${`${condition} ${by}`}, 'live', ${condition}, ${by}, ${times}, ${amount}, ${window}, 'block', 'bench', now(), now())`;
const side = (work, isOn) => async () => {
  const attempts = await prepare(sql);
  await sql`update risk_rules set is_on = ${isOn}`;
  await sql.unsafe('analyze');
  return rate(product.databaseUrl, work, attempts);
};
const results = await interleaved(ROUNDS, {
  alone: side(capture, false),
  kept: side(judged, false),
  ruled: side(judged, true),
});
await sql`delete from risk_rules`;
const [alone, kept, ruled] = [median(results.alone), median(results.kept), median(results.ruled)];
const row = (name, value) => ({
  side: name,
  'captures/s': Math.round(value),
  'ms more': ((1 / value - 1 / alone) * 1000).toFixed(2),
  ratio: (value / alone).toFixed(2),
});
table(
  `captures/s, ${CLIENTS} clients, ${CAPTURES} captures over ${FACTS} facts, median of ${ROUNDS} rounds`,
  [
    row('captured', alone),
    row('with its facts, no rule on', kept),
    row('with its facts and five rules on', ruled),
  ],
);
await sql.end();
await product.stop();
