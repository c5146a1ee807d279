import { expect, test } from 'vitest';
import { isEmail } from './text.ts';

test.each([
  ...[
    'a@example.com',
    'first.last+tag@sub.example.co.uk',
    `${'a'.repeat(64)}@example.com`,
    `a@${'b'.repeat(63)}.com`,
  ],
  ...['a@xn--mgberp4a5d4ar.com', 'a@مثال.مصر', "o'neil@example.com", 'a_b-c@ex-ample.com', '1@2.io'],
])('%s is an e-mail address', (address) => {
  expect(isEmail(address)).toBe(true);
});

test.each([
  ...[
    'a@example..com',
    '.a@example.com',
    'a.@example.com',
    'a..b@example.com',
    'a@-example.com',
    'a@example-.com',
  ],
  ...[
    'a@.example.com',
    'a@example.com.',
    'a@example.c',
    'a@example',
    '@example.com',
    'a@b@example.com',
    'a b@example.com',
  ],
  ...[
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(64)}.com`,
    `a@${'b.'.repeat(130)}com`,
    'a\u200b@example.com',
  ],
])('%s is refused as an e-mail address', (address) => {
  expect(isEmail(address)).toBe(false);
});
