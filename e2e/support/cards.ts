import { expect, type Page } from '@playwright/test';

/** The fewest cards of a list that are to be seen at once on a phone. */
const FEWEST = 5;

/**
 * Checks that enough of the list that a screen is about is seen on a phone, if it has one: how many cards, as high as those
 * there are, fit between what is above and below.
 * @param atRest leaves out what a journey has changed: filters, selected rows and dialogs take room, and one row alone may be the
 *   highest that there is
 */
export async function expectCards(page: Page, atRest = false): Promise<void> {
  const cards = await page.evaluate((isAtRest) => {
    const list = document.querySelector('main ul[data-list]:not(section *)');
    const rows = [...(list?.children ?? [])].map((card) => card.getBoundingClientRect());
    const [first] = rows;
    const last = rows.at(-1);
    if (!first || !last) return null;
    const isChanged = document.querySelector('[role="dialog"], li[data-selected]') !== null;
    if (isAtRest && (rows.length < 2 || window.location.search !== '' || isChanged)) return null;
    const bar = [...document.querySelectorAll('nav')].find(
      (nav) => getComputedStyle(nav).position === 'fixed',
    );
    const gap = rows[1] ? rows[1].top - first.bottom : 0;
    const room = (bar?.getBoundingClientRect().top ?? window.innerHeight) - (first.top + window.scrollY);
    return (room * rows.length) / (last.bottom - first.top + gap);
  }, atRest);
  if (cards !== null)
    expect(cards, `rows of ${new URL(page.url()).pathname} on a phone`).toBeGreaterThanOrEqual(FEWEST);
}

/** Checks that no two boxes or menus of a list's rows are called alike: who hears their names alone could not tell the rows apart. */
export async function expectNames(page: Page): Promise<void> {
  const alike = await page.evaluate(() => {
    const lists = [...document.querySelectorAll('main table > tbody, main ul[data-list]')];
    return lists.flatMap((list) => {
      const named = [
        ...list.querySelectorAll(':scope > * :is([type="checkbox"], [aria-haspopup="menu"])[aria-label]'),
      ];
      const names = named.map((control) => control.getAttribute('aria-label'));
      return names.filter((name, at) => names.indexOf(name) !== at);
    });
  });
  expect(alike, `names of controls in rows of ${new URL(page.url()).pathname} that others have`).toEqual([]);
}

/** The highest row of one line, in pixels: a due date in UTC and Cairo, or an amount with the word for its way, is set smaller. */
const HIGHEST = 56;

/** Checks that the rows of a screen's list take one line each in a table whose texts are cut. */
export async function expectLines(page: Page): Promise<void> {
  const high = await page.evaluate((highest) => {
    const rows = document.querySelectorAll('main table[data-lines]:not(section *) > tbody > tr');
    return [...rows].map((row) => row.getBoundingClientRect().height).filter((height) => height > highest);
  }, HIGHEST);
  expect(high, `rows of ${new URL(page.url()).pathname} that take more than a line`).toEqual([]);
}
