import { searchKey } from '@daftar/contract/text';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const LETTERS = [...'abzABZ 09@._-%أإآٱاىيةهمحمدÀÉİIı'];
/** Marks and digits, for whose sake alone text is looked at more closely. */
const RARE = [...'ـًَُِّْٰؐ٠٩۰۹'];

test('the database normalises text for search as the browser and the server do', async () => {
  const sample = (unit: string[]) =>
    fc.sample(fc.string({ unit: fc.constantFrom(...unit), maxLength: 30 }), 300);
  const texts = [...sample(LETTERS), ...sample([...LETTERS, ...RARE]), ...RARE];
  const rows = await database.sql<{ key: string }[]>`
    select search_key(text) as key from unnest(${texts}::text[]) with ordinality as given (text, place) order by place`;
  expect(rows.map(({ key }) => key)).toEqual(texts.map(searchKey));
  const [none] = await database.sql<{ key: string | null }[]>`select search_key(null) as key`;
  expect(none?.key).toBeNull();
});

/** Beyond it are letters of last year, of which the database and JavaScript need not know the same. */
const FIRST_NEW_LETTER = 0xa700;

test('every letter is normalised alike by the database and JavaScript, alone and at the end of a word', async () => {
  const letters = Array.from({ length: FIRST_NEW_LETTER }, (_, code) => String.fromCodePoint(code)).filter(
    (letter) => /\p{L}/u.test(letter),
  );
  const texts = letters.flatMap((letter) => [letter, `ab${letter}`, `ΑΒ${letter} ΟΔΟΣ`]);
  const rows = await database.sql<{ text: string; key: string }[]>`
    select text, search_key(text) as key from unnest(${texts}::text[]) given (text)`;
  expect(rows.length).toBeGreaterThan(100_000);
  expect(rows.filter(({ text, key }) => key !== searchKey(text))).toEqual([]);
});

test('the search index splits Arabic words into trigrams as it does Latin ones', async () => {
  const [row] = await database.sql<{ arabic: string[]; latin: string[] }[]>`
    select show_trgm('محمد') as arabic, show_trgm('omar') as latin`;
  expect(row?.arabic).toHaveLength(row!.latin.length);
});
