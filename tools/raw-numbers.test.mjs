/** What people type and what addresses hold is read by `contract/src/numbers.ts`, which knows both scripts and refuses `1e1`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Conversions of text that a program wrote or a pattern checked, by file: option values, keys of ours, matched digits. */
const ALLOWED = JSON.parse(readFileSync(join(root, 'tools/raw-numbers.json'), 'utf8'));
const RAW = /(?<![.\w])(?:Number(?:\.parse(?:Int|Float))?|parse(?:Int|Float))\(|(?<=[=(,?:] )\+(?=[a-z_$])/g;
const IS_PRODUCT = /\.tsx?$/;
const IS_TEST = /\.test\.|(?:^|\/)testing(?:\/|\.ts)|(?:^|\/)dist\//;

const conversionsOf = (source) => source.match(RAW)?.length ?? 0;

function* filesOf(folder) {
  for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(root.length);
    if (entry.isFile() && IS_PRODUCT.test(path) && !IS_TEST.test(path)) yield path;
  }
}

test('no file converts text to numbers by itself but those that are listed', () => {
  const found = {};
  for (const path of ['contract/src', 'server/src', 'web'].flatMap((folder) => [...filesOf(folder)]).sort()) {
    const count = conversionsOf(readFileSync(join(root, path), 'utf8'));
    if (count > 0) found[path] = count;
  }
  // Use readWhole, readCount or readScaled; list a conversion only where nobody could have typed its text.
  expect(found).toEqual(ALLOWED);
});

test.each(['Number(typed)', 'parseInt(typed, 10)', 'Number.parseFloat(typed)', 'const id = +typed'])(
  'the check notices %s',
  (source) => {
    expect(conversionsOf(source)).toBe(1);
  },
);

test.each(['Number.isInteger(typed)', 'readWhole(typed)', 'const sum = a + typed', 'type Id = Number'])(
  'the check leaves %s alone',
  (source) => {
    expect(conversionsOf(source)).toBe(0);
  },
);
