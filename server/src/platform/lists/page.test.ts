import { type CursorPlace, cursorText, listQuery } from '@daftar/contract/paging';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/kit/platform/database.ts';
import { inIndex, on, type Page, readPage } from './page.ts';

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
        const matches = things
          .filter((one) => one.merchant_id === 1)
          .filter((one) => filters.length < 2 || one.kind === 1 || (one.kind === 2 && !isOne))
          .filter((one) => filters.length < 1 || one.size > 0)
          .sort((a, b) => (sortBy === 'id' ? 0 : a.size - b.size) || a.id - b.id);
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
            known: sortBy === 'size' ? sql`t.size >= ${matches[0]?.size ?? 0}` : undefined,
            columns: sql`t.id`,
          },
          tiers,
        );
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
      // Few enough to be collected, yet enough to be reached by the walk: found twice, returned once.
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

test('what stands still is read by cursor exactly once, in order, whatever is inserted and changed meanwhile', async () => {
  const { sql } = database;
  const start = Date.UTC(2027, 0, 1);
  const insert = (id: number, kind: number, minute: number) => sql`
    insert into changing (merchant_id, id, kind, changed_at)
    values (1, ${id}, ${kind}, ${new Date(start + minute * 60_000)}::timestamptz + interval '1 microsecond' * ${id % 3})`;
  await sql`
    create table changing (merchant_id bigint, id bigint, kind int not null, changed_at timestamptz not null,
                           primary key (merchant_id, id))`;
  await sql`create index on changing (merchant_id, changed_at, id)`;
  const row = fc.record({ kind: fc.nat(1), minute: fc.nat(3) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 25 }),
      fc.array(fc.record({ ...{ kind: fc.nat(1), minute: fc.nat(9) }, changes: fc.nat(24) }), {
        maxLength: 12,
      }),
      fc.record({
        pageSize: fc.integer({ min: 1, max: 6 }),
        sortType: fc.constantFrom('asc' as const, 'desc' as const),
        sortBy: fc.constantFrom('id', 'changed_at'),
        isFiltered: fc.boolean(),
      }),
      async (made, meanwhile, { isFiltered, ...asked }) => {
        await sql`truncate changing`;
        for (const [index, { kind, minute }] of made.entries()) await insert(2 * index + 2, kind, minute);
        const touched = new Set<number>();
        const read: number[] = [];
        const waiting = [...meanwhile];
        let after: CursorPlace | null = null;
        for (;;) {
          const found: Page<{ id: number }> = await readPage<{ id: number }>(
            sql,
            { ...asked, page: 1, cursor: { after, of: 'things' } },
            {
              table: 'changing',
              scope: sql`t.merchant_id = 1`,
              filters: isFiltered ? [sql`t.kind = 1`] : [],
              sort:
                asked.sortBy === 'id' ? { expression: 't.id', unique: true } : { expression: 't.changed_at' },
              columns: sql`t.id`,
            },
          );
          read.push(...found.rows.map(({ id }) => id));
          const { next_cursor: cursor } = found.meta as unknown as { next_cursor: string | null };
          if (cursor === null) break;
          expect(found.rows).toHaveLength(asked.pageSize);
          after = cursorPlace(cursor);
          const change = waiting.pop();
          if (!change) continue;
          // Between all others, before and after the position being read.
          const id = 2 * change.changes + 1;
          await sql`delete from changing where id = ${id}`;
          await insert(id, change.kind, change.minute);
          const moved = 2 * change.changes + 2;
          touched.add(id).add(moved);
          await sql`
            update changing set changed_at = ${new Date(start + (10 + change.minute) * 60_000)} where id = ${moved}`;
        }
        const still = await sql<{ id: number }[]>`
          select id from changing where not id = any(${[...touched]}::bigint[]) and (${!isFiltered} or kind = 1)
           order by ${sql.unsafe(asked.sortBy === 'id' ? 'id' : 'changed_at, id')}`;
        const expected = still.map(({ id }) => id);
        if (asked.sortType === 'desc') expected.reverse();
        expect(read.filter((id) => !touched.has(id))).toEqual(expected);
        if (asked.sortBy === 'id') expect(new Set(read).size).toBe(read.length);
      },
    ),
    { numRuns: 120 },
  );
});

const asked = listQuery({
  dialect: 'snake',
  sort: ['id', 'updated_at', 'created_at'],
  filters: {},
  byCursor: 'things',
});
/** Reads a cursor like a caller's query, in the order for which the cursor was made. */
function cursorPlace(cursor: string): CursorPlace {
  const sort_by = /^(?:things\.)?u/.test(cursor) ? 'updated_at' : 'id';
  return asked.parse({ cursor, sort_by }).paging.cursor!.after!;
}

test('a cursor is of one list and one order, and is asked for without pages', () => {
  expect(asked.parse({ limit: '50' }).paging).toEqual({
    ...{ page: 1, pageSize: 50, sortBy: 'id', sortType: 'desc' },
    cursor: { after: null, of: 'things' },
  });
  const id = cursorText({ id: 7, changedMicros: null }, 'things');
  const change = cursorText({ id: 7, changedMicros: Date.UTC(2027, 0, 1) * 1000 + 1 }, 'things');
  expect(cursorPlace(change)).toEqual({ id: 7, changedMicros: Date.UTC(2027, 0, 1) * 1000 + 1 });
  // The older form of cursors, without the list's name.
  expect(cursorPlace(change.replace('things.', ''))).toEqual(cursorPlace(change));
  const wrong: Record<string, string>[] = [
    { cursor: id, page: '1' },
    { cursor: id, page_size: '10' },
    { cursor: id, sort_by: 'created_at' },
    { cursor: id, sort_by: 'updated_at' },
    { cursor: change },
    { cursor: cursorText({ id: 7, changedMicros: null }, 'others') },
    { cursor: '.i7' },
    { cursor: 'ü' },
    { cursor: '7' },
    { limit: '0' },
    { limit: '101' },
  ];
  for (const query of wrong) expect(asked.safeParse(query).success, JSON.stringify(query)).toBe(false);
});
