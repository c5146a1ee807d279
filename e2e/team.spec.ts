import { PERMISSIONS, type Permission } from '@daftar/contract/permissions';
import { permissionId } from '@daftar/contract/team';
import type { Page } from '@playwright/test';
import { expect, type Person, test } from './support/journey.ts';
import { hire, tokenOf } from './support/team.ts';

const dialog = (page: Page) => page.getByRole('dialog');

/** What the portal's table of screens says of each. */
interface ScreenRow {
  path: string;
  /** Any one of them. */
  permission?: Permission | readonly Permission[];
  group?: Permission;
}

/** The portal's own table, by its address: its pages are for a browser, and are not fetched here. */
const { screens }: { screens: readonly ScreenRow[] } = await import(
  new URL('../web/portal/app/screens.ts', import.meta.url).href
);

const anyOf = (needed: ScreenRow['permission']) => (needed === undefined ? [] : [needed].flat());

/** Whether somebody who holds just these permissions may open a screen. */
function mayOpen({ permission, group }: ScreenRow, held: ReadonlySet<string>): boolean {
  const needed = anyOf(permission);
  return (
    (needed.length === 0 || needed.some((each) => held.has(each))) && (group === undefined || held.has(group))
  );
}

/** Goes to a place as a link would, without loading the portal anew. @returns where that ends */
function follow(page: Page, path: string): Promise<string> {
  return page.evaluate(
    (to) =>
      new Promise<string>((arrived) => {
        // The title comes once the place is drawn.
        document.title = '';
        const observer = new MutationObserver(() => {
          if (document.title === '') return;
          observer.disconnect();
          arrived(window.location.pathname);
        });
        observer.observe(document.head, { subtree: true, childList: true, characterData: true });
        window.history.pushState(null, '', to);
      }),
    path,
  );
}

