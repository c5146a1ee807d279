import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

/**
 * The minified source: what `axe.source` holds is more than twice as long. Elements are named, and not copied. Contrast is
 * examined on the texts that `violationsOf` names, with all else: a run for it alone would read the whole page once more.
 */
const AXE = `${readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')}
axe.configure({
  noHtml: true,
  // An open menu is at the end of the page for a moment, as a dialog is, and like that needs no landmark.
  checks: [{ id: 'region', options: { regionMatcher: 'dialog, [role=dialog], [role=alertdialog], [role=menu], svg' } }],
});
window.newTexts = new Set();
{
  const contrast = axe._audit.rules.find(({ id }) => id === 'color-contrast');
  const { matches } = contrast;
  contrast.matches = (element, ...more) => window.newTexts.has(element) && matches(element, ...more);
}`;

/**
 * Waits for transitions, since a button that fades from busy to ready has the contrast of neither; endless animations
 * are not waited for. Then waits until what was last drawn is painted: what fits itself to its place (`web/ui/mark-wide.ts`)
 * does so between layout and paint, and a busy browser answers before it has painted.
 * @returns by how many pixels the page then scrolls sideways
 */
export function atRest(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished),
    );
    // The first frame comes before its own paint, the second after it.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    return document.documentElement.scrollWidth - window.innerWidth;
  });
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
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Runtime.evaluate', { expression: AXE });
  await devtools.detach();
}

/** The kinds of elements whose contrast axe found right in this worker. */
const contrasted = new Set<number>();

/**
 * What axe finds on the page, a line each. Beneath an open dialog, a screen that was examined before is left out: it is
 * covered. Contrast takes longer than all other rules together, and follows from the classes, styles and states of an
 * element, of the one before it and of those that it stands in: it is examined on one text of each kind.
 * @param only the rules, if not all: of a screen that differs from one just examined in nothing else
 */
export async function violationsOf(page: Page, only: string[] = []): Promise<string[]> {
  const examination = await examine(page, only);
  if (!examination) {
    await load(page);
    return violationsOf(page, only);
  }
  const { found, kinds } = examination;
  if (found.length === 0) {
    examined.add(screenOf(page));
    for (const kind of kinds) contrasted.add(kind);
  }
  return found;
}

/** @returns what axe finds, and the kinds of texts that it looked at; null in a document without axe */
function examine(page: Page, only: string[]): Promise<{ found: string[]; kinds: number[] } | null> {
  return page.evaluate(
    async ({ isExamined, known, rules }) => {
      if (!('axe' in window)) return null;
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      const isCovered = isExamined && document.querySelector('[role="dialog"][aria-modal="true"]') !== null;
      const seen = new Set(known.split(' ').map(Number));
      const texts = new Map<number, Element>();
      const NO_TEXT = /^(?:svg|head|script|style|template)$/;
      const ON_COLOURS = /^(?:class|style|data-.*|aria-(?!label|describedby|controls).*)$/;
      const hash = (start: number, text: string) => {
        let sum = start;
        for (let at = 0; at < text.length; at += 1) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) | 0;
        return sum;
      };
      const ownOf = (element: Element) => {
        const parts = [element.localName, 'checked' in element && element.checked];
        for (const { name, value } of element.attributes)
          parts.push(ON_COLOURS.test(name) ? `${name} ${value}` : name);
        return parts.join('\n');
      };
      const see = (element: Element, above: number, before: string) => {
        if ((isCovered && element.id === 'root') || NO_TEXT.test(element.localName)) return;
        const own = ownOf(element);
        const kind = hash(above, `${before}\n${own}\n${element.nextElementSibling === null}`);
        const hasText =
          /^(?:input|select|textarea)$/.test(element.localName) ||
          [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
        if (hasText && !seen.has(kind) && !texts.has(kind)) texts.set(kind, element);
        let previous = '';
        for (const child of element.children) {
          see(child, kind, previous);
          previous = ownOf(child);
        }
      };
      see(document.documentElement, window.innerWidth, '');
      Object.assign(window, { newTexts: new Set(texts.values()) });
      const { violations } = await axe.run(isCovered ? { exclude: ['#root'] } : document, {
        resultTypes: ['violations'],
        iframes: false,
        // Only rules that are off read style sheets again.
        preload: false,
        ...(rules.length > 0 && { runOnly: rules }),
      });
      return {
        found: violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
        ),
        kinds: [...texts.keys()],
      };
    },
    { isExamined: examined.has(screenOf(page)), known: [...contrasted].join(' '), rules: only },
  );
}

/**
 * The links, buttons and fields of the page that axe finds too small for a finger: below 24 px, and too near to another.
 * A bar or toast that stays while the page scrolls may cover a part of one: each is examined again in the middle.
 */
export async function smallTargetsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await load(page);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const smallIn = async (where: Element | Document) => {
      const { violations } = await axe.run(where, {
        resultTypes: ['violations'],
        iframes: false,
        preload: false,
        runOnly: ['target-size'],
        rules: { 'target-size': { enabled: true } },
      });
      return violations.flatMap(({ nodes }) => nodes.map(({ target }) => String(target.at(-1))));
    };
    const found: string[] = [];
    const { scrollX, scrollY } = window;
    for (const selector of await smallIn(document)) {
      const element = document.querySelector(selector);
      if (!element) continue;
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      if ((await smallIn(element)).length === 0) continue;
      const { width, height } = element.getBoundingClientRect();
      const name = element.textContent?.trim().slice(0, 40);
      found.push(`${selector}: ${name} ${Math.round(width)} × ${Math.round(height)} px`);
    }
    window.scrollTo(scrollX, scrollY);
    return found;
  });
}
