import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { aTransfer, captureLines, makeAvailable } from '../../tests/kit/ledger.ts';
import { createTestDatabase, type TestDatabase } from '../../tests/kit/platform/database.ts';
import { connect, inTransaction, type Sql } from '../platform/db/connect.ts';
import type { Mode } from './accounts.ts';
import { readBalances } from './balances.ts';
import { checkLedger } from './check.ts';
import { InsufficientFunds } from './errors.ts';
import { payoutRequestedLines, refundLines } from './lines.ts';
import { postTransfer } from './post.ts';

let database: TestDatabase;
let clients: Sql;
beforeAll(async () => {
  database = await createTestDatabase();
  clients = connect(database.url, { max: 16, applicationName: 'writer' });
});
afterEach(async () => {
  expect(await checkLedger(database.sql)).toEqual([]);
});
afterAll(async () => {
  // Bounded: a connection that was terminated may be waiting to reconnect.
  await clients.end({ timeout: 1 });
  await database.drop();
});

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

const plain = (totalPiastres: number) =>
  captureLines({ totalPiastres, feePiastres: 0, vatPiastres: 0, feesOn: 'M' });

describe('many clients at once', () => {
  test('on one merchant, from its very first transfer: no deadlock, and the sums are right', async () => {
    await times(200, (i) =>
      postTransfer(
        clients,
        i % 4 === 0
          ? aTransfer({
              merchantId: 1,
              kind: 'refund',
              idempotencyKey: `${i}`,
              lines: refundLines({ amountPiastres: 10, from: 'pending', processorAccountId: null }),
            })
          : aTransfer({ merchantId: 1, idempotencyKey: `${i}`, lines: plain(100) }),
      ),
    );
    expect((await readBalances(clients, { merchantId: 1, mode: 'live' })).pendingPiastres).toBe(14_500);
  });

  test('on many merchants and both modes: the sums of each are right', async () => {
    const modes: Mode[] = ['live', 'test'];
    await times(300, (i) =>
      postTransfer(
        clients,
        aTransfer({
          merchantId: 100 + (i % 10),
          mode: modes[Math.floor(i / 10) % 2]!,
          idempotencyKey: `${i}`,
          lines: plain(100),
        }),
      ),
    );
    for (let merchant = 100; merchant < 110; merchant++) {
      for (const mode of modes) {
        expect((await readBalances(clients, { merchantId: merchant, mode })).pendingPiastres).toBe(1500);
      }
    }
  });

  test('posting several transfers in one transaction, over the same accounts in opposite orders', async () => {
    await makeAvailable(clients, { merchantId: 2, amountPiastres: 1_000_000 });
    const capture = (i: number) => aTransfer({ merchantId: 2, idempotencyKey: `c${i}`, lines: plain(100) });
    const payout = (i: number) =>
      aTransfer({
        merchantId: 2,
        kind: 'payout_requested',
        idempotencyKey: `p${i}`,
        lines: payoutRequestedLines({ amountPiastres: 10 }),
      });
    await times(60, (i) =>
      clients.begin(async (tx) => {
        const both = [capture(i), payout(i)];
        for (const transfer of i % 2 ? both : both.toReversed()) await postTransfer(tx, transfer);
      }),
    );
    expect(await readBalances(clients, { merchantId: 2, mode: 'live' })).toMatchObject({
      pendingPiastres: 6000,
      availablePiastres: 999_400,
      payoutPiastres: 600,
    });
  });

  test('retrying the same keys in opposite orders, each within one transaction', async () => {
    const keys = ['a', 'b', 'c', 'd'];
    const results = await times(16, (i) =>
      clients.begin(async (tx) => {
        let created = 0;
        for (const key of i % 2 ? keys : keys.toReversed()) {
          const posted = await postTransfer(
            tx,
            aTransfer({ merchantId: 3, idempotencyKey: key, lines: plain(100) }),
          );
          created += posted.created ? 1 : 0;
        }
        return created;
      }),
    );
    expect(results.reduce((sum, created) => sum + created, 0)).toBe(4);
    expect((await readBalances(clients, { merchantId: 3, mode: 'live' })).pendingPiastres).toBe(400);
  });

  test('20 payouts, each within the balance, together above it: only covered ones are paid', async () => {
    await makeAvailable(clients, { merchantId: 4, amountPiastres: 1000 });
    const outcomes = await times(20, (i) =>
      postTransfer(
        clients,
        aTransfer({
          merchantId: 4,
          kind: 'payout_requested',
          idempotencyKey: `payout ${i}`,
          lines: payoutRequestedLines({ amountPiastres: 300 }),
        }),
      ).catch((error: unknown) => error),
    );
    const refused = outcomes.filter((outcome) => outcome instanceof InsufficientFunds);
    expect(refused).toHaveLength(17);
    expect(await readBalances(clients, { merchantId: 4, mode: 'live' })).toMatchObject({
      availablePiastres: 100,
      payoutPiastres: 900,
    });
  });
});

describe('a connection killed in the middle of a transaction', () => {
  test('leaves nothing half-written, and the same key then books the transfer once', async () => {
    const transfer = aTransfer({ merchantId: 5, idempotencyKey: 'a', lines: plain(100) });
    const victim = connect(database.url, { max: 1 });
    const killed = inTransaction(victim, async (tx) => {
      await postTransfer(tx, transfer);
      const [backend] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
      await database.sql`select pg_terminate_backend(${backend!.pid}, 5000)`;
      await postTransfer(tx, { ...transfer, idempotencyKey: 'b' });
    });
    await expect(killed).rejects.toThrow();
    await victim.end({ timeout: 1 });

    expect((await readBalances(clients, transfer)).pendingPiastres).toBe(0);
    expect(await clients`select 1 from ledger_transfers where merchant_id = 5`).toHaveLength(0);
    expect((await postTransfer(clients, transfer)).created).toBe(true);
    expect((await readBalances(clients, transfer)).pendingPiastres).toBe(100);
  });

  test('among many writers: every acknowledged transfer exists, once and complete', async () => {
    const acknowledged: number[] = [];
    let writing = true;
    const writers = times(12, async (writer) => {
      for (let i = 0; i < 25; i++) {
        const transfer = aTransfer({ merchantId: 6, idempotencyKey: `${writer}:${i}`, lines: plain(100) });
        await postTransfer(clients, transfer).then(
          ({ transferId }) => acknowledged.push(transferId),
          () => {},
        );
      }
    }).finally(() => {
      writing = false;
    });
    let kills = 0;
    while (writing && kills < 20) {
      const killed = await database.sql`
        select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'writer' and state = 'active' limit 1`;
      kills += killed.length;
    }
    await writers;
    expect(kills).toBeGreaterThan(0);
    const kept = await clients<{ id: number }[]>`select id from ledger_transfers where merchant_id = 6`;
    const ids = new Set(kept.map(({ id }) => id));
    for (const id of acknowledged) expect(ids).toContain(id);
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
    expect((await readBalances(clients, { merchantId: 6, mode: 'live' })).pendingPiastres).toBe(
      100 * ids.size,
    );
  });
});
