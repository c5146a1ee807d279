// Installs the packages of the lock file, with `patches/` applied, unless they are installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { alone } from './alone.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** @throws Error with one sentence. */
export function setup() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Error(`Daftar needs Node 20.19 or newer; this is ${process.version}.`);
  }
  const wanted = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  const patches = join(root, 'patches');
  for (const file of readdirSync(patches).sort()) wanted.update(readFileSync(join(patches, file)));
  const lock = wanted.digest('hex');
  const stamp = join(root, 'node_modules/.daftar-installed');
  const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === lock;
  if (isInstalled()) return;
  alone(() => {
    // Checked again: another process may have installed them while we waited.
    if (!isInstalled()) install(stamp, lock);
  });
}

function install(stamp, lock) {
  console.log('Installing packages …');
  // A package that an earlier patch has changed does not take another: it is installed anew.
  for (const file of readdirSync(join(root, 'patches'))) {
    const name = file.split('+').slice(0, -1).join('/');
    rmSync(join(root, 'node_modules', name), { recursive: true, force: true });
  }
  // Not `npm ci`: it requires the binaries of every platform in the lock file, and ours may have been written where
  // only one platform's were available. `--no-save` keeps the lock file's versions and the file itself. A shell,
  // because npm is a script on some systems. NODE_ENV=production would leave out the build tools.
  const npm = spawnSync('npm install --no-save --include=dev --no-audit --no-fund --loglevel=error', {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: true,
  });
  if (npm.status !== 0) throw new Error('The packages could not be installed; npm says why above.');
  writeFileSync(stamp, lock);
}
