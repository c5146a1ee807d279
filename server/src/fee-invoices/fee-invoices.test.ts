import { afterAll, beforeAll, expect, test } from 'vitest';
import { at, creditOf, issueNext, newestInvoice } from '../../tests/kit/fee-invoices.ts';
import { differences, pay, refund } from '../../tests/kit/money.ts';
import { type Actor, startTestServer, type TestServer } from '../../tests/kit/server.ts';
import { postTransfer } from '../ledger/post.ts';
import { transaction } from '../platform/db/transaction.ts';
import { dayText } from '../platform/time/calendar-text.ts';
import { feeInvoiceChecks } from './checks.ts';
import { invoiceData } from './document.ts';
import { issueFeeInvoices } from './issue.ts';
import { findInvoice } from './store.ts';

let daftar: TestServer;
beforeAll(async () => {
  daftar = await startTestServer();
});
afterAll(() => daftar.close());

const list = async (as: Actor) => (await daftar.call({ path: '/api/merchant/fee_invoices', as })).body.data;
const details = async (as: Actor, id: number) =>
  (await daftar.call({ path: `/api/merchant/fee_invoices/${id}`, as })).body.data;

/** A correction of a merchant's fees and VAT, in piastres; below zero: given back. */
async function correct(merchantId: number, fee: number, vat: number, key: string, when = '2026-06-20') {
  const line = (account: 'fees' | 'vat' | 'bank', amount: number) =>
    amount > 0 ? { credit: account, amountPiastres: amount } : { debit: account, amountPiastres: -amount };
  await transaction(daftar.app.db, (tx) =>
    postTransfer(tx, {
      merchantId,
      mode: 'live',
      kind: 'correction',
      reference: 'Agreed',
      idempotencyKey: key,
      effectiveAt: new Date(`${when}T10:00:00Z`),
      currency: 'EGP',
      lines: [line('fees', fee), line('vat', vat), line('bank', -(fee + vat))],
    }),
  );
}

test('a month that has ended has one invoice of its fees and VAT, by method, and the merchant is told', async () => {
  const owner = await daftar.merchant();
  await pay(daftar, owner, { pounds: 100 });
  await pay(daftar, owner, { pounds: 200 });
  await pay(daftar, owner, { pounds: 50, method: 2 });
  await pay(daftar, owner, { pounds: 900, mode: 'test' });

  expect(await issueFeeInvoices(at(daftar.app, '2026-06-30T20:00:00Z'), owner.merchantId)).toBe(0);
  expect(await issueFeeInvoices(at(daftar.app, '2026-07-01T04:00:00Z'), owner.merchantId)).toBe(1);
  expect(await issueFeeInvoices(at(daftar.app, '2026-07-02T04:00:00Z'), owner.merchantId)).toBe(0);

  const rows = await list(owner);
  expect(rows).toHaveLength(1);
  // 2.75 % and 3 EGP of each payment, and 14 % of that.
  expect(rows[0]).toMatchObject({
    month: '2026-06',
    issued_on: '2026-07-01',
    fee: 18.63,
    vat: 2.61,
    total: 21.24,
  });
  expect(rows[0].number).toMatch(/^FI-2026-\d{6}$/);
  const full = await details(owner, rows[0].id);
  expect(full.lines).toEqual([
    { kind: 'payments', method: 1, vat_rate: 14, count: 2, base: 300, fee: 14.25, vat: 2 },
    { kind: 'payments', method: 2, vat_rate: 14, count: 1, base: 50, fee: 4.38, vat: 0.61 },
  ]);
  expect(full.issuer.tax_id).toBe('100200300');
  expect(full.customer_fee).toBe(0);
  const [told] = await daftar.database.sql`
    select params->>'number' as number, href from notifications
     where merchant_id = ${owner.merchantId} and kind = 'fee-invoice-issued'`;
  expect(told).toEqual({ number: rows[0].number, href: '/fee-invoices' });
  expect(await differences(daftar)).toEqual([]);
});

