import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { settingsOf } from '../../tests/kit/account.ts';
import { pdf, picture } from '../../tests/kit/files.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { findOffer, payerMethods } from '../checkout/service.ts';
import { merchantLogo } from '../files/index.ts';
import { choicesOf } from '../notifications/store-preferences.ts';

/** Tests account settings: what is stored, what is refused, and where the settings apply. */
let daftar: TestServer;
let owner: Actor;
let stranger: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
  stranger = await daftar.merchant();
});
beforeEach(async () => {
  owner = await daftar.merchant();
});
afterAll(() => daftar.close());

const { call, post } = settingsOf(() => ({ daftar, owner }));

describe('the business', () => {
  test('is shown with its name, type, number and mode; its editable fields are the same in both modes', async () => {
    const before = (await call('BusinessInfo')).body.data;
    expect(before).toMatchObject({
      merchantName: 'متجر النور',
      businessAccountId: owner.merchantId,
      businessAccountMode: 'Test Mode',
      businessAddress: '',
    });
    const form = {
      businessEmail: ' Shop@Example.com ',
      businessPhone: '+20 100 123 4567',
      businessAddress: '٥ شارع النيل',
      businessDescription: 'Lamps',
      merchantName: 'Another',
    };
    expect((await post('BusinessInfo', form)).status).toBe(200);
    expect((await call('BusinessInfo', { mode: 'live' })).body.data).toEqual({
      ...before,
      businessEmail: 'shop@example.com',
      businessPhone: '01001234567',
      businessAddress: '٥ شارع النيل',
      businessDescription: 'Lamps',
      businessAccountMode: 'Live Mode',
    });
  });

  test('has a logo that payers see; changing or removing it takes effect at once', async () => {
    const send = async (content: Buffer, name: string) => {
      const body = new FormData();
      body.append('file', new Blob([new Uint8Array(content)]), name);
      return post('BusinessLogo', body);
    };
    expect((await send(pdf(), 'logo.pdf')).status).toBe(422);
    const first = await send(await picture(), 'logo.png');
    expect(first.status, first.raw).toBe(200);
    const logo = async () => (await call('BusinessInfo')).body.data.businessLogo;
    expect(await logo()).toBe(first.body.data.businessLogo);
    const seen = await merchantLogo(daftar.app, owner.merchantId);
    expect((await daftar.call({ path: seen!.address })).status).toBe(200);
    expect((await call('BusinessLogo', { method: 'DELETE' })).status).toBe(200);
    expect(await logo()).toBe('');
    expect(await merchantLogo(daftar.app, owner.merchantId)).toBeNull();
  });

  test('refuses an invalid e-mail or mobile by field and saves nothing', async () => {
    const before = (await call('BusinessInfo')).body.data;
    const answer = await post('BusinessInfo', { businessEmail: 'x', businessPhone: '123' });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors).toSorted()).toEqual(['businessEmail', 'businessPhone']);
    expect((await call('BusinessInfo')).body.data).toEqual(before);
  });
});

