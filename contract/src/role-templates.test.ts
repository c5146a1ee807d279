import { expect, test } from 'vitest';
import { PERMISSIONS, type Permission, POWER_PERMISSIONS } from './permissions.ts';
import { ROLE_TEMPLATES, type RoleTemplate } from './role-templates.ts';

const names = Object.keys(ROLE_TEMPLATES) as RoleTemplate[];
const of = (name: RoleTemplate): readonly Permission[] => ROLE_TEMPLATES[name];

test.each(names)('the template %s moves no money and gives no power over people', (name) => {
  expect(of(name).filter((each) => (POWER_PERMISSIONS as readonly Permission[]).includes(each))).toEqual([]);
  expect(new Set(of(name)).size).toBe(of(name).length);
  expect(of(name).filter((each) => !PERMISSIONS.includes(each))).toEqual([]);
});

test('a cashier sees neither balances nor settlements', () => {
  expect(of('cashier').filter((each) => /balances|settlements|export/.test(each))).toEqual([]);
});
