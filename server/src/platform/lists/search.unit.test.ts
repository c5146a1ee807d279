import { expect, test } from 'vitest';
import { beginsPattern, containsPattern, referencePattern, typedNumber, typedText } from './search.ts';

test.each([
  ['TRX-7K3M9Q2D', 'TRX-7K3M9Q2D%'],
  ['trx-7k3', 'TRX-7K3%'],
  ['trx7k3', 'TRX-7K3%'],
  ['7k3', 'TRX-7K3%'],
  ['TRX', 'TRX-%'],
  ['trx-', 'TRX-%'],
  ['pay-7', 'PAY-7%'],
  ['oil٣', 'TRX-0113%'],
  ['  7k\u0000 ', 'TRX-7K%'],
  ['7%_\\', 'TRX-7\\%\\_\\\\%'],
  ['\u2068TRX-7K3\u2069', 'TRX-7K3%'],
])('a reference typed as %j is searched for with the pattern %j', (typed, pattern) => {
  expect(referencePattern(typed, 'TRX')).toBe(pattern);
});

test('a text of direction marks alone is a text, which finds nothing; one of white space is none', () => {
  expect([typedText('\u202e'), typedText(' \u0000 ')]).toEqual(['\u202e', '']);
});

test.each([
  ['77', 77],
  ['٧٧', 77],
  ['\u2068۷۷\u2069 ', 77],
  ['7a', null],
  ['-7', null],
  ['', null],
  ['9'.repeat(16), null],
])('%j typed as a number of a row is %j', (typed, id) => {
  expect(typedNumber(typed)).toBe(id);
});

test('wildcards in a search are escaped, and the text is normalised', () => {
  expect(containsPattern(' أحمد 50% ')).toBe('%احمد 50\\%%');
  expect([containsPattern('ـ\u064b'), containsPattern('ء')]).toEqual(['%ـ\u064b%', '%ء%']);
  expect(beginsPattern('ABC_')).toBe('abc\\_%');
});
