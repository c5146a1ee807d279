/** For tests: what the console's lists go across, filled so that a plan that reads whole tables is found. */
import type { Tx } from '../../src/platform/db/connect.ts';
import { FEW, MANY } from './by-index.ts';

/** As many as one large merchant has rows, among many small ones. */
const MERCHANTS = MANY;
const OTHERS = 750;
/** A reference without its prefix that settlements of so many merchants have. */
export const SHARED = '7K3M9Q2D';
export const SHARING = 300;
export const CONSOLE_TABLES = [
  'merchants',
  'transactions',
  'payment_attempts',
  'processor_ids',
  'payouts',
  'refunds',
  'settlements',
  'settlement_payments',
  'reserve_items',
  'chargebacks',
  'audit_log',
  'messages',
  'webhook_events',
  'risk_entries',
  'risk_reviews',
  'screening_hits',
  'kyc_submissions',
  'document_expiries',
];

/**
 * Inserts live rows of one merchant with many and of others with few, over the months before `now`, and what the
 * provider watches of them. A few settlements of test mode share a reference.
 * @param largest the merchant with many
 */
export async function insertConsoleRows(tx: Tx, largest: number, now: Date): Promise<void> {
  await tx`
    insert into merchants (business_name, email, mobile, status, created_at)
    select 'Shop ' || md5(n::text), md5('e' || n) || '@example.com', '010' || lpad(n::text, 8, '0'),
           case when n % 40 = 0 then 4 else n % 4 end, ${now}::timestamptz - n * interval '9 minutes'
      from generate_series(1, ${MERCHANTS}::int) n`;
  const rows = tx`
    rows as (
      select ${largest}::bigint as merchant_id, n, ${now}::timestamptz - n * interval '7 minutes' as moment
        from generate_series(1, ${MANY}::int) n
      union all
      select m.id, n, ${now}::timestamptz - (n * 31 + m.id) * interval '3 minutes'
        from (select id from merchants where id <> ${largest} order by id limit ${OTHERS}) m, generate_series(1, ${FEW}::int) n)`;
  await tx`
    with ${rows}
    insert into transactions (merchant_id, mode, reference, source_kind, source_id, source_name, payment_method, status,
      currency, subtotal, total, value_piastres, charged_piastres, fee_piastres, net_piastres, customer_name,
      customer_email, customer_mobile, created_at, updated_at)
    select merchant_id, 'live', 'TRX-' || upper(substr(md5(n || 'r' || merchant_id), 1, 10)), 'payment-link', n % 50,
           'Some', 1 + n % 5, case n % 40 when 0 then 5 when 1 then 4 when 2 then 2 else 1 end, 'EGP', 100 * n, 100 * n,
           100 * n, 100 * n, 300, 100 * n - 300, 'Payer ' || md5(n || 'p' || merchant_id), 'payer@example.com',
           '01000000000', moment, moment from rows`;
  await tx`
    insert into payment_attempts (merchant_id, mode, token, payable_kind, payable_id, transaction_id, payment_method, state,
      holds_place, hold_expires_at, expires_at, processor, value_piastres, charge_piastres, fee_piastres, vat_piastres,
      rate_bps, fixed_fee_piastres, vat_bps, fees_on, locale, created_at, updated_at, external_ref)
    select merchant_id, mode, md5(id::text), source_kind, source_id, id, payment_method, 'succeeded', false, created_at,
           created_at, 'mpgs', value_piastres, value_piastres, 300, 0, 275, 0, 1400, 'M', 'en', created_at, created_at,
           'R' || lpad(id::text, 19, '0')
      from transactions`;
  await tx`
    insert into processor_ids (merchant_id, attempt_id, account_id, kind, value, at)
    select merchant_id, id, 0, (array['receipt', 'transaction', 'order'])[1 + id % 3], (600000000000 + transaction_id)::text,
           created_at from payment_attempts`;
  await tx`
    insert into refunds (merchant_id, mode, transaction_id, amount_piastres, state, refund_key, processor, order_id, created_at,
                         finished_at, processor_account_id, processor_refund_id, payer_key, payment_method)
    select merchant_id, mode, id, value_piastres, case when id % 40 = 0 then 'failed' else 'succeeded' end, 'RFD-' || id, 'mpgs',
           'O' || id, created_at, created_at, null, 'G' || lpad(id::text, 11, '0'),
           search_key(customer_name || ' ' || customer_email || ' ' || customer_mobile), payment_method from transactions`;
  await tx`
    with ${rows}
    insert into payouts (merchant_id, mode, code, transaction_id, amount_piastres, state, requested_by, created_at,
                         expires_at, finished_at)
    select merchant_id, 'live', 'PAY-' || upper(substr(md5(n || 'p' || merchant_id), 1, 10)), n, 100 * n,
           (array['requested', 'expired', 'returned', 'handed-over'])[least(4, 1 + n % 40)], 1, moment,
           moment + interval '7 days', case when n % 40 > 0 then moment + interval '1 day' end from rows`;
  await tx`
    with ${rows}
    insert into settlements (merchant_id, mode, reference, amount_piastres, total_transactions, created_at, is_paid,
                             bank_account_id, bank_account_version, bank_piastres)
    select merchant_id, 'live', 'STL-' || upper(substr(md5(n || 's' || merchant_id), 1, 10)), 100 * n, 1 + n % 70,
           moment, n % 40 > 1, case when n % 40 > 0 then 1 end, case when n % 40 > 0 then 1 end,
           case when n % 40 > 0 then 100 * n else 0 end from rows`;
  // One reference in test mode of many merchants.
  await tx`
    insert into settlements (merchant_id, mode, reference, amount_piastres, total_transactions, created_at, is_paid, bank_piastres)
    select id, 'test', ${`STL-${SHARED}`}, 100, 1, ${now}, false, 0
      from (select id from merchants order by id limit ${SHARING}) m`;
  await tx`
    insert into settlement_payments (merchant_id, settlement_id, bank_reference, paid_at)
    select merchant_id, id, 'CIB-' || id, ${now} from settlements where is_paid`;
  await tx`
    insert into reserve_items (merchant_id, mode, settlement_id, share_basis_points, days, held_piastres, left_piastres, held_at,
                               release_on, released_at, released_piastres)
    select merchant_id, mode, id, 1000, 90, 1 + id, case when id % 40 < 2 then 1 + id else 0 end, created_at,
           created_at::date + 90, case when id % 40 > 2 then created_at end, case when id % 40 > 2 then 1 + id end
      from settlements`;
  await tx`
    with ${rows}
    insert into chargebacks (merchant_id, mode, reference, transaction_id, transaction_reference, name, amount_piastres,
                             status, held_from, due_at, created_at, decided_at, case_id)
    select merchant_id, 'live', 'CHB-' || upper(substr(md5(n || 'c' || merchant_id), 1, 10)), n,
           'TRX-' || upper(substr(md5(n || 't' || merchant_id), 1, 10)), 'Customer', 100 * n, least(2, n % 40), 'pending',
           moment + interval '14 days', moment, case when n % 40 > 0 then moment + interval '9 days' end,
           'CASE-' || upper(substr(md5(n || 'i' || merchant_id), 1, 10)) from rows`;
  await tx`
    with ${rows}
    insert into audit_log (merchant_id, mode, at, actor, action, subject, after)
    select merchant_id, 'live', moment, 'person' || n % 500 || '@example.com',
           (array['payout.request', 'customer.create', 'invoice.create'])[1 + least(2, n % 40)], 'transaction:' || n,
           jsonb_build_object('reference', md5(n::text), 'name', repeat('Nour ', 20), 'note', repeat('x', 200)) from rows`;
  await tx`
    with ${rows}
    insert into messages (merchant_id, channel, recipient, locale, body_text, state, last_error, created_at)
    select merchant_id, 'email', md5(n || 'm' || merchant_id) || '@example.com', 'ar', repeat('Salam ', 100), case when n % 10 = 0 then 'failed' else 'sent' end,
           'refused', moment from rows`;
  await tx`
    insert into webhook_events (merchant_id, mode, message_id, type, payload, state, attempts, created_at, finished_at)
    select ${largest}, 'live', 'msg-' || n, 'payment.succeeded', repeat('{"data": 1} ', 50), case when n % 2 = 0 then 3 else 2 end, 9,
           ${now}::timestamptz - n * interval '1 minute', ${now} from generate_series(1, ${MANY}::int) n`;
  await insertRisks(tx, largest, now);
}

