import type { Page } from '@playwright/test';
import { atRest, smallTargetsOf } from './support/axe.ts';
import { expectCards, expectLines, expectNames } from './support/cards.ts';
import { follow } from './support/follow.ts';
import { expect, test } from './support/journey.ts';
import { paid } from './support/money.ts';
import { newOperator, signInToConsole } from './support/operator.ts';
import { tokenOf } from './support/team.ts';

/**
 * Most journeys are walked in Arabic on a phone. Here each screen is opened in English on a laptop, where lists are
 * tables of one line a row, and examined in the same way: also the details of the rows that those journeys made, so it begins after them.
 * `--project=screens` runs it alone, and then misses those details. Screens are reached as by links within the
 * application: to load it at an address is the same for all of them, and the journeys do so at many. English words are
 * longer than Arabic ones: each screen is also made as narrow as a phone.
 */

/** Tables of screens, by their addresses: their pages are for a browser, and are not fetched here. */
const screensOf = async (part: 'portal' | 'ops'): Promise<readonly { path: string }[]> =>
  (await import(new URL(`../web/${part}/app/screens.ts`, import.meta.url).href)).screens;

const visit = async (page: Page, path: string, lookAt: (page: Page) => Promise<void>) => {
  if (new URL(page.url()).pathname !== path)
    expect(await follow(page, path), path).not.toMatch(/^(?:\/ops)?\/40[34]$/);
  await lookAt(page);
  await expectLines(page);
  await expectNames(page);
  await fitsPhone(page, path);
};

const PHONE = { width: 375, height: 720 };

/** Checks that nothing of a screen scrolls sideways on a phone, that enough of its list is seen, and targets fit fingers. */
async function fitsPhone(page: Page, path: string): Promise<void> {
  const laptop = page.viewportSize();
  await page.setViewportSize(PHONE);
  // The window is made narrow at once; what depends on its width is drawn a moment later.
  await expect.poll(() => atRest(page), `${path} fits a phone`).toBeLessThanOrEqual(0);
  await expectCards(page);
  expect.soft(await smallTargetsOf(page), `targets on a phone at ${path}`).toEqual([]);
  if (laptop) await page.setViewportSize(laptop);
}

/** What the addresses of a path with parameters look like. */
const like = (pattern: string) => new RegExp(`^${pattern.replace(/\$\w+/g, '[\\d-]+')}$`);

/** The first link of a screen to a path with parameters, if any. */
async function linkLike(page: Page, pattern: string): Promise<string | undefined> {
  const links = await page
    .locator('main a[href]')
    .evaluateAll((all) => all.map((each) => (each as HTMLAnchorElement).pathname));
  return links.find((path) => like(pattern).test(path));
}

/**
 * Opens each path without parameters, then details: those at known addresses, and one of each kind that a link led to.
 * @returns the details that nothing led to
 */
async function walk(
  page: Page,
  paths: string[],
  lookAt: (page: Page) => Promise<void>,
  known: string[] = [],
): Promise<string[]> {
  const wanted = paths.filter((path) => path.includes('$'));
  const found = new Map<string, string>();
  for (const pattern of wanted) {
    const address = known.find((each) => like(pattern).test(each));
    if (address) found.set(pattern, address);
  }
  const open = async (path: string) => {
    await visit(page, path, lookAt);
    for (const pattern of wanted) {
      const link = found.has(pattern) ? undefined : await linkLike(page, pattern);
      if (link) found.set(pattern, link);
    }
  };
  for (const path of paths.filter((each) => !each.includes('$'))) await open(path);
  for (const path of found.values()) await open(path);
  return wanted.filter((pattern) => !found.has(pattern));
}

test('every screen of the portal can be used in English on a laptop', async ({
  page,
  request,
  newMerchant,
  signIn,
  outbox,
  lookAt,
}) => {
  test.slow();
  const owner = await newMerchant();
  await paid(request, outbox, owner, { pounds: '250.00' });
  const headers = await tokenOf(request, owner);
  const make = async (path: string, data: Record<string, unknown>): Promise<number> => {
    const made = await request.post(`/api/sandbox/merchant/${path}`, { headers, data });
    expect(made.status(), await made.text()).toBe(200);
    return (await made.json()).data.id;
  };
  const customer = await make('Customer/Create', {
    name: 'Salma Hassan',
    email: 'salma@example.com',
    mobile: '01001234567',
    nationalId: '',
  });
  const invoice = await make('invoices/create', {
    invoice_name: 'Lamp',
    currency_id: 1,
    amount: '250.50',
    due_date: new Date(Date.now() + 86_400_000).toISOString(),
    language: 1,
    customers: [customer],
  });
  // A payout and a chargeback, for their pages.
  for (const [what, scenario] of [
    ['money', 'payout-failed'],
    ['payment', 'chargeback-opened'],
  ]) {
    const played = await request.post(`/api/sandbox/merchant/simulations/${what}`, {
      headers,
      data: { scenario },
    });
    expect(played.status(), await played.text()).toBe(200);
  }
  const asked = await request.post('/api/sandbox/merchant/support/create-ticket', {
    headers,
    multipart: { ticket_type: '4', ticket_message: 'Was it paid twice?' },
  });
  expect(asked.status(), await asked.text()).toBe(200);
  await signIn(page, owner);
  await page.goto('/dashboard');
  const paths = (await screensOf('portal')).map(({ path }) => path);
  const known = [`/customers/${customer}`, `/invoices/${invoice}`, `/invoices/edit-invoice/${invoice}`];
  known.push(`/support/${(await asked.json()).data.id}`);
  // No link but a mail's leads to the file of a report.
  known.push('/reports/1-2026-06-15');
  // The journey of the store opens these in both languages.
  expect(await walk(page, paths, lookAt, known)).toEqual([
    '/update-product/$id',
    '/edit-category/$id',
    '/orders/$id',
  ]);
});

test('every screen of the console can be used in English on a laptop', async ({
  page,
  request,
  say,
  newMerchant,
  outbox,
  lookAt,
}) => {
  test.slow();
  await paid(request, outbox, await newMerchant(), { pounds: '250.00' });
  await page.goto('/ops/sign-in');
  await signInToConsole(page, say, await newOperator('admin', String(Date.now())));
  await page.waitForURL(/\/ops\/overview$/);
  const paths = (await screensOf('ops')).map(({ path }) => `/ops${path}`);
  const missed = await walk(page, paths, lookAt);
  // What waits for somebody may have been done by the journeys before, which open it themselves.
  const elsewhere = ['approvals', 'kyc', 'tickets'];
  expect(missed.filter((path) => !elsewhere.includes(path.split('/')[2]!))).toEqual([]);
});
