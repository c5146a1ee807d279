import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { paid } from './support/money.ts';

const dialog = (page: Page) => page.getByRole('dialog');

test('a chargeback holds the money, gets a response, and is withdrawn', async ({
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
  const file = dialog(page).locator('input[type=file]');
  await file.setInputFiles({ name: 'run.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ') });
  await expect(dialog(page).getByRole('alert').filter({ hasText: 'run.pdf' })).toBeVisible();
  const buffer = Buffer.from(
    '%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n',
  );
  await file.setInputFiles({ name: 'slip.pdf', mimeType: 'application/pdf', buffer });
  await expect(dialog(page).getByText('slip.pdf')).toBeVisible();
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
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page).getByRole('button', { name: 'slip.pdf' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('slip.pdf');
});
