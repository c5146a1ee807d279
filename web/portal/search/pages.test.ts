import { expect, test } from 'vitest';
import { matchingPages } from './pages.ts';

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

test('an empty search shows the first screens', () => {
  expect(find('  ')).toHaveLength(4);
});
