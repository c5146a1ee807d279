import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { isAlive } from '../before-start.mjs';
import { classifyDbError, connect } from './connect.ts';
import { connectionInfo, DataDirInUse, openDataDir } from './embedded.ts';
import { query, Scene } from './embedded-scene.ts';
import { readPostmaster } from './postmaster.ts';

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

describe('starting and stopping', () => {
  it('the first start creates the database; a later one opens it on the same port', async () => {
    const first = await scene.start();
    expect(
      await query(
        first.url,
        `select current_setting('fsync') as fsync, current_setting('server_encoding') as encoding,
                current_setting('timezone') as zone, current_setting('max_connections') as connections,
                (select string_agg(x, '' order by x) from unnest(array['b', 'A', 'a', 'B', 'ب']) x) as sorted`,
      ),
    ).toEqual({ fsync: 'on', encoding: 'UTF8', zone: 'UTC', connections: '100', sorted: 'ABabب' });
    await query(first.url, 'create table kept (id int)');
    expect(statSync(join(scene.dataDir, 'postgres.json')).mode & 0o777).toBe(0o600);
    await first.stop();
    await first.stop();
    expect(connectionInfo(scene.dataDir)).toBeUndefined();
    expect(existsSync(join(scene.dataDir, 'daftar.lock'))).toBe(false);

    const second = await scene.start();
    expect(second.url).toBe(first.url);
    expect(await query(second.url, `select to_regclass('kept') is not null as kept`)).toEqual({ kept: true });
  });

  it('the database accepts TCP connections, only with the password', async () => {
    scene.copy(stopped);
    const { url } = await scene.start();
    const tcp = url.replace(/\?.*/, '');
    expect(await query(tcp, 'select inet_server_addr()::text as host')).toEqual({ host: '127.0.0.1/32' });
    const wrong = new URL(tcp);
    wrong.password = 'guessed';
    await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed');
  });

  it('a query on a stopped database fails as unavailable, and the same pool works after a restart', async () => {
    scene.copy(stopped);
    const first = await scene.start();
    const sql = connect(first.url, { max: 2 });
    try {
      await sql`select 1`;
      await first.stop();
      const error = await sql`select 1`.catch((reason: unknown) => reason);
      expect(classifyDbError(error)).toEqual({ kind: 'unavailable' });
      await scene.start();
      expect(await vi.waitFor(() => sql`select 1 as back`)).toEqual([{ back: 1 }]);
    } finally {
      await sql.end();
    }
  });

  it('stop and start succeed after the server was killed', async () => {
    scene.copy(stopped);
    const first = await scene.start();
    const pid = connectionInfo(scene.dataDir)?.pid ?? 0;
    process.kill(pid, 'SIGKILL');
    await vi.waitUntil(() => !isAlive(pid));
    await first.stop();
    expect(await query((await scene.start()).url, 'select 1 as recovered')).toEqual({ recovered: 1 });
  });

  it('a tool can open a data folder whether its database is running or not', async () => {
    await expect(openDataDir(scene.dataDir)).rejects.toThrow('There is no database in');
    scene.copy(stopped);
    const server = await scene.start();
    const shared = await openDataDir(scene.dataDir);
    expect(shared.url).toBe(server.url);
    await shared.close();
    expect(await query(server.url, 'select 1 as still')).toEqual({ still: 1 });
    await server.stop();
    const own = await openDataDir(scene.dataDir);
    expect(await query(own.url, 'select 1 as there')).toEqual({ there: 1 });
    await own.close();
    expect(connectionInfo(scene.dataDir)).toBeUndefined();
  });
});

describe('one Daftar per folder', () => {
  it('exactly one of two concurrent starts succeeds', async () => {
    const results = await Promise.allSettled([scene.start(), scene.start()]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results.find((result) => result.status === 'rejected')?.reason).toBeInstanceOf(DataDirInUse);
  });

  it('a start takes over the server of a killed process', async () => {
    scene.copy(stopped);
    const killed = await scene.child();
    await query(killed.url, 'create table survived (id int)');
    const orphan = connectionInfo(scene.dataDir);
    killed.kill();
    await killed.ended;
    const heir = await scene.start();
    expect(connectionInfo(scene.dataDir)?.pid).toBe(orphan?.pid);
    expect(scene.lines).toEqual([expect.stringContaining('Took over')]);
    expect(await query(heir.url, 'select count(*)::int as n from survived')).toEqual({ n: 0 });
    await heir.stop();
    expect(isAlive(orphan?.pid ?? 0)).toBe(false);
  });

  it('a start without the password stops the orphaned server and sets a new password', async () => {
    scene.copy(stopped);
    const killed = await scene.child();
    const orphan = connectionInfo(scene.dataDir);
    killed.kill();
    await killed.ended;
    rmSync(join(scene.dataDir, 'postgres.json'));
    const heir = await scene.start();
    expect(isAlive(orphan?.pid ?? 0)).toBe(false);
    expect(await query(heir.url, 'select 1 as open')).toEqual({ open: 1 });
  });

  it('a copied folder starts its own database while the original runs', async () => {
    scene.copy(stopped);
    const original = await scene.start();
    const copy = join(scene.parent, 'copy');
    execFileSync('cp', ['-a', scene.dataDir, copy]);
    rmSync(join(copy, 'daftar.lock'));
    expect(connectionInfo(copy)).toBeUndefined();
    const second = await scene.start(copy);
    expect(second.url).not.toBe(original.url);
    expect(await query(original.url, 'select 1 as alive')).toEqual({ alive: 1 });
  });

  it.runIf(existsSync('/proc/self'))(
    'a start replaces a postmaster.pid whose pid has been reused',
    async () => {
      scene.copy(stopped);
      const file = join(scene.dataDir, 'postgres', 'postmaster.pid');
      writeFileSync(file, `${process.pid}\n${join(scene.dataDir, 'postgres')}\n1\n5432\n\n\n\nready\n`);
      expect(readPostmaster(join(scene.dataDir, 'postgres'))).toBeUndefined();
      expect(await query((await scene.start()).url, 'select 1 as up')).toEqual({ up: 1 });
    },
  );

  it('the server keeps running when Ctrl-C reaches the whole process group', async () => {
    scene.copy(stopped);
    const other = await scene.child();
    await other.interruptGroup();
    expect(await query(other.url, 'select 1 as alive')).toEqual({ alive: 1 });
  });
});
