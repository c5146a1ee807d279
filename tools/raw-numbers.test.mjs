/** What people type and what addresses hold is read by `contract/src/numbers.ts`, which knows both scripts and refuses `1e1`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Conversions of text that a program wrote or a pattern checked, with their number in each package. */
const ALLOWED = JSON.parse(readFileSync(join(root, 'tools/raw-numbers.json'), 'utf8'));
const RAW =
  /(?<![.\w])(?:Number(?:\.parse(?:Int|Float))?|parse(?:Int|Float))\((?:[^()\n]|\([^()\n]*\))*\)?|(?<=[=(,?:] )\+[a-z_$][\w.]*/g;
const IS_PRODUCT = /\.tsx?$/;
const IS_TEST = /\.test\.|(?:^|\/)testing(?:\/|\.ts)|(?:^|\/)(?:dist|node_modules)\//;

const conversionsOf = (source) => source.match(RAW) ?? [];

function* sourcesOf(folder) {
  for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name).slice(root.length);
    if (entry.isFile() && IS_PRODUCT.test(path) && !IS_TEST.test(path))
      yield readFileSync(join(root, path), 'utf8');
  }
}

test.each(['contract', 'server', 'web'])('%s converts no text to numbers but as listed', (part) => {
  const found = {};
  for (const source of sourcesOf(part === 'web' ? part : `${part}/src`))
    for (const each of conversionsOf(source)) found[each] = (found[each] ?? 0) + 1;
  const more = Object.entries(found).filter(([each, count]) => count > (ALLOWED[part][each] ?? 0));
  // Use readWhole, readCount or readScaled; list a conversion only where nobody could have typed its text.
  expect(more).toEqual([]);
});

test.each(['Number(typed)', 'parseInt(typed, 10)', 'Number.parseFloat(typed)', 'const id = +typed'])(
  'the check notices %s',
  (source) => {
    expect(conversionsOf(source)).toEqual([source.replace('const id = ', '')]);
  },
);

test.each(['Number.isInteger(typed)', 'readWhole(typed)', 'const sum = a + typed', 'type Id = Number'])(
  'the check leaves %s alone',
  (source) => {
    expect(conversionsOf(source)).toEqual([]);
  },
);
