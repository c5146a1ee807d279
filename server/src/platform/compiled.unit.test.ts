import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadCompiled } from './compiled.ts';

let folder: string;
let kept: string;
const path = (name: string) => join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daftar-compiled-'));
  kept = path('kept');
  writeFileSync(path('part.js'), "exports.name = 'part'; exports.whole = () => require('./whole.js').name;");
  writeFileSync(
    path('whole.js'),
    [
      "const part = require('./part.js');",
      "exports.name = 'whole with ' + part.name;",
      'exports.asked = () => part.whole();',
      "exports.sep = require('node:path').sep;",
      "exports.load = () => require.outside('node:os');",
    ].join('\n'),
  );
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Whole {
  name: string;
  asked(): string;
  sep: string;
  load(): Promise<typeof import('node:os')>;
}
const load = () => {
  const { exports, keep } = loadCompiled(path('whole.js'), kept);
  return { whole: exports as Whole, keep };
};

test.each(['nothing kept', 'everything kept'])(
  'compiled files import each other, Node and packages: %s',
  async (state) => {
    if (state === 'everything kept') load().keep();
    const { whole } = load();
    expect([whole.name, whole.asked()]).toEqual(['whole with part', 'whole with part']);
    expect(whole.sep).toBe(join('a', 'b')[1]);
    expect((await whole.load()).EOL).toBeDefined();
  },
);

test('cached files are used unchanged, and only missing ones are written', () => {
  const writtenAt = (name: string) => statSync(join(kept, name), { bigint: true }).mtimeNs;
  load().keep();
  const before = writtenAt('whole.js');
  rmSync(join(kept, 'part.js'));
  load().keep();
  expect(writtenAt('whole.js')).toBe(before);
  expect(existsSync(join(kept, 'part.js'))).toBe(true);
});

test('a source that changed without changing its length is compiled again', () => {
  load().keep();
  const changed = readFileSync(path('part.js'), 'utf8').replace("'part'", "'trap'");
  writeFileSync(path('part.js'), changed);
  utimesSync(path('part.js'), 1_000_000_000, 1_000_000_000);
  expect(load().whole.name).toBe('whole with trap');
});

test('a corrupt cache or a read-only folder causes no failure', () => {
  load().keep();
  writeFileSync(join(kept, 'whole.js'), readFileSync(join(kept, 'whole.js')).subarray(0, 40));
  writeFileSync(join(kept, 'part.js'), '');
  expect(load().whole.name).toBe('whole with part');
  rmSync(kept, { recursive: true });
  writeFileSync(kept, 'a file where the folder should be');
  const { whole, keep } = load();
  keep();
  expect(whole.name).toBe('whole with part');
});
