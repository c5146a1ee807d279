import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { inIndex, on, readPage } from './page.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.sql`
    create table things (
      merchant_id bigint, id bigint, kind int not null, size int not null, primary key (merchant_id, id))`;
  await database.sql`create index on things (merchant_id, size, id)`;
  await database.sql`create index on things (merchant_id, kind, size, id)`;
});
afterAll(() => database.drop());

const thing = fc.record({
  merchant_id: fc.integer({ min: 1, max: 2 }),
  kind: fc.integer({ min: 0, max: 3 }),
  size: fc.integer({ min: 0, max: 5 }),
});

test('every plan for a page of matches returns the page that sorting all rows returns', async () => {
  const { sql } = database;
  await fc.assert(
    fc.asyncProperty(
      fc.array(thing, { maxLength: 60 }),
      fc.record({
        bound: fc.integer({ min: 4, max: 60 }),
        few: fc.record({ inIndex: fc.nat(4), inRows: fc.nat(4) }),
        sorted: fc.nat(4),
        walk: fc.integer({ min: 1, max: 40 }),
        many: fc.nat(30),
        further: fc.integer({ min: 1, max: 40 }),
      }),
      fc.record({
        page: fc.integer({ min: 1, max: 6 }),
        pageSize: fc.integer({ min: 1, max: 7 }),
        sortType: fc.constantFrom('asc' as const, 'desc' as const),
      }),
      fc.constantFrom('size', 'id'),
      fc.constantFrom('text', 'index', 'columns', 'one kind', 'column', 'none'),
      async (made, tiers, page, sortBy, filtered) => {
        const things = made.map((one, index) => ({ ...one, id: index + 1 }));
        await sql`truncate things`;
        if (things.length > 0) await sql`insert into things ${sql(things)}`;
        const isOfKind = () => sql`(t.kind = 1 or t.kind = 2)`;
        const isLarge = on('t.size', sql`t.size > 0`);
        const isOne = filtered === 'one kind';
        const filters = {
          'one kind': [on('t.kind', sql`t.kind = 1`), isLarge],
          text: [isOfKind(), isLarge],
          index: [inIndex(isOfKind()), isLarge],
          columns: [on('t.kind', isOfKind()), isLarge],
          column: [isLarge],
          none: [],
        }[filtered];
        const found = await readPage<{ id: number }>(
          sql,
          { ...page, sortBy },
          {
            table: 'things',
            scope: sql`t.merchant_id = 1`,
            filters,
            sort:
              sortBy === 'id'
                ? { expression: 't.id', unique: true }
                : { expression: 't.size', under: isOne ? 't.kind' : undefined },
            columns: sql`t.id`,
          },
          tiers,
        );
        const matches = things
          .filter((one) => one.merchant_id === 1)
          .filter((one) => filters.length < 2 || one.kind === 1 || (one.kind === 2 && !isOne))
          .filter((one) => filters.length < 1 || one.size > 0)
          .sort((a, b) => (sortBy === 'id' ? 0 : a.size - b.size) || a.id - b.id);
        if (page.sortType === 'desc') matches.reverse();
        const start = (page.page - 1) * page.pageSize;
        expect(found.rows.map(({ id }) => id)).toEqual(
          matches.slice(start, start + page.pageSize).map(({ id }) => id),
        );
        expect(found.meta.total).toBe(Math.min(matches.length, tiers.bound + 1));
      },
    ),
    {
      numRuns: 250,
      // Few enough to be collected, and yet enough to be walked to: met twice, once.
      examples: [
        [
          [{ merchant_id: 1, kind: 1, size: 1 }],
          { bound: 1, few: { inIndex: 1, inRows: 1 }, sorted: 0, walk: 1, many: 0, further: 1 },
          { page: 1, pageSize: 1, sortType: 'asc' },
          'id',
          'text',
        ],
      ],
    },
  );
});
