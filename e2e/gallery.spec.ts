import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { atRest, violationsOf } from './support/axe.ts';
import type { Language } from './support/catalogue.ts';
import { expect, test } from './support/journey.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const built = join(root, 'web/gallery/dist');
/** Served by the test itself: the product does not have it. */
const GALLERY = 'http://gallery.localhost';

test.beforeAll(() => {
  execFileSync(process.execPath, ['tools/build.mjs', 'gallery'], { cwd: root });
});

/** The gallery's files, and its page for every other address. */
async function serve(page: Page): Promise<void> {
  await page.route(`${GALLERY}/**`, (route) => {
    const file = join(built, new URL(route.request().url()).pathname);
    const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() === true;
    return route.fulfill({ path: isFile ? file : join(built, 'index.html') });
  });
}

/** Light parts are on every screen that the journeys look at on a phone. */
const SCHEMES = { ar: ['dark'], en: ['light', 'dark'] } as const;

/** Looks at the page in its first colours, and, where there are others, at the contrast of those: all else is the same. */
async function lookInEachScheme(page: Page, language: Language, lookAt: (page: Page) => Promise<void>) {
  const [first, other] = SCHEMES[language];
  await lookAt(page);
  if (!other) return;
  await page.emulateMedia({ colorScheme: other });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', other);
  await atRest(page);
  expect(await violationsOf(page, ['color-contrast']), other).toEqual([]);
  await page.emulateMedia({ colorScheme: first });
}

test('every component of the kit is visible and usable, light and dark', { tag: '@both' }, async ({
  page,
  language,
  lookAt,
}) => {
  await page.emulateMedia({ colorScheme: SCHEMES[language][0] });
  await serve(page);
  await page.goto(`${GALLERY}/?lang=${language}`);
  const parts = page.locator('[data-part]');
  await expect(parts.first()).toBeVisible();
  for (let index = 0; index < (await parts.count()); index += 1) {
    await parts.nth(index).click();
    const name = (await parts.nth(index).getAttribute('data-part')) ?? '';
    await expect(page).toHaveURL(`${GALLERY}/${name}`);
    await lookInEachScheme(page, language, lookAt);
  }
});

test('every overlay opens, is usable and closes, light and dark', { tag: '@both' }, async ({
  page,
  language,
  lookAt,
}) => {
  await page.emulateMedia({ colorScheme: SCHEMES[language][0] });
  await serve(page);
  await page.goto(`${GALLERY}/overlays?lang=${language}`);
  const openers = page.locator('[data-opens]');
  await expect(openers.first()).toBeVisible();
  for (let index = 0; index < (await openers.count()); index += 1) {
    const role = ((await openers.nth(index).getAttribute('data-opens')) ?? '') as 'dialog' | 'menu' | 'alert';
    await openers.nth(index).click();
    const opened = page.getByRole(role);
    await expect(opened).toBeVisible();
    await lookInEachScheme(page, language, lookAt);
    if (role === 'alert') continue;
    const over = opened.locator('[data-opens-over]');
    if ((await over.count()) > 0) {
      // A dialog over it: each of the two is looked at with the other.
      await over.click();
      await expect(opened).toHaveCount(2);
      await expect(opened.last()).toBeVisible();
      await lookInEachScheme(page, language, lookAt);
      await opened.last().getByRole('button').first().click();
      await expect(opened).toHaveCount(1);
    }
    await page.keyboard.press('Escape');
    await expect(opened).toHaveCount(0);
    await expect(openers.nth(index)).toBeFocused();
  }
});

test('a text that is too pale is found also among others of a screen that was examined', {
  tag: '@laptop',
}, async ({ page }) => {
  const body = `<!doctype html><html lang="en"><title>Planted</title><style>.pale { color: #ccc }</style>
    <main><h1>Planted</h1><ul><li>One</li><li>Two</li><li>Three</li><li>Four</li><li>Five</li></ul></main>`;
  await page.route(`${GALLERY}/**`, (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(`${GALLERY}/planted`);
  expect(await violationsOf(page)).toEqual([]);
  expect(await violationsOf(page)).toEqual([]);
  for (const planted of ['class', 'style']) {
    await page.evaluate((name) => {
      document.querySelectorAll('li')[2]?.setAttribute(name, name === 'class' ? 'pale' : 'color: #ccc');
    }, planted);
    expect((await violationsOf(page)).join(), planted).toMatch(/^color-contrast: /);
    await page.evaluate((name) => document.querySelectorAll('li')[2]?.removeAttribute(name), planted);
    expect(await violationsOf(page)).toEqual([]);
  }
});
