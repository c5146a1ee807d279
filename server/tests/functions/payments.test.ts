/** Functions of the database that take payments, each called or triggered directly. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addRow, putRow, refusedRule } from '../kit/bare-rows.ts';
import { createTestDatabase, type TestDatabase } from '../kit/platform/database.ts';

const EARLIER = '2026-06-15T08:00:00Z';
const NOW = '2026-06-15T09:00:00Z';
const LATER = '2026-06-15T10:00:00Z';
/** A payment of 100 pounds that costs 2 pounds. */
const AMOUNTS = {
  ...{
    source_kind: 'payment-link',
    payment_method: 1,
    subtotal: 10_000,
    total: 10_000,
    value_piastres: 10_000,
  },
  ...{ charged_piastres: 10_000, fee_piastres: 200, net_piastres: 9800 },
};

let database: TestDatabase;
let last = 0;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** The next number, so that no two tests share a merchant or row. */
const next = () => {
  last += 1;
  return last;
};
const aMerchant = async (values: Record<string, unknown> = {}) => {
  const id = next();
  await putRow(database.sql, 'merchants', { id, email: `${id}@example.com`, status: 3, ...values });
  return id;
};
const aTransaction = (merchant: number, values: Record<string, unknown> = {}) =>
  putRow(database.sql, 'transactions', {
    ...AMOUNTS,
    ...{ merchant_id: merchant, id: next(), reference: `T${last}`, ...values },
  });
const anAttempt = (merchant: number, values: Record<string, unknown> = {}) => {
  const id = next();
  return putRow(database.sql, 'payment_attempts', {
    ...{
      merchant_id: merchant,
      id,
      token: `A${id}`,
      locale: 'en',
      payable_kind: 'payment-link',
      payment_method: 1,
    },
    ...{ value_piastres: 10_000, charge_piastres: 10_000, ...values },
  });
};
const rowOf = async (table: string, merchant: number, id: unknown) => {
  const [row] = await database.sql.unsafe(
    `select * from ${table} where merchant_id = ${merchant} and id = ${id}`,
  );
  return row!;
};
const answer = async (text: string) => {
  const [row] = await database.sql.unsafe(`select ${text} as answer`);
  return row!.answer;
};

