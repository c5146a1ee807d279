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
  for (const path of ['/docs', '/docs/reference', '/docs/reference/refunds', '/terms', '/privacy']) {
    await page.goto(`${path}?lang=${language}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await lookAt(page);
  }
});
