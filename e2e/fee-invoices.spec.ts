import { expect, test } from './support/journey.ts';
import { newOperator, signInToConsole } from './support/operator.ts';

test('a merchant reads when invoices of fees come, also in test mode; finance lists those of all merchants', async ({
  page,
  say,
  newMerchant,
  signIn,
  lookAt,
}) => {
  const person = await newMerchant();
  await signIn(page, person);
  await page.goto('/fee-invoices');
  await expect(
    page.getByRole('heading', { level: 1, name: say('fee-invoices', 'list.title') }),
  ).toBeVisible();
  await expect(page.getByText(say('fee-invoices', 'empty.title'))).toBeVisible();
  await expect(page.getByText(say('fee-invoices', 'empty.text'))).toBeVisible();
  await lookAt(page);

  await page.goto('/ops/fee-invoices');
  await page.waitForURL(/\/ops\/sign-in/);
  await signInToConsole(page, say, await newOperator('finance', `fees${Date.now()}`));
  await expect(page.getByRole('heading', { level: 1, name: say('ops', 'nav.feeInvoices') })).toBeVisible();
  await expect(page.getByText(say('ops-fee-invoices', 'emptyText'))).toBeVisible();
  await expect(page.getByText(say('ops-fee-invoices', 'customersNote'))).toBeVisible();
  await lookAt(page);
});

test('who may not see settlements sees no invoices of fees', async ({ page, say }) => {
  await page.goto('/ops/fee-invoices');
  await page.waitForURL(/\/ops\/sign-in/);
  await signInToConsole(page, say, await newOperator('reviewer', `fees${Date.now()}`));
  await page.waitForURL('**/ops/403');
});