test('fees that customers pay on top are on no invoice, but are accounted for', async () => {
  const owner = await daftar.merchant();
  await pay(daftar, owner);
  await daftar.database.sql`
    update transactions set fees_on = 'C' where merchant_id = ${owner.merchantId}`;
  expect(await issueFeeInvoices(at(daftar.app, '2026-07-01T04:00:00Z'), owner.merchantId)).toBe(0);
  await pay(daftar, owner, { pounds: 200 });
  const full = await details(owner, await issueNext(daftar.app, owner.merchantId));
  expect(full).toMatchObject({ fee: 8.5, vat: 1.19, customer_fee: 5.75, customer_vat: 0.81 });
  expect(await differences(daftar)).toEqual([]);
});

test('a refund keeps its fee; a correction without an invoice is a line of the next one', async () => {
  const owner = await daftar.merchant();
  const paid = await pay(daftar, owner);
  await refund(daftar, owner, paid.id, { amount: 100 });
  await correct(owner.merchantId, -100, -14, 'c1');
  const full = await details(owner, await issueNext(daftar.app, owner.merchantId));
  expect(full.lines).toEqual([
    { kind: 'payments', method: 1, vat_rate: 14, count: 1, base: 100, fee: 5.75, vat: 0.81 },
    { kind: 'corrections', method: null, vat_rate: 14, count: 1, base: 0, fee: -1, vat: -0.14 },
  ]);
  expect(full).toMatchObject({ fee: 4.75, vat: 0.67, total: 5.42 });
  expect(await differences(daftar)).toEqual([]);
});

test('a month whose corrections took back all its fees is made up for by the next invoice', async () => {
  const owner = await daftar.merchant();
  await pay(daftar, owner);
  await correct(owner.merchantId, -575, -81, 'all');
  expect(await issueFeeInvoices(at(daftar.app, '2026-07-01T04:00:00Z'), owner.merchantId)).toBe(0);
  await correct(owner.merchantId, 1000, 140, 'more', '2026-07-10');
  expect(await issueFeeInvoices(at(daftar.app, '2026-08-01T04:00:00Z'), owner.merchantId)).toBe(1);
  expect((await list(owner))[0]).toMatchObject({ month: '2026-07', fee: 10, vat: 1.4 });
  expect(await differences(daftar)).toEqual([]);
});

test('what is booked after the invoice of its month is in the next one, and nothing is in two', async () => {
  const owner = await daftar.merchant();
  await pay(daftar, owner);
  await correct(owner.merchantId, 10, 1, 'of July before the run', '2026-07-01');
  await issueFeeInvoices(at(daftar.app, '2026-07-03T04:00:00Z'), owner.merchantId);
  await correct(owner.merchantId, 200, 28, 'late');
  await correct(owner.merchantId, 300, 42, 'of July', '2026-07-31');
  await issueFeeInvoices(at(daftar.app, '2026-08-01T04:00:00Z'), owner.merchantId);
  const rows = await list(owner);
  expect(rows.map(({ month, fee, vat }: Record<string, unknown>) => ({ month, fee, vat }))).toEqual([
    { month: '2026-07', fee: 5.1, vat: 0.71 },
    { month: '2026-06', fee: 5.75, vat: 0.81 },
  ]);
  expect(await differences(daftar)).toEqual([]);
});

test('a run makes up for the months that were missed, an invoice each, oldest first', async () => {
  const owner = await daftar.merchant();
  for (const [n, day] of ['2026-01-31', '2026-02-01', '2026-04-15'].entries())
    await correct(owner.merchantId, 100, 14, `m${n}`, day);
  expect(await issueFeeInvoices(at(daftar.app, '2026-06-01T04:00:00Z'), owner.merchantId)).toBe(3);
  const rows = await list(owner);
  expect(rows.map(({ month }: { month: string }) => month)).toEqual(['2026-04', '2026-02', '2026-01']);
  const numbers = rows.map(({ number }: { number: string }) => Number(number.slice(-6)));
  expect(numbers).toEqual([...numbers].sort((a: number, b: number) => b - a));
});

