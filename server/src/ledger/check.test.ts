import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  anAccount,
  aTransfer,
  captureLines,
  makeAvailable,
  settlementLines,
} from '../../tests/kit/ledger.ts';
import { createTestDatabase, type TestDatabase } from '../../tests/kit/platform/database.ts';
import { checkLedger } from './check.ts';
import { chargebackOpenedLines, payoutRequestedLines, refundLines } from './lines.ts';
import { postTransfer, type Transfer } from './post.ts';

// The proof must not depend on the rules that it proves, so each corruption is written with the rules switched off.

let database: TestDatabase;
let account: number;
beforeEach(async () => {
  database = await createTestDatabase();
  const { sql } = database;
  account = await anAccount(sql);
  for (const merchantId of [1, 2]) {
    await makeAvailable(sql, { merchantId, amountPiastres: 1000 });
    const atAccount = {
      totalPiastres: 50,
      feePiastres: 0,
      vatPiastres: 0,
      feesOn: 'M',
      processorAccountId: account,
    } as const;
    await postTransfer(
      sql,
      aTransfer({ merchantId, idempotencyKey: 'at account', lines: captureLines(atAccount) }),
    );
    await postTransfer(sql, aTransfer({ merchantId, idempotencyKey: 'capture' }));
    await postTransfer(
      sql,
      aTransfer({
        merchantId,
        kind: 'refund',
        idempotencyKey: 'refund',
        lines: refundLines({ amountPiastres: 500, from: 'available', processorAccountId: null }),
      }),
    );
    await postTransfer(
      sql,
      aTransfer({
        merchantId,
        kind: 'payout_requested',
        idempotencyKey: 'payout',
        lines: payoutRequestedLines({ amountPiastres: 200 }),
      }),
    );
    await postTransfer(
      sql,
      aTransfer({
        merchantId,
        kind: 'settlement',
        idempotencyKey: 'to bank',
        lines: settlementLines({ amountPiastres: 300, to: 'bank' }),
      }),
    );
  }
});
afterEach(() => database.drop());

/** Runs SQL with every trigger and foreign key disabled, as a careless restore would. */
const plant = (text: string) =>
  database.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx.unsafe(text);
  });

const idOf = (key: string) =>
  `(select id from ledger_transfers where merchant_id = 1 and mode = 'live' and idempotency_key = '${key}')`;

const rulesBroken = async () => [...new Set((await checkLedger(database.sql)).map(({ rule }) => rule))];

