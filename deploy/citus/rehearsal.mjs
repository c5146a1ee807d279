// Rehearses the product on a cluster of a coordinator and two workers, one step after the other, also when one fails:
// - month: a month of live money at two processors;
// - calls: every call of the contract and every job;
// - move: the demo's data from one PostgreSQL to a distributed database, as docs/scale.md says;
// - product: on that, the server and the relay, and what merchants and payers do over HTTP;
// - upgrade: a release before this one on a distributed database, upgraded to this one, and played like the product;
// - grow: a third worker joins while payments go on, and merchants move to it;
// - fail: a worker dies under payments, then the coordinator.
// Prints what became of each, what PostgreSQL refused, and whether the books are right; exits 1 when anything failed. Needs a build
// (`npm run build`) and PostgreSQL with Citus.
//   Usage: node deploy/citus/rehearsal.mjs [month] [calls] [product] [upgrade] [grow] [fail] [--bin /usr/lib/postgresql/15/bin] [--port 5611] [--user postgres] [--keep]
// With --keep the cluster stays until this is interrupted, for a look; with --since <commit> the upgrade begins at that one, from the
// history of this repository.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { copyDatabase, query, startCluster } from './cluster.mjs';
import { readTables } from './database.mjs';
import { distributeAll, makeOutbox } from './distribute.mjs';
import { earlierRelease } from './earlier.mjs';
import { fail, grow } from './faults.mjs';
import { brokenKeys } from './keys.mjs';
import { refuseDeletes, sameEverywhere } from './machines.mjs';
import { play } from './play.mjs';
import { relay } from './relay.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    bin: { type: 'string', default: '/usr/lib/postgresql/15/bin' },
    port: { type: 'string', default: '5611' },
    user: { type: 'string', default: 'postgres' },
    keep: { type: 'boolean', default: false },
    since: { type: 'string', default: 'aa96f57a' },
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

/** Starts the product, a server with a worker. @returns where it listens, what it says, and how to end it */
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
    // What is tried to be deleted in the end is refused on purpose.
    if (/ is append-only$|^DELETE of \w+ refused: /.test(refused)) continue;
    if (refused) counts.set(refused, [...(counts.get(refused) ?? []), '']);
    else if (statement) {
      const last = [...counts.values()].at(-1);
      if (last && last.at(-1) === '') last[last.length - 1] = statement;
    }
  }
  return [...counts].sort(([, one], [, other]) => other.length - one.length);
}

const port = Number(values.port);
const plays = (part) => positionals.length === 0 || positionals.includes(part);
const folder = mkdtempSync(join(tmpdir(), 'daftar-citus-data-'));
const cluster = await startCluster({ bin: values.bin, port, user: values.user });
const origin = `http://127.0.0.1:${port + 5}`;
const env = {
  ...process.env,
  // That of the tests, which make the demo's data.
  DAFTAR_SECRET: 'a secret that only the tests know, 32+',
  DAFTAR_DEMO: 'no',
  DAFTAR_DATA_DIR: folder,
  PORT: String(port + 5),
  DAFTAR_PUBLIC_URL: origin,
};
/** Runs a program to its end. @returns the last line of what it said @throws Error with all of that */
async function run(file, args, more = {}, cwd = root) {
  const child = spawn(file, args, { cwd, env: { ...env, ...more }, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      said += part;
    });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(said);
  return said.trim().split('\n').at(-1);
}

const program = (name, url, args = [], { cwd = root } = {}) =>
  run(process.execPath, [`server/dist/${name}.js`, ...args], { DATABASE_URL: url }, cwd);

