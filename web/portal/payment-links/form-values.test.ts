import { PaymentLinkForm } from '@daftar/contract/payment-links';
import { validate } from '@daftar/contract/validate';
import { describe, expect, test } from 'vitest';
import { EMPTY_FORM, type LinkFormValues, payloadOf } from './form-values.ts';

const filled: LinkFormValues = {
  ...EMPTY_FORM,
  invoice_name: 'Deposit',
  amount: '100.00',
  due_date: '2026-04-01T23:59:00.000Z',
};

describe('the request', () => {
  test('of a completed form passes the contract, with its defaults', () => {
    const result = validate(PaymentLinkForm, payloadOf(filled, 7));
    expect(result).toMatchObject({
      ok: true,
      value: {
        amount: 10_000,
        currency_id: 1,
        language: 1,
        max_payment_count: 1,
        fixed_fees: 0,
        percentage_tax: 0,
        payment_methods: [],
        business_account_id: 7,
      },
    });
  });

  test('of an empty form lacks a name, an amount and a due date, and nothing else', () => {
    const result = validate(PaymentLinkForm, payloadOf(EMPTY_FORM));
    expect(result.ok ? [] : Object.keys(result.errors).sort()).toEqual([
      'amount',
      'due_date',
      'invoice_name',
    ]);
  });

  test('contains only the active one of fixed and percentage', () => {
    const values = { ...filled, fees_on: true, fixed_fees: '5', percentage_fees: '2' };
    expect(payloadOf(values)).toMatchObject({ fixed_fees: '5', percentage_fees: 0 });
    expect(payloadOf({ ...values, fees_on: false })).toMatchObject({ fixed_fees: 0, percentage_fees: 0 });
  });

  test('does not contain the form’s own switches', () => {
    expect(Object.keys(payloadOf(filled))).not.toContain('fees_on');
    expect(Object.keys(payloadOf(filled))).not.toContain('tax_mode');
  });

  test('accepts a payment count typed in Arabic digits', () => {
    expect(payloadOf({ ...filled, max_payment_count: '٢٥' }).max_payment_count).toBe('25');
  });
});
