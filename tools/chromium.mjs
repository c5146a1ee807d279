// Finds a Chromium for the browser tests, or installs Debian's where that is allowed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The headless shell comes first: it has no windows, and the browser tests take a quarter less of the processor in it. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const run = (command, ...args) =>
  spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;

/** The path of a Chromium. @throws Error with one sentence when there is none and none can be installed. */
export function chromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (existsSync(given)) return given;
    throw new Error(`CHROMIUM_PATH names ${given}, which does not exist.`);
  }
  const found = PLACES.find((place) => existsSync(place));
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium …');
    process.env.DEBIAN_FRONTEND = 'noninteractive';
    run('apt-get', 'update', '-qq');
    // Ubuntu has no headless shell of its own.
    for (const name of ['chromium-headless-shell', 'chromium'])
      if (run('apt-get', 'install', '-y', '-qq', name)) return `/usr/bin/${name}`;
  }
  throw new Error('No Chromium was found for the browser journeys; install it or set CHROMIUM_PATH.');
}
