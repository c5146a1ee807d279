// A release before this one, from the history of this repository: what an upgrade of a cluster begins with.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Makes it in a folder, with the packages of this one, and builds its server. @param run runs a program to its end
 * @returns its root, and how it names and distributes its tables
 */
export async function earlierRelease(root, commit, folder, run) {
  const its = join(folder, 'earlier');
  const archive = join(folder, 'earlier.tar');
  execFileSync('git', ['archive', '--output', archive, commit], { cwd: root });
  mkdirSync(its);
  execFileSync('tar', ['-xf', archive, '-C', its]);
  // Its own workspaces stand beside ours of other packages.
  const packages = join(its, 'node_modules');
  mkdirSync(join(packages, '@daftar'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')).filter((each) => each !== '@daftar'))
    symlinkSync(join(root, 'node_modules', name), join(packages, name));
  for (const name of ['contract', 'server', 'web'])
    symlinkSync(join(its, name), join(packages, '@daftar', name));
  await run(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    {},
    join(its, 'server'),
  );
  const of = (file) => import(pathToFileURL(join(its, 'deploy/citus', file)).href);
  const { distributeAll } = await of('distribute.mjs');
  const { readTables } = await of('database.mjs');
  return { root: its, distributeAll, readTables };
}
