import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { APIRequestContext, Browser, BrowserContextOptions, Page } from '@playwright/test';
import { expect, type Person, test } from './support/journey.ts';

/** A payment link of a merchant, made over HTTP. @returns its address. */
async function newLink(request: APIRequestContext, person: Person, link: Record<string, unknown>) {
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
      ...link,
    },
  });
  return new URL((await made.json()).data.link).pathname;
}

/** A payer's own browser, as it is set up. */
async function payerOf(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ ...test.info().project.use, ...options });
  return context.newPage();
}

/** The site as a browser meets it that takes no cookies and sends none: Chromium has no switch for that. */
async function withoutCookies(base: string) {
  const server = createServer((asked, answer) => {
    const { cookie, ...headers } = asked.headers;
    const passed = httpRequest(
      new URL(asked.url ?? '/', base),
      { method: asked.method, headers },
      (reply) => {
        const { 'set-cookie': dropped, ...rest } = reply.headers;
        answer.writeHead(reply.statusCode ?? 502, rest);
        reply.pipe(answer);
      },
    );
    // A page that is left while it loads.
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
}

/** What of the card's brands lies over the field for its number. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const box = (element: Element) => element.getBoundingClientRect();
    const field = box(document.querySelector('#f-card_number') as Element);
    return [...document.querySelectorAll('[data-brands] *')]
      .map(box)
      .filter(({ width, top, bottom, left, right }) => {
        const apart =
          bottom <= field.top || top >= field.bottom || right <= field.left || left >= field.right;
        return width > 0 && !apart;
      }).length;
  });

test('without JavaScript a payer enters a card in any format and can return to every step', async ({
  browser,
  request,
  say,
  newMerchant,
  outbox,
  language,
  lookAt,
}) => {
  const address = await newLink(request, await newMerchant(), {
    language: language === 'ar' ? 1 : 2,
    max_payment_count: 5,
  });
  const page = await payerOf(browser, { javaScriptEnabled: false });
  const title = page.getByRole('heading', { level: 1 });
  const submit = page.locator('form#pay button[type=submit]');
  const choose = (method: string) =>
    page.locator('label', { hasText: say('pay', `method.${method}`) }).click();
  for (const width of [375, 320]) {
    await page.setViewportSize({ width, height: 720 });
    await page.goto(address);
    expect(await covered(page), `at ${width} px`).toBe(0);
  }
  await page.locator('#f-card_number').fill('4242424242424242');
  await page.locator('#f-card_expiry').fill(language === 'ar' ? '١٢ ٣٠' : '12 30');
  await page.locator('#f-card_cvv').fill('123');
  await submit.click();
  await expect(title).toHaveText(say('pay', 'succeeded.title'));

  // The link of many uses says that it was paid, and takes another payment on purpose.
  await page.goto(address);
  await page.getByRole('link', { name: say('pay', 'paidBefore.receipt') }).click();
  await expect(title).toHaveText(say('pay', 'succeeded.title'));
  await page.getByRole('link', { name: say('pay', 'payAgain') }).click();

  const mobile = `0111${String(Date.now()).slice(-7)}`;
  await choose('MobileWallet');
  await page.locator('#f-wallet_mobile').fill(mobile);
  await submit.click();
  await expect(title).toHaveText(say('pay', 'otp.title'));
  // Another payer may use the same device: the form is there, and a way back to the payment that is open.
  await page.goto(address);
  await page.getByRole('link', { name: say('pay', 'underWay.see') }).click();
  await expect(title, 'the same browser comes back to its step').toHaveText(say('pay', 'otp.title'));
  const code = /\b\d{6}\b/.exec((await outbox(mobile)).text)?.[0] ?? '';
  await page.locator('#f-otp').fill(code === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: /250|٢٥٠/ }).click();
  const wrong =
    language === 'ar'
      ? say('messages', 'OtpWrong_few', { count: '٤' })
      : say('messages', 'OtpWrong_other', { count: 4 });
  await expect(page.locator('#f-otp-error')).toHaveText(wrong);
  await page.getByRole('button', { name: say('pay', 'otp.resend') }).click();
  await expect(page.locator('.resend .error')).toContainText(/\d|[٠-٩]/);
  await page.locator('#f-otp').fill(code);
  await page.getByRole('button', { name: /250|٢٥٠/ }).click();
  await expect(title).toHaveText(say('pay', 'succeeded.title'));

  // With a script nothing lies over the number either, and the brand is shown.
  const scripted = await payerOf(browser, {});
  for (const width of [375, 320]) {
    await scripted.setViewportSize({ width, height: 720 });
    await scripted.goto(`${address}?lang=${language}`);
    await scripted.locator('#f-card_number').fill('5555555555554444');
    await expect(scripted.locator('.brand-mastercard')).toBeVisible();
    expect(await covered(scripted), `at ${width} px`).toBe(0);
    await lookAt(scripted);
  }
  await scripted.context().close();
  await page.context().close();
});

test('without cookies a payer who submits twice pays once', async ({
  browser,
  request,
  say,
  newMerchant,
}) => {
  const address = await newLink(request, await newMerchant(), { language: 1, max_payment_count: 5 });
  const site = await withoutCookies(test.info().project.use.baseURL ?? process.env.DAFTAR_JOURNEYS_URL ?? '');
  const page = await payerOf(browser, { javaScriptEnabled: false, baseURL: site.url });
  const fillIn = async (tab: Page) => {
    await tab.locator('#f-card_number').fill('4242424242424242');
    await tab.locator('#f-card_expiry').fill('1230');
    await tab.locator('#f-card_cvv').fill('123');
  };
  await page.goto(`${address}?lang=en`);
  await fillIn(page);
  const posted = page.waitForRequest((each) => each.method() === 'POST');
  await page.locator('form#pay').evaluate((form: HTMLFormElement) => {
    form.submit();
    form.submit();
  });
  await page.waitForURL(/\/pay\/[\w-]+\/[\w-]+$/);
  const receipt = page.url();
  // The first press, should the browser have taken it back before it was answered.
  const again = await request.post((await posted).url(), {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    data: (await posted).postData() ?? '',
    maxRedirects: 0,
  });
  expect([again.status(), again.headers().location]).toEqual([303, new URL(receipt).pathname]);
  await page.goto(`${address}?lang=en`);
  await expect(page.getByText(say('pay', 'paidBefore.receipt'))).toHaveCount(0);
  await fillIn(page);
  await page.locator('form#pay button[type=submit]').click();
  await page.waitForURL(/\/pay\/[\w-]+\/[\w-]+$/);
  expect(page.url(), 'the form shown anew is another payment').not.toBe(receipt);
  await page.context().close();
  site.close();
});

test('a payer who decides the amount is shown its total by the one main button, and then pays it', {
  tag: '@both',
}, async ({ browser, request, say, newMerchant, language, lookAt }) => {
  const address = await newLink(request, await newMerchant(), {
    language: language === 'ar' ? 1 : 2,
    amount: '100',
    min_amount: '10',
    max_amount: '5000',
    suggested_amounts: ['50', '1500'],
  });
  const page = await payerOf(browser, {});
  const amount = page.locator('#f-amount');
  const priced = page.locator('input[name=priced]');
  const main = page.locator('button.main:visible');
  const money = (text: string) =>
    language === 'ar'
      ? `${text.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? '').replace('.', '٫')} ج.م.`
      : `${text} EGP`;
  const pays = (text: string) => say('pay', 'payAmount', { amount: money(text) });
  await page.goto(`${address}?lang=${language}`);
  await expect(main).toHaveCount(1);
  await expect(main).toHaveText(pays('100.00'), { useInnerText: true });
  await expect(priced).toHaveValue('100.00');
  await lookAt(page);

  // Whoever types another amount has not seen its total yet.
  await amount.fill('10,50');
  await expect(main).toHaveCount(1);
  await expect(main).toHaveText(say('pay', 'choice.show'), { useInnerText: true });
  await expect(priced).toHaveValue('');
  await main.click();
  await expect(page.locator('#f-amount-error')).toHaveText(/\S/);
  await expect(amount).toHaveValue('10,50');
  await expect(page.locator('[aria-invalid=true]'), 'no empty card field is named beside it').toHaveCount(1);
  await expect(page.locator('.summary-of-errors li')).toHaveCount(1);
  await expect(main).toHaveText(say('pay', 'choice.show'), { useInnerText: true });
  await lookAt(page);

  await amount.fill(language === 'ar' ? '٢٥٠٫٥' : '250.5');
  await main.click();
  await expect(amount).toHaveValue('250.50');
  await expect(priced).toHaveValue('250.50');
  await expect(main).toHaveCount(1);
  await expect(main).toHaveText(pays('250.50'), { useInnerText: true });
  await lookAt(page);
  await page.locator('#f-card_number').fill('4242424242424242');
  await page.locator('#f-card_expiry').fill('1230');
  await page.locator('#f-card_cvv').fill('123');
  // The amount as it was shown can be paid, also after another one was typed in between.
  await amount.fill('300');
  await expect(priced).toHaveValue('');
  await amount.fill('250.50');
  await expect(priced).toHaveValue('250.50');
  await main.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('pay', 'succeeded.title'));
  await expect(page.getByText(money('250.50')).first()).toBeVisible();
  await page.context().close();
});
