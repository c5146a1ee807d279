import type { Customer, CustomerFormInput } from '@daftar/contract/customers';
import { withoutZero, withZero } from '../../ui/mobile-typed.ts';
import { EMPTY_OWN, type OwnValues, ownPayload, ownValuesOf } from '../shared/own-values.ts';

/** The form of a customer; everything as it is typed. */
export interface CustomerValues extends Record<string, unknown>, OwnValues {
  name: string;
  email: string;
  mobile: string;
  nationalId: string;
  description: string;
}

export const EMPTY_CUSTOMER: CustomerValues = {
  name: '',
  email: '',
  mobile: '',
  nationalId: '',
  description: '',
  ...EMPTY_OWN,
};

/** A customer as its form shows it. */
export const valuesOf = ({
  name,
  email,
  mobile,
  nationalId,
  description,
  ...own
}: Customer): CustomerValues => ({
  name,
  email,
  mobile: withoutZero(mobile),
  nationalId,
  description,
  ...ownValuesOf(own),
});

/** What is sent. */
export const payloadOf = (values: CustomerValues): CustomerFormInput => ({
  ...values,
  ...ownPayload(values),
  mobile: withZero(values.mobile),
});

/** The sentences of a 403, and the field errors they become. */
const TAKEN = [
  { words: 'Email Address', field: 'email', key: 'EmailAlreadyExists' },
  { words: 'Mobile Number', field: 'mobile', key: 'MobileAlreadyExists' },
  { words: 'NationalId', field: 'nationalId', key: 'NationalIDAlreadyExists' },
] as const;

/** The field errors that a refusal's sentences name; empty when they name none. */
export function takenFields(messages: readonly string[]): Record<string, string> {
  const found = TAKEN.filter(({ words }) => messages.some((message) => message.includes(words)));
  return Object.fromEntries(found.map(({ field, key }) => [field, key]));
}
