import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { avoidedWordsOf } from './avoided-words.mjs';
import { checkCatalogues } from './catalogues.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const problemsOf = avoidedWordsOf(root);
const problems = (locale, sentence) => problemsOf('web/locales/planted.json', locale, 'key', sentence);

test.each([
  ['en', 'The payout was handed over'],
  ['ar', 'أدخل كود التحقق'],
])('an avoided word in a catalogue fails the check (%s)', (locale, sentence) => {
  const copy = mkdtempSync(join(tmpdir(), 'daftar-words-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  for (const path of ['GLOSSARY.md', 'contract/messages', 'server/locales', 'web/locales'])
    cpSync(join(root, path), join(copy, path), { recursive: true });
  expect(checkCatalogues(copy)).toBe(true);
  const path = join(copy, 'web/locales', locale, 'common.json');
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), done: sentence }));
  expect(checkCatalogues(copy)).toBe(false);
});

test.each([
  ['en', 'Wait until the payout is handed over', 'payout'],
  ['en', 'Cancelled', 'canceled'],
  ['en', 'Two Vendors', 'merchant'],
  ['ar', 'أدخل كود التحقق', 'رمز التحقق'],
  ['ar', 'بعد خصم رسومنا', 'العمولة'],
  ['ar', 'من النزاع وبالنزاع', 'اعتراض على الدفع'],
  ['ar', 'الطلب ملغيٌّ', 'ملغى'],
])('%s: “%s” is refused, and “%s” is suggested', (locale, sentence, term) => {
  expect(problems(locale, sentence)).toEqual([
    expect.stringMatching(
      `^web/locales/planted.json \\(${locale}\\): key says “.+”; the glossary’s word is “${term}”$`,
    ),
  ]);
});

test.each([
  ['en', 'The invitation is on its way to {{email}}'],
  ['en', 'A spreadsheet of resellers'],
  ['ar', 'منازعات'],
  ['ar', 'The email is cancelled'],
  ['en', 'ملغي'],
])('%s: “%s” is accepted', (locale, sentence) => {
  expect(problems(locale, sentence)).toEqual([]);
});

test('every exception names an existing sentence and its reason', () => {
  const excepted = JSON.parse(readFileSync(`${root}/tools/avoided-words.json`, 'utf8'));
  for (const [where, reason] of Object.entries(excepted)) {
    const [, name, locale, key] = /^(\S+) \((\w\w)\): (.+)$/.exec(where);
    const path = name.endsWith('.json')
      ? name.replace(/\/([^/]+)$/, `/${locale}/$1`)
      : `${name}/${locale}.json`;
    expect(JSON.parse(readFileSync(`${root}/${path}`, 'utf8'))).toHaveProperty([key]);
    expect(reason).toMatch(/\w+ \w+/);
  }
});
