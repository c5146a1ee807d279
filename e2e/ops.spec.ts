import type { Page } from '@playwright/test';
import { follow } from './support/follow.ts';
import { expect, test } from './support/journey.ts';
import { newOperator, signInToConsole } from './support/operator.ts';
import { runOps } from './support/ops.ts';

const unique = () => `${process.pid}${Date.now()}`;
const dialog = (page: Page) => page.getByRole('dialog');

test('an operator signs in, suspends and resumes a merchant, and is signed out', async ({
  page,
  say,
  newMerchant,
  lookAt,
}) => {
  const merchant = await newMerchant();
  const reviewer = await newOperator('reviewer', unique());
  await page.goto('/ops/merchants?status=0');
  await page.waitForURL(/\/ops\/sign-in\?next=/);
  await expect(page.getByText(say('ops', 'signIn.text'))).toBeVisible();
  await expect(page.getByRole('heading', { name: say('ops', 'signIn.title') })).toBeVisible();
  await lookAt(page);
  await page.getByRole('button', { name: say('ops', 'signIn.submit') }).click();
  await expect(page.getByText(say('messages', 'Required'))).toHaveCount(3);
  await signInToConsole(page, say, { ...reviewer, password: 'Wrong1$x', code: () => '000000' });
  await expect(page.getByRole('alert').filter({ hasText: /\S/ }).first()).toBeVisible();
  await signInToConsole(page, say, reviewer);

  // Back where the sign-in interrupted.
  await page.waitForURL(/\/ops\/merchants\?status=0/);
  await page.getByRole('searchbox', { name: say('ops', 'find') }).fill(merchant.email);
  await page.keyboard.press('Enter');
  await expect(page.getByText(merchant.email)).toHaveCount(1);
  await lookAt(page);
  await page.getByRole('main').getByRole('link').first().click();
  await page.waitForURL(/\/ops\/merchants\/\d+$/);
  await expect(page.getByText(say('ops-merchants', 'facts'))).toBeVisible();
  await lookAt(page);

  const suspend = say('ops-merchants', 'suspend');
  await page.getByRole('button', { name: suspend, exact: true }).click();
  await dialog(page).getByRole('button', { name: suspend, exact: true }).click();
  await expect(dialog(page).getByText(say('messages', 'Required'))).toBeVisible();
  await dialog(page).getByLabel(say('ops-merchants', 'suspendReason')).fill('Forged invoices');
  await dialog(page).getByLabel(say('ops-merchants', 'merchantReason')).fill('Papers ran out');
  await lookAt(page);
  await dialog(page).getByRole('button', { name: suspend, exact: true }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText(say('ops', 'merchantStatus.4'), { exact: true })).toBeVisible();
  await expect(page.getByText('Papers ran out')).toBeVisible();
  const resume = say('ops-merchants', 'resume');
  await page.getByRole('button', { name: resume, exact: true }).click();
  await dialog(page).getByLabel(say('ops', 'reason')).fill('New papers came');
  const asks = say('ops', 'askApproval');
  await dialog(page).getByRole('button', { name: asks, exact: true }).click();
  // Another operator has to approve it; here the command line does.
  const waits = page.getByRole('list', { name: say('ops', 'approvals.waiting') }).getByRole('link');
  await expect(waits).toHaveCount(1);
  const request = /\d+$/.exec((await waits.getAttribute('href')) ?? '')?.[0] ?? '';
  await runOps('approval-approve', request);
  await page.reload();
  await expect(page.getByText(say('ops', 'merchantStatus.0'), { exact: true })).toBeVisible();

  // What is not a reviewer's is not in the menu, and not to be had by its address.
  await page.goto('/ops/payouts');
  await page.waitForURL('**/ops/403');
  await expect(page.getByRole('link', { name: say('ops', 'nav.payouts') })).toHaveCount(0);
  // A page that is loaded after the session has ended says so, and is where signing in leads.
  await page.goto('/ops/merchants?status=3');
  await expect(page.getByRole('heading', { name: say('ops', 'nav.merchants') })).toBeVisible();
  await page.context().clearCookies();
  await page.reload();
  await expect(page.getByText(say('ops', 'signIn.ended'))).toBeVisible();
  expect(new URL(page.url()).searchParams.get('next')).toMatch(/\/merchants\?status=3$/);
});

