/** Arabic screens use Arabic digits; messages and documents use Latin ones. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIGURES, type MessageParams } from '@daftar/contract/message-params';
import arMessages from '@daftar/contract/messages/ar.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { SecondPersonLeftRecently } from '../../approvals/errors.ts';
import { contentOf } from '../../notifications/content.ts';
import { BalanceWanted } from '../../reconciliation/statements/errors.ts';
import { SettlingRests } from '../../settlements/errors.ts';
import { serverRoot } from '../paths.ts';
import { translate } from './translate.ts';
import { groupedAmount } from './written.ts';

const OWN = /[٠-٩]/;
const LATIN = /[0-9]/;
/** Keys of texts that are sent or printed; the reference for developers is read beside code and is not a reply. */
const SENT = /sms|mail|message\.|document\.|receipt\.|notice\.|payer\./i;
/** Telephone numbers, addresses, networks, encodings, colours and column numbers have this form in every language. */
const AS_TYPED =
  /\b01\d{9}\b|\b02\d{8}\b|\b19019\b|\d+(\.\d+){3}(\/\d+)?|\bIPv[46]\b|\bUTF-8\b|\bSHA-256\b|#[\da-f]{6}\b|#\d{1,2}\b|\/\d+/g;

const folder = join(serverRoot, 'locales/ar');
const sentences = readdirSync(folder)
  .filter((name) => name !== 'docs.json' && name !== 'reference.json')
  .flatMap((name) =>
    Object.entries(JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, string>).map(
      ([key, sentence]) => [`${name.replace('.json', '')}.${key}`, sentence] as const,
    ),
  );

test('Arabic sentences of responses use Arabic digits', () => {
  const wrong = [...sentences, ...Object.entries(arMessages)]
    // The pages of stand-ins show test data as it is typed.
    .filter(([key]) => !SENT.test(key) && !key.startsWith('stand-in-'))
    .filter(([, sentence]) => LATIN.test(sentence.replace(AS_TYPED, '').replace(/\{\{\w+\}\}/g, '')));
  expect(wrong).toEqual([]);
});

/** Codes, references and days that people type or read in this form. */
const TYPED_ON_SCREENS =
  /\b[A-Z]{2,3}-(\d{4}-)?[A-Z0-9]+\b|\b\d{4}-\d{2}(-\d{2})?\b|\b\d+\.\d\b|\b[45]xx\b|\b410\b|\b411111\b|camt\.053|MT940|pain\.00[12](\.\d+)*|20022|1Password|SCIM 2\.0|windows-1256|UTF-16|\b12-21\b|من 1\.|\b09\s*\/\s*28/gi;

test('Arabic texts of screens use Arabic digits', () => {
  const screens = join(serverRoot, '../web/locales/ar');
  const wrong = readdirSync(screens)
    .filter((name) => name !== 'docs.json')
    .flatMap((name) =>
      Object.entries(JSON.parse(readFileSync(join(screens, name), 'utf8')) as Record<string, string>),
    )
    .filter(([, text]) =>
      LATIN.test(
        text
          .replace(AS_TYPED, '')
          .replace(TYPED_ON_SCREENS, '')
          .replace(/\{\{\w+\}\}/g, ''),
      ),
    );
  expect(wrong).toEqual([]);
});

test('Arabic messages and documents use Latin digits', () => {
  expect(sentences.filter(([key, sentence]) => SENT.test(key) && OWN.test(sentence))).toEqual([]);
});

test('numbers in a sentence use its digits and select the plural form', () => {
  const made = (count: number) => ({ key: 'products.imported', params: { count } });
  expect(translate('ar', made(3))).toBe('تمت إضافة ٣ منتجات');
  expect(translate('ar', made(1200))).toBe('تمت إضافة ١٬٢٠٠ منتج');
  expect(translate('en', made(1200))).toBe('1,200 products were added');
  expect(translate('ar', { key: 'settlements.document.more', params: { count: 12 } }, 'latin')).toContain(
    'و12 ',
  );
  const owed = { key: 'CreditNoteExceeds', params: { feePiastres: 123_450, vatPiastres: 5 } };
  expect(translate('ar', owed)).toContain('١٬٢٣٤٫٥٠');
  expect(translate('ar', owed, 'latin')).toContain('1,234.50');
  expect(translate('ar', { key: 'TooLong', params: { maximum: 250 } })).toContain('٢٥٠');
});

/** Placeholders for names, references, codes, addresses and other text, which are shown unchanged. */
const TEXTS: ReadonlySet<string> = new Set(
  [
    'account address attribute bank bankAccount bankReference business by code column contact content',
    'contract currency document domain domains email entry explanation field file from group groups host',
    'id inviter invoice issuer key kind label merchant merchantReason method name named names note number',
    'path people period permission person phone reason reference report role schema source taxId title to',
    'topic transaction url value version versions what word',
  ].flatMap((line) => line.split(' ')),
);

test('every placeholder is declared as a figure, which is formatted, or as text', () => {
  const named = [...sentences, ...Object.entries(arMessages)].flatMap(([key, sentence]) =>
    [...sentence.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => [key, name] as const),
  );
  const figures: ReadonlySet<string> = new Set(FIGURES);
  expect(named.filter(([, name]) => figures.has(name) === TEXTS.has(name))).toEqual([]);
  const used = new Set(named.map(([, name]) => name));
  expect([...figures, ...TEXTS].filter((name) => !used.has(name))).toEqual([]);
});

test('amounts, days and percentages in a reply have the digits and the form of its language', () => {
  const balance = new BalanceWanted('closing', -123_450).fields?.closing?.[0];
  expect(translate('ar', balance!)).toContain('١٬٢٣٤٫٥٠');
  expect(translate('en', balance!)).toContain('-1,234.50');
  const alone = new SecondPersonLeftRecently(new Date('2026-07-01T22:30:00Z')).ref;
  expect(translate('ar', alone)).toContain('٢ يوليو ٢٠٢٦');
  expect(translate('en', alone)).toContain('2 July 2026');
  const rests = new SettlingRests(new Date('2026-07-01T10:00:00Z'), 'ar').ref;
  expect(translate('ar', rests)).not.toMatch(LATIN);
  const share = { shareBps: 1250, count: 3 };
  expect(contentOf('ar', 'reserve-set', share)).toContain('١٢٫٥٪');
  expect(contentOf('ar', 'reserve-set', share, 'latin')).toContain('12.5%');
  expect(contentOf('ar', 'reserve-set', { percent: '12.5', count: 3 })).toContain('١٢٫٥٪');
});

test('a number or a day does not compile where a reply has a figure that is not formatted', () => {
  const made: MessageParams[] = [
    // @ts-expect-error: an ISO day
    { date: '2026-07-01' },
    // @ts-expect-error: an amount as text
    { actual: '1234.50' },
    // @ts-expect-error: Latin digits
    { amount: groupedAmount(123_450) },
  ];
  expect(made).toHaveLength(3);
});

test('a reference of digits alone is not reformatted', () => {
  const ref = { key: 'ops.chargebackOpened', params: { reference: '100200' } };
  expect(translate('ar', ref)).toContain('100200');
});
