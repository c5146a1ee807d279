import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path) => readFileSync(join(root, path), 'utf8');

/** Packages of the lock file with what they state as their licence; where the lock file is silent, the installed copy speaks. */
function stated() {
  const { packages } = JSON.parse(read('package-lock.json'));
  return Object.entries(packages)
    .filter(([path, each]) => path.includes('node_modules/') && !each.link)
    .map(([path, { license }]) => {
      if (license) return [path, license];
      const own = join(path, 'package.json');
      return [path, existsSync(join(root, own)) ? JSON.parse(read(own)).license : undefined];
    });
}

/** Names in an expression such as `(MIT OR CC0-1.0)`. */
const namesIn = (expression) =>
  String(expression)
    .replace(/[()]/g, '')
    .split(/ (?:AND|OR) /);

test('every package states a licence that docs/third-party.md lists', () => {
  const packages = stated();
  expect(packages.length).toBeGreaterThan(300);
  const rows = read('docs/third-party.md')
    .split('\n')
    .filter((line) => /^\| .* \| .* \| .* \|$/.test(line));
  const named = new Set(rows.flatMap((row) => row.split('|')[1].split(',')).map((each) => each.trim()));
  const strange = packages.filter(([, licence]) => namesIn(licence).some((each) => !named.has(each)));
  expect(strange).toEqual([]);
});
