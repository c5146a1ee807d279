import { NOTIFICATION_POLL_MILLISECONDS } from '@daftar/contract/notifications';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { makeLink, payLink } from './support/money.ts';

const path = (url: URL) => url.pathname;

/** The sidebar's links by group: the specification's, and ours among them. */
const NAV = [
  'dashboard',
  ...['invoices', 'paymentLinks', 'till', 'customers', 'store'],
  ...['balance', 'payouts', 'settlements', 'transactions', 'chargebacks', 'feeInvoices', 'reports'],
  ...['team', 'audit', 'activate'],
  ...['account', 'profile', 'support', 'developers'],
];

test('an address leads to sign-in and then to its screen, an unknown one to 404', async ({
  page,
  say,
  newMerchant,
  lookAt,
}) => {
  const person = await newMerchant();
  await page.goto('/no/such/page');
  await page.waitForURL((url) => path(url) === '/404');
  await lookAt(page);
  for (const address of ['/', '/create-password', '/reset-password', '/customers']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: say('auth', 'login.title') })).toBeVisible();
    expect(path(new URL(page.url()))).toBe('/login');
  }

  // Whoever wanted a screen is led to it.
  await page.getByLabel(say('auth', 'email')).fill(person.email);
  await page.getByLabel(say('auth', 'password'), { exact: true }).fill(person.password);
  await page.getByRole('button', { name: say('auth', 'login.submit'), exact: true }).click();
  await page.waitForURL((url) => path(url) === '/customers');
  await page.goto('/login');
  await page.waitForURL((url) => path(url) === '/dashboard');
  await expect(page).toHaveTitle(`${say('common', 'product')} · ${say('shell', 'nav.dashboard')}`);
  await page.goto('/no/such/page');
  await page.waitForURL((url) => path(url) === '/404');
  await page.getByRole('link', { name: say('common', 'goToDashboard') }).click();
  await page.waitForURL((url) => path(url) === '/dashboard');
});

test('before activation the portal explains why it stays in test mode, and links to what is missing', async ({
  page,
  isMobile,
  say,
  newMerchant,
  signIn,
  lookAt,
}) => {
  const person = await newMerchant();
  await signIn(page, person);
  await page.goto('/dashboard');
  if (isMobile) await page.getByRole('button', { name: say('shell', 'menu.open') }).click();
  await expect(page.getByRole('switch', { name: say('shell', 'mode.live') })).toBeDisabled();
  const menu = page.getByRole('navigation', { name: say('shell', 'menu.label') });
  await expect(menu.locator('[aria-current="page"]')).toHaveText(say('shell', 'nav.dashboard'));
  const links = NAV.map((key) => new RegExp(`^${say('shell', `nav.${key}`)}`));
  await expect(menu.getByRole('link')).toHaveText(links);
  await expect(page.getByText(say('shell', 'merchant'), { exact: true })).toBeVisible();
  await expect(page.getByText(`${person.firstName} ${person.lastName}`, { exact: true })).toBeVisible();
  await page
    .getByRole('region', { name: say('shell', 'activation.label') })
    .getByRole('link', { name: say('shell', 'activation.button') })
    .click();
  await page.waitForURL((url) => path(url) === '/activate-account');
  const cookies = await page.context().cookies();
  expect(cookies.map(({ name }) => name)).toEqual(expect.arrayContaining(['token', 'permissions']));
  expect(cookies.map(({ name }) => name)).not.toContain('is-live');

  await resize(page, say);
  await pressKeys(page, say, lookAt);
  await watchBell(page, say);
  await drawWhatIsTold(page, say);

  if (isMobile) await page.getByRole('button', { name: say('shell', 'menu.open') }).click();
  await page.getByRole('button', { name: say('shell', 'logout') }).click();
  await page.waitForURL((url) => path(url) === '/login');
  // What stays says that somebody was signed in here, to nothing but sign-in (ADR 175).
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['known']);
});

/** What a journey is told with. */
interface Told {
  request: APIRequestContext;
  language: 'en' | 'ar';
  say: Say;
  lookAt: (page: Page) => Promise<void>;
}

type Say = (noun: string, key: string, params?: Record<string, string | number>) => string;

/** What the portal writes down of what fails. */
function logOf(page: Page): string[] {
  const lines: string[] = [];
  page.on('console', (line) => {
    if (line.type() === 'error') lines.push(line.text());
  });
  return lines;
}