/** What the provider watches: half of it waits. */
async function insertRisks(tx: Tx, largest: number, now: Date): Promise<void> {
  const each = tx`generate_series(1, ${MANY}::int) n`;
  const moment = tx`${now}::timestamptz - n * interval '7 minutes'`;
  await tx`
    insert into risk_entries (list, kind, key, shown, reason, added_by, created_at, expires_at)
    select case when n % 40 = 0 then 'trusted' else 'blocked' end, 'bin', lpad(n::text, 6, '0')::bytea, lpad(n::text, 6, '0'),
           'Fraud ' || md5(n::text), 'somebody@example.com', ${moment},
           case when n % 2 = 0 then ${now}::timestamptz + n * interval '1 minute' end from generate_series(1, 20000) n`;
  await tx`
    insert into risk_reviews (merchant_id, transaction_id, attempt_id, mode, state, created_at, waiting_since, decided_by, decided_at,
                              reason, payer_key, charged_piastres)
    select merchant_id, id, id, mode, case when id % 40 = 0 then 'waiting' else 'approved' end, created_at, created_at,
           case when id % 40 > 0 then 'somebody' end, case when id % 40 > 0 then created_at end, case when id % 40 > 0 then 'known' end,
           search_key(customer_name || ' ' || customer_email || ' ' || customer_mobile), charged_piastres from transactions`;
  await tx`
    insert into screening_hits (merchant_id, part, name, name_key, listed_name, listed_reference, birth_date, source, score, found_at,
                                state, decided_by, decided_at)
    select case when n % 2 = 0 then ${largest}::bigint else 1 + n % 700 end, case when n % 40 < 2 then 'account' else 'person' end,
           'Name ' || md5(n::text), n::text, 'Listed ' || md5('l' || n), 'QDi.' || n, '', 'UN', 60 + n % 40, ${moment},
           case when n % 4 < 2 then 'open' else 'false' end, case when n % 4 > 1 then 'somebody' end,
           case when n % 4 > 1 then ${now}::timestamptz end from ${each}`;
  await tx`
    insert into kyc_submissions (merchant_id, state, business_type, submitted_at, updated_at)
    select id, case when status = 1 and (id / 4) % 10 = 0 then 'submitted' when status in (1, 3) then 'approved' else 'draft' end, 1 + (id / 40) % 2, created_at, created_at
      from merchants`;
  await tx`
    insert into document_expiries (merchant_id, kind, expires_on, set_at, set_by, hold_reason)
    select m.id, kind, ${now}::date - 50 + (m.id % 300)::int, ${now}, 'somebody', case when m.id % 300 < 10 then 'It ended' end
      from merchants m, unnest(array['id_card', 'commercial_register', 'tax_card']) kind`;
}
