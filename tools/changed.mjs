// `npm test -- --changed [commit]`: types, lint and the tests nearest to what changed since a commit (by default since the last
// one, with what is not committed). For daily work; `npm test` runs everything.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkCatalogues } from './catalogues.mjs';
import { checkTables } from './tables.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Tests of the schema, which prove every function and an upgrade. */
const SCHEMA_TESTS = 'server/src/platform/db/schema.test.ts';
/** Files of `server/src` and of the apps of `web` stand in a folder for each noun. */
const NOUN = /^(?:server\/src|web\/(?:portal|ops))\/[^/]+\//;

/**
 * Returns the filters of Vitest for changed files: the tests of a noun for its code, the schema's for SQL, the documents' for
 * Markdown, otherwise the tests of the same folder.
 */
export function testsNear(files) {
  const near = files.flatMap((file) => {
    if (/\.test\.(?:tsx?|mjs)$/.test(file)) return [file];
    if (/^server\/(?:sql|migrations)\//.test(file)) return [SCHEMA_TESTS];
    if (file.endsWith('.md')) return ['tools/docs.test.mjs'];
    if (/^(?:e2e|sdk|plugins|deploy)\//.test(file)) return [];
    if (!/\.(?:tsx?|mjs|css)$/.test(file)) return [];
    const [noun] = NOUN.exec(file) ?? [];
    if (noun) return [noun];
    // These folders hold files of many subjects, whose tests stand beside each.
    const isFlat = /^(?:contract|tools|bench)\/|^server\/src\/[^/]+$/.test(file);
    return [isFlat ? file.replace(/[^.]+$/, '') : file.slice(0, file.lastIndexOf('/') + 1)];
  });
  const all = [...new Set(near)].sort();
  // A folder's filter includes those of what stands in it.
  return all.filter(
    (each) => !all.some((other) => other !== each && other.endsWith('/') && each.startsWith(other)),
  );
}

/** Returns the TypeScript projects whose types a change may break: those that hold a file, and those that import it. */
export function projectsOf(files) {
  const has = (folder) =>
    files.some((file) => file.startsWith(`${folder}/`) && /\.(?:tsx?|json)$/.test(file));
  const contract = has('contract');
  return [
    ...(contract ? ['contract'] : []),
    ...(contract || has('server') ? ['server'] : []),
    ...(contract || has('web') ? ['web'] : []),
    ...(has('e2e') ? ['e2e'] : []),
  ];
}

/** Returns the files that differ from a commit, with new ones and without deleted ones. */
function changedSince(commit) {
  const lines = (...args) => {
    const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr.trim());
    return stdout.split('\n').filter(Boolean);
  };
  const files = [
    ...lines('diff', '--name-only', '--diff-filter=d', commit),
    ...lines('ls-files', '--others', '--exclude-standard'),
  ];
  return [...new Set(files)];
}

/** Runs a program of node_modules with this Node. @returns whether it succeeded */
function node(script, ...args) {
  return (
    spawnSync(process.execPath, [join(root, script), ...args], { cwd: root, stdio: 'inherit' }).status === 0
  );
}

/** Checks and tests what changed. @returns whether all passed; false when there was nothing to run */
export async function testChanged(commit = 'HEAD~1') {
  const files = changedSince(commit);
  if (files.length === 0) {
    console.error(`Nothing differs from ${commit}.`);
    return false;
  }
  const cache = join(root, 'node_modules/.cache/types');
  mkdirSync(cache, { recursive: true });
  const steps = {
    lint: () =>
      node(
        'node_modules/@biomejs/biome/bin/biome',
        'ci',
        '--error-on-warnings',
        '--no-errors-on-unmatched',
        ...files,
      ),
    catalogues: () => checkCatalogues(root),
    tables: () => checkTables(root),
    ...Object.fromEntries(
      projectsOf(files).map((project) => [
        `types of ${project}`,
        () =>
          node(
            'node_modules/typescript/bin/tsc',
            ...['-p', project, '--noEmit', '--checkers', '1'],
            ...['--incremental', '--tsBuildInfoFile', join(cache, `${project}.json`)],
          ),
      ]),
    ),
    tests: () => {
      const tests = testsNear(files);
      console.log(tests.length === 0 ? 'No test is near.' : tests.join(' '));
      return (
        tests.length === 0 || node('node_modules/vitest/vitest.mjs', 'run', '--passWithNoTests', ...tests)
      );
    },
  };
  const failed = [];
  for (const [name, step] of Object.entries(steps)) {
    console.log(`— ${name}`);
    if (!(await step())) failed.push(name);
  }
  console.log(failed.length === 0 ? 'What changed passed.' : `Failed: ${failed.join(', ')}.`);
  return failed.length === 0;
}
