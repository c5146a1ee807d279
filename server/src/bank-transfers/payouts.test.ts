/** Payouts to merchants' bank accounts: in the files of settlements, and back in the balance when a bank refuses them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { balances, differences, pay, receivingAccount, settleAll } from '../../tests/kit/money.ts';
import { deskOf } from '../../tests/kit/ops.ts';
import { accountOfOurs } from '../../tests/kit/samples-transfers.ts';
import { type Actor, type OperatorActor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { payoutJobs } from '../payouts/index.ts';

const FIRST = 'EG380019000500000000263180002';
const OTHER = 'EG800002000156789012345180002';

let daftar: TestServer;
let finance: OperatorActor;
let second: OperatorActor;
let owner: Actor;
let account: number;
beforeAll(async () => {
  daftar = await startTestServer();
  [finance, second] = [await daftar.operator('finance'), await daftar.operator('finance')];
});
afterAll(() => daftar.close());
beforeEach(async () => {
  daftar.clock.set('2026-06-15T09:00:00Z');
  await daftar.database.sql`update bank_transfers set state = 'removed' where state = 'listed'`;
  await daftar.database.sql`update merchants set settlement_held_at = now(), settlement_hold_reason = 'test'`;
  owner = await daftar.merchant();
  // Amounts settled before there was an account are in the balance.
  await pay(daftar, owner, { pounds: 200 });
  await settleAll(daftar, owner);
  account = await receivingAccount(daftar, owner, { iban: FIRST });
});

const { ask, tell, approveNewest } = deskOf(() => daftar);
const root = '/bank-transfers';
const call = (path: string, body?: unknown, as = owner) =>
  daftar.call({
    path: `/merchant/${path}`,
    mode: 'live',
    as,
    ...(body === undefined ? {} : { method: 'POST', body }),
  });
const request = (more: object = {}) => call('payment_links/payout', { amount: 50, ...more });
const newest = async () => (await call('payouts')).body.data[0];
const told = async () =>
  (await call('notifications')).body.data.data[0].content.replace(/[⁦-⁩]/g, '') as string;

interface Row {
  id: number;
  end_to_end_id: string;
  kind: string;
  reference: string;
  amount: number;
  state: string;
  account: { number: string };
}
const draft = async (): Promise<number> => {
  const form = { bank_account_id: await accountOfOurs(daftar), execution_day: '2026-06-15' };
  const made = await tell(finance, root, form);
  expect(made.status, made.raw).toBe(200);
  return made.body.data.id;
};
const rowsOf = async (id: number): Promise<Row[]> =>
  (await ask(finance, `${root}/${id}/transfers`)).body.data;
const sent = async () => {
  const id = await draft();
  await tell(finance, `${root}/${id}/release`, { reason: 'Monday' });
  expect((await approveNewest(second)).status).toBe(200);
  return { id, rows: await rowsOf(id) };
};
/** Applies an answer; a second operator approves what it gives back. */
const answer = async (text: string) => {
  const form = new FormData();
  form.append('apply', 'true');
  form.append('reason', 'From the bank’s portal');
  form.append('file', new Blob([text]), 'answer.csv');
  const applied = await tell(finance, `${root}/answers`, form);
  const { rejected, returned } = applied.body.data;
  if (rejected + returned > 0) expect((await approveNewest(second)).status).toBe(200);
  return applied;
};
const said = (id: string, status: string, reason = '') =>
  answer(`Reference,Status,Reason,Bank reference\n${id},${status},${reason},B-${id.slice(-4)}\n`);