describe('settings', () => {
  const URLS = {
    defaultCallbackUrl: 'https://shop.example/hooks?x=1',
    defaultCancelUrl: 'http://shop.example/cancel',
    defaultReturnUrl: 'https://shop.example/done',
  };

  test('keep three addresses, separately for each mode', async () => {
    expect((await post('WebHooKUrl', URLS)).status).toBe(200);
    expect((await call('WebHooKUrl')).body.data).toEqual(URLS);
    expect((await call('WebHooKUrl', { mode: 'live' })).body.data.defaultCallbackUrl).toBe('');
  });

  test.each([
    '',
    'shop.example',
    'ftp://shop.example',
    'javascript:alert(1)',
    'https://',
    'https://a b.example',
  ])('refuse %j as an address', async (url) => {
    const answer = await post('WebHooKUrl', { ...URLS, defaultReturnUrl: url });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual(['defaultReturnUrl']);
  });

  test('give new links and invoices their defaults, also for users who may not see the settings', async () => {
    const maker = await daftar.colleague(owner, ['create-pay-link']);
    const defaults = async () => (await call('FormDefaults', { as: maker })).body.data;
    expect(await defaults()).toEqual({ language: 1, currency_id: 1, payment_method: null });
    const form = { receiveNotification: true, language: 'en', defaultPayment: 4, currency: 2 };
    expect((await post('DefaultSettings', form)).status).toBe(200);
    expect(await defaults()).toEqual({ language: 2, currency_id: 2, payment_method: 4 });
    expect((await call('DefaultSettings')).body.data).toMatchObject({ ...form, currency: 2 });
    expect((await call('FormDefaults', { as: maker, mode: 'live' })).body.data.language).toBe(1);
  });

  test('lead payers back, and put the default payment method first', async () => {
    expect((await post('WebHooKUrl', URLS)).status).toBe(200);
    const form = { receiveNotification: true, language: 'en', defaultPayment: 4 };
    expect((await post('DefaultSettings', form)).status).toBe(200);
    const link = {
      invoice_name: 'Lamp',
      currency_id: 1,
      amount: 100,
      due_date: '2030-01-01T00:00:00Z',
      language: 2,
      max_payment_count: 1,
    };
    const path = '/merchant/payment_links/create';
    const made = await daftar.call({ method: 'POST', path, mode: 'test', as: owner, body: link });
    const token = made.body.data.link.split('/').at(-1);
    const offer = await findOffer(daftar.app, token);
    expect(payerMethods(offer!)).toEqual([4, 1, 2, 3, 5]);
    expect(offer!.merchant).toMatchObject({
      returnUrl: URLS.defaultReturnUrl,
      cancelUrl: URLS.defaultCancelUrl,
    });
  });

  test('say whether notifications are also e-mailed, separately for each mode', async () => {
    const form = { receiveNotification: false, language: 'en' };
    expect((await post('DefaultSettings', form)).status).toBe(200);
    const { merchantId } = owner;
    const receives = async (mode: 'test' | 'live') => {
      const choices = await choicesOf(daftar.app.db, { merchantId, mode }, [owner.userId]);
      return choices.get(owner.userId)?.receivesMail;
    };
    expect([await receives('test'), await receives('live')]).toEqual([false, true]);
  });

  test('determine the payment methods of new links; existing links keep theirs', async () => {
    const save = (more: object) =>
      post('DefaultSettings', { receiveNotification: true, language: 'ar', ...more });
    expect((await save({ allowedPaymentMethod: [1, 4], defaultPayment: 4 })).status).toBe(200);
    const methods = await daftar.call({ path: '/merchant/payment_methods', mode: 'test', as: owner });
    expect(methods.body.data.map(({ id }: { id: number }) => id)).toEqual([1, 4]);
    for (const bad of [{ defaultPayment: 2 }, { allowedPaymentMethod: [1], defaultPayment: 4 }]) {
      const answer = await save(bad);
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body.errors)).toEqual(['defaultPayment']);
    }
    expect((await save({ allowedPaymentMethod: [] })).status).toBe(422);
    // All of them again: also those that come later.
    expect((await save({ allowedPaymentMethod: [1, 2, 3, 4, 5] })).status).toBe(200);
    const [row] = await daftar.database.sql`
      select allowed_methods from merchant_settings where merchant_id = ${owner.merchantId} and mode = 'test'`;
    expect(row?.allowed_methods).toBeNull();
  });
});

describe('the store', () => {
  const FORM = { storeContact: '01001234567', storeEmail: 'store@example.com', storeAddress: 'Cairo' };

  test('has the same settings in both modes, at an address that no other store has', async () => {
    const slug = `shop-${owner.merchantId}`;
    const form = { ...FORM, instagram: 'https://instagram.com/shop', storeSlug: slug };
    expect((await post('StoreSettings', form)).status).toBe(200);
    expect((await call('StoreSettings', { mode: 'live' })).body.data).toEqual({
      ...form,
      storeName: 'متجر النور',
      facebook: '',
      twitter: '',
      linkedin: '',
    });
    const taken = await post('StoreSettings', form, { as: stranger });
    expect(taken.status).toBe(422);
    expect(Object.keys(taken.body.errors)).toEqual(['storeSlug']);
  });

  test.each(['19019', '+20 2 2345-6789', '٠١٠٠١٢٣٤٥٦٧'])('may be called at %s', async (storeContact) => {
    expect((await post('StoreSettings', { ...FORM, storeContact })).status).toBe(200);
    const shown = (await call('StoreSettings')).body.data.storeContact;
    expect(shown).toBe(
      { '19019': '19019', '+20 2 2345-6789': '+20223456789' }[storeContact] ?? '01001234567',
    );
  });

  test.each([
    ['storeContact', ''],
    ['storeContact', 'call me'],
    ['storeEmail', 'x'],
    ['storeAddress', ' '],
    ['facebook', 'javascript:alert(1)'],
    ['storeSlug', '../x'],
  ])('refuses %s %j', async (field, value) => {
    const answer = await post('StoreSettings', { ...FORM, [field]: value });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
  });
});
