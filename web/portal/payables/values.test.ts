import { describe, expect, test } from 'vitest';
import {
  changeMode,
  EMPTY_PAYABLE,
  endOfDayAfter,
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
  test('turning off resets both values', () => {
    const values = { ...filled, tax_on: true, fixed_tax: '3', percentage_tax: '14' };
    expect({ ...values, ...switchCharge('tax', false) }).toMatchObject({
      tax_on: false,
      fixed_tax: '',
      percentage_tax: '',
    });
  });

  test('changing the mode clears the other value', () => {
    const values = { ...filled, fees_on: true, fixed_fees: '3' };
    expect({ ...values, ...changeMode('fees', 'percentage') }).toMatchObject({
      fees_mode: 'percentage',
      fixed_fees: '',
    });
  });

  test('a value is required only while the switch is on, and zero is none', () => {
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

  test('another currency is converted at its rate, amount and total', () => {
    expect(sumsOf({ ...charged, currency_id: 2 }, 48.5)).toMatchObject({ converted: 4850, value: 5650.25 });
  });

  test('while the rate is not known nothing is claimed', () => {
    expect(sumsOf({ ...charged, currency_id: 2 }, undefined)).toMatchObject({ converted: null, value: null });
  });

  test('what is half typed counts as nothing', () => {
    expect(sumsOf({ ...charged, amount: '12.' }, 1)).toMatchObject({ subtotal: 0, total: 2.5 });
  });
});

test('a due date in the past is refused here already', () => {
  expect(rulesOf({ ...filled, due_date: '2026-02-28T23:59:00.000Z' }, NOW)).toEqual({
    due_date: 'PastDueDate',
  });
});

test('quick choices end a day of the zone that is shown', () => {
  expect(endOfDayAfter(NOW, 7)).toBe('2026-03-08T23:59:00.000Z');
});
