import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from './postmaster.ts';
import { EmbeddedDatabaseError } from './run-as.ts';

/** Another running Daftar process holds the lock of this data folder. */
export class DataDirInUse extends EmbeddedDatabaseError {
  override name = 'DataDirInUse';

  constructor(dataDir: string, pid: number) {
    super(
      `The data folder ${dataDir} is in use by another Daftar (process ${pid}): stop that one first, or give this one a folder of its own by DAFTAR_DATA_DIR.`,
    );
  }
}

/** The content of a lock file. */
interface Owner {
  pid: number;
  /** When the process started, see {@link startOf}: tells processes apart that had the same pid. */
  started: string;
  /** Unique per lock. */
  nonce: string;
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
    const owner = read(file);
    if (!owner) continue;
    if (isOwnerAlive(owner)) throw new DataDirInUse(dataDir, owner.pid);
    takeOver(file, owner, mine);
    if (read(file)?.nonce === mine.nonce) break;
  }
  return () => {
    if (read(file)?.nonce === mine.nonce) rmSync(file, { force: true });
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
    const other = read(turn);
    if (other && !isOwnerAlive(other)) rmSync(turn, { force: true });
    return;
  }
  try {
    if (read(file)?.nonce === dead.nonce) renameSync(write(file, mine), file);
  } finally {
    rmSync(turn, { force: true });
  }
}

/** Returns the owner of a lock, or undefined without the file. A file that cannot be parsed has an owner that is not alive. */
function read(file: string): Owner | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const { pid, started, nonce } = JSON.parse(text);
    return { pid: Number(pid), started: String(started), nonce: String(nonce) };
  } catch {
    return { pid: 0, started: '', nonce: 'undefined' };
  }
}

function isOwnerAlive({ pid, started }: Owner): boolean {
  return Number.isInteger(pid) && pid > 0 && isAlive(pid) && startOf(pid) === started;
}

/** Returns a process's start time, for comparison only: ticks since boot and the boot id, or the output of `ps`. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field, the program's name in parentheses, may contain spaces; the 22nd is the start time.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return `${ticks} ${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`;
  } catch {
    try {
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
        env: { ...process.env, LC_ALL: 'C' },
      }).trim();
    } catch {
      return '';
    }
  }
}
