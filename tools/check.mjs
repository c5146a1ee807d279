// `npm run check`: types, lint and format, import rules, tables, what a cluster refuses, slow patterns, dead code,
// catalogues. Each runs even if one before it failed.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { checkCatalogues } from './catalogues.mjs';
import { checkCitus } from './citus.mjs';
import { checkImports } from './imports.mjs';
import { checkPatterns } from './patterns.mjs';
import { checkTables } from './tables.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs a program of node_modules and shows its output. */
function tool(script, args) {
  const run = spawnSync(process.execPath, [join(root, script), ...args], { cwd: root, stdio: 'inherit' });
  return run.status === 0;
}

/** The compiler is a Go program: it collects garbage seldom, unless that would take more memory than it does by default. */
const SELDOM = { GOGC: '400', GOMEMLIMIT: '1600MiB' };

/**
 * Checks a project's types. The compiler's default of four checkers takes twice the processor time, because each works
 * out the types of the texts' keys again.
 */
async function typesOf(project) {
  const args = [join(root, 'node_modules/typescript/bin/tsc'), '-p', project, '--checkers', '1'];
  const options = { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], env: { ...SELDOM, ...process.env } };
  const tsc = spawn(process.execPath, args, options);
  const [problems, [code]] = await Promise.all([text(tsc.stdout), once(tsc, 'close')]);
  process.stdout.write(problems);
  return code === 0;
}

/** The portal takes as long as the others together. */
async function types() {
  const others = async () => {
    const checked = [];
    for (const project of ['contract', 'server', 'e2e']) checked.push(await typesOf(project));
    return checked.every(Boolean);
  };
  const results = await Promise.all([typesOf('web'), others()]);
  return results.every(Boolean);
}

const lint = () => tool('node_modules/@biomejs/biome/bin/biome', ['ci', '--error-on-warnings', '.']);
const deadCode = () => tool('node_modules/knip/bin/knip.js', []);

const steps = {
  types,
  lint,
  imports: () => checkImports(root),
  tables: () => checkTables(root),
  citus: () => checkCitus(root),
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
