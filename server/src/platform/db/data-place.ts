import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { sharedRoot } from './binaries.ts';
import { canEnter, EmbeddedDatabaseError, type RunAs, serverUser } from './run-as.ts';

/** Where a cluster lives and whom its server runs as. */
export interface Place {
  /** The cluster: `<dataDir>/postgres`, unless root's folders are closed to the server's user. */
  directory: string;
  runAs: RunAs | undefined;
  /** Whether a cluster is there already. */
  exists: boolean;
  /** Whether it had to be put outside the data folder. */
  relocated: boolean;
}

/**
 * Chooses the cluster's place. As root the server runs as another user (the owner of existing data, else `postgres`,
 * else `nobody`); when that user cannot enter the data folder, as with a clone in a private home, the cluster goes to
 * `/var/lib/daftar/<hash of the data folder's path>/postgres`.
 */
export function choosePlace(dataDir: string): Place {
  const local = join(dataDir, 'postgres');
  const relocated = join(relocatedFolder(dataDir), 'postgres');
  const asRoot = process.getuid?.() === 0;
  if (hasCluster(local)) {
    const runAs = ownerOf(local);
    if (canEnter(local, runAs))
      return { directory: realpathSync(local), runAs, exists: true, relocated: false };
    // Starting empty elsewhere would look like lost data.
    throw new EmbeddedDatabaseError(
      `The data in ${local} is out of reach for the user "${runAs?.name}" that PostgreSQL has to run as: open its parent folders to that user (chmod o+x), or set DATABASE_URL.`,
    );
  }
  if (asRoot && hasCluster(relocated)) {
    return { directory: relocated, runAs: ownerOf(relocated), exists: true, relocated: true };
  }
  const runAs = serverUser();
  return canEnter(dataDir, runAs)
    ? { directory: local, runAs, exists: false, relocated: false }
    : { directory: relocated, runAs, exists: false, relocated: true };
}

/** Makes the relocated cluster's parent, open to pass through. */
export function prepareParent(dataDir: string, place: Place): void {
  if (!place.relocated) return;
  const folder = relocatedFolder(dataDir);
  mkdirSync(folder, { recursive: true });
  // Set apart from making them, because a strict umask would take the modes away again.
  for (const path of [sharedRoot, folder]) chmodSync(path, 0o755);
}

/** Whether that cluster can be this folder's. A copied folder brings along the record of the one it was copied from. */
export function isPlaceOf(dataDir: string, directory: string): boolean {
  const local = join(dataDir, 'postgres');
  return (
    directory === join(relocatedFolder(dataDir), 'postgres') ||
    (existsSync(local) && directory === realpathSync(local))
  );
}

function relocatedFolder(dataDir: string): string {
  return join(sharedRoot, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
}

function hasCluster(directory: string): boolean {
  return existsSync(directory) && (existsSync(join(directory, 'PG_VERSION')) || !isReadable(directory));
}

function isReadable(directory: string): boolean {
  return (
    process.getuid === undefined || process.getuid() === 0 || statSync(directory).uid === process.getuid()
  );
}

/** Data keeps its owner: made by a user, then started by root, it still opens for the user afterwards. */
function ownerOf(directory: string): RunAs | undefined {
  const { uid, gid } = statSync(directory);
  if (process.getuid === undefined) return undefined;
  if (process.getuid() === 0) return uid === 0 ? serverUser() : { name: `uid ${uid}`, uid, gid };
  if (uid === process.getuid()) return undefined;
  throw new EmbeddedDatabaseError(
    `The data in ${directory} belongs to another user (uid ${uid}): start Daftar as that user, or give it a folder of its own.`,
  );
}

/** What `<dataDir>/postgres.json` (readable by its owner only) keeps: how to reach the cluster. */
export interface ServerRecord {
  directory: string;
  password: string;
  /** Of the last start. */
  port?: number;
  pid?: number;
}

/** The record, or undefined when there is none that can be understood. */
export function readRecord(dataDir: string): ServerRecord | undefined {
  const file = join(dataDir, 'postgres.json');
  if (!existsSync(file)) return undefined;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const isForeign = (error as { code?: string }).code === 'EACCES';
    const why = isForeign
      ? `${file} belongs to another user: start Daftar as that one, or change the owner of what is in the data folder.`
      : `${file} cannot be read: ${(error as Error).message}`;
    throw new EmbeddedDatabaseError(why, { cause: error });
  }
  try {
    const { directory, password, port, pid } = JSON.parse(text);
    return typeof password === 'string' && typeof directory === 'string'
      ? { directory, password, port, pid }
      : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces the record in one step. */
export function writeRecord(dataDir: string, record: ServerRecord): void {
  const file = join(dataDir, 'postgres.json');
  writeFileSync(`${file}.new`, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
