import { expect, test } from 'vitest';
import { email, isEmail } from './text.ts';

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
  ...['a@example.com/', 'a@ex_ample.com', 'a@%41.com', 'a@example.com?', 'a@example.123', 'a@10.0.0.256'],
])('%s is refused as an e-mail address', (address) => {
  expect(isEmail(address)).toBe(false);
});

test.each([
  ['a@xn--mgb9awbf.xn--wgbh1c', 'a@عمان.مصر'],
  ['A@XN--Mnchen-3ya.DE', 'a@münchen.de'],
  ['a@MU\u0308NCHEN.de', 'a@münchen.de'],
  ['a@ｅxample。com', 'a@example.com'],
  ['cafe\u0301@example.com', 'café@example.com'],
  ['CAFÉ@example.com', 'café@example.com'],
  ['\u200f a\u200b@example.com ', 'a@example.com'],
])('%s and %s are one address', (one, other) => {
  expect(email().safeParse(one)).toMatchObject({ success: true, data: other });
  expect(email().safeParse(other)).toMatchObject({ success: true, data: other });
});

test.each([
  'a@xn--.com',
  'a@xn--a-ecp.ru-\u0301.com',
  'a@exa%6dple.مصر',
  'a@مصر/x.com',
  'a@مصر:80.com',
  `a@${'ع'.repeat(60)}.مصر`,
])('%s has no domain', (address) => {
  expect(email().safeParse(address).success).toBe(false);
});
