import type { APIRequestContext, Page } from '@playwright/test';
import { follow } from './support/follow.ts';
import { expect, type Person, test } from './support/journey.ts';
import { makeLink, paid, payLink } from './support/money.ts';
import { newOperator, signInToConsole } from './support/operator.ts';
import { tokenOf } from './support/team.ts';

const dialog = (page: Page) => page.getByRole('dialog').last();

/** The number of a merchant, as its own transactions say it. */
async function numberOf(request: APIRequestContext, owner: Person, transaction: number): Promise<number> {
  const headers = await tokenOf(request, owner);
  const reply = await request.get(`/api/sandbox/merchant/transactions/${transaction}`, { headers });
  return (await reply.json()).data.merchant.merchant_id;
}

test('an operator tries a rule over the past, blocks payers with it, has others reviewed and approves one', async ({
  page,
  request,
  say,
  newMerchant,
  outbox,
  language,
  lookAt,
}) => {
  test.slow();
  const words = (key: string, params?: Record<string, string | number>) => say('ops-risk', key, params);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const inDialog = (name: string) => dialog(page).getByRole('button', { name, exact: true });
  const field = (name: string) => dialog(page).locator(`[name="${name}"]`);
  const owner = await newMerchant();
  const before = await paid(request, outbox, owner, { pounds: '900.00' });
  const merchant = await numberOf(request, owner, before.id);

  await page.goto('/ops/risk/rules');
  await page.waitForURL(/\/ops\/sign-in/);
  await signInToConsole(page, say, await newOperator('finance', `${process.pid}${Date.now()}`));
  await expect(page.getByRole('heading', { level: 1, name: say('ops', 'nav.risk') })).toBeVisible();

  const makeRule = async (name: string, amount: string, outcome: string) => {
    await page.goto('/ops/risk/rules');
    await button(words('add')).first().click();
    await inDialog(words('save')).click();
    await expect(field('name')).toHaveAttribute('aria-invalid', 'true');
    await field('name').fill(name);
    await field('mode').selectOption('test');
    await field('merchant_id').fill(String(merchant));
    await field('condition').selectOption('amount');
    await dialog(page).getByLabel(words('moreThan')).fill(amount);
    await field('outcome').selectOption(outcome);
    await lookAt(page);
    await inDialog(words('save')).click();
    await page.waitForURL(/\/ops\/risk\/rules\/\d+$/);
    await expect(button(words('switchOn'))).toBeDisabled();
    await button(words('dryRunStart')).click();
    await expect(button(words('switchOn'))).toBeEnabled({ timeout: 30_000 });
    await lookAt(page);
    await button(words('switchOn')).click();
    await field('reason').fill('After its dry run');
    await inDialog(words('switchOn')).click();
    await expect(button(words('switchOff'))).toBeVisible();
  };
  await makeRule('Too large', '800', 'block');
  await expect(page.getByText(before.reference)).toBeVisible();
  const stopped = await makeLink(request, owner, { pounds: '850.00' });
  const at = await payLink(request, stopped.path);
  const payer = await (await request.get(`${at}?lang=${language}`)).text();
  expect(payer).toContain(say('pay', 'failure.stopped'));
  expect(payer).not.toContain('Too large');

  await makeRule('Quite large', '500', 'review');
  const reviewed = await paid(request, outbox, owner, { pounds: '600.00' });
  await follow(page, '/ops/risk/reviews?mode=test');
  await expect(page.getByText(reviewed.reference)).toBeVisible();
  await lookAt(page);

  await follow(page, `/ops/transactions/${merchant}/${reviewed.id}`);
  await expect(page.getByRole('link', { name: 'Quite large' })).toBeVisible();
  await lookAt(page);

  const headers = await tokenOf(request, owner);
  const detail = async () =>
    (await (await request.get(`/api/sandbox/merchant/transactions/${reviewed.id}`, { headers })).json()).data;
  expect(await detail()).toMatchObject({ is_reviewed: true, expected_settlement_date: null });

  await follow(page, `/ops/risk/reviews?mode=test&merchant_id=${merchant}`);
  await page
    .getByRole('button', { name: new RegExp(reviewed.reference) })
    .first()
    .click();
  await page.getByRole('menuitem', { name: words('approve'), exact: true }).click();
  await field('reason').fill('Called the payer');
  await inDialog(words('approve')).click();
  await expect(page.getByRole('paragraph').filter({ hasText: say('common', 'table.noMatch') })).toBeVisible();
  const after = await detail();
  expect(after.is_reviewed).toBe(false);
  expect(after.expected_settlement_date).not.toBeNull();

  await follow(page, '/ops/risk/lists');
  await button(words('addEntry')).first().click();
  await field('list').selectOption('blocked');
  await field('kind').selectOption('network');
  await field('value').fill('203.0.113.7');
  await field('reason').fill('Card testing');
  await inDialog(words('addEntry')).click();
  await expect(dialog(page).getByText(say('messages', 'RiskNetwork'))).toBeVisible();
  await page.keyboard.press('Escape');
});
