import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

/** The minified source: what `axe.source` holds is more than twice as long. Elements are named, and not copied. */
const AXE = `${readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')}
axe.configure({ noHtml: true });`;

/**
 * Waits for transitions, since a button that fades from busy to ready has the contrast of neither; endless animations
 * are not waited for.
 */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished),
    ),
  );
}

/** Screens that axe has examined whole in this worker, which keeps to one language, by address and width. */
const examined = new Set<string>();

/** A screen's address without the numbers and tokens of records, and its width. */
const screenOf = (page: Page) =>
  `${new URL(page.url()).pathname.replace(/\d+|[\w-]{20,}/g, '*')} ${page.viewportSize()?.width}`;

/**
 * Loads axe, once per document. As a script of the browser's own, which is compiled once per process; what is evaluated
 * by Playwright is compiled for each document.
 */
async function load(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in window)) return;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Runtime.evaluate', { expression: AXE });
  await devtools.detach();
}

/**
 * What axe finds on the page, a line each. Beneath an open dialog, a screen that was examined before is left out: it is
 * covered.
 */
export async function violationsOf(page: Page): Promise<string[]> {
  await load(page);
  const found = await page.evaluate(
    async (isExamined) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      const isCovered = isExamined && document.querySelector('[role="dialog"][aria-modal="true"]') !== null;
      const { violations } = await axe.run(isCovered ? { exclude: ['#root'] } : document, {
        resultTypes: ['violations'],
        iframes: false,
        // Only rules that are off read style sheets again.
        preload: false,
      });
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
      );
    },
    examined.has(screenOf(page)),
  );
  if (found.length === 0) examined.add(screenOf(page));
  return found;
}
