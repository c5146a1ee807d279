import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { paid } from './support/money.ts';

const dialog = (page: Page) => page.getByRole('dialog');

test('a dispute holds the money, is answered, and is withdrawn', async ({
  page,
  request,
  say,
  outbox,
  newMerchant,
  signIn,
  lookAt,
  ops,
}) => {
  const person = await newMerchant();
  const { reference } = await paid(request, outbox, person, { pounds: '100' });
  await signIn(page, person);
  await page.goto('/charge-backs');
  await expect(page.getByText(say('chargebacks', 'empty.title'))).toBeVisible();
  await lookAt(page);

  const opened = await ops('chargeback-open', reference, 'all', 'Never arrived');
  const chargeback = /CHB-\w{8}/.exec(opened)?.[0] ?? '';
  await page.reload();
  await expect(page.getByText(chargeback)).toBeVisible();
  await expect(page.getByText(say('messages', 'chargebackStatus.0')).first()).toBeVisible();
  await lookAt(page);
  const menu = page.getByRole('button', { name: say('common', 'table.actionsFor', { name: chargeback }) });
  await menu.click();
  await page.getByRole('menuitem', { name: say('chargebacks', 'action.answer') }).click();
  await expect(dialog(page).getByText('Never arrived')).toBeVisible();
  const send = dialog(page).getByRole('button', { name: say('chargebacks', 'answer.send') });
  await send.click();
  await expect(dialog(page).getByText(say('messages', 'Required'))).toBeVisible();
  const answer = dialog(page).getByLabel(say('chargebacks', 'drawer.answer'));
  await answer.fill('سلّمناها يوم الأحد');
  await lookAt(page);
  await send.click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText(say('chargebacks', 'due.answered'))).toBeVisible();

  await ops('chargeback-withdraw', chargeback);
  await page.reload();
  await expect(page.getByText(say('messages', 'chargebackStatus.2')).first()).toBeVisible();
  await menu.click();
  await page.getByRole('menuitem', { name: say('chargebacks', 'action.view') }).click();
  await expect(dialog(page).getByText('سلّمناها يوم الأحد')).toBeVisible();
  await expect(dialog(page).getByText(say('chargebacks', 'outcome.2'))).toBeVisible();
  await lookAt(page);
});
