/** Breaks written off by two operators: open amounts leave the ledger's accounts once, and return with the money. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { differences, type Paid, pay } from '../../../tests/kit/money.ts';
import { deskOf } from '../../../tests/kit/ops.ts';
import { foundAfter } from '../../../tests/kit/proofs.ts';
import { mt940Of } from '../../../tests/kit/reconciliation/statements.ts';
import { aProfile, csvOf, fileForm, moveToAccount, type Row } from '../../../tests/kit/reconciliation.ts';
import { accountOfOurs } from '../../../tests/kit/samples-transfers.ts';
import {
  type Actor,
  type OperatorActor,
  startTestServer,
  type TestServer,
} from '../../../tests/kit/server.ts';
import { reconciliationChecks } from '../checks.ts';
import { reconciliationJobs } from '../missing.ts';

let daftar: TestServer;
let finance: OperatorActor;
let second: OperatorActor;
let owner: Actor;
let profile: { id: number; accountId: number };
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  daftar.clock.set('2026-06-15T09:00:00Z');
  owner = await daftar.merchant();
  ({ finance, ...profile } = await aProfile(daftar));
  second = await daftar.operator('finance');
});

const { ask, tell, approveNewest, lastAudit } = deskOf(() => daftar);
const paid = async (pounds = 100): Promise<Paid> => {
  const payment = await pay(daftar, owner, { pounds });
  await moveToAccount(daftar, owner, payment.id, profile.accountId);
  return payment;
};
const send = async (rows: readonly Row[]) => {
  const reply = await tell(finance, `/reconciliation/profiles/${profile.id}/import`, fileForm(csvOf(rows)));
  expect(reply.status, reply.raw).toBe(200);
  return (await ask(finance, `/reconciliation/files/${reply.body.data.id}`)).body.data.batches[0] as {
    id: number;
    net: number;
  };
};
const book = async (batch: { id: number; net: number }, amount = batch.net) => {
  const body = { amount, bank_reference: 'BNK', received_on: '2026-06-15' };
  const reply = await tell(finance, `/reconciliation/batches/${batch.id}/book`, body);
  expect(reply.status, reply.raw).toBe(200);
};
const breakOf = async (kind: string, query: Record<string, string> = {}) =>
  (await ask(finance, '/reconciliation/breaks', { kind, sort_type: 'desc', ...query })).body.data[0] as {
    id: number;
    amount: number;
    state: string;
  };
const writeOff = (id: number, what = 'write-off') =>
  tell(finance, `/reconciliation/breaks/${id}/${what}`, { reason: 'Below what asking costs' });
const approve = async () => {
  const reply = await approveNewest(second);
  expect(reply.status, reply.raw).toBe(200);
};
/** Sums up an account over all merchants in the ledger, in piastres. */
const balance = async (kind: string) => {
  const [row] = await daftar.app.db<{ balance: number }[]>`
    select coalesce(sum(balance), 0)::bigint as balance from ledger_accounts where kind::text = ${kind} and mode = 'live'`;
  return row!.balance;
};
const owed = async () => {
  const [row] = await daftar.app.db<{ owed: number }[]>`
    select coalesce(-sum(balance), 0)::bigint as owed from clearing_balances where processor_account_id = ${profile.accountId}`;
  return row!.owed;
};
const clean = async () => expect(await differences(daftar)).toEqual([]);

test('what came too little is given up by two operators, once, and leaves the account’s open balance', async () => {
  const payment = await paid();
  const batch = await send([{ gross: 9_990, order: payment.reference }]);
  const { id } = await breakOf('under');
  const early = await writeOff(id);
  expect([early.status, early.body.message]).toEqual([
    400,
    'Book the batch of this line first: until then the whole amount is open',
  ]);
  await book(batch);
  const before = await balance('write_offs');
  expect(await owed()).toBe(10);
  expect((await writeOff(id)).status).toBe(200);
  // One request already waits, and nobody can approve their own.
  expect((await writeOff(id)).status).toBe(409);
  expect((await approveNewest(finance)).status).toBe(400);
  expect(await owed()).toBe(10);
  await approve();
  expect(await lastAudit()).toMatchObject({
    action: 'reconciliation-break.write-off',
    after: { kind: 'under', amountPiastres: -10, askedBy: finance.email },
  });
  expect([await owed(), (await balance('write_offs')) - before]).toEqual([0, -10]);
  expect(await breakOf('under', { is_closed: 'yes' })).toMatchObject({ id, state: 'written_off' });
  expect((await writeOff(id)).body.message).toBe('This break is closed already');
  await clean();
});

test('taken back by two operators, a counter-entry opens the break again', async () => {
  const payment = await paid();
  await book(await send([{ gross: 10_025, order: payment.reference }]));
  const { id } = await breakOf('over');
  const before = await balance('write_offs');
  await writeOff(id);
  await approve();
  expect([await owed(), (await balance('write_offs')) - before]).toEqual([0, 25]);
  expect((await writeOff(id, 'take-back-write-off')).status).toBe(200);
  await approve();
  expect([await owed(), await balance('write_offs')]).toEqual([-25, before]);
  expect(await breakOf('over')).toMatchObject({ id, state: 'open' });
  expect((await writeOff(id, 'take-back-write-off')).body.message).toBe('This break is not written off');
  await clean();
});

