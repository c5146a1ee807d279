import { expect, test } from 'vitest';
import { matchingPages } from './pages.ts';
import { SCREEN_WORDS } from './phrases.ts';

const pages = ['Payment links', 'Create a payment link', 'إعدادات الحساب', 'التسويات'].map((name) => ({
  name,
}));
const find = (typed: string) => matchingPages(pages, typed).map(({ name }) => name);

test('a screen is found by all the words typed, in any order and case', () => {
  expect(find('LINK pay')).toEqual(['Payment links', 'Create a payment link']);
  expect(find('create link')).toEqual(['Create a payment link']);
  expect(find('xyz')).toEqual([]);
});

test('Arabic is found in any spelling', () => {
  expect(find('اعدادات')).toEqual(['إعدادات الحساب']);
  expect(find('التّسويات')).toEqual(['التسويات']);
});

test.each([
  ['الإعدادات', 'إعدادات الحساب'],
  ['التسوية', 'التسويات'],
  ['تسوية', 'التسويات'],
  ['settlement', 'Settlements'],
  ['المستخدمين', 'المستخدمون والأدوار'],
  ['مستخدم', 'المستخدمون والأدوار'],
  ['user', 'Users and roles'],
  ['صرف الرصيد', 'طلبات الصرف'],
  ['payouts', 'Payouts'],
  ['كشف حساب', 'الرصيد'],
  ['account statement', 'Balance'],
])('%j finds the screen %j', (typed, name) => {
  const named = [
    { name: 'إعدادات الحساب', title: 'account:title' },
    { name: 'التسويات', title: 'shell:nav.settlements' },
    { name: 'Settlements', title: 'shell:nav.settlements' },
    { name: 'المستخدمون والأدوار', title: 'team:title' },
    { name: 'Users and roles', title: 'team:title' },
    { name: 'طلبات الصرف', title: 'shell:nav.payouts' },
    { name: 'Payouts', title: 'shell:nav.payouts' },
    { name: 'الرصيد', title: 'shell:nav.balance' },
    { name: 'Balance', title: 'shell:nav.balance' },
    { name: 'لوحة المعلومات', title: 'shell:nav.dashboard' },
  ] as const;
  const pages = named.map((each) => ({ name: each.name, words: SCREEN_WORDS[each.title] ?? [] }));
  const found = matchingPages(pages, typed).map((each) => each.name);
  expect(found).toContain(name);
  expect(found.length).toBeLessThan(4);
});

test('an empty search shows the first screens', () => {
  expect(find('  ')).toHaveLength(4);
});
