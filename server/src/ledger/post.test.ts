import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anAccount, aTransfer, captureLines, makeAvailable } from '../../tests/kit/ledger.ts';
import { createTestDatabase, type TestDatabase } from '../../tests/kit/platform/database.ts';
import { readBalances } from './balances.ts';
import { IdempotencyConflict, InsufficientFunds, LedgerRefusal } from './errors.ts';
import { payoutRequestedLines, refundLines } from './lines.ts';
import { postTransfer } from './post.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const countTransfers = async (merchantId: number) => {
  const [row] = await database.sql<{ count: number }[]>`
    select count(*) as count from ledger_transfers where merchant_id = ${merchantId}`;
  return row!.count;
};

describe('posting', () => {
  test('books the lines and moves the balances, in its own mode only', async () => {
    const { sql } = database;
    const { transferId, created } = await postTransfer(
      sql,
      aTransfer({ merchantId: 10, idempotencyKey: 'a' }),
    );
    expect(created).toBe(true);
    expect(await readBalances(sql, { merchantId: 10, mode: 'live' })).toEqual({
      clearingPiastres: -10_000,
      pendingPiastres: 9344,
      availablePiastres: 0,
      chargebackPiastres: 0,
      payoutPiastres: 0,
      feesPiastres: 575,
      vatPiastres: 81,
      bankPiastres: 0,
      acquirerFeesPiastres: 0,
      reservePiastres: 0,
      suspensePiastres: 0,
      writeOffsPiastres: 0,
      totalPiastres: 9344,
    });
    expect((await readBalances(sql, { merchantId: 10, mode: 'test' })).totalPiastres).toBe(0);
    expect(
      await sql`select account, amount, balance_after from ledger_postings
                 where merchant_id = 10 and transfer_id = ${transferId} order by account`,
    ).toEqual([
      { account: 'clearing', amount: -10_000, balance_after: -10_000 },
      { account: 'pending', amount: 9344, balance_after: 9344 },
      { account: 'fees', amount: 575, balance_after: 575 },
      { account: 'vat', amount: 81, balance_after: 81 },
    ]);
  });

  test('is rolled back with its transaction', async () => {
    const { sql } = database;
    const rolledBack = sql.begin(async (tx) => {
      await postTransfer(tx, aTransfer({ merchantId: 11, idempotencyKey: 'a' }));
      expect((await readBalances(tx, { merchantId: 11, mode: 'live' })).pendingPiastres).toBe(9344);
      throw new Error('changed my mind');
    });
    await expect(rolledBack).rejects.toThrow('changed my mind');
    expect(await countTransfers(11)).toBe(0);
    expect((await readBalances(sql, { merchantId: 11, mode: 'live' })).pendingPiastres).toBe(0);
  });

  test('keeps currencies apart', async () => {
    const { sql } = database;
    await postTransfer(sql, aTransfer({ merchantId: 12, idempotencyKey: 'a' }));
    await postTransfer(sql, aTransfer({ merchantId: 12, idempotencyKey: 'b', currency: 'USD' }));
    const owner = { merchantId: 12, mode: 'live' } as const;
    expect((await readBalances(sql, owner)).pendingPiastres).toBe(9344);
    expect((await readBalances(sql, { ...owner, currency: 'USD' })).pendingPiastres).toBe(9344);
  });

  test('above a balance names the account and moves no money', async () => {
    const { sql } = database;
    await makeAvailable(sql, { merchantId: 13, amountPiastres: 1000 });
    const payout = aTransfer({
      merchantId: 13,
      kind: 'payout_requested',
      idempotencyKey: 'payout',
      lines: payoutRequestedLines({ amountPiastres: 1001 }),
    });
    const error = await postTransfer(sql, payout).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(InsufficientFunds);
    expect(error).toMatchObject({ account: 'available', rule: 'ledger_available_covers' });
    expect(await readBalances(sql, { merchantId: 13, mode: 'live' })).toMatchObject({
      availablePiastres: 1000,
      payoutPiastres: 0,
    });
    // The refused key was not consumed.
    const smaller = { ...payout, lines: payoutRequestedLines({ amountPiastres: 1000 }) };
    expect((await postTransfer(sql, smaller)).created).toBe(true);
  });

  test('unbalanced lines are a defect, not a business error', async () => {
    const lines = [{ debit: 'clearing', amountPiastres: 5, processorAccountId: null } as const];
    const error = await postTransfer(
      database.sql,
      aTransfer({ merchantId: 14, idempotencyKey: 'a', lines }),
    ).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(LedgerRefusal);
    expect(error).not.toBeInstanceOf(InsufficientFunds);
    expect(error).toMatchObject({ rule: 'ledger_transfer_balanced' });
  });

  test.each([-1, 0.5, Number.NaN, 2 ** 53])('%d is not an amount', async (amountPiastres) => {
    const lines = refundLines({ amountPiastres, from: 'pending', processorAccountId: null });
    const posting = postTransfer(database.sql, aTransfer({ merchantId: 15, idempotencyKey: 'a', lines }));
    await expect(posting).rejects.toThrow(RangeError);
  });
});

