// Compares the list endpoint (transactions, 10 rows, permission checked; signed in, and with an API key, whose calls are written
// down) with bare node:http and the same driver, which reads the page with its rows counted, the page alone, and the page with its total
// by our own statement.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { serveBare } from './bare-list.mjs';
import { fillTransactions, loading } from './data.mjs';
import {
  connect,
  databaseTime,
  freePort,
  interleaved,
  median,
  newMerchant,
  processorTime,
  requestsPerSecond,
  sized,
  startProduct,
  TAKING_TURNS,
  table,
} from './support.mjs';

const ROUNDS = sized(5);
const ROWS = sized(10_000, 100);
const PATH = '/api/merchant/transactions?sort_by=created_at&sort_type=desc';

/** Replaces the merchant's live secret key. @returns the new one */
async function newKey(product, { token, password }) {
  const made = await fetch(`${product.url}/api/merchant/AccountSettings/KeysInfo/roll`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ key: 'secret', current_password: password }),
  });
  return (await made.json()).data.key;
}

/** Starts the bare side in a process of its own. */
async function startBare({ databaseUrl }, merchantId) {
  const port = await freePort();
  const args = ['bare', databaseUrl, String(merchantId), String(port)];
  const child = fork(fileURLToPath(import.meta.url), args);
  process.once('exit', () => child.kill('SIGTERM'));
  await once(child, 'message');
  return { url: `http://127.0.0.1:${port}`, pid: child.pid, stop: () => child.kill() };
}

/** Ids and total of a reply, to see that two sides answer the same. */
async function answerOf({ url, headers }) {
  const { data, meta } = await (await fetch(url, { headers })).json();
  return JSON.stringify([data.map(({ id }) => id), meta.total]);
}

async function main() {
  const product = await startProduct({ settings: TAKING_TURNS });
  const sql = connect(product.databaseUrl);
  const merchant = await newMerchant(product, sql);
  await loading(sql, ['transactions'], (tx) => fillTransactions(tx, merchant.id, ROWS));
  const bare = await startBare(product, merchant.id);
  const ours = (token) => ({
    url: product.url + PATH,
    headers: { authorization: `Bearer ${token}` },
    pid: product.pid,
  });
  const alone = (path) => ({ url: bare.url + path, headers: {}, pid: bare.pid });
  const sides = {
    'bare, the page and its rows counted, planned at every request': alone('/counted'),
    'bare, the page alone, planned at every request': alone('/bound'),
    'bare, the page alone, planned once': alone('/planned'),
    'bare, page and total by our statement': alone('/total'),
    'Daftar, signed in': ours(merchant.token),
    'Daftar, by key, written down': ours(await newKey(product, merchant)),
  };
  const [counted, bound, planned, whole, signedIn] = Object.keys(sides);
  const answers = await Promise.all([counted, whole, signedIn].map((side) => answerOf(sides[side])));
  if (new Set(answers).size > 1) throw new Error('The bare side answers something else.');
  /** A round of one side: its rate, and milliseconds of processor time that a request took of the server and of PostgreSQL. */
  const measure = async ({ url, headers, pid }) => {
    const before = [processorTime(pid), await databaseTime(sql)];
    const { rate, count } = await requestsPerSecond(url, headers);
    const after = [processorTime(pid), await databaseTime(sql)];
    const [server, database] = after.map((time, place) => (time - before[place]) / count);
    return { rate, server, database };
  };
  const runs = Object.entries(sides).map(([side, how]) => [side, () => measure(how)]);
  const results = await interleaved(ROUNDS, Object.fromEntries(runs));
  const middle = (side, what) => median(results[side].map((each) => each[what]));
  const ratio = (side, to) => Number((middle(side, 'rate') / middle(to, 'rate')).toFixed(2));
  table(
    `transactions list, ${ROWS} rows, 16 connections, medians of ${ROUNDS} interleaved rounds`,
    Object.keys(sides).map((side) => ({
      side,
      'requests/s': Math.round(middle(side, 'rate')),
      'of page and count': ratio(side, counted),
      'of the page, planned each time': ratio(side, bound),
      'planned once': ratio(side, planned),
      'of page and total': ratio(side, whole),
      'server, ms': Number(middle(side, 'server').toFixed(2)),
      'PostgreSQL, ms': Number(middle(side, 'database').toFixed(2)),
    })),
  );
  bare.stop();
  await sql.end();
  await product.stop();
}

const [, , role, databaseUrl, merchantId, port] = process.argv;
if (role === 'bare') serveBare(databaseUrl, Number(merchantId), Number(port), () => process.send('ready'));
else await main();