test('a payment that never came is written off, and undone when its money comes after all', async () => {
  await send([{ gross: 100, id: 'first' }]);
  const payment = await paid(70);
  daftar.clock.advance({ days: 10 });
  [finance, second] = [await daftar.operator('finance'), await daftar.operator('finance')];
  await reconciliationJobs['reconcile-missing']!(daftar.app, {});
  const { id, amount } = await breakOf('ours_only');
  expect(amount).toBe(70);
  const before = await balance('write_offs');
  await writeOff(id);
  await approve();
  expect([await owed(), (await balance('write_offs')) - before]).toEqual([0, -7_000]);
  await clean();
  await book(await send([{ gross: 7_000, order: payment.reference }]));
  expect([await owed(), await balance('write_offs')]).toEqual([0, before]);
  expect(await breakOf('ours_only', { is_closed: 'yes' })).toMatchObject({ id, state: 'resolved' });
  await clean();
});

test('money that nobody knows leaves suspense, a deposit’s difference too, and a bank’s charge becomes a cost', async () => {
  const batch = await send([{ gross: 500, id: 'nobody', type: 'Adjustment' }]);
  const [suspense, before] = [await balance('suspense'), await balance('write_offs')];
  await book(batch, 4.5);
  const [unknown, deposit] = [await breakOf('theirs_only'), await breakOf('deposit')];
  for (const { id } of [unknown, deposit]) {
    await writeOff(id);
    await approve();
  }
  expect([await balance('suspense'), (await balance('write_offs')) - before]).toEqual([suspense, 450]);
  const account = await accountOfOurs(daftar);
  const bank = await balance('bank');
  const statement = fileForm(mt940Of(0, [{ piastres: -75, text: 'CHARGES' }]));
  const imported = await tell(finance, `/bank-statements/accounts/${account}/import`, statement);
  await writeOff((await breakOf('debit_without_transfer')).id);
  await approve();
  expect([(await balance('bank')) - bank, (await balance('write_offs')) - before]).toEqual([75, 375]);
  // A booked line stays matched.
  const [line] = (await ask(finance, `/bank-statements/${imported.body.data.id}/lines`)).body.data;
  expect(line.state).toBe('written_off');
  expect(
    (await tell(finance, `/bank-statements/${imported.body.data.id}/undo`, { reason: 'x' })).status,
  ).toBe(400);
  expect((await tell(finance, `/bank-lines/${line.id}/batches`, { batches: [batch.id] })).body.message).toBe(
    'This line is written off; take that back first',
  );
  await clean();
});

test('too much, or what the ledger does not have, is refused; a break that was closed meanwhile goes on waiting', async () => {
  const payment = await paid(20_000);
  await book(
    await send([
      { gross: 1, order: payment.reference, fee: 0 },
      { gross: 100, currency: 'USD', id: 'usd' },
    ]),
  );
  expect((await writeOff((await breakOf('under')).id)).body.message).toBe(
    'More than 10,000 EGP is not written off',
  );
  expect((await writeOff((await breakOf('currency')).id)).body.message).toContain(
    'Nothing of this break is open',
  );
  await book(await send([{ gross: 300, id: 'other', type: 'Adjustment' }]));
  const { id } = await breakOf('theirs_only');
  await writeOff(id);
  // Closing it with a reason would need a second operator as well, who decides one thing at a time.
  expect((await tell(finance, `/reconciliation/breaks/${id}/resolve`, { reason: 'Known' })).status).toBe(409);
  await daftar.database.sql`
    update reconciliation_breaks
       set state = 'resolved', ended_as = 'explained', resolution = 'Known', closed_at = now(), closed_by = 'x' where id = ${id}`;
  const late = await approveNewest(second);
  expect([late.status, late.body.message]).toEqual([409, 'This break is closed already']);
  await clean();
});

test('the database keeps a write-off as it was, and ledger:check finds one that is not in the ledger', async () => {
  const { sql } = daftar.database;
  await book(await send([{ gross: 300, id: 'checked', type: 'Adjustment' }]));
  const { id } = await breakOf('theirs_only');
  await writeOff(id);
  await approve();
  await expect(
    sql`update reconciliation_write_offs set amount_piastres = 1 where break_id = ${id}`,
  ).rejects.toThrow();
  await expect(sql`delete from reconciliation_write_offs where break_id = ${id}`).rejects.toThrow();
  await expect(
    sql`insert into reconciliation_write_offs (break_id, account, merchant_id, mode, amount_piastres, reason, asked_by, approved_by, created_at)
        select break_id, account, merchant_id, mode, amount_piastres, reason, asked_by, approved_by, created_at
          from reconciliation_write_offs where break_id = ${id}`,
  ).rejects.toThrow(/reconciliation_write_offs_once/);
  const rules = async (statement: string) => [
    ...new Set((await foundAfter(sql, reconciliationChecks, statement)).map(([rule]) => rule)),
  ];
  expect(
    await rules(`update reconciliation_write_offs set amount_piastres = 301 where break_id = ${id}`),
  ).toEqual(['reconciliation_suspense_is_unknown', 'reconciliation_written_off_is_booked']);
  expect(
    await rules(
      `update reconciliation_breaks set state = 'resolved', ended_as = 'explained' where id = ${id}`,
    ),
  ).toEqual(['reconciliation_written_off_stands']);
});
