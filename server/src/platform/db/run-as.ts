import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The unprivileged user the server runs as when we are root; PostgreSQL refuses to run as root. */
export interface RunAs {
  name: string;
  uid: number;
  gid: number;
}

/** A failure of the embedded database, in one sentence meant for a terminal; never show its stack. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError';
}

/** `postgres`, else `nobody`, when this process is root; undefined when it is not (the server then runs as ourselves). */
export function serverUser(): RunAs | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid && gid && uid !== '0') return { name, uid: Number(uid), gid: Number(gid) };
  }
  throw new EmbeddedDatabaseError(
    'PostgreSQL does not run as root and this machine has neither a user "postgres" nor "nobody": start as another user, or set DATABASE_URL.',
  );
}

/** The spawn options that make a child run as that user; ours when undefined. */
export function identity(runAs: RunAs | undefined): { uid?: number; gid?: number } {
  return runAs ? { uid: runAs.uid, gid: runAs.gid } : {};
}

/** Whether that user gets into the folder: asked of the kernel, so links, ACLs and mounts count too. */
export function canEnter(folder: string, runAs: RunAs | undefined): boolean {
  if (!runAs) return true;
  // Started from "/", because a working directory the user cannot read would fail the shell for the wrong reason.
  const result = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], {
    ...identity(runAs),
    cwd: '/',
    stdio: 'ignore',
  });
  return result.status === 0;
}
