import { existsSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** A live server, by its own account. */
export interface Postmaster {
  pid: number;
  port: number;
  /** `starting`, `stopping`, `ready` or `standby`. */
  status: string;
  ready: boolean;
}

/** What the server of a directory wrote about itself in `postmaster.pid`, when that process is alive and is it. */
export function readPostmaster(directory: string): Postmaster | undefined {
  const file = join(directory, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  let lines: string[];
  try {
    lines = readFileSync(file, 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid) || !isServing(pid, directory, lines[1]))
    return undefined;
  const status = lines[7]?.trim() ?? '';
  return { pid, port: Number(lines[3]), status, ready: status === 'ready' };
}

/** The server's working directory is its data; so a process that merely got the old number is told apart. */
function isServing(pid: number, directory: string, recordedDirectory: string | undefined): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === directory;
  } catch {
    // No /proc (mac), or a process of another user: believe the file, unless it was copied from elsewhere.
    return recordedDirectory === directory;
  }
}

/** Whether a process of that number exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Stops a server: open transactions are rolled back, connections ended, everything written out. One that has not
 * ended after half a minute is stopped at once; it then recovers at the next start.
 */
export async function stopCluster(pid: number, patienceMs = 30_000): Promise<void> {
  signal(pid, 'SIGINT');
  const deadline = Date.now() + patienceMs;
  while (isAlive(pid)) {
    if (Date.now() > deadline) signal(pid, 'SIGQUIT');
    await pause(10);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/**
 * Removes a `postmaster.pid` whose process died when its number now belongs to somebody else: PostgreSQL would believe
 * itself running and refuse to start. Only where /proc proves it.
 */
export function clearStalePid(directory: string): void {
  const file = join(directory, 'postmaster.pid');
  if (existsSync('/proc/self') && existsSync(file) && !readPostmaster(directory))
    rmSync(file, { force: true });
}