/** Plays a file of tests on a database. What failed is a step of its own. */
async function tests(what, url, file, { cwd = root } = {}) {
  const report = join(folder, 'report.json');
  const args = [
    'vitest',
    'run',
    '--config',
    'server/tests/citus/vitest.config.ts',
    '--reporter',
    'json',
    '--outputFile',
    report,
    file,
  ];
  rmSync(report, { force: true });
  const ran = await run('npx', args, { TEST_SHARED_DATABASE_URL: url }, cwd).catch((error) => error);
  const results = await step(what, () => {
    if (!existsSync(report)) throw ran;
    const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
    return testResults.flatMap(({ message, assertionResults }) => [
      ...assertionResults,
      ...(message ? [{ title: 'before and after', status: 'failed', failureMessages: [message] }] : []),
    ]);
  });
  const wrong = (results ?? []).filter(({ status }) => status !== 'passed');
  console.log(`    ${results?.length ?? 0} tests, ${wrong.length} of them not passed`);
  for (const { title, failureMessages } of wrong)
    await step(`${what}: ${title}`, () => {
      throw new Error(String(failureMessages[0]).replaceAll(/\s+/g, ' '));
    });
}

/** What is checked of the books. */
async function checks(of, url) {
  await step(`${of}: ledger:check`, () => program('ledger-check', url));
  await step(`${of}: keys across machines`, async () => {
    const broken = await brokenKeys(url);
    if (broken.length > 0) throw new Error(broken.join('\n'));
  });
  await step(`${of}: what is kept for ever refuses to be deleted`, () => refuseDeletes(url));
}

/** Plays a file of tests on a distributed database of its own, with a relay. */
async function playTests(name, what, file) {
  const url = await cluster.makeDatabase(name);
  await step(`${name}: migrations on the coordinator`, () => program('ops', url, ['migrate']));
  await step(`${name}: every table distributed as tables.json says`, async () => {
    await distributeAll(url);
    // A test says so of its own transaction, on every machine.
    await query(url, `alter database ${name} set citus.propagate_set_commands = 'local'`);
  });
  const stop = new AbortController();
  const relaying = relay(url, stop.signal);
  await tests(`${name}: ${what}`, url, file);
  stop.abort();
  await step(`${name}: the relay`, () => relaying);
  await checks(name, url);
}

/** Moves the demo's data of a release from one PostgreSQL to a distributed database. @returns its URL */
async function move(name, release = { root, distributeAll, readTables }) {
  const [alone, url] = [await cluster.makePlain(`${name}_alone`), await cluster.makeDatabase(name)];
  const at = { cwd: release.root };
  await step(`${name}: migrations on one machine`, () => program('ops', alone, ['migrate'], at));
  await tests(`${name}: the demo on one machine`, alone, 'server/demo/demo.test.ts', at);
  await step(`${name}: a backup, restored on the coordinator`, () => copyDatabase(values.bin, alone, url));
  await step(`${name}: every table distributed with its rows`, () => release.distributeAll(url));
  await step(`${name}: as many rows as before`, async () => {
    const [before, after] = [await rowsOf(alone, release), await rowsOf(url, release)];
    return sameRows(before, after);
  });
  return url;
}

/** @returns how many rows each table has; of some merchants, if they are given. */
function rowsOf(url, release = { readTables }, merchants = undefined) {
  const { tables } = release.readTables();
  const names = merchants ? tables.distributed : Object.values(tables).flat();
  const whose = merchants ? ` where merchant_id = any ('{${merchants}}'::bigint[])` : '';
  return query(
    url,
    names
      .map((name) => `select '${name}' as name, count(*)::int as n from ${name}${whose}`)
      .join(' union all '),
  );
}

/** @returns how many rows there are @throws Error naming the tables that have more or fewer than before */
function sameRows(before, after) {
  const now = new Map(after.map(({ name, n }) => [name, n]));
  const lost = before.filter(({ name, n }) => now.get(name) !== n);
  if (lost.length > 0) throw new Error(lost.map(({ name, n }) => `${name} ${n} ${now.get(name)}`).join());
  return String(before.reduce((sum, { n }) => sum + n, 0));
}

