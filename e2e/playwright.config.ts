import { defineConfig } from '@playwright/test';
import type { Language } from './support/catalogue.ts';
import type { JourneyOptions } from './support/journey.ts';

const WIDTHS = { laptop: { width: 1280, height: 800 }, phone: { width: 375, height: 720 } } as const;

/**
 * Journeys are walked in Arabic on a phone, where most goes wrong; those with the tag `@both` in English on a laptop
 * as well, with `@laptop` only there. `screens.spec.ts` opens every screen in English on a laptop, and looks whether it
 * fits a phone, once the journeys in Arabic have left rows for it to open. What a screen does in the other language is
 * the same code, so each journey is not repeated.
 */
const WALKED = {
  ar: { language: 'ar', device: 'phone', grepInvert: /@laptop/ },
  en: { language: 'en', device: 'laptop', grep: /@both|@laptop/ },
} as const;

const SCREENS = 'screens.spec.ts';

/** What a page of a language and a device is. */
const use = (language: Language, device: keyof typeof WIDTHS) => ({
  viewport: WIDTHS[device],
  language,
  locale: language === 'ar' ? 'ar-EG' : 'en-GB',
  // Half of all walk with animations, as most people do; the others save a twentieth of the processor's time.
  contextOptions: { reducedMotion: device === 'phone' ? ('reduce' as const) : ('no-preference' as const) },
  isMobile: device === 'phone',
  hasTouch: device === 'phone',
});

const walked = ({ language, device, ...which }: (typeof WALKED)['ar' | 'en']) => ({
  name: `${language}-${device}`,
  testIgnore: ['browsers/**', SCREENS],
  ...which,
  use: use(language, device),
});

/**
 * Playwright's own list, which ours replaces, plus the pages that Chromium renders for each window's address bar, which
 * took longer than opening the window.
 */
const FEATURES_OFF = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
];

/** Runs the browser tests in both languages and at both widths. */
export default defineConfig<JourneyOptions>({
  testDir: '.',
  testIgnore: 'browsers/**',
  outputDir: '../test-results',
  globalSetup: './support/global-setup.ts',
  fullyParallel: true,
  forbidOnly: true,
  // One more than cores: a journey also waits for the server and for animations.
  workers: 3,
  // On a machine that does much else everything takes many times as long: only what hangs is ended.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  use: {
    timezoneId: 'Africa/Cairo',
    // The headless shell asks nobody, and refuses.
    permissions: ['clipboard-write'],
    // A rehearsed site has a self-signed certificate.
    ignoreHTTPSErrors: process.env.DAFTAR_JOURNEYS_URL?.startsWith('https:') ?? false,
    actionTimeout: 30_000,
    // A worker for each window costs time, and journeys answer some requests themselves: one allows it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        // Chromium's own sandbox does not run as root, as in a container.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // Pages live for seconds: V8's optimizing compilers cost more than they gain.
        '--js-flags=--no-opt,--no-maglev',
        `--disable-features=${FEATURES_OFF.join(',')}`,
      ],
    },
  },
  // Tests begin in this order. The screens do not depend on the journeys before them: of those, two still run when they
  // begin, the last by their names, which leave nothing that is looked for. So no worker waits for another at the end.
  projects: [
    walked(WALKED.ar),
    // With animations off: each screen is looked at once it rests.
    {
      name: 'screens',
      testMatch: SCREENS,
      use: { ...use('en', 'laptop'), contextOptions: { reducedMotion: 'reduce' } },
    },
    walked(WALKED.en),
  ],
});
