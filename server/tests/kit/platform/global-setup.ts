import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProvidedContext } from 'vitest';
import type { TestProject } from 'vitest/node';
import { findBinaries } from '../../../src/platform/db/binaries.ts';
import { clusterUser, initCluster, socketDirectory, startCluster } from '../../../src/platform/db/cluster.ts';
import { connect, type Sql } from '../../../src/platform/db/connect.ts';
import { migrate } from '../../../src/platform/db/migrate.ts';
import { serverUser } from '../../../src/platform/db/run-as.ts';
import { urlOf } from './database.ts';
import { partitionedSources } from './partitioned.ts';

/** The server and template of a run, for all projects that use them. */
interface Run {
  database: ProvidedContext['testDatabase'];
  end(): Promise<void>;
}

/**
 * Runs by their Vitest instance, with the number of projects using them. Global, because every project loads this
 * module anew.
 */
const shared = globalThis as { daftarRuns?: WeakMap<object, { run: Promise<Run>; users: number }> };

/**
 * Runs once for each project with a database. The first one starts a server (a temporary cluster, or the one at
 * TEST_DATABASE_URL) and creates a template database with the schema, which `createTestDatabase` copies. Concurrent
 * runs use random names. Everything is removed at the end, even after a kill: the cluster by a watchdog, databases on a
 * shared server by the next run. TEST_PARTITIONS=4 partitions every merchant's table.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.daftarRuns ??= new WeakMap();
  const known = shared.daftarRuns.get(project.vitest) ?? { run: start(), users: 0 };
  shared.daftarRuns.set(project.vitest, known);
  known.users += 1;
  const { database, end } = await known.run;
  project.provide('testDatabase', database);
  return async () => {
    known.users -= 1;
    if (known.users === 0) await end();
  };
}

async function start(): Promise<Run> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? { url: given, stop: async () => {} } : await startThrowAway();
  const partitions = Number(process.env.TEST_PARTITIONS ?? 0);
  const sources = partitions > 0 ? partitionedSources(partitions) : undefined;
  const run = randomBytes(6).toString('hex');
  const template = `daftar_template_${run}`;
  // This connection shows that the run is alive; see dropAbandoned.
  const keeper = connect(server.url, { max: 1, applicationName: `daftar run ${run}`, statementTimeoutMs: 0 });
  const end = async () => {
    if (sources) rmSync(sources, { recursive: true, force: true });
    if (given) await dropDatabases(keeper, (name) => name.includes(run));
    await keeper.end({ timeout: 1 });
    await server.stop();
  };
  try {
    await keeper`select 1`;
    if (given) await dropAbandoned(keeper);
    await keeper.unsafe(`create database ${template}`);
    await migrate(urlOf(server.url, template), { sources });
  } catch (error) {
    await end();
    throw error;
  }
  return { database: { adminUrl: server.url, template }, end };
}

/** Starts a cluster in a temporary folder, without fsync; it is removed however the process ends. */
async function startThrowAway(): Promise<{ url: string; stop(): Promise<void> }> {
  const runAs = serverUser();
  const folder = mkdtempSync(join(tmpdir(), 'daftar-test-'));
  if (runAs) {
    chownSync(folder, runAs.uid, runAs.gid);
    chmodSync(folder, 0o700);
  }
  const binaries = findBinaries(runAs);
  const password = randomBytes(12).toString('hex');
  const directory = join(folder, 'postgres');
  initCluster({ binaries, directory, runAs, password, sync: false });
  const { pid, port } = await startCluster({
    binaries,
    directory,
    runAs,
    logFile: join(folder, 'postgres.log'),
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      autovacuum: 'off',
      // Each connection plans a statement once instead of five more times, which saves a sixth of PostgreSQL's time.
      // Tests of plans choose their own setting.
      plan_cache_mode: 'force_generic_plan',
      // Nobody reads its log, so filling tables and creating indexes writes none.
      wal_level: 'minimal',
      max_wal_senders: '0',
      max_parallel_maintenance_workers: '0',
      max_connections: '200',
    },
  });
  const socket = socketDirectory(directory);
  const query = socket ? `?host=${encodeURIComponent(socket)}` : '';
  const url = `postgres://${clusterUser}:${password}@127.0.0.1:${port}/postgres${query}`;
  return { url, stop: watchdog(pid, folder) };
}

/**
 * Starts a shell that stops the cluster and removes its folder when this process's end of a pipe closes: on request, or
 * because this process died.
 * @returns a function that requests this and resolves when it is done
 */
function watchdog(pid: number, folder: string): () => Promise<void> {
  const script =
    'cat >/dev/null; kill -INT "$1"; while kill -0 "$1" 2>/dev/null; do sleep 0.1; done; rm -rf "$2"';
  const child = spawn('/bin/sh', ['-c', script, 'sh', String(pid), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return () => {
    child.stdin.end();
    return ended;
  };
}

/** Drops the databases of killed runs on a shared server. */
async function dropAbandoned(sql: Sql): Promise<void> {
  const alive = await sql<{ run: string }[]>`
    select substr(application_name, length('daftar run ') + 1) as run
    from pg_stat_activity where application_name like 'daftar run %'`;
  await dropDatabases(sql, (name) => !alive.some(({ run }) => name.includes(run)));
}

async function dropDatabases(sql: Sql, isOurs: (name: string) => boolean): Promise<void> {
  const databases = await sql<{ name: string }[]>`
    select datname as name from pg_database where datname ~ '^daftar_(template|test)_[0-9a-f]{12}(_|$)'`;
  for (const { name } of databases.filter((database) => isOurs(database.name))) {
    await sql.unsafe(`drop database if exists ${name} with (force)`);
  }
}
