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

/** The location of a cluster, and the user its server runs as. */
export interface Place {
  /** `<dataDir>/postgres`, unless Daftar runs as root and the server's user cannot enter that folder. */
  directory: string;
  runAs: RunAs | undefined;
  /** True: the cluster already exists. */
  exists: boolean;
  /** True: the cluster is outside the data folder. */
  relocated: boolean;
}

/**
 * Chooses the cluster's location. As root, the server runs as another user (the owner of existing data, else `postgres`,
 * else `nobody`); if that user cannot enter the data folder, such as a clone in a private home, the location is
 * `/var/lib/daftar/<hash of the data folder's path>/postgres`.
 * @throws EmbeddedDatabaseError when existing data is out of reach or belongs to another user
 */
export function choosePlace(dataDir: string): Place {
  const local = join(dataDir, 'postgres');
  const relocated = join(relocatedFolder(dataDir), 'postgres');
  const asRoot = process.getuid?.() === 0;
  if (hasCluster(local)) {
    const runAs = ownerOf(local);
    if (canEnter(local, runAs))
      return { directory: realpathSync(local), runAs, exists: true, relocated: false };
    // An empty cluster elsewhere would look like lost data.
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

/** Creates the parent folder of a relocated cluster, which every user may enter. */
export function prepareParent(dataDir: string, place: Place): void {
  if (!place.relocated) return;
  const folder = relocatedFolder(dataDir);
  mkdirSync(folder, { recursive: true });
  // Not by mkdir's `mode`, which a strict umask would reduce.
  for (const path of [sharedRoot, folder]) chmodSync(path, 0o755);
}

/**
 * Returns whether a cluster belongs to this data folder. The record in a copied folder names the original's cluster.
 */
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

/**
 * Returns the owner of a cluster, whom its server must run as: data of a user stays theirs when root starts it.
 * @throws EmbeddedDatabaseError when it belongs to another user and this process is not root
 */
function ownerOf(directory: string): RunAs | undefined {
  const { uid, gid } = statSync(directory);
  if (process.getuid === undefined) return undefined;
  if (process.getuid() === 0) return uid === 0 ? serverUser() : { name: `uid ${uid}`, uid, gid };
  if (uid === process.getuid()) return undefined;
  throw new EmbeddedDatabaseError(
    `The data in ${directory} belongs to another user (uid ${uid}): start Daftar as that user, or give it a folder of its own by DAFTAR_DATA_DIR.`,
  );
}

/** The content of `<dataDir>/postgres.json` (mode 0600): how to connect to the cluster. */
export interface ServerRecord {
  directory: string;
  password: string;
  /** As of the last start, like `pid`. */
  port?: number;
  pid?: number;
}

/** Returns the record, or undefined if it is missing or invalid. @throws EmbeddedDatabaseError if it cannot be read */
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

/** Replaces the record atomically. */
export function writeRecord(dataDir: string, record: ServerRecord): void {
  const file = join(dataDir, 'postgres.json');
  writeFileSync(`${file}.new`, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
