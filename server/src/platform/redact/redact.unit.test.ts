import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  maskCards,
  redactHeaders,
  redactText as redactNotification,
  redactQuery,
} from '../../processors/redact.ts';
import { keptBody, keptQuery, redactText as redactLog } from '../../request-log/redact.ts';

/** The redaction shared by the request log, the processors' inbox and stored files. */
const EACH: [string, (text: string) => string][] = [
  ['the request log', redactLog],
  ['the inbox', redactNotification],
  ['kept files', maskCards],
];

const withCheck = (digits: string) => {
  const sum = [...digits].reduceRight((total, digit, at) => {
    const doubled = (digits.length - at) % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
};
const CARD = fc
  .array(fc.constantFrom(...'0123456789'), { minLength: 12, maxLength: 18 })
  .map((all) => withCheck(all.join('')))
  .filter((card) => !/^0+$/.test(card) && !/^(?:19|20)\d\d(?:0[1-9]|1[0-2])/.test(card));
const SEPARATORS = [
  '',
  ' ',
  '  ',
  '\u00a0',
  '\u202f',
  '-',
  '\u2013',
  '\u2212',
  '_',
  '/',
  ',',
  '.',
  '\u066c',
  '\u060c',
  '\u200b',
  '\u200d',
  '\u2060',
  '\ufeff',
  '\u200f',
  '\u00ad',
  ' - ',
  '%20',
  '\\u00a0',
  '&nbsp;',
  '&#160;',
  '+',
  '\t',
  '\uff0f',
  '\u3000',
];
const ZEROS = [0x30, 0x660, 0x6f0, 0xff10, 0x966, 0x1d7ce, 0x1d7d8];
const written = fc
  .tuple(CARD, fc.constantFrom(...SEPARATORS), fc.constantFrom(1, 2, 3, 4, 5), fc.constantFrom(...ZEROS))
  .map(([card, separator, size, zero]) => {
    const groups = card.match(new RegExp(`.{1,${size}}`, 'g'))!.join('|');
    const shown = [...groups]
      .map((each) => (each === '|' ? separator : String.fromCodePoint(zero + Number(each))))
      .join('');
    return { card, shown };
  });

describe.each(EACH)('%s', (_name, hide) => {
  test('keeps no card number of 13 to 19 digits, in whichever digits and with whichever separators', () => {
    const around = fc.constantFrom('', 'card ', 'بطاقة ', '"', '(', 'x=', '<pan>');
    fc.assert(
      fc.property(
        written,
        around,
        fc.constantFrom('', ' thanks', '"', ')', '</pan>'),
        ({ shown, card }, before, after) => {
          const kept = hide(`${before}${shown}${after}`);
          expect(kept).not.toContain(shown);
          expect(kept.replace(/\D/g, '')).not.toContain(card);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  test.each([
    'TRX-7K3M9Q2D',
    '2026-11-29T10:00:00.000Z',
    '2026-11-29 23:59',
    '192.168.100.200',
    '1234567890123',
    '12345678901234567890123',
    'طلب رقم ٥٤ بمبلغ ١٢٠',
    '1,234.50',
  ])('leaves %s as it was', (text) => {
    expect(hide(text)).toBe(text);
  });

  test.each([
    '{"cvv":"739"}',
    '{"cvv":739}',
    '{"card":{"cardSecurityCode": 739}}',
    '{"CVC2" : "739"}',
    '{"pin":7391}',
    'cvv=739&x=1',
    'card[cvv]=739',
    'card%5Bcvc%5D=739',
    '<cvv>739</cvv>',
    '<ns:CVV2 kind="a">739</ns:CVV2>',
    '<card cvc="739"/>',
    "<card cvc='739'/>",
    '<pin><![CDATA[7391]]></pin>',
    '<field name="cvv" value="739"/>',
    '{"name":"cvv","value":"739"}',
    'CVV: 739',
    'cvc 739',
    'https://daftar.example/reset-password/739abcdefghij_K',
    'https://daftar.example/mail/confirm/c.739.1.2.abcdefghij',
    'https://daftar.example/confirm-address/739abcdefghij?lang=en',
    'https://daftar.example/create-password?email=a&token=739abcdef',
    'https://daftar.example/ops/join?lang=en#739abcdefghijk',
    'https://daftar.example/accept-invitation?token=739abcdef',
    'scim_739abcdefghij',
    'scim_ops_739abcdefghij',
    'sk_live_739abcdefghij',
    'egy_sk_test_739abcdefg',
    'whsec_739abcdefghij',
    'Bearer 739abcdefghij',
  ])('keeps nothing secret of %s', (text) => {
    expect(hide(text)).not.toMatch(/739/);
  });
});

test('the inbox keeps JSON valid, and ids, references, times and amounts as they were, whatever their digits are', () => {
  const number = fc.maxSafeNat().map((each) => withCheck(String(1e12 + (each % 1e12))));
  fc.assert(
    fc.property(number, fc.double({ min: 0.01, max: 1e9, noNaN: true }), (id, amount) => {
      const body = {
        id: Number(id),
        merchantRefNumber: id,
        order: { id },
        amount,
        created_at: Number(id),
        note: '',
      };
      expect(JSON.parse(redactNotification(JSON.stringify(body)))).toEqual(body);
    }),
  );
  expect(redactNotification('{"pan":4111111111111111,"cvv":739}')).toBe(
    '{"pan":9999999999991111,"cvv":"[redacted]"}',
  );
});

test('no card number stays in a header, an address or the name of a field', () => {
  const card = '4111 1111 1111 1111';
  expect(JSON.stringify(redactHeaders({ 'user-agent': `shop ${card}` }))).not.toContain('4111');
  expect(
    JSON.stringify(
      redactQuery([
        ['x', card],
        [card, 'x'],
      ]),
    ),
  ).not.toContain('4111');
  expect(keptQuery(`x=${encodeURIComponent(card)}`)).not.toContain('4111');
  expect(keptBody({ [card]: 1, cvv: 739, deep: { pin: 1234 } }).text).not.toMatch(/4111|739|1234/);
  expect(keptBody({ merchant_reference: '4111111111111111', order_id: 4111111111111111 }).text).toBe(
    '{"merchant_reference":"4111111111111111","order_id":4111111111111111}',
  );
});

test('long texts take time in proportion to their length', () => {
  for (const part of ['4', '4 ', '"a":"', '<a ', '\\u0034', '%34', 'cvv', '&#52;', '12-', 'a="', '/pay/'])
    for (const [, hide] of EACH) hide(part.repeat(20_000));
});
