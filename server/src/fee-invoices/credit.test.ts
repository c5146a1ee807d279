import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { creditOf, issueNext, numbersOf } from '../../tests/kit/fee-invoices.ts';
import { differences, pay, settleAll } from '../../tests/kit/money.ts';
import { deskOf } from '../../tests/kit/ops.ts';
import { type Actor, type OperatorActor, startTestServer, type TestServer } from '../../tests/kit/server.ts';

let daftar: TestServer;
let finance: OperatorActor;
let second: OperatorActor;
let owner: Actor;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());
beforeEach(async () => {
  daftar.clock.set('2026-06-15T09:00:00Z');
  [finance, second] = [await daftar.operator('finance'), await daftar.operator('admin')];
  owner = await daftar.merchant();
  await pay(daftar, owner, { pounds: 100 });
  await settleAll(daftar, owner);
  await issueNext(daftar.app, owner.merchantId);
  // Fees that no invoice has yet, so that the books could give back more than the invoice.
  await pay(daftar, owner, { pounds: 400 });
});

const { ask, tell, approveNewest } = deskOf(() => daftar);
const invoices = async () => (await daftar.call({ path: '/api/merchant/fee_invoices', as: owner })).body.data;
const line = (account: string, side: string, amount: string) => ({ account, side, amount });
const back = (fee: string, vat: string, total: string) => [
  line('fees', 'debit', fee),
  line('vat', 'debit', vat),
  line('available', 'credit', total),
];
const correct = (lines: object[], fee_invoice: string, mode = 'live') => {
  const form = new FormData();
  const fields = { mode, reason: 'Charged twice in June', reference: 'JUNE', fee_invoice };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('lines', JSON.stringify(lines));
  form.append('file', new Blob(['%PDF-1.4\n%%EOF\n'], { type: 'application/pdf' }), 'letter.pdf');
  return tell(finance, `/ledger/${owner.merchantId}/corrections`, form);
};

test('a correction that names an invoice makes its credit note once another operator approves it', async () => {
  const [invoice] = await invoices();
  const asked = await correct(back('1.00', '0.14', '1.14'), invoice.number);
  expect(asked.status, asked.raw).toBe(200);
  const [request] = (await ask(second, '/approvals', { kind: 'correction', state: 'waiting' })).body.data;
  const { facts } = (await ask(second, `/approvals/${request.id}`)).body.data;
  expect(facts).toContainEqual({
    name: 'feeInvoice',
    before: null,
    after: { is: 'text', text: invoice.number },
  });
  expect((await approveNewest(finance)).status).toBe(400);
  expect((await invoices())[0].credit_notes).toEqual([]);
  expect((await approveNewest(second)).status).toBe(200);
  const [credited] = await invoices();
  expect(credited).toMatchObject({ fee: 5.75, total: 6.56 });
  expect(credited.credit_notes).toEqual([
    { id: expect.any(Number), number: expect.stringMatching(/^FC-2026-\d{6}$/), total: 1.14 },
  ]);
  const path = `/api/merchant/fee_credit_notes/${credited.credit_notes[0].id}/pdf`;
  for (const language of ['en', 'ar']) {
    const pdf = await daftar.call({ path, as: owner, query: { language } });
    expect(pdf.headers['content-type']).toBe('application/pdf');
  }
  expect((await daftar.call({ path, as: await daftar.merchant() })).status).toBe(404);
  // Amounts of a credit note are on no later invoice.
  daftar.clock.set('2026-07-15T09:00:00Z');
  await issueNext(daftar.app, owner.merchantId);
  owner = await daftar.elsewhere(owner);
  expect((await invoices())[0]).toMatchObject({ month: '2026-07', fee: 14, vat: 1.96 });
  expect(await differences(daftar)).toEqual([]);
});

test('one that names no invoice is a line of the next, however PostgreSQL reads a large table', async () => {
  expect((await correct(back('1.00', '0.14', '1.14'), '')).status).toBe(200);
  expect((await approveNewest(second)).status).toBe(200);
  // With statistics payments are looked up by number, as in production.
  await daftar.database.sql`analyze transactions`;
  daftar.clock.set('2026-07-15T09:00:00Z');
  await issueNext(daftar.app, owner.merchantId);
  owner = await daftar.elsewhere(owner);
  expect((await invoices())[0]).toMatchObject({ month: '2026-07', fee: 13, vat: 1.82 });
  expect(await differences(daftar)).toEqual([]);
});

