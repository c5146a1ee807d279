import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { alone } from './alone.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daftar-alone-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lock = () => join(folder, '.daftar.installing');

test('of four concurrent processes, only one works at a time', async () => {
  const book = join(folder, 'book');
  const module = new URL('alone.mjs', import.meta.url).href;
  // Who works writes that it begins, lets everybody else run, and writes that it ends.
  const script = `
    import { appendFileSync } from 'node:fs';
    import { alone } from ${JSON.stringify(module)};
    alone(() => {
      appendFileSync(${JSON.stringify(book)}, 'begin ' + process.pid + '\\n');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
      appendFileSync(${JSON.stringify(book)}, 'end ' + process.pid + '\\n');
    }, ${JSON.stringify(folder)});`;
  const all = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' }),
  );
  const codes = await Promise.all(all.map((child) => new Promise((done) => child.once('exit', done))));
  expect(codes).toEqual([0, 0, 0, 0]);
  const lines = readFileSync(book, 'utf8').trim().split('\n');
  expect(lines).toHaveLength(8);
  for (let at = 0; at < lines.length; at += 2) expect(lines[at + 1]).toBe(lines[at].replace('begin', 'end'));
  expect(existsSync(lock())).toBe(false);
});

test('the lock of a killed process does not block the next one', () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  writeFileSync(lock(), String(pid));
  expect(alone(() => 'done', folder)).toBe('done');
  expect(existsSync(lock())).toBe(false);
});

test('failing work releases the lock', () => {
  const fails = () => {
    appendFileSync(join(folder, 'book'), 'x');
    throw new Error('no');
  };
  expect(() => alone(fails, folder)).toThrow('no');
  expect(alone(() => 'done', folder)).toBe('done');
});

test('a folder that cannot be written to is reported in one sentence', () => {
  expect(() => alone(() => 'done', join(folder, 'nowhere'))).toThrow(/cannot write to the folder/);
});
