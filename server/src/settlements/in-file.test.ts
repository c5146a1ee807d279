/** A settlement in a file of bank transfers cannot be marked as paid by hand; every other settlement can. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deskOf } from '../../tests/kit/ops.ts';
import { accountOfOurs, settledToBank } from '../../tests/kit/samples-transfers.ts';
import { type Actor, type OperatorActor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { InFile } from './errors.ts';
import { paySettlement } from './pay.ts';

let daftar: TestServer;
let finance: OperatorActor;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
  daftar.clock.set('2026-06-15T09:00:00Z');
  finance = await daftar.operator('finance');
});
afterAll(() => daftar.close());
beforeEach(async () => {
  owner = await daftar.merchant();
});

const { ask, tell } = deskOf(() => daftar);

/** Settles one payment of the merchant. @returns the newest settlement */
async function settle(): Promise<number> {
  await settledToBank(daftar, owner, 100);
  const [newest] = await daftar.database.sql<[{ id: number }]>`
    select id from settlements where merchant_id = ${owner.merchantId} order by id desc limit 1`;
  return newest.id;
}

/** Puts everything that is due into a new file. @returns its id and the ids of its transfers */
async function fileOfAll(): Promise<{ id: number; transfers: number[] }> {
  const form = {
    bank_account_id: await accountOfOurs(daftar, 'pain.001'),
    execution_day: '2026-06-15',
  };
  const { id } = (await tell(finance, '/bank-transfers', form)).body.data;
  const rows: { id: number }[] = (await ask(finance, `/bank-transfers/${id}/transfers`)).body.data;
  return { id, transfers: rows.map((row) => row.id) };
}

const markPaid = (id: number) =>
  paySettlement(
    daftar.app,
    { merchantId: owner.merchantId, id },
    { bankReference: `FT-${id}`, actor: 'ops:test' },
  );

test('a settlement in a file is refused; another of the same merchant is marked as paid', async () => {
  const inFile = await settle();
  const file = await fileOfAll();
  expect(file.transfers).toHaveLength(1);
  const other = await settle();
  await expect(markPaid(inFile)).rejects.toBeInstanceOf(InFile);
  await markPaid(other);
  const paid = await daftar.database.sql`
    select id from settlements where merchant_id = ${owner.merchantId} and is_paid`;
  expect(paid.map(({ id }) => id)).toEqual([other]);
  await tell(finance, `/bank-transfers/${file.id}/cancel`);
});

test('a settlement that was taken out of its file is marked as paid', async () => {
  const id = await settle();
  const file = await fileOfAll();
  await expect(markPaid(id)).rejects.toBeInstanceOf(InFile);
  const canceled = await tell(finance, `/bank-transfers/${file.id}/cancel`);
  expect(canceled.status, canceled.raw).toBe(200);
  await markPaid(id);
});
