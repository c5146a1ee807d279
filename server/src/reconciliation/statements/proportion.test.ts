/** Large statements: beside other work, and in time that grows with their lines. */
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountOfOurs } from '../../../tests/kit/samples-transfers.ts';
import { startTestServer, type TestServer } from '../../../tests/kit/server.ts';
import { patiently } from '../../platform/db/long-work.ts';
import { continueWith } from './chain.ts';
import { matchOpenLines } from './link.ts';
import { readStatement } from './read.ts';
import * as store from './store.ts';
import { mt940Of } from './testing.ts';

let daftar: TestServer;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());

const OWN = { iban: 'EG380019000500000000263180002', bic: '', layout: null };
const fileOf = (lines: number) =>
  Buffer.from(
    mt940Of(
      0,
      Array.from({ length: lines }, (_, at) => ({
        piastres: 100 + at,
        text: `TRANSFER ${at} TRF-0000000000${at % 10}0`,
      })),
    ),
  );

class Undone extends Error {}

test('matching reads the tables that it writes a bounded number of times, however many lines a statement has', async () => {
  const lines = 2_000;
  const account = await accountOfOurs(daftar);
  const read = await readStatement(fileOf(lines), OWN, {});
  const now = daftar.app.clock.now();
  const continued = continueWith(read, null, new Map(), '2026-07-01');
  if (typeof continued === 'string') throw new Error(continued);
  let scanned = -1;
  const work = patiently(daftar.app.db, async (tx) => {
    const { format, sha256, firstDay, lastDay, openingPiastres, closingPiastres } = read;
    const about = {
      name: 'large',
      actor: 'test',
      now,
      accountId: account,
      covered: continued.covered,
      lines,
    };
    const id = await store.insertFile(tx, {
      ...about,
      format,
      sha256,
      firstDay,
      lastDay,
      openingPiastres,
      closingPiastres,
    });
    await store.insertLines(tx, { id, accountId: account }, continued.lines);
    expect(await matchOpenLines(tx, { actor: 'test', now }, id)).toEqual({ matched: 0, opened: lines });
    const [row] = await tx<[{ rows: number }]>`
      select sum(seq_tup_read)::bigint as rows from pg_stat_xact_user_tables
       where relname in ('reconciliation_breaks', 'bank_lines', 'bank_line_links')`;
    scanned = row.rows;
    throw new Undone();
  });
  await expect(work).rejects.toBeInstanceOf(Undone);
  expect(scanned).toBeGreaterThanOrEqual(0);
  expect(scanned).toBeLessThan(10 * lines);
});

test('a large statement is read while other work goes on', async () => {
  let isOver = false;
  let turns = 0;
  const reading = readStatement(fileOf(20_000), OWN, {}).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    turns += 1;
    await setImmediate();
  }
  expect((await reading).lines).toHaveLength(20_000);
  // Read on this thread it would be a handful.
  expect(turns).toBeGreaterThan(100);
});
