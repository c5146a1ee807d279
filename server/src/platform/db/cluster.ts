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
import { clearStalePid, readPostmaster, stopAtExit } from './postmaster.ts';
import { EmbeddedDatabaseError, identity, type RunAs } from './run-as.ts';

/** The name of the embedded cluster's superuser and of its database. */
export const clusterUser = 'daftar';

/** Forces English messages, because they are parsed below. On macOS the server does not start without LC_ALL. */
const environment = { ...process.env, LC_ALL: 'C', LANG: 'C' };

/** Creates an empty cluster in `directory`, which must not exist yet; see {@link startCluster}. */
export function initCluster(options: {
  binaries: Binaries;
  directory: string;
  runAs: RunAs | undefined;
  password: string;
  /** False only for temporary clusters: data may be lost when the machine, not just the process, crashes. */
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
 * Returns initdb's locale options. Text sorts by code point on every machine, so that no index depends on its C library.
 * Only character classes (LC_CTYPE) come from that library, for pg_trgm: under plain `C` no Arabic character is a letter,
 * and a search for an Arabic name would read every row.
 */
function locale(major: number): string[] {
  const letters = process.platform === 'linux' ? 'C.UTF-8' : 'C';
  if (major < 17) return [`--locale=${letters}`];
  return ['--locale=C', `--lc-ctype=${letters}`, '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
}

/** A running embedded server. */
export interface Cluster {
  pid: number;
  port: number;
}

/**
 * Starts a cluster's server on the loopback interface, and on a socket inside the directory if that path is short enough;
 * resolves when it accepts connections. The server runs in its own session: a Ctrl-C for this process does not reach it.
 * It is stopped when this process exits, but keeps running when this process is killed by SIGKILL.
 */
export async function startCluster(options: {
  binaries: Binaries;
  directory: string;
  runAs: RunAs | undefined;
  logFile: string;
  /** Tried first, so that a saved connection string keeps working. */
  preferredPort?: number;
  settings?: Record<string, string>;
  /** Called when the server process has been spawned and remains to be awaited. */
  onSpawn?: () => void;
}): Promise<Cluster> {
  // The preferred port is not checked first: it is usually free, and otherwise the server reports it.
  let port = options.preferredPort ?? (await freePort());
  for (let attempt = 1; ; attempt++) {
    const outcome = await startOnce(options, port);
    if (typeof outcome === 'object') return outcome;
    if (attempt === 5 || !/Address already in use|shared memory block .* is still in use/.test(outcome)) {
      throw new EmbeddedDatabaseError(
        `The database in ${options.directory} did not start: ${reason(outcome)} (see ${options.logFile})`,
      );
    }
    // Another process has taken the port, or processes of a killed server are still exiting.
    await pause(100);
    port = await freePort();
  }
}

/** Returns the cluster, or the server's output when it did not start. */
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
    // The value that a larger server would choose: a long import then writes its WAL in large chunks, not page by page.
    wal_buffers: '16MB',
    max_connections: '100',
    // A payment uses ninety tables and indexes; up to this number a process records their locks locally, where no other
    // process waits for it.
    max_locks_per_transaction: '256',
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
  if (child.pid !== undefined) stopAtExit(child.pid, () => !hasEnded(child));
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

/** Returns the unix socket's folder: the cluster's own, which is private. Undefined if the socket's path is too long. */
export function socketDirectory(directory: string): string | undefined {
  return process.platform !== 'win32' && join(directory, '.s.PGSQL.65535').length < 100
    ? directory
    : undefined;
}

/** Returns a port of this machine on which nobody listens, for callers that must know it before they start. */
export async function freePort(): Promise<number> {
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

/** Extracts the error message from the output of initdb or postgres. */
function reason(output: string): string {
  if (/No space left on device/.test(output)) return 'the disk is full.';
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const telling =
    lines.findLast((line) => /\b(FATAL|PANIC|error):/.test(line)) ?? lines.at(-1) ?? 'no reason given';
  return telling.replace(/^.*\b(FATAL|PANIC|error):\s*/, '').trim();
}
