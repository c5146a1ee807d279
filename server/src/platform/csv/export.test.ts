import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { pino } from 'pino';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  type MockInstance,
  test,
  vi,
} from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/kit/platform/database.ts';
import type { App } from '../context.ts';
import type { Tx } from '../db/connect.ts';
import { type Columns, number, text } from './columns.ts';
import { BATCH_MILLISECONDS, exportCsv, exportRows, READER_MILLISECONDS } from './export.ts';

let database: TestDatabase;
let app: App;
beforeAll(async () => {
  database = await createTestDatabase();
  const now = new Date('2026-06-15T22:30:00Z');
  const log = pino({ level: 'silent' });
  app = { db: database.sql, pool: database.sql, clock: { now: () => now }, log } as unknown as App;
});
afterAll(() => database.drop());

interface Row {
  n: number;
  name: string;
}
const columns: Columns<Row> = { serial: number('n'), name: text('name') };
const heading = (column: string) => `the ${column}`;
/** Returns numbers up to `most`, each passed through `name`. */
const file = (most: number, name = `'=' || n`) => ({
  what: 'numbers',
  columns,
  heading,
  // Yielded one by one, never all at once.
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

describe('a slow reader', () => {
  const REAL = { setTimeout: globalThis.setTimeout, now: performance.now.bind(performance) };
  /** As whoever passes it on is told that a file has no end. */
  const CUT = { code: 'ERR_STREAM_PREMATURE_CLOSE' };
  /** Returns what aborts a download, by batch, unless its reader takes the batch in time. */
  let patience: { end: () => void; after: number; timer: NodeJS.Timeout }[];
  let passed: number;
  let clear: MockInstance<typeof clearTimeout>;
  beforeEach(() => {
    patience = [];
    passed = 0;
    // Waits for connections continue unchanged.
    vi.spyOn(performance, 'now').mockImplementation(() => REAL.now() + passed);
    clear = vi.spyOn(globalThis, 'clearTimeout');
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((end: () => void, after: number) => {
      const timer = REAL.setTimeout(end, after);
      if (end.name === 'abort') patience.push({ end, after, timer });
      return timer;
    }) as typeof setTimeout);
  });
  afterEach(() => vi.restoreAllMocks());

  /**
   * Starts a download that does not end by itself. @returns a function that takes the next batch, which then waits for
   * its reader
   */
  async function download(format: (typeof FORMATS)[number]) {
    const { stream } = await exportRows(app, file(2_000_000_000), format, 'en');
    const take = async () => {
      stream.read();
      await expect.poll(() => stream.readableLength >= stream.readableHighWaterMark).toBe(true);
    };
    await take();
    return { stream, take };
  }

  test.each(FORMATS)('that takes nothing more for a minute is taken for gone (%s)', async (format) => {
    const { stream, take } = await download(format);
    await take();
    await take();
    const last = patience.at(-1)!;
    expect(patience.length).toBeGreaterThan(2);
    expect(last.after).toBe(READER_MILLISECONDS);
    for (const { timer } of patience) if (timer !== last.timer) expect(clear).toHaveBeenCalledWith(timer);
    last.end();
    await expect(finished(stream)).rejects.toMatchObject(CUT);
  });

  test.each(FORMATS)('that takes a little each minute loses its place (%s)', async (format) => {
    const { stream, take } = await download(format);
    const took = READER_MILLISECONDS - 1_000;
    const first = patience.length;
    passed += took;
    await take();
    const left = READER_MILLISECONDS + (first + 1) * BATCH_MILLISECONDS - took;
    expect(patience.at(-1)!.after).toBeLessThanOrEqual(left);
    // As much again as the next batch adds: no time is left.
    passed += left + BATCH_MILLISECONDS;
    stream.read();
    await expect(finished(stream)).rejects.toMatchObject(CUT);
  });

  test.each(FORMATS)('that stood still for a minute and then keeps up has all of it (%s)', async (format) => {
    const { stream, take } = await download(format);
    passed += READER_MILLISECONDS - 1_000;
    for (let batch = 0; batch < 30; batch += 1) {
      await take();
      passed += BATCH_MILLISECONDS - 1_000;
    }
    await take();
    expect(Math.min(...patience.map(({ after }) => after))).toBeGreaterThan(0);
    stream.destroy();
  });
});

test.each(FORMATS)('an aborted download releases its connection and its slot (%s)', async (format) => {
  // More than may run at once, each with more rows than anybody waits for.
  for (let time = 1; time <= 5; time += 1) {
    const { stream } = await exportRows(app, file(2_000_000_000), format, 'en');
    for await (const _piece of stream) break;
    expect(stream.destroyed).toBe(true);
  }
  await expectNothingOpen();
});

test.each(FORMATS)('so does one that was aborted before it began (%s)', async (format) => {
  for (let time = 1; time <= 5; time += 1) (await exportRows(app, file(9000), format, 'en')).stream.destroy();
  await expectNothingOpen();
});

async function expectNothingOpen() {
  const open = () => database.sql`
      select state from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`;
  // The last one's connection is still being returned.
  await expect.poll(open, { timeout: 100_000 }).toEqual([]);
}