/** A release before this one on a distributed database, and this one's migrations there. @returns the database's URL */
async function upgrade() {
  const earlier = await step('upgrade: an earlier release from the history', () =>
    earlierRelease(root, values.since, folder, (...args) => run(...args)),
  );
  if (!earlier) return undefined;
  const url = await move('upgrade', earlier);
  const before = await rowsOf(url, earlier);
  const migrated = await step('upgrade: outbox.sql, migrations of this release', async () => {
    await makeOutbox(url);
    return program('ops', url, ['migrate']);
  });
  if (!migrated) return undefined;
  await step('upgrade: new tables distributed, outbox.sql again', () => distributeAll(url));
  await step('upgrade: as many rows as before it', async () => {
    const after = await rowsOf(url);
    return sameRows(
      before.filter(({ name }) => after.some((each) => each.name === name)),
      after,
    );
  });
  await step('upgrade: every machine has the same functions and triggers', () => sameEverywhere(url));
  return url;
}

/** Faults under payments at two servers. @param part which of faults.mjs */
async function playFaults(of, url, part) {
  const stop = new AbortController();
  const relaying = relay(url, stop.signal);
  const origins = [port + 5, port + 6].map((each) => `http://127.0.0.1:${each}`);
  const servers = await step(`${of}: two servers start`, () =>
    Promise.all(
      origins.map((each) =>
        startProduct({ ...env, DATABASE_URL: url, PORT: new URL(each).port, DAFTAR_PUBLIC_URL: origins[0] }),
      ),
    ),
  );
  const merchants = (await query(url, 'select id from merchants')).map(({ id }) => id);
  const counted = () => rowsOf(url, undefined, merchants);
  try {
    if (servers) await part({ cluster, url, origins, step, counted });
  } finally {
    stop.abort();
    await step(`${of}: the relay`, () => relaying);
    await Promise.all((servers ?? []).map((each) => each.end()));
  }
  await checks(of, url);
}

/** The server and the relay on a database that has rows, and what merchants and payers do. */
async function playProduct(of, url) {
  const stop = new AbortController();
  const product = await step(`${of}: the product starts`, () => startProduct({ ...env, DATABASE_URL: url }));
  const relaying = relay(url, stop.signal);
  try {
    if (product) await play({ origin, step, query: (sql) => query(url, sql) });
    await step(`${of}: jobs ran`, async () => {
      await pause(5_000);
      const rows = await query(
        url,
        `select task_identifier as task, last_error as error from graphile_worker.jobs where last_error is not null`,
      );
      if (rows.length > 0) throw new Error(rows.map(({ task, error }) => `${task}: ${error}`).join('\n'));
    });
    await checks(of, url);
    if (values.keep) {
      console.log(`The cluster stays at port ${port}, the product at ${origin}, until this is interrupted.`);
      await once(process, 'SIGINT');
    }
  } finally {
    stop.abort();
    await step(`${of}: the relay`, () => relaying);
    await product?.end();
  }
}

try {
  if (plays('month')) await playTests('month', 'a month of live money', 'server/src/month.test.ts');
  if (plays('calls'))
    await playTests('calls', 'every call and every job', 'server/tests/citus/everything.play.ts');
  if (['product', 'move', 'grow', 'fail'].some(plays)) {
    const url = await move('daftar');
    await checks('move', url);
    if (plays('product')) await playProduct('product', url);
    if (plays('grow')) await playFaults('grow', url, grow);
    if (plays('fail')) await playFaults('fail', url, fail);
  }
  if (plays('upgrade')) {
    const url = await upgrade();
    if (url) await playProduct('upgrade', url);
  }
  for (const [message, statements] of refusedBy(cluster.logs())) {
    console.log(`    ${statements.length} × ${message.slice(0, 200)}`);
    for (const each of new Set(statements)) console.log(`        ${each}`);
  }
  console.log(failed.length === 0 ? 'Everything works.' : `${failed.length} steps failed.`);
} finally {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed.length === 0 ? 0 : 1;
