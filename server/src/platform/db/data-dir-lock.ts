import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from './postmaster.ts';
import { EmbeddedDatabaseError } from './run-as.ts';

/** Another living Daftar works on this data folder. */
export class DataDirInUse extends EmbeddedDatabaseError {
  override name = 'DataDirInUse';

  constructor(dataDir: string, pid: number) {
    super(
      `The data folder ${dataDir} is in use by another Daftar (process ${pid}): stop that one first, or give this one a folder of its own.`,
    );
  }
}

/** What a lock file says about its owner. */
interface Owner {
  pid: number;
  /** When that process started, see {@link startOf}: the same number with another start is another process. */
  started: string;
  /** Tells apart two locks in all cases. */
  nonce: string;
}

/**
 * Makes this process the only Daftar on a data folder and returns the way to give that up. The file
 * `<dataDir>/daftar.lock` of a process that has died, even when its number was given to another since, counts for
 * nothing and is taken over.
 *
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

/** Creates the file with its content in one step; false when there is one. */
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

/** Writes the content beside the lock, from where it is put in place at once. */
function write(file: string, owner: Owner): string {
  const path = `${file}.${owner.nonce}`;
  writeFileSync(path, `${JSON.stringify(owner)}\n`, { mode: 0o644 });
  return path;
}

/**
 * Replaces a dead owner's lock by ours. Of several processes doing so only the one holding `daftar.lock.takeover`
 * goes on, and it looks again before it writes: the dead owner may have been replaced meanwhile.
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

/** The owner of a lock; undefined when the file is gone. An unreadable one belongs to nobody who lives. */
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

/** When a process started, as text to compare: its tick since boot and the boot's id, or what `ps` says. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field, the program's name in parentheses, may itself hold spaces; the 22nd is the start.
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
