import { expect, test } from 'vitest';
import { compactPhone, mobile, normaliseMobile } from './egypt.ts';

test.each([
  '01012345678',
  '010/1234 5678',
  '010/123/45678',
  '010-1234-5678',
  '010 | 12345678',
  '(010) 1234.5678',
  'tel:+201012345678',
  'tel:+20-10-1234-5678;ext=5',
  'TEL: 010 1234 5678',
  'tel:%2B201012345678',
  'sms:01012345678?body=hello',
  'https://wa.me/201012345678?text=hello',
  'Mob.: 010 1234 5678',
  'موبايل: ٠١٠١٢٣٤٥٦٧٨',
  '０１０１２３４５６７８',
  '＋２０１０１２３４５６７８',
  '۰۱۰۱۲۳۴۵۶۷۸',
  '+20 (0)10 1234 5678',
  '2001012345678',
  '0020 010 1234 5678',
  '\u202a+20 10 1234 5678\u202c',
])('%j is read as 01012345678', (typed) => {
  expect(normaliseMobile(typed)).toBe('01012345678');
  expect(mobile().safeParse(typed)).toMatchObject({ success: true, data: '01012345678' });
});

test.each([
  '0101234567',
  '010123456789',
  '01012345678 01112345678',
  '01012345678;9',
  '010a12345678',
  '0131234567',
])('%j is refused', (typed) => {
  expect(mobile().safeParse(typed)).toMatchObject({
    success: false,
    error: { issues: [{ message: 'InvalidMobile' }] },
  });
});

test('a number of another country keeps its digits', () => {
  expect(compactPhone('tel:+44 20/7946 0958')).toBe('+442079460958');
});
