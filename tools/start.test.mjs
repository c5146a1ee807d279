import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DataDirInUse, lockDataDir } from '../server/src/platform/db/data-dir-lock.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

test.each(['start', 'stand-in'])(
  '`npm run %s` leaves nothing running when npm alone gets a signal',
  async (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'daftar-npm-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    cpSync(join(root, 'package.json'), join(folder, 'package.json'));
    mkdirSync(join(folder, 'tools'));
    const program = `
    process.once('SIGTERM', () => { console.log('ended'); process.exit(0); });
    console.log('running');
    // Without the signal it ends by itself, and has not said so.
    setTimeout(() => {}, 20_000);`;
    const [, file] = / (tools\/[\w-]+\.mjs)/.exec(
      JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts[name],
    );
    writeFileSync(join(folder, file), program);
    const npm = spawn('npm', ['run', name], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
    let said = '';
    await new Promise((closed) => {
      npm.stdout.on('data', (chunk) => {
        said += chunk;
        // More often than once does no harm: it is gone by then.
        if (said.includes('running')) npm.kill('SIGTERM');
      });
      // Closed once nobody holds it any more: a program that goes on would keep it open.
      npm.stdout.once('close', closed);
    });
    expect(said).toMatch(/running\nended\n$/);
  },
);

describe('`npm start` says before it installs or builds anything', () => {
  /** A clone as far as needed: who goes on to install looks in vain for a lock file of packages. */
  function clone() {
    const folder = mkdtempSync(join(tmpdir(), 'daftar-clone-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    for (const file of ['tools/start.mjs', 'tools/setup.mjs', 'tools/alone.mjs'])
      cpSync(join(root, file), join(folder, file));
    const questions = 'server/src/platform/before-start.mjs';
    cpSync(join(root, questions), join(folder, questions));
    return folder;
  }
  const goesOn = /^ENOENT: .*package-lock\.json/;

  async function start(folder, env) {
    const program = spawn(process.execPath, [join(folder, 'tools/start.mjs')], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [program.stdout, program.stderr])
      stream.on('data', (chunk) => {
        said += chunk;
      });
    const [code] = await once(program, 'close');
    expect(code).toBe(1);
    expect(existsSync(join(folder, 'node_modules'))).toBe(false);
    return said.trimEnd();
  }

  async function takenPort() {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => other.close());
    await once(other, 'listening');
    return other.address().port;
  }

  test.each(['PORT', 'DAFTAR_METRICS_PORT'])(
    'that a port is taken, and that %s sets it',
    async (variable) => {
      const port = await takenPort();
      const env = { PORT: '0', [variable]: String(port) };
      expect(await start(clone(), env)).toBe(
        `Port ${port} is in use; stop what listens there or set ${variable} to another one.`,
      );
    },
  );

  test('that HOST is no address of this machine', async () => {
    expect(await start(clone(), { PORT: '0', HOST: '192.0.2.1' })).toBe(
      'HOST 192.0.2.1 is not an address of this machine.',
    );
  });

  test('which Daftar uses the data folder, rather than that it has the port', async () => {
    const folder = clone();
    const dataDir = join(folder, '.data');
    mkdirSync(dataDir);
    onTestFinished(lockDataDir(dataDir));
    const { message } = new DataDirInUse(dataDir, process.pid);
    expect(await start(folder, { PORT: String(await takenPort()) })).toBe(message);
    expect(await start(folder, { PORT: '0' })).toBe(message);
    // A database elsewhere needs no folder.
    expect(await start(folder, { PORT: '0', DATABASE_URL: 'postgres://db.internal/daftar' })).toMatch(goesOn);
  });

  test('nothing where a killed Daftar has left its lock, or a worker does not listen', async () => {
    const folder = clone();
    const lock = join(folder, '.data/daftar.lock');
    mkdirSync(join(folder, '.data'));
    writeFileSync(lock, JSON.stringify({ pid: process.pid, started: 'another time', nonce: 'n' }));
    expect(await start(folder, { PORT: '0' })).toMatch(goesOn);
    expect(await start(folder, { PORT: String(await takenPort()), DAFTAR_ROLE: 'worker' })).toMatch(goesOn);
  });
});
