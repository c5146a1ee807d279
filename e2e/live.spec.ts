import type { APIRequestContext } from '@playwright/test';
import { expect, type Person, test } from './support/journey.ts';
import { connectStandIn } from './support/stand-in.ts';

const KIOSK = 4;
const WALLET = 3;

/** Signs in over HTTP and calls the live API. */
async function liveApi(request: APIRequestContext, { email, password }: Person) {
  const signedIn = await request.post('/api/merchant/login', { data: { email, password } });
  const headers = { authorization: `Bearer ${(await signedIn.json()).data.access_token}` };
  return {
    async link(methods: number[]): Promise<string> {
      const made = await request.post('/api/merchant/payment_links/create', {
        headers,
        data: {
          invoice_name: 'Copper lamp',
          currency_id: 1,
          amount: '250',
          language: 2,
          payment_methods: methods,
          max_payment_count: 5,
          due_date: new Date(Date.now() + 86_400_000).toISOString(),
        },
      });
      expect(made.status()).toBe(200);
      return new URL((await made.json()).data.link).pathname;
    },
    async transactions(): Promise<{ id: number; status: number }[]> {
      const reply = await request.get('/api/merchant/transactions', { headers });
      return (await reply.json()).data;
    },
    refund: (id: number, amount: string) =>
      request.post(`/api/merchant/transactions/${id}/refunds`, { headers, data: { amount } }),
  };
}

test('a live merchant is paid with a code at a kiosk and by a wallet, without a script, and refunds a part', async ({
  browser,
  request,
  newMerchant,
  ops,
  say,
  lookAt,
  language,
}) => {
  const person = await newMerchant();
  await ops('approve', person.email);
  const [fawry, paymob] = await Promise.all([
    connectStandIn('fawry', person.email, [KIOSK]),
    connectStandIn('paymob', person.email, [WALLET]),
  ]);
  try {
    const api = await liveApi(request, person);

    const payer = await browser.newContext({ ...test.info().project.use, javaScriptEnabled: false });
    const page = await payer.newPage();
    await page.goto(`${await api.link([KIOSK])}?lang=${language}`);
    await page.locator('form#pay button[type=submit]').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('pay', 'kiosk.title'));
    const attempt = page.url();
    const code = (await page.locator('.ticket bdi').textContent())?.replace(/\D/g, '') ?? '';
    expect(code).not.toBe('');
    // At the kiosk.
    await page.goto(`${fawry.url}/?lang=${language}`);
    await page.getByRole('listitem').filter({ hasText: code }).locator('button[value=pay]').click();
    await expect(async () => {
      await page.goto(attempt);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('pay', 'succeeded.title'), {
        timeout: 500,
      });
    }).toPass();

    await page.goto(`${await api.link([WALLET])}?lang=${language}`);
    await page.locator('form#pay button[type=submit]').click();
    await expect(page).toHaveURL(/\/unifiedcheckout\//);
    await page.locator('input[name=mobile]').fill('01010101010');
    await page.locator('button').first().click();
    await page.locator('input[name=mpin]').fill('123456');
    await page.locator('input[name=otp]').fill('123456');
    await page.locator('button[value=approve]').click();
    // Back by itself, and checked without a script.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('pay', 'succeeded.title'));
    await payer.close();
    const scripted = await browser.newPage({ ...test.info().project.use });
    await scripted.goto(attempt);
    await lookAt(scripted);
    await scripted.close();

    const paid = await api.transactions();
    expect(paid.map(({ status }) => status)).toEqual([1, 1]);
    const given = await api.refund(Math.max(...paid.map(({ id }) => id)), '50');
    expect((await given.json()).data).toMatchObject({ amount: 50 });
  } finally {
    fawry.stop();
    paymob.stop();
  }
});
