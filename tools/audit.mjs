// `npm run audit`: checks packages for known vulnerabilities and their sources, and the tree for secrets. Without a
// registry that reports vulnerabilities it says so and checks the rest; `--strict` makes that a failure (for machines
// with a registry).
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { secretsInTree } from './secrets.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const REGISTRY = 'https://registry.npmjs.org/';

/**
 * Reads npm's report about production packages: vulnerabilities of at least `high` must be fixed, others are for
 * information. @param {string} answer what `npm audit --json` printed @returns `null` when the registry could not be
 * asked
 */
export function judged(answer) {
  let told;
  try {
    told = JSON.parse(answer);
  } catch {
    return null;
  }
  if (told.vulnerabilities === undefined) return null;
  const lines = Object.values(told.vulnerabilities).map(({ name, severity, range }) => ({
    grave: severity === 'high' || severity === 'critical',
    line: `${severity}: ${name} ${range}`,
  }));
  return {
    grave: lines.filter(({ grave }) => grave).map(({ line }) => line),
    lines: lines.map(({ line }) => line),
  };
}

/** Lock-file packages from another registry or without an integrity hash. */
export function unpinned(lock) {
  return Object.entries(lock.packages)
    .filter(([path, each]) => path.includes('node_modules/') && !each.link && !each.inBundle)
    .filter(([, { resolved, integrity }]) => {
      const elsewhere = resolved !== undefined && !resolved.startsWith(REGISTRY);
      return elsewhere || !/^sha(?:512|384)-/.test(integrity ?? '');
    })
    .map(([path]) => path);
}

function main(strict) {
  const failed = [];
  const asked = spawnSync('npm audit --omit=dev --json', {
    cwd: root,
    encoding: 'utf8',
    shell: true,
    timeout: 60_000,
  });
  const known = judged(asked.stdout ?? '');
  if (known === null) {
    console.log('Faults of packages: not known, the registry could not be asked.');
    if (strict) failed.push('faults of packages are not known');
  } else {
    for (const line of known.lines) console.log(`  ${line}`);
    console.log(`Faults of packages: ${known.lines.length}, ${known.grave.length} of them high or critical.`);
    if (known.grave.length > 0) failed.push('packages with faults');
  }
  const loose = unpinned(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  for (const path of loose) console.log(`  ${path}`);
  console.log(`Packages from elsewhere or without a hash: ${loose.length}.`);
  if (loose.length > 0) failed.push('packages that are not pinned');
  const secrets = secretsInTree(root);
  for (const place of secrets) console.log(`  ${place}`);
  console.log(`Secrets in the tree: ${secrets.length}.`);
  if (secrets.length > 0) failed.push('secrets in the tree');
  if (failed.length > 0) console.error(`Audit failed: ${failed.join(', ')}.`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.includes('--strict'));
