// Compares a capture (attempt → transaction → counts → ledger → job) with the same rows written by plain statements
// without rules or triggers, pipelined in one transaction. 8 clients, spread over 100 merchants and all on one.
import { connect, interleaved, median, sized, startProduct, table } from './support.mjs';

const CLIENTS = 8;
const MERCHANTS = sized(100, 10);
const CAPTURES = sized(1_600, 80);
const ROUNDS = sized(3);

/** Inserts merchants with a link each and pending attempts. @returns attempts by merchant. */
async function prepare(sql, merchants, perMerchant) {
  return sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
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
        hold_expires_at, expires_at, next_ask_at, processor, value_piastres, charge_piastres, fee_piastres, vat_piastres, rate_bps,
        fixed_fee_piastres, vat_bps, fees_on, locale, created_at, updated_at)
      select merchant_id, 'live', 'a' || id, 'payment-link', source_id, id, 1, now() + interval '1 day',
             now() + interval '1 day', null, 'sandbox', 10000, 10000, 575, 81, 275, 300, 1400, 'M', 'ar', now(), now()
      from t
      returning merchant_id as "merchantId", id, transaction_id as "transactionId", payable_id as "linkId"`;
  });
}

/** Ours: one call, every rule. */
const capture = (sql, a) =>
  sql`select result from attempt_outcome(${a.merchantId}, ${a.id}, 'succeeded', now(), '2026-12-01', 10000, ${`R${a.id}`})`;

/** The same rows, no rule, one pipelined transaction. */
const byHand = (sql, a) => {
  const m = a.merchantId;
  return sql.begin((tx) => [
    tx`update payment_attempts set state = 'succeeded', holds_place = false, counted = true, paid_at = now(), updated_at = now(),
         processor_reference = ${`R${a.id}`} where merchant_id = ${m} and id = ${a.id}`,
    tx`update payment_links set held_count = held_count - 1, paid_count = paid_count + 1, updated_at = now()
       where merchant_id = ${m} and id = ${a.linkId}`,
    tx`update transactions set status = 1, external_reference = ${`R${a.id}`}, expected_settlement_on = '2026-12-01',
         paid_at = now(), updated_at = now() where merchant_id = ${m} and id = ${a.transactionId}`,
    tx`insert into transaction_events (merchant_id, transaction_id, kind, at, amount_piastres)
       values (${m}, ${a.transactionId}, 'succeeded', now(), 10000)`,
    tx`insert into daily_method_counts as d (merchant_id, mode, day, payment_method, count)
       values (${m}, 'live', current_date, 1, 1)
       on conflict (merchant_id, mode, day, payment_method) do update set count = d.count + 1`,
    tx`select graphile_worker.add_job('payment-succeeded', json_build_object('merchantId', ${m}::bigint, 'transactionId', ${a.transactionId}::bigint))`,
    tx`insert into ledger_accounts as l (merchant_id, mode, kind, currency, balance)
       values (${m}, 'live', 'clearing', 'EGP', -10000), (${m}, 'live', 'pending', 'EGP', 9344),
              (${m}, 'live', 'fees', 'EGP', 575), (${m}, 'live', 'vat', 'EGP', 81)
       on conflict (merchant_id, mode, kind, currency) do update set balance = l.balance + excluded.balance`,
    tx`insert into clearing_balances as c (merchant_id, mode, currency, processor_account_id, balance)
       values (${m}, 'live', 'EGP', 0, -10000)
       on conflict (merchant_id, mode, currency, processor_account_id) do update set balance = c.balance + excluded.balance`,
    tx`with t as (
         insert into ledger_transfers (merchant_id, mode, kind, reference, idempotency_key, effective_at)
         values (${m}, 'live', 'capture', ${`T${a.transactionId}`}, ${`capture:${a.transactionId}`}, now()) returning id)
       insert into ledger_postings (merchant_id, transfer_id, account, currency, amount, balance_after)
       select ${m}, t.id, v.account::ledger_account_kind, 'EGP', v.amount, v.amount
       from t, (values ('clearing', -10000), ('pending', 9344), ('fees', 575), ('vat', 81)) v(account, amount)`,
  ]);
};

/** Captures per second with `CLIENTS` connections. */
async function rate(url, work, attempts, replica) {
  const pools = Array.from({ length: CLIENTS }, () => connect(url, 1));
  for (const sql of pools) if (replica) await sql`set session_replication_role = replica`;
  const queue = attempts[Symbol.iterator]();
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

/** Attempts of all merchants in turn, so that neighbors in the queue belong to different ones. */
const shuffled = (attempts) => [...attempts].sort((a, b) => (a.id % 1009) - (b.id % 1009));

const product = await startProduct();
const sql = connect(product.databaseUrl);
const side = (work, merchants, replica) => async () => {
  const attempts = shuffled(await prepare(sql, merchants, CAPTURES / merchants));
  await sql.unsafe('analyze');
  return rate(product.databaseUrl, work, attempts, replica);
};
const results = await interleaved(ROUNDS, {
  hand: side(byHand, MERCHANTS, true),
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
await sql.end();
await product.stop();
