// Measures the cost of session and permission: the list of transactions with and without them, in one server.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { fillTransactions, loading } from './data.mjs';
import {
  connect,
  freePort,
  interleaved,
  median,
  newMerchant,
  requestsPerSecond,
  root,
  sized,
  startProduct,
  table,
} from './support.mjs';

const ROUNDS = sized(7);
const ROWS = sized(10_000, 100);

/** For this measurement only: both processes must accept the same tokens. */
process.env.DAFTAR_SECRET ??= 'of one measurement, and of nobody else';

/** Built where the packages that it imports are found. */
const folder = join(root, 'server/dist/bench');
await build({
  configFile: false,
  logLevel: 'error',
  root: join(root, 'server'),
  ssr: { noExternal: ['@daftar/contract'], target: 'node' },
  build: {
    ssr: join(root, 'bench/guard-server.mjs'),
    outDir: folder,
    emptyOutDir: true,
    target: 'node20',
    // Files called `.js` in `server/dist` are CommonJS.
    rolldownOptions: { output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' } },
  },
});

const product = await startProduct();
const sql = connect(product.databaseUrl);
const merchant = await newMerchant(product, sql);
await loading(sql, ['transactions'], (tx) => fillTransactions(tx, merchant.id, ROWS));
const port = await freePort();
const server = fork(join(folder, 'guard-server.mjs'), {
  env: {
    ...process.env,
    DATABASE_URL: product.databaseUrl,
    PORT: String(port),
    MERCHANT: String(merchant.id),
    DAFTAR_LOG_LEVEL: 'silent',
    DAFTAR_REQUESTS_PER_MINUTE: '1000000',
    DAFTAR_PUBLIC_URL: `http://127.0.0.1:${port}`,
  },
});
process.once('exit', () => server.kill('SIGTERM'));
await Promise.race([
  once(server, 'message'),
  once(server, 'exit').then(([code]) => {
    throw new Error(`The server ended with ${code} before it answered`);
  }),
]);
const headers = { authorization: `Bearer ${merchant.token}` };
const ask = (path) => async () =>
  (await requestsPerSecond(`http://127.0.0.1:${port}/api/${path}`, headers)).rate;
const refused = await fetch(`http://127.0.0.1:${port}/api/guarded`);
if (refused.status !== 401) throw new Error(`${refused.status} without a session`);
const results = await interleaved(ROUNDS, { open: ask('open'), guarded: ask('guarded') });
const [open, guarded] = [median(results.open), median(results.guarded)];
table(`transactions list, 16 connections, median of ${ROUNDS} interleaved rounds`, [
  { side: 'neither session nor permission', 'requests/s': Math.round(open), ratio: 1 },
  { side: 'both', 'requests/s': Math.round(guarded), ratio: (open / guarded).toFixed(2) },
]);
server.kill();
await sql.end();
await product.stop();
rmSync(folder, { recursive: true, force: true });
