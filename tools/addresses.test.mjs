import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Reads an application; `segments` are the first segments of its addresses after sign-in, as `paths/` writes them. */
function application(name, before) {
  const folder = `${root}web/${name}/`;
  const read = (file) => readFileSync(`${folder}${file}`, 'utf8');
  const files = readdirSync(folder, { recursive: true }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
  );
  const segments = new Set(
    files
      .filter((file) => file.startsWith('paths/') && file !== before)
      .flatMap((file) => [...read(file).matchAll(/['`]\/([a-z-]+)/g)].map(([, segment]) => segment)),
  );
  return { files: files.filter((file) => !file.startsWith('paths/')), read, segments };
}

/** Addresses typed as text: in quotes, behind a slash, and not a path of the API or an import. */
function typedAddresses(text, segments) {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const found = code.matchAll(/['"`]\/([a-z-]+)(?=[/?'"`$])/g);
  return [...found].filter(([, segment]) => segments.has(segment)).map(([address]) => address);
}

describe.each([
  ['portal', 'paths/auth.ts', 15, "to: '/invoices/create-invoice', also: '/settlements?x', `/orders?x`"],
  ['ops', 'paths/app.ts', 10, "to: '/merchants/7', also: '/settlements?x', `/transactions/7`"],
])('addresses of web/%s', (name, before, least, planted) => {
  test('are written only in `paths/`', () => {
    const { files, read, segments } = application(name, before);
    expect(segments.size).toBeGreaterThan(least);
    expect(typedAddresses(planted, segments)).toHaveLength(3);
    const typed = files.flatMap((file) =>
      typedAddresses(read(file), segments).map((address) => `${file}: ${address}`),
    );
    expect(typed).toEqual([]);
  });
});

test('a link of the router itself, whose addresses are not type-checked, is refused', () => {
  const house = mkdtempSync(join(tmpdir(), 'daftar-addresses-'));
  onTestFinished(() => rmSync(house, { recursive: true }));
  copyFileSync(`${root}biome.json`, join(house, 'biome.json'));
  const write = (file, name) => {
    mkdirSync(dirname(join(house, file)), { recursive: true });
    const text = `import { ${name} } from '@tanstack/react-router';\nexport const made = ${name}();\n`;
    writeFileSync(join(house, file), text);
  };
  const wrong = ['Link', 'Navigate', 'redirect', 'useNavigate', 'useSearch'];
  for (const name of wrong) write(`web/portal/team/${name}.tsx`, name);
  write('web/portal/team/useBlocker.tsx', 'useBlocker');
  write('web/ui/link.tsx', 'useNavigate');
  const biome = `${root}node_modules/@biomejs/biome/bin/biome`;
  const run = spawnSync(process.execPath, [biome, 'lint', '--vcs-enabled=false', '--reporter=github', '.'], {
    cwd: house,
    encoding: 'utf8',
  });
  const refused = run.stdout.split('\n').filter((line) => line.includes('noRestrictedImports'));
  const files = refused.map((line) => /file=[^,]*?(\w+)\.tsx,/.exec(line)?.[1]);
  expect(files.sort()).toEqual(wrong);
});
