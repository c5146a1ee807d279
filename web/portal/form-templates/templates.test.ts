import { TemplateEntry } from '@daftar/contract/form-templates';
import { validate } from '@daftar/contract/validate';
import { expect, test } from 'vitest';
import { EMPTY_PAYABLE } from '../payables/values.ts';
import { asTemplate, fromTemplate } from './templates.ts';

const empty = { ...EMPTY_PAYABLE, customers: [] as number[], send: true };
const filled = {
  ...empty,
  invoice_name: 'Rent',
  amount: '1200.00',
  tax_on: true,
  payment_methods: [1, 4],
  due_date: '2026-07-01T10:00:00.000Z',
  customers: [7],
};

test('a template keeps what the form has, but not until when, to whom and under which own number and values, and the server takes it', () => {
  const values = asTemplate(filled);
  expect(values).toMatchObject({ invoice_name: 'Rent', payment_methods: [1, 4] });
  expect(validate(TemplateEntry, { form: 'invoices', name: 'Rent', values })).toMatchObject({ ok: true });
  const own = [
    'due_date',
    'customers',
    'send',
    'merchant_reference',
    'merchant_reference_unique',
    'metadata',
  ];
  const rest = Object.entries(filled).filter(([field]) => !own.includes(field));
  expect(fromTemplate(values, empty)).toEqual(Object.fromEntries(rest));
});

test('a template of another release fills in what the form still has', () => {
  expect(fromTemplate({ invoice_name: 'Rent', color: 'red', amount: 5, language: 9 }, empty)).toMatchObject({
    invoice_name: 'Rent',
    amount: '',
    language: 1,
  });
  expect(fromTemplate({ color: 'red' }, empty)).not.toHaveProperty('color');
});
