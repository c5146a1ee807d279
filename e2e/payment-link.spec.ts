import type { Page } from '@playwright/test';
import { follow } from './support/follow.ts';
import { expect, test } from './support/journey.ts';

test('a merchant creates a link, a payer pays it, and the merchant sees the money', {
  tag: '@both',
}, async ({ page, context, say, newMerchant, signIn, lookAt, language }) => {
  const person = await newMerchant();
  await signIn(page, person);
  await page.goto('/dashboard');
  await lookAt(page);

  // A form that lacks something says what, and loses nothing.
  await follow(page, '/payment-link');
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
  // A date that is typed wrongly says how it is typed; one is typed as well as chosen.
  const due = page.getByRole('textbox', { name: say('payables', 'field.due') });
  await due.fill('31-12-2039');
  await due.blur();
  await expect(page.getByText(/12-31-2026 11:59/)).toBeVisible();
  await due.fill(language === 'ar' ? '١٢/٣١/٢٠٣٩ ٥:٣٠ م' : '12/31/2039 5:30 pm');
  await due.blur();
  await expect(due).toHaveValue(`12-31-2039 05:30 ${say('common', 'date.pm')}`);
  await page.getByRole('button', { name: say('payables', 'more.title') }).click();
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

  // That it was copied is said for a second and a half.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: say('common', 'copyLink') }).click();
  const copied = page.getByRole('button', { name: say('common', 'copied') });
  await expect(copied).toBeVisible();
  await page.clock.runFor(1400);
  await expect(copied).toBeVisible();
  await page.clock.runFor(200);
  await expect(copied).toHaveCount(0);
  await page.clock.resume();

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
  // Another like it, with all that was chosen.
  await follow(page, '/payment-link');
  await page.getByRole('link', { name: /^LNK-/ }).first().click();
  await page.getByRole('link', { name: say('payables', 'action.duplicate') }).click();
  await expect(page.getByLabel(say('payables', 'column.name'))).toHaveValue(purpose);
  await expect(page.getByLabel(say('payables', 'field.require_email'), { exact: true })).toBeChecked();
  await lookAt(page);
  await follow(page, '/transactions');
  await expect(page.getByText(/TRX-/).first()).toBeVisible();
  await lookAt(page);
  await follow(page, '/dashboard');
  const net = language === 'ar' ? '٩٣٫٤٤' : '93.44';
  await expect(page.getByText(net).first()).toBeVisible();
  await lookAt(page);
});

test('a link whose response was lost is created once, also from its draft in another tab', {
  tag: '@laptop',
}, async ({ page, context, say, newMerchant, signIn, lookAt }) => {
  await signIn(page, await newMerchant());
  const fromReview = async (tab: Page) => {
    await tab.getByRole('button', { name: say('payables', 'form.submit') }).click();
    await tab
      .getByRole('dialog', { name: say('payment-links', 'review.title') })
      .getByRole('button', { name: say('common', 'save') })
      .click();
  };
  await page.goto('/payment-link/create-share-link');
  await page.getByLabel(say('payables', 'column.name')).fill('Lamp');
  await page.getByRole('textbox', { name: say('payables', 'column.amount'), exact: true }).fill('100');
  await page.getByRole('button', { name: say('payables', 'quick.week') }).click();
  // The link is made, and the connection breaks before anybody hears of it.
  await page.route('**/payment_links/create', async (route) => {
    expect((await route.fetch()).status()).toBe(200);
    await route.abort();
  });
  await fromReview(page);
  await expect(page.getByText(say('common', 'error.network')).first()).toBeVisible();
  await page.close();

  const again = await context.newPage();
  await again.goto('/payment-link/create-share-link');
  const offer = again.getByRole('region', { name: say('payables', 'draft.title') });
  await expect(offer.getByText(say('payables', 'draft.unanswered'))).toBeVisible();
  await lookAt(again);
  await offer.getByRole('button', { name: say('payables', 'draft.resume') }).click();
  await expect(again.getByLabel(say('payables', 'column.name'))).toHaveValue('Lamp');
  await fromReview(again);
  await expect(again.getByRole('dialog', { name: say('payment-links', 'created.title') })).toBeVisible();
  await again.goto('/payment-link');
  await expect(again.getByRole('link', { name: /^LNK-/ })).toHaveCount(1);
});

test('without JavaScript a payer gets a kiosk code, which is paid later', async ({
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
