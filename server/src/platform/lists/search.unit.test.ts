import { expect, test } from 'vitest';
import { beginsPattern, containsPattern, referencePattern } from './search.ts';

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
])('a reference typed as %j is searched for with the pattern %j', (typed, pattern) => {
  expect(referencePattern(typed, 'TRX')).toBe(pattern);
});

test('wildcards in a search are escaped, and the text is normalised', () => {
  expect(containsPattern(' أحمد 50% ')).toBe('%احمد 50\\%%');
  expect(beginsPattern('ABC_')).toBe('abc\\_%');
});
