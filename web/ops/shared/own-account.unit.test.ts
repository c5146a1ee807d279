import { expect, test } from 'vitest';
import { ownAccountLabel } from './own-account.ts';

const ACCOUNT = {
  name: 'Daftar',
  bank_name: 'National Bank of Egypt',
  iban: 'EG380019000500000000263180002',
};

test('the label of our account isolates its parts, so that right-to-left pages keep their order', () => {
  expect(ownAccountLabel(ACCOUNT)).toBe(
    '\u2068Daftar\u2069 · \u2066•••• 0002\u2069 · \u2068National Bank of Egypt\u2069 · EGP',
  );
});
