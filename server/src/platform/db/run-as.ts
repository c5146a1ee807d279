import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The unprivileged user the server runs as when this process is root; PostgreSQL refuses to run as root. */
export interface RunAs {
  name: string;
  uid: number;
  gid: number;
}

/** A failure of the embedded database, whose message is one sentence for a terminal; never print its stack. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError';
}

/** Returns `postgres`, else `nobody`, if this process is root; otherwise undefined: the server runs as the same user. */
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

/** Returns the spawn options to run a child as a user; as this process's user if undefined. */
export function identity(runAs: RunAs | undefined): { uid?: number; gid?: number } {
  return runAs ? { uid: runAs.uid, gid: runAs.gid } : {};
}

/** Returns whether a user can enter a folder. Tested by a child process, so that links, ACLs and mounts count. */
export function canEnter(folder: string, runAs: RunAs | undefined): boolean {
  if (!runAs) return true;
  // From "/", because the shell would also fail in a working directory that the user cannot read.
  const result = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], {
    ...identity(runAs),
    cwd: '/',
    stdio: 'ignore',
  });
  return result.status === 0;
}
