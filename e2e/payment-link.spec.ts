import { expect, test } from './support/journey.ts';

test('a merchant makes a link, a payer pays it, and the merchant sees the money', async ({
  page,
  context,
  say,
  newMerchant,
  signIn,
  lookAt,
  language,
}) => {
  const person = await newMerchant();
  await signIn(page, person);
  await lookAt(page);

  // A form that lacks something says what, and loses nothing.
  await page.goto('/payment-link');
  await expect(page.getByText(say('payment-links', 'empty.title'))).toBeVisible();
  await lookAt(page);
  await page
    .getByRole('link', { name: say('payment-links', 'create') })
    .first()
    .click();
  await page.waitForURL('**/create-share-link');
  const purpose = language === 'ar' ? 'دورة خزف' : 'Pottery course';
  await page.getByLabel(say('payables', 'column.name')).fill(purpose);
  await page.getByRole('button', { name: say('payables', 'form.submit') }).click();
  await expect(page.getByText(say('messages', 'Required')).first()).toBeVisible();
  await expect(page.getByLabel(say('payables', 'column.name'))).toHaveValue(purpose);
  await lookAt(page);

  await page.getByRole('textbox', { name: say('payables', 'column.amount'), exact: true }).fill('100');
  await page.getByRole('button', { name: say('payables', 'quick.week') }).click();
  await page.getByLabel(say('payables', 'field.require_name'), { exact: true }).check();
  await page.getByLabel(say('payables', 'field.require_email'), { exact: true }).check();
  await page.getByRole('button', { name: say('payables', 'form.submit') }).click();
  const review = page.getByRole('dialog', { name: say('payment-links', 'review.title') });
  await expect(review).toBeVisible();
  await lookAt(page);
  await review.getByRole('button', { name: say('common', 'save') }).click();
  const created = page.getByRole('dialog', { name: say('payment-links', 'created.title') });
  await expect(created).toBeVisible();
  await expect(review).toBeHidden();
  const shown = created.getByText(/\/pay\/[\w-]{20,}/).first();
  const address = (await shown.textContent()) ?? '';
  await lookAt(page);
  await page.keyboard.press('Escape');
  await page.waitForURL(/\/payment-link\/\d+$/);
  await expect(page.getByText(purpose).first()).toBeVisible();
  await lookAt(page);

  // The payer: another person on another device, who makes a mistake first.
  const payer = await context.browser()?.newContext({ ...test.info().project.use });
  if (!payer) throw new Error('No browser');
  const payPage = await payer.newPage();
  await payPage.goto(`${new URL(address.trim()).pathname}?lang=${language}`);
  await lookAt(payPage);
  await payPage.getByLabel(say('pay', 'field.name'), { exact: true }).fill('سلمى حسن');
  await payPage.getByLabel(say('pay', 'field.email')).fill('salma@example.com');
  await payPage.getByLabel(say('pay', 'field.card_number')).fill('4000000000000002');
  await payPage.getByLabel(say('pay', 'field.card_expiry')).fill('1230');
  await payPage.getByLabel(say('pay', 'field.card_cvv')).fill('123');
  await payPage.locator('form#pay button[type=submit]').click();
  await expect(payPage.getByRole('heading', { level: 1 })).toHaveText(say('pay', 'failed.title'));
  await lookAt(payPage);
  await payPage.goto(new URL(address.trim()).pathname);
  await payPage.getByLabel(say('pay', 'field.name'), { exact: true }).fill('سلمى حسن');
  await payPage.getByLabel(say('pay', 'field.email')).fill('salma@example.com');
  await payPage.getByLabel(say('pay', 'field.card_number')).fill('4000000000003220');
  await payPage.getByLabel(say('pay', 'field.card_expiry')).fill('1230');
  await payPage.getByLabel(say('pay', 'field.card_cvv')).fill('123');
  await payPage.locator('form#pay button[type=submit]').click();
  await expect(payPage.getByRole('heading', { level: 1 })).toHaveText(say('pay', 'challenge.title'));
  await lookAt(payPage);
  await payPage.getByRole('button', { name: say('pay', 'challenge.approve') }).click();
  await expect(payPage.getByRole('heading', { level: 1 })).toHaveText(say('pay', 'succeeded.title'));
  await lookAt(payPage);
  await payPage.goto(new URL(address.trim()).pathname);
  await expect(payPage.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(payPage.locator('form#pay')).toHaveCount(0);
  await payer.close();

  // The merchant: the link is used up, the transaction tells its whole story, the dashboard has the money.
  await page.reload();
  await expect(page.getByText(say('messages', 'linkStatus.1')).first()).toBeVisible();
  await page.getByRole('link', { name: /^TRX-/ }).first().click();
  await page.waitForURL(/\/transactions\/\d+$/);
  await expect(page.getByText(say('transactions', 'money.title'))).toBeVisible();
  await lookAt(page);
  await page.goto('/transactions');
  await expect(page.getByText(/TRX-/).first()).toBeVisible();
  await lookAt(page);
  await page.goto('/dashboard');
  const net = language === 'ar' ? '٩٣٫٤٤' : '93.44';
  await expect(page.getByText(net).first()).toBeVisible();
  await lookAt(page);
});

test('without JavaScript a payer gets a kiosk code, and it is paid later', async ({
  browser,
  request,
  say,
  newMerchant,
  language,
}) => {
  const person = await newMerchant();
  const signedIn = await request.post('/api/merchant/login', {
    data: { email: person.email, password: person.password },
  });
  const { data } = await signedIn.json();
  const made = await request.post('/api/sandbox/merchant/payment_links/create', {
    headers: { authorization: `Bearer ${data.access_token}` },
    data: {
      invoice_name: 'Lamp',
      currency_id: 1,
      amount: '250.50',
      due_date: new Date(Date.now() + 86_400_000).toISOString(),
      language: language === 'ar' ? 1 : 2,
    },
  });
  const { link } = (await made.json()).data;
  const plain = await browser.newContext({ ...test.info().project.use, javaScriptEnabled: false });
  const page = await plain.newPage();
  await page.goto(link);
  await page.locator('label', { hasText: say('pay', 'method.Kiosk') }).click();
  await page.locator('form#pay button[type=submit]').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('pay', 'kiosk.title'));
  await page.getByRole('button', { name: say('pay', 'simulate.pay') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('pay', 'succeeded.title'));
  await plain.close();
});
