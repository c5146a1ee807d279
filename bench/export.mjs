// Exports a million transactions as CSV over HTTP and measures the server's peak memory, compared with PostgreSQL's own
// COPY of the same columns, as psql's \copy runs it. Usage: node bench/export.mjs [rows = 1000000]
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fillTransactions, loading } from './data.mjs';
import {
  connect,
  interleaved,
  median,
  newMerchant,
  residentMegabytes,
  sized,
  startProduct,
  table,
} from './support.mjs';

const ROWS = Number(process.argv[2] ?? sized(1_000_000, 1_000));
const ROUNDS = sized(3);
const NEW_LINE = 10;
const LOOK_MS = 50;

const product = await startProduct();
const sql = connect(product.databaseUrl);
const merchant = await newMerchant(product, sql);
await loading(sql, ['transactions'], (tx) => fillTransactions(tx, merchant.id, ROWS));

/** Counts lines as they arrive. */
const counting = () => {
  const sink = new Writable({
    write(chunk, _encoding, done) {
      for (let at = chunk.indexOf(NEW_LINE); at >= 0; at = chunk.indexOf(NEW_LINE, at + 1)) sink.lines += 1;
      done();
    },
  });
  sink.lines = 0;
  return sink;
};

async function timed(open, wanted) {
  const began = performance.now();
  const sink = counting();
  await pipeline(await open(), sink);
  const took = performance.now() - began;
  if (sink.lines !== wanted) throw new Error(`${sink.lines} lines instead of ${wanted}`);
  return took;
}

const copy = () =>
  sql
    .unsafe(
      `copy (select reference, external_reference, to_char(created_at at time zone 'Africa/Cairo', 'YYYY-MM-DD HH24:MI'),
               status, payment_method, source_name, source_reference, customer_name, total, currency, value_piastres,
               fee_piastres, vat_piastres, net_piastres, refunded_piastres, settlement_status, settlement_reference, flags
             from transactions where merchant_id = ${Number(merchant.id)} and mode = 'live' order by created_at desc, id desc)
       to stdout with (format csv)`,
    )
    .readable();
const download = async () => {
  const reply = await fetch(`${product.url}/api/merchant/transactions/exportCsv`, {
    headers: { authorization: `Bearer ${merchant.token}` },
  });
  if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`);
  return reply.body;
};

const idle = residentMegabytes(product.pid);
let peak = idle;
const watch = setInterval(() => {
  peak = Math.max(peak, residentMegabytes(product.pid));
}, LOOK_MS);
const times = await interleaved(ROUNDS, {
  copy: () => timed(copy, ROWS),
  daftar: () => timed(download, ROWS + 1),
});
clearInterval(watch);
const [bare, ours] = [median(times.copy), median(times.daftar)];
const seconds = (milliseconds) => (milliseconds / 1000).toFixed(1);
table(`CSV of ${ROWS} transactions, median of ${ROUNDS} interleaved rounds`, [
  { side: 'COPY … TO STDOUT', seconds: seconds(bare), ratio: '1.00' },
  { side: 'Daftar, over HTTP', seconds: seconds(ours), ratio: (ours / bare).toFixed(2) },
]);
table('memory of the server, MiB', { idle, peak, more: peak - idle });
await sql.end();
await product.stop();
