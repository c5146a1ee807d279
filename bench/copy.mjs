// Copies tables of a whole provider concurrently, each over a connection of its own.
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { loading } from './data.mjs';

/** The copied columns by table; others have their defaults. */
const COLUMNS = {
  transactions: `merchant_id, id, mode, reference, external_reference, source_kind, source_id, source_name,
    source_reference, payment_method, status, currency, subtotal, total, value_piastres, charged_piastres, fee_piastres,
    vat_piastres, net_piastres, refunded_piastres, pending_out_piastres, expected_settlement_on, customer_name,
    customer_email, customer_mobile, failure_reason, created_at, paid_at, updated_at`,
  payment_attempts: `merchant_id, id, mode, token, payable_kind, payable_id, transaction_id, payment_method, state,
    holds_place, hold_expires_at, counted, expires_at, processor, processor_reference, value_piastres, charge_piastres,
    fee_piastres, vat_piastres, rate_bps, fixed_fee_piastres, vat_bps, fees_on, locale, payer_name, payer_email,
    payer_mobile, failure_reason, created_at, updated_at, paid_at, next_ask_at`,
  refunds: `merchant_id, id, mode, transaction_id, amount_piastres, state, refund_key, processor, order_id, requested_by,
    created_at, finished_at`,
  ledger_transfers: 'merchant_id, id, mode, kind, reference, idempotency_key, effective_at, created_at',
  ledger_postings: 'merchant_id, transfer_id, account, currency, amount, balance_after',
  payment_links: `merchant_id, id, mode, reference, token, invoice_name, currency, amount, total, value_piastres,
    payment_methods, due_at, status, max_payment_count, paid_count, created_by, created_at, updated_at`,
  ledger_accounts: 'merchant_id, mode, kind, currency, balance',
  clearing_balances: 'merchant_id, mode, currency, processor_account_id, balance',
};

/** A row in the format of COPY. */
export const line = (values) => `${values.map((value) => value ?? '\\N').join('\t')}\n`;

/** Indexes of the console's search by payer, left out to save time: no merchant's list reads them. */
const LEFT_OUT = ['transactions_by_payer'];

/** A table's COPY, and a list to push its lines to. */
function copying(sql, table) {
  const lines = [];
  const stream = new PassThrough({ highWaterMark: 4 * 1024 * 1024 });
  const done = loading(
    sql,
    [table],
    async (tx) => {
      await pipeline(stream, await tx.unsafe(`copy ${table} (${COLUMNS[table]}) from stdin`).writable());
    },
    LEFT_OUT,
  );
  // Awaited at the end; until then a failure shows as a stream that nobody reads.
  done.catch((error) => stream.destroy(error));
  return {
    lines,
    done,
    async flush() {
      const chunk = lines.join('');
      lines.length = 0;
      if (chunk !== '' && !stream.write(chunk)) await once(stream, 'drain');
    },
    end: () => stream.end(),
  };
}

/**
 * Copies tables concurrently.
 * @param write pushes lines to each table's list, and flushes them with its second argument
 */
export async function copyAll(sql, tables, write) {
  const copies = tables.map((table) => copying(sql, table));
  const flush = async () => {
    for (const copy of copies) await copy.flush();
  };
  await write(Object.fromEntries(tables.map((table, place) => [table, copies[place].lines])), flush);
  await flush();
  for (const copy of copies) copy.end();
  await Promise.all(copies.map(({ done }) => done));
}