describe('attempts', () => {
  test('attempt_may_still_be_paid needs a failure that is not final and time that is left', async () => {
    const ask = (state: string, polled: string | null, expires: string) =>
      answer(`attempt_may_still_be_paid('${state}', ${polled && `'${polled}'`}, '${expires}', '${NOW}')`);
    expect(await ask('failed', NOW, LATER)).toBe(true);
    expect(await ask('failed', null, LATER)).toBe(false);
    expect(await ask('failed', NOW, NOW)).toBe(false);
    expect(await ask('canceled', NOW, LATER)).toBe(false);
  });

  test('attempt_is_as_offered refuses another quantity, amount, currency or rate than the link offers', async () => {
    const merchant = await aMerchant();
    const link = await putRow(database.sql, 'payment_links', {
      ...{ merchant_id: merchant, id: next(), amount: 10_000, total: 10_000, value_piastres: 10_000 },
      ...{ payment_methods: [1], due_at: LATER, token: `L${last}`, success_url: null, cancel_url: null },
    });
    const rule = async (of: Record<string, unknown>, quantity = 1) => {
      const transaction = await aTransaction(merchant, of);
      const { value_piastres } = transaction;
      return refusedRule(() =>
        addRow(database.sql, 'payment_attempts', {
          ...{
            merchant_id: merchant,
            payable_kind: 'payment-link',
            payable_id: link.id,
            token: `B${next()}`,
          },
          ...{ transaction_id: transaction.id, locale: 'en', quantity, value_piastres },
        }),
      );
    };
    expect(await rule({})).toBe(null);
    const refused = 'payment_attempts_as_offered';
    expect(await rule({}, 2)).toBe(refused);
    expect(await rule({ subtotal: 9999, total: 9999, value_piastres: 9999 })).toBe(refused);
    expect(await rule({ total: 9999, value_piastres: 9999 })).toBe(refused);
    expect(await rule({ value_piastres: 9999 })).toBe(refused);
    expect(await rule({ currency: 'USD' })).toBe(refused);
    expect(await rule({ rate_scaled: 999_999 })).toBe(refused);
  });

  test('payment_attempts_terms refuses amounts and facts that no attempt can have, also in a restore', async () => {
    const merchant = await aMerchant();
    const rule = (values: Record<string, unknown>) => refusedRule(() => anAttempt(merchant, values));
    expect(await rule({})).toBe(null);
    expect(await rule({ charge_piastres: 0 })).toBe('payment_attempts_charge_piastres_check');
    expect(await rule({ fee_piastres: -1 })).toBe('payment_attempts_fee_piastres_check');
    expect(await rule({ vat_piastres: -1 })).toBe('payment_attempts_vat_piastres_check');
    expect(await rule({ value_piastres: 0 })).toBe('payment_attempts_value_piastres_check');
    expect(await rule({ fees_on: 'X' })).toBe('payment_attempts_fees_on_check');
    expect(await rule({ locale: 'fr' })).toBe('payment_attempts_locale_check');
    expect(await rule({ card_last4: '42' })).toBe('payment_attempts_card_last4_check');
  });

  test('release_places frees the places of a payable whose holds have expired, and no others', async () => {
    const merchant = await aMerchant();
    const link = next();
    await putRow(database.sql, 'payment_links', {
      ...{ merchant_id: merchant, id: link, amount: 1, total: 1, value_piastres: 1, payment_methods: [1] },
      ...{ max_payment_count: 3, held_count: 2, token: `L${link}`, success_url: null, cancel_url: null },
    });
    const held = { payable_id: link, holds_place: true, state: 'pending' };
    const over = await anAttempt(merchant, { ...held, hold_expires_at: NOW });
    const running = await anAttempt(merchant, { ...held, hold_expires_at: LATER });
    await database.sql`select release_places('payment-link', ${merchant}, ${link}, ${NOW})`;
    expect((await rowOf('payment_attempts', merchant, over.id)).holds_place).toBe(false);
    expect((await rowOf('payment_attempts', merchant, running.id)).holds_place).toBe(true);
    expect((await rowOf('payment_links', merchant, link)).held_count).toBe(1);
  });
});

describe('payment links', () => {
  test('payment_links_terms accepts the least and greatest value of each term, and refuses the next one', async () => {
    const merchant = await aMerchant();
    const rule = (values: Record<string, unknown>) =>
      refusedRule(() =>
        putRow(database.sql, 'payment_links', {
          ...{
            merchant_id: merchant,
            id: next(),
            token: `T${last}`,
            reference: `T${last}`,
            success_url: null,
            cancel_url: null,
          },
          ...{ amount: 100, total: 100, value_piastres: 100, payment_methods: [1], ...values },
        }),
      );
    const most = 999_999_999_999;
    const money = (amount: number) => ({ amount, total: amount });
    const between = (min_amount: number, max_amount: number) => ({ min_amount, max_amount });
    const pieces = (min_quantity: number, max_quantity: number) => ({ min_quantity, max_quantity });
    const cases: [string, accepted: Record<string, unknown>[], refused: Record<string, unknown>[]][] = [
      ['amount_check', [money(1), money(most)], [money(0), money(most + 1)]],
      [
        'amount_within_bounds',
        [between(1, 100), between(100, most)],
        [between(0, 100), between(100, 100), between(101, 200), between(1, 99), between(1, most + 1)],
      ],
      [
        'max_payment_count_check',
        [1, 1_000_000, 2_147_483_647].map((max_payment_count) => ({ max_payment_count })),
        [1_000_001].map((max_payment_count) => ({ max_payment_count })),
      ],
      [
        'quantities',
        [pieces(1, 1), pieces(1, 10_000), pieces(9_999, 10_000)],
        [pieces(0, 1), pieces(2, 2), pieces(1, 10_001), { ...pieces(1, 2), ...between(1, 200) }],
      ],
      ['fees_bps_check', [{ fees_bps: 10_000 }], [{ fees_bps: -1 }, { fees_bps: 10_001 }]],
      ['tax_bps_check', [{ tax_bps: 10_000 }], [{ tax_bps: -1 }, { tax_bps: 10_001 }]],
      [
        'total_check',
        [{ ...money(most - 1), tax: 1, total: most }],
        [{ amount: most, tax: 1, total: most + 1 }],
      ],
      ['total_adds_up', [{ fees: 1, tax: 2, total: 103 }], [{ fees: 1, tax: 2, total: 102 }]],
      [
        'value_piastres_check',
        [1, 999_999_999_999_999].map((value_piastres) => ({ value_piastres })),
        [0, 1_000_000_000_000_000].map((value_piastres) => ({ value_piastres })),
      ],
    ];
    for (const [name, accepted, refused] of cases) {
      for (const each of accepted) expect(await rule(each), `${name} ${JSON.stringify(each)}`).toBe(null);
      for (const each of refused)
        expect(await rule(each), JSON.stringify(each)).toBe(`payment_links_${name}`);
    }
  });
});

