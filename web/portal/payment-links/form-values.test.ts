import { PaymentLinkForm } from '@daftar/contract/payment-links';
import { validate } from '@daftar/contract/validate';
import { describe, expect, test } from 'vitest';
import {
  choiceOf,
  decideAmount,
  decidedOf,
  decideQuantity,
  EMPTY_FORM,
  type LinkFormValues,
  linkRules,
  payloadOf,
} from './form-values.ts';

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
    const sent = payloadOf({ ...filled, max_payment_count: '٢٥' });
    expect(validate(PaymentLinkForm, sent)).toMatchObject({ ok: true, value: { max_payment_count: 25 } });
  });
});

describe('what the payer decides', () => {
  const open: LinkFormValues = {
    ...filled,
    ...decideAmount(true),
    min_amount: '20',
    max_amount: '500',
    suggested_amounts: '50؛ 250.5; 100',
  };

  test('is sent only while it is on, and is either the amount or the quantity', () => {
    const sent = (values: LinkFormValues) => validate(PaymentLinkForm, payloadOf(values));
    expect(sent(open)).toMatchObject({
      ok: true,
      value: { min_amount: 2_000, max_amount: 50_000, suggested_amounts: [5_000, 25_050, 10_000] },
    });
    const pieces = { ...open, ...decideQuantity(true), min_quantity: '٢', max_quantity: '10' };
    const { value } = sent(pieces) as unknown as { value: Record<string, unknown> };
    expect(value).toMatchObject({ min_quantity: 2, max_quantity: 10, suggested_amounts: [] });
    expect(value.min_amount).toBeUndefined();
    expect(sent({ ...pieces, quantity_open: false })).toMatchObject({ ok: true, value: { max_quantity: 1 } });
  });

  test('needs both bounds', () => {
    const errors = (values: LinkFormValues) => {
      const result = validate(PaymentLinkForm, payloadOf(values));
      return { ...(result.ok ? {} : result.errors), ...linkRules(values) };
    };
    expect(Object.keys(errors({ ...open, min_amount: '' }))).toEqual(['min_amount']);
    expect(Object.keys(errors({ ...open, ...decideQuantity(true) }))).toEqual(['max_quantity']);
    expect(errors({ ...open, ...decideQuantity(true), max_quantity: '1' })).toEqual({
      max_quantity: 'MaximumTooLow',
    });
  });

  test('suggests 1,500 as one amount, and refuses a list whose separator may be a decimal mark', () => {
    const sent = (suggested_amounts: string) => payloadOf({ ...open, suggested_amounts }).suggested_amounts;
    expect(
      validate(PaymentLinkForm, {
        ...payloadOf(open),
        max_amount: '9000',
        suggested_amounts: sent('1,500; ٢٬٥٠٠'),
      }),
    ).toMatchObject({
      ok: true,
      value: { suggested_amounts: [150_000, 250_000] },
    });
    const wrong = { suggested_amounts: 'payment-links:field.suggestedWrong' };
    for (const typed of ['50, 100', '50 100', '10,50', '50; 10,5'])
      expect(linkRules({ ...open, suggested_amounts: typed }), typed).toEqual(wrong);
    expect(linkRules(open)).toEqual({});
  });

  test('is shown as the payment page shows it', () => {
    expect(choiceOf(open)).toEqual({
      kind: 'amount',
      chosen: 10_000,
      least: 2_000,
      most: 50_000,
      suggested: [5_000, 10_000, 25_050],
    });
    expect(choiceOf({ ...open, min_amount: 'x' })).toBeNull();
    expect(choiceOf(filled)).toBeNull();
  });

  test('is reviewed and previewed in the same pieces, whichever digits and separators were typed', () => {
    const pieces = { ...filled, ...decideQuantity(true), min_quantity: '٢', max_quantity: '١٬٠٠٠' };
    expect(decidedOf(pieces)).toMatchObject({ min_quantity: 2, max_quantity: 1_000 });
    expect(choiceOf(pieces)).toMatchObject({ kind: 'quantity', least: 2, most: 1_000 });
    expect(choiceOf({ ...pieces, min_quantity: '1e1' })).toBeNull();
    expect(linkRules({ ...pieces, max_quantity: '١' })).toEqual({ max_quantity: 'MaximumTooLow' });
  });

  test('a link without an end and a limit says so, whatever was typed before', () => {
    const values = {
      ...filled,
      due_date: 'tomorrow',
      no_due_date: true,
      max_payment_count: '',
      no_payment_limit: true,
    };
    expect(validate(PaymentLinkForm, payloadOf(values))).toMatchObject({
      ok: true,
      value: { due_date: '', no_due_date: true, no_payment_limit: true },
    });
  });
});
