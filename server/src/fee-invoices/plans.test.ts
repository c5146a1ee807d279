/** Lists of fee invoices: by index alone, however many there are. */
import { FEE_INVOICE_SORTS } from '@daftar/contract/fee-invoices';
import { OPS_FEE_INVOICE_SORTS } from '@daftar/contract/ops-fee-invoices';
import { expect, test } from 'vitest';
import { eachWay, expectBounded, expectByIndex, filledWith } from '../../tests/kit/by-index.ts';
import type { Operator } from '../platform/context.ts';
import type { Tx } from '../platform/db/connect.ts';
import { allInvoices, listInvoices } from './service.ts';

const TABLES = ['fee_invoices', 'fee_document_numbers', 'fee_document_series'];
const MERCHANTS = 1_200;
const filled = filledWith(TABLES, (tx, { merchantId }) => insertRows(tx, merchantId));

/** Twenty months of many merchants. */
async function insertRows(tx: Tx, merchantId: number): Promise<void> {
  await tx`
    insert into fee_invoices (merchant_id, issuer_tax_id, year, number, month, issued_at, issued_on, since_at, until_at,
                              through_transfer_id, fee_piastres, vat_piastres, total_piastres, customer_fee_piastres,
                              customer_vat_piastres, issuer, merchant, lines)
    select m, '100-200-300', 2026, n * ${MERCHANTS}::int + m - ${merchantId}, date '2026-01-01' - n * interval '1 month',
           timestamptz '2026-02-01' - n * interval '1 month' + m * interval '1 minute', date '2026-02-01', '2020-01-01', '2020-02-01', 1,
           n * 1000 + m, 0, n * 1000 + m, 0, 0, '{}', '{"taxId":""}', '[{}]'
      from generate_series(${merchantId}::int, ${merchantId + MERCHANTS - 1}::int) m, generate_series(1, 20) n`;
  await tx`
    insert into fee_document_numbers (issuer_tax_id, series, year, number, merchant_id, document_id)
    select issuer_tax_id, 'invoice', year, number, merchant_id, id from fee_invoices`;
  await tx`insert into fee_document_series values ('100-200-300', 'invoice', 2026, 99999)`;
}

const paging = { page: 1, pageSize: 10 } as const;
const operator = { locale: 'en' } as Operator;

test('every sort and search of a merchant’s own', async () => {
  const { app, caller, watch } = filled;
  for (const sort of eachWay(FEE_INVOICE_SORTS)) {
    watch.taken();
    expect((await listInvoices(app, caller, { ...paging, ...sort }, {})).rows).toHaveLength(10);
    expectByIndex(watch.taken());
    for (const q of ['FI-2026-002400', 'FC-2026-000001', '2025-06', '25.20', 'x']) {
      await listInvoices(app, caller, { ...paging, ...sort }, { q });
      expectBounded(watch.taken(), q, 100);
    }
  }
});

test('every sort, search and filter of the console’s', async () => {
  const { app, caller, watch } = filled;
  for (const sort of eachWay(OPS_FEE_INVOICE_SORTS)) {
    watch.taken();
    await allInvoices.page(app, operator, { ...paging, ...sort }, {});
    expectByIndex(watch.taken());
    await allInvoices.page(app, operator, { ...paging, ...sort }, { merchant_id: caller.merchantId });
    expectByIndex(watch.taken());
    const found = await allInvoices.page(app, operator, { ...paging, ...sort }, { q: 'FI-2026-001200' });
    expect(found.rows).toHaveLength(1);
    expectBounded(watch.taken(), 'number', 100);
    for (const filters of [{ q: '2025-06' }, { month: '2025-06' }, { q: '25.20' }, { q: 'x' }]) {
      await allInvoices.page(app, operator, { ...paging, ...sort }, filters);
      expectBounded(watch.taken(), JSON.stringify({ ...filters, ...sort }));
    }
  }
});
