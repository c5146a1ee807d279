import { afterAll, beforeAll, expect, test } from 'vitest';
import { callerOf, pay, refund, settleAll } from '../../tests/kit/money.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { requestPayout } from '../payouts/service.ts';

let daftar: TestServer;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
  owner = await daftar.merchant();
  const payment = await pay(daftar, owner, { pounds: 100 });
  await pay(daftar, owner, { pounds: 900, mode: 'test' });
  await settleAll(daftar, owner);
  await refund(daftar, owner, payment.id, { amount: 10 });
  await requestPayout(daftar.app, callerOf(owner), 2000);
  owner = await daftar.elsewhere(owner);
});
afterAll(() => daftar.close());

const PATH = '/api/merchant/balance';
const read = async (query: Record<string, string> = {}, as = owner, path = `${PATH}/movements`) =>
  daftar.call({ path, as, query });
const amounts = (rows: { account: string; kind: string; amount: number; balance: number }[]) =>
  rows.map(({ account, kind, amount, balance }) => [account, kind, amount, balance]);

test('each movement has its cause, its amount and the balance that it left, newest first, in its own mode', async () => {
  const { data } = (await read()).body;
  expect(amounts(data.rows)).toEqual([
    ['payout', 'payout_requested', 20, 20],
    ['available', 'payout_requested', -20, 63.44],
    ['available', 'refund', -10, 83.44],
    ['available', 'settlement', 93.44, 93.44],
    ['pending', 'settlement', -93.44, 0],
    ['pending', 'capture', 93.44, 93.44],
  ]);
  expect(data.accounts).toContainEqual({ account: 'available', opening: 0, closing: 63.44 });
  expect([data.older, data.newer]).toEqual([null, null]);
  const inTest = (await read({}, owner, '/api/sandbox/merchant/balance/movements')).body.data;
  expect(amounts(inTest.rows)).toEqual([['pending', 'capture', expect.any(Number), expect.any(Number)]]);
  expect((await read({}, await daftar.merchant())).body.data.rows).toEqual([]);
});

test('references lead to payments, payouts and settlements, and no payout code is shown', async () => {
  const { rows } = (await read()).body.data;
  for (const { kind, reference, subject } of rows) {
    expect(reference, kind).toMatch(kind === 'settlement' ? /^STL-/ : /^TRX-/);
    expect(subject, kind).toEqual({
      kind: kind === 'settlement' || kind === 'payout_requested' ? kind.split('_')[0] : 'transaction',
      id: expect.any(Number),
    });
  }
  const { id } = rows.find((row: { kind: string }) => row.kind === 'payout_requested').subject;
  const payout = (await daftar.call({ path: `/api/merchant/payouts/${id}`, as: owner })).body.data;
  expect(payout.transaction_reference).toBe(rows[0].reference);
});

test('a period, an account and a kind are filters; a wrong period or place is refused by field', async () => {
  const all = (await read()).body.data;
  const kinds = async (query: Record<string, string>) =>
    (await read(query)).body.data.rows.map((row: { kind: string }) => row.kind);
  expect(await kinds({ account: 'available', kind: 'refund' })).toEqual(['refund']);
  expect(await kinds({ account: 'pending' })).toEqual(['settlement', 'capture']);
  expect(await kinds({ before: all.rows[3].id })).toEqual(['settlement', 'capture']);
  const before = (await read({ date_to: '2020-01-01' })).body.data;
  expect([before.rows, before.accounts[0].closing]).toEqual([[], 0]);
  const later = (await read({ date_from: '2030-01-01' })).body.data;
  expect([later.rows, later.accounts[0].opening]).toEqual([[], 63.44]);
  const refused = async (query: Record<string, string>) => {
    const { status, body } = await read(query);
    return [status, Object.keys(body.errors ?? {})];
  };
  expect(await refused({ date_from: '2026-02-01', date_to: '2026-01-01' })).toEqual([422, ['date_to']]);
  expect(await refused({ date_from: '2026-02-31' })).toEqual([422, ['date_from']]);
  expect(await refused({ before: '1-fees' })).toEqual([422, ['before']]);
  expect(await refused({ account: 'vat' })).toEqual([422, ['account']]);
});

test('the statement of a period is saved as CSV, workbook and PDF, in either language', async () => {
  const csv = (await read({ language: 'en' }, owner, `${PATH}/statement`)).raw.replace('\ufeff', '');
  const lines = csv.trimEnd().split('\r\n');
  expect(lines[0]).toBe('Date,Balance,Movement,Reference,Money in (EGP),Money out (EGP),Balance after (EGP)');
  expect(lines).toHaveLength(1 + 5 + 6 + 5);
  expect(lines[1]).toBe(',Available,Opening balance,,,,0.00');
  expect(lines[6]).toMatch(/^2026-\d\d-\d\d \d\d:\d\d,Pending,"Payment, less fees",TRX-\w+,93.44,,93.44$/);
  expect(lines[12]).toBe(',Available,Closing balance,,,,63.44');
  const workbook = await read(
    { format: 'xlsx', language: 'ar', account: 'available' },
    owner,
    `${PATH}/statement`,
  );
  expect(workbook.headers['content-type']).toContain('spreadsheetml');
  for (const language of ['en', 'ar']) {
    const pdf = await read({ format: 'pdf', language }, owner, `${PATH}/statement`);
    expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
  }
});

test('a PDF of more than 1,000 movements is refused, and says what to do', async () => {
  const other = await daftar.merchant();
  // Entries alone: they are counted, and nothing is drawn.
  await daftar.database.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into ledger_movements (merchant_id, mode, account, transfer_id, kind)
      select ${other.merchantId}, 'live', case when n % 2 = 0 then 'available' else 'reserve' end::ledger_account_kind, n,
             'reserve_drawn' from generate_series(1, 1001) n`;
  });
  const refused = await read({ format: 'pdf' }, other, `${PATH}/statement`);
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('CSV or Excel')]);
  expect(refused.body.message).toContain('1,000');
  const half = await read({ format: 'pdf', account: 'reserve' }, other, `${PATH}/statement`);
  expect(half.status).toBe(200);
});

test('the console reads and saves the statement of any merchant, and who saved it is in the audit log', async () => {
  const operator = await daftar.operator('finance');
  const path = `/api/ops/balance/${owner.merchantId}`;
  const page = (await daftar.call({ path: `${path}/movements`, as: operator })).body.data;
  expect(page.merchant.id).toBe(owner.merchantId);
  expect(page.rows).toHaveLength(6);
  const test = await daftar.call({ path: `${path}/movements`, as: operator, query: { mode: 'test' } });
  expect(test.body.data.rows).toHaveLength(1);
  expect((await daftar.call({ path: '/api/ops/balance/999999/movements', as: operator })).status).toBe(404);
  expect((await daftar.call({ path: `${path}/statement`, as: operator })).status).toBe(200);
  expect((await daftar.call({ path: '/api/ops/balance/999999/statement', as: operator })).status).toBe(404);
  const saved = await daftar.database.sql`
    select after from audit_log where action = 'list.export' and subject = 'list:account-statement'`;
  expect(saved).toMatchObject([{ after: { merchant_id: owner.merchantId, mode: 'live', format: 'csv' } }]);
});
