/** A statement of any period is consistent, and agrees with the ledger's balances. */
import type { BalanceAccount, BalancePage } from '@daftar/contract/balance';
import { toPounds } from '@daftar/contract/money';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { captureLines } from '../../tests/kit/ledger.ts';
import { createTestDatabase, type TestDatabase } from '../../tests/kit/platform/database.ts';
import type { Mode } from '../ledger/accounts.ts';
import { readBalances } from '../ledger/balances.ts';
import { checkLedger } from '../ledger/check.ts';
import type { Line } from '../ledger/lines.ts';
import { postTransfer } from '../ledger/post.ts';
import type { App, Scope } from '../platform/context.ts';
import { cairoDay, nextDay, startOfCairoDay } from '../platform/time/cairo.ts';
import { readMovements } from './service.ts';
import * as store from './store.ts';

let database: TestDatabase;
let app: App;
beforeAll(async () => {
  database = await createTestDatabase();
  app = { db: database.sql } as unknown as App;
});
afterAll(() => database.drop());

const ACCOUNTS = ['available', 'pending', 'chargeback', 'reserve', 'payout'] as const;
const FIRST_DAY = '2026-04-20';
const DAYS = 8;

type Move = [from: BalanceAccount | 'clearing', to: BalanceAccount | 'clearing'];
interface Step {
  mode: Mode;
  /** Days that pass before the step, and its age in days. */
  after: number;
  ago: number;
  /** Minute of the day; not in order, as several servers write. */
  minute: number;
  what:
    | 'capture'
    | 'settle'
    | { kind: 'refund' | 'chargeback_opened' | 'payout_requested' | 'correction'; move: Move };
  piastres: number;
}
const step: fc.Arbitrary<Step> = fc.record({
  mode: fc.constantFrom<Mode[]>('live', 'live', 'live', 'test'),
  after: fc.constantFrom(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2),
  ago: fc.constantFrom(0, 0, 0, 0, 2),
  minute: fc.integer({ min: 0, max: 1439 }),
  what: fc.oneof(
    { weight: 3, arbitrary: fc.constant('capture' as const) },
    { weight: 1, arbitrary: fc.constant('settle' as const) },
    fc.record({
      kind: fc.constantFrom('refund' as const),
      move: fc.constantFrom<Move[]>(['pending', 'clearing'], ['available', 'clearing']),
    }),
    fc.constant({ kind: 'chargeback_opened' as const, move: ['pending', 'chargeback'] as Move }),
    fc.constant({ kind: 'payout_requested' as const, move: ['available', 'payout'] as Move }),
    fc.constant({ kind: 'correction' as const, move: ['clearing', 'available'] as Move }),
  ),
  piastres: fc.integer({ min: 1_000, max: 1_999 }),
});

function linesOf({ what, piastres }: Step): Line[] {
  if (what === 'capture')
    return captureLines({ totalPiastres: piastres, feePiastres: 20, vatPiastres: 3, feesOn: 'M' });
  if (what === 'settle')
    return [
      { debit: 'pending', amountPiastres: piastres },
      { credit: 'available', amountPiastres: piastres - 30 },
      { credit: 'reserve', amountPiastres: 30 },
    ];
  const line = (side: 'debit' | 'credit', account: Move[0]) =>
    ({
      [side]: account,
      amountPiastres: piastres,
      ...(account === 'clearing' && { processorAccountId: null }),
    }) as Line;
  return [line('debit', what.move[0]), line('credit', what.move[1])];
}

/** Every page from the newest to the oldest, and back. */
async function pagesOf(scope: Scope, asked: Parameters<typeof readMovements>[2]): Promise<BalancePage[]> {
  const pages = [await readMovements(app, scope, asked, 2)];
  while (pages.at(-1)!.older)
    pages.push(await readMovements(app, scope, { ...asked, before: pages.at(-1)!.older! }, 2));
  let back = pages.at(-1)!;
  for (const page of pages.slice(0, -1).reverse()) {
    back = await readMovements(app, scope, { ...asked, after: back.newer! }, 2);
    expect(back.rows).toEqual(page.rows);
  }
  return pages;
}

