import type { Page } from '@playwright/test';
import { addSilentAccount } from './support/account.ts';
import { follow } from './support/follow.ts';
import { expect, test } from './support/journey.ts';
import { newOperator, signInToConsole } from './support/operator.ts';

const PDF = '%PDF-1.4\n%%EOF\n';
const unique = () => `${process.pid}${Date.now()}`;
const dialog = (page: Page) => page.getByRole('dialog').last();

test('an operator says how files are read, imports one after looking at it, explains a break and books what came', async ({
  page,
  browser,
  say,
  newMerchant,
  lookAt,
  language,
}) => {
  const words = (key: string, params?: Record<string, string | number>) =>
    say('ops-reconciliation', key, params);
  const button = (on: Page, name: string) => on.getByRole('button', { name, exact: true });
  const field = (name: string) => dialog(page).locator(`[name="${name}"]`);
  const own = unique();
  const account = `Bank ${own}`;
  // The same journey in another language sees the same breaks.
  const [first, second] = [`A1-${own}`, `A2-${own}`];
  await addSilentAccount(account, (await newMerchant()).email, 'test');
  await page.goto('/ops/settlement-file-profiles');
  await page.waitForURL(/\/ops\/sign-in/);
  await signInToConsole(page, say, await newOperator('finance', unique()));
  await expect(page.getByRole('heading', { level: 1, name: words('profiles') })).toBeVisible();

  await button(page, words('addProfile')).first().click();
  await field('processor_account_id').selectOption({ label: account });
  await field('name').fill('Daily');
  await button(page, words('save')).click();
  await expect(field('columns.gross')).toHaveAttribute('aria-invalid', 'true');
  await lookAt(page);
  for (const [name, heading] of Object.entries({
    gross: 'Amount',
    fee: 'Commission',
    processor_ref: 'رقم العملية',
    occurred_on: 'Date',
    value_on: 'Value',
  }))
    await field(`columns.${name}`).fill(heading);
  await button(page, words('save')).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await lookAt(page);

  await follow(page, '/ops/settlement-files');
  await button(page, words('import')).click();
  await field('profile').selectOption({ label: `${account}: Daily` });
  const choose = (content: string) =>
    dialog(page)
      .locator('input[type=file]')
      .setInputFiles({ name: `${account}.csv`, mimeType: 'text/csv', buffer: Buffer.from(content) });
  const headings = 'رقم العملية;Amount;Commission;Date;Value';
  await choose(`${headings}\n${first};100.001;2;15/06/2026;16/06/2026`);
  await button(page, words('check')).click();
  await expect(dialog(page).getByText(say('messages', 'InvalidAmountFormat'))).toBeVisible();
  await lookAt(page);
  await button(page, words('anotherFile')).click();
  const good = `${headings}\n${first};١٠٠;2;15/06/2026;16/06/2026\n${second};50;1;15/06/2026;16/06/2026`;
  await choose(good);
  await button(page, words('check')).click();
  await expect(dialog(page).getByText(words('break.theirs_only'))).toBeVisible();
  await lookAt(page);
  await dialog(page)
    .getByRole('button', { name: words('import'), exact: true })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await lookAt(page);

  // Taken back, it can be imported again.
  await page.getByRole('link', { name: `${account}.csv` }).click();
  await expect(page.getByText(second, { exact: true })).toBeVisible();
  const find = page.getByRole('searchbox', { name: `${say('ops', 'find')}: ${words('lines')}` });
  await find.fill(second);
  await find.press('Enter');
  await expect(page.getByText(first, { exact: true })).toHaveCount(0);
  await expect(page.getByText(second, { exact: true })).toBeVisible();
  await lookAt(page);
  await button(page, words('undo')).click();
  await dialog(page).getByLabel(say('ops', 'reason')).fill('The wrong day');
  await dialog(page)
    .getByRole('button', { name: words('undo'), exact: true })
    .click();
  await expect(page.getByText(words('fileState.undone'), { exact: true }).first()).toBeVisible();
  await follow(page, '/ops/settlement-files');
  await button(page, words('import')).click();
  await field('profile').selectOption({ label: `${account}: Daily` });
  await choose(good);
  await button(page, words('check')).click();
  await dialog(page)
    .getByRole('button', { name: words('import'), exact: true })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await follow(page, '/ops/reconciliation?sort_by=created_at&sort_type=desc');
  await lookAt(page);
  // Two of them at once.
  for (const reference of [first, second]) {
    const name = say('common', 'table.select', { name: `${words('break.theirs_only')} ${reference}` });
    await page.getByRole('checkbox', { name }).first().check();
  }
  await lookAt(page);
  await button(page, words('bulk.take')).click();
  await expect(page.getByText(words('breakState.looking'), { exact: true }).first()).toBeVisible();
  await expect(button(page, words('bulk.take'))).toHaveCount(0);
  await page
    .getByRole('main')
    .getByRole('button', { name: words('break.theirs_only') })
    .first()
    .click();
  await expect(dialog(page).getByText(words('breakText.theirs_only'))).toBeVisible();
  // It has an address of its own.
  expect(new URL(page.url()).searchParams.get('break')).toMatch(/^\d+$/);
  await page.reload();
  await expect(dialog(page).getByText(words('breakText.theirs_only'))).toBeVisible();
  await lookAt(page);
  await dialog(page)
    .getByRole('combobox', { name: words('assignTo') })
    .selectOption({ label: words('nobody') });
  await dialog(page)
    .getByRole('button', { name: words('take'), exact: true })
    .click();
  await dialog(page)
    .getByRole('button', { name: words('addEvidence') })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(2);
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'advice.pdf', mimeType: 'application/pdf', buffer: Buffer.from(PDF) });
  await dialog(page)
    .getByRole('button', { name: words('addEvidence') })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(dialog(page).getByRole('button', { name: 'advice.pdf' })).toBeVisible();
  await lookAt(page);
  await dialog(page)
    .getByRole('button', { name: words('resolve'), exact: true })
    .click();
  await dialog(page).getByLabel(say('ops', 'reason')).fill('Bank error');
  await dialog(page)
    .getByRole('button', { name: words('resolve'), exact: true })
    .click();
  await expect(dialog(page).getByText('Bank error')).toBeVisible();

  await follow(page, '/ops/settlement-files');
  await page
    .getByRole('link', { name: `${account}.csv` })
    .first()
    .click();
  await button(page, words('book')).click();
  await lookAt(page);
  await field('bank_reference').fill('CIB-2026-7');
  await dialog(page)
    .getByRole('button', { name: words('book'), exact: true })
    .click();
  await expect(page.getByText('CIB-2026-7')).toBeVisible();
  // What is booked is not taken back.
  await expect(button(page, words('undo'))).toHaveCount(0);
  await lookAt(page);

  // What was reconciled at the end of a day of last month: stated, signed, approved by somebody else, and downloaded.
  const cut = (key: string) => say('ops-cut-offs', key);
  await follow(page, '/ops/cut-offs');
  await button(page, cut('make')).first().click();
  await field('account_id').selectOption({ label: account });
  await dialog(page).getByLabel(cut('day')).click();
  await page.locator('[data-direction="previous"]').first().click();
  await page.locator('table button:not([data-outside])').nth(14).click();
  await lookAt(page);
  await dialog(page)
    .getByRole('button', { name: cut('make'), exact: true })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await lookAt(page);
  await page.getByRole('link', { name: account }).first().click();
  await expect(page.getByText(cut('level.clearing'))).toBeVisible();
  await lookAt(page);
  await button(page, cut('sign')).click();
  await dialog(page).getByLabel(say('ops', 'reason')).fill('The month is over');
  await dialog(page)
    .getByRole('button', { name: cut('sign'), exact: true })
    .click();
  const waits = page.getByRole('list', { name: say('ops', 'approvals.waiting') }).getByRole('link');
  await expect(waits).toHaveCount(1);
  const other = await (await browser.newContext({ ...test.info().project.use })).newPage();
  await other.addInitScript((locale) => localStorage.setItem('locale', locale), language);
  await other.goto((await waits.getAttribute('href')) ?? '');
  await other.waitForURL(/\/ops\/sign-in/);
  await signInToConsole(other, say, await newOperator('finance', unique()));
  await expect(button(other, say('ops-approvals', 'approve'))).toBeVisible();
  await button(other, say('ops-approvals', 'approve')).click();
  await dialog(other)
    .getByRole('button', { name: say('ops-approvals', 'approve'), exact: true })
    .click();
  await expect(other.getByText(say('ops-approvals', 'state.approved'), { exact: true })).toBeVisible();
  await other.context().close();
  await page.reload();
  await expect(page.getByText(cut('state.signed'), { exact: true }).first()).toBeVisible();
  await lookAt(page);
  for (const choice of ['en', 'ar']) {
    await button(page, cut('pdf')).click();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: cut(`language.${choice}`) }).click(),
    ]);
    expect(saved.suggestedFilename()).toMatch(new RegExp(`-${choice}\\.pdf$`));
  }
  const [workbook] = await Promise.all([
    page.waitForEvent('download'),
    button(page, cut('workbook')).click(),
  ]);
  expect(workbook.suggestedFilename()).toMatch(/\.xlsx$/);
});
