import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataDirInUse, lockDataDir } from './data-dir-lock.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daftar-lock-'));
  file = join(folder, 'daftar.lock');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the lock of a data folder', () => {
  it('has one holder at a time and can be released', () => {
    const unlock = lockDataDir(folder);
    expect(() => lockDataDir(folder)).toThrow(DataDirInUse);
    expect(() => lockDataDir(folder)).toThrow(`process ${process.pid}`);
    unlock();
    expect(existsSync(file)).toBe(false);
    lockDataDir(folder)();
  });

  it('is not released by its former holder once it has a new one', () => {
    const unlock = lockDataDir(folder);
    unlock();
    const second = lockDataDir(folder);
    unlock();
    expect(() => lockDataDir(folder)).toThrow(DataDirInUse);
    second();
  });

  it.each([
    ['a process that has ended', JSON.stringify({ pid: 4_194_305, started: '1 x', nonce: 'a' })],
    ['a process whose pid has been reused', JSON.stringify({ pid: process.pid, started: '1 x', nonce: 'b' })],
    ['no known process, because the file is truncated', '{"pid":'],
  ])('is taken over from %s', (_owner, content) => {
    writeFileSync(file, content);
    // Nor does a process that died during its own takeover block this one.
    writeFileSync(`${file}.takeover`, content);
    const unlock = lockDataDir(folder);
    expect(JSON.parse(readFileSync(file, 'utf8')).pid).toBe(process.pid);
    unlock();
    expect(readdirSync(folder)).toEqual([]);
  });
});
