import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { anAccount, makeAvailable } from '../../tests/kit/ledger.ts';
import { createTestDatabase, type TestDatabase } from '../../tests/kit/platform/database.ts';
import { refusedKey } from '../platform/db/refused-key.ts';
import { checkLedger } from './check.ts';

// The rules against somebody with a SQL console: whatever the code does, the database itself refuses.

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

/** Returns the rule that refuses a piece of SQL; `$m` in it is a merchant with 1000 piastres available. */
const refusalOf = async (text: string) => {
  try {
    await database.sql.unsafe(text.replaceAll('$m', String(merchantId)));
  } catch (error) {
    const { constraint_name, code } = error as { constraint_name?: string; code: string };
    return (await refusedKey(database.sql, error)) ?? constraint_name ?? code;
  }
  return 'nothing';
};

/** Returns SQL that books a transfer by hand: `lines` as `account amount balance_after`. */
const byHand = (kind: string, ...lines: string[]) => `
  insert into ledger_transfers (merchant_id, mode, kind, reference, idempotency_key, effective_at)
  values ($m, 'live', '${kind}', 'by hand', 'by hand', now());
  insert into ledger_postings (merchant_id, transfer_id, account, currency, amount, balance_after)
  select $m, (select max(id) from ledger_transfers where merchant_id = $m), account, currency, amount, after
    from (values ${lines
      .map((line) => {
        const [account, amount, after, currency = 'EGP'] = line.split(' ');
        return `('${account}'::ledger_account_kind, '${currency}', ${amount}::bigint, ${after}::bigint)`;
      })
      .join(', ')}) l (account, currency, amount, after)`;

const post = (kind: string, accounts: string, amounts: string, currencies?: string) => {
  const egp = `{${accounts
    .split(',')
    .map(() => 'EGP')
    .join(',')}}`;
  return `select * from ledger_post($m, 'live', '${kind}', 'r', 'key', now(),
    '{${accounts}}', '${currencies ?? egp}', '{${amounts}}')`;
};

const usdAccounts = "select ledger_open_accounts($m, 'live', '{USD}')";

