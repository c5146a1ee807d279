// Compares the list endpoint (transactions, 10 rows, permission checked; signed in, and with an API key, whose calls are written
// down) with bare node:http, the same driver and the same SQL of the page, without its total.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { fillTransactions, loading } from './data.mjs';
import {
  connect,
  freePort,
  interleaved,
  median,
  newMerchant,
  requestsPerSecond,
  sized,
  startProduct,
  TAKING_TURNS,
  table,
} from './support.mjs';

const ROUNDS = sized(5);
const ROWS = sized(10_000, 100);

/** The bare side, in a process of its own: no framework, session, permission or validation. */
async function serveBare([, , , databaseUrl, merchantId, port]) {
  const sql = connect(databaseUrl, 20);
  const merchant = Number(merchantId);
  const server = createServer(async (_request, reply) => {
    const rows = await sql`
      with page as (
        select t.merchant_id, t.id from transactions t where t.merchant_id = ${merchant} and t.mode = ${'live'}
        order by t.created_at desc, t.id desc limit ${10} offset ${0}
      )
      select t.id, t.reference, t.external_reference as "externalReference",
             t.source_name as "sourceName", t.source_reference as "sourceReference", case t.source_kind
               when 'payment-link' then (select p.merchant_reference from payment_links p
                                          where p.merchant_id = t.merchant_id and p.id = t.source_id)
               when 'invoice' then (select p.merchant_reference from invoices p
                                     where p.merchant_id = t.merchant_id and p.id = t.source_id)
               when 'order' then (select p.merchant_reference from orders p
                                   where p.merchant_id = t.merchant_id and p.id = t.source_id)
             end as "sourceOwnReference", t.payment_method as "paymentMethod", t.created_at as "createdAt",
             t.updated_at as "updatedAt", t.status, t.total, t.value_piastres as "valuePiastres", t.currency,
             t.customer_name as "customerName", (
               select e.customer_id from customer_events e
                where e.merchant_id = t.merchant_id and e.kind = 'payment' and e.row_id = t.id) as "customerId",
             t.is_payout as "isPayout", case when t.is_payout then (
               select p.state from payouts p where p.merchant_id = t.merchant_id and p.id = t.source_id)
             end as "payoutState", case when t.is_payout then t.source_id end as "payoutId", t.flags,
             t.settlement_status as "settlementStatus", t.fee_piastres as "feePiastres", t.vat_piastres as "vatPiastres",
             t.net_piastres as "netPiastres", t.refunded_piastres as "refundedPiastres"
      from page join transactions t using (merchant_id, id)
      order by t.created_at desc, t.id desc`;
    const body = JSON.stringify({ statusCode: 200, message: 'Done', data: rows });
    reply.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
    reply.end(body);
  });
  server.listen(Number(port), '127.0.0.1', () => process.send('ready'));
}

/** Replaces the merchant's live secret key. @returns the new one */
async function newKey(product, { token, password }) {
  const made = await fetch(`${product.url}/api/merchant/AccountSettings/KeysInfo/roll`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ key: 'secret', current_password: password }),
  });
  return (await made.json()).data.key;
}

async function main() {
  const product = await startProduct({ settings: TAKING_TURNS });
  const sql = connect(product.databaseUrl);
  const merchant = await newMerchant(product, sql);
  await loading(sql, ['transactions'], (tx) => fillTransactions(tx, merchant.id, ROWS));
  const port = await freePort();
  const bare = fork(fileURLToPath(import.meta.url), [
    'bare',
    product.databaseUrl,
    String(merchant.id),
    String(port),
  ]);
  process.once('exit', () => bare.kill('SIGTERM'));
  await once(bare, 'message');
  const headers = { authorization: `Bearer ${merchant.token}` };
  const byKey = { authorization: `Bearer ${await newKey(product, merchant)}` };
  const path = '/api/merchant/transactions?sort_by=created_at&sort_type=desc';
  const results = await interleaved(ROUNDS, {
    daftar: async () => (await requestsPerSecond(`${product.url}${path}`, headers)).rate,
    byKey: async () => (await requestsPerSecond(`${product.url}${path}`, byKey)).rate,
    bare: async () => (await requestsPerSecond(`http://127.0.0.1:${port}/`)).rate,
  });
  const ours = median(results.daftar);
  const keyed = median(results.byKey);
  const limit = median(results.bare);
  table(`transactions list, ${ROWS} rows, 16 connections, median of ${ROUNDS} interleaved rounds`, [
    { side: 'bare node:http + postgres.js, the page alone', 'requests/s': Math.round(limit), ratio: 1 },
    { side: 'Daftar, signed in', 'requests/s': Math.round(ours), ratio: Number((ours / limit).toFixed(2)) },
    {
      side: 'Daftar, by key, written down',
      'requests/s': Math.round(keyed),
      ratio: Number((keyed / limit).toFixed(2)),
    },
  ]);
  bare.kill();
  await sql.end();
  await product.stop();
}

if (process.argv[2] === 'bare') await serveBare(process.argv);
else await main();
