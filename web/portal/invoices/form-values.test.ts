import { type InvoiceDetails, InvoiceForm } from '@daftar/contract/invoices';
import { validate } from '@daftar/contract/validate';
import { describe, expect, test } from 'vitest';
import { rulesOf } from '../payables/values.ts';
import { customersOf, EMPTY_FORM, payloadOf, togetherOf, valuesOf } from './form-values.ts';

const filled = {
  ...EMPTY_FORM,
  customers: [3, 5],
  invoice_name: 'Course',
  amount: '100.00',
  due_date: '2026-04-01T23:59:00.000Z',
};

const invoice: InvoiceDetails = {
  id: 9,
  reference: 'INV-7K3M9Q2D',
  invoice_name: 'Course',
  total_amount: 116.5,
  currency: { id: 2, code: 'USD' },
  value: 5650.25,
  status: 1,
  due_date: '2026-04-01T23:59:00.000Z',
  created_at: '2026-03-01T12:00:00.000Z',
  updated_at: '2026-06-01T00:00:00Z',
  customer: { id: 3, name: 'Mona', email: 'mona@example.com' },
  is_group: true,
  customers_count: 2,
  paid_count: 0,
  merchant_reference: null,
  metadata: {},
  payment_method: [
    { id: 1, name: 'Card' },
    { id: 4, name: 'Kiosk' },
  ],
  language: 2,
  description: 'Ten evenings',
  amount: 100,
  fixed_fees: 2.5,
  percentage_fees: 0,
  fixed_tax: 0,
  percentage_tax: 14,
  customers: [
    { id: 3, name: 'Mona' },
    { id: 5, name: 'Adel' },
  ],
  subtotal: 100,
  tax: 14,
  fees: 2.5,
  total: 116.5,
  exchange_rate: 48.5,
  notes: 'Second group',
  notify_by_email: true,
  notify_by_sms: false,
  require_email: false,
  require_name: true,
  require_address: false,
  require_phone: false,
  can_edit: true,
  created_by: { first_name: 'Nour', last_name: 'Ali', email: 'nour@example.com' },
};

describe('the request', () => {
  test('of a completed form passes the contract', () => {
    expect(validate(InvoiceForm, payloadOf(filled, 7))).toMatchObject({
      ok: true,
      value: { customers: [3, 5], amount: 10_000, business_account_id: 7, payment_methods: [] },
    });
  });

  test('has the merchant’s own number and values as they were saved, without rows that nobody filled in', () => {
    const own = { merchant_reference: '1042', metadata: { branch: 'الزمالك', till: '7' } };
    const values = valuesOf({ ...invoice, ...own });
    expect(payloadOf(values)).toMatchObject(own);
    const typed = { ...values, merchant_reference: ' ', metadata: [{ key: ' ', value: '' }] };
    expect(payloadOf(typed)).toMatchObject({ merchant_reference: '', metadata: {} });
  });

  test.each([
    ['a value without a name', [{ key: '', value: 'x' }], 'MetadataKeyMissing'],
    [
      'a name twice',
      [
        { key: 'a', value: '' },
        { key: ' a', value: 'x' },
      ],
      'MetadataKeyTwice',
    ],
  ])('is refused with %s', (_, metadata, key) => {
    expect(rulesOf({ ...filled, metadata }, 0)).toMatchObject({ metadata: key });
  });

  test('of an empty form lacks customers, a name, an amount and a due date, and nothing else', () => {
    const result = validate(InvoiceForm, payloadOf(EMPTY_FORM));
    expect(result.ok ? [] : Object.keys(result.errors).sort()).toEqual([
      'amount',
      'customers',
      'due_date',
      'invoice_name',
    ]);
  });

  test('of an invoice opened for editing and left unchanged equals the invoice', () => {
    const sent = payloadOf(valuesOf(invoice));
    expect(validate(InvoiceForm, sent)).toMatchObject({ ok: true });
    expect(sent).toMatchObject({
      customers: [3, 5],
      currency_id: 2,
      amount: '100.00',
      fixed_fees: '2.50',
      percentage_fees: 0,
      fixed_tax: 0,
      percentage_tax: '14',
      due_date: invoice.due_date,
      payment_methods: [1, 4],
      language: 2,
      notify_by_email: true,
      require_name: true,
      notes: 'Second group',
    });
  });
});

test('a customer id in the address selects the customer, and an invalid one selects none', () => {
  expect(customersOf('7')).toEqual([7]);
  expect([undefined, '', '0', '-1', '1.5', 'x'].flatMap(customersOf)).toEqual([]);
});

test('the total that a group owes is exact to the piastre', () => {
  expect(togetherOf(0.1, 3)).toBe(0.3);
  expect(togetherOf(1234.56, 1000)).toBe(1_234_560);
});