describe('transactions', () => {
  test('transactions_follow counts a payment once, when its money arrives, and takes it out of the total of its status', async () => {
    const { sql } = database;
    const merchant = await aMerchant();
    const { id } = await aTransaction(merchant, { status: 0 });
    const figures = async () => {
      const [row] = await sql`
        select (select coalesce(sum(count), 0)::int from daily_method_counts where merchant_id = ${merchant}) as days,
               (select coalesce(sum(captured_piastres), 0)::int from merchant_volumes where merchant_id = ${merchant}) as volume,
               (select coalesce(sum(payments), 0)::int from merchant_volumes where merchant_id = ${merchant}) as payments,
               (select coalesce(sum(rows), 0)::int from list_totals where merchant_id = ${merchant} and status = 1) as paid,
               (select coalesce(sum(rows), 0)::int from list_totals where merchant_id = ${merchant} and status = 3) as refunded`;
      return row;
    };
    await sql`update transactions set status = 1, paid_at = ${NOW} where merchant_id = ${merchant} and id = ${id as number}`;
    expect(await figures()).toEqual({ days: 1, volume: 10_000, payments: 1, paid: 0, refunded: 0 });
    await sql`
      update transactions set status = 3, refunded_piastres = 10000
       where merchant_id = ${merchant} and id = ${id as number}`;
    expect(await figures()).toEqual({ days: 1, volume: 10_000, payments: 1, paid: -1, refunded: 1 });
  });

  test('payment_named and payment_of_item find the payment of an item, of its refund, and of its chargeback', async () => {
    const { sql } = database;
    const merchant = await aMerchant({ business_name: 'Nile' });
    const { id, reference } = await aTransaction(merchant);
    const refund = await putRow(sql, 'refunds', { merchant_id: merchant, transaction_id: id, id: next() });
    const dispute = await putRow(sql, 'chargebacks', {
      ...{ merchant_id: merchant, transaction_id: id, held_from: 'pending', id: next() },
    });
    const payment = { merchantId: merchant, merchantName: 'Nile', id, reference };
    const item = (kind: string, of: unknown) => answer(`payment_of_item(${merchant}, '${kind}', ${of})`);
    expect(await answer(`payment_named(${merchant}, ${id})`)).toEqual(payment);
    expect(await answer(`payment_named(${merchant}, null)`)).toBe(null);
    expect(await item('payment', id)).toEqual(payment);
    expect(await item('cost', id)).toEqual(payment);
    expect(await item('refund', refund.id)).toEqual(payment);
    expect(await item('refund_reversed', refund.id)).toEqual(payment);
    expect(await item('chargeback', dispute.id)).toEqual(payment);
    expect(await item('refund', 0)).toBe(null);
  });

  test('refund_says_who_paid copies payer and method of the payment, and keep_refund_totals counts the refund', async () => {
    const { sql } = database;
    const merchant = await aMerchant();
    const { id } = await aTransaction(merchant, { customer_name: 'Sara', customer_email: 'S@EXAMPLE.COM' });
    const refund = await addRow(sql, 'refunds', { merchant_id: merchant, transaction_id: id });
    expect(refund).toMatchObject({ payer_key: 'sara s@example.com ', payment_method: 1 });
    const [total] = await sql`select list, rows from list_totals where merchant_id = ${merchant}`;
    expect(total).toEqual({ list: 'refunds', rows: 1 });
  });

  test('chargebacks_write_step writes each step of a case, with the operator and note of the transaction', async () => {
    const { sql } = database;
    const merchant = await aMerchant();
    const { id: transaction_id } = await aTransaction(merchant);
    const { id } = await addRow(sql, 'chargebacks', {
      ...{ merchant_id: merchant, transaction_id, held_from: 'pending', created_at: EARLIER },
    });
    await sql.begin(async (tx) => {
      await tx`select set_config('daftar.actor', 'Omar', true), set_config('daftar.note', 'late proof', true)`;
      await tx`
        update chargebacks set status = 1, decided_at = ${NOW} where merchant_id = ${merchant} and id = ${id as number}`;
    });
    const steps = await sql`
      select step, status, actor, note, at from chargeback_stages where merchant_id = ${merchant} order by step`;
    expect([...steps]).toEqual([
      { step: 1, status: 0, actor: '', note: '', at: new Date(EARLIER) },
      { step: 2, status: 1, actor: 'Omar', note: 'late proof', at: new Date(NOW) },
    ]);
  });

  test('merchant_settles pays approved merchants in live mode, and in test mode all but suspended ones, unless on hold', async () => {
    const ask = (status: number, mode: string, held = 'null') =>
      answer(`merchant_settles(${status}::smallint, ${held}, '${mode}')`);
    expect(await Promise.all([0, 1, 2, 3, 4].map((status) => ask(status, 'live')))).toEqual(
      [false, false, false, true, false], // approved merchants have the status 3
    );
    expect(await Promise.all([0, 1, 2, 3, 4].map((status) => ask(status, 'test')))).toEqual(
      [true, true, true, true, false], // suspended ones have the status 4
    );
    expect(await ask(3, 'live', `'${NOW}'`)).toBe(false);
    expect(await ask(3, 'test', `'${NOW}'`)).toBe(false);
  });
});

