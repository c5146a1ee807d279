/** Arabic readers count in their own digits on screens, and in Latin ones in what is sent or printed. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import arMessages from '@daftar/contract/messages/ar.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { serverRoot } from '../paths.ts';
import { translate } from './translate.ts';

const OWN = /[٠-٩]/;
const LATIN = /[0-9]/;
/** What is sent or printed, by its key; the reference for developers is read beside code and is no reply. */
const SENT = /sms|mail|message\.|document\.|receipt\.|notice\.|payer\./i;
/** Telephones, addresses, networks, encodings, colours and numbers of columns are typed so in every language. */
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

/** Codes, references and days that a person types or reads in this form. */
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

test('a reference of digits alone is not reformatted', () => {
  const ref = { key: 'ops.chargebackOpened', params: { reference: '100200' } };
  expect(translate('ar', ref)).toContain('100200');
});
