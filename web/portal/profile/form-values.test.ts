import { ProfileForm } from '@daftar/contract/profile';
import { validate } from '@daftar/contract/validate';
import { expect, test } from 'vitest';
import { needsProof, type ProfileValues, payloadOf } from './form-values.ts';

const values: ProfileValues = {
  first_name: 'Mona',
  last_name: 'Adel',
  email: 'mona@example.com',
  mobile: '1001234567',
  password: '',
  password_confirmation: '',
  current_password: '',
  receive_notifications: true,
  avatar: null,
};

test('an empty field leaves the password unchanged; a new password must be valid and repeated correctly', () => {
  const check = (changes: Partial<ProfileValues>) => {
    const result = validate(ProfileForm, payloadOf({ ...values, ...changes }));
    return result.ok ? [] : Object.keys(result.errors);
  };
  expect(check({})).toEqual([]);
  expect(check({ password: 'N3w&Better', password_confirmation: 'N3w&Better' })).toEqual([]);
  expect(check({ password: 'weak', password_confirmation: 'weak' })).toEqual(['password']);
  expect(check({ password: 'N3w&Better' })).toEqual(['password_confirmation']);
});

test('the current password is required exactly when the e-mail or the password changes', () => {
  const me = { email: 'mona@example.com', mobile_number: '01001234567', has_other_businesses: false };
  expect(needsProof(values, me)).toBe(false);
  expect(needsProof({ ...values, email: ' Mona@Example.com ', first_name: 'منى' }, me)).toBe(false);
  expect(needsProof({ ...values, email: 'other@example.com' }, me)).toBe(true);
  expect(needsProof({ ...values, password: 'x' }, me)).toBe(true);
  const moved = { ...values, mobile: '1001234568' };
  expect(needsProof(moved, me)).toBe(false);
  expect(needsProof(moved, { ...me, has_other_businesses: true })).toBe(true);
});