/** 13.75rem beside the screen; from 768 px on behind a hamburger, and closed by making the window narrow. */
async function resize(page: Page, say: Say): Promise<void> {
  const before = page.viewportSize() ?? { width: 1280, height: 800 };
  const { height } = before;
  const side = page.locator('aside');
  const hamburger = page.getByRole('button', { name: say('shell', 'menu.open') });
  await page.setViewportSize({ width: 769, height });
  await expect(side).toBeVisible();
  expect(await side.evaluate((aside) => aside.getBoundingClientRect().width)).toBe(13.75 * 16);
  await page.setViewportSize({ width: 768, height });
  await expect(side).toHaveCount(0);
  await hamburger.click();
  await expect(page.getByRole('button', { name: say('shell', 'logout') })).toBeVisible();
  await page.setViewportSize({ width: 766, height });
  await expect(page.getByRole('button', { name: say('shell', 'logout') })).toHaveCount(0);
  await page.setViewportSize(before);
}

/** Keys open the sheet of shortcuts, a screen and what may be created; a command opens the form that it names. */
async function pressKeys(page: Page, say: Say, lookAt: (page: Page) => Promise<void>): Promise<void> {
  await page.goto('/dashboard');
  const create = page.getByRole('button', { name: say('shell', 'create.label') });
  await expect(create).toBeVisible();
  const sheet = page.getByRole('dialog', { name: say('shell', 'shortcuts.title') });
  // Keys are heard a moment after the buttons are there: whoever was too fast presses again.
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(sheet).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(sheet.getByText(say('search', 'shortcuts.go'))).toBeVisible();
  await lookAt(page);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await page.keyboard.press('c');
  const item = page.getByRole('menuitem', { name: say('shell', 'create.invoice') });
  await expect(item).toBeVisible();
  // The menu hears keys once the focus is in it.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(item).toBeHidden({ timeout: 2_000 });
  }).toPass();
  await create.blur();
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await page.waitForURL((url) => path(url) === '/invoices');

  await page.keyboard.press('Control+k');
  const field = page.getByRole('dialog').getByRole('combobox');
  await field.fill(say('shell', 'create.customer'));
  const option = page.getByRole('option', { name: say('shell', 'create.customer') });
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await expect(field).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '');
  await lookAt(page);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => path(url) === '/customers');
  await expect(page.getByRole('dialog', { name: say('customers', 'add.title') })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: say('customers', 'list.title'), level: 1 })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** The bell's dot, when it asks, what archiving does, and that a failure is written down and disturbs nobody. */
async function watchBell(page: Page, say: Say): Promise<void> {
  const content = 'A link was paid';
  const item = { notificationId: 7, content, created_at: new Date().toISOString(), href: null };
  const meta = { current_page: 1, last_page: 1, per_page: 10, total: 1 };
  const refusal = (message: string) => ({ status: 400, json: { statusCode: 400, message } });
  let asked = 0;
  let refused = '';
  let archived = false;
  await page.route('**/merchant/notifications', (route) => {
    asked += 1;
    if (refused) return route.fulfill(refusal(refused));
    const data = { data: archived ? [] : [item], meta };
    return route.fulfill({ json: { statusCode: 200, message: 'Done', data } });
  });
  const logged = logOf(page);

  await page.clock.install();
  await page.goto('/dashboard');
  const bell = page.getByRole('button', { name: new RegExp(`^${say('notifications', 'bell')}`) });
  const dot = bell.locator('span[aria-hidden="true"]');
  await expect(dot).toHaveCount(1);
  const atFirst = asked;
  // The answer of before may still be on its way: then this round is left out.
  await expect
    .poll(async () => {
      await page.clock.fastForward(NOTIFICATION_POLL_MILLISECONDS);
      return asked;
    })
    .toBeGreaterThan(atFirst);

  refused = 'No news today';
  await expect
    .poll(async () => {
      await page.clock.fastForward(NOTIFICATION_POLL_MILLISECONDS);
      return logged.some((line) => line.includes(refused));
    })
    .toBe(true);
  refused = '';
  const before = asked;
  await bell.click();
  await expect.poll(() => asked).toBeGreaterThan(before);
  const archive = page.getByRole('button', { name: say('notifications', 'archiveItem', { content }) });
  await page.route('**/merchant/notifications/7', (route) => route.fulfill(refusal('Not archived')));
  await archive.click();
  await expect.poll(() => logged.some((line) => line.includes('Not archived'))).toBe(true);
  await expect(archive).toBeEnabled();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.route('**/merchant/notifications/7', (route) => {
    archived = true;
    return route.fulfill({ json: { statusCode: 200, message: 'Done', data: null } });
  });
  await archive.click();
  await expect(page.getByText(say('notifications', 'empty'))).toBeVisible();
  await expect(dot).toHaveCount(0);
}

