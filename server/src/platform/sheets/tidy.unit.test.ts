import { expect, test } from 'vitest';
import { digitsTyped } from './tidy.ts';

test.each([
  ["'01001234567", '01001234567'],
  ["'+201001234567", '+201001234567'],
  ['\u201901001234567', '01001234567'],
  ['1001234567.0', '1001234567'],
  ['201001234567.00', '201001234567'],
  ['1.001234567E+09', '1001234567'],
  ['2.01001234567e11', '201001234567'],
  [' 0100 123 4567 ', '0100 123 4567'],
  ["'٠١٠٠١٢٣٤٥٦٧", '٠١٠٠١٢٣٤٥٦٧'],
])('%s is read as %s', (cell, digits) => {
  expect(digitsTyped(cell)).toBe(digits);
});

test.each(['1.00123E+09', '1.0E+09', "O'Neil", '12.5', "'Amr"])(
  '%s, which lost digits or is no number, stays',
  (cell) => {
    expect(digitsTyped(cell)).toBe(cell);
  },
);
