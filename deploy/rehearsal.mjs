// Rehearses what happens to a real installation, on this machine's loopback alone: two servers and a worker from a release,
// behind nginx and PgBouncer, on PostgreSQL. Under load a server is killed, the worker is killed, another release with a
// migration takes the place of the first, and a backup is taken; then the backup is restored and the ledger proved.
// Prints what became of it, and exits 1 when anything acknowledged was lost or a request failed where none may.
//   Usage: node deploy/rehearsal.mjs [release folder] [--seconds 8] [--port 4860] [--journeys] [--spec file …]
//   or:    node deploy/rehearsal.mjs [release folder] --ha [--direct] [--fault name …]
// With --ha it is deploy/ha that is rehearsed, on five machines made of network namespaces, as root: see ha/faults.mjs; with
// --direct servers reach the databases by DATABASE_URL's several hosts alone. With --journeys every journey of e2e/ is walked on it first; with --spec those of some files, and nothing else is rehearsed.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { prepareHa, rehearseHa } from './rehearsal/ha/run.mjs';
import { lostPayments, mostFrequent, startLoad } from './rehearsal/load.mjs';
import { startSite, until } from './rehearsal/site.mjs';
import { release as makeRelease } from './release.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '8' },
    port: { type: 'string', default: '4860' },
    journeys: { type: 'boolean', default: false },
    spec: { type: 'string', multiple: true, default: [] },
    ha: { type: 'boolean', default: false },
    direct: { type: 'boolean', default: false },
    fault: { type: 'string', multiple: true, default: [] },
  },
});
const seconds = Number(values.seconds);
/** A warning or worse, or a line that was not written by the log: a stack, a word of Node's. */
const GRAVE = /"level":[456]0|^(?!\{|$|Daftar is running|Messages sent)/;
const rows = [];
const wrong = [];

/** One line of the report; `holds` false is a failure of the rehearsal. */
function report(what, result, holds = true) {
  rows.push({ what, result, holds: holds ? 'yes' : 'NO' });
  console.log(`${holds ? 'ok ' : 'NO '} ${what}: ${result}`);
  if (!holds) wrong.push(what);
}

/** Checks that the user who runs the release cannot write to it. */
function isReadOnly(folder, user) {
  if (!user) {
    try {
      accessSync(folder, constants.W_OK);
      return false;
    } catch {
      return true;
    }
  }
  const find = ['find', folder, '-writable', '!', '-type', 'l', '-print', '-quit'];
  const as = ['--reuid', String(user.uid), '--regid', String(user.gid), '--clear-groups'];
  const found = spawnSync('setpriv', [...as, ...find], { encoding: 'utf8', cwd: '/' });
  return found.status === 0 && found.stdout === '';
}

/** The same release with one more migration, of a table that everybody uses. */
function nextRelease(folder) {
  const next = `${folder}-next`;
  cpSync(folder, next, { recursive: true, verbatimSymlinks: true });
  writeFileSync(
    join(next, 'server/migrations/9999_rehearsal.sql'),
    'alter table payment_links add column rehearsal text;\nalter table transactions add column rehearsal text;\n',
  );
  writeFileSync(join(next, 'RELEASE'), 'rehearsal, the next one\n');
  return next;
}

/** Failures by what they were, the most frequent first, as lines. */
function countsOf(failed) {
  const told = failed.map(({ what, why }) => `${what}: ${why.replace(/\s+/g, ' ')}`);
  return mostFrequent(told, 8).map(([each, times]) => `   ${times} × ${each}`);
}

/** What nginx and the processes had to say that is not good, the most frequent first, as lines. */
function gravestOf(site) {
  const refused = site.nginxLog().match(/\[error\] .*?(?=, client)/g) ?? [];
  const nginx = refused.map((line) => ({ what: 'nginx', why: line.replace(/^\[error\] [\d#: *]+/, '') }));
  const processes = ['worker', ...site.ports.servers].map((name) => {
    const lines = site.logOf(name).split('\n');
    const grave = lines.filter((line) => GRAVE.test(line));
    return grave.map((line) => ({
      what: name,
      why: /"msg":"([^"]*)"/.exec(line)?.[1] ?? line.slice(0, 80),
    }));
  });
  return [nginx, ...processes].flatMap(countsOf);
}

/** Runs `work` under load. @returns responses and failures during it, separate from earlier ones. */
async function during(load, work) {
  const before = { answered: load.book.answered, failed: load.book.failed.length, at: Date.now() };
  await work();
  const took = (Date.now() - before.at) / 1000;
  const answered = load.book.answered - before.answered;
  const failed = load.book.failed.slice(before.failed);
  for (const told of countsOf(failed)) console.log(told);
  return { answered, perSecond: Math.round(answered / took), failed, took };
}

/** Every acknowledged link is there exactly once, every acknowledged payment succeeded; how many of each. */
function lostOf(site, book) {
  const query = (sql) => site.psql(site.databaseUrl('daftar'), '-At', '-c', sql).trim();
  const links =
    query(`select count(*) from (values ${[...book.links.keys()].map((each) => `('${each}')`).join(',')}) a (name)
    where (select count(*) from payment_links l where l.invoice_name = a.name) <> 1`);
  const payments = query(lostPayments(book.payments));
  return { links: Number(links), payments: Number(payments) };
}

const ledgerCheck = (release, databaseUrl, env) =>
  spawnSync(process.execPath, ['server/dist/ledger-check.js'], {
    cwd: release,
    env: { ...env, DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: databaseUrl },
    encoding: 'utf8',
  });

async function rehearse(site, release) {
  report('release cannot be written by whom it runs as', release, isReadOnly(release, site.plain));
  if (values.journeys || values.spec.length > 0) {
    const walked = await walkJourneys(site, release);
    report('journeys through nginx and PgBouncer', walked.said, walked.ok);
    for (const line of gravestOf(site)) console.log(line);
  }
  if (values.spec.length > 0) return;
  const load = await startLoad(site.origin);
  const quiet = await during(load, () => pause(seconds * 1000));
  report('load', `${quiet.perSecond} requests/s, ${quiet.failed.length} failed`, quiet.failed.length === 0);

  const [first] = site.ports.servers;
  const killed = await during(load, async () => {
    site.kill(first);
    await pause(seconds * 500);
    site.start(first);
    await until('the server after its kill', () => site.readyAt(first));
    await pause(seconds * 500);
  });
  // What was on its way in the one that died is lost to its client: eight clients, one request each. A 503 is an answer:
  // nothing of that request was done.
  const shed = killed.failed.filter(({ why }) => why.startsWith('503')).length;
  const cut = killed.failed.length - shed;
  const met = `${killed.answered} answered, ${cut} cut off in flight, ${shed} told 503`;
  report('a server killed (-9) and started again', met, cut <= 8);

  const without = await during(load, async () => {
    site.kill('worker');
    await pause(seconds * 250);
    site.start('worker');
    await until('the worker after its kill', () => site.readyAt(site.ports.metrics.worker));
    await pause(seconds * 250);
  });
  report(
    'the worker killed (-9) and started again',
    `${without.failed.length} failed`,
    without.failed.length === 0,
  );

  const next = nextRelease(release);
  try {
    const upgraded = await during(load, () =>
      run('sh', [join(root, 'deploy/upgrade.sh'), next], site.upgradeEnv),
    );
    const said = `${upgraded.took.toFixed(1)} s, ${upgraded.answered} answered, ${upgraded.failed.length} failed`;
    report('another release with a migration, under load', said, upgraded.failed.length === 0);
    const columns = site.psql(
      site.databaseUrl('daftar'),
      '-At',
      '-c',
      "select count(*) from information_schema.columns where column_name = 'rehearsal'",
    );
    report('its migration is in force', `${columns.trim()} columns`, columns.trim() === '2');

    const backups = join(site.folder, 'backups');
    const env = { ...site.env, BACKUP_DIR: backups, PATH: `${site.bin}:${process.env.PATH}` };
    let backup = '';
    const backed = await during(load, async () => {
      backup = (await run('sh', [join(next, 'deploy/backup.sh')], env)).trim();
    });
    report(
      'a backup under load',
      `${backed.took.toFixed(1)} s, ${backed.failed.length} failed`,
      backed.failed.length === 0,
    );
    const acknowledgedAtBackup = load.book.links.size;
    await load.end();

    const { book } = load;
    const lost = lostOf(site, book);
    report('links acknowledged', `${book.links.size}, ${lost.links} lost or doubled`, lost.links === 0);
    report('payments acknowledged', `${book.payments.length}, ${lost.payments} lost`, lost.payments === 0);
    const waiting = `select count(*) from graphile_worker._private_jobs where run_at <= now()`;
    const depth = () => Number(site.psql(site.databaseUrl('daftar'), '-At', '-c', waiting));
    await until('the queue to be empty', () => depth() === 0).catch(() => {});
    report('jobs left behind', String(depth()), depth() === 0);
    const live = ledgerCheck(next, site.databaseUrl('daftar'), site.env);
    report('ledger', live.stdout.trim() || live.stderr.trim(), live.status === 0);

    site.psql(site.admin, '-c', 'create database restored owner daftar');
    const target = site.databaseUrl('restored');
    const restoreEnv = {
      ...env,
      DATABASE_URL: target,
      DATABASE_DIRECT_URL: target,
      DAFTAR_DATA_DIR: join(site.folder, 'restored'),
    };
    const restored = await run('sh', [join(next, 'deploy/restore.sh'), backup], restoreEnv);
    report('backup restored, ledger', restored.trim());
    const there = Number(site.psql(target, '-At', '-c', 'select count(*) from payment_links'));
    report('links in it', `${there} of ${book.links.size}`, there > 0 && there <= acknowledgedAtBackup + 8);
    const again = spawnSync('sh', [join(next, 'deploy/restore.sh'), backup], {
      env: restoreEnv,
      encoding: 'utf8',
    });
    report('a second restore into it is refused', again.stderr.trim().slice(0, 60), again.status !== 0);
    for (const line of gravestOf(site)) console.log(line);
    const errors = site
      .nginxLog()
      .split('\n')
      .filter((line) => /\[(crit|alert|emerg)\]/.test(line));
    report('grave lines in nginx’s log', String(errors.length), errors.length === 0);
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
}

/** Runs a program while the load goes on. @returns what it printed. */
function run(command, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.on('data', (part) => {
      said += part;
    });
    child.once('exit', (code) =>
      code === 0 ? resolve(said) : reject(new Error(`${args[0]} ended with ${code}`)),
    );
  });
}

/** The journeys of `e2e/`, against the whole site instead of a server of their own. */
async function walkJourneys(site, release) {
  const env = {
    ...process.env,
    ...site.env,
    NODE_ENV: 'test',
    DAFTAR_JOURNEYS_URL: site.origin,
    DAFTAR_JOURNEYS_RELEASE: release,
  };
  const args = ['test', '-c', 'e2e/playwright.config.ts', '--reporter=line', ...values.spec];
  const cli = 'node_modules/@playwright/test/cli.js';
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (part) => {
    said += part;
  });
  const code = await new Promise((done) => child.once('exit', done));
  const counts = said.match(/\d+ (?:passed|failed|flaky|skipped|did not run)/g) ?? [];
  if (code !== 0) console.log(said.slice(-12_000));
  return { ok: code === 0, said: counts.join(', ') };
}

const scratch = mkdtempSync(join(tmpdir(), 'daftar-release-'));
let site;
const tidy = async () => {
  await site?.stop();
  rmSync(scratch, { recursive: true, force: true });
};
// Interrupted: what was started ends with us.
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    tidy().finally(() => process.exit(1));
  });
}
try {
  const faults = values.ha ? prepareHa(values.fault) : [];
  const given = positionals[0] === undefined ? null : resolve(positionals[0]);
  if (given !== null && !existsSync(join(given, 'server/dist/main.js')))
    throw new Error(`${given} is no release.`);
  const release = given ?? join(scratch, 'release');
  execFileSync('chmod', ['755', scratch]);
  if (given === null) await makeRelease(release);
  if (values.ha) {
    const { direct } = values;
    const atStart = (stop) => {
      site = { stop };
    };
    wrong.push(...(await rehearseHa({ release, faults, direct, atStart })));
  } else {
    const forJourneys = values.journeys || values.spec.length > 0;
    site = await startSite({ release, firstPort: Number(values.port), forJourneys });
    await rehearse(site, release);
    console.table(rows);
  }
} catch (error) {
  wrong.push(error.message);
  console.error(error.stack);
} finally {
  await tidy();
}
if (wrong.length > 0) console.error(`Did not hold: ${wrong.join('; ')}`);
process.exit(wrong.length === 0 ? 0 : 1);
