import { expect, test } from './support/journey.ts';

const path = (url: URL) => url.pathname;

test('addresses lead where they should, before and after signing in', async ({
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

test('before activation the shell says so, keeps to test mode, and leads to what is missing', async ({
  page,
  isMobile,
  say,
  newMerchant,
  signIn,
}) => {
  await signIn(page, await newMerchant());
  if (isMobile) await page.getByRole('button', { name: say('shell', 'menu.open') }).click();
  await expect(page.getByRole('switch', { name: say('shell', 'mode.live') })).toBeDisabled();
  await expect(page.getByRole('navigation').locator('[aria-current="page"]')).toHaveText(
    say('shell', 'nav.dashboard'),
  );
  await page
    .getByRole('region', { name: say('shell', 'activation.label') })
    .getByRole('link', { name: say('shell', 'activation.button') })
    .click();
  await page.waitForURL((url) => path(url) === '/activate-account');
  const cookies = await page.context().cookies();
  expect(cookies.map(({ name }) => name)).toEqual(expect.arrayContaining(['token', 'permissions']));
  expect(cookies.map(({ name }) => name)).not.toContain('is-live');

  if (isMobile) await page.getByRole('button', { name: say('shell', 'menu.open') }).click();
  await page.getByRole('button', { name: say('shell', 'logout') }).click();
  await page.waitForURL((url) => path(url) === '/login');
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual([]);
});
