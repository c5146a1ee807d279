import type { Page } from '@playwright/test';
import { expect, labelOf, test } from './support/journey.ts';

/** The drawer or dialog that is open. */
const dialog = (page: Page) => page.getByRole('dialog');

test('a customer is added, refused as a duplicate, found, viewed and edited', async ({
  page,
  say,
  newMerchant,
  signIn,
  lookAt,
  language,
}) => {
  await signIn(page, await newMerchant());
  await page.goto('/customers');
  await expect(page.getByText(say('customers', 'empty.title'))).toBeVisible();
  await lookAt(page);

  const add = page.getByRole('button', { name: say('customers', 'add.title') }).first();
  const submit = dialog(page).getByRole('button', { name: say('customers', 'add.submit') });
  const field = (name: string) => dialog(page).getByLabel(labelOf(say('customers', name)));
  await add.click();
  await submit.click();
  await expect(dialog(page).getByText(say('messages', 'Required'))).toHaveCount(3);
  await expect(field('field.name')).toBeFocused();
  await field('field.name').fill('فاطمة الزهراء');
  await field('field.email').fill('fatma@');
  await field('field.mobile').fill('0300');
  await field('field.nationalIdOptional').fill('12');
  await submit.click();
  for (const key of ['InvalidEmail', 'InvalidMobile', 'InvalidNationalId']) {
    await expect(dialog(page).getByText(say('messages', key))).toBeVisible();
  }
  await lookAt(page);
  await field('field.email').fill('Fatma@Example.com');
  await field('field.mobile').fill('١٠٠١٢٣٤٥٦٧');
  await field('field.nationalIdOptional').fill('29001010112345');
  await submit.click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText('+20 100 123 4567')).toBeVisible();

  await page
    .getByRole('button', { name: say('customers', 'add.title') })
    .first()
    .click();
  await expect(field('field.name')).toHaveValue('');
  await field('field.name').fill('Somebody else');
  await field('field.email').fill('fatma@example.com');
  await field('field.mobile').fill('01001234567');
  await field('field.nationalIdOptional').fill('29001010112345');
  await submit.click();
  for (const key of ['EmailAlreadyExists', 'MobileAlreadyExists', 'NationalIDAlreadyExists']) {
    await expect(dialog(page).getByText(say('messages', key))).toBeVisible();
  }
  await expect(field('field.name')).toHaveValue('Somebody else');
  await field('field.email').fill('else@example.com');
  await field('field.mobile').fill('01101234567');
  await field('field.nationalIdOptional').fill('');
  await submit.click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText('else@example.com')).toBeVisible();
  // The last page has no next one.
  await expect(page.getByRole('button', { name: say('common', 'pager.next') })).toBeDisabled();
  const sizes = page.getByRole('combobox', { name: say('common', 'pager.rows') }).locator('option');
  expect(await sizes.evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).value))).toEqual([
    '10',
    '20',
    '30',
  ]);

  await page
    .getByRole('main')
    .getByRole('button', { name: say('common', 'filters.toggle') })
    .first()
    .click();
  await page.getByLabel(say('customers', 'filter.keyword'), { exact: true }).fill('فاطمه');
  await page.keyboard.press('Enter');
  await expect(page.getByText('else@example.com')).toHaveCount(0);
  await expect(page.getByText('fatma@example.com')).toBeVisible();
  await lookAt(page);
  await page
    .getByRole('main')
    .getByRole('button', { name: say('common', 'filters.clear'), exact: true })
    .first()
    .click();
  await page.waitForURL(/\?sort_by=id&sort_type=asc$/);
  await expect(page.getByText('else@example.com')).toBeVisible();

  await page.getByRole('link', { name: 'فاطمة الزهراء' }).click();
  await page.waitForURL(/\/customers\/\d+$/);
  await expect(page.getByText(say('customers', 'statistics.total'))).toBeVisible();
  await expect(page.getByText(say('customers', 'invoice.empty'))).toBeVisible();
  await lookAt(page);
  await page.getByRole('button', { name: say('customers', 'action.edit') }).click();
  await field('field.name').fill(language === 'ar' ? 'فاطمة علي' : 'Fatma Ali');
  await dialog(page)
    .getByRole('button', { name: say('customers', 'edit.submit') })
    .click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText(language === 'ar' ? 'فاطمة علي' : 'Fatma Ali').first()).toBeVisible();

  // The way back is the list of the first segment, as it was left; the tab is named after who is shown.
  const renamed = language === 'ar' ? 'فاطمة علي' : 'Fatma Ali';
  await expect(page).toHaveTitle(`${say('common', 'product')} · ${renamed}`);
  await page
    .getByRole('region', { name: say('shell', 'bar') })
    .getByRole('link', { name: say('shell', 'nav.customers') })
    .click();
  await page.waitForURL(/\/customers\?sort_by=id&sort_type=asc$/);
  await expect(page.getByRole('heading', { name: say('customers', 'list.title'), level: 1 })).toBeVisible();
  await expect(page).toHaveTitle(`${say('common', 'product')} · ${say('customers', 'list.title')}`);
  await page.getByRole('link', { name: renamed }).click();
  await page.waitForURL(/\/customers\/\d+$/);

  await page.getByLabel(labelOf(say('customers', 'note.label'))).fill('Calls on Sundays');
  await page.getByRole('button', { name: say('customers', 'note.add') }).click();
  await expect(
    page.getByRole('region', { name: say('customers', 'history.title') }).getByText('Calls on Sundays'),
  ).toHaveCount(1);
  await lookAt(page);

  await page.getByRole('link', { name: say('customers', 'action.invoice') }).click();
  await page.waitForURL(/\/invoices\/create-invoice\?customerId=\d+$/);
  await expect(page.getByText(language === 'ar' ? 'فاطمة علي' : 'Fatma Ali').first()).toBeVisible();
  await add.click();
  await field('field.name').fill('Omar Said');
  await field('field.email').fill('omar@example.com');
  await field('field.mobile').fill('01201234567');
  await submit.click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText('Omar Said').first()).toBeVisible();
  // Adding somebody did not send the form of the invoice.
  await expect(page.getByText(say('messages', 'Required'))).toHaveCount(0);
});

