import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';

type Say = (noun: string, key: string, params?: Record<string, string | number>) => string;

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** A customer, added in the drawer beside the form. */
async function addCustomer(page: Page, say: Say, customer: { name: string; email: string; mobile: string }) {
  await page.getByRole('button', { name: say('customers', 'add.title') }).click();
  const drawer = page.getByRole('dialog', { name: say('customers', 'add.title') });
  await drawer.getByLabel(say('customers', 'field.name')).fill(customer.name);
  await drawer.getByLabel(say('customers', 'field.email')).fill(customer.email);
  await drawer.getByLabel(say('customers', 'field.mobile')).fill(customer.mobile);
  await drawer.getByRole('button', { name: say('customers', 'add.submit') }).click();
  await expect(drawer).toBeHidden();
  await expect(page.getByText(customer.name, { exact: true })).toBeVisible();
}

async function payByCard(page: Page, say: Say) {
  await page.getByLabel(say('pay', 'field.card_number')).fill('4242424242424242');
  await page.getByLabel(say('pay', 'field.card_expiry')).fill('1230');
  await page.getByLabel(say('pay', 'field.card_cvv')).fill('123');
  await page.locator('form#pay button[type=submit]').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('pay', 'succeeded.title'));
}

/** An invoice made over HTTP, as the form would. */
async function makeInvoice(
  request: APIRequestContext,
  person: { email: string; password: string },
  form: Record<string, unknown>,
) {
  const signedIn = await request.post('/api/merchant/login', {
    data: { email: person.email, password: person.password },
  });
  const headers = { authorization: `Bearer ${(await signedIn.json()).data.access_token}` };
  const customer = await request.post('/api/sandbox/merchant/Customer/Create', {
    headers,
    data: { name: 'Salma Hassan', email: 'salma@example.com', mobile: '01001234567', nationalId: '' },
  });
  const made = await request.post('/api/sandbox/merchant/invoices/create', {
    headers,
    data: {
      invoice_name: 'Lamp',
      currency_id: 1,
      amount: '250.50',
      due_date: new Date(Date.now() + 86_400_000).toISOString(),
      language: 1,
      customers: [(await customer.json()).data.id],
      ...form,
    },
  });
  expect(made.status()).toBe(200);
  return (await made.json()).data.id as number;
}

test('an invoice for two customers: one pays on their page, the other’s share is canceled', async ({
  page,
  context,
  say,
  newMerchant,
  signIn,
  lookAt,
  language,
}) => {
  const arabic = language === 'ar';
  const person = await newMerchant();
  await signIn(page, person);
  await page.goto('/invoices');
  await expect(page.getByText(say('invoices', 'empty.title'))).toBeVisible();
  await lookAt(page);

  // A form that lacks something says what.
  await page
    .getByRole('link', { name: say('invoices', 'create') })
    .first()
    .click();
  await page.waitForURL('**/create-invoice');
  await page.getByRole('button', { name: say('payables', 'form.submit') }).click();
  await expect(page.getByText(say('messages', 'Required')).first()).toBeVisible();
  await lookAt(page);

  // Two customers who are not there yet, without leaving the form.
  const [salma, karim] = arabic ? ['سلمى حسن', 'كريم نبيل'] : ['Salma Hassan', 'Karim Nabil'];
  await addCustomer(page, say, { name: salma, email: 'salma@example.com', mobile: '01001234567' });
  await addCustomer(page, say, { name: karim, email: 'karim@example.com', mobile: '01112345678' });
  const purpose = arabic ? 'دورة خزف' : 'Pottery course';
  await field(page, say('payables', 'column.name')).fill(purpose);
  await field(page, say('payables', 'column.amount')).fill('100');
  await page.getByRole('button', { name: say('payables', 'quick.week') }).click();
  const together = arabic ? '٢٠٠٫٠٠' : '200.00';
  await expect(page.getByText(together).first()).toBeVisible();
  await page.getByRole('button', { name: say('payables', 'more.title') }).click();
  await page.getByRole('switch', { name: say('payables', 'field.notify_by_email') }).check();
  await lookAt(page);

  await page.getByRole('button', { name: say('payables', 'form.submit') }).click();
  const review = page.getByRole('dialog', { name: say('invoices', 'review.create') });
  await expect(review.getByText(karim)).toBeVisible();
  await lookAt(page);
  // Without a means it cannot be sent; nothing is lost by asking.
  const byEmail = review.getByRole('checkbox', { name: say('payables', 'field.notify_by_email') });
  await byEmail.uncheck();
  await review.getByRole('button', { name: say('payables', 'review.send'), exact: true }).click();
  await expect(review.getByText(say('payables', 'review.sendByNothing'))).toBeVisible();
  await lookAt(page);
  await byEmail.check();
  await review.getByRole('button', { name: say('payables', 'review.send'), exact: true }).click();
  await page.waitForURL(/\/invoices$/);
  await expect(page.getByText(purpose).first()).toBeVisible();
  await lookAt(page);

  // The details: whom it is for, what was sent, and each one's own page.
  await page.getByRole('link', { name: /^INV-/ }).first().click();
  await page.waitForURL(/\/invoices\/\d+$/);
  await expect(page.getByText('salma@example.com').first()).toBeVisible();
  await expect(page.getByText(say('invoices', 'message.sent'), { exact: true }).first()).toBeVisible();
  await lookAt(page);
  await page
    .getByRole('button', { name: say('common', 'table.actionsFor', { name: salma }) })
    .first()
    .click();
  await page.getByRole('menuitem', { name: say('invoices', 'action.qr') }).click();
  const share = page.getByRole('dialog', { name: say('invoices', 'share.title', { name: salma }) });
  const address = (await share.getByText(/\/pay\/[\w-]{20,}/).textContent()) ?? '';
  await lookAt(page);
  await page.keyboard.press('Escape');

  const payer = await context.browser()?.newContext({ ...test.info().project.use });
  if (!payer) throw new Error('No browser');
  const payPage = await payer.newPage();
  await payPage.goto(`${new URL(address.trim()).pathname}?lang=${language}`);
  await expect(payPage.getByText(purpose).first()).toBeVisible();
  await lookAt(payPage);
  await payByCard(payPage, say);
  await payer.close();

  // One has paid: the payment is a step away, and the invoice can no longer be edited.
  await page.reload();
  await expect(page.getByRole('link', { name: say('invoices', 'share.payment') })).toHaveCount(1);
  await lookAt(page);
  const details = page.url();
  await page.goto(details.replace(/\/(\d+)$/, '/edit-invoice/$1'));
  await expect(page.getByText(say('invoices', 'locked.partlyPaid'))).toBeVisible();
  await lookAt(page);

  // The other no longer has to.
  await page.goto(details);
  await page.getByRole('button', { name: say('invoices', 'deactivate.confirm') }).click();
  const ask = page.getByRole('dialog');
  await expect(ask.getByText(purpose)).toBeVisible();
  await lookAt(page);
  await ask.getByRole('button', { name: say('invoices', 'deactivate.confirm') }).click();
  await expect(page.getByText(say('messages', 'invoiceStatus.3')).first()).toBeVisible();
  await expect(page.getByText(say('invoices', 'share.status.paid'), { exact: true }).first()).toBeVisible();
  await page.getByRole('link', { name: say('invoices', 'share.payment') }).click();
  await page.waitForURL(/\/transactions\/\d+$/);
});

