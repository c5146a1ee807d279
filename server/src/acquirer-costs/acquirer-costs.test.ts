/** Acquirers' costs: booked once, at the account where the payment was made, and never to the merchant. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { anAccount } from '../../tests/kit/ledger.ts';
import { balances, differences, type Paid, pay } from '../../tests/kit/money.ts';
import { deskOf } from '../../tests/kit/ops.ts';
import { madeAtAccount } from '../../tests/kit/processors.ts';
import { foundAfter } from '../../tests/kit/proofs.ts';
import { type Actor, type OperatorActor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { acquirerCostChecks } from './checks.ts';

let daftar: TestServer;
let finance: OperatorActor;
let owner: Actor;
let payment: Paid;
let accountId: number;
beforeAll(async () => {
  daftar = await startTestServer();
  finance = await daftar.operator('finance');
});
afterAll(async () => {
  expect(await differences(daftar)).toEqual([]);
  await daftar.close();
});
beforeEach(async () => {
  owner = await daftar.merchant();
  payment = await pay(daftar, owner);
  accountId = await madeAtAccount(daftar, owner, payment.id);
});

const { ask, tell, lastAudit } = deskOf(() => daftar);
let serial = 0;
const aReference = () => `ARN-${++serial}`;
const pathOf = ({ id }: { id: number }, actor = owner) =>
  `/transactions/${actor.merchantId}/${id}/acquirer-costs`;
const book = (fields: object, of: { id: number } = payment, as = finance) => {
  const body = {
    kind: 'acquirer_fee',
    direction: 'charged',
    amount: 1.14,
    reference: aReference(),
    ...fields,
  };
  return tell(as, pathOf(of), body);
};
const owedAt = async (id: number) => {
  const [row] = await daftar.database.sql<{ balance: number }[]>`
    select balance from clearing_balances where merchant_id = ${owner.merchantId} and processor_account_id = ${id}`;
  return -(row?.balance ?? 0);
};
const costs = async () => (await ask(finance, pathOf(payment))).body.data;

describe('a cost', () => {
  test('lowers what the account owes and nothing of the merchant, and is listed with who booked it', async () => {
    const before = await balances(daftar, owner);
    expect(await owedAt(accountId)).toBe(10_000);
    const reference = aReference();
    const booked = await book({ vat: '0.14', reference });
    expect(booked.status, booked.raw).toBe(200);
    expect(booked.body.message).toBe('The cost was booked');
    expect(await owedAt(accountId)).toBe(9_886);
    expect(await balances(daftar, owner)).toEqual({ ...before, clearing: -9_886, acquirer_fees: -114 });
    expect(await costs()).toEqual({
      account: { id: accountId, name: 'Bank' },
      costs: [
        {
          kind: 'acquirer_fee',
          amount: 1.14,
          vat: 0.14,
          reference,
          actor: finance.email,
          file: null,
          created_at: daftar.clock.now().toISOString(),
        },
      ],
    });
    expect(await lastAudit()).toMatchObject({
      action: 'acquirer-cost.book',
      actor: finance.email,
      after: { transaction: payment.reference, account: accountId, amountPiastres: 114, vatPiastres: 14 },
    });
  });

  test('is booked once however often it is sent, also at once', async () => {
    const reference = aReference();
    const all = await Promise.all(Array.from({ length: 5 }, () => book({ reference })));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await book({ reference })).body.message).toBe(
      'This cost was booked before; nothing was booked twice',
    );
    expect(await owedAt(accountId)).toBe(9_886);
    expect((await costs()).costs).toHaveLength(1);
  });

  test.each([{ amount: 1.15 }, { kind: 'chargeback_fee' }, { vat: 0.1 }, { direction: 'given_back' }])(
    'with the reference of another one is refused: %j',
    async (other) => {
      const reference = aReference();
      await book({ reference });
      const refused = await book({ reference, ...other });
      expect(refused.status).toBe(422);
      expect(refused.body.errors).toEqual({
        reference: ['Another cost of this account has this reference already'],
      });
      expect(await owedAt(accountId)).toBe(9_886);
    },
  );

  test('with the reference of another payment of the account is refused, of another account it is not', async () => {
    const [same, elsewhere] = [await pay(daftar, owner), await pay(daftar, owner)];
    await madeAtAccount(daftar, owner, same.id, { accountId });
    const other = await madeAtAccount(daftar, owner, elsewhere.id);
    const reference = aReference();
    await book({ reference });
    expect((await book({ reference }, same)).status).toBe(422);
    expect((await book({ reference }, elsewhere)).status).toBe(200);
    expect(await owedAt(accountId)).toBe(19_886);
    expect(await owedAt(other)).toBe(9_886);
  });

  test('is given back, but no more of it than was charged', async () => {
    await book({ amount: 30, kind: 'chargeback_fee' });
    await book({ amount: 50 });
    const back = (amount: number) => book({ amount, kind: 'chargeback_fee', direction: 'given_back' });
    expect((await back(30.01)).body.errors).toEqual({
      amount: ['That is more than the processor has charged for this payment'],
    });
    expect((await back(10)).status).toBe(200);
    expect((await back(20)).status).toBe(200);
    expect((await back(0.01)).status).toBe(422);
    expect(await owedAt(accountId)).toBe(5_000);
    expect((await costs()).costs.map(({ amount }: { amount: number }) => amount).sort()).toEqual([
      -10, -20, 30, 50,
    ]);
  });

  test('needs what the acquirer says, and a VAT that is within it', async () => {
    const refused = await tell(finance, pathOf(payment), {});
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors).sort()).toEqual(['amount', 'direction', 'kind', 'reference']);
    expect((await book({ vat: 1.15 })).body.errors).toEqual({
      vat: ['The VAT is more than the amount that contains it'],
    });
    expect((await book({ vat: 1.14 })).status).toBe(200);
  });

  test('is refused of a payment that no acquirer took, that failed, or that another merchant has', async () => {
    const sandbox = await pay(daftar, owner);
    expect((await book({}, sandbox)).body.message).toBe(
      'No processor’s account took this payment, so it cannot have such a cost',
    );
    const failed = await pay(daftar, owner, { card: '4000000000000002', mode: 'test' });
    expect((await book({}, failed)).status).toBe(404);
    const stranger = await daftar.merchant();
    expect(
      (
        await tell(finance, pathOf(payment, stranger), {
          kind: 'acquirer_fee',
          direction: 'charged',
          amount: 1,
          reference: aReference(),
        })
      ).status,
    ).toBe(404);
  });

  test('is neither seen nor booked by a reviewer', async () => {
    const reviewer = await daftar.operator('reviewer');
    expect((await book({}, payment, reviewer)).status).toBe(403);
    expect((await ask(reviewer, pathOf(payment))).status).toBe(403);
  });

  test('stays as it was booked', async () => {
    await book({});
    for (const change of [
      'update acquirer_costs set actor = actor',
      'delete from acquirer_costs',
      'truncate acquirer_costs',
    ])
      await expect(daftar.database.sql.unsafe(change)).rejects.toMatchObject({ code: '23001' });
  });
});

describe('the proof', () => {
  const found = (statement: string) => foundAfter(daftar.database.sql, acquirerCostChecks, statement);

  test('finds a cost that was never posted, and one with another amount, kind or account', async () => {
    const reference = aReference();
    await book({ reference });
    const key = `live acquirer-cost:${accountId}:${reference}`;
    const transfer = `idempotency_key = '${key.slice(5)}'`;
    const of = `where reference = '${reference}'`;
    expect(await found(`delete from ledger_transfers where ${transfer}`)).toEqual([
      ['acquirer_costs_booked_once', key, '114', 'none'],
    ]);
    expect(await found(`delete from acquirer_costs ${of}`)).toEqual([
      ['acquirer_costs_booked_once', key, 'none', '114'],
    ]);
    expect(await found(`update acquirer_costs set amount_piastres = 115 ${of}`)).toEqual([
      ['acquirer_costs_booked_once', key, '115', '114'],
    ]);
    expect(await found(`update acquirer_costs set kind = 'chargeback_fee' ${of}`)).toHaveLength(2);
    expect(
      await found(`update ledger_transfers set processor_account_id = 7 where ${transfer}`),
    ).toHaveLength(2);
  });

  test('finds more given back than charged', async () => {
    const reference = aReference();
    await book({ reference });
    const change = `update acquirer_costs set amount_piastres = -1 where reference = '${reference}'`;
    expect(await found(change)).toContainEqual([
      'acquirer_costs_not_negative',
      `live transaction ${payment.id} acquirer_fee`,
      'at least 0',
      '-1',
    ]);
  });
});

describe('the console', () => {
  const shown = async () =>
    (await ask(finance, `/processors/accounts/${accountId}`)).body.data as {
      clearing: number;
      costs_this_month: number;
    };

  /** Moves the clock, and signs in again, because no session lasts that long. */
  const at = async (moment: string) => {
    daftar.clock.set(moment);
    finance = await daftar.operator('finance');
  };

  test('says what an account owes and what it has cost since the month began in Cairo', async () => {
    await at('2026-07-31T20:59:59Z');
    await book({ amount: 3 });
    expect(await shown()).toMatchObject({ clearing: 97, costs_this_month: 3 });
    await at('2026-07-31T21:00:00Z');
    expect(await shown()).toMatchObject({ clearing: 97, costs_this_month: 0 });
    await book({ amount: 2 });
    await book({ amount: 0.5, direction: 'given_back' });
    expect(await shown()).toMatchObject({ clearing: 95.5, costs_this_month: 1.5 });
  });

  test('lists what an account owes by merchant, the largest first', async () => {
    const account = await anAccount(daftar.app.db);
    const names: Record<string, number> = {};
    for (const pounds of [20, 50, 5]) {
      const merchant = await daftar.merchant();
      const paid = await pay(daftar, merchant, { pounds });
      await madeAtAccount(daftar, merchant, paid.id, { accountId: account });
      names[pounds] = merchant.merchantId;
    }
    const listed = await ask(finance, `/processors/accounts/${account}/clearing`);
    expect(listed.status, listed.raw).toBe(200);
    expect(
      listed.body.data.map((row: { merchant: { id: number }; amount: number }) => [
        row.merchant.id,
        row.amount,
      ]),
    ).toEqual([50, 20, 5].map((pounds) => [names[pounds], pounds]));
    expect(listed.body.meta.total).toBe(3);
    const path = `/processors/accounts/${account}/clearing`;
    const found = async (q: string) =>
      (await ask(finance, path, { q })).body.data.map(({ id }: { id: number }) => id);
    const [first] = listed.body.data as { id: number; merchant: { name: string } }[];
    expect(await found('20.00')).toEqual([names[20]]);
    expect(await found(String(names[5]))).toEqual([names[5]]);
    expect(await found(first!.merchant.name.toUpperCase())).toContain(names[50]);
    expect(await found('No such merchant')).toEqual([]);
    const saved = await ask(finance, `${path}/export`, { sort_type: 'asc' });
    expect(
      saved.raw
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',').slice(-2).join()),
    ).toEqual([5, 20, 50].map((pounds) => `${names[pounds]},${pounds.toFixed(2)}`));
    for (const unknown of ['clearing', 'clearing/export'])
      expect((await ask(finance, `/processors/accounts/999999/${unknown}`)).status).toBe(404);
  });
});
