import type { APIRequestContext, APIResponse } from '@playwright/test';
import { authenticatorOf } from '../support/authenticator.ts';
import type { Person } from '../support/journey.ts';
import { makeLink } from '../support/money.ts';
import { tokenOf } from '../support/team.ts';
import { expect, test, type Visit } from './support/visit.ts';

const API = '/api/sandbox/merchant';
/** One grey pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
);

type Say = (noun: string, key: string, params?: Record<string, string | number>) => string;

/** Types a card into the payment page. */
async function typeCard(visit: Visit, say: Say, number: string): Promise<void> {
  await visit.fill(say('pay', 'field.card_number'), number);
  await visit.fill(say('pay', 'field.card_expiry'), '1239');
  await visit.fill(say('pay', 'field.card_cvv'), '123');
}

/** An owner's calls to the API. */
async function callsOf(request: APIRequestContext, person: Person) {
  const headers = await tokenOf(request, person);
  const dataOf = async (path: string, reply: Promise<APIResponse>) => {
    const answered = await reply;
    expect(answered.ok(), `${path}: ${await answered.text()}`).toBe(true);
    return (await answered.json()).data;
  };
  return {
    get: (path: string) => dataOf(path, request.get(path, { headers })),
    post: (path: string, data: object) => dataOf(path, request.post(path, { headers, data })),
    upload: (path: string) =>
      dataOf(
        path,
        request.post(path, {
          headers,
          multipart: { file: { name: 'pot.png', mimeType: 'image/png', buffer: PIXEL } },
        }),
      ),
  };
}

test('a payer pays by card with the bank’s challenge, and another gets a kiosk code', async ({
  visit,
  request,
  say,
  newMerchant,
  language,
}) => {
  const { path } = await makeLink(request, await newMerchant(), { pounds: '250.50', times: 5 });
  const address = `${path}?lang=${language}`;
  await visit.open(address);
  await visit.lookAt('payment-page');
  await visit.fill(say('pay', 'field.name'), 'سلمى حسن');
  await typeCard(visit, say, '4000000000003220');
  await visit.submit('form#pay');
  await visit.heading(say('pay', 'challenge.title'));
  await visit.lookAt('payment-approval');
  await visit.press(say('pay', 'challenge.approve'));
  await visit.heading(say('pay', 'succeeded.title'));
  await visit.lookAt('payment-receipt');

  await visit.forget();
  await visit.open(address);
  await visit.fill(say('pay', 'field.name'), 'Karim Nabil');
  await visit.press(say('pay', 'method.Kiosk'));
  await visit.submit('form#pay');
  await visit.heading(say('pay', 'kiosk.title'));
  await visit.lookAt('payment-kiosk');
  await visit.press(say('pay', 'simulate.pay'));
  await visit.heading(say('pay', 'succeeded.title'));
});

test('a customer views an invoice and pays it', async ({ visit, request, say, newMerchant, language }) => {
  const { get, post } = await callsOf(request, await newMerchant());
  const customer = await post(`${API}/Customer/Create`, {
    name: 'Salma Hassan',
    email: 'salma@example.com',
    mobile: '01001234567',
    nationalId: '',
  });
  const invoice = await post(`${API}/invoices/create`, {
    invoice_name: 'Pottery course',
    currency_id: 1,
    amount: '250.50',
    due_date: new Date(Date.now() + 86_400_000).toISOString(),
    language: 1,
    customers: [customer.id],
  });
  const [share] = (await get(`${API}/invoices/${invoice.id}/customers`)) as [{ url: string }];
  await visit.open(`${new URL(share.url).pathname}?lang=${language}`);
  await visit.sees('Pottery course');
  await visit.lookAt('invoice-page');
  await typeCard(visit, say, '4242424242424242');
  await visit.submit('form#pay');
  await visit.heading(say('pay', 'succeeded.title'));
  await visit.lookAt('invoice-receipt');
});

test('a shopper fills a cart, orders and pays', async ({ visit, request, say, newMerchant, language }) => {
  const { get, post, upload } = await callsOf(request, await newMerchant());
  const category = await post(`${API}/store/categories/create-category`, {
    category: 'Kitchen',
    sub_category: ['Coffee'],
  });
  const [sub] = await get(`${API}/store/lookup/sub-categories?category=${category.id}`);
  const picture = await upload(`${API}/store/products/upload-product-img`);
  const product = await post(`${API}/store/products/create-product`, {
    product_name: 'Copper pot',
    product_code: 'POT-1',
    description: 'Beaten by hand in Khan el-Khalili',
    price: '320.50',
    in_stock: '3',
    category_id: category.id,
    sub_category_id: sub.id,
    product_images: [picture.path],
  });
  await visit.open(`${new URL(product.url).pathname}?lang=${language}`);
  await visit.heading('Copper pot');
  await visit.lookAt('store-product');
  await visit.press(say('shop', 'product.add'));
  await visit.sees(say('shop', 'product.added'));
  await visit.press(say('shop', 'cart.open'));
  await visit.heading(say('shop', 'cart.title'));
  await visit.lookAt('store-cart');
  await visit.press(say('shop', 'cart.checkout'));
  await visit.heading(say('shop', 'checkout.title'));
  await visit.fill(say('shop', 'field.name'), 'سلمى حسن');
  await visit.fill(say('shop', 'field.email'), 'salma@example.com');
  await visit.fill(say('shop', 'field.phone'), '01112345678');
  await visit.fill(say('shop', 'field.address'), '12 Nile St, Giza');
  await visit.lookAt('store-checkout');
  await visit.submit('form.form');
  await expect.poll(async () => (await visit.address()).pathname).toMatch(/^\/pay\//);
  await typeCard(visit, say, '4242424242424242');
  await visit.submit('form#pay');
  await visit.heading(say('pay', 'succeeded.title'));
  const merchant = language === 'ar' ? 'متجر النور' : 'Nour Store';
  await visit.press(say('pay', 'return', { merchant }));
  await visit.sees(say('shop', 'order.paid'));
  await visit.lookAt('store-order');
});

test('a merchant signs in with a password and a code, after a wrong one of each', async ({
  visit,
  request,
  say,
  newMerchant,
}) => {
  const person = await newMerchant();
  const { post } = await callsOf(request, person);
  const begun = await post('/api/merchant/profile/two-step/begin', { current_password: person.password });
  const authenticator = authenticatorOf(begun.secret);
  await post('/api/merchant/profile/two-step/confirm', { code: authenticator.code() });

  await visit.open('/login');
  await visit.heading(say('auth', 'login.title'));
  await visit.lookAt('sign-in');
  await visit.fill(say('auth', 'email'), person.email);
  await visit.fill(say('auth', 'password'), 'Wr0ng&Pass');
  await visit.press(say('auth', 'login.submit'));
  await visit.alert();
  await visit.fill(say('auth', 'password'), person.password);
  await visit.press(say('auth', 'login.submit'));
  await visit.heading(say('second-step', 'title'));
  await visit.lookAt('sign-in-code');
  const code = authenticator.nextCode();
  await visit.fill(say('second-step', 'code'), code === '000000' ? '000001' : '000000');
  await visit.press(say('second-step', 'submit'));
  await visit.alert();
  await visit.fill(say('second-step', 'code'), authenticator.nextCode());
  await visit.press(say('second-step', 'submit'));
  await expect.poll(async () => (await visit.address()).pathname).toBe('/dashboard');
  await visit.sees(say('dashboard', 'start.title'));
  await visit.lookAt('dashboard');
});