describe('checkLedger', () => {
  test('finds nothing in an untouched ledger', async () => {
    expect(await checkLedger(database.sql)).toEqual([]);
  });

  test('finds a changed balance, and reports the difference', async () => {
    await plant(
      `update ledger_accounts set balance = balance + 7 where merchant_id = 1 and mode = 'live' and kind = 'available'`,
    );
    expect(await checkLedger(database.sql)).toEqual([
      {
        rule: 'ledger_balance_moves_by_postings',
        merchantId: 1,
        subject: 'live available EGP',
        expected: '300',
        actual: '307',
      },
    ]);
  });

  test('finds a missing account', async () => {
    await plant(`delete from ledger_accounts where merchant_id = 1 and kind = 'pending'`);
    expect(await checkLedger(database.sql)).toMatchObject([
      { rule: 'ledger_balance_moves_by_postings', expected: '9094', actual: 'no account' },
    ]);
  });

  test('finds a posting that was edited, even when the balance was edited to match', async () => {
    await plant(`
      update ledger_postings set amount = amount + 5, balance_after = balance_after + 5
       where merchant_id = 1 and transfer_id = ${idOf('refund')} and account = 'available';
      update ledger_accounts set balance = balance + 5 where merchant_id = 1 and kind = 'available'`);
    expect(await rulesBroken()).toEqual(['ledger_transfer_balanced', 'ledger_balance_after_in_step']);
  });

  test('finds a transfer whose two sides were edited alike', async () => {
    await plant(`
      update ledger_postings set amount = amount * 2
       where merchant_id = 1 and transfer_id = ${idOf('refund')}`);
    expect(await rulesBroken()).toEqual(['ledger_balance_moves_by_postings', 'ledger_balance_after_in_step']);
  });

  test('finds a posting that was deleted', async () => {
    await plant(
      `delete from ledger_postings where merchant_id = 1 and account = 'fees' and transfer_id = ${idOf('capture')}`,
    );
    expect(await rulesBroken()).toEqual(['ledger_balance_moves_by_postings', 'ledger_transfer_balanced']);
  });

  test('finds a transfer that was deleted with its balances restored', async () => {
    await plant(`
      update ledger_accounts a set balance = balance - p.amount from ledger_postings p
       where a.merchant_id = 1 and a.mode = 'live' and a.kind = p.account
         and p.merchant_id = 1 and p.transfer_id = ${idOf('refund')};
      update clearing_balances set balance = balance - 500 where merchant_id = 1 and processor_account_id = 0;
      delete from ledger_postings where merchant_id = 1 and transfer_id = ${idOf('refund')};
      delete from ledger_transfers where merchant_id = 1 and id = ${idOf('refund')}`);
    expect(await rulesBroken()).toEqual(['ledger_balance_after_in_step', 'ledger_movements_are_postings']);
  });

  test('finds a movement that statements leave out, and a day that begins elsewhere', async () => {
    await plant(`
      delete from ledger_movements
       where merchant_id = 1 and account = 'pending' and transfer_id = ${idOf('capture')};
      update ledger_days set first_transfer_id = ${idOf('refund')} where merchant_id = 1`);
    expect(await rulesBroken()).toEqual(['ledger_movements_are_postings', 'ledger_days_begin']);
  });

  test('finds a transfer without postings, and postings without their transfer', async () => {
    await plant(`
      insert into ledger_transfers (merchant_id, mode, kind, reference, idempotency_key, effective_at)
      values (1, 'live', 'capture', 'r', 'empty', now())`);
    await plant(`delete from ledger_transfers where merchant_id = 2 and idempotency_key = 'refund'`);
    const found = await checkLedger(database.sql);
    expect(found).toContainEqual(
      expect.objectContaining({ rule: 'ledger_transfer_has_postings', merchantId: 1, actual: 'no postings' }),
    );
    expect(found).toContainEqual(
      expect.objectContaining({ rule: 'ledger_posting_of_a_transfer', merchantId: 2, actual: 'no transfer' }),
    );
  });

  test.each(['chargeback', 'payout', 'fees', 'vat'])('finds %s below zero', async (kind) => {
    await plant(`
      alter table ledger_accounts disable trigger figures_hold_without_postings;
      update ledger_accounts set balance = -1 where merchant_id = 1 and kind = '${kind}'`);
    expect(await checkLedger(database.sql)).toContainEqual({
      rule: `ledger_${kind}_not_negative`,
      merchantId: 1,
      subject: `live ${kind} EGP`,
      expected: 'at least 0',
      actual: '-1',
    });
  });

  test('finds a balance at an account that differs from its postings, and accounts that do not add up to clearing', async () => {
    await plant(
      `update clearing_balances set balance = balance + 7 where merchant_id = 1 and processor_account_id = 0`,
    );
    expect(await checkLedger(database.sql)).toEqual([
      {
        rule: 'ledger_balance_moves_by_postings',
        merchantId: 1,
        subject: 'live clearing EGP at account 0',
        expected: '-10500',
        actual: '-10493',
      },
      {
        rule: 'ledger_clearing_of_accounts',
        merchantId: 1,
        subject: 'live clearing EGP',
        expected: '-10550',
        actual: '-10543',
      },
    ]);
  });

  test('finds money that was moved from one account to another', async () => {
    await plant(`
      update clearing_balances set balance = balance + case processor_account_id when 0 then 7 else -7 end
       where merchant_id = 1`);
    expect(await checkLedger(database.sql)).toMatchObject([
      { subject: 'live clearing EGP at account 0', expected: '-10500', actual: '-10493' },
      { subject: `live clearing EGP at account ${account}`, expected: '-50', actual: '-57' },
    ]);
  });

  test('finds a balance at an account that is missing, and one without an account', async () => {
    await plant(`delete from clearing_balances where merchant_id = 1 and processor_account_id = 0`);
    await plant(`insert into clearing_balances values (3, 'live', 'EGP', 0, -5)`);
    const found = await checkLedger(database.sql);
    expect(found).toContainEqual(expect.objectContaining({ merchantId: 1, actual: 'no balance' }));
    expect(found).toContainEqual(
      expect.objectContaining({ rule: 'ledger_clearing_of_accounts', merchantId: 3, expected: 'no account' }),
    );
  });

  test('finds a transfer at an account of another merchant, and one that has nothing to do with an account', async () => {
    const ofAnother = await anAccount(database.sql, { merchantId: 2 });
    await plant(`
      update ledger_transfers set processor_account_id = ${ofAnother} where id = ${idOf('at account')};
      update clearing_balances set processor_account_id = ${ofAnother}
       where merchant_id = 1 and processor_account_id = ${account};
      update ledger_transfers set processor_account_id = ${account} where id = ${idOf('payout')}`);
    expect(await checkLedger(database.sql)).toMatchObject([
      {
        rule: 'ledger_processor_account_known',
        expected: 'an account that serves the merchant in live',
        actual: `account ${ofAnother}`,
      },
      { rule: 'ledger_processor_account_of_clearing', expected: 'no account', actual: `account ${account}` },
    ]);
  });

  test('finds costs of acquirers above zero', async () => {
    await plant(`
      alter table ledger_accounts disable trigger figures_hold_without_postings;
      update ledger_accounts set balance = 1 where merchant_id = 1 and kind = 'acquirer_fees'`);
    expect(await checkLedger(database.sql)).toContainEqual({
      rule: 'ledger_acquirer_fees_not_positive',
      merchantId: 1,
      subject: 'live acquirer_fees EGP',
      expected: 'at most 0',
      actual: '1',
    });
  });

  test('finds a payout that was not covered', async () => {
    await plant(`
      update ledger_postings set balance_after = -1
       where merchant_id = 1 and account = 'available' and transfer_id = ${idOf('payout')}`);
    expect(await rulesBroken()).toContain('ledger_available_covers');
  });

  test('finds a transfer to the bank that was not covered', async () => {
    await plant(`
      update ledger_postings set balance_after = -1
       where merchant_id = 1 and account = 'pending' and transfer_id = ${idOf('to bank')}`);
    expect(await rulesBroken()).toContain('ledger_pending_covers');
  });

  test('finds an uncovered transfer of a single piastre', async () => {
    await postTransfer(
      database.sql,
      aTransfer({
        kind: 'settlement',
        idempotencyKey: 'last piastre',
        lines: settlementLines({ amountPiastres: 1, to: 'bank' }),
      }),
    );
    expect(await checkLedger(database.sql)).toEqual([]);
    await plant(`
      update ledger_postings set balance_after = -1
       where merchant_id = 1 and account = 'pending' and transfer_id = ${idOf('last piastre')}`);
    expect(await checkLedger(database.sql)).toContainEqual({
      rule: 'ledger_pending_covers',
      merchantId: 1,
      subject: expect.stringMatching(/^transfer \d+ EGP$/),
      expected: 'pending at least 0',
      actual: '-1',
    });
  });

  test('accepts legal extremes: a refund of spent money, and the last piastre sent to a bank', async () => {
    const move = (kind: Transfer['kind'], idempotencyKey: string, lines: Transfer['lines']) =>
      postTransfer(database.sql, aTransfer({ kind, idempotencyKey, lines }));
    await move('settlement', 'all', settlementLines({ amountPiastres: 9_094, to: 'bank' }));
    await move(
      'refund',
      'of pending',
      refundLines({ amountPiastres: 700, from: 'pending', processorAccountId: null }),
    );
    await move('payout_requested', 'the rest', payoutRequestedLines({ amountPiastres: 300 }));
    await move(
      'refund',
      'of available',
      refundLines({ amountPiastres: 1, from: 'available', processorAccountId: null }),
    );
    await move(
      'chargeback_opened',
      'dispute',
      chargebackOpenedLines({ amountPiastres: 2, from: 'available' }),
    );
    expect(await checkLedger(database.sql)).toEqual([]);
  });

  test('finds a trigger that a repair left off, and one that a restore has lost', async () => {
    await database.sql.unsafe(`
      alter table ledger_postings disable trigger apply_postings;
      drop trigger has_postings on ledger_transfers`);
    expect(await checkLedger(database.sql)).toMatchObject([
      { subject: 'trigger apply_postings of ledger_postings', expected: 'on', actual: 'off' },
      { subject: 'trigger has_postings of ledger_transfers', expected: 'on', actual: 'none' },
    ]);
  });

  test('finds each trigger that holds in every session, or where others are off, when it is off', async () => {
    const always = await database.sql<{ of: string; name: string; where: string }[]>`
      select tgrelid::regclass::text as of, tgname as name, case tgenabled when 'A' then 'always' else 'replica' end as where
        from pg_trigger where tgenabled in ('A', 'R') order by 1, 2`;
    expect(always).toContainEqual({ of: 'list_totals', name: 'of_lists', where: 'always' });
    expect(always).toContainEqual({ of: 'merchant_volumes', name: 'of_months', where: 'always' });
    expect(always).toContainEqual({
      of: 'ledger_accounts',
      name: 'figures_hold_without_postings',
      where: 'replica',
    });
    for (const { of, name, where } of always) {
      await database.sql.unsafe(`alter table ${of} disable trigger ${name}`);
      expect(await checkLedger(database.sql)).toMatchObject([
        { subject: `trigger ${name} of ${of}`, expected: 'on', actual: 'off' },
      ]);
      await database.sql.unsafe(`alter table ${of} enable ${where} trigger ${name}`);
    }
  });

  test('finds triggers that a restore turned on for ordinary sessions alone', async () => {
    // The final state of `pg_restore --data-only --disable-triggers`.
    for (const table of ['ledger_transfers', 'ledger_accounts', 'clearing_balances', 'payment_links'])
      await database.sql.unsafe(
        `alter table ${table} disable trigger all; alter table ${table} enable trigger all`,
      );
    const found = (await checkLedger(database.sql)).map(({ subject, actual }) => `${subject}: ${actual}`);
    expect(found).toEqual(
      [
        'figures_hold of clearing_balances',
        'figures_hold_without_postings of clearing_balances',
        'figures_hold of ledger_accounts',
        'figures_hold_without_postings of ledger_accounts',
        'of_period of ledger_transfers',
        'figures_hold of payment_links',
        'payment_links_terms of payment_links',
      ].map((each) => `trigger ${each}: off in sessions whose role is replica`),
    );
  });

  test('expects of each trigger to be on where the migrations turned it on', async () => {
    const [{ always } = { always: 0 }] = await database.sql<{ always: number }[]>`
      select count(*)::int as always from pg_trigger where tgenabled in ('A', 'R')`;
    expect(always).toBeGreaterThan(0);
    await database.sql.unsafe(`
      do $$ declare r record; begin
        for r in select tgrelid::regclass as of, tgname from pg_trigger where tgenabled in ('A', 'R') loop
          execute format('alter table %s enable trigger %I', r.of, r.tgname);
        end loop;
      end $$`);
    expect(await checkLedger(database.sql)).toHaveLength(always);
  });

  test.each([
    ['of an unknown kind', `kind = 'gift'`, 'ledger_transfer_kind_known', 'gift'],
    ['without a key', `idempotency_key = ''`, 'ledger_idempotency_key_length', '0'],
    [
      'with a key that is too long',
      `idempotency_key = repeat('k', 256)`,
      'ledger_idempotency_key_length',
      '256',
    ],
    ['that corrects another', 'corrects_transfer_id = id - 1', 'ledger_only_corrections_correct', 'transfer'],
  ])('finds a transfer %s', async (_, change, rule, actual) => {
    await plant(`
      alter table ledger_transfers disable trigger of_period;
      update ledger_transfers set ${change} where merchant_id = 1 and idempotency_key = 'refund';
      alter table ledger_transfers enable always trigger of_period`);
    expect(await checkLedger(database.sql)).toContainEqual(
      expect.objectContaining({ rule, merchantId: 1, actual: expect.stringContaining(actual) }),
    );
  });

  test.each([
    ['9007199254740992', 'EGP', 'ledger_balance_is_exact'],
    ['-9007199254740992', 'EGP', 'ledger_balance_is_exact'],
    ['0', 'egp', 'ledger_currency_is_iso'],
  ])('finds a balance of %s %s, at an account and of one', async (balance, currency, rule) => {
    await plant(`
      alter table ledger_accounts disable trigger figures_hold;
      alter table clearing_balances disable trigger figures_hold;
      insert into ledger_accounts values (3, 'live', 'bank', '${currency}', ${balance});
      insert into clearing_balances values (3, 'live', '${currency}', 0, ${balance});
      alter table ledger_accounts enable always trigger figures_hold;
      alter table clearing_balances enable always trigger figures_hold`);
    const found = (await checkLedger(database.sql)).filter((each) => each.rule === rule);
    expect(found.map(({ subject }) => subject)).toEqual([
      `live bank ${currency}`,
      `live clearing ${currency} at account 0`,
    ]);
  });

  test('finds a correction of another mode', async () => {
    await plant(`
      insert into ledger_transfers
        (merchant_id, mode, kind, reference, idempotency_key, effective_at, corrects_transfer_id)
      values (1, 'test', 'correction', 'r', 'astray', now(), ${idOf('refund')})`);
    expect(await rulesBroken()).toContain('ledger_corrects_a_transfer');
  });

  test('finds a correction of a missing transfer, and says that it is missing', async () => {
    await plant(`
      insert into ledger_transfers
        (merchant_id, mode, kind, reference, idempotency_key, effective_at, corrects_transfer_id)
      values (1, 'live', 'correction', 'r', 'of nothing', now(), 999)`);
    expect(await checkLedger(database.sql)).toContainEqual({
      rule: 'ledger_corrects_a_transfer',
      merchantId: 1,
      subject: expect.stringMatching(/^transfer \d+$/),
      expected: 'live transfer 999',
      actual: 'none',
    });
  });

  test('includes the faults reported by the nouns', async () => {
    const difference = {
      rule: 'link_paid_count',
      merchantId: 2,
      subject: 'link 5',
      expected: '1',
      actual: '2',
    };
    expect(await checkLedger(database.sql, { extraChecks: [async () => [difference]] })).toEqual([
      difference,
    ]);
  });

  test('changes nothing, whatever an extra check tries', async () => {
    const meddling = checkLedger(database.sql, {
      extraChecks: [(tx) => tx`insert into ledger_accounts values (3, 'live', 'fees', 'EGP', 0)`],
    });
    await expect(meddling).rejects.toMatchObject({ code: '25006' });
  });
});
