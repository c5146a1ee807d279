// What one payment leaves behind and costs: a link made over the API, its page, a card payment in the sandbox, and the jobs
// and mails that follow. Bytes by table (rows, values stored apart, indexes) and of WAL, processor time, and which updates
// had to write every index again. The second of two batches counts, with vacuums in between as autovacuum would, so that
// space which is freed and used again counts once. `node bench/bytes.mjs unattended` is of the first hours instead: nothing is
// vacuumed meanwhile, and no mail server takes the mails. With `indexes` every index is listed as well.
import { createServer } from 'node:net';
import {
  connect,
  databaseTime,
  freePort,
  newMerchant,
  processorTime,
  sized,
  startProduct,
  table,
} from './support.mjs';

const CLIENTS = 4;
const MERCHANTS = sized(8, 2);
const PAYMENTS = sized(Number(process.env.BENCH_PAYMENTS ?? 1_000), 8);
/** Vacuums of a batch. */
const VACUUMS = sized(8, 1);

/** A mail server that accepts everything: what was sent is erased, as in production. @returns its port */
async function startMailSink() {
  const port = await freePort();
  const server = createServer((socket) => {
    let inData = false;
    let rest = '';
    socket.on('error', () => socket.destroy());
    socket.write('220 sink\r\n');
    socket.on('data', (chunk) => {
      rest += chunk;
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (inData) {
          if (line !== '.') continue;
          inData = false;
          socket.write('250 ok\r\n');
        } else if (/^data/i.test(line)) {
          inData = true;
          socket.write('354 go\r\n');
        } else if (/^quit/i.test(line)) socket.end('221 bye\r\n');
        else socket.write('250 ok\r\n');
      }
    });
  });
  server.listen(port, '127.0.0.1').unref();
  return port;
}

const wanted = process.argv.slice(2);
const isUnattended = wanted.includes('unattended');
const settings = isUnattended ? {} : { SMTP_URL: `smtp://127.0.0.1:${await startMailSink()}` };
const product = await startProduct({ role: 'all', settings });
const sql = connect(product.databaseUrl, 8);
if (isUnattended) {
  await sql.unsafe('alter system set autovacuum = off');
  await sql.unsafe('select pg_reload_conf()');
}
const merchants = [];
for (let serial = 1; serial <= MERCHANTS; serial += 1)
  merchants.push(await newMerchant(product, sql, serial));

async function ask(url, status, init = {}) {
  const reply = await fetch(url, { redirect: 'manual', ...init });
  const text = await reply.text();
  if (reply.status !== status) throw new Error(`${url}: ${reply.status} ${text.slice(0, 500)}`);
  return { text, next: new URL(reply.headers.get('location') ?? '', url).href };
}

