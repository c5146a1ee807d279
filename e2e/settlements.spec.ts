import type { Page } from '@playwright/test';
import { expect, labelOf, test } from './support/journey.ts';
import { paid } from './support/money.ts';

const dialog = (page: Page) => page.getByRole('dialog');

test('test money is settled at once, its statement is downloaded, and part of it is requested as a payout', async ({
  page,
  request,
  say,
  outbox,
  newMerchant,
  signIn,
  lookAt,
  language,
}) => {
  const person = await newMerchant();
  await paid(request, outbox, person, { pounds: '100' });
  await signIn(page, person);
  await page.goto('/settlements');
  await expect(page.getByText(say('settlements', 'empty.title'))).toBeVisible();
  await lookAt(page);
  await page
    .getByRole('button', { name: say('settlements', 'settleNow') })
    .first()
    .click();
  await expect(page.getByText(/^STL-/).first()).toBeVisible();
  const net = language === 'ar' ? '٩٣٫٤٤' : '93.44';
  await expect(page.getByText(net).first()).toBeVisible();
  await lookAt(page);
  for (const [format, ending] of [
    ['pdf', /^daftar-settlement-STL-\w{8}\.pdf$/],
    ['csv', /^daftar-settlement-STL-\w{8}.*\.csv$/],
  ] as const) {
    await page.getByRole('button', { name: new RegExp(`^${say('settlements', 'download')} STL-`) }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: say('common', `export.${format}`) }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(ending);
  }

  await page.goto('/transactions');
  const text = (key: string) => say('transactions', key);
  await page.getByRole('button', { name: text('payout.title') }).click();
  await expect(dialog(page).getByText(net)).toBeVisible();
  const amount = dialog(page).getByLabel(labelOf(text('column.amount')));
  const submit = dialog(page).getByRole('button', { name: text('payout.submit') });
  await amount.fill('93.45');
  await submit.click();
  await expect(dialog(page).getByText(say('messages', 'AmountExceedsBalance'))).toBeVisible();
  await lookAt(page);
  await amount.fill('50');
  await submit.click();
  await expect(dialog(page).getByText(text('payout.code'))).toBeVisible();
  await expect(dialog(page).getByText(say('messages', 'payoutState.requested'))).toBeVisible();
  await lookAt(page);
  await dialog(page)
    .getByRole('button', { name: say('common', 'done') })
    .click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText(/^PAY-/).first()).toBeVisible();
});
