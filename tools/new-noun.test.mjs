import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkCatalogues } from './catalogues.mjs';
import { newNoun } from './new-noun.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const COPIED = [
  'contract',
  'server',
  'web',
  'package.json',
  'tsconfig.base.json',
  'biome.json',
  'GLOSSARY.md',
];
const LEFT_OUT = /(^|[/\\])(dist|node_modules|\.data)([/\\]|$)/;

let copy;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'daftar-new-noun-'));
  for (const name of COPIED) {
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      filter: (path) => !LEFT_OUT.test(path.slice(root.length)),
    });
  }
  linkPackages('node_modules');
  for (const workspace of ['server', 'web']) linkPackages(`${workspace}/node_modules`);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** The installed packages, but our own workspaces from the copy. */
function linkPackages(folder) {
  let names;
  try {
    names = readdirSync(join(root, folder));
  } catch {
    return;
  }
  mkdirSync(join(copy, folder), { recursive: true });
  for (const name of names) {
    if (name !== '@daftar') symlinkSync(join(root, folder, name), join(copy, folder, name), 'junction');
  }
  if (!names.includes('@daftar')) return;
  mkdirSync(join(copy, folder, '@daftar'));
  for (const name of ['contract', 'server', 'web']) {
    symlinkSync(join(copy, name), join(copy, folder, '@daftar', name), 'junction');
  }
}

function tool(script, ...args) {
  const run = spawnSync(process.execPath, [join(root, script), ...args], { cwd: copy, encoding: 'utf8' });
  return `${run.stdout}${run.stderr}`.trim() + (run.status === 0 ? '' : `\nexit ${run.status}`);
}

/** Puts the printed lines where a person would: imports first, the others before the line that ends their list. */
function wire(wiring) {
  const ends = {
    'server/src/app.ts': /^ {2}registerDevOutbox/m,
    'server/src/endpoints.ts': /^\} as const/m,
    'contract/src/operation-errors.ts': /^\} as const satisfies/m,
    'server/tests/kit/samples.ts': /^ {2}'\w/m,
    'contract/messages/errors/en.json': /^ {2}"/m,
    'contract/messages/errors/ar.json': /^ {2}"/m,
    'web/portal/app/screens.ts': /^\];/m,
    'web/i18n.d.ts': /^ {4}\};/m,
    'contract/src/saved-views.ts': /^\} as const satisfies Record<string, Endpoint/m,
    'contract/src/audit-subjects.ts': /^\] as const/m,
    'server/src/audit/store-references.ts': /^ {2}webhook: null/m,
    'web/portal/audit/components/subject.tsx': /^ {2}merchant: null/m,
    'server/locales/en/audit.json': /^ {2}"/m,
    'server/locales/ar/audit.json': /^ {2}"/m,
    'web/locales/en/audit.json': /^ {2}"/m,
    'web/locales/ar/audit.json': /^ {2}"/m,
    'web/locales/en/shell.json': /^ {2}"/m,
    'web/locales/ar/shell.json': /^ {2}"/m,
  };
  for (const [path, lines] of Object.entries(wiring)) {
    const text = readFileSync(join(copy, path), 'utf8');
    const imports = lines.filter((line) => line.startsWith('import '));
    const others = lines.filter((line) => !imports.includes(line)).join('\n');
    const wired = text.replace(ends[path], (end) => `${others}\n${end}`);
    writeFileSync(join(copy, path), [...imports, wired].join('\n'));
  }
}

/**
 * Makes the compiler check only these files of the copy; the others' types are worked out as far as these need them. What
 * is wrong elsewhere is not the generator's, and `npm run check` looks for it.
 */
function checkOnly(touched) {
  for (const workspace of ['contract', 'server', 'web']) {
    for (const name of readdirSync(join(copy, workspace), { recursive: true })) {
      const path = `${workspace}/${name}`;
      const isSource = /\.tsx?$/.test(path) && !/\.d\.ts$|(^|[/\\])node_modules[/\\]/.test(path);
      if (!isSource || touched.includes(path)) continue;
      writeFileSync(join(copy, path), `// @ts-nocheck\n${readFileSync(join(copy, path), 'utf8')}`);
    }
  }
}

test('a generated noun compiles, passes the linter and has both languages', {
  timeout: 180_000,
}, () => {
  const { files, wiring } = newNoun(copy, 'gift-cards', {
    ar: 'بطاقات الهدايا',
    permission: 'create-invoice',
  });
  wire(wiring);
  const touched = [...files, ...Object.keys(wiring)];
  const sources = files.filter((path) => !path.endsWith('.sql'));
  tool('node_modules/@biomejs/biome/bin/biome', 'check', '--write', '--vcs-enabled=false', ...sources);
  expect(
    tool(
      'node_modules/@biomejs/biome/bin/biome',
      'lint',
      '--error-on-warnings',
      '--vcs-enabled=false',
      ...sources,
    ),
  ).toContain('No fixes applied');
  checkOnly(touched);
  // What is not reached from the noun need not be checked with it: of what was wired in the portal, a screen is only an
  // address; what was wired in the server is reached by the noun's test, but for samples.
  const own = {
    web: ['portal/gift-cards', '*.d.ts'],
    server: ['src/gift-cards', 'src/*.d.ts', 'tests/kit/samples.ts'],
  };
  for (const [workspace, include] of Object.entries(own)) {
    const config = { extends: './tsconfig.json', include, exclude: [] };
    writeFileSync(join(copy, workspace, 'tsconfig.own.json'), JSON.stringify(config));
  }
  for (const project of ['contract', 'server/tsconfig.own.json', 'web/tsconfig.own.json']) {
    const problems = tool('node_modules/typescript/bin/tsc', '-p', project, '--checkers', '1').split('\n');
    expect(problems.filter((line) => touched.some((path) => line.startsWith(path)))).toEqual([]);
  }
  expect(checkCatalogues(copy)).toBe(true);
});

test('an existing noun is never overwritten, and an invalid name is refused', () => {
  expect(() => newNoun(copy, 'payment-links')).toThrow('Nothing was written');
  expect(() => newNoun(copy, 'Gift Cards')).toThrow('not a noun in kebab-case');
  expect(() => newNoun(copy, 'staff')).toThrow('--singular');
});