async function payOnce(serial) {
  const merchant = merchants[serial % MERCHANTS];
  const made = await ask(`${product.url}/api/sandbox/merchant/payment_links/create`, 200, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${merchant.token}` },
    body: JSON.stringify({
      invoice_name: `Order ${serial} of a shop`,
      currency_id: 1,
      amount: 100 + (serial % 900) + 0.25,
      language: 2,
      require_email: true,
      due_date: '2099-01-01T00:00:00Z',
    }),
  });
  const { link } = JSON.parse(made.text).data;
  await ask(link, 200);
  const body = new URLSearchParams({
    method: '1',
    card_number: '4242424242424242',
    card_expiry: '12/39',
    card_cvv: '739',
    card_name: 'Mona Adel',
    email: `payer${serial}@example.com`,
  });
  const { next } = await ask(link, 303, { method: 'POST', body });
  await ask(next, 200);
}

/** What the jobs still have to do; a product without jobs, which scripts share, does none. */
async function idle() {
  const roleless = process.env.BENCH_PRODUCT !== undefined;
  for (let tries = 0; !roleless && tries < 600; tries += 1) {
    const [{ waiting }] = await sql`
      select count(*)::int as waiting from graphile_worker.jobs where run_at <= now() and attempts < max_attempts`;
    if (waiting === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function batch(first) {
  for (let part = 0; part < VACUUMS; part += 1) {
    const from = first + Math.floor((part * PAYMENTS) / VACUUMS);
    const until = first + Math.floor(((part + 1) * PAYMENTS) / VACUUMS);
    let serial = from;
    const client = async () => {
      while (serial < until) await payOnce(serial++);
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    await idle();
    if (!isUnattended) await sql.unsafe('vacuum (analyze)');
  }
}

const sizes = async () => {
  await sql`select pg_stat_force_next_flush()`;
  const tables = await sql`
    select c.relname as name, pg_relation_size(c.oid) as heap,
           case when c.reltoastrelid <> 0 then pg_total_relation_size(c.reltoastrelid) else 0 end as toast,
           pg_indexes_size(c.oid) as indexes, s.n_tup_ins as inserted, s.n_tup_upd as updated,
           s.n_tup_hot_upd as hot
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_stat_user_tables s on s.relid = c.oid
     where n.nspname in ('public', 'graphile_worker')`;
  const indexes = await sql`
    select indexrelname as name, relname as table, pg_relation_size(indexrelid) as bytes from pg_stat_user_indexes`;
  const [{ wal, transactions }] = await sql`
    select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as wal,
           (select xact_commit + xact_rollback from pg_stat_database where datname = current_database()) as transactions`;
  return {
    tables: new Map(tables.map((row) => [row.name, row])),
    indexes: new Map(indexes.map((row) => [row.name, row])),
    wal: Number(wal),
    transactions,
    server: processorTime(product.pid),
    database: await databaseTime(sql),
  };
};

await batch(0);
const before = await sizes();
await batch(PAYMENTS);
const after = await sizes();

const each = (value) => Math.round(value / PAYMENTS);
const share = (value) => Math.round((value / PAYMENTS) * 100) / 100;
const grown = [...after.tables.values()].map((row) => {
  const was = before.tables.get(row.name);
  const by = (field) => row[field] - was[field];
  return {
    table: row.name,
    bytes: each(by('heap') + by('toast') + by('indexes')),
    rows: each(by('heap')),
    apart: each(by('toast')),
    indexes: each(by('indexes')),
    inserts: share(by('inserted')),
    updates: share(by('updated')),
    'in place': share(by('hot')),
  };
});
const sum = (field) => grown.reduce((total, row) => total + row[field], 0);
const shown = grown.filter((row) => row.bytes > 0 || row.updates >= 0.5).sort((a, b) => b.bytes - a.bytes);
const fields = ['bytes', 'rows', 'apart', 'indexes', 'inserts', 'updates', 'in place'];
table(`bytes a payment leaves, by table (${PAYMENTS} payments of ${MERCHANTS} merchants)`, [
  ...shown,
  { table: 'all', ...Object.fromEntries(fields.map((field) => [field, Math.round(sum(field) * 100) / 100])) },
]);
table('a payment, from its link to its mails', [
  { what: 'bytes kept', value: sum('bytes') },
  { what: 'bytes of WAL', value: each(after.wal - before.wal) },
  { what: 'transactions', value: share(after.transactions - before.transactions) },
  { what: 'ms of processor, server and jobs', value: share(after.server - before.server) },
  { what: 'ms of processor, PostgreSQL', value: share(after.database - before.database) },
]);
if (wanted.includes('indexes')) {
  const all = [...after.indexes.values()].map((row) => ({
    index: row.name,
    table: row.table,
    bytes: each(row.bytes - (before.indexes.get(row.name)?.bytes ?? 0)),
  }));
  table(
    'bytes by index',
    all.filter((row) => row.bytes > 0).sort((a, b) => b.bytes - a.bytes),
  );
}
await sql.end();
await product.stop();
