import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { clearStalePid, readPostmaster } from './postmaster.ts';
import { EmbeddedDatabaseError, identity, type RunAs } from './run-as.ts';

/** The superuser of a cluster of ours, and the name of its database. */
export const clusterUser = 'daftar';

/** Messages in English whatever the machine's language: we read them. A mac needs LC_ALL to start at all. */
const environment = { ...process.env, LC_ALL: 'C', LANG: 'C' };

/** Creates an empty cluster in `directory`, which must not exist yet; see {@link startCluster}. */
export function initCluster(options: {
  binaries: Binaries;
  directory: string;
  runAs: RunAs | undefined;
  password: string;
  /** False only for throw-away clusters: what was written may be lost when the machine, not the process, dies. */
  sync?: boolean;
}): void {
  const { binaries, directory, runAs } = options;
  const passwordFile = `${directory}.password`;
  try {
    mkdirSync(directory, { mode: 0o700 });
    writeFileSync(passwordFile, options.password, { mode: 0o600 });
    if (runAs) for (const path of [directory, passwordFile]) chownSync(path, runAs.uid, runAs.gid);
    const result = spawnSync(
      join(binaries.bin, 'initdb'),
      [
        `--pgdata=${directory}`,
        `--username=${clusterUser}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        ...locale(binaries.major),
        '--no-instructions',
        ...(options.sync === false ? ['--no-sync'] : []),
      ],
      { ...identity(runAs), cwd: '/', env: environment, encoding: 'utf8' },
    );
    if (result.status !== 0) {
      throw new EmbeddedDatabaseError(
        `The database could not be created in ${directory}: ${reason(result.stderr || String(result.error))}`,
      );
    }
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/**
 * Text is ordered by code point everywhere, so that no index depends on the machine's C library. Only what is a letter is
 * asked of it, by pg_trgm: under plain `C` Arabic has none, and a search for an Arabic name would read every row.
 */
function locale(major: number): string[] {
  const letters = process.platform === 'linux' ? 'C.UTF-8' : 'C';
  if (major < 17) return [`--locale=${letters}`];
  return ['--locale=C', `--lc-ctype=${letters}`, '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
}

/** A running cluster. */
export interface Cluster {
  pid: number;
  port: number;
}

/**
 * Starts the server of a cluster on the loopback interface, and on a socket inside the directory where its path is
 * short enough, and resolves when it accepts connections. It runs in a session of its own: a Ctrl-C meant for us does
 * not reach it, and it outlives us when we are killed.
 */
export async function startCluster(options: {
  binaries: Binaries;
  directory: string;
  runAs: RunAs | undefined;
  logFile: string;
  /** Tried first, so that a connection string noted by somebody keeps working. */
  preferredPort?: number;
  settings?: Record<string, string>;
  /** The server's process was started; from here on there is only waiting for it. */
  onSpawn?: () => void;
}): Promise<Cluster> {
  // Not looked at before it is used: the server finds out by itself, and mostly it is free.
  let port = options.preferredPort ?? (await freePort());
  for (let attempt = 1; ; attempt++) {
    const outcome = await startOnce(options, port);
    if (typeof outcome === 'object') return outcome;
    if (attempt === 5 || !/Address already in use|shared memory block .* is still in use/.test(outcome)) {
      throw new EmbeddedDatabaseError(
        `The database in ${options.directory} did not start: ${reason(outcome)} (see ${options.logFile})`,
      );
    }
    // Somebody took the port since we looked, or processes of a killed server are still ending.
    await pause(100);
    port = await freePort();
  }
}

/** The cluster, or what the server wrote before it gave up. */
async function startOnce(
  options: Parameters<typeof startCluster>[0],
  port: number,
): Promise<Cluster | string> {
  const { binaries, directory, runAs, logFile } = options;
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: socketDirectory(directory) ?? '',
    shared_buffers: '128MB',
    // What a larger server has: a long import writes its log in few pieces instead of one page at a time.
    wal_buffers: '16MB',
    max_connections: '100',
    timezone: 'UTC',
    log_timezone: 'UTC',
    fsync: 'on',
    ...options.settings,
  };
  const log = openSync(logFile, 'a', 0o600);
  const before = fstatSync(log).size;
  clearStalePid(directory);
  const child = spawn(
    join(binaries.bin, 'postgres'),
    ['-D', directory, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...identity(runAs), cwd: '/', env: environment, detached: true, stdio: ['ignore', log, log] },
  );
  closeSync(log);
  child.unref();
  options.onSpawn?.();
  let failure: string | undefined;
  child.once('error', (error) => {
    failure = error.message;
  });
  while (failure === undefined && !hasEnded(child)) {
    const running = readPostmaster(directory);
    if (running?.ready && running.pid === child.pid) return { pid: running.pid, port };
    await pause(5);
  }
  return failure ?? readFileSync(logFile).subarray(before).toString();
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Folder of the unix socket: the cluster's own, closed to others; none where the socket's path would be too long. */
export function socketDirectory(directory: string): string | undefined {
  return process.platform !== 'win32' && join(directory, '.s.PGSQL.65535').length < 100
    ? directory
    : undefined;
}

async function freePort(): Promise<number> {
  const server = createServer();
  try {
    return await new Promise<number>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
  } finally {
    await new Promise((done) => server.close(done));
  }
}

/** The sentence that matters out of the output of initdb or postgres. */
function reason(output: string): string {
  if (/No space left on device/.test(output)) return 'the disk is full.';
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const telling =
    lines.findLast((line) => /\b(FATAL|PANIC|error):/.test(line)) ?? lines.at(-1) ?? 'no reason given';
  return telling.replace(/^.*\b(FATAL|PANIC|error):\s*/, '').trim();
}
