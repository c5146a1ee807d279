import { expect, test } from 'vitest';
import { Taken, tidyRow } from './rules.ts';

test.each([
  ['1001234567', '01001234567'],
  ['100 123-4567', '01001234567'],
  ['01001234567', '01001234567'],
  ['1301234567', '1301234567'],
  ['', ''],
])('a mobile that a spreadsheet stored as %j is read as %j', (typed, meant) => {
  expect(tidyRow({ mobile: typed }).mobile).toBe(meant);
});

test('a refused row does not reserve its values', () => {
  const taken = new Taken({ emails: ['a@b.co'], mobiles: [], nationalIds: ['1'] });
  expect(taken.take({ email: 'a@b.co', mobile: '01', nationalId: '' })).toBe(false);
  expect(taken.take({ email: 'c@b.co', mobile: '01', nationalId: '1' })).toBe(false);
  expect(taken.take({ email: 'c@b.co', mobile: '01', nationalId: '' })).toBe(true);
  expect(taken.take({ email: 'd@b.co', mobile: '01', nationalId: '' })).toBe(false);
  expect(taken.take({ email: 'd@b.co', mobile: '02', nationalId: '' })).toBe(true);
});
