import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findOffer, offeredMethods } from '../checkout/service.ts';
import { merchantLogo } from '../files/index.ts';
import { pdf, picture } from '../files/testing.ts';
import { listReaders } from '../notifications/store.ts';
import { type Actor, type Call, startTestServer, type TestServer } from '../testing/server.ts';

/** Account settings: what is kept, what is refused, and what obeys them. */
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

const SETTINGS = '/merchant/AccountSettings';

function call(name: string, more: Partial<Call> = {}) {
  return daftar.call({ path: `${SETTINGS}/${name}`, mode: 'test', as: owner, ...more });
}
const post = (name: string, body: object, more: Partial<Call> = {}) =>
  call(name, { method: 'POST', body, ...more });

const IBAN = 'EG380019000500000000263180002';
function accountForm(fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  const all = {
    bankAccountName: 'Nour Trading',
    bankAccountNumber: '1000-2000 3000',
    bankName: 'CIB',
    bankBranch: 'Maadi',
    iban: IBAN,
    ...fields,
  };
  for (const [name, value] of Object.entries(all)) form.append(name, value);
  return form;
}
async function addAccount(fields: Record<string, string> = {}): Promise<number> {
  const answer = await post('AddBankAccount', accountForm(fields));
  expect(answer.status, answer.raw).toBe(200);
  return answer.body.data.bankAccountId;
}
const accounts = async (more: Partial<Call> = {}) => (await call('FinancialInfo', more)).body.data;