test('it is refused by field: no such invoice, of another merchant, in test mode, more than is left, fees taken', async () => {
  const [{ number }] = await invoices();
  const errorsOf = async (...given: Parameters<typeof correct>) =>
    Object.keys((await correct(...given)).body.errors ?? {});
  const fine = back('1.00', '0.14', '1.14');
  expect(await errorsOf(fine, 'FI-2020-000001')).toEqual(['fee_invoice']);
  expect(await errorsOf(fine, 'June')).toEqual(['fee_invoice']);
  expect(await errorsOf(fine, 'FI-2026-1\u202e')).toEqual(['fee_invoice']);
  expect(await errorsOf(fine, number, 'test')).toEqual(['fee_invoice']);
  expect(await errorsOf(back('5.76', '0.81', '6.57'), number)).toEqual(['lines']);
  expect(await errorsOf(back('5.75', '0.82', '6.57'), number)).toEqual(['lines']);
  const taken = [line('fees', 'credit', '1'), line('available', 'debit', '1')];
  expect(await errorsOf(taken, number)).toEqual(['lines']);
  const without = [line('available', 'credit', '1'), line('bank', 'debit', '1')];
  expect(await errorsOf(without, number)).toEqual(['lines']);
  const other = await daftar.merchant();
  await pay(daftar, other);
  await issueNext(daftar.app, other.merchantId);
  const [theirs] = (await daftar.call({ path: '/api/merchant/fee_invoices', as: other })).body.data;
  expect(await errorsOf(fine, theirs.number)).toEqual(['fee_invoice']);
});

test('a credit note has the rate that the invoice charged, one at a time, whatever the rate is by then', async () => {
  const { config } = daftar.app;
  try {
    // In the middle of July the rate changes.
    daftar.clock.set('2026-07-15T09:00:00Z');
    owner = await daftar.elsewhere(owner);
    [finance, second] = [await daftar.operator('finance'), await daftar.operator('admin')];
    config.vatBps = 1000;
    await pay(daftar, owner, { pounds: 400 });
    await issueNext(daftar.app, owner.merchantId);
    config.vatBps = 500;
    const [{ id, number, vat }] = await invoices();
    expect(vat).toBe(1.96 + 1.4);
    const refused = await correct(back('10.00', '0.50', '10.50'), number);
    expect(refused.body.errors.lines[0]).toContain('14%: 10.00 + 1.40');
    expect(refused.body.errors.lines[0]).toContain('10%: 10.00 + 1.00');
    // Half of each.
    expect((await correct(back('14.00', '1.68', '15.68'), number)).status).toBe(422);
    for (const [fee, tax, total] of [
      ['10.00', '1.00', '11.00'],
      ['14.00', '1.96', '15.96'],
    ] as const) {
      expect((await correct(back(fee, tax, total), number)).status).toBe(200);
      expect((await approveNewest(second)).status).toBe(200);
    }
    expect(
      await daftar.database.sql`select vat_bps, vat_piastres from fee_credit_notes
                                 where fee_invoice_id = ${id} and merchant_id = ${owner.merchantId} order by id`,
    ).toEqual([
      { vat_bps: 1000, vat_piastres: 100 },
      { vat_bps: 1400, vat_piastres: 196 },
    ]);
    // Nothing is left at 14 %.
    expect((await correct(back('1.00', '0.14', '1.14'), number)).status).toBe(422);
    expect(await differences(daftar)).toEqual([]);
  } finally {
    config.vatBps = 1400;
  }
});

test('what others took back meanwhile is not taken back twice: the request goes on waiting, and no number is lost', async () => {
  const [invoice] = await invoices();
  expect((await correct(back('5.75', '0.81', '6.56'), invoice.number)).status).toBe(200);
  await creditOf(daftar.app, owner.merchantId, invoice.id, { fee: 1, vat: 0 });
  const refused = await approveNewest(second);
  expect([refused.status, refused.body.message]).toEqual([
    400,
    expect.stringContaining('Other credit notes'),
  ]);
  await creditOf(daftar.app, owner.merchantId, invoice.id, { fee: 574, vat: 81 });
  await expect(creditOf(daftar.app, owner.merchantId, invoice.id, { fee: 1, vat: 0 })).rejects.toThrow();
  const numbers = await numbersOf(daftar.database.sql, 'credit-note');
  expect(numbers).toEqual(numbers.map((_, place) => place + 1));
  expect(await differences(daftar)).toEqual([]);
});

test('credit notes at once never take back more than the invoice, and have no gap', async () => {
  const [invoice] = await invoices();
  const tries = await Promise.allSettled(
    [1, 2, 3, 4].map(() => creditOf(daftar.app, owner.merchantId, invoice.id, { fee: 200, vat: 28 })),
  );
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  const numbers = await numbersOf(daftar.database.sql, 'credit-note');
  expect(numbers).toEqual(numbers.map((_, place) => place + 1));
  expect(await differences(daftar)).toEqual([]);
});
