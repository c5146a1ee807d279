/** Large statements: beside other work, and in time that grows with their lines. */
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mt940Of } from '../../../tests/kit/reconciliation/statements.ts';
import { aProfile } from '../../../tests/kit/reconciliation.ts';
import { accountOfOurs } from '../../../tests/kit/samples-transfers.ts';
import { startTestServer, type TestServer } from '../../../tests/kit/server.ts';
import { patiently } from '../../platform/db/long-work.ts';
import { continueWith } from './chain.ts';
import { matchOpenLines } from './link.ts';
import { matchBatches, type OpenLine, type Payable } from './match.ts';
import { readStatement } from './read.ts';
import * as store from './store.ts';
import { listPayable, openLines, readOpenLines } from './store-match.ts';

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

test('every open line is compared with every batch, however many there are', async () => {
  const { accountId, id: profileId } = await aProfile(daftar);
  const work = patiently(daftar.app.db, async (tx) => {
    const [file] = await tx<{ id: number }[]>`
      insert into reconciliation_files (profile_id, processor_account_id, name, sha256, lines, matched, gross_piastres,
                                        fee_piastres, net_piastres, actor, created_at)
      values (${profileId}, ${accountId}, 'many', sha256('many'), 1, 0, 0, 0, 0, 'test', '2026-06-15') returning id`;
    await tx`
      insert into reconciliation_batches (file_id, name, currency, lines, gross_piastres, fee_piastres, net_piastres, value_on)
      select ${file!.id}, 'SETTLED-' || n, 'EGP', 1, n, 0, n, '2026-06-15' from generate_series(100000, 121000) n`;
    await openLines(tx, null);
    // The newest are read first: the oldest one names the oldest batch.
    await tx`
      insert into open_bank_lines (id, booked_on, amount_piastres, bank_reference, own_reference, detail)
      select n, '2026-06-16', 1, '', '', case n when 1 then 'SETTLED-100000' else 'CASH' end
        from generate_series(1, 51000) n`;
    expect(await matchBatches(readOpenLines(tx), await listPayable(tx, '2026-06-16'))).toEqual([
      { lineId: 1, batchId: expect.any(Number), amountPiastres: 1, rule: 'reference' },
    ]);
    throw new Undone();
  });
  await expect(work).rejects.toBeInstanceOf(Undone);
});

/** Counts how often other work can run until a promise is settled. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let isOver = false;
  let turns = 0;
  void work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    turns += 1;
    await setImmediate();
  }
  return turns;
}

test('lines are compared with batches while other work goes on', async () => {
  const many = Array.from({ length: 20_000 }, (_, at) => at);
  const dueOn = '2026-06-15';
  const lines = many.map(
    (id): OpenLine => ({ id, bookedOn: dueOn, amountPiastres: 100 + id, said: `OF SETTLED ${id}` }),
  );
  const batches = many.map(
    (id): Payable => ({
      id,
      names: ['SETTLED'],
      amountPiastres: 100 + id,
      tolerancePiastres: 0,
      isBooked: false,
      dueOn,
    }),
  );
  const matching = matchBatches([lines], batches);
  // At most 500 lines or batches at once.
  expect(await turnsDuring(matching)).toBeGreaterThanOrEqual(80);
  expect(await matching).toHaveLength(20_000);
});

test('a large statement is read while other work goes on', async () => {
  const reading = readStatement(fileOf(20_000), OWN, {});
  const turns = await turnsDuring(reading);
  expect((await reading).lines).toHaveLength(20_000);
  // Read on this thread it would be a handful.
  expect(turns).toBeGreaterThan(100);
});
