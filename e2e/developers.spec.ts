import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './support/journey.ts';

/** A merchant's own server, on this machine; keeps the names of the events it is sent. */
async function startReceiver() {
  const events: string[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      events.push(JSON.parse(Buffer.concat(chunks).toString('utf8')).type);
      response.writeHead(200).end('thank you');
    });
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hooks`, events, close: () => server.close() };
}

test('a test webhook arrives and is logged with its response, and search leads to the audit log that names its sender', async ({
  page,
  say,
  newMerchant,
  signIn,
  lookAt,
  isMobile,
}) => {
  const receiver = await startReceiver();
  const person = await newMerchant();
  await signIn(page, person);
  await page.goto('/account-settings/webhooks');
  await expect(page.getByText(say('webhooks', 'noAddress.title'))).toBeVisible();
  const send = page.getByRole('button', { name: say('webhooks', 'sendTest') });
  await expect(send).toBeDisabled();
  await lookAt(page);

  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value;
  const saved = await page.request.post('/api/sandbox/merchant/AccountSettings/WebHooKUrl', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      defaultCallbackUrl: receiver.url,
      defaultReturnUrl: receiver.url,
      defaultCancelUrl: receiver.url,
      current_password: person.password,
    },
  });
  expect(saved.status()).toBe(200);
  await page.reload();
  if (isMobile) await page.getByText(say('webhooks', 'secret.fold')).click();
  await expect(page.getByText(receiver.url)).toBeVisible();
  await send.click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText('HTTP 200')).toBeVisible();
  await drawer.getByText(say('webhooks', 'answer')).click();
  await expect(drawer.getByText('thank you')).toBeVisible();
  await lookAt(page);
  expect(receiver.events).toEqual(['webhook.test']);
  await drawer.getByRole('button', { name: say('webhooks', 'resend') }).click();
  await expect(drawer.getByText('HTTP 200')).toHaveCount(2);
  await drawer.getByRole('button', { name: say('common', 'close') }).click();
  await expect(page.getByText(say('webhooks', 'state.2')).first()).toBeVisible();

  // A toast that is going away is looked at by nobody.
  await expect(page.locator('.mantine-Notification-root')).toHaveCount(0);
  await page.keyboard.press('Control+k');
  const search = page.getByRole('combobox', { name: say('search', 'placeholder') });
  await search.fill(say('shell', 'nav.audit'));
  await expect(page.getByRole('dialog').getByText(say('shell', 'nav.audit'))).toBeVisible();
  await lookAt(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: say('audit', 'list.title') })).toBeVisible();
  await expect(page.getByRole('button', { name: /webhook|إشعار برمجي تجريبي/i }).first()).toBeVisible();
  await lookAt(page);
  receiver.close();
});

test('the guide, the reference and the terms are public', async ({ page, lookAt, language }) => {
  for (const path of [
    '/docs',
    '/docs/webhooks',
    '/docs/test-data',
    '/docs/going-live',
    '/docs/search',
    '/docs/reference',
    '/docs/reference/refunds',
    '/terms',
    '/privacy',
  ]) {
    await page.goto(`${path}?lang=${language}&q=webhook`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await lookAt(page);
  }
});

/** A merchant's website of one page, with our script. */
async function startWebsite(html: () => string) {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html());
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

test('a customer pays on the merchant’s own website, in a dialog and in the page, and the website hears of it', async ({
  page,
  say,
  newMerchant,
  signIn,
  language,
  lookAt,
}) => {
  const person = await newMerchant();
  await signIn(page, person);
  await page.goto('/account-settings?tab=keys');
  let link = '';
  const site = await startWebsite(
    () => `<!doctype html><html lang="${language}"><title>Shop</title>
      <a id="pay" data-daftar="dialog" href="${link}">Pay</a>
      <div><a data-daftar="inline" href="${link}">Here</a></div>
      <script>addEventListener('daftar:result', (event) => { (window.heard ??= []).push(event.detail.state) })</script>
      <script src="${new URL('/embed/v1.js', page.url())}"></script>`,
  );
  await page.getByLabel(say('account', 'embedding.origins')).fill(`${site.url}/cart`);
  await page
    .getByRole('region', { name: say('account', 'embedding.title') })
    .getByRole('button', { name: say('common', 'save') })
    .click();
  const proof = page.getByRole('dialog');
  await proof.getByLabel(say('auth', 'currentPassword'), { exact: true }).fill(person.password);
  await proof.getByRole('button', { name: say('common', 'save') }).click();
  await expect(page.getByLabel(say('account', 'embedding.origins'))).toHaveValue(site.url);
  await lookAt(page);

  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value;
  const made = await page.request.post('/api/sandbox/merchant/payment_links/create', {
    headers: { authorization: `Bearer ${token}` },
    data: {
      invoice_name: 'Lesson',
      currency_id: 1,
      amount: 250,
      due_date: new Date(Date.now() + 86_400_000).toISOString(),
      language: language === 'ar' ? 1 : 2,
      max_payment_count: 2,
    },
  });
  link = (await made.json()).data.link;
  await page.goto(site.url);
  const inline = page.frameLocator('div iframe');
  await expect(inline.locator('#pay')).toBeVisible();
  await page.locator('#pay').click();
  const dialog = page.frameLocator('dialog iframe');
  await dialog
    .locator('label[for^="f-method"]')
    .filter({ hasText: /InstaPay|إنستاباي/i })
    .click();
  await dialog.locator('button.main').click();
  await expect(dialog.locator('body[data-state="awaiting"]')).toBeVisible();
  await dialog.locator('form[action$="/cancel"] button').click();
  await expect(dialog.locator('body[data-state="canceled"]')).toBeVisible();
  await page.locator('dialog button').first().click();
  await expect(page.locator('dialog')).toHaveCount(0);
  expect(await page.evaluate(() => (window as unknown as { heard: string[] }).heard)).toEqual([
    'awaiting',
    'canceled',
  ]);
  site.close();
});