test('finance edits rates, holidays and terms, and an administrator sees who did it', async ({
  page,
  say,
  language,
  newMerchant,
  lookAt,
  isMobile,
}) => {
  const merchant = await newMerchant();
  const admin = await newOperator('admin', unique());
  await page.goto('/ops/sign-in');
  await signInToConsole(page, say, admin);
  // The overview comes first: what waits, and the figures.
  await page.waitForURL(/\/ops\/overview$/);
  await expect(page.getByRole('heading', { name: say('ops', 'nav.overview'), level: 1 })).toBeVisible();
  const merchants = page.getByRole('region', { name: say('ops-overview', 'byMerchant'), exact: true });
  await expect(merchants).toBeVisible();
  await page.getByRole('button', { name: say('ops-overview', 'showDays') }).click();
  const shape = isMobile ? 'list' : 'table';
  await expect(page.getByRole(shape, { name: say('ops-overview', 'byDay') })).toBeVisible();
  await lookAt(page);
  await page.goto(`/ops/merchants?q=${encodeURIComponent(merchant.email)}`);
  await page.getByRole('main').getByRole('link').first().click();
  await page.waitForURL(/\/ops\/merchants\/\d+$/);
  const settling = page.getByRole('region', { name: say('ops-merchants', 'settling.title'), exact: true });
  await settling.getByRole('button', { name: say('ops', 'edit') }).click();
  await settling.getByLabel(say('ops-merchants', 'settling.schedule')).selectOption('weekly');
  await settling.getByLabel(say('ops-merchants', 'settling.day'), { exact: true }).selectOption('3');
  await lookAt(page);
  await settling.getByRole('button', { name: say('common', 'save') }).click();
  const wednesday = say('ops-merchants', 'schedule.weeklyOn', { day: '' }).trim();
  await expect(settling.getByText(wednesday)).toBeVisible();
  const fees = page.getByRole('region', { name: say('ops-merchants', 'rates.title'), exact: true });
  await fees.getByRole('button', { name: say('ops', 'edit') }).click();
  await fees.getByRole('switch').first().click({ force: true });
  await fees.getByLabel(say('ops-merchants', 'rates.rate')).first().fill('١٫٥');
  await lookAt(page);
  await fees.getByLabel(say('ops', 'reason')).fill('The contract of June');
  await fees.getByRole('button', { name: say('ops', 'askApproval') }).click();
  const waits = page.getByRole('list', { name: say('ops', 'approvals.waiting') }).getByRole('link');
  await expect(waits).toHaveCount(1);
  await waits.click();
  await expect(page.getByText(say('ops-approvals', 'own'))).toBeVisible();
  await lookAt(page);
  await runOps('approval-approve', /\d+$/.exec(page.url())?.[0] ?? '');
  await page.reload();
  await expect(page.getByText(say('ops-approvals', 'state.approved'), { exact: true })).toBeVisible();

  await follow(page, '/ops/operator-directory');
  await expect(
    page.getByRole('heading', { level: 1, name: say('ops-operators', 'directory.title') }),
  ).toBeVisible();
  await lookAt(page);
  for (const screen of [
    'transactions',
    'unanswered',
    'chargebacks',
    'payouts',
    'settlements',
    'failures',
    'operators',
    'rates',
  ]) {
    await follow(page, `/ops/${screen}`);
    await expect(page.getByRole('heading', { level: 1, name: say('ops', `nav.${screen}`) })).toBeVisible();
    await lookAt(page);
  }
  const rate = page.getByRole('textbox', { name: say('ops-rates', 'exchange.rate'), exact: true });
  await rate.fill('4.85');
  await page.getByRole('button', { name: say('ops-rates', 'exchange.add') }).click();
  await expect(dialog(page).getByText(say('messages', 'RateFarOff'))).toBeVisible();
  await dialog(page)
    .getByRole('button', { name: say('common', 'cancel') })
    .click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(rate).toHaveValue('4.85');

  await follow(page, `/ops/audit?actor=${encodeURIComponent(admin.email)}`);
  const actions = await page.request.get('/api/ops/audit/actions', {
    headers: { 'accept-language': language },
  });
  const nameOf = new Map<string, string>(
    (await actions.json()).data.map((each: { action: string; name: string }) => [each.action, each.name]),
  );
  const written = (action: string) =>
    page.getByRole('button', { name: nameOf.get(action) ?? action, exact: true });
  await expect(written('ops-approval.ask')).toBeVisible();
  await written('merchant.settlement-schedule').click();
  await expect(dialog(page).getByText(say('common', 'changes.title'))).toBeVisible();
  await lookAt(page);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  if (isMobile) await page.getByRole('button', { name: say('ops', 'menu.open') }).click();
  await page.getByRole('button', { name: say('ops', 'signOut') }).click();
  await page.waitForURL(/\/ops\/sign-in$/);
  expect((await page.request.get('/api/ops/me')).status()).toBe(401);
});

test('a read-only operator opens every screen of the menu and finds nothing to change', async ({
  page,
  say,
  newMerchant,
  lookAt,
}) => {
  const merchant = await newMerchant();
  await page.goto('/ops/sign-in');
  await signInToConsole(page, say, await newOperator('viewer', unique()));
  await page.waitForURL(/\/ops\/overview$/);
  const changes: readonly (readonly [screen: string, ...changes: string[]])[] = [
    ['settlements', say('ops-settlements', 'run')],
    ['operators', say('ops-operators', 'invite')],
    ['processors', say('ops-processors', 'add')],
    ['rates', say('ops-rates', 'exchange.add'), say('ops-rates', 'holidays.add')],
    ['chargebacks'],
    ['payouts'],
    ['reconciliation'],
    ['failures'],
    ['audit'],
  ];
  for (const [screen, ...names] of changes) {
    await follow(page, `/ops/${screen}`);
    await expect(page.getByRole('heading', { level: 1, name: say('ops', `nav.${screen}`) })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    for (const name of names) await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  }
  await page.goto(`/ops/merchants?q=${encodeURIComponent(merchant.email)}`);
  await page.getByRole('main').getByRole('link').first().click();
  await page.waitForURL(/\/ops\/merchants\/\d+$/);
  await expect(page.getByText(say('ops-merchants', 'facts'))).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: /./ })).toHaveCount(0);
  await lookAt(page);
});
