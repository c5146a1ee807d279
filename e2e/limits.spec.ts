import type { Page } from '@playwright/test';
import { follow } from './support/follow.ts';
import { expect, test } from './support/journey.ts';
import { makeLink, paid } from './support/money.ts';
import { newOperator, signInToConsole } from './support/operator.ts';
import { runOps } from './support/ops.ts';

const dialog = (page: Page) => page.getByRole('dialog');

test('a reserve is agreed, held and shown to the merchant, and a payer at the monthly limit reads why', async ({
  page,
  browser,
  request,
  say,
  outbox,
  newMerchant,
  signIn,
  lookAt,
}) => {
  const merchant = await newMerchant();
  const text = (key: string) => say('ops-merchants', key);
  const admin = await newOperator('admin', `${process.pid}${Date.now()}`);
  const desk = await (await browser.newContext(test.info().project.use)).newPage();
  const found = `/ops/merchants?q=${encodeURIComponent(merchant.email)}`;
  await desk.goto(found);
  await signInToConsole(desk, say, admin);
  await desk.waitForURL(/\/ops\/merchants\?q=/);
  await expect(desk.getByText(merchant.email).first()).toBeVisible();
  await desk.getByRole('main').getByRole('link').first().click();
  await desk.waitForURL(/\/ops\/merchants\/\d+$/);

  await desk.getByRole('button', { name: text('reserve.change') }).click();
  await desk.getByLabel(text('reserve.share')).fill('10');
  await desk.getByLabel(text('reserve.days')).fill('90');
  await desk.getByLabel(say('ops', 'reason')).fill('New in travel');
  await lookAt(desk);
  await desk.getByRole('button', { name: say('ops', 'askApproval') }).click();
  const waits = desk.getByRole('list', { name: say('ops', 'approvals.waiting') }).getByRole('link');
  await expect(waits).toHaveCount(1);
  const asked = (await waits.getAttribute('href')) ?? '';
  const merchantPage = desk.url();
  await follow(desk, asked);
  await expect(desk.getByText(say('ops-approvals', 'fact.reserve')).first()).toBeVisible();
  await lookAt(desk);
  await runOps('approval-approve', /\d+$/.exec(asked)?.[0] ?? '');

  // The first 100 EGP are within the limit that follows.
  await paid(request, outbox, merchant, { pounds: '100' });
  await desk.goto(merchantPage);
  await desk.getByRole('button', { name: text('volume.change') }).click();
  await desk.getByLabel(text('volume.limit'), { exact: true }).selectOption('own');
  await desk.getByLabel(text('volume.amount')).fill('150');
  await desk.getByLabel(say('ops', 'reason')).fill('Not verified yet');
  await lookAt(desk);
  await desk.getByRole('button', { name: say('common', 'save'), exact: true }).click();
  await expect(desk.getByRole('button', { name: text('volume.change') })).toBeVisible();

  const enter = say('ops', 'expiry.enter');
  await desk.getByRole('button', { name: enter }).click();
  await dialog(desk).getByRole('combobox').first().selectOption('tax_card');
  await dialog(desk).getByLabel(say('ops', 'expiry.seen')).fill('At the review');
  await lookAt(desk);
  await dialog(desk).getByRole('button', { name: enter, exact: true }).click();
  await expect(dialog(desk)).toHaveCount(0);
  await lookAt(desk);
  await follow(desk, '/ops/documents');
  await expect(desk.getByRole('heading', { name: say('ops', 'nav.expiring') })).toBeVisible();
  await lookAt(desk);

  const { path } = await makeLink(request, merchant, { pounds: '100' });
  const payer = await (await browser.newContext(test.info().project.use)).newPage();
  await payer.goto(path);
  await payer.evaluate(() => {
    const form = document.createElement('form');
    const card = { method: '1', card_number: '4242424242424242', card_expiry: '12/39', card_cvv: '123' };
    for (const [name, value] of Object.entries({ ...card, name: 'سلمى حسن' })) {
      const input = Object.assign(document.createElement('input'), { type: 'hidden', name, value });
      form.append(input);
    }
    form.method = 'post';
    form.action = location.pathname;
    document.body.append(form);
    form.submit();
  });
  // The link's own language.
  await expect(payer.getByText('This payment cannot be taken this month').first()).toBeVisible();
  await payer.context().close();
  await desk.context().close();

  await signIn(page, merchant);
  await page.goto('/settlements');
  await lookAt(page);
  await page
    .getByRole('button', { name: say('settlements', 'settleNow') })
    .first()
    .click();
  await expect(page.getByText(/^STL-/).first()).toBeVisible();
  await follow(page, '/dashboard');
  await page.getByRole('link', { name: say('dashboard', 'balance.reserve') }).click();
  await page.waitForURL('**/reserve');
  await expect(page.getByText(/^STL-/).first()).toBeVisible();
  await expect(page.getByText(say('settlements', 'reserve.held'), { exact: true }).first()).toBeVisible();
  await lookAt(page);
});
