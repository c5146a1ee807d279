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
  isMobile,
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
    // A phone has it in the row's menu.
    const button = isMobile
      ? say('common', 'table.actionsFor', { name: 'STL-' })
      : `${say('settlements', 'download')} STL-`;
    await page.getByRole('button', { name: button }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: say('common', `export.${format}`) }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(ending);
  }

  await page.goto('/transactions');
  const text = (key: string) => say('payouts', key);
  await page.getByRole('button', { name: text('request.title') }).click();
  await expect(dialog(page).getByText(net)).toBeVisible();
  const amount = dialog(page).getByLabel(labelOf(text('column.amount')));
  const submit = dialog(page).getByRole('button', { name: text('request.submit') });
  await amount.fill('93.45');
  await submit.click();
  await expect(dialog(page).getByText(say('messages', 'AmountExceedsBalance'))).toBeVisible();
  await lookAt(page);
  await amount.fill('50');
  await submit.click();
  await expect(dialog(page).getByText(text('request.code'))).toBeVisible();
  await lookAt(page);
  // Its page says what the code is for; the list has it under the same word.
  await dialog(page)
    .getByRole('link', { name: text('action.open') })
    .click();
  await page.waitForURL(/\/payouts\/\d+$/);
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: text('next.collect') })).toBeVisible();
  await expect(page.getByText(say('messages', 'payoutState.requested'))).toBeVisible();
  await lookAt(page);
  await page.goto('/payouts');
  await expect(page.getByRole('link', { name: /^PAY-/ })).toBeVisible();
  await expect(page.getByText(say('messages', 'payoutState.requested')).first()).toBeVisible();
  await lookAt(page);
});