describe('a transfer', () => {
  test('written by plain SQL is accepted when it follows every rule, so that each refusal below has one cause', async () => {
    expect(await refusalOf(byHand('capture', 'clearing -5 -1005', 'pending 5 5'))).toBe('nothing');
  });

  test('must balance', async () => {
    expect(await refusalOf(post('capture', 'clearing,pending', '-5,6'))).toBe('ledger_transfer_balanced');
    expect(await refusalOf(byHand('capture', 'clearing -5 -1005', 'pending 6 6'))).toBe(
      'ledger_transfer_balanced',
    );
  });

  test('of one posting does not balance either', async () => {
    expect(await refusalOf(byHand('capture', 'clearing -5 -1005'))).toBe('ledger_transfer_balanced');
  });

  test('is checked on its own when one statement writes several', async () => {
    const two = (amount: number) => `
      insert into ledger_transfers (merchant_id, mode, kind, reference, idempotency_key, effective_at)
      values ($m, 'live', 'capture', 'one', 'one', now()), ($m, 'test', 'capture', 'two', 'two', now());
      select ledger_open_accounts($m, 'test', '{EGP}');
      insert into ledger_postings (merchant_id, transfer_id, account, currency, amount, balance_after)
      select $m, t.id, l.account, 'EGP', l.amount, l.amount + case t.mode when 'live' then l.before else 0 end
        from (values ('clearing'::ledger_account_kind, -5::bigint, -1000::bigint, 'one'), ('pending', 5, 0, 'one'),
                     ('clearing', -5, 0, 'two'), ('pending', ${amount}, 0, 'two')) l (account, amount, before, reference)
        join ledger_transfers t on t.merchant_id = $m and t.reference = l.reference`;
    expect(await refusalOf(two(6))).toBe('ledger_transfer_balanced');
    expect(await refusalOf(two(5))).toBe('nothing');
  });

  test('must balance in each currency, not across them', async () => {
    expect(await refusalOf(post('capture', 'clearing,pending', '-5,5', '{EGP,USD}'))).toBe(
      'ledger_transfer_balanced',
    );
    expect(
      await refusalOf(post('capture', 'clearing,pending,clearing,pending', '-5,5,-7,7', '{EGP,EGP,USD,USD}')),
    ).toBe('nothing');
  });

  test('must have postings: at the latest the commit refuses one without', async () => {
    const insert = `insert into ledger_transfers (merchant_id, mode, kind, reference, idempotency_key, effective_at)
      values ($m, 'live', 'capture', 'r', 'empty', now())`;
    expect(await refusalOf(insert)).toBe('ledger_transfer_has_postings');
    expect(await refusalOf(post('capture', 'clearing,pending', '0,0'))).toBe('ledger_transfer_has_postings');
  });

  test.each(['capture', 'settlement'])(
    'of kind %s is effective at most a year after it is booked',
    async (kind) => {
      const insert = (
        ahead: string,
      ) => `insert into ledger_transfers (merchant_id, mode, kind, reference, idempotency_key, effective_at)
      values ($m, 'live', '${kind}', 'r', 'ahead', now() + interval '${ahead}')`;
      // Its time is right; it only lacks postings.
      expect(await refusalOf(insert('1 year'))).toBe('ledger_transfer_has_postings');
      expect(await refusalOf(insert('1 year 1 microsecond'))).toBe('ledger_effective_in_time');
    },
  );

  test('is complete from the start: balanced postings cannot be added later', async () => {
    const later = `insert into ledger_postings
      select $m, min(id), v.* from ledger_transfers,
        (values ('fees'::ledger_account_kind, 'EGP', 5, 5), ('bank', 'EGP', -5, -5)) v
       where merchant_id = $m group by v.column1, v.column2, v.column3, v.column4`;
    expect(await refusalOf(later)).toBe('ledger_transfer_whole');
    expect(await refusalOf(`${usdAccounts}; ${later.replaceAll("'EGP'", "'USD'")}`)).toBe(
      'ledger_transfer_whole',
    );
  });

  test('has one posting per account, and none of zero', async () => {
    expect(await refusalOf(post('capture', 'clearing,clearing,pending', '-5,-5,10'))).toBe(
      'ledger_postings_pkey',
    );
    expect(await refusalOf(byHand('capture', 'clearing -5 -1005', 'pending 5 5', 'available 0 1000'))).toBe(
      'ledger_posting_not_zero',
    );
  });

  test('has lines with account, currency and amount', async () => {
    expect(await refusalOf(post('capture', 'clearing,pending', '-5'))).toBe(
      'ledger_posting_moves_an_account',
    );
    expect(await refusalOf(post('capture', 'clearing,pending', '-5,5', '{EGP}'))).toBe(
      'ledger_posting_moves_an_account',
    );
    expect(await refusalOf(post('capture', 'clearing,pending', '-5,NULL'))).toBe('ledger_transfer_balanced');
    expect(await refusalOf(post('capture', 'clearing,pending', '-5,5', '{egp,egp}'))).toBe(
      'ledger_currency_is_iso',
    );
  });

  test('is of a known kind', async () => {
    expect(await refusalOf(post('gift', 'clearing,pending', '-5,5'))).toBe('ledger_transfer_kind_known');
  });

  test('corrects only a transfer of its own merchant and mode', async () => {
    const correcting = (id: string, mode: string) => `
      select * from ledger_post($m, '${mode}', 'correction', 'r', 'correcting', now(),
        '{clearing,pending}', '{EGP,EGP}', '{5,-5}', ${id})`;
    const ownTransfer = '(select min(id) from ledger_transfers where merchant_id = $m)';
    expect(await refusalOf(correcting('999999999', 'live'))).toBe('ledger_corrects_a_transfer');
    expect(await refusalOf(correcting(ownTransfer, 'test'))).toBe('ledger_corrects_a_transfer');
    expect(await refusalOf(correcting(ownTransfer, 'live'))).toBe('nothing');
    const itself = '(select last_value + 1 from ledger_transfers_id_seq)';
    expect(await refusalOf(correcting(itself, 'live').replace("'correcting'", "'itself'"))).toBe(
      'ledger_corrects_a_transfer',
    );
  });

  test('cannot share its postings with another merchant', async () => {
    const stranger = `insert into ledger_postings
      select merchant_id + 1000000, id, 'fees', 'EGP', 5, 5 from ledger_transfers where merchant_id = $m limit 1`;
    expect(await refusalOf(stranger)).toBe('ledger_posting_of_a_transfer');
  });
});

describe('postings are immutable', () => {
  test.each([
    'update ledger_transfers set reference = reference where merchant_id = $m',
    'delete from ledger_transfers where merchant_id = $m',
    'truncate ledger_transfers cascade',
    'update ledger_postings set amount = amount where merchant_id = $m',
    'delete from ledger_postings where merchant_id = $m',
    'truncate ledger_postings',
    'delete from ledger_accounts where merchant_id = $m',
    'truncate ledger_accounts',
    'delete from ledger_postings where false',
  ])('%s', async (text) => {
    expect(await refusalOf(text)).toBe('ledger_append_only');
  });
});

