import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Binaries, findBinaries } from './binaries.ts';
import { clusterUser, initCluster, socketDirectory, startCluster } from './cluster.ts';
import { DataDirInUse, lockDataDir } from './data-dir-lock.ts';
import {
  choosePlace,
  isPlaceOf,
  type Place,
  prepareParent,
  readRecord,
  type ServerRecord,
  writeRecord,
} from './data-place.ts';
import { readPostmaster, stopAtExit, stopCluster } from './postmaster.ts';
import { EmbeddedDatabaseError, identity } from './run-as.ts';

export { DataDirInUse } from './data-dir-lock.ts';
export { EmbeddedDatabaseError } from './run-as.ts';

/** A running embedded database. */
export interface Embedded {
  /** For `connect`, psql, pgbench and pg alike. */
  url: string;
  /** Stops the server and releases the data folder; idempotent. */
  stop(): Promise<void>;
}

/** Connection data of a data folder's running server. */
export interface ConnectionInfo {
  url: string;
  pid: number;
  port: number;
  /** The cluster's folder. */
  directory: string;
}

/**
 * Starts PostgreSQL on `<dataDir>/postgres`, creating it the first time (about a second), and resolves with its URL.
 *
 * The folder contains `postgres/` (the cluster), `postgres.log`, `postgres.json` (port and password, mode 0600) and
 * `daftar.lock`. The server listens on 127.0.0.1 with a random password, on the port of the last start if that is free,
 * and on a unix socket inside the cluster, which is a fifth faster: the URL names the socket as `?host=<folder>`, and
 * works over TCP without that part. fsync is on, the encoding UTF-8, the sort order by code point, the time zone UTC.
 *
 * One server and one Daftar per folder: a server still running after its Daftar was killed is taken over.
 *
 * @throws DataDirInUse when another Daftar uses the folder
 * @throws EmbeddedDatabaseError for anything a person can fix: folder, disk, version, binaries, user
 */
export async function startEmbedded(options: {
  dataDir: string;
  log: (line: string) => void;
  /** Called when the server process has been spawned: the caller can use the CPU while it starts. */
  onSpawn?: () => void;
}): Promise<Embedded> {
  const asked = resolve(options.dataDir);
  let unlock = () => {};
  try {
    makeFolder(asked);
    const dataDir = realpathSync(asked);
    unlock = lockDataDir(dataDir);
    const place = choosePlace(dataDir);
    const { url, pid, directory } =
      (await adopt(dataDir, place, options.log)) ?? (await start(dataDir, place, options));
    let stopping: Promise<void> | undefined;
    const stop = () => {
      // If the server has died, its pid may belong to another process by now.
      const runs = readPostmaster(directory)?.pid === pid;
      stopping ??= (runs ? stopCluster(pid) : Promise.resolve()).finally(unlock);
      return stopping;
    };
    return { url, stop };
  } catch (error) {
    unlock();
    throw inOneSentence(error, asked);
  }
}

/** Returns the running server of a data folder, or undefined. */
export function connectionInfo(dataDir: string): ConnectionInfo | undefined {
  if (!existsSync(dataDir)) return undefined;
  const folder = realpathSync(dataDir);
  const record = readRecord(folder);
  if (!record || !isPlaceOf(folder, record.directory)) return undefined;
  const running = readPostmaster(record.directory);
  if (!running?.ready) return undefined;
  const { directory, password } = record;
  return { url: urlOf(directory, password, running.port), pid: running.pid, port: running.port, directory };
}

/**
 * Opens the database of a data folder for a tool: the running server, else a new one, which `close` stops.
 *
 * @throws EmbeddedDatabaseError when the folder holds no database, or cannot be opened
 */
export async function openDataDir(
  dataDir: string,
  log: (line: string) => void = () => {},
): Promise<{ url: string; close(): Promise<void> }> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const running = connectionInfo(dataDir);
    if (running) return { url: running.url, close: async () => {} };
    if (!existsSync(join(dataDir, 'postgres.json'))) {
      throw new EmbeddedDatabaseError(`There is no database in ${resolve(dataDir)}.`);
    }
    try {
      const { url, stop } = await startEmbedded({ dataDir, log });
      return { url, close: stop };
    } catch (error) {
      // Another Daftar is starting or stopping the server.
      if (!(error instanceof DataDirInUse) || Date.now() > deadline) throw error;
      await pause(50);
    }
  }
}

interface Running {
  url: string;
  pid: number;
  directory: string;
}

/** Takes over the running server of a killed Daftar, or stops it when it rejects the recorded password. */
async function adopt(
  dataDir: string,
  { directory, exists }: Place,
  log: (line: string) => void,
): Promise<Running | undefined> {
  if (!exists) return undefined;
  const record = readRecord(dataDir);
  let running = readPostmaster(directory);
  while (running && !running.ready && running.status !== 'stopping') {
    await pause(10);
    running = readPostmaster(directory);
  }
  if (!running) return undefined;
  if (record && running.ready) {
    const url = urlOf(directory, record.password, running.port);
    const opened = await ensureDatabase(url).then(
      () => true,
      () => false,
    );
    if (opened) {
      log(`Took over the database that was still running in ${directory}`);
      writeRecord(dataDir, { ...record, directory, port: running.port, pid: running.pid });
      const { pid } = running;
      stopAtExit(pid, () => readPostmaster(directory)?.pid === pid);
      return { url, pid: running.pid, directory };
    }
  }
  log(`Stopping the database that was still running in ${directory}`);
  await stopCluster(running.pid);
  return undefined;
}

