import { describe, expect, test } from 'vitest';
import { DefaultSettingsForm } from './account-settings.ts';
import { RegisterForm } from './auth.ts';
import { BankAccountForm } from './bank-accounts.ts';
import { customers } from './customers.ts';
import { replyJsonSchema } from './envelope.ts';
import { maskEmail, maskMobile } from './masks.ts';
import { isMoment } from './moment.ts';
import { parsePounds } from './money.ts';
import { opsApprovals } from './ops-approvals.ts';
import { PaymentLinkForm, paymentLinks } from './payment-links.ts';
import { SavedViewForm } from './saved-views.ts';
import type { Schema } from './schema.ts';
import { TicketForm, tickets } from './tickets.ts';
import { transactions } from './transactions.ts';
import { validate } from './validate.ts';

const LINK = {
  invoice_name: 'Sofa',
  currency_id: 1,
  amount: 100,
  due_date: '2030-01-31T12:00:00Z',
  language: 1,
};

describe('request schemas', () => {
  test.each([
    [150.25, 15025],
    ['150.25', 15025],
    [0.3, 30],
    ['١٢٣٫٤٥', 12345],
    [1000, 100000],
    ['9999999999.99', 999999999999],
    ['1e3', null],
    ['-1', null],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
    ['1,000', 100_000],
    ['1,000,00', null],
    ['10,50', null],
    ['99999999999.99', null],
    [0.1 + 0.2, null],
    [1.005, null],
    ['', null],
    ['0x10', null],
    [' 5 ', 500],
  ])('amount %s is %s piastres', (input, expected) => {
    expect(parsePounds(input)).toBe(expected);
  });

  test.each(['9999-12-31', '0000-01-01', '0001-01-01', '2026-02-30'])(
    'the day %s is refused: it does not exist, or its year is out of the database’s range',
    (day) => {
      const result = validate(transactions.list.query, { date_from: day });
      expect(result).toEqual({ ok: false, errors: { date_from: [{ key: 'InvalidDate' }] } });
    },
  );

  test('a range that ends before it begins is refused on its second field', () => {
    const result = validate(transactions.list.query, { date_from: '2026-02-02', date_to: '2026-02-01' });
    expect(result).toEqual({ ok: false, errors: { date_to: [{ key: 'RangeReversed' }] } });
  });

  test('text that is shown in reverse order is refused; marks of direction within Arabic are not', () => {
    const named = (invoice_name: string) => validate(PaymentLinkForm, { ...LINK, invoice_name });
    const refused = { ok: false, errors: { invoice_name: [{ key: 'HiddenCharacters' }] } };
    for (const override of ['\u202e', '\u202d']) expect(named(`A${override}B`)).toEqual(refused);
    expect(named('\u200fكنبة (\u2066Sofa 2\u2069)').ok).toBe(true);
  });

  test('a name of which nothing is seen is none; one with joiners, marks or an emoji is', () => {
    const named = (invoice_name: string) => validate(PaymentLinkForm, { ...LINK, invoice_name });
    const refused = { ok: false, errors: { invoice_name: [{ key: 'Required' }] } };
    for (const unseen of [
      '\u200b',
      '\u200d \u200d',
      '\u2066\u2069',
      '\u3164',
      '\u2800',
      '\ufe0f',
      '\t\u00ad',
    ])
      expect(named(unseen), JSON.stringify(unseen)).toEqual(refused);
    for (const seen of ['👩‍👧', '\u200fمنى', 'می‌خواهم', '-', 'é', '\u0640'])
      expect(named(seen).ok, seen).toBe(true);
  });

  test('an object with a length that is not a number is refused as text', () => {
    const length = JSON.parse('{"toString":1,"valueOf":1}');
    const form = { firstName: 'Mona', lastName: { length } };
    expect(validate(RegisterForm, form)).toEqual({ ok: false, errors: { '': [{ key: 'Invalid' }] } });
  });

  test.each<[string, Schema, unknown, Record<string, string>]>([
    ['a ticket', TicketForm, { ticket_type: '1' }, { ticket_message: 'Required', reference_id: 'Required' }],
    [
      'a bank account',
      BankAccountForm,
      { bankAccountName: 'Nile', bankAccountNumber: '1234', bankName: 'NBE' },
      { bankBranch: 'Required', iban: 'Required' },
    ],
    [
      'a link',
      PaymentLinkForm,
      { ...LINK, invoice_name: '', fixed_fees: 1, percentage_fees: 2 },
      { invoice_name: 'Required', percentage_fees: 'FixedAndPercentage' },
    ],
  ])('all errors of %s are reported together', (_what, schema, form, errors) => {
    const result = validate(schema, form);
    const said = Object.entries(errors).map(([field, key]) => [field, [{ key }]]);
    expect(result).toEqual({ ok: false, errors: Object.fromEntries(said) });
  });

  test('an error in one field is not reported for another', () => {
    const result = validate(TicketForm, { ticket_type: '9', ticket_message: 'x' });
    expect(result).toEqual({ ok: false, errors: { ticket_type: [{ key: 'Invalid' }] } });
  });

  test.each([
    [undefined, 'Required'],
    ['', 'Required'],
    ['fr', 'Invalid'],
  ])('a choice of %j is %s', (language, key) => {
    const result = validate(DefaultSettingsForm, { receiveNotification: true, language });
    expect(result).toEqual({ ok: false, errors: { language: [{ key }] } });
  });

  test.each([
    ['10000000000', 'AmountTooLarge'],
    ['٩٩٩٩٩٩٩٩٩٩٩٫٥', 'AmountTooLarge'],
    ['99999999999.999', 'InvalidAmountFormat'],
  ])('the amount %s is %s', (amount, key) => {
    const result = validate(PaymentLinkForm, { ...LINK, amount });
    expect(result).toEqual({ ok: false, errors: { amount: [{ key }] } });
  });

  test('each missing field is reported as Required under its own name', () => {
    const result = validate(PaymentLinkForm, {});
    expect(result.ok === false && Object.keys(result.errors).sort()).toEqual([
      'amount',
      'currency_id',
      'due_date',
      'invoice_name',
      'language',
    ]);
    expect(result.ok === false && result.errors.amount).toEqual([{ key: 'Required' }]);
    const form = validate(RegisterForm, { firstName: '', tAndC: false, mobileNumber: '0101', email: 'x' });
    expect(form).toEqual({
      ok: false,
      errors: {
        firstName: [{ key: 'Required' }],
        lastName: [{ key: 'Required' }],
        email: [{ key: 'EmailInvalid' }],
        mobileNumber: [{ key: 'MobileInvalid' }],
        businessName: [{ key: 'Required' }],
        tAndC: [{ key: 'Required' }],
      },
    });
  });

  test('list queries accept every paging parameter of their dialect', () => {
    expect(
      validate(paymentLinks.list.query, {
        page: '2',
        page_size: '30',
        sort_by: 'value',
        sort_type: 'ASC',
        status: '2',
      }),
    ).toEqual({
      ok: true,
      value: { paging: { page: 2, pageSize: 30, sortBy: 'value', sortType: 'asc' }, filters: { status: 2 } },
    });
    expect(validate(paymentLinks.list.query, { page_size: '1000000000', sort_by: 'nope' })).toEqual({
      ok: false,
      errors: {
        page_size: [{ key: 'NumberOutside', params: { least: 1, most: 100 } }],
        sort_by: [{ key: 'Invalid' }],
      },
    });
  });

  test.each([
    ['snake', transactions.list.query],
    ['number', tickets.list.query],
    ['pascal', customers.list.query],
  ])('a list of dialect %s accepts its own paging parameters', (_, query) => {
    const { names, sorts, filters, defaults } = query.list;
    expect(validate(query, {})).toEqual({ ok: true, value: { paging: defaults, filters: {} } });
    for (const sortBy of sorts) {
      expect(
        validate(query, { [names.page]: 2, [names.size]: 30, [names.by]: sortBy, [names.type]: 'desc' }),
      ).toEqual({
        ok: true,
        value: { paging: { page: 2, pageSize: 30, sortBy, sortType: 'desc' }, filters: {} },
      });
    }
    const nothing = Object.fromEntries(filters.map((name) => [name, []]));
    const checked = validate(query, nothing);
    expect(checked.ok ? [] : Object.keys(checked.errors).toSorted()).toEqual(filters.toSorted());
  });

  test('no filter reaches the database with the character that it takes in no text', () => {
    const checked = validate(opsApprovals.list.query, { subject: 'merchant:7\u0000', q: '\u0000' });
    expect(checked).toMatchObject({ ok: true, value: { filters: { subject: 'merchant:7', q: '' } } });
    const view = { list: 'transactions', name: 'Mine', query: { reference: 'TRX\u0000' } };
    expect(validate(SavedViewForm, view)).toMatchObject({ ok: false });
    expect(validate(SavedViewForm, { ...view, query: { reference: 'TRX' } })).toMatchObject({ ok: true });
  });

  test('reply schemas convert to JSON Schema', () => {
    expect(replyJsonSchema(paymentLinks.details.reply)).toMatchObject({
      type: 'object',
      required: ['statusCode', 'message', 'data'],
    });
  });
});

test('a masked mobile or e-mail address can be recognized but not used', () => {
  expect(maskMobile('01001234567')).toBe('010••••4567');
  expect(maskEmail('mona@example.com')).toBe('m•••@example.com');
  expect([maskMobile(''), maskEmail('')]).toEqual(['', '']);
});

test.each([
  ['2027-02-28T10:00:00Z', true],
  ['0001-01-01T00:00:00Z', true],
  ['2099-12-31T23:59:59.999999+02:00', true],
  // No database has a year 0, even if only the zone leads there.
  ['0000-01-01T00:00:00Z', false],
  ['0001-01-01T00:00:00+02:00', false],
  ['2100-01-01T00:00:00Z', false],
  ['2027-02-30T10:00:00Z', false],
  ['2027-02-28T10:00:00', false],
  ['2027-02-28', false],
])('the moment %s: %s', (text, isOne) => {
  expect(isMoment(text)).toBe(isOne);
});
