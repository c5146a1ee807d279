import type { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { App } from '../context.ts';
import type { Tx } from '../db/connect.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { type Columns, number, text } from './columns.ts';
import { exportCsv, exportRows, READER_MILLISECONDS } from './export.ts';

let database: TestDatabase;
let app: App;
beforeAll(async () => {
  database = await createTestDatabase();
  const now = new Date('2026-06-15T22:30:00Z');
  app = { db: database.sql, pool: database.sql, clock: { now: () => now } } as unknown as App;
});
afterAll(() => database.drop());
afterEach(() => vi.restoreAllMocks());

interface Row {
  n: number;
  name: string;
}
const columns: Columns<Row> = { serial: number('n'), name: text('name') };
const heading = (column: string) => `the ${column}`;
/** Numbers up to `most`, and whatever `name` makes of each. */
const file = (most: number, name = `'=' || n`) => ({
  what: 'numbers',
  columns,
  heading,
  // As they are counted, and never all at once.
  query: (tx: Tx) => tx<Row[]>`
    select n, ${tx.unsafe(name)} as name from (select generate_series(1, ${most}::int) as n offset 0) counted`,
});
const whole = async (stream: Readable) => Buffer.concat(await stream.toArray()).toString();
const FORMATS = ['csv', 'xlsx'] as const;

test('a file of more rows than one fetch has its headings once and each row once', async () => {
  const { stream, fileName, contentType } = await exportCsv(app, file(9000));
  const lines = (await whole(stream)).split('\r\n');
  expect([fileName, contentType]).toEqual(['daftar-numbers-2026-06-16.csv', 'text/csv; charset=utf-8']);
  expect(lines).toHaveLength(9002);
  expect(lines[0]).toBe('\ufeffthe serial,the name');
  expect(lines[1]).toBe("1,'=1");
  expect(lines.slice(1, -1).map((line) => Number.parseInt(line, 10))).toEqual(
    Array.from({ length: 9000 }, (_, place) => place + 1),
  );
});

test('an export without rows contains only the headings', async () => {
  expect(await whole((await exportCsv(app, file(0))).stream)).toBe('\ufeffthe serial,the name\r\n');
});

test.each(FORMATS)(
  'an error within the first rows is thrown before anything is sent (%s)',
  async (format) => {
    await expect(exportRows(app, file(10, '(1 / (n - 3))::text'), format, 'en')).rejects.toMatchObject({
      code: '22012',
    });
  },
);

test.each(FORMATS)('a later error aborts the stream (%s)', async (format) => {
  const { stream } = await exportRows(app, file(5000, '(1 / (n - 4500))::text'), format, 'en');
  await expect(whole(stream)).rejects.toMatchObject({ code: '22012' });
});

test.each(FORMATS)('a reader that takes nothing more for a minute is taken for gone (%s)', async (format) => {
  // Timers of connections go on as they are.
  const set = globalThis.setTimeout;
  const clear = vi.spyOn(globalThis, 'clearTimeout');
  const patience: { timer: NodeJS.Timeout; end: () => void }[] = [];
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((end: () => void, after?: number) => {
    const timer = set(end, after);
    if (after === READER_MILLISECONDS) patience.push({ timer, end });
    return timer;
  }) as typeof setTimeout);
  const { stream } = await exportRows(app, file(2_000_000_000), format, 'en');
  const closed = new Promise((resolve) => stream.once('close', resolve));
  for (const _piece of ['the first', 'the second']) {
    // It asks for as much as it holds, which then waits for somebody to take it.
    stream.read();
    await expect.poll(() => stream.readableLength >= stream.readableHighWaterMark).toBe(true);
  }
  const last = patience.at(-1)!;
  expect(patience.length).toBeGreaterThan(1);
  for (const { timer } of patience) if (timer !== last.timer) expect(clear).toHaveBeenCalledWith(timer);
  expect(stream.destroyed).toBe(false);
  last.end();
  await closed;
});

test.each(FORMATS)('an aborted download releases its connection and its slot (%s)', async (format) => {
  // More than may run at once, and of more rows than anybody waits for.
  for (let time = 1; time <= 5; time += 1) {
    const { stream } = await exportRows(app, file(2_000_000_000), format, 'en');
    for await (const _piece of stream) break;
    expect(stream.destroyed).toBe(true);
  }
  const open = () => database.sql`
      select state from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`;
  // The last one's connection is still being given back.
  await expect.poll(open, { timeout: 20_000 }).toEqual([]);
});