async function start(
  dataDir: string,
  place: Place,
  { log, onSpawn }: Pick<Parameters<typeof startEmbedded>[0], 'log' | 'onSpawn'>,
): Promise<Running> {
  const { directory, runAs } = place;
  if (place.relocated) {
    log(`The database of ${dataDir} is kept in ${directory}, because PostgreSQL does not run as root`);
  }
  const binaries = findBinaries(runAs, place.exists ? majorOf(directory) : undefined);
  const record = place.exists ? await recordOf(dataDir, place, binaries) : create(dataDir, place, binaries);
  const { pid, port } = await startCluster({
    binaries,
    directory,
    runAs,
    logFile: join(dataDir, 'postgres.log'),
    ...(record.port ? { preferredPort: record.port } : {}),
    ...(onSpawn ? { onSpawn } : {}),
  });
  const url = urlOf(directory, record.password, port);
  try {
    writeRecord(dataDir, { ...record, port, pid });
    await ensureDatabase(url);
  } catch (error) {
    await stopCluster(pid);
    throw error;
  }
  return { url, pid, directory };
}

/** Creates a cluster and moves it into place by one rename, so that an incomplete one is never opened. */
function create(dataDir: string, place: Place, binaries: Binaries): ServerRecord {
  const record = { directory: place.directory, password: randomBytes(18).toString('hex') };
  prepareParent(dataDir, place);
  const unfinished = `${place.directory}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  try {
    initCluster({ binaries, directory: unfinished, runAs: place.runAs, password: record.password });
    writeRecord(dataDir, record);
    renameSync(unfinished, place.directory);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return record;
}

/** Returns the record of an existing cluster. Without one, resets the password in PostgreSQL's single-user mode. */
async function recordOf(dataDir: string, place: Place, binaries: Binaries): Promise<ServerRecord> {
  const record = readRecord(dataDir);
  if (record) return { ...record, directory: place.directory };
  const password = randomBytes(18).toString('hex');
  const result = spawnSync(join(binaries.bin, 'postgres'), ['--single', '-D', place.directory, 'postgres'], {
    ...identity(place.runAs),
    cwd: '/',
    input: `alter role ${clusterUser} password '${password}'\n`,
    encoding: 'utf8',
  });
  if (result.status !== 0) {
    throw new EmbeddedDatabaseError(
      `The password of the database in ${place.directory} is lost (postgres.json is missing) and could not be set anew.`,
    );
  }
  return { directory: place.directory, password };
}

function majorOf(directory: string): number {
  return Number.parseInt(readFileSync(join(directory, 'PG_VERSION'), 'utf8'), 10);
}

function urlOf(directory: string, password: string, port: number): string {
  const socket = socketDirectory(directory);
  const query = socket ? `?host=${encodeURIComponent(socket)}` : '';
  return `postgres://${clusterUser}:${password}@127.0.0.1:${port}/${clusterUser}${query}`;
}

/** Connects to the server and creates the database if it is missing. Rejects when the connection fails. */
async function ensureDatabase(url: string): Promise<void> {
  try {
    await query(url, 'select 1');
  } catch (error) {
    if ((error as { code?: string }).code !== '3D000') throw error;
    const maintenance = new URL(url);
    maintenance.pathname = '/postgres';
    await query(maintenance.href, `create database ${clusterUser}`);
  }
}

async function query(url: string, text: string): Promise<void> {
  // Imported late, so that the driver loads while the server starts.
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(text);
  } finally {
    await client.end();
  }
}

/** Creates a folder and its parents one by one, because Node's `recursive` never returns under /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder) && statSync(folder).isDirectory()) return;
  if (!existsSync(dirname(folder))) makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    const madeMeanwhile = existsSync(folder) && statSync(folder).isDirectory();
    if (madeMeanwhile) return;
    // ENOENT although the parent exists: /proc does that.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new EmbeddedDatabaseError(
      `No folder can be made in ${dirname(folder)}: choose another data folder.`,
    );
  }
}

/** Turns an error of the operating system into an EmbeddedDatabaseError that says what to do. */
function inOneSentence(error: unknown, dataDir: string): unknown {
  if (error instanceof EmbeddedDatabaseError) return error;
  const { code } = error as NodeJS.ErrnoException;
  const sentences: Record<string, string> = {
    EACCES: `The data folder ${dataDir} cannot be written by this user: change its owner, or choose another folder.`,
    EROFS: `The data folder ${dataDir} is on a read-only file system: choose another folder.`,
    ENOSPC: `The disk of the data folder ${dataDir} is full.`,
    EDQUOT: `The disk quota for the data folder ${dataDir} is used up.`,
    ENOTDIR: `The data folder ${dataDir} cannot be made, because a part of its path is a file.`,
    EEXIST: `The data folder ${dataDir} cannot be made, because there is a file of that name.`,
  };
  const sentence =
    sentences[code === 'EPERM' ? 'EACCES' : (code ?? '')] ??
    `The embedded database in ${dataDir} could not be started: ${error instanceof Error ? error.message : error}`;
  return new EmbeddedDatabaseError(sentence, { cause: error });
}
