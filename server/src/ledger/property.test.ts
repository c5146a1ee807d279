import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anAccount, aTransfer, captureLines, settlementLines } from '../../tests/kit/ledger.ts';
import { createTestDatabase, type TestDatabase } from '../../tests/kit/platform/database.ts';
import type { Mode, TransferKind } from './accounts.ts';
import { readBalances } from './balances.ts';
import { checkLedger } from './check.ts';
import { IdempotencyConflict, InsufficientFunds } from './errors.ts';
import * as lines from './lines.ts';
import { postTransfer } from './post.ts';

let database: TestDatabase;
/** No account, then two accounts in each mode. */
const accounts: Record<Mode, (number | null)[]> = { live: [null], test: [null] };
beforeAll(async () => {
  database = await createTestDatabase();
  for (const mode of ['live', 'test', 'live', 'test'] as const)
    accounts[mode].push(await anAccount(database.sql, { mode }));
});
afterAll(() => database.drop());

interface Step {
  merchant: number;
  mode: Mode;
  /** The account at a processor; irrelevant to transfers without `clearing`. */
  at: number;
  event:
    | { kind: 'capture'; totalPiastres: number; feePiastres: number; vatPiastres: number; feesOn: 'M' | 'C' }
    | { kind: 'refund' | 'chargeback_opened'; amountPiastres: number; from: lines.MerchantAccount }
    | { kind: 'refund_reversed' | 'chargeback_won'; amountPiastres: number; to: lines.MerchantAccount }
    | { kind: 'settlement'; amountPiastres: number; to: 'available' | 'bank' }
    | {
        kind:
          | 'chargeback_applied'
          | 'payout_requested'
          | 'payout_handed_over'
          | 'payout_returned'
          | 'acquirer_fee'
          | 'chargeback_fee';
        amountPiastres: number;
      };
  /** Posted once, twice with the same content, or again with one piastre more or at the next account. */
  repeat: 'no' | 'same' | 'other' | 'elsewhere';
}
type Event = Step['event'];

const amountPiastres = fc.integer({ min: 1, max: 1000 });
const from = fc.constantFrom('pending' as const, 'available' as const);
const step: fc.Arbitrary<Step> = fc.record({
  merchant: fc.integer({ min: 0, max: 2 }),
  mode: fc.constantFrom('live' as const, 'test' as const),
  at: fc.integer({ min: 0, max: 2 }),
  repeat: fc.constantFrom(
    'no' as const,
    'no' as const,
    'same' as const,
    'other' as const,
    'elsewhere' as const,
  ),
  event: fc.oneof(
    fc.record({
      kind: fc.constant('capture' as const),
      totalPiastres: fc.integer({ min: 1, max: 5000 }),
      feePiastres: fc.integer({ min: 0, max: 50 }),
      vatPiastres: fc.integer({ min: 0, max: 7 }),
      feesOn: fc.constantFrom('M' as const, 'C' as const),
    }),
    fc.record({
      kind: fc.constantFrom('refund' as const, 'chargeback_opened' as const),
      amountPiastres,
      from,
    }),
    fc.record({
      kind: fc.constantFrom('refund_reversed' as const, 'chargeback_won' as const),
      amountPiastres,
      to: from,
    }),
    fc.record({
      kind: fc.constant('settlement' as const),
      amountPiastres,
      to: fc.constantFrom('available' as const, 'bank' as const),
    }),
    fc.record({
      kind: fc.constantFrom(
        'chargeback_applied' as const,
        'payout_requested' as const,
        'payout_handed_over' as const,
        'payout_returned' as const,
      ),
      amountPiastres,
    }),
    fc.record({
      kind: fc.constantFrom('acquirer_fee' as const, 'chargeback_fee' as const),
      amountPiastres: fc.oneof(amountPiastres, fc.integer({ min: -500, max: -1 })),
    }),
  ),
});

const linesOf = (event: Event, processorAccountId: number | null): lines.Line[] => {
  switch (event.kind) {
    case 'capture':
      return captureLines({ ...event, processorAccountId });
    case 'refund':
      return lines.refundLines({ ...event, processorAccountId });
    case 'refund_reversed':
      return lines.refundReversedLines({ ...event, processorAccountId });
    case 'settlement':
      return settlementLines(event);
    case 'chargeback_opened':
      return lines.chargebackOpenedLines(event);
    case 'chargeback_applied':
      return lines.chargebackAppliedLines({ ...event, processorAccountId });
    case 'chargeback_won':
      return lines.chargebackWonLines(event);
    case 'payout_requested':
      return lines.payoutRequestedLines(event);
    case 'payout_handed_over':
      return lines.payoutHandedOverLines(event);
    case 'payout_returned':
      return lines.payoutReturnedLines(event);
    case 'acquirer_fee':
    case 'chargeback_fee':
      return lines.acquirerCostLines({ ...event, processorAccountId });
  }
};

/**
 * The oracle: a merchant's books as a shopkeeper would keep them, written from docs/money.md and independent of the
 * code.
 */
class Books {
  /** By account at a processor. */
  clearing = [0, 0, 0];
  pending = 0;
  available = 0;
  chargeback = 0;
  payout = 0;
  fees = 0;
  vat = 0;
  bank = 0;
  acquirerFees = 0;

