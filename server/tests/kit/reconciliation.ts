/** Settlement files and payments at accounts, for tests. */

import { pdf } from './files.ts';
import { anAccount } from './ledger.ts';
import type { Actor, TestServer } from './server.ts';

/** A form of a profile that reads CSV files of these headings. */
export const profileForm = (accountId: number, changed: Record<string, unknown> = {}) => ({
  processor_account_id: accountId,
  name: 'Daily statement',
  format: 'table',
  encoding: 'auto',
  delimiter: 'auto',
  decimal_mark: 'point',
  unit: 'pounds',
  signs: 'as-written',
  dates: 'dmy',
  columns: {
    gross: 'Gross',
    fee: 'Fee',
    net: 'Net',
    kind: 'Type',
    our_ref: 'Order',
    processor_ref: 'ID',
    rrn: 'RRN',
    auth_code: 'Auth',
    card: 'Card',
    currency: 'Currency',
    occurred_on: 'Date',
    batch: 'Batch',
    text: 'Details',
  },
  words: {
    payment: 'Sale, بيع',
    refund: 'Refund',
    reversal: 'Void',
    chargeback: 'Chargeback',
    fee: 'Monthly fee',
    adjustment: 'Adjustment',
    ignored: 'Total',
  },
  tolerance: 0,
  lag_days: 2,
  paid_within_days: 3,
  ...changed,
});

/** A row of such a file; amounts in piastres. */
export interface Row {
  type?: string;
  order?: string;
  id?: string;
  rrn?: string;
  auth?: string;
  card?: string;
  currency?: string;
  date?: string;
  batch?: string;
  details?: string;
  gross: number;
  fee?: number;
}

const pounds = (piastres: number) => (piastres / 100).toFixed(2);

/** Returns a file of these rows. */
export function csvOf(rows: readonly Row[]): string {
  const lines = rows.map(({ gross, fee = 0, ...row }) =>
    [
      pounds(gross),
      pounds(fee),
      pounds(gross - fee),
      row.type ?? 'Sale',
      row.order ?? '',
      row.id ?? '',
      row.rrn ?? '',
      row.auth ?? '',
      row.card ?? '',
      row.currency ?? 'EGP',
      row.date ?? '15/06/2026',
      row.batch ?? '',
      row.details ?? '',
    ].join(','),
  );
  return ['Gross,Fee,Net,Type,Order,ID,RRN,Auth,Card,Currency,Date,Batch,Details', ...lines].join('\n');
}

/** Returns a multipart form with a file. */
export function fileForm(
  content: string | Uint8Array<ArrayBuffer>,
  fields: Record<string, string> = {},
  name = 'day.csv',
) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([content]), name);
  return form;
}

/** Returns a multipart form with a document. */
export const evidenceForm = () => fileForm(new Uint8Array(pdf()), {}, 'advice.pdf');

/** Adds an account of a merchant with a profile, as an operator of the finance role. */
export async function aProfile(daftar: TestServer, changed: Record<string, unknown> = {}) {
  const finance = await daftar.operator('finance');
  const accountId = await anAccount(daftar.app.db);
  const body = profileForm(accountId, changed);
  const path = '/api/ops/reconciliation/profiles';
  const added = await daftar.call({ method: 'POST', path, as: finance, body });
  if (added.status !== 200) throw new Error(added.raw);
  const [row] = await daftar.app.db<{ id: number }[]>`
    select id from reconciliation_profiles where processor_account_id = ${accountId}`;
  return { id: row!.id, accountId, finance };
}

/** Moves a sandbox payment and its refunds to an account, as if made there; the books agree. */
export async function moveToAccount(
  daftar: TestServer,
  { merchantId }: Pick<Actor, 'merchantId'>,
  paymentId: number,
  accountId: number,
): Promise<void> {
  await daftar.database.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      update payment_attempts set processor_account_id = ${accountId}
       where merchant_id = ${merchantId} and transaction_id = ${paymentId}`;
    await tx`
      update refunds set processor_account_id = ${accountId}
       where merchant_id = ${merchantId} and transaction_id = ${paymentId}`;
    await tx`
      with t as (
        update ledger_transfers set processor_account_id = ${accountId}
         where merchant_id = ${merchantId} and processor_account_id is null
           and (idempotency_key = ${`capture:${paymentId}`} or idempotency_key in (
                 select 'refund:' || r.id from refunds r
                  where r.merchant_id = ${merchantId} and r.transaction_id = ${paymentId}))
        returning id),
      moved as (
        select sum(p.amount) as amount from ledger_postings p join t on t.id = p.transfer_id
         where p.merchant_id = ${merchantId} and p.account = 'clearing'),
      less as (
        update clearing_balances c set balance = c.balance - m.amount from moved m
         where c.merchant_id = ${merchantId} and c.mode = 'live' and c.processor_account_id = 0)
      insert into clearing_balances as c (merchant_id, mode, currency, processor_account_id, balance)
      select ${merchantId}, 'live', 'EGP', ${accountId}, amount from moved
      on conflict (merchant_id, mode, currency, processor_account_id) do update set balance = c.balance + excluded.balance`;
  });
}