test('an accountant is invited, creates a password, and sees only settlements', async ({
  page,
  browser,
  baseURL,
  isMobile,
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
  // Escape asks before what was typed is lost.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: say('common', 'unsaved.stay') }).click();
  await expect(dialog(page).getByLabel(say('team', 'role.name'))).toHaveValue('Accountants');
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

  // The owner looks as the role, and goes back.
  await page.getByRole('button', { name: say('team', 'role.viewAs', { name: 'Accountants' }) }).click();
  await page.waitForURL(/\/dashboard/);
  const viewing = page.getByRole('region', { name: say('shell', 'viewing.label') });
  await expect(viewing).toContainText('Accountants');
  await expect(page.getByRole('button', { name: say('shell', 'create.label') })).toHaveCount(0);
  await lookAt(page);
  // The portal loads anew: the button to create is there a moment earlier.
  const loaded = page.waitForEvent('load');
  await viewing.getByRole('button', { name: say('shell', 'viewing.end') }).click();
  await loaded;
  await expect(page.getByRole('button', { name: say('shell', 'create.label') })).toBeVisible();
  await page.goto('/users-and-roles');

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
  await theirs.goto('/dashboard');
  if (isMobile) await theirs.getByRole('button', { name: say('shell', 'menu.open') }).click();
  const menu = theirs.getByRole('navigation', { name: say('shell', 'menu.label') });
  await expect(menu.getByRole('link', { name: say('shell', 'nav.settlements') })).toBeVisible();
  await expect(menu.getByRole('link', { name: say('shell', 'nav.invoices') })).toHaveCount(0);
  await theirs.goto('/settlements');
  await expect(
    theirs.getByRole('heading', { level: 1, name: say('shell', 'nav.settlements') }),
  ).toBeVisible();
  await theirs.goto('/users-and-roles');
  await theirs.waitForURL('**/403');
  await theirs.close();

  // Switched off, they are out at once.
  await page.reload();
  const name = `${accountant.firstName} ${accountant.lastName}`;
  await page.getByRole('switch', { name: say('team', 'status.switch', { name }) }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(say('team', 'status.inactive'))).toBeVisible();
});

test('a user who saves a role changed by someone else meanwhile sees beside the button what was changed', async ({
  page,
  request,
  say,
  newMerchant,
  signIn,
  lookAt,
}) => {
  const owner = await newMerchant();
  const roles = '/api/sandbox/merchant/business-account/roles';
  const headers = await tokenOf(request, owner);
  const role = { name_ar: 'Tills', name_en: 'Tills' };
  const first = [permissionId('view-orders')];
  const made = await request.post(`${roles}/create`, { headers, data: { ...role, permissions: first } });
  const { id } = (await made.json()).data;
  await signIn(page, owner);
  await page.goto('/users-and-roles');
  await page.getByRole('button', { name: say('team', 'role.editNamed', { name: 'Tills' }) }).click();
  const save = dialog(page).getByRole('button', { name: say('common', 'save') });
  await expect(save).toBeVisible();
  const more = [...first, permissionId('tickets-list')];
  const put = await request.put(`${roles}/${id}`, { headers, data: { ...role, permissions: more } });
  expect(put.status()).toBe(200);
  await dialog(page).getByLabel(say('messages', 'permission.view-settlements'), { exact: true }).check();
  await save.click();
  await expect(dialog(page).getByText(say('team', 'role.changed'))).toBeInViewport();
  await lookAt(page);
});

test('whoever is in two businesses goes from one to the other by the menu on their name', {
  tag: '@both',
}, async ({ page, request, isMobile, language, say, newMerchant, signIn, outbox, lookAt }) => {
  const [home, second] =
    language === 'ar'
      ? ['متجر النور', 'مكتبة الأمل لبيع الكتب والأدوات']
      : ['Nour Store', 'Amal Books and Stationery'];
  const person = await newMerchant(home);
  await hire(request, outbox, await newMerchant(second), person, ['view-settlements']);
  await signIn(page, person);
  await page.goto('/dashboard');
  const menu = page.getByRole('menu');
  const open = async (name: string, isNarrow: boolean) => {
    if (isNarrow) await page.getByRole('button', { name: say('shell', 'menu.open') }).click();
    await page.getByRole('button', { name: say('shell', 'switcher.label', { name }) }).click();
    await expect(menu.getByRole('menuitem')).toHaveCount(3);
    await expect(menu.getByRole('menuitem', { name })).toHaveAttribute('aria-current', 'true');
    await lookAt(page);
  };
  await open(second, isMobile);
  await menu.getByRole('menuitem', { name: home }).click();
  // Another session, with another role, and nothing of the former one.
  await expect(page.getByRole('button', { name: say('shell', 'create.label') })).toBeVisible();
  await page.setViewportSize({ width: 375, height: 720 });
  await open(home, true);
  await menu.getByRole('menuitem', { name: second }).click();
  await expect(page.getByRole('button', { name: say('shell', 'create.label') })).toHaveCount(0);
  await open(second, true);
});

const language = (page: Page) => page.evaluate(() => document.documentElement.lang);

test('every screen opens to somebody who holds its permission and lacks half of the others', async ({
  page,
  request,
  newMerchant,
  newPerson,
  signIn,
  outbox,
  say,
  lookAt,
}) => {
  test.slow();
  const owner = await newMerchant();
  // Between them, each permission is held by one and missed by another. Who holds none comes first.
  const halves = [0, 1].map((side) => PERMISSIONS.filter((_, at) => at % 2 === side));
  const people: { person: Person; held: ReadonlySet<string> }[] = [];
  for (const names of [[], ...halves]) {
    const person = newPerson();
    await hire(request, outbox, owner, person, names);
    people.push({ person, held: new Set<string>(names) });
  }
  people.push({ person: owner, held: new Set(PERMISSIONS) });
  const left = new Map(screens.map((screen) => [screen.path, screen]));
  for (const { person, held } of people) {
    const theirs = [...left.values()].filter((screen) => mayOpen(screen, held));
    const isFirst = held.size === 0;
    if (theirs.length === 0) continue;
    // Away from the portal: left open, it would lead to the sign-in screen by itself, into what comes next.
    await page.goto('/terms');
    await page.context().clearCookies();
    await signIn(page, person);
    await page.goto('/dashboard');
    for (const { path } of theirs) {
      expect(await follow(page, path.replace('$id', '1')), `${person.email} opens ${path}`).not.toBe('/403');
      left.delete(path);
      // What does not exist leads away by itself, and not into what comes next.
      if (path.includes('$id')) await follow(page, '/404');
    }
    if (!isFirst) continue;
    // Who is refused which screen, `web/portal/app/guard.test.tsx` says; these two look at their tabs by themselves.
    await follow(page, '/users-and-roles');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/403');
    await follow(page, '/account-settings');
    await expect(page.getByText(say('account', 'noTab.title'))).toBeVisible();
    await lookAt(page);
  }
  expect([...left.keys()]).toEqual([]);
});
