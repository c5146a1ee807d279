import { describe, expect, test } from 'vitest';
import { RegisterForm } from './auth.ts';
import { replyJsonSchema } from './envelope.ts';
import { parsePounds } from './money.ts';
import { PaymentLinkForm, paymentLinks } from './payment-links.ts';
import { transactions } from './transactions.ts';
import { validate } from './validate.ts';

describe('input of the wire', () => {
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
    ['1,000', null],
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
    'the day %s is refused: it does not exist, or ends in no year that the database knows',
    (day) => {
      const result = validate(transactions.list.query, { date_from: day });
      expect(result).toEqual({ ok: false, errors: { date_from: [{ key: 'InvalidDate' }] } });
    },
  );

  test('a range that ends before it begins is refused on its second field', () => {
    const result = validate(transactions.list.query, { date_from: '2026-02-02', date_to: '2026-02-01' });
    expect(result).toEqual({ ok: false, errors: { date_to: [{ key: 'RangeReversed' }] } });
  });

  test('an object that says how long it is, in a way that cannot be compared, is no text', () => {
    const length = JSON.parse('{"toString":1,"valueOf":1}');
    const form = { firstName: 'Mona', lastName: { length } };
    expect(validate(RegisterForm, form)).toEqual({ ok: false, errors: { '': [{ key: 'Invalid' }] } });
  });

  test('missing fields are Required, by their own names', () => {
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

  test('list queries read every paging name of their dialect', () => {
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
      errors: { page_size: [{ key: 'Invalid' }], sort_by: [{ key: 'Invalid' }] },
    });
  });

  test('reply schemas become JSON Schema', () => {
    expect(replyJsonSchema(paymentLinks.details.reply)).toMatchObject({
      type: 'object',
      required: ['statusCode', 'message', 'data'],
    });
  });
});
