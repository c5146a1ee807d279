// Compares captures on a coordinator with two workers with the same on one PostgreSQL, in turn, all on this machine: what the way to
// the machine of the merchant costs, not what more machines bring. Both without fsync. Needs a build and PostgreSQL with Citus.
//   Usage: node deploy/citus/speed.mjs [--bin /usr/lib/postgresql/15/bin] [--port 5611] [--user postgres]
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { copyDatabase, query, startCluster } from './cluster.mjs';
import { connected } from './database.mjs';
import { distributeAll } from './distribute.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values } = parseArgs({
  options: {
    bin: { type: 'string', default: '/usr/lib/postgresql/15/bin' },
    port: { type: 'string', default: '5611' },
    user: { type: 'string', default: 'postgres' },
  },
});
const CLIENTS = 8;
const MERCHANTS = 100;
const ROUNDS = 3;
/** Of each round. */
const CAPTURES = 400;

/** Merchants with a link each, and payments that are under way. */
const PREPARE = `
  set session_replication_role = replica;
  insert into merchants (business_name, status, email, mobile)
  select 'Bench ' || n, 3, 'b' || n || '@example.com', '01000000000' from generate_series(1, ${MERCHANTS}) n;
  insert into people (email) select email from merchants;
  insert into roles (merchant_id, name_en, name_ar) select id, 'Owner', 'المالك' from merchants;
  insert into users (merchant_id, person_id, role_id, first_name, last_name, email, mobile)
  select m.id, p.id, r.id, 'Mona', 'Adel', m.email, m.mobile
    from merchants m join people p on p.email = m.email join roles r on r.merchant_id = m.id;
  insert into payment_links (merchant_id, mode, reference, token, invoice_name, currency, amount, total, value_piastres, rate_scaled,
    payment_methods, due_at, max_payment_count, held_count, language, created_by, created_at, updated_at)
  select merchant_id, 'live', 'LNK-' || merchant_id, 'token' || merchant_id, 'Bench', 'EGP', 10000, 10000, 10000, 1000000,
         array[1]::smallint[], '2099-01-01', 1000000, ${(ROUNDS * CAPTURES) / MERCHANTS}, 2, id, now(), now() from users;
  insert into merchant_statistics (merchant_id, mode) select id, 'live' from merchants;
  insert into transactions (merchant_id, mode, reference, source_kind, source_id, source_name, payment_method, currency, subtotal,
    total, value_piastres, charged_piastres, fee_piastres, vat_piastres, net_piastres, created_at, updated_at)
  select l.merchant_id, 'live', 'TRX-' || l.merchant_id || '-' || n, 'payment-link', l.id, 'Bench', 1, 'EGP', 10000, 10000, 10000,
         10000, 575, 81, 9344, now(), now()
    from payment_links l, generate_series(1, ${(ROUNDS * CAPTURES) / MERCHANTS}) n;
  insert into payment_attempts (merchant_id, mode, token, payable_kind, payable_id, transaction_id, payment_method, hold_expires_at,
    expires_at, next_ask_at, processor, value_piastres, charge_piastres, fee_piastres, vat_piastres, rate_bps, fixed_fee_piastres,
    vat_bps, fees_on, locale, created_at, updated_at)
  select merchant_id, 'live', 'a' || id, 'payment-link', source_id, id, 1, now() + interval '1 day', now() + interval '1 day', null,
         'sandbox', 10000, 10000, 575, 81, 275, 300, 1400, 'M', 'ar', now(), now() from transactions;
  reset session_replication_role`;

const median = (numbers) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];

/** Captures some attempts by several clients. @returns how many a second */
async function rate(url, attempts) {
  const left = attempts[Symbol.iterator]();
  const began = performance.now();
  await Promise.all(
    Array.from({ length: CLIENTS }, () =>
      connected(url, async (client) => {
        for (const { merchant_id, id } of left)
          await client.query({
            name: 'capture',
            text: `select result from attempt_outcome($1, $2, 'succeeded', now(), '2026-12-01', 10000, $3)`,
            values: [merchant_id, id, `R${id}`],
          });
      }),
    ),
  );
  return (attempts.length * 1000) / (performance.now() - began);
}

const cluster = await startCluster({ bin: values.bin, port: Number(values.port), user: values.user });
try {
  const [alone, spread] = [await cluster.makePlain('alone'), await cluster.makeDatabase('daftar')];
  const env = { ...process.env, DATABASE_URL: alone, DAFTAR_SECRET: 's'.repeat(40) };
  execFileSync(process.execPath, ['server/dist/ops.js', 'migrate'], { cwd: root, env, stdio: 'ignore' });
  await query(alone, PREPARE);
  copyDatabase(values.bin, alone, spread);
  await distributeAll(spread);
  await query(alone, 'analyze');
  await query(spread, 'analyze');
  const attempts = await query(alone, 'select merchant_id, id from payment_attempts order by id % 1009, id');
  const rates = { alone: [], spread: [] };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, url] of [
      ['alone', alone],
      ['spread', spread],
    ])
      rates[name].push(await rate(url, attempts.slice(round * CAPTURES, (round + 1) * CAPTURES)));
  const [one, three] = [median(rates.alone), median(rates.spread)];
  console.log(
    `${CLIENTS} clients, ${MERCHANTS} merchants, medians of ${ROUNDS} rounds of ${CAPTURES} captures:`,
  );
  console.log(
    `one PostgreSQL: ${one.toFixed(0)}/s; a coordinator with two workers: ${three.toFixed(0)}/s (${(three / one).toFixed(2)})`,
  );
} finally {
  await cluster.stop();
}
