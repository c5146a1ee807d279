import { CardForm, WalletForm } from '@daftar/contract/checkout';
import { validate } from '@daftar/contract/validate';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultOf, groupCard, slashExpiry } from './rules.ts';

const NOW = new Date(2026, 10, 21);

describe('a card number while it is typed', () => {
  it('is grouped as on the card', () => {
    expect(groupCard('4242424242424242')).toBe('4242 4242 4242 4242');
    expect(groupCard('378282246310005')).toBe('3782 822463 10005');
    expect(groupCard('42424')).toBe('4242 4');
    expect(groupCard('')).toBe('');
  });
  it('can be typed in Arabic digits', () => {
    expect(groupCard('٤٢٤٢٤٢٤٢')).toBe('4242 4242');
  });
  it('loses only characters that are not digits, and formatting it again changes nothing', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9 -]{0,23}$/), (typed) => {
        const once = groupCard(typed);
        const most = /^3[47]/.test(typed.replace(/\D/g, '')) ? 15 : 19;
        expect(once.replace(/ /g, '')).toBe(typed.replace(/\D/g, '').slice(0, most));
        expect(groupCard(once)).toBe(once);
      }),
    );
  });
});

describe('an expiry date while it is typed', () => {
  const typed = (text: string) => {
    let value = '';
    for (const key of text) value = slashExpiry(value + key, false);
    return value;
  };
  it('gets its slash automatically', () => {
    expect(typed('1228')).toBe('12 / 28');
    expect(typed('728')).toBe('07 / 28');
    expect(typed('1/28')).toBe('01 / 28');
    expect(typed('12/2028')).toBe('12 / 28');
    expect(typed('١٢٢٨')).toBe('12 / 28');
  });
  it('accepts the formats that browsers and password managers fill in', () => {
    expect(slashExpiry('07/2029', false)).toBe('07 / 29');
    expect(slashExpiry('7/29', false)).toBe('07 / 29');
    expect(slashExpiry('12-2029', false)).toBe('12 / 29');
  });
  it('can be deleted past its slash', () => {
    expect(slashExpiry('12 / ', true)).toBe('12');
    expect(slashExpiry('1', true)).toBe('1');
  });
});

describe('the validation of a field', () => {
  it('accepts the same input as the contract', () => {
    const card = { card_number: '4242424242424242', card_expiry: '12/30', card_cvv: '123' };
    const agrees = (check: string, field: keyof typeof card, value: string) => {
      const judged = validate(CardForm, { ...card, [field]: value });
      expect(faultOf(check, value, NOW) === null).toBe(judged.ok);
    };
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9٠-٩]{1,20}$/), (value) => {
        agrees('card', 'card_number', value);
        agrees('cvv', 'card_cvv', value);
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9+]{1,15}$/), (value) => {
        const judged = validate(WalletForm, { wallet_mobile: value });
        expect(faultOf('mobile', value, NOW) === null).toBe(judged.ok);
      }),
    );
  });
  it('rejects an expired card and accepts one until the end of its month', () => {
    expect(faultOf('expiry', '10 / 26', NOW)).toBe('expired');
    expect(faultOf('expiry', '11 / 26', NOW)).toBeNull();
    expect(faultOf('expiry', '13 / 26', NOW)).toBe('invalid');
  });
  it('accepts codes and numbers in Arabic digits', () => {
    expect(faultOf('otp', '١٢٣٤٥٦', NOW)).toBeNull();
    expect(faultOf('otp', '١٢٣', NOW)).toBe('invalid');
    expect(faultOf('mobile', '٠١٠٠١٢٣٤٥٦٧', NOW)).toBeNull();
    expect(faultOf('email', 'a@b', NOW)).toBe('invalid');
    expect(faultOf('text', '  ', NOW)).toBe('required');
  });
});