describe('the business', () => {
  test('is shown by its name, type, number and mode; what may be changed is kept for both modes', async () => {
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

  test('has a logo that payers see, changed and taken away at once', async () => {
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

  test('refuses what is no e-mail or mobile, by field, and keeps nothing of it', async () => {
    const before = (await call('BusinessInfo')).body.data;
    const answer = await post('BusinessInfo', { businessEmail: 'x', businessPhone: '123' });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors).toSorted()).toEqual(['businessEmail', 'businessPhone']);
    expect((await call('BusinessInfo')).body.data).toEqual(before);
  });
});

describe('bank accounts', () => {
  test('are added, changed and deleted, the same in both modes', async () => {
    const id = await addAccount();
    expect(await accounts({ mode: 'live' })).toEqual([
      {
        bankAccountId: id,
        bankAccountName: 'Nour Trading',
        bankAccountNumber: '100020003000',
        bankName: 'CIB',
        bankBranch: 'Maadi',
        swift: '',
        iban: IBAN,
        optionalDocument: '',
        receiveSettlements: false,
      },
    ]);
    const changed = accountForm({ bankAccountId: String(id), iban: '', swift: 'nbeg egcx', bankName: 'NBE' });
    expect((await post('UpdateBankAccount', changed)).status).toBe(200);
    expect(await accounts()).toMatchObject([{ iban: '', swift: 'NBEGEGCX', bankName: 'NBE' }]);
    const remove = { method: 'DELETE', query: { bankAccountId: String(id) } } as const;
    expect((await call('DeleteBankAccount', remove)).status).toBe(200);
    expect(await accounts()).toEqual([]);
    expect((await call('DeleteBankAccount', remove)).status).toBe(404);
  });

  test.each([
    ['no IBAN and no SWIFT', { iban: '' }, 'iban'],
    ['an IBAN whose check digits do not fit', { iban: IBAN.replace('EG38', 'EG39') }, 'iban'],
    ['a foreign IBAN', { iban: 'GB82WEST12345698765432' }, 'iban'],
    ['a SWIFT code of nine', { iban: '', swift: 'NBEGEGCX1' }, 'swift'],
    ['no name', { bankAccountName: ' ' }, 'bankAccountName'],
    ['a number of letters and signs', { bankAccountNumber: '12#4' }, 'bankAccountNumber'],
    ['no branch', { bankBranch: '' }, 'bankBranch'],
  ])('with %s are refused on their field', async (_, fields, field) => {
    const answer = await post('AddBankAccount', accountForm(fields as Record<string, string>));
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
    expect(await accounts()).toEqual([]);
  });

  test('receive settlements one at a time, whoever asks at the same moment', async () => {
    const ids = [await addAccount(), await addAccount(), await addAccount()];
    const toggle = (bankAccountId: number) => post('ToggleReceiveSettlement', { bankAccountId });
    expect((await toggle(ids[0]!)).body.data).toEqual({ receiveSettlements: true });
    await Promise.all([toggle(ids[1]!), toggle(ids[2]!), toggle(ids[1]!), toggle(ids[2]!), toggle(ids[0]!)]);
    const receiving = (await accounts()).filter(
      (each: { receiveSettlements: boolean }) => each.receiveSettlements,
    );
    expect(receiving.length).toBeLessThanOrEqual(1);
    const { sql } = daftar.database;
    await expect(
      sql`update bank_accounts set receives_settlements = true where merchant_id = ${owner.merchantId}`,
    ).rejects.toThrow(/bank_accounts_receiving/);
  });

  test('of another merchant are not there', async () => {
    const id = await addAccount();
    const as = stranger;
    const missing = await post('ToggleReceiveSettlement', { bankAccountId: 999_999_999 });
    for (const answer of [
      await post('ToggleReceiveSettlement', { bankAccountId: id }, { as }),
      await post('UpdateBankAccount', accountForm({ bankAccountId: String(id) }), { as }),
      await call('DeleteBankAccount', { method: 'DELETE', query: { bankAccountId: String(id) }, as }),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.raw).toBe(missing.raw);
    }
    expect(await accounts()).toHaveLength(1);
    expect(await accounts({ as })).toEqual([]);
  });

  test('carry a document of the kinds that banks give, read by their merchant alone', async () => {
    const withFile = (name: string, content: Buffer, fields: Record<string, string> = {}) => {
      const form = accountForm(fields);
      form.append('optionalDocument', new Blob([new Uint8Array(content)]), name);
      return form;
    };
    const refused = await post('AddBankAccount', withFile('letter.pdf', Buffer.from('MZ not a pdf')));
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors)).toEqual(['optionalDocument']);
    const made = await post('AddBankAccount', withFile('letter.pdf', pdf()));
    expect(made.status, made.raw).toBe(200);
    const [{ bankAccountId, optionalDocument }] = await accounts();
    const read = (as: Actor) =>
      daftar.call({ path: `/merchant/storage/${optionalDocument}`, mode: 'test', as });
    expect((await read(owner)).status).toBe(200);
    expect((await read(stranger)).status).toBe(404);
    // Another merchant's file is no file of mine.
    const stolen = await post('AddBankAccount', accountForm({ optionalDocument }), { as: stranger });
    expect(stolen.status).toBe(422);
    // Without a new one it stays.
    const keep = accountForm({ bankAccountId: String(bankAccountId), bankName: 'NBE' });
    expect((await post('UpdateBankAccount', keep)).status).toBe(200);
    expect(await accounts()).toMatchObject([{ bankName: 'NBE', optionalDocument }]);
    const replace = withFile('cheque.png', await picture(), { bankAccountId: String(bankAccountId) });
    expect((await post('UpdateBankAccount', replace)).status).toBe(200);
    expect((await accounts())[0].optionalDocument).toMatch(/\.png$/);
  });

  test('are in the log without their whole numbers', async () => {
    await addAccount();
    const rows = await daftar.database.sql`
      select action, after::text from audit_log where merchant_id = ${owner.merchantId}`;
    expect(rows.map(({ action }) => action)).toEqual(['bank-account.add']);
    expect(rows[0]?.after).toContain('****0002');
    expect(rows[0]?.after).not.toContain(IBAN);
  });
});

