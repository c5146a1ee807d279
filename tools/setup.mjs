// Installs the packages of the lock file, patched as `patches/` says, when they are not there or not the ones it names.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
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
    // Checked again: another process may have finished it while we waited.
    if (!isInstalled()) install(stamp, lock);
  });
}

function install(stamp, lock) {
  console.log('Installing packages …');
  // Not `npm ci`: it insists that the lock file lists the binaries of every platform, and ours may have been written where
  // only one platform's can be had. `--no-save` keeps to the lock file's versions and leaves the file as it is.
  // Shell: npm is a script on some systems. NODE_ENV=production would leave out what builds the product.
  const npm = spawnSync('npm install --no-save --include=dev --no-audit --no-fund --loglevel=error', {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: true,
  });
  if (npm.status !== 0) throw new Error('The packages could not be installed; npm says why above.');
  writeFileSync(stamp, lock);
}
