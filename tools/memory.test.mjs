import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const memory = new URL('./memory.mjs', import.meta.url).href;
const program = `
  import { tmpdir } from 'node:os';
  import { keepTemporaryFilesTogether } from '${memory}';
  keepTemporaryFilesTogether();
  console.log(tmpdir());
  process.stdin.resume().once('end', () => process.exit(0));`;

/** A run that goes on until its input ends. @returns where its temporary files are */
async function run(env = {}) {
  const { TMPDIR: _, ...others } = process.env;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...others, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => child.kill('SIGKILL'));
  const [said] = await once(child.stdout, 'data');
  const ended = once(child, 'exit');
  return {
    folder: String(said).trim(),
    end: async () => {
      child.stdin.end();
      await ended;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
/** As tests and their programs do. */
function leave(folder) {
  mkdirSync(join(folder, 'daftar-kill-x/data'), { recursive: true });
  writeFileSync(join(folder, 'daftar-kill-x/data/file'), 'left');
}

test('what a run leaves behind goes with it', async () => {
  const { folder, end } = await run();
  leave(folder);
  await end();
  expect(existsSync(folder)).toBe(false);
});

test('what a killed run left goes when the next begins; what a living one has stays', async () => {
  const [killed, living] = await Promise.all([run(), run()]);
  expect(dirname(killed.folder)).toBe(dirname(living.folder));
  leave(killed.folder);
  leave(living.folder);
  await killed.kill();
  expect(existsSync(killed.folder)).toBe(true);
  const next = await run();
  expect(existsSync(killed.folder)).toBe(false);
  expect(readdirSync(living.folder)).toContain('daftar-kill-x');
  await Promise.all([next.end(), living.end()]);
});

test('a run within a run uses its folder and leaves it; one with a TMPDIR of its own stays there', async () => {
  const outer = await run();
  const inner = await run({ TMPDIR: outer.folder });
  expect(inner.folder).toBe(outer.folder);
  await inner.end();
  expect(existsSync(outer.folder)).toBe(true);
  const chosen = join(outer.folder, 'chosen');
  mkdirSync(chosen);
  const own = await run({ TMPDIR: chosen });
  expect(dirname(own.folder)).toBe(chosen);
  await own.end();
  expect(readdirSync(chosen)).toEqual([]);
  await outer.end();
});
