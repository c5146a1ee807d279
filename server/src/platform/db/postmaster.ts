import { existsSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isAlive } from '../before-start.mjs';

/** A running server, as recorded in its `postmaster.pid`. */
export interface Postmaster {
  pid: number;
  port: number;
  /** `starting`, `stopping`, `ready` or `standby`. */
  status: string;
  ready: boolean;
}

/** Reads a directory's `postmaster.pid`; returns undefined unless that process is alive and is the directory's server. */
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

/**
 * Returns whether a process is the server of a directory, which is its working directory, and has not merely reused its
 * pid.
 */
function isServing(pid: number, directory: string, recordedDirectory: string | undefined): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === directory;
  } catch {
    // No /proc (macOS), or a process of another user: trust the file, unless it was copied from another directory.
    return recordedDirectory === directory;
  }
}

/**
 * Stops a server by a fast shutdown: rolls back open transactions, closes connections and writes a checkpoint. A server
 * still running after `patienceMs` (30 s) is stopped immediately and recovers at its next start.
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

/** Servers of this process, by pid, each with a test whether it still runs. */
const owned = new Map<number, () => boolean>();

/**
 * Stops a server by a fast shutdown when this process exits without having stopped it: after a second signal, at the
 * deadline of a shutdown, or on an uncaught error. Only SIGKILL leaves the server running; the next start takes it over.
 * @param isRunning whether the pid still belongs to the server; called while the process exits
 */
export function stopAtExit(pid: number, isRunning: () => boolean): void {
  if (owned.size === 0) process.once('exit', stopOwned);
  owned.set(pid, isRunning);
}

function stopOwned(): void {
  for (const [pid, isRunning] of owned) if (isRunning()) signal(pid, 'SIGINT');
}

/**
 * Removes the `postmaster.pid` of a server that is not running, because its pid may have been reused: PostgreSQL would take
 * that process for a running server and refuse to start. Only with /proc, which proves it.
 */
export function clearStalePid(directory: string): void {
  const file = join(directory, 'postmaster.pid');
  if (existsSync('/proc/self') && existsSync(file) && !readPostmaster(directory))
    rmSync(file, { force: true });
}