describe('settings', () => {
  const URLS = {
    defaultCallbackUrl: 'https://shop.example/hooks?x=1',
    defaultCancelUrl: 'http://shop.example/cancel',
    defaultReturnUrl: 'https://shop.example/done',
  };

  test('keep three addresses, apart in each mode', async () => {
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

  test('say how new links and invoices begin, also to those who may not see the settings', async () => {
    const maker = await daftar.colleague(owner, ['create-pay-link']);
    const defaults = async () => (await call('FormDefaults', { as: maker })).body.data;
    expect(await defaults()).toEqual({ language: 1, currency_id: 1, payment_method: null });
    const form = { receiveNotification: true, language: 'en', defaultPayment: 4, currency: 2 };
    expect((await post('DefaultSettings', form)).status).toBe(200);
    expect(await defaults()).toEqual({ language: 2, currency_id: 2, payment_method: 4 });
    expect((await call('DefaultSettings')).body.data).toMatchObject({ ...form, currency: 2 });
    expect((await call('FormDefaults', { as: maker, mode: 'live' })).body.data.language).toBe(1);
  });

  test('lead payers back, and show them the default way to pay first', async () => {
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
    expect(offeredMethods(offer!)).toEqual([4, 1, 2, 3, 5]);
    expect(offer!.merchant).toMatchObject({
      returnUrl: URLS.defaultReturnUrl,
      cancelUrl: URLS.defaultCancelUrl,
    });
  });

  test('say whether the bell also writes e-mails, apart in each mode', async () => {
    const form = { receiveNotification: false, language: 'en' };
    expect((await post('DefaultSettings', form)).status).toBe(200);
    const { merchantId } = owner;
    expect(await listReaders(daftar.app.db, { merchantId, mode: 'test' }, null)).toEqual([]);
    expect(await listReaders(daftar.app.db, { merchantId, mode: 'live' }, null)).toHaveLength(1);
  });

  test('say which ways to pay there are; what exists keeps its own', async () => {
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

describe('allowed addresses', () => {
  const save = (ips: string[], more: object = {}) => post('IpWhiteListing', { ips, ...more });
  const from = (address: string, headers: Record<string, string>) =>
    daftar.server.inject({
      method: 'GET',
      url: '/api/sandbox/merchant/payment_links',
      remoteAddress: address,
      headers,
    });
  async function keyHeaders() {
    const rolled = await post('KeysInfo/roll', { key: 'secret' });
    return { authorization: `Bearer ${rolled.body.data.key}` };
  }

  test('are kept trimmed, once each, and shown with the caller’s own', async () => {
    expect((await save([' 10.0.0.1 ', '10.0.0.0/8, 2001:db8::/32', '', '10.0.0.1', '١٠.٠.٠.٢'])).status).toBe(
      200,
    );
    expect((await call('IpWhiteListing')).body.data).toEqual({
      ips: ['10.0.0.1', '10.0.0.0/8', '2001:db8::/32', '10.0.0.2'],
      portal: false,
      your_address: '127.0.0.1',
    });
  });

  test.each([
    '300.1.1.1',
    '10.0.0',
    '10.0.0.0/33',
    '::1/129',
    'shop.example',
    '0x7f.1',
    '010.0.0.1',
    '1.2.3.4/',
  ])('refuse %s by name, and keep nothing', async (entry) => {
    const answer = await save(['10.0.0.1', entry]);
    expect(answer.status).toBe(422);
    expect(answer.body.errors.ips).toHaveLength(1);
    expect(answer.body.errors.ips[0]).toContain(entry);
    expect((await call('IpWhiteListing')).body.data.ips).toEqual([]);
  });

  test('hold for keys on the very next call, and not for people', async () => {
    const key = await keyHeaders();
    expect((await from('203.0.113.9', key)).statusCode).toBe(200);
    await save(['203.0.113.0/24', '2001:db8::/32']);
    const expected = [
      ['203.0.113.9', 200],
      ['::ffff:203.0.113.9', 200],
      ['2001:db8::7', 200],
      ['203.0.114.9', 403],
      ['2001:db9::7', 403],
    ] as const;
    for (const [address, status] of expected) {
      expect((await from(address, key)).statusCode, address).toBe(status);
      expect((await from(address, owner.headers)).statusCode, address).toBe(200);
    }
    await save([]);
    expect((await from('203.0.114.9', key)).statusCode).toBe(200);
  });

  test('cannot be talked into by a forged header', async () => {
    const key = await keyHeaders();
    await save(['203.0.113.9']);
    for (const header of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'x-client-ip', 'cf-connecting-ip']) {
      const value = header === 'forwarded' ? 'for=203.0.113.9' : '203.0.113.9';
      expect((await from('198.51.100.1', { ...key, [header]: value })).statusCode, header).toBe(403);
    }
  });

  test('hold for people too, when chosen; nobody locks themselves out unasked', async () => {
    const refused = await save(['203.0.113.9'], { portal: true });
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain('127.0.0.1');
    expect((await call('IpWhiteListing')).body.data).toMatchObject({ ips: [], portal: false });
    expect((await save(['127.0.0.1', '203.0.113.9'], { portal: true })).status).toBe(200);
    expect((await from('203.0.113.9', owner.headers)).statusCode).toBe(200);
    expect((await from('198.51.100.1', owner.headers)).statusCode).toBe(403);
    expect((await save(['203.0.113.9'], { lock_me_out: true })).status).toBe(200);
    expect((await call('IpWhiteListing')).status).toBe(403);
  });
});

describe('the store', () => {
  const FORM = { storeContact: '01001234567', storeEmail: 'store@example.com', storeAddress: 'Cairo' };

  test('is reached as its settings say, the same in both modes', async () => {
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

  test.each([
    ['storeContact', ''],
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
