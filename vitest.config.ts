import { defineConfig } from 'vitest/config';

/** Tests that need no database; everything else under server/src gets one. */
const serverUnitTests = ['server/src/**/rules.test.ts', 'server/src/**/*.unit.test.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'contract/**/*.test.ts',
            'web/**/*.test.{ts,tsx}',
            'tools/*.test.mjs',
            ...serverUnitTests,
          ],
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          exclude: serverUnitTests,
          globalSetup: ['server/src/platform/testing/global-setup.ts'],
          pool: 'forks',
          maxWorkers: 2,
          // Vitest wants projects with worker counts of their own in groups of their own.
          sequence: { groupOrder: 1 },
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
});