  /** Returns the books after an event, or null if it must be refused. */
  after(event: Event, at: number): Books | null {
    const b = Object.assign(new Books(), this, { clearing: [...this.clearing] });
    const cleared = (piastres: number) => b.clearing.splice(at, 1, b.clearing[at]! + piastres);
    if (event.kind === 'capture') {
      const charges = event.feePiastres + event.vatPiastres;
      cleared(event.feesOn === 'M' ? -event.totalPiastres : -event.totalPiastres - charges);
      b.pending += event.feesOn === 'M' ? event.totalPiastres - charges : event.totalPiastres;
      b.fees += event.feePiastres;
      b.vat += event.vatPiastres;
      return b;
    }
    const a = event.amountPiastres;
    switch (event.kind) {
      case 'refund':
        b[event.from] -= a;
        cleared(a);
        return b;
      case 'refund_reversed':
        b[event.to] += a;
        cleared(-a);
        return b;
      case 'chargeback_opened':
        b[event.from] -= a;
        b.chargeback += a;
        return b;
      case 'settlement':
        b.pending -= a;
        b[event.to] += a;
        return event.to === 'bank' && b.pending < 0 ? null : b;
      case 'chargeback_applied':
        b.chargeback -= a;
        cleared(a);
        return b.chargeback < 0 ? null : b;
      case 'chargeback_won':
        b.chargeback -= a;
        b[event.to] += a;
        return b.chargeback < 0 ? null : b;
      case 'payout_requested':
        b.available -= a;
        b.payout += a;
        return b.available < 0 ? null : b;
      case 'payout_handed_over':
        b.payout -= a;
        b.bank += a;
        return b.payout < 0 ? null : b;
      case 'payout_returned':
        b.payout -= a;
        b.available += a;
        return b.payout < 0 ? null : b;
      case 'acquirer_fee':
      case 'chargeback_fee':
        b.acquirerFees -= a;
        cleared(a);
        return b.acquirerFees > 0 ? null : b;
    }
  }
}

const oneMore = (of: lines.Line[]) =>
  of.map((line) => ({ ...line, amountPiastres: line.amountPiastres + 1 })) as lines.Line[];

// Each run uses new merchants, because nothing in a ledger can be deleted.
let firstMerchant = 1;

test('in any order of operations the ledger agrees with a simple model', async () => {
  const { sql } = database;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
      const base = firstMerchant;
      firstMerchant += 3;
      const books = new Map<string, Books>();
      for (const [index, { merchant, mode, at, event, repeat }] of steps.entries()) {
        const key = `${merchant} ${mode}`;
        const before = books.get(key) ?? new Books();
        const expected = before.after(event, at);
        const transfer = aTransfer({
          merchantId: base + merchant,
          mode,
          kind: event.kind satisfies TransferKind,
          idempotencyKey: `${index}`,
          lines: linesOf(event, accounts[mode][at]!),
        });
        const posting = postTransfer(sql, transfer);
        if (!expected) {
          await expect(posting).rejects.toBeInstanceOf(InsufficientFunds);
          continue;
        }
        const { transferId, created } = await posting;
        expect(created).toBe(true);
        books.set(key, expected);
        if (repeat === 'same') {
          expect(await postTransfer(sql, transfer)).toEqual({ transferId, created: false });
        } else if (repeat === 'other') {
          const other = postTransfer(sql, { ...transfer, lines: oneMore(transfer.lines) });
          await expect(other).rejects.toBeInstanceOf(IdempotencyConflict);
        } else if (repeat === 'elsewhere' && transfer.lines.some((line) => 'processorAccountId' in line)) {
          const elsewhere = linesOf(event, accounts[mode][(at + 1) % 3]!);
          const other = postTransfer(sql, { ...transfer, lines: elsewhere });
          await expect(other).rejects.toBeInstanceOf(IdempotencyConflict);
        }
      }
      for (const [key, expected] of books) {
        const [merchant, mode] = key.split(' ') as [string, Mode];
        const balances = await readBalances(sql, { merchantId: base + Number(merchant), mode });
        expect(balances).toEqual({
          clearingPiastres: expected.clearing.reduce((sum, piastres) => sum + piastres),
          pendingPiastres: expected.pending,
          availablePiastres: expected.available,
          chargebackPiastres: expected.chargeback,
          payoutPiastres: expected.payout,
          feesPiastres: expected.fees,
          vatPiastres: expected.vat,
          bankPiastres: expected.bank,
          acquirerFeesPiastres: expected.acquirerFees,
          reservePiastres: 0,
          suspensePiastres: 0,
          writeOffsPiastres: 0,
          totalPiastres: expected.pending + expected.available,
        });
        const kept = await sql<{ at: number; balance: number }[]>`
          select processor_account_id as at, balance from clearing_balances
           where merchant_id = ${base + Number(merchant)} and mode = ${mode} and balance <> 0 order by 1`;
        const owed = expected.clearing.map((balance, at) => ({ at: accounts[mode][at] ?? 0, balance }));
        expect([...kept]).toEqual(owed.filter(({ balance }) => balance !== 0));
      }
      expect(await checkLedger(sql)).toEqual([]);
    }),
    // Limited in runs and, unless more are requested (FC_RUNS=1000), in time.
    process.env.FC_RUNS
      ? { numRuns: Number(process.env.FC_RUNS) }
      : { numRuns: 60, interruptAfterTimeLimit: 15_000 },
  );
}, 600_000);