test('fees before the configured month are on no invoice; without an issuer none is issued', async () => {
  const owner = await daftar.merchant();
  await correct(owner.merchantId, 100, 14, 'before', '2026-05-31');
  await pay(daftar, owner);
  const { feeInvoices } = daftar.app.config;
  const from = (config: typeof feeInvoices) => ({
    ...at(daftar.app, '2026-07-01T04:00:00Z'),
    config: { ...daftar.app.config, feeInvoices: config },
  });
  expect(await issueFeeInvoices(from(null), owner.merchantId)).toBe(0);
  expect(await issueFeeInvoices(from({ ...feeInvoices!, from: '2026-06' }), owner.merchantId)).toBe(1);
  expect(await list(owner)).toHaveLength(1);
  expect((await list(owner))[0]).toMatchObject({ month: '2026-06', fee: 5.75 });
  expect(await differences(daftar)).toEqual([]);
});

test('an invoice states the merchant as it was verified on its day, whatever changes later', async () => {
  const owner = await daftar.merchant();
  const fields = {
    companyNameEn: 'Nour Trading LLC',
    companyNameAr: 'نور للتجارة ذ.م.م.',
    companyAddress: '12 Road 9, Maadi',
    taxIdNumber: '123-456-789',
    crNumber: '55123',
  };
  await daftar.database.sql`
    insert into kyc_submissions (merchant_id, state, business_type, step, fields, submitted_at, updated_at)
    values (${owner.merchantId}, 'approved', 1, 3, ${daftar.database.sql.json(fields)}, now(), now())`;
  await pay(daftar, owner);
  const id = await issueNext(daftar.app, owner.merchantId);
  await daftar.database.sql`
    update kyc_submissions set fields = fields || '{"companyNameEn": "Other"}' where merchant_id = ${owner.merchantId}`;
  expect((await details(owner, id)).merchant).toEqual({
    name: { en: 'Nour Trading LLC', ar: 'نور للتجارة ذ.م.م.' },
    address: '12 Road 9, Maadi',
    tax_id: '123-456-789',
    commercial_register: '55123',
  });
});

