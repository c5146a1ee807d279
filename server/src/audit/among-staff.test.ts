import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deskOf } from '../../tests/kit/ops.ts';
import { type Actor, type OperatorActor, startTestServer, type TestServer } from '../../tests/kit/server.ts';

let daftar: TestServer;
let owner: Actor;
let finance: OperatorActor;
let second: OperatorActor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  owner = await daftar.merchant();
  [finance, second] = [await daftar.operator('finance'), await daftar.operator('finance')];
});

const { ask, tell, approveNewest } = deskOf(() => daftar);
const rates = (rate: string, was: object[] = []) => ({
  was,
  rates: [{ payment_method_id: 1, rate, fixed: '2' }],
  reason: 'Whispered among colleagues',
});
const askForRates = (form: object) => tell(finance, `/merchants/${owner.merchantId}/rates`, form, 'PUT');

/** Everything that the merchant can read of its log. */
async function readByMerchant(): Promise<string> {
  const paths = ['', '/exportCsv', '/choices'].map((path) => `/api/merchant/audit-log${path}`);
  const answers = await Promise.all(paths.map((path) => daftar.call({ path, as: owner })));
  for (const { status, raw } of answers) expect(status, raw).toBe(200);
  return answers.map(({ raw }) => raw).join('\n');
}

test('a merchant reads neither who of the provider asked nor what they wrote to each other; the console does', async () => {
  const first = await askForRates(rates('1.5'));
  expect(first.status, first.raw).toBe(200);
  const [request] = (await ask(second, '/approvals', { state: 'waiting' })).body.data;
  expect((await tell(second, `/approvals/${request.id}/decline`, { reason: 'Mumbled' })).status).toBe(200);
  expect((await askForRates(rates('1.75'))).status).toBe(200);
  expect((await approveNewest(second)).status).toBe(200);

  const read = await readByMerchant();
  expect(read).toContain('merchant.rates');
  for (const secret of [finance.email, second.email, 'Whispered', 'Mumbled', 'ops-approval'])
    expect(read, secret).not.toContain(secret);

  const admin = await daftar.operator('admin');
  const ours = (await ask(admin, '/audit', { merchant_id: String(owner.merchantId) })).raw;
  for (const kept of [finance.email, second.email, 'Whispered', 'Mumbled']) expect(ours).toContain(kept);
});

test('a merchant is not told that its name is like a listed one, nor why somebody reviewed a payment', async () => {
  const write = (action: string, after: Record<string, string>) => daftar.database.sql`
    insert into audit_log (merchant_id, at, actor, action, subject, after)
    values (${owner.merchantId}, ${daftar.clock.now()}, ${second.email}, ${action}, 'merchant:1',
            ${daftar.database.sql.json(after)})`;
  await write('merchant.screening', {
    state: 'true',
    listedName: 'A Listed Person',
    reason: 'Same birthday',
  });
  await write('risk-review.refuse', { reference: 'TRX-00000001', reason: 'A ring of stolen cards' });
  await write('ledger.correct', {
    reference: 'TRX-00000002',
    available: '5.00',
    bank: '-5.01',
    askedBy: finance.email,
  });
  const read = await readByMerchant();
  for (const secret of ['Listed', 'birthday', 'merchant.screening', 'stolen', '-5.01', finance.email])
    expect(read, secret).not.toContain(secret);
  for (const told of ['TRX-00000001', 'TRX-00000002', '5.00']) expect(read).toContain(told);
});
