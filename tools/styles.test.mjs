import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const web = fileURLToPath(new URL('../web', import.meta.url));
const files = readdirSync(web, { recursive: true }).filter(
  (name) => !/(?:^|\/)(?:dist|node_modules)\//.test(name),
);
const read = (name) => readFileSync(join(web, name), 'utf8');
const sheets = files.filter((name) => name.endsWith('.css'));
const withoutComments = (css) => css.replace(/\/\*[\s\S]*?\*\//g, '');

/** The classes that a module of styles has, by its rules' selectors; those in `:global()` are the kit's. */
function classesOf(sheet) {
  const selectors = withoutComments(read(sheet))
    .replace(/\{[^{}]*\}/g, '{}')
    .replace(/:global\([^)]*\)/g, '');
  return new Set([...selectors.matchAll(/\.([a-zA-Z]\w*)/g)].map(([, name]) => name));
}

/** By module of styles, the classes that code names of it, and by whom; a module whose classes are computed is told apart. */
function usesOf() {
  const uses = new Map();
  for (const file of files.filter((name) => /\.tsx?$/.test(name))) {
    const code = read(file);
    const body = code.replace(/^(?:import|\} from) .*$/gm, '');
    for (const [, local, path] of code.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
      const sheet = relative(web, join(web, dirname(file), path));
      const use = uses.get(sheet) ?? { named: new Map(), computed: false };
      for (const [, name] of body.matchAll(new RegExp(`\\b${local}\\.(\\w+)`, 'g')))
        use.named.set(name, file);
      if (new RegExp(`\\b${local}\\[`).test(body)) use.computed = true;
      uses.set(sheet, use);
    }
  }
  return uses;
}

/** Classes that others are composed of, as `sheet class`. */
const composed = new Set(
  sheets.flatMap((sheet) =>
    [...read(sheet).matchAll(/composes:\s*([\w\s]+?)\s*(?:from "([^"]+)")?;/g)].flatMap(([, names, from]) =>
      names.split(/\s+/).map((name) => `${from ? join(dirname(sheet), from) : sheet} ${name}`),
    ),
  ),
);

test('every class used in code exists in its stylesheet, and every class there is used', () => {
  const uses = usesOf();
  expect(uses.size).toBeGreaterThan(50);
  const faults = [...uses].flatMap(([sheet, { named, computed }]) => {
    const there = classesOf(sheet);
    const missing = [...named].filter(([name]) => !there.has(name)).map(([name, file]) => `${file}: ${name}`);
    const unused = [...there].filter(
      (name) => !computed && !named.has(name) && !composed.has(`${sheet} ${name}`),
    );
    return [...missing, ...unused.map((name) => `${sheet}: .${name}`)];
  });
  expect(faults).toEqual([]);
});

test('every style uses logical properties, which follow the direction of the language', () => {
  const physical =
    /(?:^|[\s;{])((?:margin|padding|border)-(?:left|right)|left|right|(?:text-align|float|clear):\s*(?:left|right))\b[^;{}]*/g;
  expect(sheets.length).toBeGreaterThan(80);
  const faults = sheets.flatMap((sheet) =>
    [...withoutComments(read(sheet)).matchAll(physical)].map(([found]) => `${sheet}: ${found.trim()}`),
  );
  expect(faults).toEqual([]);
});