let merchantId = 100;
let pagesRead = 0;

test('opening balance, movements and closing balance agree with the ledger to the piastre, in any period and in pages', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 40, maxLength: 70 }),
      fc.tuple(fc.nat(2), fc.integer({ min: 1, max: DAYS })),
      fc.constantFrom(undefined, undefined, undefined, ...ACCOUNTS),
      async (steps, ends, account) => {
        merchantId += 1;
        /** The balances after each step, and the day that was open then. */
        const after: Record<Mode, { day: string; held: Record<BalanceAccount, number> }[]> = {
          live: [],
          test: [],
        };
        let day = FIRST_DAY;
        for (const [at, each] of steps.entries()) {
          day = nextDay(day, each.after);
          const said = startOfCairoDay(nextDay(day, -each.ago)).getTime() + each.minute * 60_000;
          const before = after[each.mode].at(-1)?.day ?? '';
          await postTransfer(database.sql, {
            merchantId,
            mode: each.mode,
            kind:
              typeof each.what === 'object'
                ? each.what.kind
                : each.what === 'settle'
                  ? 'settlement'
                  : 'capture',
            reference: `T${at}`,
            idempotencyKey: `${at}`,
            effectiveAt: new Date(said),
            currency: 'EGP',
            lines: linesOf(each),
          }).then(
            async () => {
              const now = await readBalances(database.sql, { merchantId, mode: each.mode });
              const its = cairoDay(new Date(said));
              const held = Object.fromEntries(
                ACCOUNTS.map((name) => [name, now[`${name}Piastres`]]),
              ) as Record<BalanceAccount, number>;
              after[each.mode].push({ day: [its, before].sort()[1]!, held });
            },
            // A payment beyond the balance changes nothing.
            () => undefined,
          );
        }
        const [from, to] = ends.sort((a, b) => a - b).map((n) => nextDay(FIRST_DAY, n)) as [string, string];
        for (const mode of ['live', 'test'] as const) {
          const scope = { merchantId, mode };
          const asked = { date_from: from, date_to: to, account };
          const heldAt = (last: string) => after[mode].findLast((one) => one.day <= last)?.held;
          const pages = await pagesOf(scope, asked);
          pagesRead += pages.length;
          const rows = pages.flatMap((page) => page.rows).reverse();
          for (const { account: name, opening, closing } of pages[0]!.accounts) {
            expect(opening).toBe(toPounds(heldAt(nextDay(from, -1))?.[name] ?? 0));
            expect(closing).toBe(toPounds(heldAt(to)?.[name] ?? 0));
            let balance = Math.round(opening * 100);
            for (const row of rows.filter((one) => one.account === name)) {
              balance += Math.round(row.amount * 100);
              expect(row.balance).toBe(toPounds(balance));
            }
            expect(toPounds(balance)).toBe(closing);
          }
          // The file has the same movements in the order of booking.
          const period = await store.findPeriod(database.sql, scope, { from, to });
          const accounts = account === undefined ? ACCOUNTS : [account];
          const zero = Object.fromEntries(ACCOUNTS.map((name) => [name, 0])) as Record<
            BalanceAccount,
            number
          >;
          const lines = await store.statementLines(database.sql, scope, period, accounts, {
            opening: zero,
            closing: zero,
          });
          const moved = lines.filter(({ at }) => at !== null);
          expect(
            moved.map((line) => [
              line.reference,
              line.account,
              toPounds((line.inPiastres ?? 0) - (line.outPiastres ?? 0)),
            ]),
          ).toEqual(rows.map((row) => [row.reference, row.account, row.amount]));
          expect(await store.hasMoreThan(database.sql, scope, period, accounts, moved.length)).toBe(false);
          if (moved.length > 0)
            expect(await store.hasMoreThan(database.sql, scope, period, accounts, moved.length - 1)).toBe(
              true,
            );
        }
      },
    ),
    { numRuns: 12 },
  );
  expect(pagesRead).toBeGreaterThan(60);
  expect(await checkLedger(database.sql)).toEqual([]);
});