test('a draft survives a closed tab, and an invoice can be edited until a customer pays', async ({
  page,
  context,
  request,
  say,
  newMerchant,
  signIn,
  lookAt,
}) => {
  const person = await newMerchant();
  const id = await makeInvoice(request, person, {});
  await signIn(page, person);

  await page.goto('/invoices/create-invoice');
  await field(page, say('payables', 'column.name')).fill('Half an invoice');
  await expect
    .poll(() => page.evaluate(() => Object.values(localStorage).some((kept) => kept.includes('Half an'))))
    .toBe(true);
  await page.close();
  const again = await context.newPage();
  await again.goto('/invoices/create-invoice');
  const offer = again.getByRole('region', { name: say('payables', 'draft.title') });
  await expect(offer.getByText('Half an invoice')).toBeVisible();
  await lookAt(again);
  await offer.getByRole('button', { name: say('payables', 'draft.resume') }).click();
  await expect(field(again, say('payables', 'column.name'))).toHaveValue('Half an invoice');

  // Left on purpose, it is gone.
  await again
    .getByRole('link', { name: say('shell', 'nav.invoices') })
    .first()
    .click();
  await again.getByRole('button', { name: say('common', 'unsaved.leave') }).click();
  await again.waitForURL(/\/invoices$/);
  await again.goto('/invoices/create-invoice');
  await expect(field(again, say('payables', 'column.name'))).toHaveValue('');
  await expect(offer).toHaveCount(0);

  await again.goto(`/invoices/edit-invoice/${id}`);
  await expect(field(again, say('payables', 'column.name'))).toHaveValue('Lamp');
  await lookAt(again);
  await field(again, say('payables', 'column.name')).fill('Brass lamp');
  await again.getByRole('button', { name: say('payables', 'form.submit') }).click();
  await again
    .getByRole('dialog', { name: say('invoices', 'review.edit') })
    .getByRole('button', { name: say('common', 'save') })
    .click();
  await again.waitForURL(/\/invoices$/);
  await expect(again.getByText('Brass lamp').first()).toBeVisible();

  // Reminders are off until somebody turns them on.
  await again.getByRole('button', { name: say('invoices', 'reminders.open') }).click();
  const reminders = again.getByRole('dialog', { name: say('invoices', 'reminders.title') });
  const before = reminders.getByLabel(say('invoices', 'reminders.before'));
  await expect(before).toHaveValue('');
  await lookAt(again);
  await before.selectOption('3');
  await reminders.getByRole('button', { name: say('common', 'save') }).click();
  await expect(reminders).toBeHidden();
  await again.getByRole('button', { name: say('invoices', 'reminders.open') }).click();
  await expect(before).toHaveValue('3');
});
