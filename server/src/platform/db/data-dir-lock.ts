import { randomUUID } from 'node:crypto';
import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataDirSentence, isOwnerAlive, type Owner, readOwner, startOf } from '../before-start.mjs';
import { EmbeddedDatabaseError } from './run-as.ts';

/** Another running Daftar process holds the lock of this data folder. */
export class DataDirInUse extends EmbeddedDatabaseError {
  override name = 'DataDirInUse';

  constructor(dataDir: string, pid: number) {
    super(dataDirSentence(dataDir, pid));
  }
}

/**
 * Acquires the lock of a data folder, `<dataDir>/daftar.lock`, so that only one Daftar uses it. Takes over the lock of a
 * process that has ended, even if its pid has been reused.
 *
 * @returns a function that releases the lock
 * @throws DataDirInUse while another process (or this one) holds it
 */
export function lockDataDir(dataDir: string): () => void {
  const file = join(dataDir, 'daftar.lock');
  const mine: Owner = { pid: process.pid, started: startOf(process.pid), nonce: randomUUID() };
  for (;;) {
    if (create(file, mine)) break;
    const owner = readOwner(file);
    if (!owner) continue;
    if (isOwnerAlive(owner)) throw new DataDirInUse(dataDir, owner.pid);
    takeOver(file, owner, mine);
    if (readOwner(file)?.nonce === mine.nonce) break;
  }
  return () => {
    if (readOwner(file)?.nonce === mine.nonce) rmSync(file, { force: true });
  };
}

/** Creates the file with its content atomically; returns false when it exists. */
function create(file: string, owner: Owner): boolean {
  const written = write(file, owner);
  try {
    linkSync(written, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(written, { force: true });
  }
}

/** Writes the content to a file beside the lock, to be linked or renamed atomically. @returns its path */
function write(file: string, owner: Owner): string {
  const path = `${file}.${owner.nonce}`;
  writeFileSync(path, `${JSON.stringify(owner)}\n`, { mode: 0o644 });
  return path;
}

/**
 * Replaces the lock of an ended process. Of several processes that try, only the holder of `daftar.lock.takeover`
 * continues, and it reads the lock again before writing: another process may have replaced it meanwhile.
 */
function takeOver(file: string, dead: Owner, mine: Owner): void {
  const turn = `${file}.takeover`;
  if (!create(turn, mine)) {
    const other = readOwner(turn);
    if (other && !isOwnerAlive(other)) rmSync(turn, { force: true });
    return;
  }
  try {
    if (readOwner(file)?.nonce === dead.nonce) renameSync(write(file, mine), file);
  } finally {
    rmSync(turn, { force: true });
  }
}
