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

test('the database compares text in the same form as the browser and the server', async () => {
  const sample = (unit: string[]) =>
    fc.sample(fc.string({ unit: fc.constantFrom(...unit), maxLength: 30 }), 300);
  const texts = [...sample(LETTERS), ...sample([...LETTERS, ...RARE]), ...RARE];
  const rows = await database.sql<{ key: string }[]>`
    select search_key(text) as key from unnest(${texts}::text[]) with ordinality as given (text, place) order by place`;
  expect(rows.map(({ key }) => key)).toEqual(texts.map(searchKey));
  const [none] = await database.sql<{ key: string | null }[]>`select search_key(null) as key`;
  expect(none?.key).toBeNull();
});

test('the index of what is searched for knows Arabic words as well as Latin ones', async () => {
  const [row] = await database.sql<{ arabic: string[]; latin: string[] }[]>`
    select show_trgm('محمد') as arabic, show_trgm('omar') as latin`;
  expect(row?.arabic).toHaveLength(row!.latin.length);
});
