import { describe, expect, test } from 'vitest';
import { keptQuery, redact, redactText } from './redact.ts';

/** Values that the log of calls must not contain, in any format, and values that it must leave unchanged. */
describe('a number of a person or a card', () => {
  test.each([
    ['01012345678', '010••••5678'],
    ['+201012345678', '010••••5678'],
    ['010 1234 5678', '010••••5678'],
    ['+20 101 234 5678', '010••••5678'],
    ['002 0101-234-5678', '010••••5678'],
    ['٠١٠١٢٣٤٥٦٧٨', '010••••5678'],
    ['4111.1111.1111.1111', '[redacted]'],
    ['٤١١١ ١١١١ ١١١١ ١١١١', '[redacted]'],
    ['29001011234567', '[redacted]'],
  ])('%s is hidden', (written, kept) => {
    expect(redactText(written)).toBe(kept);
    expect(keptQuery(`x=${encodeURIComponent(written)}`)).toBe(`x=${kept}`);
  });

  test.each([
    'طلب رقم ٥٤ بمبلغ ١٢٠',
    '2026-11-26T10:00:00.000Z',
    '2010-12-31 23:59',
    '192.168.100.200',
    'TRX-7K3M9Q2D',
  ])('%s is none', (written) => {
    expect(redactText(written)).toBe(written);
  });
});

test('a part of an address, number or name by which a person was sought is hidden as the whole is', () => {
  expect(keptQuery('email=mona.hassan&mobile=0101234&chargeback_name=Mona+Hassan&Keyword=Mona&page=2')).toBe(
    'email=m•••&mobile=0•••&chargeback_name=M•••&Keyword=M•••&page=2',
  );
  const whole = keptQuery('email=mona@example.com&mobile=01012345678');
  expect(whole).toMatch(/^email=\S+@\S+&mobile=010••••5678$/);
  expect(whole).not.toContain('mona');
  expect(redact({ email: '', mobile: '٠١٠١٢', send_email: 'true' })).toEqual({
    email: '',
    mobile: '٠•••',
    send_email: 'true',
  });
});

test('what proves who calls is hidden by its name or its form, also where no field of ours has that name', () => {
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJzZWNyZXQifQ.sig-nature';
  const names = ['db_pwd', 'passphrase', 'session', 'private_key', 'access-key', 'auth', 'bearer', 'cookie'];
  expect(redact(Object.fromEntries(names.map((name) => [name, 'hush'])))).toEqual(
    Object.fromEntries(names.map((name) => [name, '[redacted]'])),
  );
  expect(redact({ note_to: jwt, back: 'https://shop.example/#access_token=hush' })).toEqual({
    note_to: '[redacted]',
    back: 'https://shop.example/#access_token=[redacted]',
  });
  // Names of errors are what developers look for in the log.
  const told = { author: 'Salah', error_codes: { amount: ['required'] } };
  expect(redact(told)).toEqual(told);
});
