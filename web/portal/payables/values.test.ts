import { describe, expect, test } from 'vitest';
import {
  another,
  changeMode,
  differs,
  EMPTY_PAYABLE,
  endOfDayAfter,
  MORE_FIELDS,
  type PayableValues,
  rulesOf,
  sumsOf,
  switchCharge,
} from './values.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const filled: PayableValues = {
  ...EMPTY_PAYABLE,
  invoice_name: 'Deposit',
  amount: '100.00',
  due_date: '2026-04-01T23:59:00.000Z',
};

describe('fees and tax', () => {
  test('switching a charge off clears both its values', () => {
    const values = { ...filled, tax_on: true, fixed_tax: '3', percentage_tax: '14' };
    expect({ ...values, ...switchCharge('tax', false) }).toMatchObject({
      tax_on: false,
      fixed_tax: '',
      percentage_tax: '',
    });
  });

  test('switching between fixed and percentage clears the other value', () => {
    const values = { ...filled, fees_on: true, fixed_fees: '3' };
    expect({ ...values, ...changeMode('fees', 'percentage') }).toMatchObject({
      fees_mode: 'percentage',
      fixed_fees: '',
    });
  });

  test('a value is required only while its switch is on, and zero is not accepted', () => {
    expect(rulesOf(filled, NOW)).toEqual({});
    expect(rulesOf({ ...filled, fees_on: true, fixed_fees: '0' }, NOW)).toEqual({ fixed_fees: 'Required' });
    expect(rulesOf({ ...filled, tax_on: true, percentage_tax: '14' }, NOW)).toEqual({});
  });
});

describe('the sums', () => {
  const charged = {
    ...filled,
    fees_on: true,
    fixed_fees: '2.50',
    tax_on: true,
    percentage_tax: '14',
  };

  test('total = amount + fees + tax', () => {
    expect(sumsOf(charged, 1)).toEqual({
      subtotal: 100,
      fees: 2.5,
      tax: 14,
      total: 116.5,
      converted: null,
      value: null,
    });
  });

  test('the amount and total in another currency are converted at its rate', () => {
    expect(sumsOf({ ...charged, currency_id: 2 }, 48.5)).toMatchObject({ converted: 4850, value: 5650.25 });
  });

  test('no converted amount is shown while the rate is unknown', () => {
    expect(sumsOf({ ...charged, currency_id: 2 }, undefined)).toMatchObject({ converted: null, value: null });
  });

  test('a half-typed amount counts as zero', () => {
    expect(sumsOf({ ...charged, amount: '' }, 1)).toMatchObject({ subtotal: 0, total: 2.5 });
    for (const unreadable of [{ amount: '10,50' }, { amount: '1.234,50' }, { fixed_fees: '2,5' }])
      expect(sumsOf({ ...charged, fees_on: true, ...unreadable }, 1)).toMatchObject({
        subtotal: null,
        total: null,
      });
  });
});

test('a due date in the past is refused by the form', () => {
  expect(rulesOf({ ...filled, due_date: '2026-02-28T23:59:00.000Z' }, NOW)).toEqual({
    due_date: 'PastDueDate',
  });
});

test('the quick choices of a due date are the end of a day in the displayed time zone', () => {
  expect(endOfDayAfter(NOW, 7)).toBe('2026-03-08T23:59:00.000Z');
});

describe('another one like it', () => {
  const METHODS = [1, 2, 3, 4, 5];
  test('has its methods, and where those are all, none is marked: so are ones to come', () => {
    const some = { ...filled, payment_methods: [2, 4] };
    expect(another(some, NOW, METHODS)).toEqual(some);
    expect(another({ ...filled, payment_methods: METHODS }, NOW, METHODS).payment_methods).toEqual([]);
  });
  test('keeps a due date to come, and lets one that has passed be chosen anew', () => {
    expect(another(filled, NOW, METHODS)).toEqual(filled);
    expect(another(filled, Date.parse(filled.due_date), METHODS)).toEqual({ ...filled, due_date: '' });
  });
  test('has its further values, and not its number, which is of the first one', () => {
    const metadata = [{ key: 'branch', value: 'Zamalek' }];
    const own = { ...filled, merchant_reference: '1042', metadata };
    expect(another(own, NOW, METHODS)).toEqual({ ...filled, metadata });
  });
});

describe('further options', () => {
  test('are used if any of them is not as usual; what every entry has does not count', () => {
    expect(differs(filled, EMPTY_PAYABLE, MORE_FIELDS)).toBe(false);
    expect(differs({ ...filled, tax_on: true }, EMPTY_PAYABLE, MORE_FIELDS)).toBe(true);
    expect(differs({ ...filled, payment_methods: [1] }, EMPTY_PAYABLE, MORE_FIELDS)).toBe(true);
  });
});
