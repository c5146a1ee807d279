import { describe, expect, test } from 'vitest';
import messages from '../messages/en.json' with { type: 'json' };
import { NewPassword } from './auth.ts';
import { formsOf, isCommonPassword, namesPerson } from './passwords.ts';

describe('a common password', () => {
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
  ])('includes %s', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  test.each(['Str0ng&Pass', 'Secret1$x', 'N3w&Better', 'Demo@1234', 'Kosh4ry$Nile', 'password'.repeat(3)])(
    'does not include %s',
    (password) => {
      expect(isCommonPassword(password)).toBe(false);
    },
  );
});

test('a password is looked up without the characters around its word', () => {
  expect(formsOf('Butt3rfly99!')).toEqual(['butt3rfly99!', 'butt3rfly99', 'butt3rfly', 'butterfly']);
});

describe('a word of the owner’s data', () => {
  const person = ['Mona', 'عادل Adel', 'mona.adel82@shop.example', 'Nile Pottery'];
  test.each(['M0naLisa#1', 'xAdel2026!', 'P0ttery%55', 'MyShop*2026x'])('is found in %s', (password) => {
    expect(namesPerson(password, person)).toBe(true);
  });
  test.each(['Kosh4ry$River', 'Str0ng&Pass'])('is not in %s', (password) => {
    expect(namesPerson(password, person)).toBe(false);
  });
});

describe('a new password', () => {
  const takes = (password: string) => NewPassword.safeParse(password).success;

  test('may have the characters and lengths that its message names, and no others', () => {
    expect(messages.PasswordCriteria).toContain(
      '8 to 200 characters: only English letters, digits and @$!%*?&',
    );
    const visible = Array.from({ length: 0x7f - 0x20 }, (_, at) => String.fromCharCode(0x20 + at));
    const taken = visible.filter((sign) => takes(`Abcdef1!${sign}`));
    expect(taken).toEqual(visible.filter((sign) => /[A-Za-z0-9]/.test(sign) || '@$!%*?&'.includes(sign)));
    for (const sign of ['é', 'ب', '١', '–']) expect(takes(`Abcdef1!${sign}`), sign).toBe(false);
    expect([7, 8, 200, 201].map((length) => takes(`${'a'.repeat(length - 3)}A1!`))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});