describe('the same idempotency key', () => {
  test('with the same content books once, also when the retry comes later', async () => {
    const { sql } = database;
    await postTransfer(sql, aTransfer({ merchantId: 20, idempotencyKey: 'before' }));
    const transfer = aTransfer({ merchantId: 20, idempotencyKey: 'a' });
    const first = await postTransfer(sql, transfer);
    const again = await postTransfer(sql, {
      ...transfer,
      effectiveAt: new Date('2026-03-02T10:00:00Z'),
      lines: transfer.lines.toReversed(),
    });
    expect(again).toEqual({ transferId: first.transferId, created: false });
    expect((await readBalances(sql, transfer)).pendingPiastres).toBe(2 * 9344);
  });

  test('books once also for a single piastre, and with a line of zero', async () => {
    const { sql } = database;
    const lines = [
      { debit: 'clearing', amountPiastres: 1, processorAccountId: null } as const,
      { credit: 'pending', amountPiastres: 1 } as const,
      { credit: 'fees', amountPiastres: 0 } as const,
    ];
    const transfer = aTransfer({ merchantId: 25, idempotencyKey: 'a', lines });
    const first = await postTransfer(sql, transfer);
    expect(await postTransfer(sql, transfer)).toEqual({ transferId: first.transferId, created: false });
    expect((await readBalances(sql, transfer)).pendingPiastres).toBe(1);
  });

  test('at another account is refused, at the same one books once', async () => {
    const { sql } = database;
    const [one, other] = [await anAccount(sql), await anAccount(sql)];
    const at = (processorAccountId: number | null) => {
      const capture = { totalPiastres: 10_000, feePiastres: 575, vatPiastres: 81, feesOn: 'M' as const };
      const lines = captureLines({ ...capture, processorAccountId });
      return postTransfer(sql, aTransfer({ merchantId: 26, idempotencyKey: 'a', lines }));
    };
    expect((await at(one)).created).toBe(true);
    for (const account of [other, null])
      await expect(at(account)).rejects.toBeInstanceOf(IdempotencyConflict);
    expect((await at(one)).created).toBe(false);
    expect(
      await sql`select processor_account_id as at, balance from clearing_balances where merchant_id = 26`,
    ).toEqual([{ at: one, balance: -10_000 }]);
  });

  test('with other content is refused, and the first transfer stands', async () => {
    const { sql } = database;
    const transfer = aTransfer({ merchantId: 21, idempotencyKey: 'a' });
    const { transferId } = await postTransfer(sql, transfer);
    const correction = { ...transfer, kind: 'correction' as const, idempotencyKey: 'b' };
    await postTransfer(sql, { ...correction, correctsTransferId: transferId });
    await expect(postTransfer(sql, correction)).rejects.toBeInstanceOf(IdempotencyConflict);
    const [first, ...rest] = transfer.lines;
    const others = [
      { ...transfer, reference: 'payment:2' },
      { ...transfer, kind: 'correction' as const },
      { ...transfer, currency: 'USD' },
      { ...transfer, lines: rest },
      { ...transfer, lines: [{ ...first!, amountPiastres: 10_001 }, ...rest] },
      { ...transfer, lines: [...transfer.lines, { credit: 'bank' as const, amountPiastres: 1 }] },
    ];
    for (const other of others) {
      await expect(postTransfer(sql, other)).rejects.toBeInstanceOf(IdempotencyConflict);
    }
    expect((await readBalances(sql, transfer)).pendingPiastres).toBe(2 * 9344);
  });

  test('of another merchant or mode is another transfer', async () => {
    const { sql } = database;
    const live = await postTransfer(sql, aTransfer({ merchantId: 22, idempotencyKey: 'a' }));
    const inTest = await postTransfer(sql, aTransfer({ merchantId: 22, mode: 'test', idempotencyKey: 'a' }));
    const neighbour = await postTransfer(sql, aTransfer({ merchantId: 23, idempotencyKey: 'a' }));
    expect([live.created, inTest.created, neighbour.created]).toEqual([true, true, true]);
  });

  test('from 20 clients at once books once', async () => {
    const transfer = aTransfer({ merchantId: 24, idempotencyKey: 'a' });
    const { connect } = await import('../platform/db/connect.ts');
    const pool = connect(database.url, { max: 20 });
    try {
      const results = await Promise.all(Array.from({ length: 20 }, () => postTransfer(pool, transfer)));
      expect(results.filter((result) => result.created)).toHaveLength(1);
      expect(new Set(results.map((result) => result.transferId)).size).toBe(1);
      expect(await countTransfers(24)).toBe(1);
      expect((await readBalances(pool, transfer)).pendingPiastres).toBe(9344);
    } finally {
      await pool.end({ timeout: 1 });
    }
  });
});