describe('a payout', () => {
  test('goes to the account that receives settlements unless another or none is named', async () => {
    const offered = (await call('available_balance')).body.data.bank_accounts;
    expect(offered).toEqual([{ id: account, name: 'CIB ****0002', receives_settlements: true }]);
    const made = await request();
    expect([made.status, made.body.data.bank_account]).toEqual([201, 'CIB ****0002']);
    expect(await newest()).toMatchObject({
      code: made.body.data.code,
      bank_account: 'CIB ****0002',
      bank_reference: null,
      expires_at: null,
    });
    const byCode = await request({ bank_account_id: null });
    expect(byCode.body.data).not.toHaveProperty('bank_account');
    expect(await newest()).toMatchObject({ bank_account: null, expires_at: expect.any(String) });
  });

  test('goes to no account that settlements neither go to nor went to, and to nobody else’s', async () => {
    const { sql } = daftar.database;
    const [unused] = await sql<{ id: number }[]>`
      insert into bank_accounts (merchant_id, account_name, account_number, bank_name, bank_branch, iban,
                                 receives_settlements, created_at, updated_at)
      values (${owner.merchantId}, 'Thief', '1234567', 'NBE', 'Giza', ${OTHER}, false, now(), now()) returning id`;
    const stranger = await daftar.merchant();
    const theirs = await receivingAccount(daftar, stranger);
    for (const id of [unused!.id, theirs, 999_999_999]) {
      const refused = await request({ bank_account_id: id });
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['bank_account_id']]);
    }
    for (const wrong of ['x', 0, -1, '\u0000', 1e300, {}])
      expect((await request({ bank_account_id: wrong })).status).toBe(422);
    // Once a settlement went there it may be chosen, until its numbers are changed.
    await pay(daftar, owner);
    await settleAll(daftar, owner);
    await sql`update bank_accounts set receives_settlements = false where merchant_id = ${owner.merchantId}`;
    expect((await request({ bank_account_id: account })).status).toBe(201);
    expect((await request()).body.data).not.toHaveProperty('bank_account');
    await sql`update bank_accounts set iban = ${OTHER} where id = ${account}`;
    expect((await request({ bank_account_id: account })).status).toBe(422);
    // A replacement that may still be objected to receives nothing.
    const soon = new Date(daftar.clock.now().getTime() + 3_600_000);
    await sql`update bank_accounts set receives_settlements = true, rests_until = ${soon} where id = ${account}`;
    expect((await request({ bank_account_id: account })).status).toBe(422);
    expect(await differences(daftar)).toEqual([]);
  });

  test('goes where it was asked to go, whatever becomes of the account, once, and does not expire', async () => {
    const { code } = (await request()).body.data;
    await daftar.database.sql`update bank_accounts set iban = ${OTHER} where id = ${account}`;
    daftar.clock.set('2026-07-15T09:00:00Z');
    await payoutJobs['expire-payouts']!(daftar.app, {});
    daftar.clock.set('2026-06-15T09:00:00Z');
    expect(await newest()).toMatchObject({ state: 'requested' });
    expect((await ask(finance, `${root}/to-transfer`)).body.data).toMatchObject({
      count: 1,
      payouts: 1,
      amount: 50,
    });
    const read = async () => (await call(`payouts/${(await newest()).id}`)).body.data;
    expect(await read()).toMatchObject({
      account_name: 'Nour Trading',
      bank_account: 'CIB ****0002',
      sent_at: null,
      transfer_reference: null,
    });
    const { rows } = await sent();
    expect(await read()).toMatchObject({
      sent_at: daftar.clock.now().toISOString(),
      transfer_reference: rows[0]!.end_to_end_id,
      timeline: [{ kind: 'requested' }, { kind: 'sent', by: null }],
    });
    expect((await ask(finance, '/bank-transfers', { q: code })).body.data).toMatchObject([{ transfers: 1 }]);
    expect(rows).toMatchObject([{ kind: 'payout', reference: code, amount: 50, account: { number: FIRST } }]);
    expect((await ask(finance, `${root}/to-transfer`)).body.data.count).toBe(0);
    // It cannot be ended by hand while the bank has it.
    const [listed] = (await ask(finance, '/payouts', { code })).body.data;
    expect(listed).toMatchObject({ bank_account: { iban: FIRST, name: 'Nour Trading' }, expires_at: null });
    for (const [way, body] of [['hand-over'], ['return', { reason: 'x' }]] as const) {
      const refused = await tell(finance, `/payouts/${owner.merchantId}/${listed.id}/${way}`, body);
      expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('in a file')]);
    }
    const { sql } = daftar.database;
    await expect(sql`update payouts set bank_account_version = 2 where id = ${listed.id}`).rejects.toThrow(
      /append-only/,
    );
    await expect(sql`
      insert into bank_transfers (batch_id, merchant_id, payout_id, end_to_end_id, amount_piastres, bank_account_id,
                                  bank_account_version, updated_at)
      select batch_id, merchant_id, payout_id, 'TRF-000000000009', amount_piastres, bank_account_id,
             bank_account_version, now() from bank_transfers where id = ${rows[0]!.id}`).rejects.toThrow(
      /bank_transfers_payout_once/,
    );
  });

  test('is paid by the bank’s answer, and given back once when the money comes back later', async () => {
    await request();
    const { rows } = await sent();
    const id = rows[0]!.end_to_end_id;
    expect((await said(id, 'paid')).body.data).toMatchObject({ applied: true, paid: 1 });
    expect(await newest()).toMatchObject({ state: 'handed-over', bank_reference: `B-${id.slice(-4)}` });
    expect(await told()).toContain('was transferred to CIB ****0002');
    expect(await balances(daftar, owner)).toMatchObject({ payout: 0, available: 19031 - 5000 });
    expect(await differences(daftar)).toEqual([]);
    expect((await said(id, 'returned', 'Account closed')).body.data).toMatchObject({ returned: 1 });
    expect(await newest()).toMatchObject({ state: 'returned', reason: 'Account closed' });
    expect(await told()).toContain('Account closed');
    expect(await balances(daftar, owner)).toMatchObject({ payout: 0, available: 19031, bank: 0 });
    const { transaction_id: paidBy, id: payout } = await newest();
    const { timeline } = (await call(`payouts/${payout}`)).body.data;
    expect(timeline.map(({ kind }: { kind: string }) => kind)).toEqual([
      'requested',
      'sent',
      'handed-over',
      'returned',
    ]);
    expect((await call(`transactions/${paidBy}`)).body.data).toMatchObject({
      status: 5,
      payout_state: 'returned',
    });
    expect((await said(id, 'returned', 'Closed again')).body.data).toMatchObject({
      returned: 0,
      problems: 0,
    });
    expect((await ask(finance, `${root}/to-transfer`)).body.data.count).toBe(0);
    expect(await differences(daftar)).toEqual([]);
  });

  test('is given back with whatever text the bank writes, as one plain line', async () => {
    await request();
    const { rows } = await sent();
    const id = rows[0]!.end_to_end_id;
    const unknown = await said('TRF-\u0000', 'paid');
    expect(unknown.body.data, unknown.raw).toMatchObject({ problems: 1 });
    const answered = await said(id, 'rejected', `Cl\u0000os\ud800ed\u200b\u202e ${'x'.repeat(5_000)}`);
    expect(answered.status, answered.raw).toBe(200);
    const { state, reason } = await newest();
    expect([state, [...reason].length]).toEqual(['returned', 500]);
    expect(reason).toMatch(/^Cl os\ufffded x+$/);
    expect(await differences(daftar)).toEqual([]);
  });

  test('that the bank refuses is back in the balance, beside a settlement of the same file that is paid', async () => {
    await daftar.database.sql`
      update merchant_settings set callback_url = 'https://shop.example/hook' where merchant_id = ${owner.merchantId}`;
    await pay(daftar, owner);
    await settleAll(daftar, owner);
    await request();
    const { id, rows } = await sent();
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual(['payout', 'settlement']);
    const file = await ask(second, `${root}/${id}/file`);
    for (const { reference } of rows) expect(file.raw).toContain(`<Ustrd>${reference}</Ustrd>`);
    const payout = rows.find(({ kind }) => kind === 'payout')!;
    const settlement = rows.find(({ kind }) => kind === 'settlement')!;
    await answer(
      `Reference,Status,Reason\n${payout.end_to_end_id},Rejected,Name differs\n${settlement.end_to_end_id},paid,\n`,
    );
    expect(await newest()).toMatchObject({ state: 'returned', reason: 'Name differs', bank_reference: null });
    expect((await ask(finance, `${root}/${id}`)).body.data).toMatchObject({ state: 'answered', rejected: 1 });
    expect(await balances(daftar, owner)).toMatchObject({ payout: 0, available: 19031 });
    const events = await daftar.database.sql<{ type: string; payload: { data: object } }[]>`
      select type, payload::jsonb as payload from webhook_events
       where merchant_id = ${owner.merchantId} and type like 'payout.%' order by id`;
    expect(events.map(({ type }) => type)).toEqual(['payout.requested', 'payout.returned']);
    expect(events[1]!.payload.data).toMatchObject({ bank_account: 'CIB ****0002', reason: 'Name differs' });
    expect(await differences(daftar)).toEqual([]);
  });

  test('that a second person approves goes to the account that they saw, or nowhere', async () => {
    await daftar.database.sql`
      update merchant_settings set needs_approval = true where merchant_id = ${owner.merchantId} and mode = 'live'`;
    const colleague = await daftar.colleague(owner, ['payout-request-transactions', 'transaction-refund']);
    const approve = async () => {
      const [asked] = (await call('approvals', undefined, colleague)).body.data;
      expect(asked.bank_account).toMatchObject({ account_name: 'Nour Trading', bank_name: 'CIB' });
      return call(`approvals/${asked.id}/approve`, {}, colleague);
    };
    const made = await request();
    expect(made.body.data).toMatchObject({ code: null, bank_account: 'CIB ****0002' });
    expect((await approve()).status).toBe(200);
    expect(await newest()).toMatchObject({ bank_account: 'CIB ****0002' });
    await request();
    await daftar.database.sql`update bank_accounts set iban = ${OTHER} where id = ${account}`;
    const refused = await approve();
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('was changed')]);
    expect((await call('payouts')).body.meta.total).toBe(1);
    expect(await differences(daftar)).toEqual([]);
  });
});
