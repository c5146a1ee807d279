// The rows of a payment of 100 EGP, written by plain statements without rules or triggers, each step in one pipelined
// transaction: what the product's own work is compared with. The session needs `session_replication_role = replica`.

/** Starts a payment of a link. @returns what the other steps need */
export const startByHand = async (sql, { merchantId: m, linkId, accountId, token, externalRef }) => {
  const [, [started]] = await sql.begin((tx) => [
    tx`update payment_links set held_count = held_count + 1, updated_at = now() where merchant_id = ${m} and id = ${linkId}`,
    tx`
      with t as (
        insert into transactions (merchant_id, mode, reference, source_kind, source_id, source_name, payment_method,
          currency, subtotal, total, value_piastres, charged_piastres, fee_piastres, vat_piastres, net_piastres,
          created_at, updated_at)
        values (${m}, 'live', ${`B${externalRef}`}, 'payment-link', ${linkId}, 'Bench', 1, 'EGP', 10000, 10000, 10000, 10000,
                575, 81, 9344, now(), now())
        returning id
      ), e as (
        insert into transaction_events (merchant_id, transaction_id, kind, at) select ${m}, id, 'created', now() from t
      )
      insert into payment_attempts (merchant_id, mode, token, payable_kind, payable_id, transaction_id, payment_method,
        hold_expires_at, expires_at, next_ask_at, processor, processor_account_id, external_ref, value_piastres,
        charge_piastres, fee_piastres, vat_piastres, rate_bps, fixed_fee_piastres, vat_bps, fees_on, locale, created_at,
        updated_at)
      select ${m}, 'live', ${token}, 'payment-link', ${linkId}, id, 1, now() + interval '15 minutes',
             now() + interval '15 minutes', now() + interval '2 minutes', 'mpgs', ${accountId}, ${externalRef}, 10000, 10000,
             575, 81, 275, 300, 1400, 'M', 'en', now(), now()
        from t
      returning id, transaction_id as "transactionId"`,
  ]);
  return { merchantId: m, linkId, processorAccountId: accountId, ...started };
};

/** Keeps the session that the processor gave. */
export const sendOnByHand = (sql, a, { session, url }) =>
  sql.begin((tx) => [
    tx`insert into processor_ids (merchant_id, attempt_id, account_id, kind, value, at)
       values (${a.merchantId}, ${a.id}, ${a.processorAccountId}, 'session', ${session}, now())`,
    tx`update payment_attempts set state = 'redirect', redirect = ${tx.json({ method: 'GET', url })},
         next_ask_at = hold_expires_at, updated_at = now() where merchant_id = ${a.merchantId} and id = ${a.id}`,
  ]);

/** Stores a notification, with the job that would process it. */
export const noteByHand = (sql, accountId, { id, headers, body }) =>
  sql.begin((tx) => [
    tx`with n as (
         insert into processor_notifications (account_id, sender_id, state, method, query, headers, body, received_at)
         values (${accountId}, ${id}, 'received', 'POST', '[]', ${tx.json(headers)}, ${body}, now()) returning id)
       select graphile_worker.add_job('processor-notification', json_build_object('id', n.id)) from n`,
  ]);

/** Captures an attempt. @param a `merchantId`, `id`, `transactionId`, `linkId`, and where it was paid */
export const captureByHand = (sql, a) => {
  const m = a.merchantId;
  const account = a.processorAccountId ?? 0;
  return sql.begin((tx) => [
    tx`update payment_attempts set state = 'succeeded', holds_place = false, counted = true, paid_at = now(), updated_at = now(),
         processor_reference = ${`R${a.id}`} where merchant_id = ${m} and id = ${a.id}`,
    tx`update payment_links set held_count = held_count - 1, paid_count = paid_count + 1, updated_at = now()
       where merchant_id = ${m} and id = ${a.linkId}`,
    tx`update transactions set status = 1, external_reference = ${`R${a.id}`}, expected_settlement_on = '2026-12-01',
         paid_at = now(), updated_at = now() where merchant_id = ${m} and id = ${a.transactionId}`,
    tx`insert into transaction_events (merchant_id, transaction_id, kind, at, amount_piastres)
       values (${m}, ${a.transactionId}, 'succeeded', now(), 10000)`,
    tx`insert into daily_method_counts as d (merchant_id, mode, day, payment_method, count)
       values (${m}, 'live', current_date, 1, 1)
       on conflict (merchant_id, mode, day, payment_method) do update set count = d.count + 1`,
    tx`insert into settlements_due as d (merchant_id, mode, day, amount_piastres, payments)
       values (${m}, 'live', '2026-12-01', 9344, 1)
       on conflict (merchant_id, mode, day) do update
         set amount_piastres = d.amount_piastres + excluded.amount_piastres, payments = d.payments + 1`,
    tx`select queue_job(${m}, 'payment-captured', json_build_object('merchantId', ${m}::bigint, 'mode', 'live', 'transactionId', ${a.transactionId}::bigint))`,
    tx`insert into ledger_accounts as l (merchant_id, mode, kind, currency, balance)
       values (${m}, 'live', 'clearing', 'EGP', -10000), (${m}, 'live', 'pending', 'EGP', 9344),
              (${m}, 'live', 'fees', 'EGP', 575), (${m}, 'live', 'vat', 'EGP', 81)
       on conflict (merchant_id, mode, kind, currency) do update set balance = l.balance + excluded.balance`,
    tx`insert into clearing_balances as c (merchant_id, mode, currency, processor_account_id, balance)
       values (${m}, 'live', 'EGP', ${account}, -10000)
       on conflict (merchant_id, mode, currency, processor_account_id) do update set balance = c.balance + excluded.balance`,
    tx`with t as (
         insert into ledger_transfers (merchant_id, mode, kind, reference, idempotency_key, processor_account_id, effective_at)
         values (${m}, 'live', 'capture', ${`T${a.transactionId}`}, ${`capture:${a.transactionId}`}, ${account === 0 ? null : account}, now()) returning id)
       insert into ledger_postings (merchant_id, transfer_id, account, currency, amount, balance_after)
       select ${m}, t.id, v.account::ledger_account_kind, 'EGP', v.amount, v.amount
       from t, (values ('clearing', -10000), ('pending', 9344), ('fees', 575), ('vat', 81)) v(account, amount)`,
  ]);
};
