import { readFile } from 'node:fs/promises';
import { expect, test } from './support/journey.ts';
import { paid as payFor } from './support/money.ts';
import { newOperator, signInToConsole } from './support/operator.ts';

const unique = () => `${process.pid}${Date.now()}`;

test('support finds a payment by three names, sorts, saves the list, and follows links from the log @laptop', async ({
  page,
  say,
  language,
  newMerchant,
  request,
  outbox,
  lookAt,
}) => {
  const merchant = await newMerchant();
  const paid = await payFor(request, outbox, merchant, { pounds: '4321.09' });
  await payFor(request, outbox, merchant, { pounds: '17' });
  const admin = await newOperator('admin', unique());
  await page.goto('/ops/sign-in');
  await signInToConsole(page, say, admin);
  await page.waitForURL(/\/ops\/overview$/);

  const merchants = await page.request.get('/api/ops/merchants', { params: { q: merchant.email } });
  const [{ id: merchantId }] = (await merchants.json()).data;
  const details = await page.request.get(`/api/ops/transactions/${merchantId}/${paid.id}`);
  const link = (await details.json()).data.source.reference;
  const its = `merchant_id=${merchantId}&mode=test`;
  const field = () => page.getByRole('searchbox', { name: say('ops', 'find') });
  const found = () => page.getByRole('main').getByRole('link', { name: paid.reference });
  const others = () => page.getByRole('main').getByRole('link', { name: /^TRX-/ });
  await page.goto(`/ops/transactions?${its}`);
  await expect(others()).toHaveCount(2);
  for (const typed of [paid.reference.toLowerCase(), '4,321.09', link]) {
    await field().fill(typed);
    await page.keyboard.press('Enter');
    await expect(found()).toBeVisible();
    await expect(others()).toHaveCount(1);
  }
  await lookAt(page);
  await field().fill('');
  await expect(others()).toHaveCount(2);
  await field().fill('nobody at all');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('paragraph').filter({ hasText: say('common', 'table.noMatch') })).toBeVisible();
  await lookAt(page);
  await field().fill('');
  await expect(others()).toHaveCount(2);

  await page
    .getByRole('columnheader', { name: say('ops', 'column.amount') })
    .getByRole('button')
    .click();
  await expect(page).toHaveURL(/sort_by=amount/);
  await expect(others()).toHaveCount(2);
  for (const [format, begins] of [
    ['csv', '\ufeff'],
    ['xlsx', 'PK'],
  ] as const) {
    await page.getByRole('button', { name: say('common', 'export.label') }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: say('common', `export.${format}`) }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toMatch(new RegExp(`^daftar-transactions-.*\\.${format}$`));
    const text = await readFile((await download.path()) ?? '', 'utf8');
    expect(text.startsWith(begins)).toBe(true);
    if (format === 'csv') expect(text.trim().split('\r\n')).toHaveLength(3);
  }

  // The log says who saved the list; what was done to a row leads to it.
  await page.goto('/ops/audit');
  await field().fill(admin.email);
  await page.keyboard.press('Enter');
  const actions = await page.request.get('/api/ops/audit/actions', {
    headers: { 'accept-language': language },
  });
  const { name } = (await actions.json()).data.find(
    (each: { action: string }) => each.action === 'list.export',
  );
  await expect(page.getByRole('button', { name, exact: true })).toHaveCount(2);
  await lookAt(page);
  await page.goto(`/ops/transactions?${its}`);
  await found().click();
  await page.waitForURL(new RegExp(`/ops/transactions/${merchantId}/${paid.id}$`));
  await page.getByRole('main').locator(`a[href='/ops/merchants/${merchantId}']`).first().click();
  await page.waitForURL(new RegExp(`/ops/merchants/${merchantId}$`));
});