test('the example import file is imported as it is; any other is refused whole until every row is valid', async ({
  page,
  say,
  newMerchant,
  signIn,
  lookAt,
}) => {
  await signIn(page, await newMerchant());
  await page.goto('/customers');
  const open = page.getByRole('button', { name: say('customers', 'import.open') });
  await open.click();
  await expect(dialog(page).getByRole('button', { name: say('import', 'choose') })).toBeVisible();
  await lookAt(page);

  const file = page.locator('input[type="file"]');
  await file.setInputFiles({
    name: 'bad.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('name,email,mobile\nMona,mona@,0100\n=1+1,x@example.com,01012345678\n'),
  });
  await expect(dialog(page).getByText(say('messages', 'InvalidEmail'))).toBeVisible();
  await expect(dialog(page).getByText(say('messages', 'FormulaNotAllowed'))).toBeVisible();
  await lookAt(page);
  await dialog(page)
    .getByRole('button', { name: say('import', 'again') })
    .click();

  await file.setInputFiles({
    name: 'picture.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('\u0089PNG\0\0'),
  });
  await expect(dialog(page).getByText(say('messages', 'InvalidFileType'))).toBeVisible();

  for (const name of ['customers.xlsx', 'customers.csv']) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog(page).getByRole('link', { name }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(name);
    await file.setInputFiles(await download.path());
    if (name === 'customers.xlsx') {
      await expect(dialog(page).getByText(say('import', 'ready'))).toBeVisible();
      await lookAt(page);
      const submit = new RegExp(say('import', 'again'));
      await dialog(page).getByRole('button').filter({ hasNotText: submit }).last().click();
      await expect(dialog(page).getByRole('button', { name: say('common', 'done') })).toBeVisible();
      await lookAt(page);
      await dialog(page)
        .getByRole('button', { name: say('common', 'done') })
        .click();
      await expect(page.getByText('mona.adel@example.com')).toBeVisible();
      await open.click();
    } else {
      await expect(dialog(page).getByText(say('import', 'nothingNew'))).toBeVisible();
    }
  }
});

test('columns with unknown headings are assigned by hand, and the next file with them is read alike', async ({
  page,
  say,
  newMerchant,
  signIn,
  lookAt,
}) => {
  await signIn(page, await newMerchant());
  await page.goto('/customers');
  const open = page.getByRole('button', { name: say('customers', 'import.open') });
  const button = (key: string) => dialog(page).getByRole('button', { name: say('import', key) });
  const file = page.locator('input[type="file"]');
  const sheet = (row: string) => ({
    name: 'buyers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Buyer,E-mail,Reach at,Balance\n${row}\n`),
  });
  const fieldOf = (heading: string) =>
    dialog(page).getByLabel(say('import', 'columns.fieldOf').replace('{{heading}}', heading));

  await open.click();
  await file.setInputFiles(sheet('Mona Adel,mona@example.com,01001234567,12'));
  await expect(fieldOf('E-mail')).toHaveValue('email');
  await expect(dialog(page).getByText('01001234567')).toBeVisible();
  await expect(dialog(page).getByRole('status')).toContainText(say('customers', 'field.mobile'));
  await expect(button('columns.continue')).toBeDisabled();
  await lookAt(page);
  await fieldOf('Buyer').selectOption('name');
  await fieldOf('Reach at').selectOption('mobile');
  await button('columns.continue').click();
  await expect(dialog(page).getByText(say('import', 'ready'))).toBeVisible();
  await lookAt(page);
  await dialog(page)
    .getByRole('button', { name: new RegExp(say('import', 'submit_one').replace('{{number}}', '.*')) })
    .click();
  await dialog(page)
    .getByRole('button', { name: say('common', 'done') })
    .click();
  await expect(page.getByText('mona@example.com')).toBeVisible();

  await open.click();
  await file.setInputFiles(sheet('Omar Said,omar@example.com,01112345678,'));
  await expect(dialog(page).getByText(say('import', 'ready'))).toBeVisible();
  await button('columns.change').click();
  await expect(fieldOf('Reach at')).toHaveValue('mobile');
});
