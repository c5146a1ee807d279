import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { hire } from './support/team.ts';

const dialog = (page: Page) => page.getByRole('dialog');

/** Screens of the sidebar, and what each needs. */
const SCREENS = [
  ['/dashboard', null],
  ['/invoices', 'view-invoices-list'],
  ['/payment-link', 'view-pay-links-list'],
  ['/customers', 'view-customers-list'],
  ['/settlements', 'view-settlements'],
  ['/transactions', 'view-transactions-list'],
  ['/charge-backs', 'view-chargeback-list'],
  ['/users-and-roles', 'users-manage'],
  ['/profile-setting', null],
] as const;

test('an accountant is invited, creates a password, and sees settlements alone', async ({
  page,
  browser,
  baseURL,
  say,
  newMerchant,
  newPerson,
  signIn,
  outbox,
  lookAt,
}) => {
  await signIn(page, await newMerchant());
  await page.goto('/users-and-roles');
  await expect(page.getByRole('heading', { name: say('team', 'users.title'), exact: true })).toBeVisible();
  await lookAt(page);

  await page.getByRole('button', { name: say('team', 'role.add') }).click();
  await dialog(page).getByLabel(say('team', 'role.name')).fill('Accountants');
  const group = say('messages', 'permissionGroup.settlements');
  await dialog(page)
    .getByRole('checkbox', { name: say('team', 'role.allOf', { group }) })
    .check();
  await expect(dialog(page).getByLabel(say('messages', 'permission.export-settlements'))).toBeChecked();
  await lookAt(page);
  await dialog(page)
    .getByRole('button', { name: say('team', 'role.add') })
    .click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Accountants' })).toBeVisible();

  const accountant = newPerson();
  await page.getByRole('button', { name: say('team', 'user.add') }).click();
  const send = dialog(page).getByRole('button', { name: say('team', 'user.invite') });
  await send.click();
  await expect(dialog(page).getByText(say('messages', 'Required'))).toHaveCount(5);
  await dialog(page).getByLabel(say('team', 'field.firstName')).fill(accountant.firstName);
  await dialog(page).getByLabel(say('team', 'field.lastName')).fill(accountant.lastName);
  await dialog(page).getByLabel(say('team', 'field.email')).fill(accountant.email);
  await dialog(page).getByLabel(say('team', 'field.mobile')).fill(accountant.mobile);
  await dialog(page).getByLabel(say('team', 'field.role')).selectOption({ label: 'Accountants' });
  await send.click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText(accountant.email)).toBeVisible();
  await lookAt(page);

  const link = (await outbox(accountant.email)).links[0] ?? '';
  const theirs = await browser.newPage({ ...(baseURL ? { baseURL } : {}) });
  await theirs.addInitScript((locale) => localStorage.setItem('locale', locale), await language(page));
  await theirs.goto(link);
  const fields = theirs.locator('input[type="password"]');
  await fields.nth(0).fill(accountant.password);
  await fields.nth(1).fill(accountant.password);
  await theirs.locator('button[type="submit"]').click();
  await theirs.waitForURL(/\/login/);
  await signIn(theirs, accountant);
  for (const [path, needed] of SCREENS) {
    await theirs.goto(path);
    await theirs.waitForURL(needed === null || needed === 'view-settlements' ? `**${path}*` : '**/403');
  }
  await theirs.close();

  // Switched off, they are out at once.
  await page.reload();
  const name = `${accountant.firstName} ${accountant.lastName}`;
  await page.getByRole('switch', { name: say('team', 'status.switch', { name }) }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(say('team', 'status.inactive'))).toBeVisible();
});

const language = (page: Page) => page.evaluate(() => document.documentElement.lang);

test('every screen opens to the roles that hold it and to no other', async ({
  page,
  request,
  newMerchant,
  newPerson,
  signIn,
  outbox,
}) => {
  const owner = await newMerchant();
  const limited = ['view-invoices-list', 'view-customers-list'];
  const people = [{ person: owner, holds: (_needed: string) => true }];
  for (const names of [limited, []]) {
    const person = newPerson();
    await hire(request, outbox, owner, person, names);
    people.push({ person, holds: (needed) => names.includes(needed) });
  }
  for (const { person, holds } of people) {
    // Away from the portal: left open, it would lead to the sign-in screen by itself, into what comes next.
    await page.goto('/terms');
    await page.context().clearCookies();
    await signIn(page, person);
    for (const [path, needed] of SCREENS) {
      await page.goto(path);
      await page.waitForURL(needed === null || holds(needed) ? `**${path}*` : '**/403');
    }
  }
});
