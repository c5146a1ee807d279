// `npm test`: installs what is missing, checks, and runs every test; the last line counts them.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keepTemporaryFilesTogether } from './memory.mjs';
import { setup } from './setup.mjs';

keepTemporaryFilesTogether();

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'daftar-reports-'));

/** Characters of a failure that are repeated at the end of the output. */
const MAX_FAILURE = 2000;

/** Runs a program of node_modules with this Node. */
function node(script, args, env = {}) {
  const options = { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } };
  return spawnSync(process.execPath, [join(root, script), ...args], options).status === 0;
}

/**
 * Starts `npm run check` beside what follows, with what the others leave of the processor: many tests wait for time, most
 * of them in the middle of the run, and without it the cores would be idle then. Its output goes to a file, so that it is
 * not mixed with others'.
 * @returns a function that waits for its end, prints the output and says whether it succeeded
 */
function startCheck() {
  const file = join(reports, 'check.log');
  const output = openSync(file, 'w');
  const stdio = ['ignore', output, output];
  const check = spawn(process.execPath, [join(root, 'tools/check.mjs')], { cwd: root, stdio });
  setPriority(check.pid, constants.priority.PRIORITY_LOW);
  process.once('exit', () => check.kill());
  const ended = once(check, 'close');
  return async () => {
    const [code] = await ended;
    process.stdout.write(readFileSync(file));
    return code === 0;
  };
}

/** Counts of a Vitest JSON report. */
function vitestCounts(file) {
  const report = JSON.parse(readFileSync(file, 'utf8'));
  // A file that could not be loaded has no tests, but counts as a failure.
  const broken = report.testResults.filter(
    (each) => each.status === 'failed' && each.assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Name and first error of each failed test and each file that did not load, for the end of a long output. */
function vitestFailures(file) {
  if (!existsSync(file)) return ['no report of Vitest'];
  return JSON.parse(readFileSync(file, 'utf8')).testResults.flatMap((each) => {
    const failed = each.assertionResults.filter((test) => test.status === 'failed');
    const path = relative(root, each.name);
    if (each.status === 'failed' && failed.length === 0) return [`${path}\n${each.message}`];
    return failed.map((test) => `${path} > ${test.fullName}\n${test.failureMessages.join('\n')}`);
  });
}

/** Counts of a Playwright JSON report. */
function playwrightCounts(file) {
  const { stats, errors } = JSON.parse(readFileSync(file, 'utf8'));
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  };
}

/** A step without a report of its own counts as one test. */
const asOne = (ok) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 });

/** The counts of a report; a run that failed is never reported as all passed. */
function counted(read, file, ok) {
  try {
    const counts = read(file);
    return ok || counts.failed > 0 ? counts : { ...counts, failed: 1 };
  } catch {
    return asOne(false);
  }
}

/** Runs everything. @returns whether all of it passed */
async function testAll() {
  const { build } = await import('./build.mjs');
  const { chromium } = await import('./chromium.mjs');
  const { startPrograms } = await import('./programs.mjs');
  const chromiumPath = chromium();
  const programs = startPrograms();
  const results = [];
  const check = startCheck();
  build();
  await programs();
  const vitestReport = join(reports, 'vitest.json');
  const vitestArgs = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`];
  const vitestOk = node('node_modules/vitest/vitest.mjs', vitestArgs, { CHROMIUM_PATH: chromiumPath });
  results.push(counted(vitestCounts, vitestReport, vitestOk));
  // Their product starts on one core: the other builds what one of them looks at, which waits for it.
  spawn(process.execPath, ['tools/build.mjs', 'gallery'], { cwd: root, stdio: 'ignore' });
  const journeysReport = join(reports, 'journeys.json');
  const journeysOk = node(
    'node_modules/@playwright/test/cli.js',
    ['test', '-c', 'e2e/playwright.config.ts'],
    {
      CHROMIUM_PATH: chromiumPath,
      PLAYWRIGHT_JSON_OUTPUT_FILE: journeysReport,
      NODE_ENV: 'test',
    },
  );
  results.push(counted(playwrightCounts, journeysReport, journeysOk));
  // Has long ended, unless the machine had no time to spare.
  results.push(asOne(await check()));
  if (!vitestOk) {
    for (const failure of vitestFailures(vitestReport))
      console.log(`Failed: ${failure.slice(0, MAX_FAILURE)}\n`);
  }
  const sum = (name) => results.reduce((total, each) => total + each[name], 0);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
  // A step that ran nothing shows nothing.
  const isEmpty = results.some(({ passed }) => passed === 0);
  return sum('failed') === 0 && !isEmpty;
}

try {
  process.chdir(root);
  setup();
  const [option, commit] = process.argv.slice(2);
  if (option === '--changed') {
    const { testChanged } = await import('./changed.mjs');
    process.exitCode = (await testChanged(commit)) ? 0 : 1;
  } else if (option === undefined) {
    process.exitCode = (await testAll()) ? 0 : 1;
  } else throw new Error('Usage: npm test [-- --changed [commit]]');
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(reports, { recursive: true, force: true });
}
