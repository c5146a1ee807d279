// Rehearses the product on a cluster: starts a coordinator and two workers, migrates, distributes, starts the server and the relay,
// and does what merchants and payers do, one step after the other, also when one fails. Prints what became of each, what PostgreSQL
// refused, and whether the books are right; exits 1 when anything failed. Needs a build (`npm run build`) and PostgreSQL with Citus.
//   Usage: node deploy/citus/rehearsal.mjs [--bin /usr/lib/postgresql/15/bin] [--port 5611] [--user postgres] [--keep]
// With --keep the cluster stays until this is interrupted, for a look.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { query, startCluster } from './cluster.mjs';
import { distribute } from './distribute.mjs';
import { brokenKeys } from './keys.mjs';
import { play } from './play.mjs';
import { relay } from './relay.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values } = parseArgs({
  options: {
    bin: { type: 'string', default: '/usr/lib/postgresql/15/bin' },
    port: { type: 'string', default: '5611' },
    user: { type: 'string', default: 'postgres' },
    keep: { type: 'boolean', default: false },
  },
});
const failed = [];
/** One step; a failure is written down, and the next one goes on. @returns what it returns */
async function step(what, work) {
  try {
    const result = await work();
    console.log(`ok  ${what}${typeof result === 'string' ? `: ${result}` : ''}`);
    return result;
  } catch (error) {
    failed.push(what);
    console.log(`NO  ${what}: ${String(error.message).slice(0, 300)}`);
    return undefined;
  }
}

/** Starts the product. @returns where it listens, what it says, and how to end it */
async function startProduct(env) {
  const child = spawn(process.execPath, ['server/dist/main.js'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      output += part;
    });
  }
  const ended = once(child, 'close');
  for (let tries = 0; !output.includes('Daftar is running'); tries += 1) {
    if (child.exitCode !== null || tries > 300) throw new Error(`the product did not start:\n${output}`);
    await pause(200);
  }
  return {
    output: () => output,
    end: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** What PostgreSQL refused, with the beginning of the statement, the most frequent first. */
function refusedBy(logs) {
  const counts = new Map();
  for (const entry of logs.split(/\n(?=\d{4}-\d\d-\d\d )/)) {
    const refused = /ERROR: {2}(.*)/.exec(entry)?.[1];
    const statement = /STATEMENT: {2}([\s\S]{0,400})/.exec(entry)?.[1].trim().replace(/\s+/g, ' ');
    if (refused) counts.set(refused, [...(counts.get(refused) ?? []), '']);
    else if (statement) {
      const last = [...counts.values()].at(-1);
      if (last && last.at(-1) === '') last[last.length - 1] = statement;
    }
  }
  return [...counts].sort(([, one], [, other]) => other.length - one.length);
}

const port = Number(values.port);
const folder = mkdtempSync(join(tmpdir(), 'daftar-citus-data-'));
const cluster = await startCluster({ bin: values.bin, port, user: values.user });
const origin = `http://127.0.0.1:${port + 5}`;
const env = {
  ...process.env,
  DATABASE_URL: cluster.url,
  DAFTAR_SECRET: 'r'.repeat(40),
  DAFTAR_DEMO: 'no',
  DAFTAR_DATA_DIR: folder,
  PORT: String(port + 5),
  DAFTAR_PUBLIC_URL: origin,
};
const ending = new AbortController();
let product;
try {
  await step('migrations on the coordinator', async () => {
    const made = spawnSync(process.execPath, ['server/dist/ops.js', 'migrate'], {
      cwd: root,
      env,
      encoding: 'utf8',
    });
    if (made.status !== 0) throw new Error(made.stderr || made.stdout);
    return made.stdout.trim().split('\n').at(-1);
  });
  await step('every table distributed as tables.json says', async () => {
    const refused = await distribute(cluster.url, () => {});
    if (refused.length > 0) throw new Error(refused.join('\n'));
    await query(cluster.url, readFileSync(new URL('outbox.sql', import.meta.url), 'utf8'));
  });
  product = await step('the product starts', () => startProduct(env));
  const relaying = step('the relay', () => relay(cluster.url, ending.signal));
  if (product) await play({ origin, step, query: (sql) => query(cluster.url, sql) });
  await step('jobs ran', async () => {
    await pause(5_000);
    const rows = await query(
      cluster.url,
      `select task_identifier as task, last_error as error from graphile_worker.jobs where last_error is not null`,
    );
    if (rows.length > 0) throw new Error(rows.map(({ task, error }) => `${task}: ${error}`).join('\n'));
  });
  await step('ledger:check', () => {
    const checked = spawnSync(process.execPath, ['server/dist/ledger-check.js'], {
      cwd: root,
      env,
      encoding: 'utf8',
    });
    if (checked.status !== 0) throw new Error(checked.stdout + checked.stderr);
    return checked.stdout.trim().split('\n').at(-1);
  });
  await step('keys across machines', async () => {
    const broken = await brokenKeys(cluster.url);
    if (broken.length > 0) throw new Error(broken.join('\n'));
  });
  ending.abort();
  await relaying;
  for (const [message, statements] of refusedBy(cluster.logs())) {
    console.log(`    ${statements.length} × ${message.slice(0, 200)}`);
    for (const each of new Set(statements)) console.log(`        ${each}`);
  }
  console.log(failed.length === 0 ? 'Everything works.' : `${failed.length} steps failed.`);
  if (values.keep) {
    console.log(`The cluster stays at ${cluster.url}, the product at ${origin}, until this is interrupted.`);
    await once(process, 'SIGINT');
  }
} finally {
  ending.abort();
  await product?.end();
  cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed.length === 0 ? 0 : 1;
