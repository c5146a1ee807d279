// Runs the tests of phones in WebKit and Firefox. `npm run test:browsers`
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setup } from './setup.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What each Debian package is needed for, and where it puts it. */
const NEEDED = {
  'webkit2gtk-driver': '/usr/bin/WebKitWebDriver',
  'firefox-esr': process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr',
  xvfb: '/usr/bin/Xvfb',
};

const run = (command, ...args) =>
  spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;

/** Installs the browsers that are missing. @throws Error with one sentence when that is not possible. */
function installBrowsers() {
  const missing = Object.keys(NEEDED).filter((name) => !existsSync(NEEDED[name]));
  if (missing.length === 0) return;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log(`Installing ${missing.join(', ')} …`);
    process.env.DEBIAN_FRONTEND = 'noninteractive';
    run('apt-get', 'update', '-qq');
    if (run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...missing)) return;
  }
  throw new Error(`Missing: apt install ${missing.join(' ')}`);
}

try {
  setup();
  installBrowsers();
  const { build } = await import('./build.mjs');
  build();
  process.env.NODE_ENV = 'test';
  const tests = ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/browsers.config.ts'];
  process.exitCode = run(process.execPath, ...tests, ...process.argv.slice(2)) ? 0 : 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
