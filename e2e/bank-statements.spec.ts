import type { Page } from '@playwright/test';
import { addSilentAccount } from './support/account.ts';
import { follow } from './support/follow.ts';
import { newIban } from './support/iban.ts';
import { expect, test } from './support/journey.ts';
import { newOperator, signInToConsole } from './support/operator.ts';

/** Digits alone may look like a card's, which statements mask: one run in many found no batch of that name. */
const unique = () => `${process.pid}R${Date.now()}`;
const dialog = (page: Page) => page.getByRole('dialog').last();
const button = (on: Page | ReturnType<typeof dialog>, name: string) =>
  on.getByRole('button', { name, exact: true });
const IBAN = newIban();

test('an operator imports the bank’s statement, sees what it explains, matches a line by hand, books a batch and asks for a write-off', async ({
  page,
  say,
  ops,
  newMerchant,
  lookAt,
}) => {
  const words = (key: string, params?: Record<string, string | number>) =>
    say('ops-bank-statements', key, params);
  const recon = (key: string, params?: Record<string, string | number>) =>
    say('ops-reconciliation', key, params);
  const field = (name: string) => dialog(page).locator(`[name="${name}"]`);
  const id = unique();
  const [account, bank, batch] = [`Acquirer ${id}`, `Collections ${id}`, `BATCH-${id}`];
  // Nobody pays test money: its batches match no line.
  const { email } = await newMerchant();
  await ops('approve', email);
  await addSilentAccount(account, email, 'live');
  await page.goto('/ops/bank-transfers');
  await page.waitForURL(/\/ops\/sign-in/);
  const operator = await newOperator('finance', id);
  await signInToConsole(page, say, operator);
  await button(page, say('ops-bank-transfers', 'addAccount')).click();
  for (const [name, value] of [
    ['name', bank],
    ['bank_name', 'National Bank of Egypt'],
    ['iban', IBAN],
    ['current_password', operator.password],
  ] as const)
    await field(name).fill(value);
  await button(dialog(page), say('ops-bank-transfers', 'addAccount')).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // Two batches of a processor.
  await follow(page, '/ops/settlement-file-profiles');
  await button(page, recon('addProfile')).first().click();
  await field('processor_account_id').selectOption({ label: account });
  await field('name').fill('Daily');
  for (const [name, heading] of Object.entries({ gross: 'Amount', processor_ref: 'Id', batch: 'Batch' }))
    await field(`columns.${name}`).fill(heading);
  await button(page, recon('save')).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await follow(page, '/ops/settlement-files');
  await button(page, recon('import')).click();
  await field('profile').selectOption({ label: `${account}: Daily` });
  const choose = (name: string, content: string) =>
    dialog(page)
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
  await choose(`${id}.csv`, `Id,Amount,Batch\nA${id},100,${batch}\nB${id},70.25,SECOND-${id}`);
  await button(page, recon('check')).click();
  await button(dialog(page), recon('import')).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await follow(page, '/ops/bank-statements');
  await lookAt(page);
  await button(page, words('layout')).click();
  await expect(field('columns.booked_on')).toBeVisible();
  await lookAt(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await button(page, words('import')).click();
  const label = (await field('account').locator('option', { hasText: bank }).textContent()) ?? '';
  await field('account').selectOption({ label });
  const today = new Date().toISOString().slice(2, 10).replaceAll('-', '');
  const lines = [
    `:61:${today}C99,50NTRFNONREF//CIB${id.slice(-9)}1\n:86:SETTLEMENT ${batch} كارت`,
    `:61:${today}C70,00NTRFNONREF//CIB${id.slice(-9)}2\n:86:CREDIT ADVICE NOT KNOWN`,
    `:61:${today}D12,75NCHGNONREF//CIB${id.slice(-9)}3\n:86:MONTHLY CHARGES ${id}`,
  ];
  const statement = (closing: string) =>
    `:20:S\n:25:${IBAN}\n:28C:1\n:60F:C${today}EGP1000,00\n${lines.join('\n')}\n:62F:C${today}EGP${closing}\n`;
  await choose('june.sta', statement('1156,76'));
  await button(page, words('check')).click();
  await expect(
    dialog(page)
      .getByText(/3|٣|9|٩/)
      .first(),
  ).toBeVisible();
  await lookAt(page);
  await choose('june.sta', statement('1156,75'));
  await button(page, words('check')).click();
  await expect(dialog(page).getByText(words('knownLines'))).toBeVisible();
  await lookAt(page);
  await button(dialog(page), words('import')).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await lookAt(page);

  await page.getByRole('link', { name: 'june.sta' }).first().click();
  await expect(page.getByRole('button', { name: /CREDIT ADVICE/ }).first()).toBeVisible();
  await lookAt(page);
  await page
    .getByRole('button', { name: /CREDIT ADVICE/ })
    .first()
    .click();
  await expect(dialog(page).getByText(words('candidates'))).toBeVisible();
  await dialog(page)
    .getByRole('checkbox', { name: new RegExp(`SECOND-${id}`) })
    .check();
  await lookAt(page);
  await button(dialog(page), words('link')).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // Its row grows by what it is now about, and moves those below it.
  await expect(page.getByText(`SECOND-${id}`).first()).toBeVisible();
  await page
    .getByRole('button', { name: /SETTLEMENT/ })
    .first()
    .click();
  await expect(dialog(page).getByText(words('rule.reference'))).toBeVisible();
  await lookAt(page);

  await follow(page, '/ops/batches-to-book');
  await expect(page.getByText(batch)).toBeVisible();
  await lookAt(page);

  await follow(page, '/ops/reconciliation?kind=debit_without_transfer&sort_by=created_at&sort_type=desc');
  await page
    .getByRole('button', { name: new RegExp(`CIB${id.slice(-9)}3`) })
    .first()
    .click();
  await page.getByRole('menuitem', { name: recon('view'), exact: true }).click();
  await expect(dialog(page).getByText(recon('breakText.debit_without_transfer'))).toBeVisible();
  await lookAt(page);
  await button(dialog(page), recon('writeOff')).click();
  await dialog(page).getByLabel(say('ops', 'reason')).fill('Charges of the bank');
  await button(dialog(page), recon('writeOff')).click();
  await expect(dialog(page).getByText(say('ops', 'approvalKind.write-off')).first()).toBeVisible();
  await lookAt(page);
});