test('the PDF is there in both languages, the same bytes each time', async () => {
  const owner = await daftar.merchant();
  await pay(daftar, owner);
  const id = await issueNext(daftar.app, owner.merchantId);
  const read = async (language: string) =>
    daftar.server.inject({
      url: `/api/merchant/fee_invoices/${id}/pdf?language=${language}`,
      headers: owner.headers,
    });
  const [en, again, ar] = [await read('en'), await read('en'), await read('ar')];
  expect(en.headers['content-type']).toBe('application/pdf');
  expect(en.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect(en.rawPayload.equals(again.rawPayload)).toBe(true);
  expect(en.rawPayload.equals(ar.rawPayload)).toBe(false);
  expect((await read('fr')).statusCode).toBe(422);
});

test('in both languages it states what a tax invoice needs: both parties with their tax numbers, number, date, rate, tax and total', async () => {
  const owner = await daftar.merchant();
  const fields = {
    companyNameEn: 'Nour Trading LLC',
    companyNameAr: 'نور للتجارة ذ.م.م.',
    companyAddress: '12 Road 9, Maadi',
    taxIdNumber: '321-654-987',
    crNumber: '55123',
  };
  const { sql } = daftar.database;
  await sql`
    insert into kyc_submissions (merchant_id, state, business_type, step, fields, submitted_at, updated_at)
    values (${owner.merchantId}, 'approved', 1, 3, ${sql.json(fields)}, now(), now())`;
  await pay(daftar, owner);
  const id = await issueNext(daftar.app, owner.merchantId);
  const invoice = (await findInvoice(daftar.app.db, { merchantId: owner.merchantId }, id))!;
  const { issuer } = invoice;
  const pounds = (piastres: number) => (piastres / 100).toFixed(2);
  for (const [locale, heading, name, tax] of [
    ['en', 'Tax invoice', 'Nour Trading LLC', 'VAT'],
    ['ar', 'فاتورة ضريبية', 'نور للتجارة ذ.م.م.', 'ضريبة القيمة المضافة'],
  ] as const) {
    const said = invoiceData(locale, invoice);
    expect(said.heading).toBe(heading);
    const text = JSON.stringify(said).replaceAll(/[\u2066-\u2069]/g, '');
    for (const wanted of [
      String(said.number),
      dayText(locale, invoice.issuedOn),
      ...[issuer.name[locale], issuer.address[locale], issuer.taxId],
      ...[name, fields.companyAddress, fields.taxIdNumber, fields.crNumber],
      ...[
        tax,
        '14%',
        pounds(invoice.feePiastres),
        pounds(invoice.vatPiastres),
        pounds(invoice.totalPiastres),
      ],
    ]) {
      expect(wanted).not.toBe('');
      expect(text).toContain(wanted);
    }
  }
  expect(invoice.totalPiastres).toBe(invoice.feePiastres + invoice.vatPiastres);
});

test('nobody changes or deletes an invoice or its number', async () => {
  const owner = await daftar.merchant();
  await pay(daftar, owner);
  const id = await issueNext(daftar.app, owner.merchantId);
  const { sql } = daftar.database;
  const refused = { code: '23001' };
  await expect(sql`update fee_invoices set fee_piastres = 1 where id = ${id}`).rejects.toMatchObject(refused);
  await expect(sql`delete from fee_invoices where id = ${id}`).rejects.toMatchObject(refused);
  await expect(sql`delete from fee_document_numbers`).rejects.toMatchObject(refused);
  await expect(sql`update fee_document_series set last_number = last_number + 2`).rejects.toMatchObject({
    constraint_name: 'fee_documents_without_gaps',
  });
  await expect(sql`update fee_document_series set last_number = last_number + 1`).rejects.toMatchObject({
    constraint_name: 'fee_documents_without_gaps',
  });
});

test('the check of the ledger finds an invoice that is not what was booked, and a number that is missing', async () => {
  const owner = await daftar.merchant();
  await pay(daftar, owner);
  const id = await issueNext(daftar.app, owner.merchantId);
  const rules: string[] = [];
  await expect(
    daftar.database.sql.begin(async (tx) => {
      await tx`alter table fee_invoices disable trigger append_only`;
      await tx`alter table fee_document_numbers disable trigger append_only`;
      await tx`update fee_invoices set fee_piastres = fee_piastres + 1, total_piastres = total_piastres + 1 where id = ${id}`;
      await tx`delete from fee_document_numbers where document_id = ${id}`;
      for (const check of feeInvoiceChecks) rules.push(...(await check(tx as never)).map(({ rule }) => rule));
      throw new Error('undo');
    }),
  ).rejects.toThrow('undo');
  expect(rules).toEqual([
    'fee_invoices_are_the_ledger',
    'fee_invoices_are_their_lines',
    'fee_documents_without_gaps',
    'fee_invoices_numbered',
  ]);
});

test('the console lists the invoices of all merchants by month, with their sums, as a file and as PDF', async () => {
  const owner = await daftar.merchant();
  await pay(daftar, owner);
  const id = await issueNext(daftar.app, owner.merchantId);
  const operator = await daftar.operator('finance');
  const query = { month: '2026-06', merchant_id: String(owner.merchantId) };
  const rows = await daftar.call({ path: '/api/ops/fee-invoices', as: operator, query });
  expect(rows.body.data).toHaveLength(1);
  expect(rows.body.data[0]).toMatchObject({
    id,
    month: '2026-06',
    total: 6.56,
    merchant: { id: owner.merchantId },
  });
  const totals = await daftar.call({ path: '/api/ops/fee-invoices/totals', as: operator, query });
  expect(totals.body.data).toMatchObject({ count: 1, fee: 5.75, vat: 0.81, total: 6.56, issuing: true });
  expect(totals.body.data.months).toContain('2026-06');
  const none = await daftar.call({
    path: '/api/ops/fee-invoices',
    as: operator,
    query: { month: '2025-01' },
  });
  expect(none.body.data).toEqual([]);
  const file = await daftar.call({ path: '/api/ops/fee-invoices/export', as: operator, query });
  expect(file.raw.split('\r\n')[1]).toMatch(new RegExp(`^${rows.body.data[0].number},2026-06,`));
  const [logged] = await daftar.database.sql`
    select actor, subject, after from audit_log where merchant_id = 0 order by id desc limit 1`;
  expect(logged).toMatchObject({
    actor: operator.email,
    subject: 'list:fee-invoices',
    after: { format: 'csv', month: '2026-06', merchant_id: owner.merchantId },
  });
  expect(file.raw).toContain('5.75,0.81,6.56,0.00,0.00');
  const pdf = await daftar.call({
    path: `/api/ops/fee-invoices/${owner.merchantId}/${id}/pdf`,
    as: operator,
  });
  expect(pdf.status).toBe(200);
  const wrong = await daftar.call({
    path: '/api/ops/fee-invoices',
    as: operator,
    query: { month: '2026-13' },
  });
  expect(wrong.status).toBe(422);
});

test('invoices are found by their number, that of a credit note, the month and the total, here and in the console', async () => {
  const owner = await daftar.merchant();
  await pay(daftar, owner, { pounds: 777 });
  const id = await issueNext(daftar.app, owner.merchantId);
  await creditOf(daftar.app, owner.merchantId, id, { fee: 100, vat: 14 });
  const [invoice] = await list(owner);
  const operator = await daftar.operator('finance');
  const other = await daftar.merchant();
  const found = async (as: Actor | typeof operator, path: string, q: string) =>
    (await daftar.call({ path, as, query: { q } })).body.data.map((row: { id: number }) => row.id);
  const [mine, all] = ['/api/merchant/fee_invoices', '/api/ops/fee-invoices'];
  const credit = invoice.credit_notes[0].number;
  for (const q of [
    invoice.number,
    invoice.number.toLowerCase(),
    credit,
    '2026-06',
    '06/2026',
    invoice.total.toFixed(2),
  ]) {
    expect(await found(owner, mine, q), q).toEqual([id]);
    expect(await found(operator, all, q), q).toContain(id);
    expect(await found(other, mine, q), q).toEqual([]);
  }
  expect(await found(operator, all, invoice.number)).toEqual([id]);
  for (const q of ['FI-2026-999999', '2026-05', '1.00', 'abc', '2026-13', '%'])
    expect(await found(owner, mine, q), q).toEqual([]);
  const totals = await daftar.call({
    path: '/api/ops/fee-invoices/totals',
    as: operator,
    query: { q: invoice.number },
  });
  expect(totals.body.data).toMatchObject({ count: 1, credited: 1.14 });
});

test('invoices are saved as a file with what credit notes took back, as the filters find them', async () => {
  const owner = await daftar.merchant();
  await pay(daftar, owner, { pounds: 777 });
  const id = await issueNext(daftar.app, owner.merchantId);
  await creditOf(daftar.app, owner.merchantId, id, { fee: 100, vat: 14 });
  const [invoice] = await list(owner);
  const file = async (as: Actor, query: Record<string, string> = {}) => {
    const path = '/api/merchant/fee_invoices/exportCsv';
    const answer = await daftar.call({ path, as, query, headers: { 'accept-language': 'en' } });
    expect(answer.status, answer.raw).toBe(200);
    return answer.raw.trim().split('\r\n');
  };
  const [head, ...lines] = await file(owner);
  expect(head).toContain(
    'Number,Month,Issued on,Fees (EGP),VAT (EGP),Total (EGP),Credit notes,Credited (EGP)',
  );
  const sums = [invoice.fee, invoice.vat, invoice.total].map((sum: number) => sum.toFixed(2));
  const { number, month, issued_on, credit_notes } = invoice;
  const line = [number, month, issued_on, ...sums, credit_notes[0].number, '1.14'].join(',');
  expect(lines).toEqual([line]);
  expect(await file(owner, { q: invoice.number })).toEqual([head, line]);
  expect(await file(owner, { q: 'abc' })).toEqual([head]);
  expect(await file(await daftar.merchant())).toEqual([head]);
});

test('another merchant’s invoice is not found', async () => {
  const [owner, other] = [await daftar.merchant(), await daftar.merchant()];
  await pay(daftar, owner);
  await issueNext(daftar.app, owner.merchantId);
  const id = await newestInvoice(daftar.database.sql, owner.merchantId);
  for (const path of [`/api/merchant/fee_invoices/${id}`, `/api/merchant/fee_invoices/${id}/pdf`])
    expect((await daftar.call({ path, as: other })).status).toBe(404);
});
