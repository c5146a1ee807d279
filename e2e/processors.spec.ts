import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { newOperator, type Operator, signInToConsole } from './support/operator.ts';

const unique = () => `${process.pid}${Date.now()}`;
const dialog = (page: Page) => page.getByRole('dialog');

test('an operator adds an account at a processor, a second one approves it, and a forged notification is listed', async ({
  page,
  browser,
  say,
  language,
  lookAt,
  newMerchant,
}) => {
  const say2 = (key: string, params?: Record<string, string | number>) => say('ops-processors', key, params);
  const name = `Bank ${unique()}`;
  const enter = async (on: Page, operator: Operator) => {
    await on.goto('/ops/processors');
    await on.waitForURL(/\/ops\/sign-in/);
    await signInToConsole(on, say, operator);
    await expect(on.getByRole('heading', { level: 1, name: say('ops', 'nav.processors') })).toBeVisible();
  };
  const field = (of: string) => dialog(page).locator(`[name="${of}"]`);

  await enter(page, await newOperator('finance', unique()));
  await lookAt(page);
  await page.getByRole('button', { name: say2('add'), exact: true }).click();
  await field('adapter').selectOption('mpgs');
  await dialog(page)
    .getByRole('button', { name: say2('askConfirmation') })
    .click();
  // The address is missed in the browser; what only the processor's rules know is said under the fields as well.
  await expect(dialog(page).getByText(say('messages', 'Required')).first()).toBeVisible();
  await lookAt(page);
  await field('name').fill(name);
  // Of one merchant, so that the payments of other journeys do not go there.
  await field('scope').fill((await newMerchant()).email);
  await field('base_url').fill('http://10.0.0.1');
  await field('credentials.merchantId').fill('TESTJOURNEY');
  await field('credentials.apiPassword').fill('short');
  await field('notification_secret').fill('a notification secret');
  await field('reason').fill('The contract of June');
  await dialog(page)
    .getByRole('button', { name: say2('askConfirmation') })
    .click();
  await expect(field('base_url')).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog(page).getByText(say('messages', 'Invalid'), { exact: true })).toBeVisible();
  await field('base_url').fill('http://127.0.0.1:59999');
  await field('credentials.apiPassword').fill('long enough by now');
  await dialog(page)
    .getByRole('button', { name: say2('askConfirmation') })
    .click();
  await expect(dialog(page)).toHaveCount(0);

  // Who asked cannot approve.
  const approvals = (key: string) => say('ops-approvals', key);
  const requestOn = (on: Page) =>
    on.getByRole('list', { name: say('ops', 'approvals.waiting') }).getByRole('link', { name });
  await requestOn(page).click();
  await page.waitForURL(/\/ops\/approvals\/\d+$/);
  await expect(page.getByText(approvals('own'))).toBeVisible();
  await expect(page.getByRole('button', { name: approvals('approve'), exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: say2('checkCredentials') }).click();
  await expect(page.getByText('127.0.0.1:59999 is not reachable')).toBeVisible();
  await lookAt(page);

  const context = await browser.newContext({ ...test.info().project.use });
  const other = await context.newPage();
  await other.addInitScript((locale) => localStorage.setItem('locale', locale), language);
  await enter(other, await newOperator('admin', unique()));
  await other.goto(`/ops/approvals?state=waiting&q=${encodeURIComponent(name)}`);
  await lookAt(other);
  await other
    .getByRole('main')
    .getByRole('link')
    .filter({ has: other.locator('bdi') })
    .first()
    .click();
  await other.waitForURL(/\/ops\/approvals\/\d+$/);
  await other.getByRole('button', { name: approvals('approve'), exact: true }).click();
  await dialog(other)
    .getByRole('button', { name: approvals('approve'), exact: true })
    .click();
  await expect(other.getByText(approvals('state.approved'), { exact: true })).toBeVisible();
  await lookAt(other);
  await context.close();

  await page.goto('/ops/processors');
  await page.getByRole('main').getByRole('link', { name }).click();
  await page.waitForURL(/\/ops\/processors\/\d+$/);
  // The list is there until the account is read.
  await expect(page.getByRole('button', { name: say2('rotate'), exact: true })).toBeVisible();
  await expect(page.getByText(say2('state.on'), { exact: true })).toBeVisible();
  await lookAt(page);
  await page.getByRole('button', { name: say2('rotate'), exact: true }).click();
  await expect(field('credentials.apiPassword')).toHaveValue('');
  await lookAt(page);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);

  const address = await page.getByText(/\/pay\/callbacks\/mpgs\//).textContent();
  const forged = await page.request.post(new URL(address ?? '').pathname, {
    headers: { 'x-notification-secret': 'a guess', 'content-type': 'application/json' },
    data: '{"order":{"id":"00000000000000000000"},"transaction":{"id":"1"}}',
  });
  expect(forged.status()).toBe(401);
  await page.getByRole('link', { name: say2('itsNotifications') }).click();
  await page.waitForURL(/\/ops\/processor-notifications\?account_id=\d+$/);
  await expect(page.getByText(say2('notificationState.forged'), { exact: true }).last()).toBeVisible();
  await lookAt(page);
  await page
    .getByRole('main')
    .getByRole('button')
    .filter({ has: page.locator('time') })
    .first()
    .click();
  await expect(dialog(page).getByText('"00000000000000000000"')).toBeVisible();
  await expect(dialog(page).getByText(say2('stateText.forged'))).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: say2('replay') })).toHaveCount(0);
  await lookAt(page);
  await page.keyboard.press('Escape');

  await page.goBack();
  await page.getByRole('button', { name: say2('off'), exact: true }).click();
  await dialog(page)
    .getByRole('button', { name: say2('off'), exact: true })
    .click();
  await expect(page.getByText(say2('state.off'), { exact: true })).toBeVisible();
});
