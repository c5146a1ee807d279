import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maskCards, redactHeaders, redactQuery, redactText } from './redact.ts';

const CARD = '5123450000000008';

describe('a stored notification', () => {
  test.each([
    ['a number in text', `{"number":"${CARD}"}`],
    ['a number as digits of JSON', `{"number":${CARD}}`],
    ['a number in groups', '{"number":"5123 4500 0000 0008"}'],
    ['a number that the sender has masked with its first six digits', '{"number":"512345xxxxxx0008"}'],
    ['a number in a form', `pan=${CARD}&x=1`],
    ['a number behind others', `{"text":"12 34 ${CARD} 7"}`],
    ['a number in groups behind others', '{"text":"01001234567 5123 4500 0000 0008-99"}'],
  ])('keeps only the last four digits of %s', (_what, text) => {
    const kept = redactText(text);
    expect(kept).toContain('0008');
    expect(kept).not.toMatch(/5123|123450/);
  });

  test.each(['cvv', 'csc', 'securityCode', 'password'])('keeps no %s', (field) => {
    expect(redactText(`{"${field}":"739"}`)).toBe(`{"${field}":"[redacted]"}`);
  });

  test('keeps no code of a form or an address', () => {
    const form = 'method=1&card_number=51&card_expiry=12/30&card_cvv=739&cvv=739';
    expect(redactText(form)).not.toMatch(/739|12\/30/);
    expect(redactQuery([['card_cvv', '739']])).toEqual([['card_cvv', '[redacted]']]);
  });

  test('stays JSON, with its amounts, times and ids', () => {
    const body = {
      amount: 599.8,
      time: 1_795_000_000_000,
      order: '7K3M9Q2D7K3M9Q2D7K3M',
      rrn: '432109876543',
      card: Number(CARD),
    };
    const kept = JSON.parse(redactText(JSON.stringify(body))) as typeof body;
    expect(kept).toMatchObject({ amount: 599.8, time: 1_795_000_000_000, order: body.order, rrn: body.rrn });
  });

  test('keeps no header or parameter that authenticates its sender', () => {
    const headers = {
      'x-notification-secret': 's',
      authorization: 'b',
      cookie: 'c',
      'x-notification-id': '7',
    };
    expect(redactHeaders(headers)).toEqual({ 'x-notification-id': '7' });
    expect(
      redactQuery([
        ['hmac', 'abc'],
        ['id', '7'],
      ]),
    ).toEqual([
      ['hmac', '[redacted]'],
      ['id', '7'],
    ]);
  });

  test('is blacked out in time that grows with its length alone', () => {
    const long = fc.constantFrom('4', '4 ', '5x', '"cvv":"', '12-');
    fc.assert(
      fc.property(long, (part) => {
        redactText(part.repeat(20_000));
      }),
      { numRuns: 10 },
    );
  });
});

test('in what people read, the first six and last four digits of a card stay; other numbers are as they were', () => {
  expect(maskCards('POS 5123450000000008, ref 123456789012')).toBe('POS 512345******0008, ref 123456789012');
  expect(maskCards('بطاقة 5123 4500 0000 0008')).toBe('بطاقة 512345******0008');
  for (const other of ['5123450000000009', 'TRX5123450000000008', '01012345678', '512345******0008', ''])
    expect(maskCards(other)).toBe(other);
});

test('a reference of ours is never masked, whatever numbers stand around it, and a card beside it always', () => {
  const digits = (length: number) =>
    fc
      .array(fc.constantFrom(...'0123456789'), { minLength: length, maxLength: length })
      .map((all) => all.join(''));
  const ours = fc.oneof(
    digits(8).map((each) => `TRX-${each}`),
    digits(12).map((each) => `TRF-${each}`),
    digits(12).map((each) => `DAFTAR-${each}`),
  );
  const around = fc.array(fc.nat({ max: 10 }).chain(digits), { maxLength: 3 }).map((all) => all.join(' '));
  fc.assert(
    fc.property(around, ours, around, fc.constantFrom(' ', '-', '/'), (before, reference, after, between) => {
      const masked = maskCards(`${before} ${reference}${between}${after} 5123450000000008`);
      expect(masked).toContain(reference);
      expect(masked).not.toContain('5123450000000008');
    }),
    { numRuns: 1_000 },
  );
  expect(maskCards('TRX-45123450 00000008')).toBe('TRX-45123450 00000008');
  expect(maskCards('TRX-5123450000000008')).toBe('TRX-512345******0008');
});
