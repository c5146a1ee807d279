// `npm run check`: types, lint and format, import rules, tables, slow patterns, dead code, catalogues. Each runs even
// if one before it failed.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkCatalogues } from './catalogues.mjs';
import { checkImports } from './imports.mjs';
import { checkPatterns } from './patterns.mjs';
import { checkTables } from './tables.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs a program of node_modules and shows its output. */
function tool(script, args) {
  const run = spawnSync(process.execPath, [join(root, script), ...args], { cwd: root, stdio: 'inherit' });
  return run.status === 0;
}

const types = () =>
  ['contract', 'server', 'web', 'e2e'].every((each) => tool('node_modules/typescript/bin/tsc', ['-p', each]));
const lint = () => tool('node_modules/@biomejs/biome/bin/biome', ['ci', '--error-on-warnings', '.']);
const deadCode = () => tool('node_modules/knip/bin/knip.js', []);

const steps = {
  types,
  lint,
  imports: () => checkImports(root),
  tables: () => checkTables(root),
  patterns: () => checkPatterns(root),
  'dead code': deadCode,
  catalogues: () => checkCatalogues(root),
};
const failed = [];
for (const [name, step] of Object.entries(steps)) {
  console.log(`— ${name}`);
  if (!(await step())) failed.push(name);
}
if (failed.length > 0) {
  console.error(`Check failed: ${failed.join(', ')}.`);
  process.exitCode = 1;
} else {
  console.log('Check passed.');
}
