import type { APIRequestContext } from '@playwright/test';
import { expect, type Person, test } from './support/journey.ts';
import { newOperator, signInToConsole } from './support/operator.ts';
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
    async transactions(): Promise<{ id: number; status: number; reference: string }[]> {
      const reply = await request.get('/api/merchant/transactions', { headers });
      return (await reply.json()).data;
    },
    refund: (id: number, amount: string) =>
      request.post(`/api/merchant/transactions/${id}/refunds`, { headers, data: { amount } }),
  };
}

test('a live merchant is paid with a code at a kiosk and by a wallet, without a script, and refunds a part; an operator books what it costs', async ({
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

    // The provider books what the kiosk network keeps of the first payment.
    const first = paid.find(({ id }) => id === Math.min(...paid.map((each) => each.id)))!;
    const desk = await (await browser.newContext({ ...test.info().project.use })).newPage();
    await desk.addInitScript((locale) => localStorage.setItem('locale', locale), language);
    const find = `/ops/transactions?q=${first.reference}`;
    await desk.goto(find);
    await desk.waitForURL(/\/ops\/sign-in/);
    await signInToConsole(desk, say, await newOperator('finance', `${process.pid}${Date.now()}`));
    await desk.getByRole('link', { name: first.reference }).click();
    const costs = (key: string, params?: Record<string, string | number>) =>
      say('ops-transactions', key, params);
    await desk.getByRole('button', { name: costs('costs.book') }).click();
    const form = desk.getByRole('dialog');
    await lookAt(desk);
    await form.locator('[name="kind"]').selectOption('acquirer_fee');
    await form.locator('[name="direction"]').selectOption('charged');
    await form.getByLabel(costs('costs.amount')).fill('3.50');
    await form.getByLabel(costs('costs.vat')).fill('4');
    await form.getByLabel(costs('costs.reference')).fill('FAWRY-1');
    await form.getByRole('button', { name: costs('costs.book') }).click();
    await expect(form.getByText(say('messages', 'VatExceedsAmount'))).toBeVisible();
    await form.getByLabel(costs('costs.vat')).fill('0.43');
    await form.getByRole('button', { name: costs('costs.book') }).click();
    await expect(form).toHaveCount(0);
    const section = desk.getByRole('region', { name: costs('costs'), exact: true });
    await expect(section.getByText('FAWRY-1')).toBeVisible();
    await lookAt(desk);
    // Somebody gives a pound back in Fawry's own dashboard. Fawry names no amount, so it waits for an operator.
    const dashboard = await (await request.get(fawry.url)).text();
    const order = /\/orders\/[0-9A-Z]{20}/.exec(dashboard)?.[0];
    await request.post(`${fawry.url}${order}`, { form: { act: 'refund-pound' } });
    const discrepancy = (key: string, params?: Record<string, string | number>) =>
      say('ops-processors', `discrepancy.${key}`, params);
    const waiting = desk.getByRole('region', { name: say('ops-processors', 'discrepancies') });
    await expect(async () => {
      await desk.goto('/ops/processors');
      await expect(waiting.getByRole('link', { name: first.reference })).toBeVisible({ timeout: 3_000 });
    }).toPass();
    await lookAt(desk);
    await waiting
      .getByRole('button', { name: say('common', 'table.actionsFor', { name: first.reference }) })
      .click();
    await desk.getByRole('menuitem', { name: discrepancy('book'), exact: true }).click();
    const seen = desk.getByRole('dialog');
    await seen.getByRole('textbox', { name: say('ops', 'column.amount'), exact: true }).fill('250.01');
    await seen.getByLabel(discrepancy('id')).fill('FR-\u202e1');
    await seen.getByLabel(say('ops', 'reason')).fill('Seen in the dashboard');
    const book = seen.getByRole('button', { name: discrepancy('book') });
    await lookAt(desk);
    await book.click();
    await expect(seen.getByText(say('messages', 'AmountExceedsRefundable'))).toBeVisible();
    await seen.getByRole('textbox', { name: say('ops', 'column.amount'), exact: true }).fill('1');
    await book.click();
    await expect(seen).toHaveCount(0);
    await expect(waiting.getByRole('link', { name: first.reference })).toHaveCount(0);
    await desk.goto(find);
    await desk.getByRole('link', { name: first.reference }).click();
    // The account owes us what is left, of this merchant and in all.
    await section.getByRole('link').click();
    await expect(
      desk.getByRole('heading', { name: say('ops-processors', 'clearing'), exact: true }),
    ).toBeVisible();
    await expect(desk.getByText(language === 'ar' ? /٢٤٥.٥٠/ : '245.50')).toHaveCount(2);
    await lookAt(desk);
    await desk.context().close();
  } finally {
    fawry.stop();
    paymob.stop();
  }
});
