/** Further attempts of somebody with a SQL console: chosen ids, and tables that hide ours. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeAvailable } from '../../tests/kit/ledger.ts';
import { createTestDatabase, type TestDatabase } from '../../tests/kit/platform/database.ts';
import { checkLedger } from './check.ts';

let database: TestDatabase;
let merchantId = 0;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  expect(await checkLedger(database.sql)).toEqual([]);
  await database.drop();
});
beforeEach(async () => {
  merchantId += 1;
  await makeAvailable(database.sql, { merchantId, amountPiastres: 1000 });
});

/**
 * Returns the rule that refuses SQL, run in its own transaction; `$m` in it is a merchant with 1000 piastres available.
 */
const refusalOf = async (text: string) => {
  const failed = await database.sql
    .begin((tx) => tx.unsafe(text.replaceAll('$m', String(merchantId))))
    .then(
      () => undefined,
      (error: { constraint_name?: string; code: string }) => error.constraint_name ?? error.code,
    );
  return failed ?? 'nothing';
};

const TRANSFER = `insert into public.ledger_transfers (merchant_id, mode, kind, reference, idempotency_key, effective_at)
  values ($m, 'live', 'refund', 'r', 'key', now());`;
const postings = (transfer: string) => `insert into public.ledger_postings
  values ($m, ${transfer}, 'clearing', 'EGP', 5, -995), ($m, ${transfer}, 'available', 'EGP', -5, 995);`;
const newest = '(select max(id) from public.ledger_transfers where merchant_id = $m)';

describe('a transfer', () => {
  test('has a number that is drawn, not chosen', async () => {
    for (const id of ['-1', '-$m', '900000000000']) {
      const chosen = TRANSFER.replace('(merchant_id', '(id, merchant_id').replace(
        'values (',
        `overriding system value values (${id}, `,
      );
      expect(await refusalOf(chosen + postings(id))).toBe('ledger_transfers_in_order');
    }
  });

  test('is booked before those of its mode with higher numbers', async () => {
    const two = TRANSFER + TRANSFER.replace("'key'", "'other'");
    expect(await refusalOf(two + postings(`${newest} - 1`))).toBe('ledger_transfers_in_order');
    const between = `${TRANSFER} select ledger_post($m, 'test', 'capture', 'r', 'between', now(), '{clearing,pending}',
      '{EGP,EGP}', '{-5,5}'); ${postings(`${newest} - 1`)}`;
    expect(await refusalOf(between)).toBe('nothing');
  });
});

test('a transfer is not dated far ahead: those after it would leave their days', async () => {
  const dated = (at: string) => TRANSFER.replace('now())', `${at})`) + postings(newest);
  expect(await refusalOf(dated("now() + interval '366 days'"))).toBe('ledger_effective_in_time');
  expect(await refusalOf(dated("'infinity'"))).toBe('ledger_effective_in_time');
  expect(await refusalOf(dated("now() + interval '300 days'"))).toBe('nothing');
});

describe('rules that are asked when their columns are written', () => {
  test.each([
    [
      'list_totals',
      `values ($m, 'live', 'nothing', 0, 1)`,
      'list_totals_list_check',
      '(merchant_id, mode, list, status, rows)',
    ],
    [
      'merchant_volumes',
      `values ($m, 'live', '2026-01-02', 1)`,
      'merchant_volumes_month_check',
      '(merchant_id, mode, month, captured_piastres)',
    ],
  ])('hold in %s where other triggers are off', async (table, values, rule, columns) => {
    const off = 'set local session_replication_role = replica;';
    expect(await refusalOf(`${off} insert into ${table} ${columns} ${values}`)).toBe(rule);
  });
});

describe('what statements of account read', () => {
  test.each([
    [
      `insert into ledger_movements values ($m, 'live', 'reserve', 1, 'capture')`,
      'ledger_movements_are_postings',
    ],
    [`insert into ledger_days values ($m, 'live', '2001-01-01', 1)`, 'ledger_days_begin'],
  ])('is written by the ledger only: %s', async (text, rule) => {
    expect(await refusalOf(text)).toBe(rule);
  });
});

describe('a temporary table of the same name', () => {
  const hidden = (table: string) =>
    `create temp table ${table} on commit drop as select * from public.${table};`;

  test('gives no posting a transfer that there is not', async () => {
    const made = `create temp table ledger_transfers (like public.ledger_transfers) on commit drop;
      insert into pg_temp.ledger_transfers values ($m, 0, 'live', 'refund', 'r', 'none', now(), now());`;
    expect(await refusalOf(made + postings('0'))).toBe('ledger_posting_of_a_transfer');
  });

  test.each(['ledger_accounts', 'clearing_balances', 'ledger_movements', 'ledger_days'])(
    'takes nothing that belongs into %s',
    async (table) => {
      expect(await refusalOf(TRANSFER + hidden(table) + postings(newest))).toBe('nothing');
      expect(await checkLedger(database.sql)).toEqual([]);
    },
  );
});
