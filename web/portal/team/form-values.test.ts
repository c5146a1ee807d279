import { ROLE_TEMPLATES } from '@daftar/contract/role-templates';
import { permissionId, UserForm } from '@daftar/contract/team';
import { validate } from '@daftar/contract/validate';
import { expect, test } from 'vitest';
import { EMPTY_USER, namesOf, payloadOf, shareOf, templateIds, toggled } from './form-values.ts';

test('the checkbox of a group adds its missing permissions or removes them all, and leaves other groups unchanged', () => {
  expect(toggled([1, 9], [1, 2, 3], true)).toEqual([9, 1, 2, 3]);
  expect(toggled([1, 9, 3], [1, 2, 3], false)).toEqual([9]);
  expect(shareOf([9], [1, 2])).toBe('none');
  expect(shareOf([9, 2], [1, 2])).toBe('some');
  expect(shareOf([2, 9, 1], [1, 2])).toBe('all');
});

test('a name that was typed as one is the first word and the others', () => {
  expect(namesOf(' Mona  Adel Hassan ')).toEqual({ first_name: 'Mona', last_name: 'Adel Hassan' });
  expect(namesOf('منى')).toEqual({ first_name: 'منى', last_name: '' });
  expect(namesOf('')).toEqual({ first_name: '', last_name: '' });
});

test('an empty form lacks every field, and a mobile number may be typed without its leading zero', () => {
  const empty = validate(UserForm, payloadOf(EMPTY_USER));
  expect(empty.ok ? [] : Object.keys(empty.errors)).toEqual([
    'first_name',
    'last_name',
    'email',
    'mobile',
    'role_id',
  ]);
  expect(payloadOf({ ...EMPTY_USER, mobile: '1001234567' }).mobile).toBe('01001234567');
  expect(payloadOf({ ...EMPTY_USER, mobile: '01001234567' }).mobile).toBe('01001234567');
});

test('a template chooses its permissions, except those that the caller may not give', () => {
  const permissions = ['create-pay-link', 'view-balances', 'add-customer'] as const;
  const groups = [
    {
      name: 'all',
      label: '',
      permissions: permissions.map((name) => ({ id: permissionId(name), name, label: '' })),
    },
  ];
  expect(ROLE_TEMPLATES.cashier).toContain('create-pay-link');
  expect(templateIds('cashier', groups, () => true)).toEqual([
    permissionId('create-pay-link'),
    permissionId('add-customer'),
  ]);
  expect(templateIds('cashier', groups, (name) => name !== 'add-customer')).toEqual([
    permissionId('create-pay-link'),
  ]);
});