describe('what was booked before', () => {
  test('is asked its rules, but not its time, where a migration changes it', async () => {
    // Returns the rule that refuses the change; if none does, `nothing`, and the change is rolled back.
    const changed = (change: string) =>
      refusalOf(`
        do $$ begin
          set local session_replication_role = replica;
          insert into ledger_transfers (merchant_id, mode, kind, reference, idempotency_key, effective_at)
          values ($m, 'live', 'correction', 'r', 'ahead', now() + interval '2 years');
          set local session_replication_role = origin;
          alter table ledger_transfers disable trigger append_only;
          update ledger_transfers set ${change} where merchant_id = $m and idempotency_key = 'ahead';
          raise check_violation using constraint = 'nothing';
        end $$`);
    expect(await changed(`reference = 'filled'`)).toBe('nothing');
    expect(await changed(`kind = 'gift'`)).toBe('ledger_transfer_kind_known');
  });
});

describe('a balance', () => {
  test('moves by postings only', async () => {
    expect(await refusalOf('update ledger_accounts set balance = balance + 1 where merchant_id = $m')).toBe(
      'ledger_balance_moves_by_postings',
    );
    expect(await refusalOf("insert into ledger_accounts values ($m, 'test', 'available', 'EGP', 5)")).toBe(
      'ledger_balance_moves_by_postings',
    );
  });

  test('equals the balance of its last posting', async () => {
    expect(await refusalOf(byHand('capture', 'clearing -5 -1005', 'pending 5 6'))).toBe(
      'ledger_balance_after_in_step',
    );
  });

  test.each(['fees', 'vat', 'chargeback', 'payout'])('of %s is never below zero', async (account) => {
    expect(await refusalOf(post('correction', `${account},clearing`, '-1,1'))).toBe(
      `ledger_${account}_not_negative`,
    );
  });

  test('never leaves the range that a double represents exactly', async () => {
    expect(await refusalOf(post('capture', 'clearing,pending', '-9007199254740992,9007199254740992'))).toBe(
      'ledger_balance_is_exact',
    );
  });
});

describe('clearing', () => {
  const at = (account: number, accounts = 'clearing,pending', kind = 'capture', mode = 'live') =>
    `${post(kind, accounts, '-5,5').slice(0, -1)}, null, ${account})`.replace("'live'", `'${mode}'`);

  test('is kept per account, beside what belongs to none', async () => {
    const [one, other] = [await anAccount(database.sql), await anAccount(database.sql, { merchantId })];
    expect(await refusalOf(at(one))).toBe('nothing');
    expect(await refusalOf(at(other).replace("'key'", "'other'"))).toBe('nothing');
    expect(await refusalOf(at(one).replace("'key'", "'again'"))).toBe('nothing');
    expect([
      ...(await database.sql`select processor_account_id as at, balance from clearing_balances
                              where merchant_id = ${merchantId} order by 1`),
    ]).toEqual([
      { at: 0, balance: -1000 },
      { at: one, balance: -10 },
      { at: other, balance: -5 },
    ]);
  });

  test.each([-1, 1])(
    'of one account never leaves that range either, although others balance it: sign %s',
    async (sign) => {
      const [one, other] = [await anAccount(database.sql), await anAccount(database.sql, { merchantId })];
      const moved = (account: number, amount: number, key: string) =>
        refusalOf(at(account).replace("'key'", `'${key}'`).replace('-5,5', `${amount},${-amount}`));
      const near = sign * (Number.MAX_SAFE_INTEGER - 2_000);
      expect(await moved(one, near, 'near')).toBe('nothing');
      expect(await moved(other, -near, 'back')).toBe('nothing');
      expect(await moved(one, sign * 2_000, 'at the bound')).toBe('nothing');
      expect(await moved(one, sign, 'beyond it')).toBe('ledger_balance_is_exact');
    },
  );

  test('is not kept at an account that does not exist, or serves another merchant or mode', async () => {
    const ofTest = await anAccount(database.sql, { mode: 'test' });
    const ofAnother = await anAccount(database.sql, { merchantId: 1 });
    for (const account of [999_999_999, ofTest, ...(merchantId === 1 ? [] : [ofAnother])])
      expect(await refusalOf(at(account))).toBe('ledger_processor_account_known');
    expect(await refusalOf(at(0))).toBe('ledger_processor_account_is_an_id');
    expect(await refusalOf(at(ofTest, 'clearing,pending', 'capture', 'test'))).toBe('nothing');
  });

  test('is what a transfer that names an account moves', async () => {
    const account = await anAccount(database.sql);
    expect(await refusalOf(at(account, 'available,payout', 'payout_requested'))).toBe(
      'ledger_processor_account_of_clearing',
    );
    const ofTwoCurrencies = post('capture', 'clearing,pending,fees,bank', '-5,5,7,-7', '{EGP,EGP,USD,USD}');
    expect(await refusalOf(`${ofTwoCurrencies.slice(0, -1)}, null, ${account})`)).toBe('nothing');
  });

  test.each([
    'update clearing_balances set balance = balance + 1 where merchant_id = $m',
    "insert into clearing_balances values ($m, 'test', 'EGP', 0, 5)",
    "insert into clearing_balances values ($m, 'test', 'EGP', 0, 0)",
  ])('moves by postings only: %s', async (text) => {
    expect(await refusalOf(text)).toBe('ledger_balance_moves_by_postings');
  });

  test.each(['delete from clearing_balances where merchant_id = $m', 'truncate clearing_balances'])(
    'is never forgotten: %s',
    async (text) => {
      expect(await refusalOf(text)).toBe('ledger_append_only');
    },
  );
});

