import { searchKey } from '@daftar/contract/search-key';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/kit/platform/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Returns the texts whose keys differ between the database and JavaScript. */
async function differences(texts: readonly string[]) {
  const rows = await database.sql<{ key: string }[]>`
    select search_key(text) as key from unnest(${[...texts]}::text[]) with ordinality as given (text, place) order by place`;
  return texts.flatMap((text, at) =>
    rows[at]!.key === searchKey(text) ? [] : [{ text, sql: rows[at]!.key, ts: searchKey(text) }],
  );
}

const LETTERS = [...'abzABZ 09@._-%أإآٱاىيةهمحمدÀÉİIı'];
/** Unusual characters in real names and pasted text. */
const UNUSUAL = [
  ...'ـًَُِّْٰؐ٠٩۰۹ؤئءیکگڤپچژھەﻻﷲﻣﺤﻤﺪﹰßÆœøłĐςΣΟ’‘`´“”«»–—\u2011\u00ad',
  ...'\u0301\u0327\u0654\u034f\u200b\u200c\u200d\u200e\u200f\u202a\u2066\u2069\u061c\ufeff\ufe0f',
  ...'\t\n\r\v\u0085\u00a0\u1680\u2003\u2028\u202f\u205f\u3000Ａｚ９ｶﾞﬁ㎏№½漢字가👨👩𝐀',
];

test('the database normalises text for search as the browser and the server do', async () => {
  const sample = (unit: readonly string[]) =>
    fc.sample(fc.string({ unit: fc.constantFrom(...unit), maxLength: 30 }), 500);
  const texts = [...sample(LETTERS), ...sample([...LETTERS, ...UNUSUAL]), ...sample(UNUSUAL), ...UNUSUAL];
  expect(await differences(texts)).toEqual([]);
  const [none] = await database.sql<{ key: string | null }[]>`select search_key(null) as key`;
  expect(none?.key).toBeNull();
});

/**
 * Characters that databases and browsers of different ages treat differently: marks and cased letters of Unicode 15 and
 * later, and the rare scripts to which such characters are added.
 */
const NEWER = /[\u1acf-\u1aff\u0897\u1c89\u1c8a\ua7c0-\ua7dc\ua7f1\u{10500}-\u{1cfff}\u{1df00}-\u{1e8ff}]/u;

test('any text that is assigned in Unicode 14 is normalised alike by the database and JavaScript', async () => {
  const assigned = fc
    .string({ unit: 'binary', maxLength: 40 })
    .filter((text) => !text.includes('\0') && !NEWER.test(text));
  const usual = fc
    .string({ unit: 'grapheme', maxLength: 40 })
    .filter((text) => !text.includes('\0') && !NEWER.test(text));
  const texts = [...fc.sample(assigned, 3000), ...fc.sample(usual, 3000)];
  expect(await differences(texts)).toEqual([]);
});

test('every character of the basic plane, and every letter at the end of a word, is normalised alike', async () => {
  const all = Array.from({ length: 0xffff }, (_, code) => String.fromCodePoint(code + 1)).filter(
    (letter) => /[^\p{Cs}\p{Cn}\p{Co}]/u.test(letter) && !NEWER.test(letter),
  );
  const letters = all.filter((letter) => /\p{L}/u.test(letter) && letter < '\u2e80');
  const texts = [...all, ...letters.flatMap((letter) => [`ab${letter}`, `ΑΒ${letter} ΟΔΟΣ`])];
  expect(texts.length).toBeGreaterThan(60_000);
  expect(await differences(texts)).toEqual([]);
});

test('a key is its own key, and all Unicode forms of a text have the same', () => {
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom(...LETTERS, ...UNUSUAL), maxLength: 30 }),
    fc.string({ unit: 'grapheme', maxLength: 30 }),
  );
  fc.assert(
    fc.property(text, (value) => {
      const key = searchKey(value);
      expect(searchKey(key)).toBe(key);
      for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const) {
        // An acute accent that stands alone is an apostrophe; NFKC makes it a space with an accent.
        if (!/[\u00b4\u1ffd\u0384\u1fef]/.test(value) || form === 'NFC')
          expect(searchKey(value.normalize(form))).toBe(key);
      }
    }),
  );
});

test.each([
  ['محمد ﺃﺣﻤﺪ', 'محمد احمد'],
  ['علی کریم', 'علي كريم'],
  ['لؤي', 'لوي'],
  ['رائد', 'رايد'],
  ['علاء', 'علا'],
  ['فاطمة', 'فاطمه'],
  ['مُحَمَّد', 'محمد'],
  ['محـــمد', 'محمد'],
  ['ڤودافون', 'فودافون'],
  ['André', 'andre'],
  ['Straße Øst', 'strasse ost'],
  ['O’Neil', "o'neil"],
  ['Ａｈｍｅｄ', 'ahmed'],
  ['ﬁne', 'fine'],
  ['Ah\u200bmed\u200f Ali', 'ahmed ali'],
  ['Ahmed\u00a0\u2003 Ali\tHassan', 'ahmed ali hassan'],
  ['ﷲ', 'الله'],
  ['Al\u2011Ahram', 'al-ahram'],
])('%s is found by “%s”', async (stored, typed) => {
  expect(searchKey(stored)).toContain(searchKey(typed));
  expect(searchKey(typed)).toBe(typed);
});

test('keys sort names by the Arabic and the Latin alphabet', async () => {
  const names = [
    'ياسر',
    'Zed',
    'علی',
    'Émile',
    'adam',
    'أحمد',
    'كريم',
    'Eric',
    'کمال',
    'ؤنس',
    'باسم',
    'احمد ب',
    'پيتر',
    'Łukasz',
  ];
  const rows = await database.sql<{ name: string }[]>`
    select name from unnest(${names}::text[]) name order by search_key(name) collate "C"`;
  expect(rows.map(({ name }) => name)).toEqual([
    ...['adam', 'Émile', 'Eric', 'Łukasz', 'Zed'],
    ...['أحمد', 'احمد ب', 'باسم', 'پيتر', 'علی', 'كريم', 'کمال', 'ؤنس', 'ياسر'],
  ]);
});

test('the search index splits Arabic words into trigrams as it does Latin ones', async () => {
  const [row] = await database.sql<{ arabic: string[]; latin: string[] }[]>`
    select show_trgm('محمد') as arabic, show_trgm('omar') as latin`;
  expect(row?.arabic).toHaveLength(row!.latin.length);
});