/** A status that nobody knows and a payment of long ago are drawn; what cannot be is an error box, and is written down. */
async function drawWhatIsTold(page: Page, say: Say): Promise<void> {
  const [hours, minute] = [51, 60_000];
  const now = await page.evaluate(() => Date.now());
  const payment = {
    id: 1,
    reference: 'TRX-7K3M9Q2D',
    total_amount: 5,
    currency: 'EGP',
    value: 5,
    status: 9,
    transaction_date: new Date(now - hours * 60 * minute - minute).toISOString(),
  };
  let latest: unknown[] = [payment];
  await page.route('**/merchant/statistics', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({ response, json: { ...body, data: { ...body.data, latest_transactions: latest } } });
  });
  const logged = logOf(page);
  await page.goto('/dashboard');
  await expect(page.getByText(say('messages', 'transactionStatus.unknown'))).toBeVisible();
  const locale = await page.evaluate(() => document.documentElement.lang);
  const elapsed = new Intl.RelativeTimeFormat(locale === 'ar' ? 'ar-EG' : 'en').format(-hours, 'hour');
  await expect(page.getByText(elapsed)).toBeVisible();
  latest = [null];
  await page.goto('/dashboard');
  const box = page.getByRole('alert').filter({ hasText: say('common', 'crash.title') });
  await expect(box).toBeVisible();
  await expect.poll(() => logged.some((line) => line.includes('TypeError'))).toBe(true);
  await page.unroute('**/merchant/statistics');
  await box.getByRole('button', { name: say('common', 'crash.reload') }).click();
  await expect(page.getByText(say('dashboard', 'start.title'))).toBeVisible();
}

/** At the till: a code is shown until it is paid, or the sale is canceled. */
async function sell(
  page: Page,
  { request, language, say, lookAt }: Pick<Told, 'request' | 'language' | 'say' | 'lookAt'>,
): Promise<void> {
  const shown = (value: number) =>
    value.toLocaleString(language === 'ar' ? 'ar-EG' : 'en', { minimumFractionDigits: 2 });
  const code = page.getByRole('img', { name: say('payables', 'share.qr') });
  const make = async () => {
    const made = page.waitForResponse('**/payment_links/create');
    await page.getByRole('button', { name: say('till', 'show') }).click();
    await expect(code).toBeVisible();
    return new URL((await (await made).json()).data.link).pathname;
  };
  const bar = page.getByRole('navigation', { name: say('shell', 'quick.label') });
  await bar.getByRole('link', { name: say('shell', 'nav.till') }).click();
  await expect(page.getByText(say('till', 'today.empty'))).toBeVisible();
  await page.getByRole('button', { name: (7).toLocaleString(language === 'ar' ? 'ar-EG' : 'en') }).click();
  await page.keyboard.type('5.5');
  await lookAt(page);
  const address = await make();
  await lookAt(page);
  // Whoever reloads goes on waiting; without a connection nothing is said to have failed.
  await page.reload();
  await expect(page.getByText(say('till', 'waiting'))).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText(say('till', 'unsure.title'))).toBeVisible();
  await page.context().setOffline(false);
  await payLink(request, address);
  const paid = page.getByRole('dialog', { name: say('till', 'paid.title') });
  await expect(paid.getByText(shown(75.5))).toBeVisible();
  await lookAt(page);
  await paid.getByRole('button', { name: say('till', 'next') }).click();
  await expect(page.getByText(say('till', 'state.paid'), { exact: true })).toBeVisible();
  await page.keyboard.type('9');
  await make();
  await page.getByRole('button', { name: say('till', 'cancel.button') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('till', 'cancel.confirm') })
    .click();
  await page.getByRole('button', { name: say('till', 'next') }).click();
  await expect(page.getByText(say('till', 'state.canceled'), { exact: true })).toBeVisible();
  await lookAt(page);
}

