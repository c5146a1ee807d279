/** Numbers have no gaps, even with concurrent or failing issuers. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { at, numbersOf } from '../../tests/kit/fee-invoices.ts';
import { differences, pay } from '../../tests/kit/money.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { inTransaction } from '../platform/db/connect.ts';
import { issueFeeInvoices } from './issue.ts';

let daftar: TestServer;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());

const JULY = '2026-07-01T04:00:00Z';

async function charged(many: number): Promise<Actor[]> {
  const owners: Actor[] = [];
  for (let n = 0; n < many; n += 1) {
    const owner = await daftar.merchant();
    await pay(daftar, owner);
    owners.push(owner);
  }
  return owners;
}
const gapless = async () => {
  const numbers = await numbersOf(daftar.database.sql);
  expect(numbers).toEqual(numbers.map((_, place) => place + 1));
  return numbers.length;
};

test('jobs that run at once issue each invoice once, and their numbers have no gap', async () => {
  const owners = await charged(4);
  const app = at(daftar.app, JULY);
  const issued = await Promise.all([issueFeeInvoices(app), issueFeeInvoices(app), issueFeeInvoices(app)]);
  expect(issued.reduce((sum, n) => sum + n)).toBe(owners.length);
  expect(await gapless()).toBe(owners.length);
  expect(await differences(daftar)).toEqual([]);
});

test('a run that is rolled back halfway, as one that is killed is, takes no number with it, and the next one goes on', async () => {
  const before = await gapless();
  const [first, second] = (await charged(2)) as [Actor, Actor];
  const app = at(daftar.app, JULY);
  // The issuer that waits for the number of a failing one gets that number.
  let waiting: Promise<number> | undefined;
  await expect(
    daftar.app.pool.begin(async (tx) => {
      expect(await issueFeeInvoices({ ...app, db: tx as never }, first.merchantId)).toBe(1);
      waiting = issueFeeInvoices(app, second.merchantId);
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  expect(await waiting).toBe(1);
  expect(await gapless()).toBe(before + 1);

  expect(await issueFeeInvoices(app)).toBe(1);
  expect(await gapless()).toBe(before + 2);
  expect(await differences(daftar)).toEqual([]);
});

test('a connection that dies while others issue leaves no gap, and its invoice is issued by the next run', async () => {
  const before = await gapless();
  const [dead, ...alive] = (await charged(4)) as [Actor, ...Actor[]];
  const app = at(daftar.app, JULY);
  const others: Promise<number>[] = [];
  await expect(
    inTransaction(daftar.app.pool, async (tx) => {
      expect(await issueFeeInvoices({ ...app, db: tx }, dead.merchantId)).toBe(1);
      for (const { merchantId } of alive) others.push(issueFeeInvoices(app, merchantId));
      const [own] = await tx<[{ pid: number }]>`select pg_backend_pid() as pid`;
      await daftar.database.sql`select pg_terminate_backend(${own.pid})`;
      await tx`select 1`;
    }),
  ).rejects.toThrow();
  expect(await Promise.all(others)).toEqual([1, 1, 1]);
  expect(await gapless()).toBe(before + 3);
  expect(await issueFeeInvoices(app)).toBe(1);
  expect(await gapless()).toBe(before + 4);
  expect(await differences(daftar)).toEqual([]);
});

test('each year begins at one', async () => {
  const [owner] = (await charged(1)) as [Actor];
  await issueFeeInvoices(at(daftar.app, '2027-01-01T04:00:00Z'), owner.merchantId);
  const [row] = await daftar.database.sql`
    select year, number, to_char(month, 'YYYY-MM') as month from fee_invoices where merchant_id = ${owner.merchantId}`;
  expect(row).toEqual({ year: 2027, number: 1, month: '2026-06' });
});
