import type { Page } from '@playwright/test';
import { expect, labelOf, test } from './support/journey.ts';
import { paid } from './support/money.ts';

const dialog = (page: Page) => page.getByRole('dialog');

test('an AmanCard payment is partly refunded with a code, and a card payment without one', async ({
  page,
  request,
  say,
  outbox,
  newMerchant,
  newPerson,
  signIn,
  lookAt,
}) => {
  const person = await newMerchant();
  const number = newPerson().mobile;
  const aman = await paid(request, outbox, person, { pounds: '100', amanNumber: number });
  const card = await paid(request, outbox, person, { pounds: '250.50' });
  const text = (key: string) => say('transactions', key);
  const field = (key: string) => dialog(page).getByLabel(labelOf(text(key)));
  const press = (key: string) =>
    dialog(page)
      .getByRole('button', { name: text(key), exact: true })
      .click();

  await signIn(page, person);
  await page.goto(`/transactions/${aman.id}`);
  await page.getByRole('button', { name: text('refund.title') }).click();
  await expect(dialog(page).getByText(text('refund.step.number'))).toBeVisible();
  await field('refund.number').fill('123');
  await press('refund.check');
  await expect(dialog(page).getByText(say('messages', 'InvalidAccount'))).toBeVisible();
  await lookAt(page);
  await field('refund.number').fill(number);
  await press('refund.check');
  await expect(dialog(page).getByText(text('refund.step.code'))).toBeVisible();
  // Another code is not sent at once.
  await expect(dialog(page).getByRole('button', { name: text('refund.resend') })).toBeDisabled();
  await field('column.amount').fill('100.01');
  await field('refund.otp').fill('12345');
  await press('refund.submit');
  await expect(dialog(page).getByText(text('refund.amountInvalid'))).toBeVisible();
  await expect(dialog(page).getByText(text('refund.otpInvalid'))).toBeVisible();
  await lookAt(page);
  await dialog(page)
    .getByRole('button', { name: say('common', 'back') })
    .click();
  await expect(field('refund.number')).toHaveValue(number);
  await press('refund.check');
  await field('column.amount').fill('40');
  const code = /\d{6}/.exec((await outbox(number)).text)?.[0] ?? '';
  // A wrong code says so and loses nothing.
  await field('refund.otp').fill(code === '111111' ? '222222' : '111111');
  await press('refund.submit');
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expect(field('column.amount')).toHaveValue('40.00');
  await field('refund.otp').fill(code);
  await press('refund.submit');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText(say('messages', 'refundState.succeeded')).first()).toBeVisible();
  await lookAt(page);

  await page.goto('/transactions');
  await page
    .getByRole('button', { name: say('common', 'table.actionsFor', { name: card.reference }) })
    .click();
  await page.getByRole('menuitem', { name: text('refund.title') }).click();
  await expect(field('column.amount')).toHaveValue('250.50');
  await lookAt(page);
  await field('refund.reason').fill('Came broken');
  await press('refund.submit');
  await expect(dialog(page)).toHaveCount(0);
  await page.goto(`/transactions/${card.id}`);
  // A worker sends the refund; when it ends only after the page was read, the page is told.
  const refunded = page.getByText(say('messages', 'transactionStatus.3')).first();
  await expect(refunded).toBeVisible({ timeout: 40_000 });
  await expect(page.getByText('Came broken')).toBeVisible();
});
