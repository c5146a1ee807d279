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

/**
 * The kinds of elements that axe found nothing wrong with in this worker, which keeps to one language, by screen.
 */
const examined = new Map<string, Set<number>>();

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

interface Seen {
  kinds: number[];
  /** Whether an open dialog covers a screen that was examined before; then the screen's elements are left out. */
  isCovered: boolean;
}

/**
 * The kinds of elements on a page, as numbers: where an element stands, and all that axe judges it by, which is its
 * attributes and whether it has text, but not which text, number or address that is.
 */
function kindsOn(page: Page, isExamined: boolean): Promise<Seen> {
  return page.evaluate((wasExamined) => {
    const isCovered = wasExamined && document.querySelector('[role="dialog"][aria-modal="true"]') !== null;
    const JUDGED =
      /^(?:class|role|type|style|dir|lang|scope|tabindex|hidden|data-mantine.*|aria-(?!label|describedby|controls|owns|details|activedescendant|errormessage|value).*)$/;
    const REFERENCE = /^(?:for|aria-(?:labelledby|describedby|controls|owns|activedescendant|errormessage))$/;
    const kinds = new Set<number>();
    const ids = new Set<string>();
    const hash = (start: number, text: string) => {
      let sum = start;
      for (let at = 0; at < text.length; at += 1) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) | 0;
      return sum;
    };
    const see = (element: Element, above: number) => {
      if (isCovered && element.id === 'root') return;
      const parts = [element.localName, String(element.childElementCount > 0)];
      for (const { name, value } of element.attributes) {
        if (JUDGED.test(name)) parts.push(`${name}=${value}`);
        else if (REFERENCE.test(name))
          parts.push(`${name} ${value.split(' ').every((id) => document.getElementById(id))}`);
        else parts.push(`${name} ${value.trim() !== ''}`);
      }
      if (element.id !== '' && ids.has(element.id)) parts.push('twice');
      ids.add(element.id);
      for (const node of element.childNodes)
        if (node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim()) {
          parts.push('text');
          break;
        }
      const kind = hash(above, parts.join('\n'));
      kinds.add(kind);
      for (const child of element.children) see(child, kind);
    };
    see(document.documentElement, 0);
    return { kinds: [...kinds], isCovered };
  }, isExamined);
}

/**
 * What axe finds on the page, a line each. A screen with nothing but kinds of elements that axe examined there before is
 * not examined again. Beneath an open dialog, a screen that was examined before is left out: it is covered.
 */
export async function violationsOf(page: Page): Promise<string[]> {
  const screen = screenOf(page);
  const before = examined.get(screen);
  const { kinds, isCovered } = await kindsOn(page, before !== undefined);
  if (before && kinds.every((kind) => before.has(kind))) return [];
  await load(page);
  const found = await page.evaluate(async (withoutRoot) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run(withoutRoot ? { exclude: ['#root'] } : document, {
      resultTypes: ['violations'],
      iframes: false,
      // Only rules that are off read style sheets again.
      preload: false,
    });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
    );
  }, isCovered);
  if (found.length === 0) examined.set(screen, new Set([...(before ?? []), ...kinds]));
  return found;
}
