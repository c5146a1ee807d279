import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectionInfo, EmbeddedDatabaseError } from './embedded.ts';
import { query, Scene } from './embedded-scene.ts';

const isRoot = process.getuid?.() === 0;

let scene: Scene;
/** A scene whose database was started and stopped. */
let stopped: Scene;
beforeAll(async () => {
  stopped = new Scene();
  await (await stopped.start()).stop();
});
afterAll(() => stopped.end());
beforeEach(() => {
  scene = new Scene();
});
afterEach(() => scene.end());

/** Returns the error of a failed start, and expects a message of one line. */
async function failure(dataDir = scene.dataDir): Promise<EmbeddedDatabaseError> {
  const error: unknown = await scene.start(dataDir).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(EmbeddedDatabaseError);
  expect((error as Error).message).not.toContain('\n');
  return error as EmbeddedDatabaseError;
}

describe('errors of a start that a person can fix', () => {
  it('the message says that the folder cannot be created or written', async () => {
    mkdirSync(scene.dataDir, { mode: 0o555 });
    // Root can write everywhere, so act as `nobody`.
    if (isRoot) process.seteuid?.(65_534);
    try {
      expect((await failure()).message).toContain('cannot be written by this user');
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
    rmSync(scene.dataDir, { recursive: true });
    writeFileSync(scene.dataDir, 'a file');
    expect((await failure()).message).toContain('there is a file of that name');
    expect((await failure(join(scene.dataDir, 'below'))).message).toContain('a part of its path is a file');
  });

  it.runIf(process.platform === 'linux')('the message says that no folder can be created there', async () => {
    expect((await failure('/proc/daftar/below')).message).toBe(
      'No folder can be made in /proc: choose another data folder.',
    );
  });

  it('the message says which version of PostgreSQL wrote the data', async () => {
    scene.copy(stopped);
    writeFileSync(join(scene.dataDir, 'postgres', 'PG_VERSION'), '9\n');
    expect((await failure()).message).toMatch(/written by PostgreSQL 9, but only version .* is installed/);
    expect(existsSync(join(scene.dataDir, 'daftar.lock'))).toBe(false);
  });

  it('the message says why the server did not start, and names its log file', async () => {
    scene.copy(stopped);
    writeFileSync(join(scene.dataDir, 'postgres', 'postgresql.auto.conf'), "nonsense = 'yes'\n");
    const { message } = await failure();
    expect(message).toMatch(/did not start: .*\(see .*postgres\.log\)/);
  });

  it.runIf(isRoot && process.platform === 'linux')(
    'the message says that the disk is full',
    async (context) => {
      mkdirSync(scene.dataDir);
      try {
        execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'none', scene.dataDir], { stdio: 'ignore' });
      } catch {
        return context.skip('no small disk can be mounted here');
      }
      try {
        expect((await failure()).message).toMatch(/disk .*full/);
        expect(existsSync(join(scene.dataDir, 'postgres'))).toBe(false);
      } finally {
        execFileSync('umount', [scene.dataDir]);
      }
    },
  );

  it.runIf(isRoot)(
    'as root, data of a private home is stored outside it, and the log says where',
    async () => {
      execFileSync('chmod', ['700', scene.parent]);
      const first = await scene.start();
      const place = connectionInfo(scene.dataDir)?.directory ?? '';
      try {
        expect(place).toMatch(/^\/var\/lib\/daftar\/[0-9a-f]{16}\/postgres$/);
        expect(scene.lines).toEqual([expect.stringContaining(place)]);
        await query(first.url, 'create table kept (id int)');
        await first.stop();
        const second = await scene.start();
        expect(connectionInfo(scene.dataDir)?.directory).toBe(place);
        expect(await query(second.url, 'select count(*)::int as n from kept')).toEqual({ n: 0 });
        await second.stop();
      } finally {
        rmSync(join(place, '..'), { recursive: true, force: true });
      }
    },
  );

  it.runIf(isRoot)(
    'as root, existing data that is out of reach is refused instead of replaced by an empty database',
    async () => {
      scene.copy(stopped);
      execFileSync('chmod', ['700', scene.parent]);
      expect((await failure()).message).toContain('out of reach for the user');
    },
  );
});
