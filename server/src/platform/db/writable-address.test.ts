/** Several hosts in one database URL, on a primary and a real standby. */
import { chmodSync, chownSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { loadConfig } from '../../config.ts';
import { connectGuardedPool, type GuardedPool } from '../../pools.ts';
import { processorsOf } from '../../processors/registry.ts';
import { addJob } from '../jobs/jobs.ts';
import { startWorker } from '../jobs/worker.ts';
import { systemClock } from '../time/clock.ts';
import { findBinaries } from './binaries.ts';
import { clusterUser, freePort, initCluster, startCluster } from './cluster.ts';
import { connect } from './connect.ts';
import { copiesOf } from './copies.ts';
import { serverUser } from './run-as.ts';
import { writableAddress } from './writable-address.ts';

const password = 'only-for-this-test';
const at = (port: number) => `postgres://${clusterUser}:${password}@127.0.0.1:${port}/postgres`;
const runAs = serverUser();
const folder = mkdtempSync(join(tmpdir(), 'daftar-hosts-'));
/** A job with a queue is added by the queue's own function, because these databases lack the product's functions. */
const QUEUE = { queue: 'work' };
const pids = new Set<number>();
let primary: { pid: number; port: number };
let standby: { pid: number; port: number };
let url: string;

async function start(name: string, settings: Record<string, string>) {
  const cluster = await startCluster({
    binaries: findBinaries(runAs),
    directory: join(folder, name),
    runAs,
    logFile: join(folder, `${name}.log`),
    settings: { fsync: 'off', ...settings },
  });
  pids.add(cluster.pid);
  return cluster;
}

function stop(pid: number): void {
  process.kill(pid, 'SIGQUIT');
  pids.delete(pid);
}

beforeAll(async () => {
  if (runAs) chownSync(folder, runAs.uid, runAs.gid);
  chmodSync(folder, 0o700);
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  initCluster({ binaries: findBinaries(runAs), directory: first, runAs, password, sync: false });
  // A standby is a copy of the cluster from before its first start, and follows it from then on.
  cpSync(first, second, { recursive: true, preserveTimestamps: true });
  writeFileSync(join(second, 'standby.signal'), '');
  for (const each of ['', ...(readdirSync(second, { recursive: true }) as string[])])
    if (runAs) chownSync(join(second, each), runAs.uid, runAs.gid);
  chmodSync(second, 0o700);
  primary = await start('first', {});
  const source = `host=127.0.0.1 port=${primary.port} user=${clusterUser} password=${password}`;
  standby = await start('second', { primary_conninfo: source });
  const dead = await freePort();
  const hosts = [standby.port, dead, primary.port].map((port) => `127.0.0.1:${port}`).join(',');
  url = `postgres://${clusterUser}:${password}@${hosts}/postgres?target_session_attrs=read-write`;
});
afterAll(() => {
  for (const pid of pids) process.kill(pid, 'SIGQUIT');
  rmSync(folder, { recursive: true, force: true });
});

test('pools, what listens, the queue and probes work on the host that takes writes, and follow a switchover by themselves', async () => {
  expect(await writableAddress(url)).toBe(at(primary.port));
  await runMigrations({ connectionString: await writableAddress(url) });
  const log = pino({ level: 'silent' });
  const config = loadConfig({});
  const guarded: GuardedPool = connectGuardedPool(config, url, log);
  const { sql } = guarded;
  await sql`create table write_probe (one boolean primary key default true, at timestamptz not null)`;
  const ran: string[] = [];
  const app = { db: sql, pool: sql, clock: systemClock, config, log, processors: processorsOf([]) };
  const handlers = { work: async (_app: unknown, { name }: { name: string }) => void ran.push(name) };
  const worker = await startWorker(app, url, { handlers, sockets: guarded.sockets });
  const heard: string[] = [];
  await sql.listen('changes', (what) => heard.push(what));
  /** Repeats a notification until it is received, because notifications without a listener are lost. */
  const saysUntilHeard = (what: string) =>
    vi.waitUntil(
      async () => {
        await sql.notify('changes', what).catch(() => {});
        return heard.includes(what);
      },
      { timeout: 100_000, interval: 100 },
    );
  try {
    await saysUntilHeard('before');
    await addJob(sql, 'work', { name: 'before' }, QUEUE);
    await vi.waitUntil(() => ran.includes('before'), { timeout: 100_000 });

    const other = connect(at(standby.port), { max: 1 });
    await vi.waitUntil(async () => (await other`select to_regclass('write_probe') as there`)[0]?.there, {
      timeout: 100_000,
    });
    await sql`create table upkeep (what text, at timestamptz, seconds float8)`;
    const copies = () => copiesOf(sql);
    await vi.waitUntil(async () => (await copies()).replication?.standbys === 1, { timeout: 100_000 });
    expect(await copies()).toMatchObject({
      replication: { synchronous: 0 },
      archivedSeconds: null,
      upkeep: [],
    });

    stop(primary.pid);
    await other`select pg_promote()`;
    await other.end();

    // A query may fail while its connection is lost, as in every outage.
    const added = () =>
      addJob(sql, 'work', { name: 'after' }, QUEUE).then(
        () => true,
        () => false,
      );
    await vi.waitUntil(added, { timeout: 100_000, interval: 100 });
    await vi.waitUntil(() => ran.includes('after'), { timeout: 100_000 });
    await saysUntilHeard('after');
    expect((await sql`select inet_server_port() as port`)[0]?.port).toBe(standby.port);
  } finally {
    await worker.stop();
    guarded.writes.stop();
    guarded.breaker.stop();
    for (const each of [sql, guarded.limitsPool, guarded.patientPool, guarded.decisionPool])
      await each.end({ timeout: 0 });
  }
});

test('without any host that takes writes a query fails at once, with a code that means: the database is away', async () => {
  const [one, two] = [await freePort(), await freePort()];
  const nobody = `postgres://x@127.0.0.1:${one},127.0.0.1:${two}/postgres?target_session_attrs=read-write`;
  await expect(writableAddress(nobody)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  const sql = connect(nobody, { max: 1 });
  await expect(sql`select 1`).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await sql.end({ timeout: 0 });
});
