import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { isAlive } from '../../src/platform/before-start.mjs';
import { findBinaries } from '../../src/platform/db/binaries.ts';
import { clusterUser, initCluster, startCluster } from '../../src/platform/db/cluster.ts';
import { connect, type Sql } from '../../src/platform/db/connect.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { serverUser } from '../../src/platform/db/run-as.ts';
import type { TestDatabase } from './platform/database.ts';

/** A primary with the complete schema, and a standby that streams from it. */
export interface Pair {
  /** The primary; dropping it ends both. */
  database: TestDatabase;
  standbyUrl: string;
  /** Asks the standby itself. */
  standby: Sql;
  /** Kills the standby's server. */
  killStandby(): Promise<void>;
}

/** Without waiting for the disk: nobody needs what is written after the test. */
const FAST = { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' };

/** Starts a primary and a copy of it as its standby: two real servers, in some seconds. */
export async function startPair(): Promise<Pair> {
  const runAs = serverUser();
  const folder = mkdtempSync(join(tmpdir(), 'daftar-pair-'));
  if (runAs) chownSync(folder, runAs.uid, runAs.gid);
  chmodSync(folder, 0o700);
  const binaries = findBinaries(runAs);
  const password = randomBytes(12).toString('hex');
  const [directory, copy] = [join(folder, 'primary'), join(folder, 'standby')];
  initCluster({ binaries, directory, runAs, password, sync: false });
  // A cluster that never ran is a base backup of itself.
  execFileSync('cp', ['-a', directory, copy]);
  writeFileSync(join(copy, 'standby.signal'), '');
  if (runAs) chownSync(join(copy, 'standby.signal'), runAs.uid, runAs.gid);
  const start = (of: string, settings: Record<string, string>) =>
    startCluster({
      binaries,
      directory: of,
      runAs,
      logFile: `${of}.log`,
      settings: { ...FAST, ...settings },
    });
  const urlAt = (port: number) => `postgres://${clusterUser}:${password}@127.0.0.1:${port}/postgres`;
  const primary = await start(directory, {});
  const conninfo = `host=127.0.0.1 port=${primary.port} user=${clusterUser} password=${password}`;
  const follower = await start(copy, { primary_conninfo: conninfo, hot_standby_feedback: 'on' });
  const url = urlAt(primary.port);
  await migrate(url);
  const sql = connect(url, { max: 5, applicationName: 'daftar test', statementTimeoutMs: 60_000 });
  const standby = connect(urlAt(follower.port), { max: 1, applicationName: 'daftar test' });
  const kill = async (pid: number) => {
    if (isAlive(pid)) process.kill(pid, 'SIGQUIT');
    await vi.waitUntil(() => !isAlive(pid), { timeout: 10_000 });
  };
  return {
    database: {
      url,
      sql,
      async drop() {
        await Promise.all([sql, standby].map((each) => each.end({ timeout: 1 })));
        await Promise.all([primary.pid, follower.pid].map(kill));
        rmSync(folder, { recursive: true, force: true });
      },
    },
    standbyUrl: urlAt(follower.port),
    standby,
    killStandby: () => kill(follower.pid),
  };
}
