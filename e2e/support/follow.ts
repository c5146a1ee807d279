import type { Page } from '@playwright/test';

/**
 * Goes to another screen of the portal or console as a link within it does: no document is loaded, no script read anew.
 * Waits until the screen is drawn, that is, has a heading of its own. @returns the path where that ends
 */
export async function follow(page: Page, path: string): Promise<string> {
  await page.evaluate((to) => {
    for (const heading of document.querySelectorAll('h1')) heading.dataset.left = '';
    window.history.pushState(null, '', to);
  }, path);
  await page.locator('h1:not([data-left])').waitFor();
  return new URL(page.url()).pathname;
}
