import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { threadCode } from './server/vite.thread.ts';
import { keepTemporaryFilesTogether } from './tools/memory.mjs';

keepTemporaryFilesTogether();

/** Tests that need no database; everything else of the server gets one. */
const serverUnitTests = ['server/src/**/rules.test.ts', 'server/src/**/*.unit.test.ts'];

/** Tests that put something else in a module's place, or measure the process they run in: each has its own. */
const aloneTests = ['server/tests/reliability/hostile-sheets.test.ts', 'server/src/auth/attacks.test.ts'];

/** Tests that mostly start other programs; among the short ones they would begin last, and be waited for alone. */
const longTests = ['bench/*.test.mjs', 'tools/new-noun.test.mjs', 'tools/mutants-run.test.mjs'];

/** Property tests try the same cases in every run; waits are patient. */
const properties = 'tools/properties.mjs';

/** On a machine that does much else a test may take many times as long: only one that hangs is ended. */
const patience = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
} as const;

/** More room for young objects than V8's 16 MB: half as many collections, a twelfth less of a server's processor time. */
const execArgv: string[] = ['--max-semi-space-size=64'];

/** Of every project, so that all share the same workers: two more than cores, because many tests wait for time or for PostgreSQL. */
const common = { ...patience, setupFiles: [properties], pool: 'forks', maxWorkers: 4, execArgv } as const;

const onDatabase = {
  ...common,
  globalSetup: ['server/tests/kit/platform/global-setup.ts'],
} as const;

/** Passwords of test people; what attackers measure is hashed as ever. */
const cheapHashes = fileURLToPath(new URL('./server/tests/kit/cheap-hashes.ts', import.meta.url));

/** `npm run mutants` puts a text with one fault in the place of one file. */
const mutant = {
  name: 'mutant',
  enforce: 'pre',
  load: (id: string) =>
    process.env.MUTANT_CODE && id.split('?')[0] === process.env.MUTANT_OF
      ? readFileSync(process.env.MUTANT_CODE, 'utf8')
      : null,
} as const;

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [threadCode(), mutant],
        test: {
          ...common,
          name: 'unit',
          include: ['contract/**/*.test.ts', 'web/**/*.test.ts', 'tools/*.test.mjs', ...serverUnitTests],
          exclude: longTests,
          isolate: false,
        },
      },
      {
        test: {
          ...common,
          name: 'components',
          include: ['web/**/*.test.tsx'],
          environment: './web/ui/testing/one-document.ts',
          isolate: false,
        },
      },
      {
        plugins: [threadCode(), mutant],
        resolve: { alias: { '@node-rs/argon2': cheapHashes } },
        test: {
          ...onDatabase,
          name: 'server',
          include: ['server/{src,demo,tests}/**/*.test.ts'],
          exclude: [...serverUnitTests, ...aloneTests],
          // Each file has its own database and server; loading the product again for each took a fifth of the time.
          isolate: false,
        },
      },
      {
        plugins: [threadCode(), mutant],
        test: {
          ...onDatabase,
          name: 'server, alone',
          include: aloneTests,
          exclude: serverUnitTests,
          // Some measure memory.
          execArgv: [],
        },
      },
      { test: { ...common, name: 'long', include: longTests } },
    ],
  },
});