describe('processors', () => {
  test('accounts at processors are never deleted, and ids that a processor gave never change', async () => {
    const { sql } = database;
    const account = await putRow(sql, 'processor_accounts', {
      ...{ token: 'x'.repeat(20), state: 'on', methods: [1], currencies: ['EGP'] },
    });
    await putRow(sql, 'processor_ids', { account_id: account.id, value: 'P-1' });
    expect(await refusedRule(() => sql`delete from processor_accounts`)).toBe('processor_accounts_stay');
    expect(await refusedRule(() => sql`update processor_ids set value = 'P-2'`)).toBe('processor_ids_stay');
    expect(await refusedRule(() => sql`delete from processor_ids`)).toBe('processor_ids_stay');
  });

  test('processor_notifications_waits clears the end of a notification that is processed again', async () => {
    const { sql } = database;
    const { id } = await putRow(sql, 'processor_notifications', { state: 'failed', processed_at: NOW });
    await sql`update processor_notifications set state = 'received' where id = ${id as number}`;
    const [row] =
      await sql`select state, processed_at from processor_notifications where id = ${id as number}`;
    expect(row).toEqual({ state: 'received', processed_at: null });
  });
});

describe('risk', () => {
  const key = (text: string) => Buffer.from(text);

  /** Facts of an attempt at a time. */
  const facts = (merchant: number, attempt: unknown, at: string, values: Record<string, unknown> = {}) =>
    putRow(database.sql, 'risk_facts', {
      ...{
        merchant_id: merchant,
        attempt_id: attempt,
        created_at: at,
        charge_piastres: 10_000,
        outcome: 'allow',
      },
      ...{ mobile_key: key('mobile'), address_key: key(`address of ${merchant}`), ...values },
    });

  test('risk_before returns earlier attempts with the same fact, newest first; risk_same counts those of a day', async () => {
    const [merchant, other] = [await aMerchant(), await aMerchant()];
    await facts(merchant, 1, '2026-06-14T08:59:00Z');
    await facts(merchant, 2, '2026-06-14T10:00:00Z');
    await facts(other, 3, EARLIER);
    await facts(merchant, 4, NOW);
    await facts(merchant, 5, LATER);
    const before = async (by: string, isOwn: boolean, isLive: boolean, limit = 10) => {
      const rows = await database.sql`
        select b.attempt_id as id from risk_facts f,
               risk_before(f, ${by}, ${isOwn}, '2026-06-14T09:00:00Z', ${isLive}, ${limit}) b
         where f.merchant_id = ${merchant} and f.attempt_id = 4`;
      return rows.map((row) => row.id);
    };
    expect(await before('mobile', false, false)).toEqual([3, 2]);
    expect(await before('mobile', true, false)).toEqual([2]);
    expect(await before('mobile', false, true)).toEqual([5, 3, 2]);
    expect(await before('mobile', false, false, 1)).toEqual([3]);
    expect(await before('address', false, false)).toEqual([2]);
    expect(await before('merchant', true, false)).toEqual([2]);
    expect(await before('card', false, false)).toEqual([]);
    const [same] = await database.sql`select * from risk_same(${merchant}, 4)`;
    expect(same).toEqual({ same_mobile: 2, same_address: 1 });
  });

  test('risk_judge stores the strictest outcome, risk_listed overrules it for trusted payers, and risk_met agrees', async () => {
    const { sql } = database;
    const merchant = await aMerchant();
    const rule = await putRow(sql, 'risk_rules', {
      ...{ merchant_id: merchant, condition: 'amount', amount_piastres: 5000, outcome: 'review' },
      ...{ is_on: true, by_fact: null },
    });
    const judge = async (mobile: string, charge: number) => {
      const attempt = await anAttempt(merchant, { charge_piastres: charge });
      const [row] = await sql`
        select risk_judge(${merchant}, ${attempt.id as number}, ${key(mobile)}, 'x', null, null, null, null, null, null,
                          null, true) as outcome`;
      const [met] = await sql`
        select risk_met(${rule.id as number}, ${merchant}, ${attempt.id as number}) as met`;
      return { outcome: row!.outcome, met: met!.met };
    };
    expect(await judge('somebody', 5000)).toEqual({ outcome: 'allow', met: false });
    expect(await judge('somebody', 5001)).toEqual({ outcome: 'review', met: true });
    await putRow(sql, 'risk_entries', { list: 'trusted', kind: 'mobile', key: key('a friend') });
    expect(await judge('a friend', 5001)).toEqual({ outcome: 'trusted', met: false });
    const [listed] = await sql`
      select count(risk_listed(f, 'trusted', '{mobile}'))::int as trusted, count(risk_listed(f, 'trusted', '{bin}'))::int as bins
        from risk_facts f where f.merchant_id = ${merchant}`;
    expect(listed).toEqual({ trusted: 1, bins: 0 });
    const [reviews] = await sql`select count(*)::int as n from risk_reviews where merchant_id = ${merchant}`;
    expect(reviews!.n).toBe(1);
  });

  test('risk_card_known sends a paid attempt to review if a rule about its card matches, once', async () => {
    const { sql } = database;
    const merchant = await aMerchant();
    await putRow(sql, 'risk_rules', {
      ...{ merchant_id: merchant, condition: 'listed', by_fact: 'bin', outcome: 'block', is_on: true },
    });
    await putRow(sql, 'risk_entries', { list: 'blocked', kind: 'bin', key: key('411111') });
    const known = async (bin: string) => {
      const attempt = next();
      await facts(merchant, attempt, NOW, { transaction_id: attempt });
      const ask = async () => {
        const [row] =
          await sql`select risk_card_known(${merchant}, ${attempt}, ${bin}, null, 'EG') as review`;
        return row!.review;
      };
      return [await ask(), await ask()];
    };
    expect(await known('411111')).toEqual([true, false]);
    expect(await known('522222')).toEqual([false, false]);
  });

  test('risk_review_holds keeps a paid payment under review from being due for settlement', async () => {
    const { sql } = database;
    const merchant = await aMerchant();
    const pay = async (state: string | null) => {
      const { id } = await aTransaction(merchant, { status: 0 });
      if (state) await putRow(sql, 'risk_reviews', { merchant_id: merchant, transaction_id: id, state });
      await sql`
        update transactions set status = 1, paid_at = ${NOW}, expected_settlement_on = '2026-06-17'
         where merchant_id = ${merchant} and id = ${id as number}`;
      const [review] = await sql`
        select state, charged_piastres as charged from risk_reviews
         where merchant_id = ${merchant} and transaction_id = ${id as number}`;
      return [(await rowOf('transactions', merchant, id)).expected_settlement_on !== null, { ...review }];
    };
    expect(await pay(null)).toEqual([true, {}]);
    expect(await pay('unpaid')).toEqual([false, { state: 'waiting', charged: 10_000 }]);
  });
});
