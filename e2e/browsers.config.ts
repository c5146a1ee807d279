import { defineConfig } from '@playwright/test';
import type { JourneyOptions } from './support/journey.ts';

const LANGUAGES = ['en', 'ar'] as const;

/** Runs the tests of what payers and merchants do on their phones, in WebKit and Firefox (`npm run test:browsers`). */
export default defineConfig<JourneyOptions>({
  testDir: './browsers',
  outputDir: '../test-results/failures',
  globalSetup: './support/global-setup.ts',
  forbidOnly: true,
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  projects: LANGUAGES.flatMap((language) =>
    ['webkit', 'firefox'].map((name) => ({ name: `${language}-${name}`, use: { language } })),
  ),
});
