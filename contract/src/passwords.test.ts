import { describe, expect, test } from 'vitest';
import { ResetPasswordForm } from './auth.ts';
import { isCommonPassword } from './passwords.ts';
import { validate } from './validate.ts';

describe('a password that everybody tries first', () => {
  test.each([
    'P@ssw0rd',
    'Password1!',
    'Admin@123',
    'Qwerty1!',
    'Welcome2026$',
    'Aa123456@',
    'Cairo2026!',
    'Zamalek1911!',
    '1234Abc!@',
    'TestTest1!',
    'Aaaaaaa1!',
  ])('is refused by its own name: %s', (password) => {
    expect(isCommonPassword(password)).toBe(true);
    const form = { token: 't', password, password_confirmation: password };
    expect(validate(ResetPasswordForm, form)).toEqual({
      ok: false,
      errors: { password: [{ key: 'PasswordCommon' }] },
    });
  });

  test.each(['Str0ng&Pass', 'Secret1$x', 'N3w&Better', 'Demo@1234', 'Kosh4ry$Nile', 'password'.repeat(3)])(
    'is not: %s',
    (password) => {
      expect(isCommonPassword(password)).toBe(false);
    },
  );
});
