import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { threadCode } from '../../vite.thread.ts';

/** Plays on the database at TEST_SHARED_DATABASE_URL, which `deploy/citus/rehearsal.mjs` starts and distributes. */
export default defineConfig({
  plugins: [threadCode()],
  resolve: {
    alias: { '@node-rs/argon2': fileURLToPath(new URL('../kit/cheap-hashes.ts', import.meta.url)) },
  },
  test: {
    root: fileURLToPath(new URL('../../..', import.meta.url)),
    include: ['server/tests/citus/*.play.ts', 'server/src/month.test.ts', 'server/demo/demo.test.ts'],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
