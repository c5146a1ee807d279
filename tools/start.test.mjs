import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

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