/** Installed, and opened without a connection: it says what cannot be shown, and opens once there is one. */
async function openOffline(page: Page, say: Say): Promise<void> {
  const session = { ...(await page.context().storageState()), origins: [] };
  const phone = await page
    .context()
    .browser()
    ?.newContext({ ...test.info().project.use, serviceWorkers: 'allow', storageState: session });
  if (!phone) throw new Error('No browser');
  const app = await phone.newPage();
  await app.goto('/dashboard');
  await app.evaluate(() => navigator.serviceWorker.ready);
  await phone.setOffline(true);
  await app.goto('/transactions').catch(() => undefined);
  await expect(app.getByRole('heading', { name: say('phone', 'offline.title') })).toBeVisible();
  await expect(app).toHaveTitle(say('phone', 'offline.title'));
  expect(await app.evaluate(() => caches.keys())).toEqual([]);
  await phone.setOffline(false);
  await expect(app.getByRole('heading', { name: say('shell', 'nav.transactions') })).toBeVisible();
  await phone.close();
}

test('an open screen updates after a payment, sells at the till, offers the other mode, and says when it is offline or why a session ended', async ({
  page,
  request,
  language,
  say,
  newMerchant,
  signIn,
  ops,
  lookAt,
}) => {
  const person = await newMerchant();
  const link = await makeLink(request, person, { pounds: '100', times: 3 });
  await signIn(page, person);

  // The page of a link counts a payment that comes in after it was read and before it listens, and one while it is looked at.
  let listen = () => {};
  const held = new Promise<void>((resolve) => {
    listen = resolve;
  });
  await page.route('**/notifications/stream', (route) => held.then(() => route.continue()), { times: 1 });
  await page.goto(`/payment-link/${link.id}`);
  const digit = (value: number) => value.toLocaleString(language === 'ar' ? 'ar-EG' : 'en');
  const counted = (paid: number) =>
    page.getByText(
      say('payment-links', language === 'ar' ? 'paid.count_few' : 'paid.count_other', {
        paid: digit(paid),
        most: digit(3),
      }),
    );
  await expect(counted(0)).toBeVisible();
  await payLink(request, link.path);
  listen();
  await expect(counted(1)).toBeVisible();
  await payLink(request, link.path);
  await expect(counted(2)).toBeVisible();

  await sell(page, { request, language, say, lookAt });
  await openOffline(page, say);

  // What is typed into a filter outlives another number of rows.
  await page.goto('/payment-link');
  await page
    .getByRole('main')
    .getByRole('button', { name: say('common', 'filters.toggle') })
    .first()
    .click();
  const name = page.getByRole('search').getByRole('textbox').first();
  await name.fill('Copp');
  await page.getByRole('combobox', { name: say('common', 'pager.rows') }).selectOption('20');
  await page.waitForURL(/page_size=20/);
  await expect(name).toHaveValue('Copp');

  // A record of test mode, opened in live mode.
  await ops('approve', person.email);
  await page.goto('/dashboard');
  await page.context().addCookies([{ name: 'is-live', value: 'true', url: new URL(page.url()).origin }]);
  await page.goto(`/payment-link/${link.id}`);
  await expect(page.getByRole('heading', { name: say('common', 'otherMode.title.test') })).toBeVisible();
  await lookAt(page);
  await page.getByRole('button', { name: say('common', 'otherMode.switch.test') }).click();
  await expect(page.getByText('Copper lamp').first()).toBeVisible();
  expect(path(new URL(page.url()))).toBe(`/payment-link/${link.id}`);

  // Without a connection: said, for as long as it lasts.
  const offline = page.getByText(say('common', 'offline.title'));
  await page.context().setOffline(true);
  await expect(offline).toBeVisible();
  await lookAt(page);
  await page.context().setOffline(false);
  await expect(offline).toHaveCount(0);

  // A session that was ended elsewhere says so where it leads to.
  const kept = (await page.context().cookies()).filter((cookie) => cookie.name === 'permissions');
  await page.context().clearCookies();
  await page
    .context()
    .addCookies([...kept, { name: 'token', value: 'ended', url: new URL(page.url()).origin }]);
  await page.goto('/customers');
  await page.waitForURL((url) => path(url) === '/login');
  await expect(page.getByText(say('auth', 'login.ended.ended'))).toBeVisible();
  await lookAt(page);
});
