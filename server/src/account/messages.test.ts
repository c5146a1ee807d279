/** Tests the errors of each settings form, by field, in both languages. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, type Answer, startTestServer, type TestServer } from '../../tests/kit/server.ts';

let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
  owner = await daftar.merchant();
});
afterAll(() => daftar.close());

const BUSINESS = { businessEmail: 'shop@example.com', businessPhone: '01001234567' };
const ACCOUNT = {
  bankAccountName: 'Nour Trading',
  bankAccountNumber: '1000200030',
  bankName: 'CIB',
  bankBranch: 'Maadi',
  iban: 'EG380019000500000000263180002',
};
const URLS = {
  defaultCallbackUrl: 'https://shop.example/hooks',
  defaultCancelUrl: 'https://shop.example/cancel',
  defaultReturnUrl: 'https://shop.example/done',
};
const DEFAULTS = { receiveNotification: true, language: 'en' };
const STORE = { storeContact: '19019', storeEmail: 'store@example.com', storeAddress: 'Cairo' };

const REQUIRED = ['This field is required', 'هذا الحقل مطلوب'] as const;
const EMAIL = ['Enter a valid e-mail address', 'أدخل بريدًا إلكترونيًا صحيحًا'] as const;
const WEB = [
  'Invalid URL format: it must start with http:// or https://',
  'صيغة الرابط غير صحيحة: يجب أن يبدأ بـ \u200ehttp://\u200e أو \u200ehttps://\u200e',
] as const;

function formOf(fields: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  return form;
}

function save(form: string, fields: object, headers: Record<string, string>): Promise<Answer> {
  const isMultipart = form.endsWith('BankAccount');
  const body = isMultipart ? formOf(fields as Record<string, unknown>) : fields;
  const path = `/merchant/AccountSettings/${form}`;
  return daftar.call({ method: 'POST', path, mode: 'test', as: owner, body, headers });
}

describe('an invalid settings form is answered with the sentence under its field', () => {
  test.each<[form: string, fields: object, field: string, sentences: readonly [en: string, ar: string]]>([
    ['BusinessInfo', { ...BUSINESS, businessEmail: 'x' }, 'businessEmail', EMAIL],
    [
      'BusinessInfo',
      { ...BUSINESS, businessPhone: '0300' },
      'businessPhone',
      ['Enter an Egyptian mobile number such as 01001234567', 'أدخل رقم موبايل مصري مثل \u200e01001234567'],
    ],
    ['AddBankAccount', { ...ACCOUNT, bankBranch: ' ' }, 'bankBranch', REQUIRED],
    [
      'AddBankAccount',
      { ...ACCOUNT, iban: 'EG00' },
      'iban',
      [
        'This IBAN is not correct. Check each digit: EG and 27 digits',
        'رقم IBAN غير صحيح. راجع أرقامه: EG ثم ٢٧ رقمًا',
      ],
    ],
    [
      'AddBankAccount',
      { ...ACCOUNT, iban: '', swift: 'NBE' },
      'swift',
      [
        'Enter a SWIFT code of 8 or 11 characters, such as NBEGEGCX',
        'أدخل رمز SWIFT من ٨ أو ١١ خانة مثل NBEGEGCX',
      ],
    ],
    ['WebHooKUrl', { ...URLS, defaultReturnUrl: '' }, 'defaultReturnUrl', REQUIRED],
    ['WebHooKUrl', { ...URLS, defaultCancelUrl: 'ftp://shop.example' }, 'defaultCancelUrl', WEB],
    [
      'DefaultSettings',
      { ...DEFAULTS, allowedPaymentMethod: [1], defaultPayment: 4 },
      'defaultPayment',
      ['This payment method is not enabled for your account', 'طريقة الدفع هذه غير مفعَّلة في حسابك'],
    ],
    [
      'DefaultSettings',
      { ...DEFAULTS, language: 'fr' },
      'language',
      ['This value is not valid', 'هذه القيمة غير صحيحة'],
    ],
    [
      'IpWhiteListing',
      { ips: ['300.1.1.1'] },
      'ips',
      [
        '“300.1.1.1” is neither an IP address nor a range such as 203.0.113.0/24',
        '«300.1.1.1» ليس عنوان IP ولا نطاقًا مثل \u200e203.0.113.0/24',
      ],
    ],
    ['StoreSettings', { ...STORE, storeAddress: '' }, 'storeAddress', REQUIRED],
    ['StoreSettings', { ...STORE, storeEmail: 'x' }, 'storeEmail', EMAIL],
    ['StoreSettings', { ...STORE, facebook: 'facebook' }, 'facebook', WEB],
    [
      'StoreSettings',
      { ...STORE, storeSlug: '../x' },
      'storeSlug',
      [
        'Use 3 to 50 lowercase Latin letters, digits and hyphens',
        'استخدم من ٣ إلى ٥٠ حرفًا لاتينيًا صغيرًا أو رقمًا أو شرطة',
      ],
    ],
  ])('%s %j', async (form, fields, field, [en, ar]) => {
    for (const [language, sentence] of [
      ['en-US', en],
      ['ar-EG', ar],
    ] as const) {
      const answer = await save(form, fields, { 'accept-language': language });
      expect([answer.status, answer.body.errors]).toEqual([422, { [field]: [sentence] }]);
    }
  });

  test('a bank account is added once for one idempotency key; the same key with another account is 409', async () => {
    const add = (fields: object, language = 'en-US') =>
      save('AddBankAccount', fields, { 'idempotency-key': 'one', 'accept-language': language });
    const [first, again] = [await add(ACCOUNT), await add(ACCOUNT)];
    expect([first.status, again.raw]).toEqual([200, first.raw]);
    const other = { ...ACCOUNT, bankName: 'NBE' };
    const [english, arabic] = [await add(other), await add(other, 'ar-EG')];
    expect([english.status, arabic.status]).toEqual([409, 409]);
    expect(english.body.message).toMatch(/^[A-Z][a-z]+ .*request/);
    expect(arabic.body.message).toMatch(/[\u0600-\u06ff]{3}/);
    const { body } = await daftar.call({
      path: '/merchant/AccountSettings/FinancialInfo',
      mode: 'test',
      as: owner,
    });
    expect(body.data).toHaveLength(1);
  });
});
