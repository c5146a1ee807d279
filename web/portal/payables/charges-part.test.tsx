import i18next from 'i18next';
import { useState } from 'react';
import { expect, test } from 'vitest';
import payables from '../../locales/en/payables.json' with { type: 'json' };
import type { ContractForm } from '../../ui/form.tsx';
import { field, press, render, until } from '../../ui/testing/render.tsx';
import { ChargesPart } from './charges-part.tsx';
import { EMPTY_PAYABLE, type PayableValues } from './values.ts';

i18next.addResourceBundle('en', 'payables', payables);

/** The part of a form; what it holds is what the form has, not what is shown. */
function Charges({ onValues }: { onValues: (values: PayableValues) => void }) {
  const [values, setValues] = useState(EMPTY_PAYABLE);
  onValues(values);
  const set: ContractForm<PayableValues>['set'] = (name, value) =>
    setValues((before) => ({ ...before, [name]: value }));
  const input = (name: keyof PayableValues) => ({ name, value: values[name], onChange: () => {} });
  return (
    <ChargesPart
      form={{ values, errors: {}, set, field: input as ContractForm<PayableValues>['field'] }}
      code="EGP"
    />
  );
}

const fees = () => document.querySelector('[role="switch"]') as HTMLInputElement;

test('the switch of fees shows its field and tells the form; pressed again it takes both back', async () => {
  let values = EMPTY_PAYABLE;
  await render(
    <Charges
      onValues={(now) => {
        values = now;
      }}
    />,
  );
  expect(() => field(payables['field.feesValue'])).toThrow();
  await press(fees());
  await until(() => field(payables['field.feesValue']));
  expect(fees().checked).toBe(true);
  expect(values.fees_on).toBe(true);
  await press(fees());
  await until(() => expect(values.fees_on).toBe(false));
  expect(fees().checked).toBe(false);
  expect(() => field(payables['field.feesValue'])).toThrow();
});