describe('what acquirers cost', () => {
  test('is never less than nothing', async () => {
    expect(await refusalOf(post('acquirer_fee', 'acquirer_fees,clearing', '-5,5'))).toBe('nothing');
    const back = (piastres: number) =>
      post('acquirer_fee', 'acquirer_fees,clearing', `${piastres},-${piastres}`).replace("'key'", "'back'");
    expect(await refusalOf(back(6))).toBe('ledger_acquirer_fees_not_positive');
    expect(await refusalOf(back(5))).toBe('nothing');
  });

  test('is booked also of a merchant whose accounts are older than this kind', async () => {
    await database.sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`delete from ledger_accounts where merchant_id = ${merchantId} and kind = 'acquirer_fees'`;
    });
    expect(await refusalOf(post('acquirer_fee', 'acquirer_fees,clearing', '-5,5'))).toBe('nothing');
  });
});

describe('the available balance', () => {
  test('covers every payout', async () => {
    expect(await refusalOf(post('payout_requested', 'available,payout', '-1001,1001'))).toBe(
      'ledger_available_covers',
    );
    expect(await refusalOf(post('payout_requested', 'available,payout', '-1000,1000'))).toBe('nothing');
  });

  test('goes below zero by a refund, and then no payout can lower it further', async () => {
    expect(await refusalOf(post('refund', 'available,clearing', '-1500,1500'))).toBe('nothing');
    expect(
      await refusalOf(post('payout_requested', 'available,payout', '-1,1').replace("'key'", "'payout'")),
    ).toBe('ledger_available_covers');
  });

  test('accepts incoming money while below zero, also when it stays below', async () => {
    expect(await refusalOf(post('refund', 'available,clearing', '-1500,1500'))).toBe('nothing');
    expect(await refusalOf(post('correction', 'available,clearing', '1,-1').replace("'key'", "'in'"))).toBe(
      'nothing',
    );
  });

  test('goes below zero by a chargeback', async () => {
    expect(await refusalOf(post('chargeback_opened', 'available,chargeback', '-1500,1500'))).toBe('nothing');
  });

  test.each(['settlement', 'capture', 'correction', 'payout_handed_over', 'chargeback_applied'])(
    'never goes below zero by a %s',
    async (kind) => {
      expect(await refusalOf(post(kind, 'available,bank', '-1001,1001'))).toBe('ledger_available_covers');
    },
  );
});

describe('the pending balance', () => {
  test('covers transfers to a bank', async () => {
    expect(await refusalOf(post('settlement', 'pending,bank', '-1,1'))).toBe('ledger_pending_covers');
  });

  test('is settled to the last piastre', async () => {
    expect(await refusalOf(post('capture', 'clearing,pending', '-500,500'))).toBe('nothing');
    expect(await refusalOf(post('settlement', 'pending,bank', '-500,500').replace("'key'", "'out'"))).toBe(
      'nothing',
    );
  });

  test('covers transfers to a bank that is paid in another currency', async () => {
    const paid = (cents: string) =>
      post('settlement', 'pending,clearing,clearing,bank', `-5,5,${cents}`, '{EGP,EGP,USD,USD}');
    expect(await refusalOf(paid('-7,7'))).toBe('ledger_pending_covers');
    expect(await refusalOf(paid('7,-7'))).toBe('nothing');
  });

  test('refuses only transfers to a bank while below zero', async () => {
    const then = (kind: string, accounts: string, amounts: string) =>
      refusalOf(post(kind, accounts, amounts).replace("'key'", `'${amounts}'`));
    expect(await then('refund', 'pending,clearing', '-10,10')).toBe('nothing');
    expect(await then('correction', 'pending,bank,clearing', '1,1,-2')).toBe('nothing');
    expect(await then('correction', 'pending,bank,clearing', '-1,-1,2')).toBe('nothing');
    expect(await then('correction', 'pending,bank', '-1,1')).toBe('ledger_pending_covers');
  });

  test('goes below zero by a refund before settlement', async () => {
    expect(await refusalOf(post('refund', 'pending,clearing', '-1,1'))).toBe('nothing');
  });
});
