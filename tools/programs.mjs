// Finds what the tests of the documentation and the SDKs are run with, or installs Debian's where that is allowed.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A command that succeeds where the program is installed, and Debian's package. */
const PROGRAMS = [
  [['curl', '--version'], 'curl'],
  [['python3', '--version'], 'python3'],
  [['php', '--version'], 'php-cli'],
  // The guide's programs in PHP use it; php-cli only recommends it.
  [['php', '-r', "exit(extension_loaded('curl') ? 0 : 1);"], 'php-curl'],
];

const isThere = ([command, ...args]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/** @throws Error with one sentence when one is missing and cannot be installed. */
function programs() {
  const missing = PROGRAMS.filter(([command]) => !isThere(command)).map(([, name]) => name);
  if (missing.length === 0) return;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log(`Installing ${missing.join(' ')} …`);
    const run = (...args) =>
      spawnSync('apt-get', args, {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      }).status === 0;
    run('update', '-qq');
    if (run('install', '-y', '-qq', '--no-install-recommends', ...missing)) return;
  }
  throw new Error(
    `The tests of the documentation and the SDKs need ${missing.join(' and ')}; install them first.`,
  );
}

/** Does so while something else is done. @returns what waits for it. @throws Error when one is missing */
export function startPrograms() {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = once(child, 'close');
  return async () => {
    if ((await ended)[0] !== 0) throw new Error('The tests of the documentation and the SDKs cannot be run.');
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) programs();
