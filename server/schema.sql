-- What the files in server/migrations add up to, for reading and for reviewing a change. Never applied to anything:
-- a database is made by the migrations. Written by `npm run schema`; a test compares it with a freshly migrated
-- database. The job queue's own schema is left out.

set check_function_bodies = off;

create extension if not exists btree_gin;

create extension if not exists pg_trgm;

create type ledger_account_kind as enum ('clearing', 'pending', 'available', 'chargeback', 'payout', 'fees', 'vat', 'bank', 'acquirer_fees', 'suspense', 'write_offs', 'reserve');

create type mode as enum ('live', 'test');

CREATE OR REPLACE FUNCTION public.add_plain_job(p_merchant_id bigint, p_name text, p_payload json, p_priority integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  loop
    insert into graphile_worker._private_jobs (task_id, payload, priority)
    select t.id, p_payload, p_priority from graphile_worker._private_tasks t where t.identifier = p_name;
    exit when found;
    insert into graphile_worker._private_tasks (identifier) values (p_name) on conflict do nothing;
  end loop;
  perform tell_servers(p_merchant_id, 'jobs:insert', '{}');
end $function$;

CREATE OR REPLACE FUNCTION public.announce_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tell_servers(new.merchant_id, 'daftar_news', json_build_object(
    'merchantId', new.merchant_id, 'mode', new.mode, 'changed', tg_argv[0]));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.attempt_is_as_offered()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  l public.payment_links%rowtype;
  t record;
begin
  select * into strict l from public.payment_links x where x.merchant_id = new.merchant_id and x.id = new.payable_id;
  select x.subtotal, x.total, x.value_piastres, x.rate_scaled, x.currency into strict t
    from public.transactions x where x.merchant_id = new.merchant_id and x.id = new.transaction_id;
  if new.quantity not between l.min_quantity and l.max_quantity
     or t.subtotal not between coalesce(l.min_amount, l.amount * new.quantity)
                           and coalesce(l.max_amount, l.amount * new.quantity)
     or t.total <> t.subtotal + l.fixed_fees + round(t.subtotal::numeric * l.fees_bps / 10000)
                              + l.fixed_tax + round(t.subtotal::numeric * l.tax_bps / 10000)
     or t.currency <> l.currency or t.rate_scaled <> l.rate_scaled
     or new.value_piastres <> round(t.total::numeric * l.rate_scaled / 1000000)
     or t.value_piastres <> new.value_piastres then
    raise exception 'attempt % of link % is not what the link offers', new.id, l.reference
      using errcode = 'check_violation', constraint = 'payment_attempts_as_offered';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.attempt_may_still_be_paid(p_state text, p_next_ask_at timestamp with time zone, p_expires_at timestamp with time zone, p_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select p_state = 'failed' and p_next_ask_at is not null and p_expires_at > p_now
$function$;

CREATE OR REPLACE FUNCTION public.attempt_outcome(p_merchant_id bigint, p_attempt_id bigint, p_outcome text, p_now timestamp with time zone, p_expected_on date DEFAULT NULL::date, p_received_piastres bigint DEFAULT NULL::bigint, p_processor_reference text DEFAULT NULL::text, p_failure text DEFAULT NULL::text, p_dispute boolean DEFAULT false, p_ours boolean DEFAULT false, OUT result text, OUT state text, OUT transaction_id bigint)
 RETURNS record
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
declare
  v_kind text;
  v_id bigint;
  v_state text;
  v_holds boolean;
  v_expires_at timestamptz;
  v_answered_at timestamptz;
  v_next_ask_at timestamptz;
  v_mode mode;
  v_charge bigint;
  v_known bigint;
  v_rate_bps int;
  v_fixed bigint;
  v_vat_bps int;
  v_fees_on char(1);
  v_copy_of bigint;
  v_account bigint;
  v_payable text;
  v_over boolean;
  v_counted boolean;
  v_flags text[] := '{}';
  v_received bigint;
  v_fee bigint;
  v_vat bigint;
  v_value bigint;
  v_reference text;
  v_status smallint;
begin
  select x.payable_kind, x.payable_id, x.state, x.transaction_id
    into v_kind, v_id, v_state, attempt_outcome.transaction_id
    from public.payment_attempts x where x.merchant_id = p_merchant_id and x.id = p_attempt_id;
  if not found then
    attempt_outcome.result := 'not-found';
    return;
  end if;
  if v_state <> 'succeeded' then
    -- Whoever changes what follows holds the payable's lock, so it is read behind it.
    v_payable := payable_lock(v_kind, p_merchant_id, v_id, p_now);
    select x.state, x.holds_place, x.expires_at, x.answered_at, x.mode, x.charge_piastres, x.fee_piastres, x.vat_piastres,
           x.value_piastres, x.value_piastres, x.rate_bps, x.fixed_fee_piastres, x.vat_bps, x.fees_on, x.duplicate_of,
           x.next_ask_at
      into v_state, v_holds, v_expires_at, v_answered_at, v_mode, v_charge, v_fee, v_vat,
           v_value, v_known, v_rate_bps, v_fixed, v_vat_bps, v_fees_on, v_copy_of,
           v_next_ask_at
      from public.payment_attempts x where x.merchant_id = p_merchant_id and x.id = p_attempt_id;
  end if;
  attempt_outcome.state := v_state;
  v_over := v_state in ('failed', 'canceled', 'expired');

  if p_outcome <> 'succeeded' then
    if v_over or v_state = 'succeeded' then
      if not p_ours and p_outcome <> 'expired' then
        update public.payment_attempts x set next_ask_at = null, unanswered_at = null
          where x.merchant_id = p_merchant_id and x.id = p_attempt_id
            and (x.next_ask_at is not null or x.unanswered_at is not null);
      end if;
      attempt_outcome.result := 'ignored';
      return;
    end if;
    -- Time alone ends nothing: the processor was asked since, and knew of no money.
    if p_outcome = 'expired' and (v_expires_at > p_now or v_answered_at is null or v_answered_at < v_expires_at) then
      attempt_outcome.result := 'ignored';
      return;
    end if;
    v_status := case p_outcome when 'failed' then 2 when 'canceled' then 4 when 'expired' then 5 end;
    perform payable_settle(v_kind, p_merchant_id, v_id, v_holds, false, p_now);
    update public.payment_attempts x set
        state = p_outcome, holds_place = false, failure_reason = coalesce(p_failure, p_outcome),
        otp_hash = null, updated_at = p_now,
        -- What we ended ourselves goes on being asked about; the processor's own word is the last.
        next_ask_at = case when p_ours or p_outcome = 'expired' then x.next_ask_at end,
        unanswered_at = case when p_ours or p_outcome = 'expired' then x.unanswered_at end
      where x.merchant_id = p_merchant_id and x.id = p_attempt_id;
    update public.transactions t set status = v_status, failure_reason = coalesce(p_failure, p_outcome), updated_at = p_now
      where t.merchant_id = p_merchant_id and t.id = attempt_outcome.transaction_id;
    insert into public.transaction_events (merchant_id, transaction_id, kind, at, detail)
      values (p_merchant_id, attempt_outcome.transaction_id, p_outcome, p_now, p_failure);
    attempt_outcome.result := 'applied';
    attempt_outcome.state := p_outcome;
    return;
  end if;

  if v_state = 'succeeded' then
    attempt_outcome.result := 'already';
    return;
  end if;

  v_received := coalesce(p_received_piastres, v_charge);
  if v_received <> v_charge then
    v_flags := v_flags || case when v_received > v_charge then 'over' else 'partial' end;
    v_fee := round(v_received::numeric * v_rate_bps / 10000) + v_fixed;
    v_vat := round(v_fee::numeric * v_vat_bps / 10000);
    v_value := case v_fees_on when 'M' then v_received else greatest(v_received - v_fee - v_vat, 1) end;
  end if;

  v_counted := payable_settle(v_kind, p_merchant_id, v_id, v_holds, v_received >= v_charge and v_copy_of is null, p_now);
  -- A payer whose card was declined may pay with another one on the same page.
  if v_over and not attempt_may_still_be_paid(v_state, v_next_ask_at, v_expires_at, p_now)
     or v_expires_at <= p_now or v_payable in ('closed', 'void') then
    v_flags := v_flags || 'late'::text;
  end if;
  if v_payable = 'void' then
    v_flags := v_flags || 'not-owed'::text;
  elsif not v_counted and v_received >= v_charge then
    v_flags := v_flags || 'duplicate'::text;
  end if;

  update public.payment_attempts x set
      state = 'succeeded', holds_place = false, counted = v_counted, failure_reason = null, otp_hash = null,
      processor_reference = coalesce(p_processor_reference, x.processor_reference),
      dispute_announced = p_dispute, paid_at = p_now, next_ask_at = null, unanswered_at = null, updated_at = p_now
    where x.merchant_id = p_merchant_id and x.id = p_attempt_id
    -- As it is now: the attempt may have gone to another account since it was read.
    returning x.processor_account_id into v_account;

  insert into public.transaction_events (merchant_id, transaction_id, kind, at, amount_piastres, detail)
    values (p_merchant_id, attempt_outcome.transaction_id, 'succeeded', p_now, v_received, nullif(array_to_string(v_flags, ','), ''));

  perform queue_job(p_merchant_id, 'payment-captured',
    json_build_object('merchantId', p_merchant_id, 'mode', v_mode, 'transactionId', attempt_outcome.transaction_id));

  -- From here on with what all payments of the merchant share: counts, what is due, and last the ledger.
  update public.transactions t set
      status = 1, flags = v_flags, failure_reason = null,
      external_reference = coalesce(p_processor_reference, t.external_reference),
      charged_piastres = v_received, fee_piastres = v_fee, vat_piastres = v_vat,
      net_piastres = v_received - v_fee - v_vat, value_piastres = v_value,
      total = case
        when v_value = v_known then t.total
        else greatest(1, round(v_value::numeric * 1000000 / t.rate_scaled)) end,
      expected_settlement_on = p_expected_on, paid_at = p_now, updated_at = p_now
    where t.merchant_id = p_merchant_id and t.id = attempt_outcome.transaction_id
    returning t.reference into v_reference;

  perform ledger_post(p_merchant_id, v_mode, 'capture', v_reference, 'capture:' || attempt_outcome.transaction_id, p_now,
    '{clearing,pending,fees,vat}', '{EGP,EGP,EGP,EGP}',
    array[-v_received, v_received - v_fee - v_vat, v_fee, v_vat],
    null, v_account);

  attempt_outcome.result := 'applied';
  attempt_outcome.state := 'succeeded';
end $function$;

CREATE OR REPLACE FUNCTION public.attempt_release(p_merchant_id bigint, p_attempt_id bigint, p_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  a record;
begin
  select x.payable_kind, x.payable_id into a
    from public.payment_attempts x where x.merchant_id = p_merchant_id and x.id = p_attempt_id;
  if not found then
    return false;
  end if;
  -- Whoever changes an attempt's place holds its payable's lock.
  perform payable_lock(a.payable_kind, p_merchant_id, a.payable_id, p_now);
  update public.payment_attempts x set holds_place = false, updated_at = p_now
    where x.merchant_id = p_merchant_id and x.id = p_attempt_id and x.holds_place and x.hold_expires_at <= p_now;
  if not found then
    return false;
  end if;
  perform payable_settle(a.payable_kind, p_merchant_id, a.payable_id, true, false, p_now);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.bank_account_count_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.version := case
    when tg_op = 'INSERT' then 1
    when (new.account_name, new.account_number, new.bank_name, new.bank_branch, new.swift, new.iban, new.document_path,
          new.latin_name, new.town)
         is distinct from
         (old.account_name, old.account_number, old.bank_name, old.bank_branch, old.swift, old.iban, old.document_path,
          old.latin_name, old.town)
      then old.version + 1
    else old.version end;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.bank_account_keep_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into public.bank_account_versions (merchant_id, bank_account_id, version, account_name, account_number, bank_name,
                                     bank_branch, swift, iban, document_path, latin_name, town, created_at)
    values (new.merchant_id, new.id, new.version, new.account_name, new.account_number, new.bank_name,
            new.bank_branch, new.swift, new.iban, new.document_path, new.latin_name, new.town, new.updated_at)
    on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.bank_line_links_of_period()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    if old.created_at <= bank_line_stated_at(old.line_id) then
      perform reconciliation_refuse_signed();
    end if;
    return old;
  end if;
  if bank_line_stated_at(new.line_id) is not null
     and not exists (select from public.reconciliation_breaks b where b.bank_line_id = new.line_id and b.closed_at is null) then
    perform reconciliation_refuse_signed();
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.bank_line_stated_at(p_line bigint)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select max(c.made_at) from public.bank_lines l
    join public.reconciliation_cut_offs c on c.bank_account_id = l.bank_account_id and c.state = 'signed' and c.day >= l.counted_on
   where l.id = p_line $function$;

CREATE OR REPLACE FUNCTION public.bank_lines_of_period()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from (select bank_account_id, min(counted_on) as first_day from changed group by 1) a
              where a.first_day <= bank_signed_day(a.bank_account_id)) then
    perform reconciliation_refuse_signed();
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.bank_signed_day(p_account bigint)
 RETURNS date
 LANGUAGE sql
 STABLE
AS $function$
  select max(day) from public.reconciliation_cut_offs where bank_account_id = p_account and state = 'signed' $function$;

CREATE OR REPLACE FUNCTION public.bank_statement_of_period()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from public.reconciliation_cut_offs c
     where c.bank_account_id = old.bank_account_id and c.state = 'signed' and c.day <= old.covered_last_day
       and c.day > coalesce((select f.covered_last_day from public.bank_statement_files f
                              where f.bank_account_id = old.bank_account_id and f.state = 'imported' and f.id < old.id
                              order by f.id desc limit 1), '-infinity'::date)) then
    perform reconciliation_refuse_signed();
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.bank_transfers_go_on()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  v_may_change text[] := '{state,reason,bank_reference,updated_at}';
begin
  if old.state = 'listed' and new.state = 'listed' and new.bank_account_version > old.bank_account_version then
    v_may_change := v_may_change || '{bank_account_version}'::text[];
  end if;
  if to_jsonb(new) - v_may_change is distinct from to_jsonb(old) - v_may_change
     or not (new.state = old.state or (old.state, new.state) in (
       ('listed', 'removed'), ('listed', 'sent'), ('sent', 'paid'), ('sent', 'rejected'), ('sent', 'returned'),
       ('paid', 'returned'))) then
    raise exception 'a transfer does not go from % to %', old.state, new.state
      using errcode = 'restrict_violation', constraint = 'bank_transfers_go_on';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.chargebacks_write_step()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into public.chargeback_stages (merchant_id, chargeback_id, step, at, stage, status, round, due_at, reason_code, actor, note)
  select new.merchant_id, new.id, coalesce(max(s.step), 0) + 1,
         case when tg_op = 'INSERT' then new.created_at else coalesce(new.decided_at, new.moved_at, now()) end,
         new.stage, new.status, new.rounds, new.due_at, new.reason_code,
         coalesce(current_setting('daftar.actor', true), ''), coalesce(current_setting('daftar.note', true), '')
    from public.chargeback_stages s where s.merchant_id = new.merchant_id and s.chargeback_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.clearing_balances_hold()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.balance > 9007199254740991 or new.balance < -9007199254740991 then
    perform public.refuse_row('clearing_balances', 'ledger_balance_is_exact');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.clearing_balances_known()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from public.processor_accounts a
     where a.id = new.processor_account_id and a.mode = new.mode
       and (a.merchant_id is null or a.merchant_id = new.merchant_id)
  ) then
    perform ledger_refuse('ledger_processor_account_known', 'no account at a processor that serves this merchant and mode');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_lists()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into public.list_totals (merchant_id, mode, list, status, rows)
  select merchant_id, mode, list, status, coalesce(c.n, 0) - coalesce(k.n, 0)
    from (
      select merchant_id, mode, 'transactions' as list, status, count(*) as n from public.transactions where status <> 0 group by 1, 2, 4
      union all
      select merchant_id, mode, 'customers', state, count(*) from public.customers group by 1, 2, 4
      union all
      select merchant_id, mode, 'refunds', 0::smallint, count(*) from public.refunds group by 1, 2) c
    full join (
      select merchant_id, mode, list, status, sum(rows)::bigint as n
        from (
          select merchant_id, mode, list, status, rows from public.list_totals
          union all
          select merchant_id, mode, 'transactions', 1::smallint, payments from public.merchant_volumes) k
       group by 1, 2, 3, 4) k
      using (merchant_id, mode, list, status)
   where coalesce(c.n, 0) <> coalesce(k.n, 0);
  insert into public.merchant_statistics (merchant_id, mode)
  select merchant_id, mode from public.payment_links union select merchant_id, mode from public.invoices
  on conflict do nothing;
  update public.merchant_statistics s
     set total_links = s.total_links + d.total_links, active_links = s.active_links + d.active_links,
         expired_links = s.expired_links + d.expired_links, total_invoices = s.total_invoices + d.total_invoices,
         paid_invoices = s.paid_invoices + d.paid_invoices, unpaid_invoices = s.unpaid_invoices + d.unpaid_invoices,
         expired_invoices = s.expired_invoices + d.expired_invoices
    from (
      select k.merchant_id, k.mode, coalesce(l.total, 0) - k.total_links as total_links,
             coalesce(l.active, 0) - k.active_links as active_links, coalesce(l.expired, 0) - k.expired_links as expired_links,
             coalesce(i.total, 0) - k.total_invoices as total_invoices, coalesce(i.paid, 0) - k.paid_invoices as paid_invoices,
             coalesce(i.unpaid, 0) - k.unpaid_invoices as unpaid_invoices,
             coalesce(i.expired, 0) - k.expired_invoices as expired_invoices
        from public.merchant_statistics k
        left join (
          select merchant_id, mode, count(*) as total, count(*) filter (where status = 2) as active,
                 count(*) filter (where status = 3) as expired
            from public.payment_links group by 1, 2) l using (merchant_id, mode)
        left join (
          select merchant_id, mode, count(*) as total, count(*) filter (where status = 2) as paid,
                 count(*) filter (where status = 1) as unpaid, count(*) filter (where status = 4) as expired
            from public.invoices group by 1, 2) i using (merchant_id, mode)) d
   where d.merchant_id = s.merchant_id and d.mode = s.mode
     and (d.total_links, d.active_links, d.expired_links, d.total_invoices, d.paid_invoices, d.unpaid_invoices, d.expired_invoices)
      <> (0, 0, 0, 0, 0, 0, 0);
  insert into public.store_statistics (merchant_id, mode) select distinct merchant_id, mode from public.orders on conflict do nothing;
  update public.store_statistics s
     set total_orders = s.total_orders + d.total_orders, paid_orders = s.paid_orders + d.paid_orders
    from (
      select k.merchant_id, k.mode, coalesce(o.total, 0) - k.total_orders as total_orders,
             coalesce(o.paid, 0) - k.paid_orders as paid_orders
        from public.store_statistics k
        left join (
          select merchant_id, mode, count(*) as total, count(*) filter (where status = 2) as paid from public.orders group by 1, 2) o
          using (merchant_id, mode)) d
   where d.merchant_id = s.merchant_id and d.mode = s.mode and (d.total_orders, d.paid_orders) <> (0, 0);
end $function$;

CREATE OR REPLACE FUNCTION public.customer_by_contact(p_merchant_id bigint, p_mode mode, p_email text, p_mobile text)
 RETURNS bigint
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  v_id bigint;
begin
  if p_email <> '' then
    select c.id into v_id from public.customers c
     where c.merchant_id = p_merchant_id and c.mode = p_mode and c.email = lower(p_email);
  end if;
  if v_id is null and p_mobile <> '' then
    select c.id into v_id from public.customers c
     where c.merchant_id = p_merchant_id and c.mode = p_mode and c.mobile = p_mobile;
  end if;
  if v_id is null and p_email <> '' then
    select m.into_id into v_id from public.customer_merges m
     where m.merchant_id = p_merchant_id and m.mode = p_mode and m.former_email = lower(p_email) limit 1;
  end if;
  if v_id is null and p_mobile <> '' then
    select m.into_id into v_id from public.customer_merges m
     where m.merchant_id = p_merchant_id and m.mode = p_mode and m.former_mobile = p_mobile limit 1;
  end if;
  return v_id;
end $function$;

CREATE OR REPLACE FUNCTION public.customer_count(p_merchant_id bigint, p_customer_id bigint, p_payments integer, p_paid bigint, p_refunded bigint, p_paid_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
begin
  -- What changes a payment that was counted finds its row; an insert alone would check the change as if it were a sum.
  update public.customer_figures f set
      payments = f.payments + p_payments,
      paid_piastres = f.paid_piastres + p_paid,
      refunded_piastres = f.refunded_piastres + p_refunded,
      last_paid_at = greatest(f.last_paid_at, p_paid_at)
    where f.merchant_id = p_merchant_id and f.customer_id = p_customer_id;
  if found then
    return;
  end if;
  insert into public.customer_figures as f (merchant_id, customer_id, payments, paid_piastres, refunded_piastres, last_paid_at)
  values (p_merchant_id, p_customer_id, p_payments, p_paid, p_refunded, p_paid_at)
  on conflict (merchant_id, customer_id) do update set
    payments = f.payments + excluded.payments,
    paid_piastres = f.paid_piastres + excluded.paid_piastres,
    refunded_piastres = f.refunded_piastres + excluded.refunded_piastres,
    last_paid_at = greatest(f.last_paid_at, excluded.last_paid_at);
end $function$;

CREATE OR REPLACE FUNCTION public.customer_events_follow_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
begin
  insert into public.customer_events (merchant_id, kind, row_id, customer_id, at)
  select new.merchant_id, tg_argv[0], new.id, e.customer_id, new.created_at
    from public.customer_events e
   where e.merchant_id = new.merchant_id and e.kind = 'payment' and e.row_id = new.transaction_id
  on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.customer_is_billed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  v_merchants bigint[];
  v_ids bigint[];
  v_customers bigint[];
  v_times timestamptz[];
  v_merchant bigint;
begin
  select array_agg(distinct a.merchant_id) into v_merchants from added a;
  foreach v_merchant in array coalesce(v_merchants, '{}') loop
    select array_agg(a.id), array_agg(a.customer_id), array_agg(a.created_at) into v_ids, v_customers, v_times
      from added a where a.merchant_id = v_merchant;
    insert into public.customer_events (merchant_id, kind, row_id, customer_id, at)
    select v_merchant, 'invoice', e.id, e.customer_id, e.at from unnest(v_ids, v_customers, v_times) e (id, customer_id, at)
    on conflict do nothing;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.customer_messages_go()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  v_merchants bigint[];
  v_merchant bigint;
  v_ids bigint[];
begin
  select array_agg(distinct g.merchant_id) into v_merchants from gone g;
  foreach v_merchant in array coalesce(v_merchants, '{}') loop
    select array_agg(g.id) into v_ids from gone g where g.merchant_id = v_merchant;
    delete from public.customer_events e where e.merchant_id = v_merchant and e.kind = 'message' and e.row_id = any (v_ids);
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.customer_orders()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  v_customer bigint := customer_by_contact(new.merchant_id, new.mode, new.customer_email, new.customer_mobile);
begin
  if v_customer is not null then
    insert into public.customer_events (merchant_id, kind, row_id, customer_id, at)
      values (new.merchant_id, 'order', new.id, v_customer, new.created_at)
      on conflict do nothing;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.customer_pays()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  v_customer bigint;
begin
  if new.payable_kind = 'invoice' then
    select s.customer_id into v_customer from public.invoice_shares s
     where s.merchant_id = new.merchant_id and s.id = new.payable_id;
  elsif new.payable_kind = 'order' then
    select e.customer_id into v_customer from public.customer_events e
     where e.merchant_id = new.merchant_id and e.kind = 'order' and e.row_id = new.payable_id;
  end if;
  v_customer := coalesce(v_customer,
                         customer_by_contact(new.merchant_id, new.mode, new.payer_email, new.payer_mobile));
  if v_customer is not null then
    perform customer_take_payment(new.merchant_id, v_customer, new.transaction_id);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.customer_take_payment(p_merchant_id bigint, p_customer_id bigint, p_transaction_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  t record;
begin
  select x.created_at, x.paid_at, x.status, x.value_piastres, x.refunded_piastres into t
    from public.transactions x where x.merchant_id = p_merchant_id and x.id = p_transaction_id;
  insert into public.customer_events (merchant_id, kind, row_id, customer_id, at)
    values (p_merchant_id, 'payment', p_transaction_id, p_customer_id, t.created_at)
    on conflict do nothing;
  if not found then
    return false;
  end if;
  if t.status in (1, 3) then
    perform customer_count(p_merchant_id, p_customer_id, 1, t.value_piastres,
                           least(t.refunded_piastres, t.value_piastres), coalesce(t.paid_at, t.created_at));
  end if;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.customers_made_by_users()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  v_merchants bigint[];
  v_makers bigint[];
begin
  select array_agg(a.merchant_id), array_agg(a.created_by) into v_merchants, v_makers
    from (select distinct merchant_id, created_by from added) a;
  for each in 1 .. coalesce(cardinality(v_merchants), 0) loop
    if not exists (select from public.users u where u.merchant_id = v_merchants[each] and u.id = v_makers[each]) then
      raise exception using errcode = 'foreign_key_violation', constraint = 'customers_created_by', table = 'customers',
        message = 'a customer is made by a user of its merchant';
    end if;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.events_wanted(p_merchant_id bigint, p_mode mode)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return exists (select from public.merchant_settings s
                  where s.merchant_id = p_merchant_id and s.mode = p_mode and s.callback_url is not null)
      or exists (select from public.webhook_endpoints e where e.merchant_id = p_merchant_id and e.mode = p_mode)
      or exists (select from public.api_keys k
                  where k.merchant_id = p_merchant_id and k.mode = p_mode and k.kind = 'secret'
                    and k.last_used_at is not null);
end $function$;

CREATE OR REPLACE FUNCTION public.expire_invoices(p_now timestamp with time zone, p_merchant_id bigint DEFAULT NULL::bigint, p_mode mode DEFAULT NULL::mode, p_limit integer DEFAULT 500)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  v_merchants bigint[];
  v_ids bigint[];
  v_merchant bigint;
  v_some integer;
  v_count integer := 0;
begin
  if p_merchant_id is null then
    select array_agg(d.merchant_id), array_agg(d.id) into v_merchants, v_ids
      from (select merchant_id, id from public.invoices
             where status = 1 and due_at <= p_now order by due_at limit p_limit) d;
  else
    select array_agg(d.merchant_id), array_agg(d.id) into v_merchants, v_ids
      from (select merchant_id, id from public.invoices
             where merchant_id = p_merchant_id and mode = p_mode and status = 1 and due_at <= p_now
             order by due_at limit p_limit) d;
  end if;
  for v_merchant in select distinct m from unnest(v_merchants) m order by m loop
    with due as (
      select id from public.invoices
       where merchant_id = v_merchant and id = any (v_ids) and status = 1 and due_at <= p_now
         for no key update skip locked
    )
    update public.invoices x set status = 4, updated_at = p_now
      from due where x.merchant_id = v_merchant and x.id = due.id;
    get diagnostics v_some = row_count;
    v_count := v_count + v_some;
  end loop;
  return v_count;
end $function$;

CREATE OR REPLACE FUNCTION public.expire_links(p_now timestamp with time zone, p_merchant_id bigint DEFAULT NULL::bigint, p_mode mode DEFAULT NULL::mode, p_limit integer DEFAULT 500)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  v_merchants bigint[];
  v_ids bigint[];
  v_merchant bigint;
  v_some integer;
  v_count integer := 0;
begin
  if p_merchant_id is null then
    select array_agg(d.merchant_id), array_agg(d.id) into v_merchants, v_ids
      from (select merchant_id, id from public.payment_links
             where status = 2 and due_at <= p_now order by due_at limit p_limit) d;
  else
    select array_agg(d.merchant_id), array_agg(d.id) into v_merchants, v_ids
      from (select merchant_id, id from public.payment_links
             where merchant_id = p_merchant_id and mode = p_mode and status = 2 and due_at <= p_now
             order by due_at limit p_limit) d;
  end if;
  for v_merchant in select distinct m from unnest(v_merchants) m order by m loop
    with due as (
      select id from public.payment_links
       where merchant_id = v_merchant and id = any (v_ids) and status = 2 and due_at <= p_now
         for no key update skip locked
    )
    update public.payment_links x set status = 3, updated_at = p_now
      from due where x.merchant_id = v_merchant and x.id = due.id;
    get diagnostics v_some = row_count;
    v_count := v_count + v_some;
  end loop;
  return v_count;
end $function$;

CREATE OR REPLACE FUNCTION public.factors_have_people()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.person_id := coalesce(new.person_id,
    (select u.person_id from public.users u where u.merchant_id = new.merchant_id and u.id = new.user_id));
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.fee_credit_note_fits()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  v_invoice record;
  v_sum record;
begin
  select i.fee_piastres, i.vat_piastres into v_invoice from public.fee_invoices i
   where i.merchant_id = new.merchant_id and i.id = new.fee_invoice_id for no key update;
  select coalesce(sum(n.fee_piastres), 0) as fee, coalesce(sum(n.vat_piastres), 0) as vat into v_sum
    from public.fee_credit_notes n where n.merchant_id = new.merchant_id and n.fee_invoice_id = new.fee_invoice_id;
  if v_sum.fee + new.fee_piastres > v_invoice.fee_piastres or v_sum.vat + new.vat_piastres > v_invoice.vat_piastres then
    perform ledger_refuse('fee_credit_notes_within_invoice', 'the credit notes of an invoice are never more than it');
  end if;
  if not exists (
    select from public.ledger_transfers t
     where t.merchant_id = new.merchant_id and t.id = new.transfer_id and t.mode = 'live' and t.kind = 'correction'
       and (select coalesce(sum(p.amount), 0) from public.ledger_postings p where p.merchant_id = new.merchant_id
               and p.transfer_id = new.transfer_id and p.account = 'fees' and p.currency = 'EGP') = -new.fee_piastres
       and (select coalesce(sum(p.amount), 0) from public.ledger_postings p where p.merchant_id = new.merchant_id
               and p.transfer_id = new.transfer_id and p.account = 'vat' and p.currency = 'EGP') = -new.vat_piastres
  ) then
    perform ledger_refuse('fee_credit_notes_are_the_ledger', 'a credit note is what a correction gave back');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.fee_document_next()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (tg_op = 'INSERT' and new.last_number <> 0)
     or (tg_op = 'UPDATE' and new.last_number <> old.last_number + 1)
     or (tg_op = 'UPDATE' and (new.issuer_tax_id, new.series, new.year) <> (old.issuer_tax_id, old.series, old.year)) then
    perform ledger_refuse('fee_documents_without_gaps', 'the next number is the last one and one');
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.fee_document_taken()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from public.fee_document_numbers n
     where n.issuer_tax_id = new.issuer_tax_id and n.series = new.series and n.year = new.year
       and n.number = new.last_number
  ) then
    perform ledger_refuse('fee_documents_without_gaps', 'a number without a document');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.files_have_owners()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from public.merchants where id = new.merchant_id) then
    raise foreign_key_violation using message = 'a file is of no merchant', constraint = 'files_have_owners';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_push_devices()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from public.push_devices where merchant_id = new.merchant_id and session_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.give_store_slug()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.store_slug := coalesce(new.store_slug, 'store-' || new.id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.invoice_hold_place(p_merchant_id bigint, p_mode mode, p_id bigint, p_now timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  i public.invoices%rowtype;
  s public.invoice_shares%rowtype;
begin
  select * into i from public.invoices x
   where x.merchant_id = p_merchant_id and x.mode = p_mode
     and x.id = (select y.invoice_id from public.invoice_shares y where y.merchant_id = p_merchant_id and y.id = p_id)
     for no key update;
  if not found then
    return 'not-found';
  end if;
  select * into s from public.invoice_shares x
   where x.merchant_id = p_merchant_id and x.id = p_id for no key update;
  if s.status = 'paid' then
    return 'paid';
  end if;
  if s.status = 'canceled' or i.status = 3 then
    return 'inactive';
  end if;
  if invoice_status(i.status, i.due_at, p_now) = 4 then
    update public.invoices x set status = 4, updated_at = p_now
      where x.merchant_id = p_merchant_id and x.id = i.id and x.status = 1;
    return 'expired';
  end if;
  if s.is_held then
    perform release_places('invoice', p_merchant_id, p_id, p_now);
  end if;
  update public.invoice_shares x set is_held = true
    where x.merchant_id = p_merchant_id and x.id = p_id and not x.is_held and x.status = 'unpaid';
  return case when found then 'held' else 'busy' end;
end $function$;

CREATE OR REPLACE FUNCTION public.invoice_status(status smallint, due_at timestamp with time zone, now timestamp with time zone)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((status = 1) AND (due_at <= now)) THEN (4)::smallint ELSE status END;

CREATE OR REPLACE FUNCTION public.invoices_tell_webhook()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tell_webhook(new.merchant_id, new.mode, 'invoice', new.id, case new.status
    when 1 then 'invoice.created' when 2 then 'invoice.paid' when 3 then 'invoice.canceled' else 'invoice.expired' end);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.is_same_bank_account(p_iban text, p_number text, p_swift text, p_later_iban text, p_later_number text, p_later_swift text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select p_iban = p_later_iban
     and regexp_replace(p_number, '[^A-Za-z0-9_]', '', 'g') = regexp_replace(p_later_number, '[^A-Za-z0-9_]', '', 'g')
     and (p_swift = p_later_swift or (p_later_iban <> '' and p_later_swift = ''))
$function$;

CREATE OR REPLACE FUNCTION public.issue_keys(p_merchant_id bigint, p_mode mode, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_kind text;
  v_key text;
  v_shown text;
  v_id bigint;
begin
  foreach v_kind in array array['secret', 'public'] loop
    v_key := left(v_kind, 1) || 'k_' || p_mode || '_' || replace(gen_random_uuid()::text, '-', '');
    v_shown := v_key;
    if v_kind = 'secret' then
      v_key := v_key || replace(gen_random_uuid()::text, '-', '');
      v_shown := left(v_key, 10);
    end if;
    insert into public.api_keys (merchant_id, mode, kind, shown, created_at)
      values (p_merchant_id, p_mode, v_kind, v_shown, p_now)
      on conflict (merchant_id, mode, kind) where name = '' and expires_at is null do nothing
      returning id into v_id;
    if found then
      insert into public.api_key_hashes (key_hash, merchant_id, key_id)
        values (sha256(convert_to(v_key, 'UTF8')), p_merchant_id, v_id);
    end if;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_customer_totals()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform list_total_add(old.merchant_id, old.mode, 'customers', old.state, -1);
  perform list_total_add(new.merchant_id, new.mode, 'customers', new.state, 1);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_invoice_message()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update public.invoice_messages i
     set channel = old.channel, recipient = mask_recipient(old.recipient), state = old.state
   where i.merchant_id = old.merchant_id and i.id = old.id;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_invoice_statistics()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  v_update boolean := tg_op = 'UPDATE';
begin
  insert into public.merchant_statistics as s
    (merchant_id, mode, total_invoices, paid_invoices, unpaid_invoices, expired_invoices, single_invoices, group_invoices)
  values (
    new.merchant_id, new.mode,
    case when v_update then 0 else 1 end,
    (new.status = 2)::int - case when v_update then (old.status = 2)::int else 0 end,
    (new.status = 1)::int - case when v_update then (old.status = 1)::int else 0 end,
    (new.status = 4)::int - case when v_update then (old.status = 4)::int else 0 end,
    (new.customers_count = 1)::int - case when v_update then (old.customers_count = 1)::int else 0 end,
    (new.customers_count > 1)::int - case when v_update then (old.customers_count > 1)::int else 0 end)
  on conflict (merchant_id, mode) do update set
    total_invoices = s.total_invoices + excluded.total_invoices,
    paid_invoices = s.paid_invoices + excluded.paid_invoices,
    unpaid_invoices = s.unpaid_invoices + excluded.unpaid_invoices,
    expired_invoices = s.expired_invoices + excluded.expired_invoices,
    single_invoices = s.single_invoices + excluded.single_invoices,
    group_invoices = s.group_invoices + excluded.group_invoices;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_refund_totals()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform list_total_add(new.merchant_id, new.mode, 'refunds', 0::smallint, 1);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_settlements_due()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  v record;
begin
  select o.merchant_id, o.mode, exists (select from new_rows offset 1) as several,
         o.settlement_status <> 1 and o.expected_settlement_on is not null and o.status in (1, 3) as waited,
         n.settlement_status <> 1 and n.expected_settlement_on is not null and n.status in (1, 3) as waits,
         n.expected_settlement_on as day, n.net_piastres - n.pending_out_piastres as amount
    into v from old_rows o, new_rows n;
  -- One payment that begins to wait.
  if not v.several and not v.waited then
    if v.waits then
      insert into public.settlements_due as d (merchant_id, mode, day, amount_piastres, payments)
      values (v.merchant_id, v.mode, v.day, v.amount, 1)
      on conflict (merchant_id, mode, day) do update
        set amount_piastres = d.amount_piastres + excluded.amount_piastres, payments = d.payments + 1;
    end if;
    return null;
  end if;
  -- Days in order, so that two who change the same days do not wait for each other.
  perform settlements_due_add(s.merchant_id, s.mode, s.day, s.amount, s.payments)
     from (
       select c.merchant_id, c.mode, c.day, sum(c.amount)::bigint as amount, sum(c.payments)::integer as payments
         from (
           select o.merchant_id, o.mode, o.expected_settlement_on as day,
                  o.pending_out_piastres - o.net_piastres as amount, -1 as payments
             from old_rows o
            where o.settlement_status <> 1 and o.expected_settlement_on is not null and o.status in (1, 3)
           union all
           select n.merchant_id, n.mode, n.expected_settlement_on, n.net_piastres - n.pending_out_piastres, 1
             from new_rows n
            where n.settlement_status <> 1 and n.expected_settlement_on is not null and n.status in (1, 3)) c
        group by 1, 2, 3 having sum(c.amount) <> 0 or sum(c.payments) <> 0
        order by 1, 2, 3) s;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_settlements_due_of_new()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform settlements_due_add(new.merchant_id, new.mode, new.expected_settlement_on,
    new.net_piastres - new.pending_out_piastres, 1);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.keep_store_statistics()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  v_update boolean := tg_op = 'UPDATE';
  v_customers integer := 0;
begin
  if not v_update then
    insert into public.store_customers values (new.merchant_id, new.mode, new.customer_email) on conflict do nothing;
    get diagnostics v_customers = row_count;
  end if;
  insert into public.store_statistics as s (merchant_id, mode, sales_piastres, total_orders, paid_orders, new_orders, customers)
  values (
    new.merchant_id, new.mode,
    case when new.status = 2 then new.amount_piastres else 0 end
      - case when v_update and old.status = 2 then new.amount_piastres else 0 end,
    case when v_update then 0 else 1 end,
    (new.status = 2)::int - case when v_update then (old.status = 2)::int else 0 end,
    (new.fulfilment = 'new')::int - case when v_update then (old.fulfilment = 'new')::int else 0 end,
    v_customers)
  on conflict (merchant_id, mode) do update set
    sales_piastres = s.sales_piastres + excluded.sales_piastres,
    total_orders = s.total_orders + excluded.total_orders,
    paid_orders = s.paid_orders + excluded.paid_orders,
    new_orders = s.new_orders + excluded.new_orders,
    customers = s.customers + excluded.customers;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_accounts_hold()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform public.ledger_accounts_rules(new.kind, new.currency, new.balance);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_accounts_rules(kind ledger_account_kind, currency character, balance bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
declare
  v_broken text;
begin
  v_broken := case
    when balance > 0 and kind = 'acquirer_fees' then 'ledger_acquirer_fees_not_positive'
    when balance < -9007199254740991 or balance > 9007199254740991 then 'ledger_balance_is_exact'
    when currency <> 'EGP' and currency !~ '^[A-Z]{3}$' then 'ledger_currency_is_iso'
    when balance < 0 and kind in ('chargeback', 'fees', 'payout', 'reserve', 'vat')
      then 'ledger_' || kind || '_not_negative'
  end;
  if v_broken is not null then
    perform public.refuse_row('ledger_accounts', v_broken);
  end if;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_apply_postings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  p record;
  t record;
  r record;
  v_moved int;
  v_clearing int;
  v_balance bigint;
  v_beside bigint[];
  v_has_later boolean;
  v_all int;
  v_moves_clearing boolean;
  v_pays_bank boolean;
begin
  -- Several transfers of one statement: one after the other, in the order of their numbers; of each, one currency after the other.
  for p in
    select n.merchant_id as merchant, n.transfer_id as transfer, n.currency, array_agg(n.account) as accounts,
           array_agg(n.amount) as amounts, array_agg(n.balance_after) as afters, sum(n.amount) as total,
           bool_or(n.balance_after < 0 and n.account <> 'clearing' or n.balance_after > 0 and n.account = 'acquirer_fees'
                   or n.balance_after > 9007199254740991 or n.balance_after < -9007199254740991) as is_unusual
      from new_postings n group by 1, 2, 3 order by 1, 2, 3
  loop
    -- The newest of the merchant, mostly; else one that began later has committed before, or was made in the same statement.
    v_has_later := false;
    loop
      select x.id, x.mode, x.kind, coalesce(x.processor_account_id, 0) as processor_account_id, x.effective_at,
             exists (select from public.ledger_days d
                      where d.merchant_id = p.merchant and d.mode = x.mode
                        and d.day >= (x.effective_at at time zone 'Africa/Cairo')::date) as of_open_day,
             exists (select from public.ledger_postings y
                      where y.merchant_id = p.merchant and y.transfer_id = p.transfer offset cardinality(p.accounts)) as has_more
        into t
        from public.ledger_transfers x
       where x.merchant_id = p.merchant and x.id >= p.transfer and (x.id = p.transfer or not v_has_later)
       order by x.id desc limit 1;
      exit when t.id = p.transfer;
      if v_has_later or t.id is null then
        raise exception using errcode = 'foreign_key_violation', constraint = 'ledger_posting_of_a_transfer',
          table = 'ledger_postings', message = 'a posting of no transfer';
      end if;
      v_has_later := true;
    end loop;

    with recorded as (
      insert into public.ledger_movements (merchant_id, mode, account, transfer_id, kind)
      select p.merchant, t.mode, m.account, p.transfer, t.kind
        from unnest(p.accounts) m (account)
       where p.currency = 'EGP' and m.account in ('pending', 'available', 'chargeback', 'payout', 'reserve')
    )
    update public.ledger_accounts a
       set balance = p.afters[array_position(p.accounts, a.kind)]
     where a.merchant_id = p.merchant and a.mode = t.mode and a.kind = any (p.accounts) and a.currency = p.currency
       and a.balance + p.amounts[array_position(p.accounts, a.kind)] = p.afters[array_position(p.accounts, a.kind)];
    get diagnostics v_moved = row_count;
    v_clearing := array_position(p.accounts, 'clearing');

    -- Numbers are drawn, never chosen, and follow the order in which balances moved. Null on a machine that draws none.
    if v_moved <> cardinality(p.accounts) or p.total <> 0 or p.is_unusual or t.has_more or v_clearing is null or v_has_later
       or p.transfer > pg_sequence_last_value(to_regclass('public.ledger_transfers_id_seq')) then
      -- Of every currency of the transfer.
      select count(*), bool_or(n.account = 'clearing'), bool_or(n.account = 'bank' and n.amount > 0)
        into v_all, v_moves_clearing, v_pays_bank
        from new_postings n where n.merchant_id = p.merchant and n.transfer_id = p.transfer;
      for r in select * from unnest(p.accounts, p.afters) m (account, balance_after) loop
        perform public.ledger_accounts_rules(r.account, p.currency, r.balance_after);
        if not exists (select from public.ledger_accounts a
                        where a.merchant_id = p.merchant and a.mode = t.mode and a.kind = r.account and a.currency = p.currency) then
          perform public.ledger_refuse('ledger_posting_moves_an_account', 'a posting without its account');
        end if;
      end loop;
      if p.total <> 0 then
        perform public.ledger_refuse('ledger_transfer_balanced', 'the postings of a transfer must add up to zero in each currency');
      end if;
      if exists (select from public.ledger_postings y
                  where y.merchant_id = p.merchant and y.transfer_id = p.transfer offset v_all) then
        perform public.ledger_refuse('ledger_transfer_whole', 'a transfer gets all its postings in one statement, once');
      end if;
      if p.transfer > pg_sequence_last_value(to_regclass('public.ledger_transfers_id_seq')) then
        perform public.ledger_refuse('ledger_transfers_in_order', 'the number of a transfer is drawn, not chosen');
      end if;
      -- Of another mode, mostly: one that began later and has committed before.
      if v_has_later then
        v_beside := array(select n.transfer_id from new_postings n where n.merchant_id = p.merchant);
        if exists (select from public.ledger_transfers y
                    where y.merchant_id = p.merchant and y.mode = t.mode and y.id > p.transfer and y.id <> all (v_beside)) then
          perform public.ledger_refuse('ledger_transfers_in_order', 'a transfer is booked before those with higher numbers');
        end if;
      end if;
      for r in select * from unnest(p.accounts, p.amounts, p.afters) m (account, amount, balance_after)
                where m.balance_after < 0 and m.amount < 0 loop
        -- Only a refund or a chargeback may leave `available` so.
        if r.account = 'available' and t.kind not in ('refund', 'chargeback_opened') then
          perform public.ledger_refuse('ledger_available_covers', 'the available balance does not cover this transfer');
        end if;
        -- Money that leaves for the merchant's bank straight from `pending` is a payout too: it must be there.
        if r.account = 'pending' and v_pays_bank then
          perform public.ledger_refuse('ledger_pending_covers', 'the pending balance does not cover this payment to the bank');
        end if;
      end loop;
      if not v_moves_clearing and t.processor_account_id <> 0 then
        perform public.ledger_refuse('ledger_processor_account_of_clearing',
          'a transfer that leaves clearing alone names no account at a processor');
      end if;
      if v_moved <> cardinality(p.accounts) then
        perform public.ledger_refuse('ledger_balance_after_in_step', 'balance_after is not the balance of the account');
      end if;
    end if;

    if v_clearing is not null then
      update public.clearing_balances c set balance = c.balance + p.amounts[v_clearing]
       where c.merchant_id = p.merchant and c.mode = t.mode and c.currency = p.currency
         and c.processor_account_id = t.processor_account_id
      returning c.balance into v_balance;
      if v_balance > 9007199254740991 or v_balance < -9007199254740991 then
        perform public.refuse_row('clearing_balances', 'ledger_balance_is_exact');
      end if;
      -- The first transfer at this account: nobody else opens the balance meanwhile, because `clearing` itself is locked.
      if not found then
        insert into public.clearing_balances (merchant_id, mode, currency, processor_account_id, balance)
        values (p.merchant, t.mode, p.currency, t.processor_account_id, p.amounts[v_clearing])
        on conflict do nothing;
        if not found then
          perform public.ledger_refuse('ledger_posting_moves_an_account',
            'another session opened the balance of clearing; try again');
        end if;
      end if;
    end if;
    -- A day begins with the first transfer that is effective on it or later.
    if not t.of_open_day then
      insert into public.ledger_days (merchant_id, mode, day, first_transfer_id)
      values (p.merchant, t.mode, (t.effective_at at time zone 'Africa/Cairo')::date, p.transfer)
      on conflict do nothing;
    end if;
  end loop;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_check_transfer()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
begin
  if not exists (
    select from public.ledger_postings p where p.merchant_id = new.merchant_id and p.transfer_id = new.id
  ) then
    perform ledger_refuse('ledger_transfer_has_postings', 'a transfer without postings');
  end if;
  if new.corrects_transfer_id is not null then
    if not exists (
      select from public.ledger_transfers t
       where t.merchant_id = new.merchant_id and t.id = new.corrects_transfer_id and t.mode = new.mode and t.id < new.id
    ) then
      perform ledger_refuse('ledger_corrects_a_transfer', 'a correction stays in the mode of what it corrects, and comes after it');
    end if;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_moved_by_postings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if pg_trigger_depth() = 1 then
    raise exception using errcode = 'restrict_violation', table = tg_table_name,
      constraint = coalesce(tg_argv[0], 'ledger_balance_moves_by_postings'),
      message = format('%s of %s refused: %s', tg_op, tg_table_name, coalesce(tg_argv[0], 'ledger_balance_moves_by_postings'));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_open_accounts(p_merchant_id bigint, p_mode mode, p_currencies character[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_kinds ledger_account_kind[];
  v_currencies char(3)[];
begin
  select array_agg(k order by k, c), array_agg(c order by k, c) into v_kinds, v_currencies
    from unnest(enum_range(null::ledger_account_kind)) k, (select distinct unnest(p_currencies)) d (c);
  insert into public.ledger_accounts (merchant_id, mode, kind, currency)
  select p_merchant_id, p_mode, o.kind, o.currency from unnest(v_kinds, v_currencies) o (kind, currency)
  on conflict do nothing;
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_post(p_merchant_id bigint, p_mode mode, p_kind text, p_reference text, p_idempotency_key text, p_effective_at timestamp with time zone, p_accounts ledger_account_kind[], p_currencies character[], p_amounts bigint[], p_corrects_transfer_id bigint DEFAULT NULL::bigint, p_processor_account_id bigint DEFAULT NULL::bigint, OUT transfer_id bigint, OUT created boolean)
 RETURNS record
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
#variable_conflict use_column
declare
  v_id bigint;
  v_locked int;
  v_same boolean;
begin
  if cardinality(p_accounts) <> cardinality(p_amounts) or cardinality(p_accounts) <> cardinality(p_currencies) then
    perform ledger_refuse('ledger_posting_moves_an_account', 'accounts, currencies and amounts differ in length');
  end if;

  -- A statement of its own: those that follow see what the previous holder of the lock committed.
  perform from public.ledger_accounts a
    where a.merchant_id = p_merchant_id and a.mode = p_mode and a.kind = 'clearing' and a.currency = any (p_currencies)
    order by a.currency
    for no key update;
  get diagnostics v_locked = row_count;
  -- These are younger than the accounts of many merchants, and seldom moved.
  if v_locked = 0 or not (p_currencies[1] = all (p_currencies))
     or p_accounts && '{acquirer_fees,suspense,write_offs,reserve}'::ledger_account_kind[] then
    perform ledger_open_accounts(p_merchant_id, p_mode, p_currencies);
    perform from public.ledger_accounts a
      where a.merchant_id = p_merchant_id and a.mode = p_mode and a.kind = 'clearing' and a.currency = any (p_currencies)
      order by a.currency
      for no key update;
  end if;

  insert into public.ledger_transfers
    (merchant_id, mode, kind, reference, idempotency_key, effective_at, corrects_transfer_id, processor_account_id)
  values
    (p_merchant_id, p_mode, p_kind, p_reference, p_idempotency_key, p_effective_at, p_corrects_transfer_id,
     p_processor_account_id)
  on conflict (idempotency_key, merchant_id, mode) do nothing
  returning id into v_id;

  if v_id is null then
    select t.id,
           t.kind = p_kind and t.reference = p_reference
             and t.corrects_transfer_id is not distinct from p_corrects_transfer_id
             and t.processor_account_id is not distinct from p_processor_account_id
             and not exists (
               select from (select p.account, p.currency, p.amount from public.ledger_postings p
                             where p.merchant_id = t.merchant_id and p.transfer_id = t.id) p
                 full join (select * from unnest(p_accounts, p_currencies, p_amounts) l (account, currency, amount)
                             where l.amount <> 0) l using (account, currency, amount)
                where p is null or l is null)
      into v_id, v_same
      from public.ledger_transfers t
     where t.merchant_id = p_merchant_id and t.mode = p_mode and t.idempotency_key = p_idempotency_key;
    if v_same is not true then
      raise exception using errcode = 'unique_violation', constraint = 'ledger_idempotency_conflict',
        message = 'the idempotency key was used for a different transfer';
    end if;
    ledger_post.transfer_id := v_id;
    ledger_post.created := false;
    return;
  end if;

  insert into public.ledger_postings (merchant_id, transfer_id, account, currency, amount, balance_after)
  select p_merchant_id, v_id, l.account, l.currency, l.amount, l.amount + (
           select a.balance from public.ledger_accounts a
            where a.merchant_id = p_merchant_id and a.mode = p_mode and a.kind = l.account and a.currency = l.currency)
    from unnest(p_accounts, p_currencies, p_amounts) l (account, currency, amount)
   where l.amount <> 0;
  if not found then
    perform ledger_refuse('ledger_transfer_has_postings', 'a transfer without postings');
  end if;

  ledger_post.transfer_id := v_id;
  ledger_post.created := true;
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_refuse(p_rule text, p_message text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  raise exception using errcode = 'check_violation', constraint = p_rule, message = p_message;
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception using errcode = 'restrict_violation', constraint = tg_argv[0], table = tg_table_name,
    message = format('%s of %s refused: %s', tg_op, tg_table_name, tg_argv[0]);
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_transfers_of_period()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.kind = 'capture' and new.corrects_transfer_id is null and (new.processor_account_id <= 0) is not true
     and new.effective_at <= now() + interval '1 year' and length(new.idempotency_key) between 1 and 255 then
    return new;
  end if;
  perform public.ledger_transfers_rules(new.kind, new.idempotency_key, new.corrects_transfer_id, new.processor_account_id);
  -- What was booked before or elsewhere stays as it is.
  if tg_op = 'UPDATE' or current_setting('session_replication_role') = 'replica' then
    return new;
  end if;
  if new.effective_at > now() + interval '1 year' then
    perform public.ledger_refuse('ledger_effective_in_time', 'a transfer is not effective more than a year after it is booked');
  end if;
  if new.processor_account_id is not null
     and new.kind in ('acquirer_paid', 'acquirer_written_off', 'acquirer_fee', 'chargeback_fee', 'correction')
     and new.effective_at < public.reconciliation_signed_until(new.processor_account_id) then
    perform public.reconciliation_refuse_signed();
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.ledger_transfers_rules(kind text, idempotency_key text, corrects_transfer_id bigint, processor_account_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
declare
  v_broken text;
begin
  v_broken := case
    when length(idempotency_key) < 1 or length(idempotency_key) > 255 then 'ledger_idempotency_key_length'
    when corrects_transfer_id is not null and kind <> 'correction' then 'ledger_only_corrections_correct'
    when processor_account_id <= 0 then 'ledger_processor_account_is_an_id'
    when kind <> 'capture' and kind not in (
      'refund', 'refund_reversed', 'settlement', 'settlement_paid', 'chargeback_opened', 'chargeback_applied',
      'chargeback_won', 'payout_requested', 'payout_handed_over', 'payout_returned', 'acquirer_fee', 'chargeback_fee',
      'acquirer_paid', 'acquirer_suspended', 'acquirer_identified', 'acquirer_written_off', 'reserve_released',
      'reserve_drawn', 'correction') then 'ledger_transfer_kind_known'
  end;
  if v_broken is not null then
    perform public.refuse_row('ledger_transfers', v_broken);
  end if;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.limit_give_back(p_merchants bigint[], p_subjects text[], p_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  place int;
begin
  for place in 1 .. cardinality(p_subjects) loop
    update public.limit_uses l
       set uses = l.uses[:array_position(l.uses, p_at) - 1] || l.uses[array_position(l.uses, p_at) + 1:]
     where l.merchant_id = p_merchants[place] and l.subject = p_subjects[place]
       and array_position(l.uses, p_at) is not null;
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.limit_take(p_merchants bigint[], p_subjects text[], p_seconds integer[], p_allowed integer[], p_now timestamp with time zone, OUT refused integer, OUT free_at timestamp with time zone)
 RETURNS SETOF record
 LANGUAGE plpgsql
AS $function$
begin
  insert into public.limit_uses as l (merchant_id, subject, uses, expires_at)
  select n.merchant, n.subject, array[p_now],
         date_bin('10 minutes', p_now + make_interval(secs => n.seconds), timestamptz '2000-01-01 00:00Z') + interval '10 minutes'
    from unnest(p_merchants, p_subjects, p_seconds) with ordinality as n(merchant, subject, seconds, place)
   order by n.place
  on conflict (merchant_id, subject) do update
    set uses = array(select u from unnest(l.uses) with ordinality as o(u, place)
                      where u > p_now - (select make_interval(secs => max(n.seconds))
                                           from unnest(p_merchants, p_subjects, p_seconds) as n(merchant, subject, seconds)
                                          where n.merchant = l.merchant_id and n.subject = l.subject)
                      order by place) || p_now,
        expires_at = greatest(l.expires_at, excluded.expires_at);

  return query
  select n.place::int, l.uses[cardinality(l.uses) - n.allowed] + make_interval(secs => n.seconds)
    from unnest(p_merchants, p_subjects, p_seconds, p_allowed)
           with ordinality as n(merchant, subject, seconds, allowed, place)
    join public.limit_uses l on l.merchant_id = n.merchant and l.subject = n.subject
   where cardinality(l.uses) > n.allowed
   order by 2 desc limit 1;
  -- A refused use does not count. The rows are locked by now, so each one's last use is ours.
  if found then
    update public.limit_uses l set uses = trim_array(l.uses, 1)
      from unnest(p_merchants, p_subjects) as n(merchant, subject)
     where l.merchant_id = n.merchant and l.subject = n.subject;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.link_hold_place(p_merchant_id bigint, p_mode mode, p_id bigint, p_now timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  l public.payment_links%rowtype;
begin
  select * into l from public.payment_links x
    where x.merchant_id = p_merchant_id and x.mode = p_mode and x.id = p_id for no key update;
  if not found then
    return 'not-found';
  end if;
  if l.paid_count >= l.max_payment_count then
    return case when l.max_payment_count = 1 then 'paid' else 'exhausted' end;
  end if;
  if l.status = 1 then
    return 'inactive';
  end if;
  if link_status(l.status, l.due_at, p_now) = 3 then
    update public.payment_links x set status = 3, updated_at = p_now
      where x.merchant_id = p_merchant_id and x.id = p_id and x.status = 2;
    return 'expired';
  end if;
  if l.paid_count + l.held_count >= l.max_payment_count then
    perform release_places('payment-link', p_merchant_id, p_id, p_now);
  end if;
  update public.payment_links x set held_count = x.held_count + 1
    where x.merchant_id = p_merchant_id and x.id = p_id and x.paid_count + x.held_count < x.max_payment_count;
  return case when found then 'held' else 'busy' end;
end $function$;

CREATE OR REPLACE FUNCTION public.link_status(status smallint, due_at timestamp with time zone, now timestamp with time zone)
 RETURNS smallint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((status = 2) AND (due_at <= now)) THEN (3)::smallint ELSE status END;

CREATE OR REPLACE FUNCTION public.list_total_add(p_merchant_id bigint, p_mode mode, p_list text, p_status smallint, p_rows bigint)
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
begin
  update public.list_totals t set rows = t.rows + p_rows
   where t.merchant_id = p_merchant_id and t.mode = p_mode and t.list = p_list and t.status = p_status and t.part = (
     select x.part from public.list_totals x
      where x.merchant_id = p_merchant_id and x.mode = p_mode and x.list = p_list and x.status = p_status
      limit 1 for no key update skip locked);
  if not found then
    insert into public.list_totals (merchant_id, mode, list, status, rows) values (p_merchant_id, p_mode, p_list, p_status, p_rows);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.list_totals_of_lists()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.list not in ('transactions', 'customers', 'refunds') then
    perform public.refuse_row('list_totals', 'list_totals_list_check');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.lock_order_products(p_merchant_id bigint, p_order_id bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform 1 from public.products p
    where p.merchant_id = p_merchant_id
      and p.id in (select i.product_id from public.order_items i
                    where i.merchant_id = p_merchant_id and i.order_id = p_order_id)
    order by p.id for no key update;
end $function$;

CREATE OR REPLACE FUNCTION public.mask_recipient(recipient text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (POSITION(('@'::text) IN (recipient)) > 1) THEN regexp_replace(recipient, '^(.).*@'::text, '\1•••@'::text) WHEN (length(recipient) < 8) THEN recipient ELSE (("left"(recipient, 3) || '••••'::text) || "right"(recipient, 4)) END;

CREATE OR REPLACE FUNCTION public.merchant_remember_status()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.status <> 4 then
    new.status_before_suspension := null;
  elsif old.status <> 4 then
    new.status_before_suspension := old.status;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.merchant_settles(p_status smallint, p_held_at timestamp with time zone, p_mode mode)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select p_held_at is null and (case p_mode when 'live' then p_status = 3 else p_status <> 4 end)
$function$;

CREATE OR REPLACE FUNCTION public.merchant_volumes_of_months()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if extract(day from new.month) <> 1 then
    perform public.refuse_row('merchant_volumes', 'merchant_volumes_month_check');
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.notification_announce()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tell_servers(new.merchant_id, 'daftar_news', json_build_object(
    'merchantId', new.merchant_id, 'mode', new.mode, 'id', new.id, 'kind', new.kind,
    'only', new.only_user_id, 'except', new.except_user_id));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.order_give_back(p_merchant_id bigint, p_order_id bigint)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  v_stock text;
begin
  select o.stock into v_stock from public.orders o where o.merchant_id = p_merchant_id and o.id = p_order_id;
  if v_stock not in ('reserved', 'taken') then
    return;
  end if;
  perform lock_order_products(p_merchant_id, p_order_id);
  update public.products p set
      in_stock = p.in_stock + case when v_stock = 'taken' then i.quantity else 0 end,
      reserved = p.reserved - case when v_stock = 'reserved' then i.quantity else 0 end
    from public.order_items i
    where i.merchant_id = p_merchant_id and i.order_id = p_order_id
      and p.merchant_id = i.merchant_id and p.id = i.product_id;
  update public.orders o set stock = 'released', reserved_until = null
    where o.merchant_id = p_merchant_id and o.id = p_order_id;
end $function$;

CREATE OR REPLACE FUNCTION public.order_hold_place(p_merchant_id bigint, p_mode mode, p_id bigint, p_now timestamp with time zone, p_until timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  o public.orders%rowtype;
begin
  select * into o from public.orders x
   where x.merchant_id = p_merchant_id and x.mode = p_mode and x.id = p_id for no key update;
  if not found then
    return 'not-found';
  end if;
  if o.status = 2 then
    return 'paid';
  end if;
  if o.fulfilment = 'canceled' then
    return 'inactive';
  end if;
  if o.due_at <= p_now then
    return 'expired';
  end if;
  if o.is_held then
    perform release_places('order', p_merchant_id, p_id, p_now);
    select * into o from public.orders x where x.merchant_id = p_merchant_id and x.id = p_id;
    if o.is_held then
      return 'busy';
    end if;
  end if;
  if o.stock = 'reserved' then
    update public.orders x set reserved_until = greatest(x.reserved_until, p_until)
      where x.merchant_id = p_merchant_id and x.id = p_id;
  elsif o.stock in ('none', 'released') and not order_reserve(p_merchant_id, p_id, p_until) then
    return 'exhausted';
  end if;
  update public.orders x set is_held = true where x.merchant_id = p_merchant_id and x.id = p_id;
  return 'held';
end $function$;

CREATE OR REPLACE FUNCTION public.order_in_stock(p_merchant_id bigint, p_order_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return not exists (
    select 1 from public.order_items i join public.products p on p.merchant_id = i.merchant_id and p.id = i.product_id
     where i.merchant_id = p_merchant_id and i.order_id = p_order_id and p.in_stock - p.reserved < i.quantity);
end $function$;

CREATE OR REPLACE FUNCTION public.order_reserve(p_merchant_id bigint, p_order_id bigint, p_until timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  perform lock_order_products(p_merchant_id, p_order_id);
  if not order_in_stock(p_merchant_id, p_order_id) then
    return false;
  end if;
  update public.products p set reserved = p.reserved + i.quantity
    from public.order_items i
    where i.merchant_id = p_merchant_id and i.order_id = p_order_id
      and p.merchant_id = i.merchant_id and p.id = i.product_id;
  update public.orders o set stock = 'reserved', reserved_until = p_until
    where o.merchant_id = p_merchant_id and o.id = p_order_id;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.order_step(fulfilment text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN array_position(ARRAY['new'::text, 'prepared'::text, 'shipped'::text, 'delivered'::text], fulfilment);

CREATE OR REPLACE FUNCTION public.order_take(p_merchant_id bigint, p_order_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  v_stock text;
begin
  select o.stock into v_stock from public.orders o where o.merchant_id = p_merchant_id and o.id = p_order_id;
  if v_stock = 'taken' then
    return true;
  end if;
  perform lock_order_products(p_merchant_id, p_order_id);
  if v_stock <> 'reserved' and not order_in_stock(p_merchant_id, p_order_id) then
    update public.orders o set stock = 'short' where o.merchant_id = p_merchant_id and o.id = p_order_id;
    return false;
  end if;
  update public.products p set
      in_stock = p.in_stock - i.quantity,
      reserved = p.reserved - case when v_stock = 'reserved' then i.quantity else 0 end
    from public.order_items i
    where i.merchant_id = p_merchant_id and i.order_id = p_order_id
      and p.merchant_id = i.merchant_id and p.id = i.product_id;
  update public.orders o set stock = 'taken', reserved_until = null
    where o.merchant_id = p_merchant_id and o.id = p_order_id;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.orders_tell_webhook()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tell_webhook(new.merchant_id, new.mode, 'order', new.id, case
    when tg_op = 'INSERT' then 'order.created' when old.status <> new.status then 'order.paid' else 'order.canceled' end);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.owed_by_account(p_account_id bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_owed bigint;
begin
  select -coalesce(sum(c.balance), 0) into v_owed from public.clearing_balances c
   where c.processor_account_id = p_account_id and c.currency = 'EGP';
  return v_owed;
end $function$;

CREATE OR REPLACE FUNCTION public.payable_invoice_lock(p_merchant_id bigint, p_id bigint, p_now timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  i record;
  s record;
begin
  select x.status, x.due_at into i from public.invoices x
   where x.merchant_id = p_merchant_id
     and x.id = (select y.invoice_id from public.invoice_shares y where y.merchant_id = p_merchant_id and y.id = p_id)
     for no key update;
  select x.status into s from public.invoice_shares x
   where x.merchant_id = p_merchant_id and x.id = p_id for no key update;
  return case
    when s.status = 'paid' then 'full'
    -- A share taken off its invoice is canceled too.
    when s.status = 'canceled' or i.status = 3 then 'void'
    when i.status = 1 and i.due_at > p_now then 'open'
    else 'closed' end;
end $function$;

CREATE OR REPLACE FUNCTION public.payable_invoice_settle(p_merchant_id bigint, p_id bigint, p_held boolean, p_paid boolean, p_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  v_invoice_id bigint;
begin
  if p_paid then
    update public.invoice_shares s set status = 'paid', paid_at = p_now, is_held = s.is_held and not p_held
      from public.invoices i
      where s.merchant_id = p_merchant_id and s.id = p_id and s.status = 'unpaid'
        and i.merchant_id = s.merchant_id and i.id = s.invoice_id and i.status <> 3
      returning s.invoice_id into v_invoice_id;
    if found then
      update public.invoices i set
          paid_count = i.paid_count + 1,
          status = case
            when i.paid_count + 1 = i.customers_count then 2
            when i.status = 1 and i.due_at <= p_now then 4
            else i.status end,
          updated_at = p_now
        where i.merchant_id = p_merchant_id and i.id = v_invoice_id;
      return true;
    end if;
  end if;
  if p_held then
    update public.invoice_shares s set is_held = false where s.merchant_id = p_merchant_id and s.id = p_id;
  end if;
  return false;
end $function$;

CREATE OR REPLACE FUNCTION public.payable_lock(p_kind text, p_merchant_id bigint, p_id bigint, p_now timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  v_answer text;
begin
  if p_kind = 'payment-link' then
    select case
        when l.paid_count >= l.max_payment_count then 'full'
        when l.status = 2 and l.due_at > p_now then 'open'
        else 'closed' end
      into v_answer
      from public.payment_links l where l.merchant_id = p_merchant_id and l.id = p_id for no key update;
    return coalesce(v_answer, 'closed');
  end if;
  execute format('select %I($1, $2, $3)', 'payable_' || replace(p_kind, '-', '_') || '_lock')
    into v_answer using p_merchant_id, p_id, p_now;
  return v_answer;
end $function$;

CREATE OR REPLACE FUNCTION public.payable_order_lock(p_merchant_id bigint, p_id bigint, p_now timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
AS $function$
declare
  o record;
begin
  select x.status, x.fulfilment, x.due_at into o from public.orders x
   where x.merchant_id = p_merchant_id and x.id = p_id for no key update;
  return case
    when o.status = 2 then 'full'
    when o.fulfilment = 'canceled' then 'void'
    when o.due_at > p_now then 'open'
    else 'closed' end;
end $function$;

CREATE OR REPLACE FUNCTION public.payable_order_settle(p_merchant_id bigint, p_id bigint, p_held boolean, p_paid boolean, p_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  if p_paid then
    perform 1 from public.orders o
      where o.merchant_id = p_merchant_id and o.id = p_id and o.status = 1 and o.fulfilment <> 'canceled';
    if found then
      perform order_take(p_merchant_id, p_id);
      update public.orders o set status = 2, paid_at = p_now, is_held = o.is_held and not p_held, updated_at = p_now
        where o.merchant_id = p_merchant_id and o.id = p_id;
      return true;
    end if;
  end if;
  if p_held then
    perform 1 from public.orders o
      where o.merchant_id = p_merchant_id and o.id = p_id and o.status = 1 and o.stock = 'reserved';
    if found then
      perform order_give_back(p_merchant_id, p_id);
    end if;
    update public.orders o set is_held = false where o.merchant_id = p_merchant_id and o.id = p_id;
  end if;
  return false;
end $function$;

CREATE OR REPLACE FUNCTION public.payable_settle(p_kind text, p_merchant_id bigint, p_id bigint, p_held boolean, p_paid boolean, p_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  v_answer boolean;
begin
  if p_kind <> 'payment-link' then
    execute format('select %I($1, $2, $3, $4, $5)', 'payable_' || replace(p_kind, '-', '_') || '_settle')
      into v_answer using p_merchant_id, p_id, p_held, p_paid, p_now;
    return v_answer;
  end if;
  if p_paid then
    update public.payment_links l set
        paid_count = l.paid_count + 1,
        held_count = l.held_count - p_held::int,
        status = case
          when l.status <> 2 or l.paid_count + 1 < l.max_payment_count then l.status
          when l.due_at <= p_now then 3
          else 1 end,
        updated_at = case when l.status <> 2 or l.paid_count + 1 < l.max_payment_count then l.updated_at else p_now end
      where l.merchant_id = p_merchant_id and l.id = p_id and l.paid_count < l.max_payment_count;
    if found then
      return true;
    end if;
  end if;
  if p_held then
    update public.payment_links l set held_count = l.held_count - 1
      where l.merchant_id = p_merchant_id and l.id = p_id;
  end if;
  return false;
end $function$;

CREATE OR REPLACE FUNCTION public.payment_attempts_move_legally()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  v_broken text;
begin
  -- Paid.
  if tg_op = 'UPDATE' and new.state = 'succeeded' and not new.holds_place and old.state <> 'succeeded' then
    return null;
  end if;
  v_broken := case
    when new.holds_place and new.state not in ('pending', 'challenge', 'otp', 'redirect', 'awaiting') then 'payment_attempts_final_holds_nothing'
    when new.counted and new.state <> 'succeeded' then 'payment_attempts_only_success_counts'
    when new.state <> 'succeeded' and new.state not in ('pending', 'challenge', 'otp', 'redirect', 'awaiting', 'failed', 'canceled', 'expired') then 'payment_attempts_state_check'
  end;
  if v_broken is not null then
    perform public.refuse_row('payment_attempts', v_broken);
  end if;
  if tg_op = 'INSERT' or new.state = old.state or current_setting('session_replication_role') = 'replica' then
    return null;
  end if;
  if new.state = 'expired' and (new.answered_at is null or new.answered_at < new.expires_at) then
    raise exception using errcode = 'check_violation', constraint = 'payment_attempts_expired_was_asked',
      table = 'payment_attempts', message = 'payment_attempts: this change of status is not legal';
  end if;
  if old.state = 'succeeded' then
    raise exception using errcode = 'check_violation', constraint = 'payment_attempts_legal_transition',
      table = 'payment_attempts', message = 'payment_attempts: this change of status is not legal';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.payment_attempts_terms()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  v_broken text;
begin
  v_broken := case
    when new.card_last4 !~ '^[0-9]{4}$' then 'payment_attempts_card_last4_check'
    when new.charge_piastres <= 0 then 'payment_attempts_charge_piastres_check'
    when new.external_ref !~ '^[0-9A-Z]{20}$' then 'payment_attempts_external_ref_check'
    when new.fee_piastres < 0 then 'payment_attempts_fee_piastres_check'
    when new.fees_on not in ('M', 'C') then 'payment_attempts_fees_on_check'
    when new.locale not in ('ar', 'en') then 'payment_attempts_locale_check'
    when length(new.unknown_word) < 1 or length(new.unknown_word) > 100 then 'payment_attempts_unknown_word_check'
    when new.value_piastres <= 0 then 'payment_attempts_value_piastres_check'
    when new.vat_piastres < 0 then 'payment_attempts_vat_piastres_check'
  end;
  if v_broken is not null then
    perform public.refuse_row('payment_attempts', v_broken);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.payment_links_count()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if least(new.held_count, new.paid_count) < 0 or greatest(new.held_count, new.paid_count) > new.max_payment_count
     or new.status < 1 or new.status > 3 or new.status = 2 and new.paid_count >= new.max_payment_count then
    perform public.refuse_row('payment_links', case
      when new.status = 2 and new.paid_count >= new.max_payment_count then 'payment_links_full_is_not_active'
      when new.held_count < 0 then 'payment_links_held_count_check'
      when new.paid_count < 0 then 'payment_links_paid_count_check'
      when new.paid_count > new.max_payment_count or new.held_count > new.max_payment_count then 'payment_links_places'
      else 'payment_links_status_check' end);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.payment_links_follow()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' then
    if new.status = old.status then
      return null;
    end if;
    if old.status <> 2 then
      raise exception using errcode = 'check_violation', constraint = 'payment_links_legal_transition', table = 'payment_links',
        message = 'payment_links: this change of status is not legal';
    end if;
    perform tell_servers(new.merchant_id, 'daftar_news', json_build_object(
      'merchantId', new.merchant_id, 'mode', new.mode, 'changed', 'payment-links'));
  end if;
  insert into public.merchant_statistics as s (merchant_id, mode, total_links, active_links, expired_links)
  values (
    new.merchant_id, new.mode,
    case when tg_op = 'INSERT' then 1 else 0 end,
    (new.status = 2)::int - case when tg_op = 'UPDATE' then (old.status = 2)::int else 0 end,
    (new.status = 3)::int - case when tg_op = 'UPDATE' then (old.status = 3)::int else 0 end)
  on conflict (merchant_id, mode) do update set
    total_links = s.total_links + excluded.total_links,
    active_links = s.active_links + excluded.active_links,
    expired_links = s.expired_links + excluded.expired_links;
  perform tell_webhook(new.merchant_id, new.mode, 'payment-link', new.id, case new.status
    when 2 then 'payment-link.created' when 1 then 'payment-link.closed' else 'payment-link.expired' end);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.payment_links_terms()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  v_broken text;
begin
  v_broken := case
    when new.amount < 1 or new.amount > 999999999999 then 'payment_links_amount_check'
    when not ((new.min_amount is null) = (new.max_amount is null) and (new.min_amount is null or (1 <= new.min_amount and new.min_amount < new.max_amount and new.max_amount <= 999999999999 and (new.amount >= new.min_amount and new.amount <= new.max_amount)))) then 'payment_links_amount_within_bounds'
    when not ((length(new.cancel_url) <= 2000) and ((new.cancel_url ~ '^https://[^\s@/?#]+([/?#]|$)') or ((new.mode = 'test') and (new.cancel_url ~ '^http://(localhost|127\.0\.0\.1)(:[0-9]{1,5})?([/?#]|$)')))) then 'payment_links_cancel_url'
    when new.currency not in ('EGP', 'USD') then 'payment_links_currency_check'
    when new.fees_bps < 0 or new.fees_bps > 10000 then 'payment_links_fees_bps_check'
    when new.fees < 0 then 'payment_links_fees_check'
    when new.fixed_fees < 0 then 'payment_links_fixed_fees_check'
    when new.fixed_tax < 0 then 'payment_links_fixed_tax_check'
    when new.language not in (1, 2) then 'payment_links_language_check'
    when not ((new.max_payment_count >= 1 and new.max_payment_count <= 1000000) or new.max_payment_count = 2147483647) then 'payment_links_max_payment_count_check'
    when new.fixed_fees <> 0 and new.fees_bps <> 0 then 'payment_links_one_kind_of_fees'
    when new.fixed_tax <> 0 and new.tax_bps <> 0 then 'payment_links_one_kind_of_tax'
    when cardinality(new.payment_methods) = 0 then 'payment_links_payment_methods_check'
    when not ((new.min_quantity = 1 and new.max_quantity = 1) or (1 <= new.min_quantity and new.min_quantity < new.max_quantity and new.max_quantity <= 10000 and new.min_amount is null)) then 'payment_links_quantities'
    when new.rate_scaled <= 0 then 'payment_links_rate_scaled_check'
    when not ((length(new.success_url) <= 2000) and ((new.success_url ~ '^https://[^\s@/?#]+([/?#]|$)') or ((new.mode = 'test') and (new.success_url ~ '^http://(localhost|127\.0\.0\.1)(:[0-9]{1,5})?([/?#]|$)')))) then 'payment_links_success_url'
    when not ((new.suggested_amounts = '{}'::bigint[]) or ((new.min_amount is not null) and (cardinality(new.suggested_amounts) <= 4) and (new.min_amount <= all (new.suggested_amounts)) and (new.max_amount >= all (new.suggested_amounts)))) then 'payment_links_suggestions_within_bounds'
    when new.tax_bps < 0 or new.tax_bps > 10000 then 'payment_links_tax_bps_check'
    when new.tax < 0 then 'payment_links_tax_check'
    when new.total <> new.amount + new.fees + new.tax then 'payment_links_total_adds_up'
    when new.total < 1 or new.total > 999999999999 then 'payment_links_total_check'
    when new.value_piastres < 1 or new.value_piastres > 999999999999999 then 'payment_links_value_piastres_check'
  end;
  if v_broken is not null then
    perform public.refuse_row('payment_links', v_broken);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.payment_named(p_merchant_id bigint, p_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_payment jsonb;
begin
  if p_merchant_id is null or p_id is null then return null; end if;
  select jsonb_build_object('merchantId', t.merchant_id, 'merchantName', m.business_name, 'id', t.id, 'reference', t.reference)
    into v_payment
    from public.transactions t join public.merchants m on m.id = t.merchant_id
   where t.merchant_id = p_merchant_id and t.id = p_id;
  return v_payment;
end $function$;

CREATE OR REPLACE FUNCTION public.payment_of_item(p_merchant_id bigint, p_item text, p_id bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_id bigint;
begin
  if p_merchant_id is null or p_item is null then return null; end if;
  if p_item in ('payment', 'cost') then
    v_id := p_id;
  elsif p_item in ('refund', 'refund_reversed') then
    select r.transaction_id into v_id from public.refunds r where r.merchant_id = p_merchant_id and r.id = p_id;
  else
    select c.transaction_id into v_id from public.chargebacks c where c.merchant_id = p_merchant_id and c.id = p_id;
  end if;
  return payment_named(p_merchant_id, v_id);
end $function$;

CREATE OR REPLACE FUNCTION public.payouts_not_in_file()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from public.bank_transfers t
              where t.merchant_id = new.merchant_id and t.payout_id = new.id and t.state in ('listed', 'sent')) then
    raise exception 'the payout is in a file of transfers'
      using errcode = 'restrict_violation', constraint = 'payouts_not_in_file';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.people_follow_users()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.person_id is null then
    delete from public.people p where p.id = old.person_id and not exists (select from public.users u where u.person_id = p.id);
  elsif new.person_id = old.person_id then
    update public.people set email = new.email, mobile = case when old.mobile = new.mobile then mobile else nullif(new.mobile, '') end,
                      password_hash = new.password_hash, two_step_at = new.two_step_at
     where id = new.person_id
       and (old.email, old.mobile, old.password_hash, old.two_step_at)
           is distinct from (new.email, new.mobile, new.password_hash, new.two_step_at)
       and (email, password_hash, two_step_at) is not distinct from (old.email, old.password_hash, old.two_step_at);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.processor_accounts_stay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'an account at a processor is switched off, never deleted'
    using errcode = 'restrict_violation', constraint = 'processor_accounts_stay';
end $function$;

CREATE OR REPLACE FUNCTION public.processor_ids_stay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'an id that a processor gave stays' using errcode = 'check_violation', constraint = 'processor_ids_stay';
end $function$;

CREATE OR REPLACE FUNCTION public.processor_notifications_waits()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.processed_at := null;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.queue_event(p_merchant_id bigint, p_mode mode, p_noun text, p_id bigint, p_type text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform queue_job(p_merchant_id, 'tell-webhook', json_build_object(
    'merchantId', p_merchant_id, 'mode', p_mode, 'noun', p_noun, 'id', p_id, 'type', p_type));
end $function$;

CREATE OR REPLACE FUNCTION public.queue_job(p_merchant_id bigint, p_name text, p_payload json)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  -- Empty, not null, in a session that named one before.
  v_cause text := nullif(current_setting('daftar.traceparent', true), '');
begin
  if v_cause is not null then
    p_payload := (p_payload::jsonb || jsonb_build_object('traceparent', v_cause))::json;
  end if;
  with job as (
    insert into graphile_worker._private_jobs (task_id, payload, priority)
    select t.id, p_payload, case when turn <= 100 then 0 else least(15, 1 + floor(log(2, turn / 100.0))::int) end
      from graphile_worker._private_tasks t,
           (select set_config('daftar.queued', (coalesce(nullif(current_setting('daftar.queued', true), ''), '0')::int + 1)::text, true)::int
            offset 0) queued (turn)
     where t.identifier = p_name
    returning id)
  insert into public.news (channel, news) select 'jobs:insert', '{}' from job;
  -- The first job of its name.
  if not found then
    perform add_plain_job(p_merchant_id, p_name, p_payload, 0);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.reconciliation_batches_of_period()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  v_until timestamptz := (select reconciliation_signed_until(f.processor_account_id)
                            from public.reconciliation_files f where f.id = new.file_id);
begin
  if old.booked_at < v_until or new.booked_at < v_until then
    perform reconciliation_refuse_signed();
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.reconciliation_batches_written_off()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from public.reconciliation_write_offs w
               join public.reconciliation_breaks b on b.id = w.break_id
               join public.reconciliation_lines l on l.file_id = b.file_id and l.line_no = b.line_no
              where w.undone_at is null and w.account <> 'bank' and l.file_id = old.file_id and l.batch_id = old.id) then
    raise exception 'something of the batch is written off'
      using errcode = 'restrict_violation', constraint = 'reconciliation_batches_written_off';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.reconciliation_breaks_ended()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.ended_as := case
    when new.closed_at is null then null
    when new.ended_as is not null then new.ended_as
    when new.state = 'written_off' then 'written_off'
    when new.resolution in ('arrived', 'undone', 'rounding', 'matched') then new.resolution
    else 'explained' end;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.reconciliation_breaks_of_period()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.closed_at < reconciliation_signed_until(old.processor_account_id)
     or old.closed_at <= bank_line_stated_at(old.bank_line_id) then
    perform reconciliation_refuse_signed();
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.reconciliation_cut_offs_stay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  v_open constant text[] := '{state,signed_by,approved_by,signed_at,reopened_by,reopened_reason,reopened_at}';
  v_signed constant text[] := '{state,reopened_by,reopened_reason,reopened_at}';
begin
  if (old.state, new.state) not in (('prepared', 'signed'), ('prepared', 'dropped'), ('signed', 'reopened'))
     or to_jsonb(new) - (case old.state when 'prepared' then v_open else v_signed end)
        is distinct from to_jsonb(old) - (case old.state when 'prepared' then v_open else v_signed end) then
    raise exception 'a cut-off stays as it was'
      using errcode = 'restrict_violation', constraint = 'reconciliation_cut_offs_stay';
  end if;
  -- Periods follow each other: signed in their order, opened again from the last one on.
  if exists (select from public.reconciliation_cut_offs c
              where (c.processor_account_id = new.processor_account_id or c.bank_account_id = new.bank_account_id)
                and c.state = 'signed' and c.id <> new.id
                and (new.state = 'signed' and c.day is distinct from new.after_day and c.day > coalesce(new.after_day, '-infinity')
                     or new.state = 'reopened' and c.day > new.day)) then
    raise exception 'another period was signed since'
      using errcode = 'restrict_violation', constraint = 'reconciliation_cut_offs_in_order';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.reconciliation_files_of_period()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from public.reconciliation_cut_offs c
              where c.processor_account_id = old.processor_account_id and c.state = 'signed' and old.created_at <= c.made_at
                and coalesce(old.first_day, (old.created_at at time zone 'Africa/Cairo')::date) <= c.day) then
    perform reconciliation_refuse_signed();
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.reconciliation_lines_of_period()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from (select processor_account_id, min(occurred_on) as first_day from added where not is_late group by 1) a
              where a.first_day < (reconciliation_signed_until(a.processor_account_id) at time zone 'Africa/Cairo')::date) then
    perform reconciliation_refuse_signed();
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.reconciliation_open_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into public.reconciliation_open_changes (kind, opened_day, breaks, piastres)
    select kind, (opened_at at time zone 'Africa/Cairo')::date, count(*),
           coalesce(sum(abs(amount_piastres)) filter (where currency = 'EGP'), 0)
      from added where closed_at is null group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into public.reconciliation_open_changes (kind, opened_day, breaks, piastres)
    select kind, (opened_at at time zone 'Africa/Cairo')::date, -count(*),
           -coalesce(sum(abs(amount_piastres)) filter (where currency = 'EGP'), 0)
      from removed where closed_at is null group by 1, 2;
  else
    insert into public.reconciliation_open_changes (kind, opened_day, breaks, piastres)
    select kind, opened_day, sum(breaks), sum(piastres)
      from (select kind, (opened_at at time zone 'Africa/Cairo')::date as opened_day, 1 as breaks,
                   case currency when 'EGP' then abs(amount_piastres) else 0 end as piastres
              from added where closed_at is null
             union all
            select kind, (opened_at at time zone 'Africa/Cairo')::date, -1,
                   case currency when 'EGP' then -abs(amount_piastres) else 0 end
              from removed where closed_at is null) x
     group by 1, 2 having sum(breaks) <> 0 or sum(piastres) <> 0;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.reconciliation_refuse_signed()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the period is signed' using errcode = 'restrict_violation', constraint = 'reconciliation_period_signed';
end $function$;

CREATE OR REPLACE FUNCTION public.reconciliation_signed_until(p_account bigint)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  select max(ends_at) from public.reconciliation_cut_offs where processor_account_id = p_account and state = 'signed' $function$;

CREATE OR REPLACE FUNCTION public.reconciliation_write_offs_of_period()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.created_at < (select coalesce(reconciliation_signed_until(b.processor_account_id),
                                       (select max(c.ends_at) from public.reconciliation_cut_offs c
                                         where c.bank_account_id = b.bank_account_id and c.state = 'signed'))
                         from public.reconciliation_breaks b where b.id = new.break_id) then
    perform reconciliation_refuse_signed();
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refund_says_who_paid()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select search_key(t.customer_name || ' ' || t.customer_email || ' ' || t.customer_mobile), t.payment_method
    into new.payer_key, new.payment_method
    from public.transactions t where t.merchant_id = new.merchant_id and t.id = new.transaction_id;
  new.payer_key := coalesce(new.payer_key, '');
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_row(p_table text, p_rule text)
 RETURNS void
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
begin
  raise exception using errcode = 'check_violation', table = p_table, constraint = p_rule,
    message = format('new row for relation "%s" violates check constraint "%s"', p_table, p_rule);
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_transition()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception using errcode = 'check_violation', constraint = tg_argv[0], table = tg_table_name,
    message = format('%s: this change of status is not legal', tg_table_name);
end $function$;

CREATE OR REPLACE FUNCTION public.release_places(p_kind text, p_merchant_id bigint, p_id bigint, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  v_attempt bigint;
begin
  for v_attempt in
    select x.id from public.payment_attempts x
     where x.merchant_id = p_merchant_id and x.payable_kind = p_kind and x.payable_id = p_id
       and x.holds_place and x.hold_expires_at <= p_now order by x.id
  loop
    perform attempt_release(p_merchant_id, v_attempt, p_now);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.reserve_cover(p_merchant_id bigint, p_mode mode, p_key text, p_reference text, p_now timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  v_short bigint;
  v_ids bigint[] := '{}';
  v_amounts bigint[] := '{}';
  v_sum bigint := 0;
  v_take bigint;
  v_transfer bigint;
  i record;
begin
  select -a.balance into v_short from public.ledger_accounts a
   where a.merchant_id = p_merchant_id and a.mode = p_mode and a.kind = 'available' and a.currency = 'EGP';
  if v_short is null or v_short <= 0 then
    return 0;
  end if;
  for i in
    select r.id, r.left_piastres from public.reserve_items r
     where r.merchant_id = p_merchant_id and r.mode = p_mode and r.left_piastres > 0
     order by r.release_on, r.id for no key update
  loop
    exit when v_sum >= v_short;
    v_take := least(i.left_piastres, v_short - v_sum);
    v_ids := v_ids || i.id;
    v_amounts := v_amounts || v_take;
    v_sum := v_sum + v_take;
  end loop;
  if v_sum = 0 then
    return 0;
  end if;
  update public.reserve_items r set left_piastres = r.left_piastres - d.amount
    from unnest(v_ids, v_amounts) d (id, amount)
   where r.merchant_id = p_merchant_id and r.id = d.id;
  select transfer_id into v_transfer
    from ledger_post(p_merchant_id, p_mode, 'reserve_drawn', p_reference, 'reserve-drawn:' || p_key, p_now,
      array['reserve', 'available']::ledger_account_kind[], array['EGP', 'EGP']::char(3)[], array[-v_sum, v_sum]);
  insert into public.reserve_draws (merchant_id, item_id, transfer_id, amount_piastres, drawn_at)
  select p_merchant_id, d.id, v_transfer, d.amount, p_now from unnest(v_ids, v_amounts) d (id, amount);
  return v_sum;
end $function$;

CREATE OR REPLACE FUNCTION public.reserve_release(p_merchant_id bigint, p_mode mode, p_until date, p_now timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  v_sum bigint := 0;
  i record;
begin
  perform from public.merchants m
    where m.id = p_merchant_id and merchant_settles(m.status, m.settlement_held_at, p_mode) for share;
  if not found then
    return 0;
  end if;
  -- The same lock that `ledger_post` takes; items are locked after it everywhere.
  perform from public.ledger_accounts a
    where a.merchant_id = p_merchant_id and a.mode = p_mode and a.kind = 'clearing' and a.currency = 'EGP'
    for no key update;
  for i in
    select r.id, r.left_piastres, s.reference
      from public.reserve_items r join public.settlements s on s.merchant_id = r.merchant_id and s.id = r.settlement_id
     where r.merchant_id = p_merchant_id and r.mode = p_mode and r.left_piastres > 0 and r.release_on <= p_until
     order by r.release_on, r.id for no key update of r
  loop
    update public.reserve_items r set left_piastres = 0, released_at = p_now, released_piastres = i.left_piastres
     where r.merchant_id = p_merchant_id and r.id = i.id;
    perform ledger_post(p_merchant_id, p_mode, 'reserve_released', i.reference, 'reserve-released:' || i.id, p_now,
      array['reserve', 'available']::ledger_account_kind[], array['EGP', 'EGP']::char(3)[],
      array[-i.left_piastres, i.left_piastres]);
    v_sum := v_sum + i.left_piastres;
  end loop;
  return v_sum;
end $function$;

CREATE OR REPLACE FUNCTION public.risk_card_known(p_merchant_id bigint, p_attempt_id bigint, p_bin text, p_card_key bytea, p_country text)
 RETURNS boolean
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  f public.risk_facts%rowtype;
  r public.risk_rules%rowtype;
  v_review boolean := false;
  v_effect text;
begin
  update public.risk_facts x set bin = coalesce(x.bin, p_bin), card_key = coalesce(x.card_key, p_card_key),
                          country = coalesce(p_country, x.country)
   where x.merchant_id = p_merchant_id and x.attempt_id = p_attempt_id and (x.bin is null and x.card_key is null)
   returning * into f;
  if not found then
    return false;
  end if;
  for r in select x.* from public.risk_rules x
            where x.is_on and x.mode = f.mode and x.by_fact in ('card', 'bin', 'country') order by x.id loop
    if risk_rule_matches(r, f, true) then
      v_effect := case when r.outcome = 'allow' then 'allow' else 'review' end;
      insert into public.risk_matches (merchant_id, attempt_id, rule_id, version, outcome, at)
        values (f.merchant_id, f.attempt_id, r.id, r.version, v_effect, f.created_at) on conflict do nothing;
      v_review := v_review or v_effect = 'review';
    end if;
  end loop;
  if not v_review or f.outcome in ('trusted', 'review', 'block')
     or risk_listed(f, 'trusted', array['mobile', 'address', 'network', 'card', 'bin', 'country']) is not null then
    return false;
  end if;
  update public.risk_facts x set outcome = 'review' where x.merchant_id = p_merchant_id and x.attempt_id = p_attempt_id;
  insert into public.risk_reviews (merchant_id, transaction_id, attempt_id, mode, created_at)
    values (f.merchant_id, f.transaction_id, f.attempt_id, f.mode, f.created_at) on conflict do nothing;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.risk_judge(p_merchant_id bigint, p_attempt_id bigint, p_mobile_key bytea, p_mobile_shown text, p_address_key bytea, p_network_key bytea, p_address_shown text, p_address_kind text, p_country text, p_bin text, p_card_key bytea, p_can_challenge boolean)
 RETURNS text
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  f public.risk_facts%rowtype;
  r public.risk_rules%rowtype;
  v_ranks constant text[] := array['allow', 'challenge', 'review', 'block'];
  v_rank integer := 1;
  v_effect text;
begin
  select a.merchant_id, a.id, a.transaction_id, a.mode, a.payment_method, a.charge_piastres, a.created_at,
         p_mobile_key, p_mobile_shown, p_address_key, p_network_key, p_address_shown, p_address_kind, p_country, p_bin,
         p_card_key, 'allow'
    into f
    from public.payment_attempts a where a.merchant_id = p_merchant_id and a.id = p_attempt_id;
  -- Two attempts of one payer at once: the second waits here until the first is stored, and counts it.
  perform pg_advisory_xact_lock(l.key)
    from (select distinct hashtextextended('risk ' || f.mode || ' ' || u.by_fact || ' ' ||
                   case u.by_fact when 'mobile' then encode(f.mobile_key, 'hex') when 'address' then encode(f.address_key, 'hex')
                     when 'card' then encode(f.card_key, 'hex') when 'bin' then f.bin
                     when 'merchant' then f.merchant_id::text end, 0) as key
            from public.risk_rules u
           where u.is_on and u.mode = f.mode and u.condition in ('count', 'sum')
             and (u.merchant_id is null or u.merchant_id = f.merchant_id)
             and (u.payment_method is null or u.payment_method = f.payment_method)
           order by 1) l
   where l.key is not null;
  for r in select x.* from public.risk_rules x where x.is_on and x.mode = f.mode order by x.id loop
    if risk_rule_matches(r, f, true) then
      v_effect := case when r.outcome = 'challenge' and not p_can_challenge then r.otherwise else r.outcome end;
      insert into public.risk_matches (merchant_id, attempt_id, rule_id, version, outcome, at)
        values (f.merchant_id, f.attempt_id, r.id, r.version, v_effect, f.created_at);
      v_rank := greatest(v_rank, array_position(v_ranks, v_effect));
    end if;
  end loop;
  f.outcome := v_ranks[v_rank];
  if v_rank > 1 and risk_listed(f, 'trusted', array['mobile', 'address', 'network', 'card', 'bin', 'country']) is not null then
    f.outcome := 'trusted';
  end if;
  insert into public.risk_facts select f.*;
  if f.outcome = 'review' then
    insert into public.risk_reviews (merchant_id, transaction_id, attempt_id, mode, created_at)
      values (f.merchant_id, f.transaction_id, f.attempt_id, f.mode, f.created_at);
  end if;
  return f.outcome;
end $function$;

CREATE OR REPLACE FUNCTION public.risk_met(p_rule_id bigint, p_merchant_id bigint, p_attempt_id bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_rule public.risk_rules;
  v_fact public.risk_facts;
begin
  select r.* into v_rule from public.risk_rules r where r.id = p_rule_id;
  select f.* into v_fact from public.risk_facts f where f.merchant_id = p_merchant_id and f.attempt_id = p_attempt_id;
  return risk_rule_matches(v_rule, v_fact, false)
         and risk_listed(v_fact, 'trusted', array['mobile', 'address', 'network', 'card', 'bin', 'country']) is null;
end $function$;

CREATE OR REPLACE FUNCTION public.risk_review_holds()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  v_state text;
begin
  if new.status is not distinct from old.status or new.status not in (1, 3) then
    return new;
  end if;
  select x.state into v_state from public.risk_reviews x where x.merchant_id = new.merchant_id and x.transaction_id = new.id;
  if not found then
    return new;
  end if;
  if new.status = 1 and v_state in ('unpaid', 'waiting') then
    new.expected_settlement_on := null;
    update public.risk_reviews x
       set state = 'waiting', waiting_since = coalesce(x.waiting_since, new.paid_at, new.updated_at),
           payer_key = search_key(new.customer_name || ' ' || new.customer_email || ' ' || new.customer_mobile),
           charged_piastres = new.charged_piastres
     where x.merchant_id = new.merchant_id and x.transaction_id = new.id and x.state = 'unpaid';
  elsif new.status = 1 and v_state = 'refused' and new.settlement_status <> 1 then
    new.expected_settlement_on := null;
  elsif new.status = 3 and v_state = 'refused' and new.expected_settlement_on is null then
    new.expected_settlement_on := (new.updated_at at time zone 'Africa/Cairo')::date + 1;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.risk_same(p_merchant_id bigint, p_attempt_id bigint, OUT same_mobile integer, OUT same_address integer)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  v_fact public.risk_facts;
begin
  select f.* into v_fact from public.risk_facts f where f.merchant_id = p_merchant_id and f.attempt_id = p_attempt_id;
  select count(*) into same_mobile from risk_before(v_fact, 'mobile', false, v_fact.created_at - interval '1 day', false, 100);
  select count(*) into same_address from risk_before(v_fact, 'address', false, v_fact.created_at - interval '1 day', false, 100);
end $function$;

CREATE OR REPLACE FUNCTION public.search_key(value text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT COST 10
AS $function$
begin
  if octet_length(value) = length(value) then
    value := translate(lower(value collate "C"), E'`\t\n\x0b\f\r', '''     ');
  elsif value ~ '^[ -_a-~\u0621-\u063a\u0641-\u064a]*$' then -- most Arabic names, in a fifth of the time
    value := translate(lower(value), 'أإآؤئىةء', 'اااوييه');
  else
    value := lower(regexp_replace(normalize(replace(value, '´', ''''), NFKD), '[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0600-\u0605\u0610-\u061a\u061c\u064b-\u065f\u0670\u06d6-\u06e4\u06e7\u06e8\u06ea-\u06ed\u070f\u0890\u0891\u0898-\u089f\u08ca-\u08ff\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20f0\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e01ef]', '', 'g'));
    value := translate(value,
      U&'أإآٱٲٳؤئىیېۍێےةھہەۃکڪگپچژڤıøłđðħς٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹`\2018\2019\201a\201b\2032\02b9\02bb\02bc\02bd\055a\201c\201d\201e\201f\00ab\00bb\2010\2012\2013\2014\2015\2212\0009\000a\000b\000c\000d\0085\1680\2028\2029ءٴـ',
      U&'ااااااويييييييهههههكككبجزفiolddhσ01234567890123456789''''''''''''''''''''''""""""------         ');
    if value ~ '[ßæœþ]' then
      value := replace(replace(replace(replace(value, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
    end if;
  end if;
  return case when strpos(value, '  ') = 0 then value else regexp_replace(value, ' {2,}', ' ', 'g') end;
end $function$;

CREATE OR REPLACE FUNCTION public.settle_due(p_merchant_id bigint, p_mode mode, p_until date, p_reference text, p_now timestamp with time zone, p_limit integer DEFAULT 50000)
 RETURNS bigint
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  v_ids bigint[];
  v_amount bigint;
  v_settlement bigint;
  v_account bigint;
  v_version integer;
  v_document text;
  v_rests_until timestamptz;
  v_bank bigint := 0;
  v_pending bigint;
  v_available bigint;
  v_share integer;
  v_days integer;
  v_reserved bigint := 0;
begin
  -- Whoever suspends the merchant or holds its settlements waits until this ends, or has done so.
  perform from public.merchants m
    where m.id = p_merchant_id and merchant_settles(m.status, m.settlement_held_at, p_mode) for share;
  if not found then
    return null;
  end if;
  select array_agg(d.id) into v_ids from (
    select t.id from public.transactions t
     where t.merchant_id = p_merchant_id and t.mode = p_mode and t.settlement_status <> 1
       and t.expected_settlement_on is not null and t.expected_settlement_on <= p_until and t.status in (1, 3)
     order by t.expected_settlement_on, t.id limit p_limit for no key update) d;
  if v_ids is null then
    return null;
  end if;
  select sum(t.net_piastres - t.pending_out_piastres) into v_amount
    from public.transactions t where t.merchant_id = p_merchant_id and t.id = any (v_ids);
  if v_amount <= 0 then
    return null;
  end if;
  -- Before the ledger, as whoever captures or refunds takes them.
  perform from public.settlements_due d
    where d.merchant_id = p_merchant_id and d.mode = p_mode and d.day <= p_until order by d.day for no key update;
  -- Whoever changes them, or sends settlements to another, waits, or has done so. All of them first and the one that receives
  -- by a second statement: what a statement waited for, it sees, but not the row that took its place meanwhile.
  perform from public.bank_accounts b where b.merchant_id = p_merchant_id order by b.id for share;
  select b.id, b.version, b.document_path, b.rests_until into v_account, v_version, v_document, v_rests_until
    from public.bank_accounts b
   where b.merchant_id = p_merchant_id and b.receives_settlements;
  -- Money goes to another account only once whoever it belongs to had time to object.
  if v_rests_until > p_now then
    return null;
  end if;
  -- Whoever changes the reserve waits, or has done so.
  select r.share_basis_points, r.days into v_share, v_days from public.reserve_terms r
   where r.merchant_id = p_merchant_id and r.share_basis_points > 0 for share;
  if v_account is not null or v_share is not null then
    -- The same lock that `ledger_post` takes: balances stand still until the end.
    perform from public.ledger_accounts a
      where a.merchant_id = p_merchant_id and a.mode = p_mode and a.kind = 'clearing' and a.currency = 'EGP'
      for no key update;
    select coalesce(sum(a.balance) filter (where a.kind = 'pending'), 0),
           coalesce(sum(a.balance) filter (where a.kind = 'available'), 0)
      into v_pending, v_available
      from public.ledger_accounts a
     where a.merchant_id = p_merchant_id and a.mode = p_mode and a.currency = 'EGP';
    -- The share is of what is left once a balance below zero is filled up; a fraction of a piastre is not held.
    v_reserved := trunc(greatest(v_amount - greatest(-v_available, 0), 0)::numeric * coalesce(v_share, 0) / 10000);
    if v_account is not null and v_pending >= v_amount then
      v_bank := greatest(v_amount - v_reserved - greatest(-v_available, 0), 0);
    end if;
    if v_bank = 0 then
      v_account := null;
      v_version := null;
    end if;
  end if;
  insert into public.settlements (merchant_id, mode, reference, amount_piastres, total_transactions, created_at,
                           bank_account_id, bank_account_version, bank_piastres, reserved_piastres)
    values (p_merchant_id, p_mode, p_reference, v_amount, cardinality(v_ids), p_now, v_account, v_version, v_bank, v_reserved)
    returning id into v_settlement;
  -- The bank's letter that money was sent by is kept as long as the settlement.
  update public.files f set pinned_at = p_now
   where v_account is not null and f.merchant_id = p_merchant_id and f.path = v_document
     and f.attached_at is not null and f.pinned_at is null;
  insert into public.settlement_items (merchant_id, settlement_id, transaction_id, charged_piastres, fee_piastres, vat_piastres,
                                out_piastres, amount_piastres)
  select p_merchant_id, v_settlement, t.id, t.charged_piastres, t.fee_piastres, t.vat_piastres, t.pending_out_piastres,
         t.net_piastres - t.pending_out_piastres
    from public.transactions t where t.merchant_id = p_merchant_id and t.id = any (v_ids);
  insert into public.transaction_events (merchant_id, transaction_id, kind, at, amount_piastres, detail)
  select p_merchant_id, i.transaction_id, 'settled', p_now, i.amount_piastres, p_reference
    from public.settlement_items i where i.merchant_id = p_merchant_id and i.settlement_id = v_settlement
   order by i.transaction_id;
  update public.transactions t set settlement_status = 1, settlement_reference = p_reference, updated_at = p_now
   where t.merchant_id = p_merchant_id and t.id = any (v_ids);
  if v_reserved > 0 then
    insert into public.reserve_items (merchant_id, mode, settlement_id, share_basis_points, days, held_piastres, left_piastres,
                               held_at, release_on)
      values (p_merchant_id, p_mode, v_settlement, v_share, v_days, v_reserved, v_reserved, p_now,
              (p_now at time zone 'Africa/Cairo')::date + v_days);
    perform ledger_post(p_merchant_id, p_mode, 'settlement', p_reference, 'settlement:' || v_settlement, p_now,
      array['pending', 'available', 'bank', 'reserve']::ledger_account_kind[], array['EGP', 'EGP', 'EGP', 'EGP']::char(3)[],
      array[-v_amount, v_amount - v_bank - v_reserved, v_bank, v_reserved]);
  else
    perform ledger_post(p_merchant_id, p_mode, 'settlement', p_reference, 'settlement:' || v_settlement, p_now,
      array['pending', 'available', 'bank']::ledger_account_kind[], array['EGP', 'EGP', 'EGP']::char(3)[],
      array[-v_amount, v_amount - v_bank, v_bank]);
  end if;
  return v_settlement;
end $function$;

CREATE OR REPLACE FUNCTION public.settlement_payments_mark()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update public.settlements set is_paid = true, changed_at = new.paid_at
   where merchant_id = new.merchant_id and id = new.settlement_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.settlement_payments_not_in_file()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from public.bank_transfers t
              where t.merchant_id = new.merchant_id and t.settlement_id = new.settlement_id
                and t.state in ('listed', 'sent')) then
    raise exception 'the settlement is in a file of transfers'
      using errcode = 'restrict_violation', constraint = 'settlement_payments_not_in_file';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.settlement_payments_returned_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from public.settlement_returns r
                  where r.merchant_id = old.merchant_id and r.settlement_id = old.settlement_id
                    and r.paid_at = old.paid_at and r.bank_reference = old.bank_reference) then
    raise exception 'settlement_payments is append-only' using errcode = 'restrict_violation';
  end if;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION public.settlement_payments_unmark()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update public.settlements set is_paid = false, changed_at = (
      select max(r.returned_at) from public.settlement_returns r
       where r.merchant_id = old.merchant_id and r.settlement_id = old.settlement_id)
   where merchant_id = old.merchant_id and id = old.settlement_id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.settlements_due_add(p_merchant_id bigint, p_mode mode, p_day date, p_amount bigint, p_payments integer)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if p_payments > 0 then
    insert into public.settlements_due as d (merchant_id, mode, day, amount_piastres, payments)
    values (p_merchant_id, p_mode, p_day, p_amount, p_payments)
    on conflict (merchant_id, mode, day) do update
      set amount_piastres = d.amount_piastres + excluded.amount_piastres, payments = d.payments + excluded.payments;
  else
    -- First changed, which locks it: whoever changes it meanwhile is waited for before it is found to be empty.
    update public.settlements_due d set amount_piastres = d.amount_piastres + p_amount, payments = d.payments + p_payments
     where d.merchant_id = p_merchant_id and d.mode = p_mode and d.day = p_day;
    if p_payments < 0 then
      delete from public.settlements_due d
       where d.merchant_id = p_merchant_id and d.mode = p_mode and d.day = p_day and d.payments = 0;
    end if;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.settlements_paid_as_marked()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.is_paid is distinct from exists (
    select from public.settlement_payments p where p.merchant_id = new.merchant_id and p.settlement_id = new.id) then
    raise exception 'a settlement is marked as paid by its payment alone' using errcode = 'restrict_violation';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_servers(p_merchant_id bigint, p_channel text, VARIADIC p_news json[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into public.news (channel, news) select p_channel, unnest(p_news);
end $function$;

CREATE OR REPLACE FUNCTION public.tell_webhook(p_merchant_id bigint, p_mode mode, p_noun text, p_id bigint, p_type text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if events_wanted(p_merchant_id, p_mode) then
    perform queue_event(p_merchant_id, p_mode, p_noun, p_id, p_type);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.ticket_announce()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tell_servers(new.merchant_id, 'daftar_tickets', json_build_object('merchantId', new.merchant_id, 'id', new.id));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.ticket_clock()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.waiting_since is null then
    new.answer_due_at := null;
  elsif new.answer_due_at is null then
    new.answer_due_at := new.waiting_since + interval '1 day';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.ticket_note_announce()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tell_servers(new.merchant_id, 'daftar_tickets',
    json_build_object('merchantId', new.merchant_id, 'id', new.ticket_id));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.transactions_figures()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  v_broken text;
begin
  if least(new.disputed_piastres, new.fee_piastres, new.pending_out_piastres, new.refunded_piastres, new.refunding_piastres,
           new.subtotal, new.vat_piastres) < 0
     or greatest(new.disputed_piastres, new.refunded_piastres + new.refunding_piastres) > new.charged_piastres
     or least(new.charged_piastres, new.total, new.value_piastres) <= 0
     or not new.is_payout and (new.payment_method is null
                               or new.net_piastres <> new.charged_piastres - new.fee_piastres - new.vat_piastres)
     or new.is_payout and (new.payment_method is not null or new.refunded_piastres <> 0)
     or new.status < 0 or new.status > 5
     or new.status = 3 and new.refunded_piastres < new.value_piastres
     or new.settlement_status not in (1, 2, 3)
     or new.fees_on not in ('M', 'C')
     or not new.flags <@ '{late,duplicate,over,partial,not-owed}'
     or new.card_last4 !~ '^[0-9]{4}$' then
    v_broken := case
      when new.card_last4 !~ '^[0-9]{4}$' then 'transactions_card_last4_check'
      when new.charged_piastres <= 0 then 'transactions_charged_piastres_check'
      when new.disputed_piastres < 0 then 'transactions_disputed_piastres_check'
      when new.disputed_piastres > new.charged_piastres then 'transactions_disputes_covered'
      when new.fee_piastres < 0 then 'transactions_fee_piastres_check'
      when new.fees_on not in ('M', 'C') then 'transactions_fees_on_check'
      when not new.flags <@ '{late,duplicate,over,partial,not-owed}' then 'transactions_flags_check'
      when not new.is_payout and new.payment_method is null then 'transactions_method_known'
      when not new.is_payout and new.net_piastres <> new.charged_piastres - new.fee_piastres - new.vat_piastres
        then 'transactions_net_adds_up'
      when new.is_payout and (new.payment_method is not null or new.refunded_piastres <> 0) then 'transactions_payout_is_no_payment'
      when new.pending_out_piastres < 0 then 'transactions_pending_out_piastres_check'
      when new.refunded_piastres < 0 or new.refunded_piastres > new.charged_piastres then 'transactions_refund_covered'
      when new.status = 3 and new.refunded_piastres < new.value_piastres then 'transactions_refunded_whole'
      when new.refunding_piastres < 0 then 'transactions_refunding_piastres_check'
      when new.refunded_piastres + new.refunding_piastres > new.charged_piastres then 'transactions_refunds_covered'
      when new.settlement_status not in (1, 2, 3) then 'transactions_settlement_status_check'
      when new.status < 0 or new.status > 5 then 'transactions_status_check'
      when new.subtotal < 0 then 'transactions_subtotal_check'
      when new.total <= 0 then 'transactions_total_check'
      when new.value_piastres <= 0 then 'transactions_value_piastres_check'
      when new.vat_piastres < 0 then 'transactions_vat_piastres_check'
    end;
    perform public.refuse_row('transactions', coalesce(v_broken, 'transactions_figures'));
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.transactions_follow()
 RETURNS trigger
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  -- A new one was pending so far.
  v_from smallint := case when tg_op = 'UPDATE' then old.status else 0 end;
  v_was boolean := v_from in (1, 3);
  v_is boolean := new.status in (1, 3);
  v_has_month boolean := new.status = 1 and not v_was and not new.is_payout;
  v_customer bigint;
begin
  if tg_op = 'UPDATE' then
    if new.status <> v_from then
      if new.source_kind in ('payment-link', 'invoice', 'order') then
        perform tell_servers(new.merchant_id, 'daftar_news',
          json_build_object('merchantId', new.merchant_id, 'mode', new.mode, 'changed', 'transactions'),
          json_build_object('merchantId', new.merchant_id, 'mode', new.mode, 'changed', new.source_kind || 's'));
      else
        perform tell_servers(new.merchant_id, 'daftar_news',
          json_build_object('merchantId', new.merchant_id, 'mode', new.mode, 'changed', 'transactions'));
      end if;
    end if;
    -- What its customer has paid.
    if (v_was or v_is) and not new.is_payout
       and (new.status <> v_from or old.refunded_piastres <> new.refunded_piastres or old.value_piastres <> new.value_piastres) then
      select e.customer_id into v_customer from public.customer_events e
       where e.merchant_id = new.merchant_id and e.kind = 'payment' and e.row_id = new.id;
      if v_customer is not null then
        perform customer_count(new.merchant_id, v_customer, v_is::int - v_was::int,
          case when v_is then new.value_piastres else 0 end - case when v_was then old.value_piastres else 0 end,
          case when v_is then least(new.refunded_piastres, new.value_piastres) else 0 end
            - case when v_was then least(old.refunded_piastres, old.value_piastres) else 0 end,
          case when v_is then coalesce(new.paid_at, new.created_at) end);
      end if;
    end if;
    if new.status = v_from then
      return null;
    end if;
  end if;

  -- `payment.succeeded` is told by the job `payment-captured`.
  if tg_op = 'UPDATE' and v_from <> 3 and new.status in (2, 4, 5) and not new.is_payout
     and events_wanted(new.merchant_id, new.mode) then
    perform queue_event(new.merchant_id, new.mode, 'payment', new.id, case new.status
      when 2 then 'payment.failed' when 4 then 'payment.canceled' else 'payment.expired' end);
  end if;

  -- Last what all payments of the merchant share. A payment counts once, when its money arrives.
  if v_is and not v_was and not new.is_payout then
    insert into public.daily_method_counts as c (merchant_id, mode, day, payment_method, count)
    values (new.merchant_id, new.mode, (new.created_at at time zone 'Africa/Cairo')::date, new.payment_method, 1)
    on conflict (merchant_id, mode, day, payment_method) do update set count = c.count + 1;
    insert into public.merchant_volumes as v (merchant_id, mode, month, captured_piastres, payments)
    values (new.merchant_id, new.mode,
            date_trunc('month', coalesce(new.paid_at, new.created_at) at time zone 'Africa/Cairo')::date,
            coalesce(new.charged_piastres, 0), (new.status = 1)::int)
    on conflict (merchant_id, mode, month) do update set
      captured_piastres = v.captured_piastres + excluded.captured_piastres, payments = v.payments + excluded.payments;
  end if;
  if v_from <> 0 then
    perform list_total_add(new.merchant_id, new.mode, 'transactions', v_from, -1);
  end if;
  if new.status <> 0 and not v_has_month then
    perform list_total_add(new.merchant_id, new.mode, 'transactions', new.status, 1);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.transactions_move_legally()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.status = 0 and new.status in (1, 2, 4, 5) then
    return new;
  end if;
  if new.status = old.status
     or (old.status = 1 and new.status = 3)
     or (old.status = 1 and new.status = 5 and new.is_payout)
     or (old.status = 3 and new.status = 1 and new.refunded_piastres < old.refunded_piastres)
     or (old.status in (2, 4, 5) and new.status = 1 and 'late' = any (new.flags) and not new.is_payout)
     or (old.status = 2 and new.status = 1 and not new.is_payout and exists (
           select from public.payment_attempts a
            where a.merchant_id = new.merchant_id and a.transaction_id = new.id
              and a.state = 'succeeded' and a.paid_at < a.expires_at)) then
    return new;
  end if;
  raise exception using errcode = 'check_violation', constraint = 'transactions_legal_transition', table = 'transactions',
    message = 'transactions: this change of status is not legal';
end $function$;

CREATE OR REPLACE FUNCTION public.users_follow_people()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update public.users set password_hash = new.password_hash, two_step_at = new.two_step_at
   where person_id = new.id and joined_at is not null
     and (password_hash, two_step_at) is distinct from (new.password_hash, new.two_step_at);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.users_have_people()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    if new.person_id is null and new.deleted_at is null then
      insert into public.people (email, mobile, password_hash, two_step_at, created_at, updated_at)
      select new.email,
             case when not exists (select from public.people p where p.mobile = new.mobile) then nullif(new.mobile, '') end,
             new.password_hash, new.two_step_at, new.created_at, new.updated_at
      returning id into new.person_id;
      new.joined_at := case when new.password_hash is not null then new.created_at end;
    end if;
    return new;
  end if;
  if new.deleted_at is not null then
    new.person_id := null;
  elsif old.password_hash is distinct from new.password_hash then
    new.joined_at := case when new.password_hash is not null then coalesce(new.joined_at, now()) end;
  end if;
  return new;
end $function$;

create table account_touches (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  user_id bigint not null,
  by_user_id bigint not null,
  what text not null,
  at timestamp with time zone not null,
  constraint account_touches_pkey PRIMARY KEY (merchant_id, id),
  constraint account_touches_what_check CHECK ((what = ANY (ARRAY['made'::text, 'invited'::text, 'email'::text, 'role'::text, 'given'::text, 'powers'::text, 'let-in'::text, 'gone'::text, 'company'::text])))
);

create table acquirer_costs (
  processor_account_id bigint not null,
  reference text collate "C" not null,
  merchant_id bigint not null,
  transaction_id bigint not null,
  mode mode not null,
  kind text not null,
  amount_piastres bigint not null,
  vat_piastres bigint,
  actor text not null,
  booked_at timestamp with time zone not null,
  constraint acquirer_costs_pkey PRIMARY KEY (processor_account_id, reference),
  constraint acquirer_costs_actor_check CHECK ((actor <> ''::text)),
  constraint acquirer_costs_amount_piastres_check CHECK ((amount_piastres <> 0)),
  constraint acquirer_costs_kind_check CHECK ((kind = ANY (ARRAY['acquirer_fee'::text, 'chargeback_fee'::text]))),
  constraint acquirer_costs_reference_check CHECK (((length(reference) >= 1) AND (length(reference) <= 100))),
  constraint acquirer_costs_vat_within CHECK (((vat_piastres >= LEAST(amount_piastres, (0)::bigint)) AND (vat_piastres <= GREATEST(amount_piastres, (0)::bigint))))
);

create table api_key_hashes (
  key_hash bytea not null,
  merchant_id bigint not null,
  key_id bigint not null,
  constraint api_key_hashes_pkey PRIMARY KEY (key_hash),
  constraint api_key_hashes_key_hash_check CHECK ((octet_length(key_hash) = 32))
);

create table api_keys (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  mode mode not null,
  kind text not null,
  name text default ''::text not null,
  shown text not null,
  permissions text[],
  created_by bigint,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  expires_at timestamp with time zone,
  kept_by bigint,
  kept_at timestamp with time zone,
  version text collate "C" default '2026-11-27'::text not null,
  is_requested boolean default false not null,
  constraint api_keys_pkey PRIMARY KEY (merchant_id, id),
  constraint api_keys_kind_check CHECK ((kind = ANY (ARRAY['secret'::text, 'public'::text]))),
  constraint api_keys_secret_not_kept CHECK (((kind = 'public'::text) OR (length(shown) = 10))),
  constraint api_keys_version_is_a_day CHECK ((version ~ '^\d{4}-\d{2}-\d{2}$'::text))
);

create table api_requests (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  mode mode not null,
  request_id uuid not null,
  key_id bigint not null,
  method text collate "C" not null,
  path text collate "C" not null,
  query text default ''::text not null,
  status smallint not null,
  milliseconds integer not null,
  sent text default ''::text not null,
  sent_cut boolean default false not null,
  reply text default ''::text not null,
  reply_cut boolean default false not null,
  object text collate "C",
  object_id bigint,
  created_at timestamp with time zone not null,
  constraint api_requests_pkey PRIMARY KEY (merchant_id, id),
  constraint api_requests_check CHECK (((object IS NULL) = (object_id IS NULL)))
);

create table api_usage (
  merchant_id bigint not null,
  mode mode not null,
  key_id bigint not null,
  day date not null,
  calls bigint not null,
  refused bigint not null,
  failed bigint not null,
  constraint api_usage_pkey PRIMARY KEY (merchant_id, mode, key_id, day),
  constraint api_usage_check CHECK (((refused + failed) <= calls))
);

create table approvals (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  mode mode not null,
  kind text not null,
  state text default 'waiting'::text not null,
  amount_piastres bigint not null,
  transaction_id bigint,
  reason text default ''::text not null,
  account_name text default ''::text not null,
  bank_name text default ''::text not null,
  iban text default ''::text not null,
  requested_by bigint not null,
  decided_by bigint,
  decline_reason text default ''::text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  requested_key_id bigint,
  first_yes_by bigint,
  first_yes_at timestamp with time zone,
  change jsonb,
  merchant_reference text,
  merchant_reference_unique boolean default false not null,
  metadata jsonb default '{}'::jsonb not null,
  single text,
  constraint approvals_pkey PRIMARY KEY (merchant_id, id),
  constraint approvals_amount_piastres_check CHECK (((amount_piastres > 0) OR ((kind = ANY (ARRAY['settings'::text, 'bank-account'::text])) AND (amount_piastres = 0)))),
  constraint approvals_by_another CHECK (
CASE state
    WHEN 'approved'::text THEN ((decided_by IS NOT NULL) AND
    CASE
        WHEN (requested_key_id IS NULL) THEN (decided_by <> requested_by)
        ELSE ((first_yes_by IS NOT NULL) AND (first_yes_by <> decided_by))
    END)
    WHEN 'declined'::text THEN ((decided_by IS NOT NULL) AND ((requested_key_id IS NOT NULL) OR (decided_by <> requested_by)))
    WHEN 'withdrawn'::text THEN ((decided_by IS NOT NULL) AND (decided_by = requested_by))
    ELSE (decided_by IS NULL)
END),
  constraint approvals_change CHECK (
CASE kind
    WHEN 'payout'::text THEN true
    ELSE ((kind = ANY (ARRAY['settings'::text, 'bank-account'::text])) = (change IS NOT NULL))
END),
  constraint approvals_check CHECK (((single IS NULL) OR ((length(single) >= 1) AND (length(single) <= 100) AND (kind = ANY (ARRAY['settings'::text, 'bank-account'::text]))))),
  constraint approvals_decided CHECK (((state = 'waiting'::text) = (decided_at IS NULL))),
  constraint approvals_first_yes CHECK ((((first_yes_by IS NULL) = (first_yes_at IS NULL)) AND ((first_yes_by IS NULL) OR (requested_key_id IS NOT NULL)))),
  constraint approvals_kind_check CHECK ((kind = ANY (ARRAY['refund'::text, 'payout'::text, 'settings'::text, 'bank-account'::text]))),
  constraint approvals_of_a_payment CHECK (((kind = 'refund'::text) = (transaction_id IS NOT NULL))),
  constraint approvals_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'approved'::text, 'declined'::text, 'withdrawn'::text, 'expired'::text])))
);

create table audit_log (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  mode mode,
  at timestamp with time zone default now() not null,
  user_id bigint,
  actor text not null,
  address text,
  action text not null,
  subject text,
  before jsonb,
  after jsonb,
  constraint audit_log_pkey PRIMARY KEY (merchant_id, id)
);

create table authenticators (
  merchant_id bigint not null,
  user_id bigint not null,
  sealed_secret bytea not null,
  confirmed_at timestamp with time zone,
  last_step bigint default 0 not null,
  created_at timestamp with time zone not null,
  person_id bigint,
  constraint authenticators_pkey PRIMARY KEY (merchant_id, user_id)
);

create table bank_account_versions (
  merchant_id bigint not null,
  bank_account_id bigint not null,
  version integer not null,
  account_name text not null,
  account_number text not null,
  bank_name text not null,
  bank_branch text not null,
  swift text not null,
  iban text not null,
  document_path text,
  created_at timestamp with time zone not null,
  latin_name text default ''::text not null,
  town text default ''::text not null,
  constraint bank_account_versions_pkey PRIMARY KEY (merchant_id, bank_account_id, version)
);

create table bank_accounts (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  account_name text not null,
  account_number text not null,
  bank_name text not null,
  bank_branch text not null,
  swift text default ''::text not null,
  iban text default ''::text not null,
  document_path text,
  receives_settlements boolean default false not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  version integer default 1 not null,
  rests_until timestamp with time zone,
  received_at timestamp with time zone,
  latin_name text default ''::text not null,
  town text default ''::text not null,
  constraint bank_accounts_pkey PRIMARY KEY (merchant_id, id),
  constraint bank_accounts_deleted_receive_nothing CHECK (((deleted_at IS NULL) OR (NOT receives_settlements))),
  constraint bank_accounts_latin_name CHECK ((latin_name ~ '^[A-Za-z0-9/?:().,''+ -]{0,140}$'::text)),
  constraint bank_accounts_reachable CHECK (((iban <> ''::text) OR (swift <> ''::text))),
  constraint bank_accounts_town CHECK ((town ~ '^[A-Za-z0-9/?:().,''+ -]{0,35}$'::text))
);

create table bank_answers (
  id bigint generated always as identity not null,
  sha256 bytea not null,
  name text not null,
  format text not null,
  applied_by text not null,
  applied_at timestamp with time zone not null,
  paid integer not null,
  rejected integer not null,
  returned integer not null,
  content bytea,
  constraint bank_answers_pkey PRIMARY KEY (id),
  constraint bank_answers_sha256_key UNIQUE (sha256),
  constraint bank_answers_format_check CHECK ((format = ANY (ARRAY['pain.002'::text, 'camt.053'::text, 'mt940'::text, 'csv'::text]))),
  constraint bank_answers_sha256_check CHECK ((octet_length(sha256) = 32))
);

create table bank_holidays (
  day date not null,
  name_en text not null,
  name_ar text not null,
  constraint bank_holidays_pkey PRIMARY KEY (day)
);

create table bank_line_links (
  id bigint generated always as identity not null,
  line_id bigint not null,
  batch_id bigint,
  transfer_id bigint,
  amount_piastres bigint not null,
  rule text not null,
  actor text not null,
  created_at timestamp with time zone not null,
  constraint bank_line_links_pkey PRIMARY KEY (id),
  constraint bank_line_links_line_id_batch_id_key UNIQUE (line_id, batch_id),
  constraint bank_line_links_line_id_transfer_id_key UNIQUE (line_id, transfer_id),
  constraint bank_line_links_actor_check CHECK ((actor <> ''::text)),
  constraint bank_line_links_amount_piastres_check CHECK ((amount_piastres <> 0)),
  constraint bank_line_links_check CHECK ((num_nonnulls(batch_id, transfer_id) = 1)),
  constraint bank_line_links_rule_check CHECK ((rule = ANY (ARRAY['reference'::text, 'amount'::text, 'id'::text, 'manual'::text])))
);

create table bank_line_refusals (
  line_id bigint not null,
  batch_id bigint not null,
  constraint bank_line_refusals_pkey PRIMARY KEY (line_id, batch_id)
);

create table bank_lines (
  id bigint generated always as identity not null,
  file_id bigint not null,
  bank_account_id bigint not null,
  line_no integer not null,
  booked_on date not null,
  value_on date not null,
  amount_piastres bigint not null,
  is_reversal boolean not null,
  bank_reference text collate "C" not null,
  own_reference text collate "C" not null,
  detail text not null,
  transfer_ids text[] not null,
  fingerprint bytea not null,
  nth integer not null,
  counted_on date not null,
  constraint bank_lines_pkey PRIMARY KEY (id),
  constraint bank_lines_once UNIQUE (bank_account_id, fingerprint, nth),
  constraint bank_lines_amount_piastres_check CHECK ((amount_piastres <> 0)),
  constraint bank_lines_counted CHECK ((counted_on >= booked_on)),
  constraint bank_lines_fingerprint_check CHECK ((octet_length(fingerprint) = 32))
);

create table bank_statement_files (
  id bigint generated always as identity not null,
  bank_account_id bigint not null,
  name text not null,
  sha256 bytea not null,
  format text not null,
  state text default 'imported'::text not null,
  first_day date not null,
  last_day date not null,
  opening_piastres bigint not null,
  closing_piastres bigint not null,
  lines integer not null,
  covered_first_day date not null,
  covered_last_day date not null,
  covered_opening_piastres bigint not null,
  covered_closing_piastres bigint not null,
  actor text not null,
  created_at timestamp with time zone not null,
  undone_at timestamp with time zone,
  undone_by text,
  undone_reason text,
  constraint bank_statement_files_pkey PRIMARY KEY (id),
  constraint bank_statement_files_actor_check CHECK ((actor <> ''::text)),
  constraint bank_statement_files_check CHECK ((first_day <= last_day)),
  constraint bank_statement_files_check1 CHECK (((state = 'undone'::text) = (undone_at IS NOT NULL))),
  constraint bank_statement_files_format_check CHECK ((format = ANY (ARRAY['camt.053'::text, 'mt940'::text, 'csv'::text]))),
  constraint bank_statement_files_lines_check CHECK ((lines >= 0)),
  constraint bank_statement_files_sha256_check CHECK ((octet_length(sha256) = 32)),
  constraint bank_statement_files_state_check CHECK ((state = ANY (ARRAY['imported'::text, 'undone'::text])))
);

create table bank_statement_layouts (
  bank_account_id bigint not null,
  layout jsonb not null,
  updated_at timestamp with time zone not null,
  updated_by text not null,
  constraint bank_statement_layouts_pkey PRIMARY KEY (bank_account_id),
  constraint bank_statement_layouts_updated_by_check CHECK ((updated_by <> ''::text))
);

create table bank_transfer_batches (
  id bigint generated always as identity not null,
  bank_account_id bigint not null,
  message_id text collate "C" not null,
  execution_day date not null,
  state text default 'draft'::text not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  content bytea,
  sha256 bytea,
  released_by text,
  released_at timestamp with time zone,
  constraint bank_transfer_batches_pkey PRIMARY KEY (id),
  constraint bank_transfer_batches_message_id_key UNIQUE (message_id),
  constraint bank_transfer_batches_message_id_check CHECK ((message_id ~ '^[0-9A-Z-]{1,35}$'::text)),
  constraint bank_transfer_batches_released CHECK ((((state = ANY (ARRAY['released'::text, 'answered'::text])) = (released_at IS NOT NULL)) AND ((released_at IS NULL) OR ((released_by IS NOT NULL) AND (content IS NOT NULL) AND (sha256 IS NOT NULL))))),
  constraint bank_transfer_batches_sha256_check CHECK ((octet_length(sha256) = 32)),
  constraint bank_transfer_batches_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'released'::text, 'answered'::text, 'canceled'::text])))
);

create table bank_transfers (
  id bigint generated always as identity not null,
  batch_id bigint not null,
  merchant_id bigint not null,
  settlement_id bigint,
  end_to_end_id text collate "C" not null,
  amount_piastres bigint not null,
  bank_account_id bigint not null,
  bank_account_version integer not null,
  state text default 'listed'::text not null,
  reason text default ''::text not null,
  bank_reference text default ''::text not null,
  updated_at timestamp with time zone not null,
  payout_id bigint,
  constraint bank_transfers_pkey PRIMARY KEY (id),
  constraint bank_transfers_end_to_end_id_key UNIQUE (end_to_end_id),
  constraint bank_transfers_amount_piastres_check CHECK ((amount_piastres > 0)),
  constraint bank_transfers_end_to_end_id_check CHECK ((end_to_end_id ~ '^[0-9A-Z-]{16}$'::text)),
  constraint bank_transfers_of_one CHECK ((num_nonnulls(settlement_id, payout_id) = 1)),
  constraint bank_transfers_state_check CHECK ((state = ANY (ARRAY['listed'::text, 'removed'::text, 'sent'::text, 'paid'::text, 'rejected'::text, 'returned'::text])))
);

create table business_profiles (
  merchant_id bigint not null,
  address text default ''::text not null,
  description text default ''::text not null,
  store_contact text default ''::text not null,
  store_email text default ''::text not null,
  store_address text default ''::text not null,
  facebook text default ''::text not null,
  instagram text default ''::text not null,
  twitter text default ''::text not null,
  linkedin text default ''::text not null,
  updated_at timestamp with time zone not null,
  constraint business_profiles_pkey PRIMARY KEY (merchant_id)
);

create table canned_replies (
  id bigint generated always as identity not null,
  name text not null,
  text_en text not null,
  text_ar text not null,
  changed_by bigint not null,
  changed_at timestamp with time zone not null,
  archived_at timestamp with time zone,
  constraint canned_replies_pkey PRIMARY KEY (id),
  constraint canned_replies_name_check CHECK ((name <> ''::text)),
  constraint canned_replies_text_ar_check CHECK ((text_ar <> ''::text)),
  constraint canned_replies_text_en_check CHECK ((text_en <> ''::text))
);

create table categories (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  mode mode not null,
  name text not null,
  name_key text collate "C" generated always as (search_key(name)) stored not null,
  created_by bigint not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint categories_pkey PRIMARY KEY (merchant_id, id),
  constraint categories_by_id UNIQUE (merchant_id, mode, id),
  constraint categories_name UNIQUE (merchant_id, mode, name_key),
  constraint categories_name_check CHECK ((name <> ''::text))
);

create table chargeback_files (
  merchant_id bigint not null,
  chargeback_id bigint not null,
  path text collate "C" not null,
  "position" smallint not null,
  constraint chargeback_files_pkey PRIMARY KEY (merchant_id, chargeback_id, "position"),
  constraint chargeback_files_merchant_id_path_key UNIQUE (merchant_id, path),
  constraint chargeback_files_position_check CHECK ((("position" >= 1) AND ("position" <= 5)))
);

create table chargeback_stages (
  merchant_id bigint not null,
  chargeback_id bigint not null,
  step smallint not null,
  at timestamp with time zone not null,
  stage text not null,
  status smallint not null,
  round smallint not null,
  due_at timestamp with time zone not null,
  reason_code text default ''::text not null,
  actor text not null,
  note text default ''::text not null,
  constraint chargeback_stages_pkey PRIMARY KEY (merchant_id, chargeback_id, step),
  constraint chargeback_stages_note_check CHECK ((length(note) <= 500)),
  constraint chargeback_stages_round_check CHECK ((round > 0)),
  constraint chargeback_stages_stage_check CHECK ((stage = ANY (ARRAY['chargeback'::text, 'pre_arbitration'::text, 'arbitration'::text]))),
  constraint chargeback_stages_status_check CHECK ((status = ANY (ARRAY[0, 1, 2]))),
  constraint chargeback_stages_step_check CHECK ((step > 0))
);

create table chargebacks (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  mode mode not null,
  reference text collate "C" not null,
  transaction_id bigint not null,
  transaction_reference text collate "C" not null,
  name text default ''::text not null,
  name_key text collate "C" generated always as (search_key(name)) stored not null,
  amount_piastres bigint not null,
  status smallint default 0 not null,
  reason text default ''::text not null,
  held_from text not null,
  due_at timestamp with time zone not null,
  answer text default ''::text not null,
  answered_at timestamp with time zone,
  answered_by bigint,
  created_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  reminded_at timestamp with time zone,
  case_id text collate "C" default ''::text not null,
  reason_code text default ''::text not null,
  stage text default 'chargeback'::text not null,
  account_id bigint,
  origin text default 'operator'::text not null,
  rounds smallint default 1 not null,
  moved_at timestamp with time zone,
  constraint chargebacks_pkey PRIMARY KEY (merchant_id, id),
  constraint chargebacks_amount_piastres_check CHECK ((amount_piastres > 0)),
  constraint chargebacks_case_id_check CHECK ((length(case_id) <= 64)),
  constraint chargebacks_decided CHECK (((status = 0) = (decided_at IS NULL))),
  constraint chargebacks_held_from_check CHECK ((held_from = ANY (ARRAY['pending'::text, 'available'::text]))),
  constraint chargebacks_origin_check CHECK ((origin = ANY (ARRAY['operator'::text, 'processor'::text]))),
  constraint chargebacks_reason_code_check CHECK ((length(reason_code) <= 40)),
  constraint chargebacks_rounds_check CHECK ((rounds > 0)),
  constraint chargebacks_stage_check CHECK ((stage = ANY (ARRAY['chargeback'::text, 'pre_arbitration'::text, 'arbitration'::text]))),
  constraint chargebacks_status_check CHECK ((status = ANY (ARRAY[0, 1, 2])))
);

create table clearing_balances (
  merchant_id bigint not null,
  mode mode not null,
  currency character(3) collate "C" not null,
  processor_account_id bigint not null,
  balance bigint not null,
  constraint clearing_balances_pkey PRIMARY KEY (merchant_id, mode, currency, processor_account_id)
) with (fillfactor=50);

create table company_accounts (
  merchant_id bigint not null,
  user_id bigint not null,
  issuer text not null,
  subject text not null,
  linked_at timestamp with time zone not null,
  constraint company_accounts_pkey PRIMARY KEY (merchant_id, user_id),
  constraint company_accounts_merchant_id_issuer_subject_key UNIQUE (merchant_id, issuer, subject),
  constraint company_accounts_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 255)))
);

create table company_groups (
  merchant_id bigint not null,
  "position" smallint not null,
  name text not null,
  role_id bigint not null,
  constraint company_groups_pkey PRIMARY KEY (merchant_id, "position"),
  constraint company_groups_merchant_id_name_key UNIQUE (merchant_id, name),
  constraint company_groups_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
  constraint company_groups_position_check CHECK (("position" > 0))
);

create table company_sign_ins (
  merchant_id bigint not null,
  issuer text not null,
  client_id text not null,
  client_secret_sealed bytea not null,
  domain text collate "C" not null,
  domain_token text not null,
  domain_verified_at timestamp with time zone,
  has_second_step boolean not null,
  version integer not null,
  changed_by bigint not null,
  changed_at timestamp with time zone not null,
  required_since timestamp with time zone,
  break_glass bigint[] default '{}'::bigint[] not null,
  missing_since timestamp with time zone,
  reminded_at timestamp with time zone,
  suspended_at timestamp with time zone,
  next_check_at timestamp with time zone,
  constraint company_sign_ins_pkey PRIMARY KEY (merchant_id),
  constraint company_sign_ins_client_id_check CHECK (((length(client_id) >= 1) AND (length(client_id) <= 300))),
  constraint company_sign_ins_domain_check CHECK ((domain ~ '^[a-z0-9.-]{4,240}$'::text)),
  constraint company_sign_ins_domain_token_check CHECK ((length(domain_token) = 27)),
  constraint company_sign_ins_issuer_check CHECK (((length(issuer) >= 8) AND (length(issuer) <= 300))),
  constraint company_sign_ins_missing CHECK (((missing_since IS NULL) OR (domain_verified_at IS NOT NULL))),
  constraint company_sign_ins_reminded CHECK (((reminded_at IS NULL) OR (missing_since IS NOT NULL))),
  constraint company_sign_ins_required CHECK (((required_since IS NULL) OR (((domain_verified_at IS NOT NULL) OR (suspended_at IS NOT NULL)) AND (cardinality(break_glass) > 0)))),
  constraint company_sign_ins_suspended CHECK (((suspended_at IS NULL) OR (domain_verified_at IS NULL))),
  constraint company_sign_ins_version_check CHECK ((version > 0))
);

create table customer_events (
  merchant_id bigint not null,
  kind text not null,
  row_id bigint not null,
  customer_id bigint not null,
  at timestamp(3) with time zone not null,
  constraint customer_events_pkey PRIMARY KEY (merchant_id, kind, row_id),
  constraint customer_events_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'refund'::text, 'chargeback'::text, 'order'::text, 'invoice'::text, 'message'::text, 'note'::text])))
);

create table customer_figures (
  merchant_id bigint not null,
  customer_id bigint not null,
  payments bigint not null,
  paid_piastres bigint not null,
  refunded_piastres bigint not null,
  last_paid_at timestamp with time zone,
  constraint customer_figures_pkey PRIMARY KEY (merchant_id, customer_id),
  constraint customer_figures_check CHECK (((payments >= 0) AND (refunded_piastres >= 0) AND (refunded_piastres <= paid_piastres)))
) with (fillfactor=85);

create table customer_merges (
  merchant_id bigint not null,
  mode mode not null,
  customer_id bigint not null,
  into_id bigint not null,
  former_email text collate "C" not null,
  former_mobile text collate "C" not null,
  merged_by bigint not null,
  merged_at timestamp with time zone not null,
  constraint customer_merges_pkey PRIMARY KEY (merchant_id, customer_id),
  constraint customer_merges_check CHECK ((into_id <> customer_id))
);

create table customer_notes (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  mode mode not null,
  customer_id bigint not null,
  body text not null,
  created_by bigint not null,
  created_at timestamp with time zone not null,
  edited_at timestamp with time zone,
  constraint customer_notes_pkey PRIMARY KEY (merchant_id, id),
  constraint customer_notes_body_check CHECK ((body <> ''::text))
);

create table customer_tags (
  merchant_id bigint not null,
  mode mode not null,
  tag text not null,
  tag_key text collate "C" generated always as (search_key(tag)) stored not null,
  constraint customer_tags_pkey PRIMARY KEY (merchant_id, mode, tag_key),
  constraint customer_tags_tag_check CHECK ((tag <> ''::text))
);

create table customers (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  mode mode not null,
  name text not null,
  name_key text collate "C" generated always as (search_key(name)) stored not null,
  email text collate "C" not null,
  mobile text collate "C" not null,
  national_id text collate "C" default ''::text not null,
  description text default ''::text not null,
  search_text text collate "C" generated always as (search_key(((((name || '
'::text) || email) || '
'::text) || mobile))) stored not null,
  created_by bigint not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  state smallint default 0 not null,
  tags text[] default '{}'::text[] not null,
  linked_at timestamp with time zone,
  merchant_reference text,
  merchant_reference_unique boolean default false not null,
  metadata jsonb default '{}'::jsonb not null,
  constraint customers_pkey PRIMARY KEY (merchant_id, id),
  constraint customers_email UNIQUE (merchant_id, mode, email),
  constraint customers_mobile UNIQUE (merchant_id, mode, mobile),
  constraint customers_email_check CHECK (((email <> ''::text) AND (email = lower(email)))),
  constraint customers_mobile_check CHECK ((mobile <> ''::text)),
  constraint customers_name_check CHECK ((name <> ''::text)),
  constraint customers_state_known CHECK ((state = ANY (ARRAY[0, 1, 2])))
);

create table daily_method_counts (
  merchant_id bigint not null,
  mode mode not null,
  day date not null,
  payment_method smallint not null,
  count bigint not null,
  constraint daily_method_counts_pkey PRIMARY KEY (merchant_id, mode, day, payment_method)
) with (fillfactor=50);

create table discrepancies (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  mode mode not null,
  transaction_id bigint not null,
  attempt_id bigint not null,
  account_id bigint,
  kind text not null,
  refund_id bigint,
  said text not null,
  amount_piastres bigint,
  found_at timestamp with time zone not null,
  ending text,
  ended_at timestamp with time zone,
  ended_by text,
  reason text default ''::text not null,
  booked_refund_id bigint,
  chargeback_id bigint,
  constraint discrepancies_pkey PRIMARY KEY (merchant_id, id),
  constraint discrepancies_amount_piastres_check CHECK ((amount_piastres > 0)),
  constraint discrepancies_ended CHECK ((((ending IS NULL) = (ended_at IS NULL)) AND ((ending IS NULL) = (ended_by IS NULL)))),
  constraint discrepancies_ended_by_check CHECK ((ended_by <> ''::text)),
  constraint discrepancies_ending CHECK (((ending IS NULL) OR ((ending = 'stands'::text) AND (reason <> ''::text) AND (booked_refund_id IS NULL) AND (chargeback_id IS NULL)) OR ((ending = 'refunded'::text) AND (kind = 'refund-unnamed'::text) AND (reason <> ''::text) AND (booked_refund_id IS NOT NULL)) OR ((ending = 'reversed'::text) AND (kind = 'refund-failed'::text)) OR ((ending = 'disputed'::text) AND (kind = ANY (ARRAY['dispute-unnamed'::text, 'payment-failed'::text])) AND (chargeback_id IS NOT NULL)))),
  constraint discrepancies_kind_check CHECK ((kind = ANY (ARRAY['refund-unnamed'::text, 'dispute-unnamed'::text, 'refund-failed'::text, 'payment-failed'::text]))),
  constraint discrepancies_of_refund CHECK (((kind = 'refund-failed'::text) = (refund_id IS NOT NULL))),
  constraint discrepancies_said_check CHECK (((length(said) >= 1) AND (length(said) <= 200)))
);

create table document_expiries (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  kind text collate "C" not null,
  expires_on date not null,
  set_at timestamp with time zone not null,
  set_by text not null,
  told_days smallint,
  hold_reason text,
  constraint document_expiries_pkey PRIMARY KEY (merchant_id, id),
  constraint document_expiries_one_of_a_kind UNIQUE (merchant_id, kind),
  constraint document_expiries_hold_reason_check CHECK ((hold_reason <> ''::text)),
  constraint document_expiries_kind_check CHECK ((kind = ANY (ARRAY['id_card'::text, 'commercial_register'::text, 'tax_card'::text]))),
  constraint document_expiries_set_by_check CHECK ((set_by <> ''::text)),
  constraint document_expiries_told_days_check CHECK ((told_days = ANY (ARRAY[30, 7, 1, '-1'::integer])))
);

create table email_changes (
  merchant_id bigint not null,
  user_id bigint not null,
  email text not null,
  asked_by bigint not null,
  by_owner boolean not null,
  asked_at timestamp with time zone not null,
  old_said_at timestamp with time zone,
  new_said_at timestamp with time zone,
  constraint email_changes_pkey PRIMARY KEY (merchant_id, user_id)
);

create table email_tokens (
  token_hash bytea not null,
  merchant_id bigint not null,
  user_id bigint not null,
  purpose text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint email_tokens_pkey PRIMARY KEY (token_hash),
  constraint email_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['create-password'::text, 'reset-password'::text, 'join'::text, 'address-old'::text, 'address-new'::text])))
);

create table events (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  mode mode not null,
  message_id text collate "C" not null,
  type text collate "C" not null,
  object text collate "C" not null,
  object_id bigint,
  reference text collate "C" default ''::text not null,
  data json not null,
  dedupe_key text collate "C",
  created_at timestamp with time zone not null,
  version text collate "C" default '2026-11-26'::text not null,
  constraint events_pkey PRIMARY KEY (merchant_id, id)
);

create table exchange_rates (
  currency character(3) not null,
  effective_from timestamp with time zone not null,
  rate_scaled bigint not null,
  constraint exchange_rates_pkey PRIMARY KEY (currency, effective_from),
  constraint exchange_rates_rate_scaled_check CHECK ((rate_scaled > 0))
);

create table fee_credit_notes (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  issuer_tax_id text not null,
  year smallint not null,
  number integer not null,
  fee_invoice_id bigint not null,
  transfer_id bigint not null,
  issued_at timestamp with time zone not null,
  issued_on date not null,
  fee_piastres bigint not null,
  vat_piastres bigint not null,
  total_piastres bigint not null,
  vat_bps integer not null,
  reason text not null,
  issuer jsonb not null,
  merchant jsonb not null,
  constraint fee_credit_notes_pkey PRIMARY KEY (merchant_id, id),
  constraint fee_credit_notes_number UNIQUE (merchant_id, issuer_tax_id, year, number),
  constraint fee_credit_notes_once UNIQUE (merchant_id, transfer_id),
  constraint fee_credit_notes_amounts CHECK (((fee_piastres >= 0) AND (vat_piastres >= 0) AND (total_piastres = (fee_piastres + vat_piastres)) AND (total_piastres > 0))),
  constraint fee_credit_notes_reason CHECK (((length(reason) >= 1) AND (length(reason) <= 2000)))
);

create table fee_document_numbers (
  issuer_tax_id text not null,
  series text not null,
  year smallint not null,
  number integer not null,
  merchant_id bigint not null,
  document_id bigint not null,
  constraint fee_document_numbers_pkey PRIMARY KEY (issuer_tax_id, series, year, number),
  constraint fee_document_numbers_once UNIQUE (series, merchant_id, document_id),
  constraint fee_document_numbers_from_one CHECK ((number >= 1))
);

create table fee_document_series (
  issuer_tax_id text not null,
  series text not null,
  year smallint not null,
  last_number integer default 0 not null,
  constraint fee_document_series_pkey PRIMARY KEY (issuer_tax_id, series, year),
  constraint fee_document_series_known CHECK ((series = ANY (ARRAY['invoice'::text, 'credit-note'::text]))),
  constraint fee_document_series_year CHECK (((year >= 2020) AND (year <= 9999)))
);

create table fee_invoices (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  issuer_tax_id text not null,
  year smallint not null,
  number integer not null,
  month date not null,
  issued_at timestamp with time zone not null,
  issued_on date not null,
  since_at timestamp with time zone not null,
  until_at timestamp with time zone not null,
  through_transfer_id bigint not null,
  fee_piastres bigint not null,
  vat_piastres bigint not null,
  total_piastres bigint not null,
  customer_fee_piastres bigint not null,
  customer_vat_piastres bigint not null,
  issuer jsonb not null,
  merchant jsonb not null,
  lines jsonb not null,
  constraint fee_invoices_pkey PRIMARY KEY (merchant_id, id),
  constraint fee_invoices_number UNIQUE (merchant_id, issuer_tax_id, year, number),
  constraint fee_invoices_one_a_month UNIQUE (merchant_id, month),
  constraint fee_invoices_amounts CHECK (((fee_piastres >= 0) AND (vat_piastres >= 0) AND (total_piastres = (fee_piastres + vat_piastres)) AND (total_piastres > 0))),
  constraint fee_invoices_first_of_month CHECK ((EXTRACT(day FROM month) = (1)::numeric)),
  constraint fee_invoices_lines CHECK (((jsonb_typeof(lines) = 'array'::text) AND (lines <> '[]'::jsonb))),
  constraint fee_invoices_period CHECK (((since_at < until_at) AND (until_at <= issued_at)))
);

create table files (
  merchant_id bigint not null,
  path text collate "C" not null,
  purpose text not null,
  type text not null,
  size_bytes integer not null,
  name text not null,
  sha256 bytea not null,
  rendition_type text,
  uploaded_by bigint not null,
  created_at timestamp with time zone not null,
  attached_at timestamp with time zone,
  pinned_at timestamp with time zone,
  removed_at timestamp with time zone,
  constraint files_pkey PRIMARY KEY (merchant_id, path),
  constraint files_pinned_are_attached CHECK (((pinned_at IS NULL) OR (attached_at IS NOT NULL))),
  constraint files_removed_is_unused CHECK (((removed_at IS NULL) OR (attached_at IS NULL))),
  constraint files_rendition_type_check CHECK ((rendition_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text]))),
  constraint files_sha256_check CHECK ((octet_length(sha256) = 32)),
  constraint files_size_bytes_check CHECK (((size_bytes >= 1) AND (size_bytes <= 5242880)))
);

create table form_templates (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  user_id bigint not null,
  form text not null,
  name text not null,
  name_key text collate "C" generated always as (search_key(name)) stored not null,
  "values" jsonb not null,
  is_shared boolean not null,
  created_at timestamp with time zone not null,
  constraint form_templates_pkey PRIMARY KEY (merchant_id, id),
  constraint form_templates_form_check CHECK ((form = ANY (ARRAY['payment-links'::text, 'invoices'::text]))),
  constraint form_templates_name_check CHECK ((name <> ''::text))
);

create table held_mails (
  merchant_id bigint not null,
  user_id bigint not null,
  notification_id bigint not null,
  sent_at timestamp with time zone,
  constraint held_mails_pkey PRIMARY KEY (merchant_id, user_id, notification_id)
);

create table idempotency_keys (
  merchant_id bigint not null,
  mode mode not null,
  key text not null,
  request_hash bytea not null,
  status_code smallint,
  body text,
  created_at timestamp with time zone default now() not null,
  constraint idempotency_keys_pkey PRIMARY KEY (merchant_id, mode, key)
);

create table import_columns (
  merchant_id bigint not null,
  kind text not null,
  heading_key text collate "C" not null,
  field text,
  chosen_at timestamp with time zone not null,
  constraint import_columns_pkey PRIMARY KEY (merchant_id, kind, heading_key),
  constraint import_columns_field_check CHECK ((length(field) <= 50)),
  constraint import_columns_heading_key_check CHECK (((length(heading_key) >= 1) AND (length(heading_key) <= 310))),
  constraint import_columns_kind_check CHECK ((kind = ANY (ARRAY['customers'::text, 'products'::text, 'categories'::text])))
);

create table incident_updates (
  incident_id bigint not null,
  id bigint generated always as identity not null,
  at timestamp with time zone not null,
  status text not null,
  text_en text not null,
  text_ar text not null,
  author text not null,
  constraint incident_updates_pkey PRIMARY KEY (incident_id, id)
);

create table incidents (
  id bigint generated always as identity not null,
  kind text not null,
  impact text,
  components text[] not null,
  title_en text not null,
  title_ar text not null,
  status text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone,
  ended_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint incidents_pkey PRIMARY KEY (id),
  constraint incidents_components CHECK ((cardinality(components) > 0)),
  constraint incidents_ended CHECK (((status = ANY (ARRAY['resolved'::text, 'completed'::text])) = (ended_at IS NOT NULL))),
  constraint incidents_impact CHECK (((kind = 'incident'::text) = (impact IS NOT NULL))),
  constraint incidents_kind CHECK (
CASE kind
    WHEN 'incident'::text THEN ((impact = ANY (ARRAY['degraded'::text, 'partial'::text, 'outage'::text])) AND (ends_at IS NULL) AND (status = ANY (ARRAY['investigating'::text, 'identified'::text, 'monitoring'::text, 'resolved'::text])))
    WHEN 'maintenance'::text THEN ((impact IS NULL) AND (ends_at > starts_at) AND (status = ANY (ARRAY['scheduled'::text, 'in_progress'::text, 'completed'::text])))
    ELSE false
END),
  constraint incidents_window CHECK (((kind = 'maintenance'::text) = (ends_at IS NOT NULL)))
);

create table invoice_messages (
  merchant_id bigint not null,
  id bigint not null,
  invoice_id bigint not null,
  share_id bigint not null,
  kind text not null,
  created_at timestamp with time zone not null,
  channel text,
  recipient text,
  state text,
  constraint invoice_messages_pkey PRIMARY KEY (merchant_id, id),
  constraint invoice_messages_kind_check CHECK ((kind = ANY (ARRAY['sent'::text, 'updated'::text, 'reminder-before'::text, 'reminder-after'::text, 'receipt'::text, 'resent'::text])))
);

create table invoice_reminders (
  merchant_id bigint not null,
  mode mode not null,
  before_days smallint,
  after_days smallint,
  before_until timestamp with time zone not null,
  after_until timestamp with time zone not null,
  constraint invoice_reminders_pkey PRIMARY KEY (merchant_id, mode),
  constraint invoice_reminders_after_days_check CHECK (((after_days >= 1) AND (after_days <= 60))),
  constraint invoice_reminders_before_days_check CHECK (((before_days >= 1) AND (before_days <= 60)))
);

create table invoice_shares (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  mode mode not null,
  invoice_id bigint not null,
  customer_id bigint not null,
  token text collate "C" not null,
  status text default 'unpaid'::text not null,
  is_held boolean default false not null,
  paid_at timestamp with time zone,
  customer_name text not null,
  customer_name_key text collate "C" generated always as (search_key(customer_name)) stored not null,
  customer_email text not null,
  customer_mobile text not null,
  removed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint invoice_shares_pkey PRIMARY KEY (merchant_id, id),
  constraint invoice_shares_paid_at CHECK (((status = 'paid'::text) = (paid_at IS NOT NULL))),
  constraint invoice_shares_removed_unpaid CHECK (((removed_at IS NULL) OR (status = 'canceled'::text))),
  constraint invoice_shares_status_check CHECK ((status = ANY (ARRAY['unpaid'::text, 'paid'::text, 'canceled'::text])))
) with (fillfactor=85);

create table invoices (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  mode mode not null,
  reference text collate "C" not null,
  invoice_name text not null,
  invoice_name_key text collate "C" generated always as (search_key(invoice_name)) stored not null,
  description text default ''::text not null,
  notes text default ''::text not null,
  currency character(3) not null,
  amount bigint not null,
  fixed_fees bigint default 0 not null,
  fees_bps integer default 0 not null,
  fixed_tax bigint default 0 not null,
  tax_bps integer default 0 not null,
  fees bigint default 0 not null,
  tax bigint default 0 not null,
  total bigint not null,
  value_piastres bigint not null,
  rate_scaled bigint default 1000000 not null,
  payment_methods smallint[] not null,
  due_at timestamp with time zone not null,
  status smallint default 1 not null,
  customers_count integer not null,
  is_group boolean generated always as ((customers_count > 1)) stored not null,
  paid_count integer default 0 not null,
  customer_name text not null,
  customer_email text not null,
  customers_key text collate "C" not null,
  language smallint default 1 not null,
  notify_by_email boolean default false not null,
  notify_by_sms boolean default false not null,
  require_email boolean default false not null,
  require_name boolean default false not null,
  require_address boolean default false not null,
  require_phone boolean default false not null,
  business_account_id bigint,
  revision integer default 1 not null,
  created_by bigint not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  merchant_reference text,
  merchant_reference_unique boolean default false not null,
  metadata jsonb default '{}'::jsonb not null,
  constraint invoices_pkey PRIMARY KEY (merchant_id, id),
  constraint invoices_amount_check CHECK (((amount >= 1) AND (amount <= '999999999999'::bigint))),
  constraint invoices_currency_check CHECK ((currency = ANY (ARRAY['EGP'::bpchar, 'USD'::bpchar]))),
  constraint invoices_customers_count_check CHECK (((customers_count >= 1) AND (customers_count <= 1000))),
  constraint invoices_fees_bps_check CHECK (((fees_bps >= 0) AND (fees_bps <= 10000))),
  constraint invoices_fees_check CHECK ((fees >= 0)),
  constraint invoices_fixed_fees_check CHECK ((fixed_fees >= 0)),
  constraint invoices_fixed_tax_check CHECK ((fixed_tax >= 0)),
  constraint invoices_language_check CHECK ((language = ANY (ARRAY[1, 2]))),
  constraint invoices_one_kind_of_fees CHECK (((fixed_fees = 0) OR (fees_bps = 0))),
  constraint invoices_one_kind_of_tax CHECK (((fixed_tax = 0) OR (tax_bps = 0))),
  constraint invoices_paid_of_customers CHECK (((paid_count >= 0) AND (paid_count <= customers_count))),
  constraint invoices_paid_when_all_have CHECK (((status > 2) OR ((status = 2) = (paid_count = customers_count)))),
  constraint invoices_payment_methods_check CHECK ((cardinality(payment_methods) > 0)),
  constraint invoices_rate_scaled_check CHECK ((rate_scaled > 0)),
  constraint invoices_status_check CHECK (((status >= 1) AND (status <= 4))),
  constraint invoices_tax_bps_check CHECK (((tax_bps >= 0) AND (tax_bps <= 10000))),
  constraint invoices_tax_check CHECK ((tax >= 0)),
  constraint invoices_total_adds_up CHECK ((total = ((amount + fees) + tax))),
  constraint invoices_total_check CHECK (((total >= 1) AND (total <= '999999999999'::bigint))),
  constraint invoices_value_piastres_check CHECK (((value_piastres >= 1) AND (value_piastres <= '999999999999999'::bigint)))
) with (fillfactor=85);

create table key_requests (
  device_hash bytea not null,
  user_code text collate "C" not null,
  mode mode not null,
  program text not null,
  machine text not null,
  address text not null,
  status text default 'waiting'::text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  merchant_id bigint,
  key_id bigint,
  sealed_key bytea,
  constraint key_requests_pkey PRIMARY KEY (device_hash),
  constraint key_requests_user_code_key UNIQUE (user_code),
  constraint key_requests_decided CHECK (((status = 'waiting'::text) = (merchant_id IS NULL))),
  constraint key_requests_has_key CHECK (((status = ANY (ARRAY['approved'::text, 'fetched'::text])) = (key_id IS NOT NULL))),
  constraint key_requests_key_once CHECK (((status = 'approved'::text) = (sealed_key IS NOT NULL))),
  constraint key_requests_status CHECK ((status = ANY (ARRAY['waiting'::text, 'approved'::text, 'refused'::text, 'fetched'::text])))
);

create table kyc_submissions (
  merchant_id bigint not null,
  state text default 'draft'::text not null,
  business_type smallint not null,
  step smallint default 1 not null,
  fields jsonb default '{}'::jsonb not null,
  reasons jsonb default '{}'::jsonb not null,
  submitted_at timestamp with time zone,
  decided_at timestamp with time zone,
  updated_at timestamp with time zone not null,
  version integer default 0 not null,
  constraint kyc_submissions_pkey PRIMARY KEY (merchant_id),
  constraint kyc_submissions_business_type_check CHECK ((business_type = ANY (ARRAY[1, 2]))),
  constraint kyc_submissions_fields_check CHECK ((jsonb_typeof(fields) = 'object'::text)),
  constraint kyc_submissions_reasons_check CHECK ((jsonb_typeof(reasons) = 'object'::text)),
  constraint kyc_submissions_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'submitted'::text, 'approved'::text, 'rejected'::text]))),
  constraint kyc_submissions_step_check CHECK (((step >= 1) AND (step <= 3))),
  constraint kyc_submitted CHECK (((state = 'draft'::text) OR (submitted_at IS NOT NULL)))
);

create table ledger_accounts (
  merchant_id bigint not null,
  mode mode not null,
  kind ledger_account_kind not null,
  currency character(3) collate "C" not null,
  balance bigint default 0 not null,
  constraint ledger_accounts_pkey PRIMARY KEY (merchant_id, mode, kind, currency)
) with (fillfactor=50);

create table ledger_days (
  merchant_id bigint not null,
  mode mode not null,
  day date not null,
  first_transfer_id bigint not null,
  constraint ledger_days_pkey PRIMARY KEY (merchant_id, mode, day)
);

create table ledger_movements (
  merchant_id bigint not null,
  mode mode not null,
  account ledger_account_kind not null,
  transfer_id bigint not null,
  kind text not null,
  constraint ledger_movements_pkey PRIMARY KEY (merchant_id, mode, account, transfer_id)
);

create table ledger_postings (
  merchant_id bigint not null,
  transfer_id bigint not null,
  account ledger_account_kind not null,
  currency character(3) collate "C" not null,
  amount bigint not null,
  balance_after bigint not null,
  constraint ledger_postings_pkey PRIMARY KEY (merchant_id, transfer_id, account, currency),
  constraint ledger_posting_not_zero CHECK ((amount <> 0))
);

create table ledger_transfers (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  mode mode not null,
  kind text not null,
  reference text not null,
  idempotency_key text not null,
  effective_at timestamp with time zone not null,
  created_at timestamp with time zone default now() not null,
  corrects_transfer_id bigint,
  processor_account_id bigint,
  constraint ledger_transfers_pkey PRIMARY KEY (merchant_id, id),
  constraint ledger_idempotency_key_unique UNIQUE (idempotency_key, merchant_id, mode)
);

create table limit_uses (
  merchant_id bigint not null,
  subject text collate "C" not null,
  uses timestamp with time zone[] not null,
  expires_at timestamp with time zone not null,
  constraint limit_uses_pkey PRIMARY KEY (merchant_id, subject),
  constraint limit_uses_subject_check CHECK ((length(subject) = ANY (ARRAY[22, 43])))
) with (fillfactor=90);

create table list_totals (
  merchant_id bigint not null,
  mode mode not null,
  list text not null,
  status smallint not null,
  part bigint generated always as identity not null,
  rows bigint not null,
  constraint list_totals_pkey PRIMARY KEY (merchant_id, mode, list, status, part)
) with (fillfactor=50);

create table logins (
  email text not null,
  mobile text,
  merchant_id bigint not null,
  user_id bigint not null,
  constraint logins_pkey PRIMARY KEY (email),
  constraint logins_mobile_key UNIQUE (mobile),
  constraint logins_mobile_check CHECK ((mobile <> ''::text))
);

create table merchant_brands (
  merchant_id bigint not null,
  colour text,
  cover_path text collate "C",
  footer_en text default ''::text not null,
  footer_ar text default ''::text not null,
  updated_at timestamp with time zone not null,
  constraint merchant_brands_pkey PRIMARY KEY (merchant_id),
  constraint merchant_brands_colour_check CHECK ((colour ~ '^#[0-9a-f]{6}$'::text)),
  constraint merchant_brands_footer_ar_check CHECK ((length(footer_ar) <= 300)),
  constraint merchant_brands_footer_en_check CHECK ((length(footer_en) <= 300))
);

create table merchant_domains (
  merchant_id bigint not null,
  host text collate "C" not null,
  token text not null,
  created_at timestamp with time zone not null,
  verified_at timestamp with time zone,
  was_verified boolean default false not null,
  missing_since timestamp with time zone,
  next_check_at timestamp with time zone,
  removed_at timestamp with time zone,
  constraint merchant_domains_pkey PRIMARY KEY (merchant_id, host),
  constraint domains_missing_were_there CHECK (((missing_since IS NULL) OR (verified_at IS NOT NULL))),
  constraint domains_removed_are_at_rest CHECK (((removed_at IS NULL) OR ((verified_at IS NULL) AND (next_check_at IS NULL)))),
  constraint domains_verified_are_known CHECK (((verified_at IS NULL) OR was_verified)),
  constraint merchant_domains_host_check CHECK ((host ~ '^[a-z0-9.-]{4,240}$'::text)),
  constraint merchant_domains_token_check CHECK ((length(token) = 27))
);

create table merchant_embedders (
  merchant_id bigint not null,
  live text[] default '{}'::text[] not null,
  test text[] default '{}'::text[] not null,
  updated_at timestamp with time zone not null,
  constraint merchant_embedders_pkey PRIMARY KEY (merchant_id),
  constraint merchant_embedders_count CHECK (((cardinality(live) <= 20) AND (cardinality(test) <= 20))),
  constraint merchant_embedders_origins CHECK (((''::text <> ALL ((live || test))) AND (array_to_string((live || test), ' '::text, '?'::text) ~ '^(https?://[a-z0-9.-]+(:[0-9]{1,5})?( |$))*$'::text)))
);

create table merchant_rates (
  merchant_id bigint not null,
  payment_method smallint not null,
  rate_bps integer not null,
  fixed_piastres bigint not null,
  constraint merchant_rates_pkey PRIMARY KEY (merchant_id, payment_method),
  constraint merchant_rates_fixed_piastres_check CHECK ((fixed_piastres >= 0)),
  constraint merchant_rates_rate_bps_check CHECK (((rate_bps >= 0) AND (rate_bps <= 10000)))
);

create table merchant_settings (
  merchant_id bigint not null,
  mode mode not null,
  allowed_methods smallint[],
  default_language smallint,
  callback_url text,
  cancel_url text,
  return_url text,
  fees_on character(1) default 'M'::bpchar not null,
  needs_approval boolean default false not null,
  approval_refund_above_piastres bigint default 0 not null,
  receive_notification boolean default true not null,
  default_payment smallint,
  default_currency smallint,
  callback_version text collate "C",
  constraint merchant_settings_pkey PRIMARY KEY (merchant_id, mode),
  constraint merchant_settings_approval_refund_above_piastres_check CHECK ((approval_refund_above_piastres >= 0)),
  constraint merchant_settings_default_currency_check CHECK ((default_currency = ANY (ARRAY[1, 2]))),
  constraint merchant_settings_default_language_check CHECK ((default_language = ANY (ARRAY[1, 2]))),
  constraint merchant_settings_default_payment_allowed CHECK (((default_payment IS NULL) OR (allowed_methods IS NULL) OR (default_payment = ANY (allowed_methods)))),
  constraint merchant_settings_fees_on_check CHECK ((fees_on = ANY (ARRAY['M'::bpchar, 'C'::bpchar])))
);

create table merchant_statistics (
  merchant_id bigint not null,
  mode mode not null,
  total_links bigint default 0 not null,
  active_links bigint default 0 not null,
  expired_links bigint default 0 not null,
  total_invoices bigint default 0 not null,
  paid_invoices bigint default 0 not null,
  unpaid_invoices bigint default 0 not null,
  single_invoices bigint default 0 not null,
  group_invoices bigint default 0 not null,
  expired_invoices bigint default 0 not null,
  constraint merchant_statistics_pkey PRIMARY KEY (merchant_id, mode)
) with (fillfactor=50);

create table merchant_volumes (
  merchant_id bigint not null,
  mode mode not null,
  month date not null,
  captured_piastres bigint not null,
  told_near_at timestamp with time zone,
  told_full_at timestamp with time zone,
  told_refused_at timestamp with time zone,
  told_held_at timestamp with time zone,
  payments bigint default 0 not null,
  constraint merchant_volumes_pkey PRIMARY KEY (merchant_id, mode, month)
);

create table merchants (
  id bigint generated always as identity not null,
  business_name text not null,
  status smallint default 0 not null,
  status_reason text,
  business_type text,
  email text not null,
  mobile text not null,
  store_slug text,
  logo_path text,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  search text collate "C" generated always as (search_key(((((business_name || ' '::text) || email) || ' '::text) || mobile))) stored not null,
  settlement_schedule text default 'daily'::text not null,
  settlement_day smallint,
  settlement_held_at timestamp with time zone,
  settlement_hold_reason text,
  allowed_ips text[] default '{}'::text[] not null,
  portal_restricted boolean default false not null,
  two_step_required_at timestamp with time zone,
  status_before_suspension smallint,
  suspensions integer default 0 not null,
  suspension_reason text,
  suspension_message text,
  constraint merchants_pkey PRIMARY KEY (id),
  constraint merchants_business_type_check CHECK ((business_type = ANY (ARRAY['corporate'::text, 'individual'::text]))),
  constraint merchants_settlement_day CHECK (
CASE settlement_schedule
    WHEN 'daily'::text THEN (settlement_day IS NULL)
    WHEN 'weekly'::text THEN COALESCE(((settlement_day >= 0) AND (settlement_day <= 4)), false)
    ELSE COALESCE(((settlement_day >= 1) AND (settlement_day <= 28)), false)
END),
  constraint merchants_settlement_hold CHECK (((settlement_held_at IS NULL) = (settlement_hold_reason IS NULL))),
  constraint merchants_settlement_schedule_check CHECK ((settlement_schedule = ANY (ARRAY['daily'::text, 'weekly'::text, 'monthly'::text]))),
  constraint merchants_status_before_suspension CHECK (((status_before_suspension >= 0) AND (status_before_suspension <= 3))),
  constraint merchants_status_check CHECK (((status >= 0) AND (status <= 4)))
);

create table messages (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  mode mode,
  channel text not null,
  recipient text not null,
  locale text not null,
  subject text default ''::text not null,
  body_text text default ''::text not null,
  body_html text,
  links text[] default '{}'::text[] not null,
  dedupe_key text,
  state text default 'queued'::text not null,
  last_error text,
  created_at timestamp with time zone default now() not null,
  sent_at timestamp with time zone,
  sealed bytea,
  erase_at timestamp with time zone,
  constraint messages_pkey PRIMARY KEY (merchant_id, id),
  constraint messages_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text]))),
  constraint messages_locale_check CHECK ((locale = ANY (ARRAY['en'::text, 'ar'::text]))),
  constraint messages_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text, 'kept'::text, 'withheld'::text])))
);

create unlogged table news (
  id bigint default ((EXTRACT(epoch FROM clock_timestamp()) * (1000000)::numeric))::bigint not null,
  channel text not null,
  news json not null
);

create table notification_archives (
  merchant_id bigint not null,
  notification_id bigint not null,
  user_id bigint not null,
  archived_at timestamp with time zone default now() not null,
  constraint notification_archives_pkey PRIMARY KEY (merchant_id, user_id, notification_id)
);

create table notification_marks (
  merchant_id bigint not null,
  user_id bigint not null,
  mode mode not null,
  notification_id bigint not null,
  written_at timestamp with time zone not null,
  constraint notification_marks_pkey PRIMARY KEY (merchant_id, user_id, mode)
);

create table notification_preferences (
  merchant_id bigint not null,
  user_id bigint not null,
  topic text not null,
  bell boolean not null,
  mail boolean not null,
  push boolean default true not null,
  constraint notification_preferences_pkey PRIMARY KEY (merchant_id, user_id, topic)
);

create table notifications (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  mode mode not null,
  kind text not null,
  params jsonb default '{}'::jsonb not null,
  href text,
  created_at timestamp with time zone default now() not null,
  only_user_id bigint,
  except_user_id bigint,
  constraint notifications_pkey PRIMARY KEY (merchant_id, id)
);

create table operator_approvals (
  id bigint generated always as identity not null,
  kind text collate "C" not null,
  subject text collate "C" not null,
  name text not null,
  merchant_id bigint,
  facts jsonb not null,
  change jsonb not null,
  sealed_change bytea default '\x'::bytea not null,
  reason text not null,
  papers text[] default '{}'::text[] not null,
  is_single boolean not null,
  state text default 'waiting'::text not null,
  asked_by bigint not null,
  asked_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  decided_by bigint,
  decided_in_shell text,
  decided_at timestamp with time zone,
  note text default ''::text not null,
  trouble jsonb,
  asked_locale text default 'en'::text not null,
  part text collate "C",
  constraint operator_approvals_pkey PRIMARY KEY (id),
  constraint operator_approvals_asked_locale_check CHECK ((asked_locale = ANY (ARRAY['en'::text, 'ar'::text]))),
  constraint operator_approvals_by_another CHECK (
CASE
    WHEN (state = ANY (ARRAY['approved'::text, 'declined'::text])) THEN ((num_nonnulls(decided_by, decided_in_shell) = 1) AND (decided_by IS DISTINCT FROM asked_by))
    WHEN (state = 'withdrawn'::text) THEN ((decided_in_shell IS NULL) AND ((decided_by IS NULL) OR (decided_by = asked_by)))
    ELSE (num_nonnulls(decided_by, decided_in_shell) = 0)
END),
  constraint operator_approvals_decided CHECK (((state = 'waiting'::text) = (decided_at IS NULL))),
  constraint operator_approvals_decided_in_shell_check CHECK ((decided_in_shell <> ''::text)),
  constraint operator_approvals_kind_check CHECK ((kind ~ '^[a-z][a-z-]{1,40}$'::text)),
  constraint operator_approvals_papers_check CHECK ((cardinality(papers) <= 5)),
  constraint operator_approvals_part_check CHECK (((length(part) >= 1) AND (length(part) <= 100))),
  constraint operator_approvals_secrets_erased CHECK (((state = 'waiting'::text) OR (sealed_change = '\x'::bytea))),
  constraint operator_approvals_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'approved'::text, 'declined'::text, 'withdrawn'::text, 'expired'::text, 'ended'::text]))),
  constraint operator_approvals_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 100)))
);

create table operator_company_accounts (
  operator_id bigint not null,
  issuer text not null,
  subject text not null,
  linked_at timestamp with time zone not null,
  constraint operator_company_accounts_pkey PRIMARY KEY (operator_id),
  constraint operator_company_accounts_issuer_subject_key UNIQUE (issuer, subject),
  constraint operator_company_accounts_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 255)))
);

create table operator_company_attempts (
  state_hash bytea not null,
  operator_id bigint,
  browser_hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint operator_company_attempts_pkey PRIMARY KEY (state_hash)
);

create table operator_directory (
  is_only boolean default true not null,
  token_hash bytea not null,
  token_shown text not null,
  made_by bigint not null,
  made_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint operator_directory_pkey PRIMARY KEY (is_only),
  constraint operator_directory_is_only_check CHECK (is_only),
  constraint operator_directory_token_hash_check CHECK ((length(token_hash) = 32)),
  constraint operator_directory_token_shown_check CHECK (((length(token_shown) >= 4) AND (length(token_shown) <= 20)))
);

create table operator_group_members (
  group_id bigint not null,
  operator_id bigint not null,
  constraint operator_group_members_pkey PRIMARY KEY (group_id, operator_id)
);

create table operator_groups (
  id bigint generated always as identity not null,
  name text not null,
  directory_id text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint operator_groups_pkey PRIMARY KEY (id),
  constraint operator_groups_name_key UNIQUE (name),
  constraint operator_groups_directory_id_check CHECK (((length(directory_id) >= 1) AND (length(directory_id) <= 255))),
  constraint operator_groups_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200)))
);

create table operator_invitations (
  operator_id bigint not null,
  token_hash bytea not null,
  totp_sealed bytea,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  by_company boolean default false not null,
  constraint operator_invitations_pkey PRIMARY KEY (operator_id),
  constraint operator_invitations_token_hash_key UNIQUE (token_hash)
);

create table operator_roles (
  id bigint generated always as identity not null,
  name_en text not null,
  name_ar text not null,
  permissions text[] not null,
  reads text[] not null,
  created_at timestamp with time zone not null,
  constraint operator_roles_pkey PRIMARY KEY (id),
  constraint operator_roles_name_ar_check CHECK ((name_ar <> ''::text)),
  constraint operator_roles_name_en_check CHECK ((name_en <> ''::text)),
  constraint operator_roles_see_what_they_change CHECK ((permissions <@ reads))
);

create table operator_sessions (
  token_hash bytea not null,
  operator_id bigint not null,
  address text not null,
  user_agent text not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  by_company boolean default false not null,
  constraint operator_sessions_pkey PRIMARY KEY (token_hash)
);

create table operator_views (
  id bigint generated always as identity not null,
  operator_id bigint not null,
  list text not null,
  name text not null,
  name_key text collate "C" generated always as (search_key(name)) stored not null,
  query jsonb not null,
  period text,
  columns text,
  created_at timestamp with time zone not null,
  is_shared boolean default false not null,
  constraint operator_views_pkey PRIMARY KEY (id),
  constraint operator_views_name_check CHECK ((name <> ''::text))
);

create table operators (
  id bigint generated always as identity not null,
  email text not null,
  password_hash text,
  totp_sealed bytea,
  totp_step bigint default 0 not null,
  role text not null,
  created_at timestamp with time zone not null,
  disabled_at timestamp with time zone,
  role_id bigint,
  invited_by bigint,
  invited_at timestamp with time zone,
  reset_by bigint,
  reset_at timestamp with time zone,
  role_by bigint,
  role_at timestamp with time zone,
  requests_lapsed_at timestamp with time zone,
  directory_id text,
  active_in_directory boolean default true not null,
  ended_by_directory boolean default false not null,
  gone_from_directory boolean default false not null,
  changed_by_directory_at timestamp with time zone,
  let_in_by bigint,
  let_in_at timestamp with time zone,
  constraint operators_pkey PRIMARY KEY (id),
  constraint operators_email_key UNIQUE (email),
  constraint operators_credentials CHECK (((password_hash IS NULL) = (totp_sealed IS NULL))),
  constraint operators_custom_role CHECK (((role = 'custom'::text) = (role_id IS NOT NULL))),
  constraint operators_directory_id_check CHECK (((length(directory_id) >= 1) AND (length(directory_id) <= 255))),
  constraint operators_ended_by_directory CHECK (((NOT ended_by_directory) OR (disabled_at IS NOT NULL))),
  constraint operators_invited CHECK (((invited_by IS NULL) = (invited_at IS NULL))),
  constraint operators_let_in CHECK (((let_in_by IS NULL) = (let_in_at IS NULL))),
  constraint operators_reset CHECK (((reset_by IS NULL) = (reset_at IS NULL))),
  constraint operators_role_check CHECK ((role = ANY (ARRAY['reviewer'::text, 'support'::text, 'finance'::text, 'viewer'::text, 'admin'::text, 'custom'::text, 'none'::text]))),
  constraint operators_role_given CHECK (((role_by IS NULL) = (role_at IS NULL))),
  constraint operators_without_role CHECK (((role <> 'none'::text) OR (disabled_at IS NOT NULL)))
);

create table order_codes (
  merchant_id bigint not null,
  mode mode not null,
  submission_key text collate "C" not null,
  mobile text collate "C" not null,
  code_hash bytea not null,
  tries smallint default 0 not null,
  sent_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint order_codes_pkey PRIMARY KEY (merchant_id, mode, submission_key)
);

create table order_items (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  order_id bigint not null,
  product_id bigint not null,
  product_name text not null,
  product_code text not null,
  image_address text,
  quantity integer not null,
  price_piastres bigint not null,
  constraint order_items_pkey PRIMARY KEY (merchant_id, id),
  constraint order_items_product UNIQUE (merchant_id, order_id, product_id),
  constraint order_items_price_piastres_check CHECK (((price_piastres >= 1) AND (price_piastres <= '999999999999'::bigint))),
  constraint order_items_quantity_check CHECK (((quantity >= 1) AND (quantity <= 1000)))
);

create table orders (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  mode mode not null,
  reference text collate "C" not null,
  token text collate "C" not null,
  submission_key text collate "C" not null,
  status smallint default 1 not null,
  fulfilment text default 'new'::text not null,
  note text default ''::text not null,
  payment text not null,
  paid_in_cash boolean default false not null,
  amount_piastres bigint not null,
  customer_name text not null,
  customer_name_key text collate "C" generated always as (search_key(customer_name)) stored not null,
  customer_email text not null,
  customer_mobile text not null,
  customer_address text not null,
  language smallint not null,
  is_held boolean default false not null,
  stock text default 'none'::text not null,
  reserved_until timestamp with time zone,
  due_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  phone_confirmed boolean default false not null,
  merchant_reference text,
  merchant_reference_unique boolean default false not null,
  metadata jsonb default '{}'::jsonb not null,
  constraint orders_pkey PRIMARY KEY (merchant_id, id),
  constraint orders_submission UNIQUE (merchant_id, mode, submission_key),
  constraint orders_amount_piastres_check CHECK (((amount_piastres >= 1) AND (amount_piastres <= '999999999999'::bigint))),
  constraint orders_cash_is_paid CHECK (((NOT paid_in_cash) OR (status = 2))),
  constraint orders_customer_address_check CHECK ((customer_address <> ''::text)),
  constraint orders_customer_email_check CHECK ((customer_email <> ''::text)),
  constraint orders_customer_mobile_check CHECK ((customer_mobile <> ''::text)),
  constraint orders_customer_name_check CHECK ((customer_name <> ''::text)),
  constraint orders_fulfilment_check CHECK ((fulfilment = ANY (ARRAY['new'::text, 'prepared'::text, 'shipped'::text, 'delivered'::text, 'canceled'::text]))),
  constraint orders_language_check CHECK ((language = ANY (ARRAY[1, 2]))),
  constraint orders_paid_at CHECK (((status = 2) = (paid_at IS NOT NULL))),
  constraint orders_paid_has_stock CHECK (((status = 1) OR (stock = ANY (ARRAY['taken'::text, 'short'::text])))),
  constraint orders_payment_check CHECK ((payment = ANY (ARRAY['now'::text, 'delivery'::text]))),
  constraint orders_reserved_until CHECK (((stock = 'reserved'::text) = (reserved_until IS NOT NULL))),
  constraint orders_status_check CHECK ((status = ANY (ARRAY[1, 2]))),
  constraint orders_stock_check CHECK ((stock = ANY (ARRAY['none'::text, 'reserved'::text, 'released'::text, 'taken'::text, 'short'::text])))
) with (fillfactor=85);

create table passkey_logins (
  credential_id text collate "C" not null,
  merchant_id bigint not null,
  passkey_id bigint not null,
  constraint passkey_logins_pkey PRIMARY KEY (credential_id)
);

create table passkeys (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  user_id bigint not null,
  name text not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] default '{}'::text[] not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  person_id bigint,
  constraint passkeys_pkey PRIMARY KEY (merchant_id, id),
  constraint passkeys_counter_check CHECK ((counter >= 0))
);

create table pay_tokens (
  token text collate "C" not null,
  merchant_id bigint not null,
  mode mode not null,
  kind text not null,
  payable_id bigint not null,
  constraint pay_tokens_pkey PRIMARY KEY (token)
);

create table payment_attempts (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  mode mode not null,
  token text collate "C" not null,
  payable_kind text not null,
  payable_id bigint not null,
  transaction_id bigint not null,
  payment_method smallint not null,
  state text default 'pending'::text not null,
  holds_place boolean default true not null,
  hold_expires_at timestamp with time zone not null,
  counted boolean default false not null,
  expires_at timestamp with time zone not null,
  processor text not null,
  processor_reference text,
  value_piastres bigint not null,
  charge_piastres bigint not null,
  fee_piastres bigint not null,
  vat_piastres bigint not null,
  rate_bps integer not null,
  fixed_fee_piastres bigint not null,
  vat_bps integer not null,
  fees_on character(1) not null,
  locale text not null,
  payer_name text default ''::text not null,
  payer_email text default ''::text not null,
  payer_mobile text default ''::text not null,
  payer_address text default ''::text not null,
  card_brand text,
  card_last4 character(4),
  wallet_mobile text,
  otp_hash bytea,
  otp_tries smallint default 0 not null,
  otp_sent_at timestamp with time zone,
  otp_expires_at timestamp with time zone,
  code text,
  failure_reason text,
  submission_key text collate "C",
  duplicate_of bigint,
  dispute_announced boolean default false not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  next_ask_at timestamp with time zone default (now() + '00:02:00'::interval),
  asks smallint default 0 not null,
  answered_at timestamp with time zone,
  unanswered_at timestamp with time zone,
  external_ref text collate "C",
  processor_account_id bigint,
  redirect jsonb,
  return_asked_at timestamp with time zone,
  unknown_word text,
  quantity integer default 1 not null,
  constraint payment_attempts_pkey PRIMARY KEY (merchant_id, id),
  constraint payment_attempts_merchant_id_token_key UNIQUE (merchant_id, token)
) with (fillfactor=95);

create table payment_figures (
  mode mode not null,
  day date not null,
  merchant_id bigint not null,
  payment_method smallint not null,
  processor_account_id bigint not null,
  paid_count bigint not null,
  paid_piastres bigint not null,
  failed_count bigint not null,
  open_count bigint not null,
  fee_piastres bigint not null,
  vat_piastres bigint not null,
  cost_piastres bigint not null,
  refunded_piastres bigint not null,
  chargebacks bigint not null,
  lost_chargebacks bigint not null,
  lost_piastres bigint not null,
  constraint payment_figures_pkey PRIMARY KEY (mode, day, merchant_id, payment_method, processor_account_id)
);

create table payment_figures_state (
  is_only boolean default true not null,
  next_day date not null,
  seen_at timestamp with time zone not null,
  as_of timestamp with time zone,
  constraint payment_figures_state_pkey PRIMARY KEY (is_only),
  constraint payment_figures_state_is_only_check CHECK (is_only)
);

create table payment_hours (
  merchant_id bigint not null,
  mode mode not null,
  hour timestamp with time zone not null,
  paid_count bigint not null,
  paid_piastres bigint not null,
  failed_count bigint not null,
  fee_piastres bigint not null,
  vat_piastres bigint not null,
  refunded_piastres bigint not null,
  constraint payment_hours_pkey PRIMARY KEY (merchant_id, mode, hour),
  constraint payment_hours_hour_check CHECK (((EXTRACT(epoch FROM hour) % (3600)::numeric) = (0)::numeric))
);

create table payment_links (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  mode mode not null,
  reference text collate "C" not null,
  token text collate "C" not null,
  invoice_name text not null,
  invoice_name_key text collate "C" generated always as (search_key(invoice_name)) stored not null,
  description text default ''::text not null,
  notes text default ''::text not null,
  currency character(3) not null,
  amount bigint not null,
  fixed_fees bigint default 0 not null,
  fees_bps integer default 0 not null,
  fixed_tax bigint default 0 not null,
  tax_bps integer default 0 not null,
  fees bigint default 0 not null,
  tax bigint default 0 not null,
  total bigint not null,
  value_piastres bigint not null,
  rate_scaled bigint default 1000000 not null,
  payment_methods smallint[] not null,
  due_at timestamp with time zone not null,
  status smallint default 2 not null,
  max_payment_count integer default 1 not null,
  paid_count integer default 0 not null,
  held_count integer default 0 not null,
  language smallint default 1 not null,
  notify_by_email boolean default false not null,
  notify_by_sms boolean default false not null,
  require_email boolean default false not null,
  require_name boolean default false not null,
  require_address boolean default false not null,
  require_phone boolean default false not null,
  business_account_id bigint,
  created_by bigint not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  min_amount bigint,
  max_amount bigint,
  suggested_amounts bigint[] default '{}'::bigint[] not null,
  min_quantity integer default 1 not null,
  max_quantity integer default 1 not null,
  from_till boolean default false not null,
  merchant_reference text,
  merchant_reference_unique boolean default false not null,
  metadata jsonb default '{}'::jsonb not null,
  success_url text,
  cancel_url text,
  constraint payment_links_pkey PRIMARY KEY (merchant_id, id)
) with (fillfactor=85);

create table payment_months (
  mode mode not null,
  month date not null,
  merchant_id bigint not null,
  payment_method smallint not null,
  processor_account_id bigint not null,
  paid_count bigint not null,
  paid_piastres bigint not null,
  failed_count bigint not null,
  open_count bigint not null,
  fee_piastres bigint not null,
  vat_piastres bigint not null,
  cost_piastres bigint not null,
  refunded_piastres bigint not null,
  chargebacks bigint not null,
  lost_chargebacks bigint not null,
  lost_piastres bigint not null,
  constraint payment_months_pkey PRIMARY KEY (mode, month, merchant_id, payment_method, processor_account_id),
  constraint payment_months_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric))
);

create table payment_totals (
  mode mode not null,
  day date not null,
  payment_method smallint not null,
  processor_account_id bigint not null,
  paid_count bigint not null,
  paid_piastres bigint not null,
  failed_count bigint not null,
  open_count bigint not null,
  fee_piastres bigint not null,
  vat_piastres bigint not null,
  cost_piastres bigint not null,
  refunded_piastres bigint not null,
  chargebacks bigint not null,
  lost_chargebacks bigint not null,
  lost_piastres bigint not null,
  constraint payment_totals_pkey PRIMARY KEY (mode, day, payment_method, processor_account_id)
);

create table payouts (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  mode mode not null,
  code text collate "C" not null,
  transaction_id bigint not null,
  amount_piastres bigint not null,
  state text default 'requested'::text not null,
  reason text default ''::text not null,
  requested_by bigint not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  finished_at timestamp with time zone,
  approval_id bigint,
  bank_account_id bigint,
  bank_account_version integer,
  paid_at timestamp with time zone,
  bank_reference text,
  constraint payouts_pkey PRIMARY KEY (merchant_id, id),
  constraint payouts_amount_piastres_check CHECK ((amount_piastres > 0)),
  constraint payouts_bank_version CHECK (((bank_account_id IS NULL) = (bank_account_version IS NULL))),
  constraint payouts_expire_or_go_to_bank CHECK (((bank_account_id IS NULL) = (expires_at IS NOT NULL))),
  constraint payouts_finished CHECK (((state = 'requested'::text) = (finished_at IS NULL))),
  constraint payouts_paid_whole CHECK ((((paid_at IS NULL) = (bank_reference IS NULL)) AND ((paid_at IS NULL) OR ((bank_account_id IS NOT NULL) AND (state = ANY (ARRAY['handed-over'::text, 'returned'::text])))))),
  constraint payouts_state_check CHECK ((state = ANY (ARRAY['requested'::text, 'handed-over'::text, 'expired'::text, 'returned'::text])))
);

create table people (
  id bigint generated always as identity not null,
  email text not null,
  mobile text,
  password_hash text,
  two_step_at timestamp with time zone,
  last_merchant_id bigint,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  email_proven boolean default true not null,
  constraint people_pkey PRIMARY KEY (id),
  constraint people_email_key UNIQUE (email),
  constraint people_mobile_key UNIQUE (mobile),
  constraint people_mobile_check CHECK ((mobile <> ''::text))
);

create table processor_accounts (
  id bigint generated always as identity not null,
  token text collate "C" not null,
  adapter text not null,
  mode mode not null,
  merchant_id bigint,
  name text not null,
  methods smallint[] not null,
  currencies text[] not null,
  base_url text not null,
  credentials jsonb default '{}'::jsonb not null,
  sealed_credentials bytea not null,
  sealed_notification_secret bytea not null,
  sealed_former_secret bytea,
  former_secret_until timestamp with time zone,
  priority smallint default 100 not null,
  state text not null,
  version integer default 1 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint processor_accounts_pkey PRIMARY KEY (id),
  constraint processor_accounts_token_key UNIQUE (token),
  constraint processor_accounts_currencies_check CHECK ((cardinality(currencies) > 0)),
  constraint processor_accounts_methods_check CHECK ((cardinality(methods) > 0)),
  constraint processor_accounts_name_check CHECK ((name <> ''::text)),
  constraint processor_accounts_state_check CHECK ((state = ANY (ARRAY['on'::text, 'off'::text]))),
  constraint processor_accounts_token_check CHECK ((length(token) >= 20))
);

create table processor_ids (
  merchant_id bigint not null,
  attempt_id bigint not null,
  account_id bigint not null,
  kind text collate "C" not null,
  value text collate "C" not null,
  at timestamp with time zone not null,
  constraint processor_ids_pkey PRIMARY KEY (account_id, kind, value),
  constraint processor_ids_value_check CHECK (((value <> ''::text) AND (length(value) <= 500)))
);

create table processor_notifications (
  id bigint generated always as identity not null,
  account_id bigint not null,
  sender_id text collate "C",
  state text not null,
  method text not null,
  query jsonb not null,
  headers jsonb not null,
  body text not null,
  received_at timestamp with time zone not null,
  processed_at timestamp with time zone,
  tries smallint default 0 not null,
  error text,
  paid_merchant_id bigint,
  paid_transaction_id bigint,
  awaits text collate "C",
  constraint processor_notifications_pkey PRIMARY KEY (id),
  constraint processor_notifications_account_id_sender_id_key UNIQUE (account_id, sender_id),
  constraint processor_notifications_ended CHECK (((state <> 'received'::text) OR (processed_at IS NULL))),
  constraint processor_notifications_state_check CHECK ((state = ANY (ARRAY['received'::text, 'processed'::text, 'forged'::text, 'not-understood'::text, 'unmatched'::text, 'failed'::text])))
);

create table product_images (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  product_id bigint not null,
  path text collate "C" not null,
  address text collate "C" not null,
  "position" integer not null,
  removed_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint product_images_pkey PRIMARY KEY (merchant_id, id),
  constraint product_images_path UNIQUE (merchant_id, path)
);

create table products (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  mode mode not null,
  name text not null,
  name_key text collate "C" generated always as (search_key(name)) stored not null,
  code text not null,
  code_key text collate "C" generated always as (search_key(code)) stored not null,
  description text not null,
  search_text text collate "C" generated always as (search_key(((((name || '
'::text) || code) || '
'::text) || description))) stored not null,
  price_piastres bigint not null,
  weight_grams integer,
  in_stock integer not null,
  reserved integer default 0 not null,
  category_id bigint,
  sub_category_id bigint,
  removed_at timestamp with time zone,
  created_by bigint not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint products_pkey PRIMARY KEY (merchant_id, id),
  constraint products_code_check CHECK ((code <> ''::text)),
  constraint products_description_check CHECK ((description <> ''::text)),
  constraint products_have_a_category CHECK ((((removed_at IS NULL) = (category_id IS NOT NULL)) AND ((removed_at IS NULL) = (sub_category_id IS NOT NULL)))),
  constraint products_in_stock_check CHECK (((in_stock >= 0) AND (in_stock <= 1000000000))),
  constraint products_name_check CHECK ((name <> ''::text)),
  constraint products_price_piastres_check CHECK (((price_piastres >= 1) AND (price_piastres <= '999999999999'::bigint))),
  constraint products_reserved_of_stock CHECK (((reserved >= 0) AND (reserved <= in_stock))),
  constraint products_weight_grams_check CHECK (((weight_grams >= 1) AND (weight_grams <= 100000000)))
) with (fillfactor=85);

create table proofs_awaited (
  token_hash bytea not null,
  purpose text not null,
  merchant_id bigint,
  user_id bigint,
  challenge text,
  remember_me boolean default false not null,
  tries_left smallint default 5 not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  by_company boolean default false not null,
  constraint proofs_awaited_pkey PRIMARY KEY (token_hash),
  constraint proofs_awaited_challenge CHECK (((purpose = ANY (ARRAY['second-step'::text, 'second-step-new'::text])) OR (challenge IS NOT NULL))),
  constraint proofs_awaited_check CHECK (((purpose = ANY (ARRAY['passkey-sign-in'::text, 'company-sign-in'::text])) = (user_id IS NULL))),
  constraint proofs_awaited_purpose_check CHECK ((purpose = ANY (ARRAY['second-step'::text, 'second-step-new'::text, 'passkey-sign-in'::text, 'passkey-new'::text, 'passkey-step-up'::text, 'step-up'::text, 'company-sign-in'::text, 'company-step-up'::text]))),
  constraint proofs_awaited_tries_left_check CHECK ((tries_left >= 0))
);

create table provider_bank_accounts (
  id bigint generated always as identity not null,
  name text not null,
  bank_name text not null,
  iban text collate "C" not null,
  bic text collate "C" not null,
  format text not null,
  columns jsonb default '[]'::jsonb not null,
  state text default 'on'::text not null,
  created_at timestamp with time zone not null,
  options jsonb default '{}'::jsonb not null,
  iban_shared boolean default false not null,
  constraint provider_bank_accounts_pkey PRIMARY KEY (id),
  constraint provider_bank_accounts_bank_name_check CHECK ((bank_name <> ''::text)),
  constraint provider_bank_accounts_bic_check CHECK ((bic ~ '^([A-Z0-9]{8}([A-Z0-9]{3})?)?$'::text)),
  constraint provider_bank_accounts_format_check CHECK ((format = ANY (ARRAY['pain.001'::text, 'csv'::text]))),
  constraint provider_bank_accounts_iban_check CHECK ((iban ~ '^EG[0-9]{27}$'::text)),
  constraint provider_bank_accounts_name_check CHECK ((name <> ''::text)),
  constraint provider_bank_accounts_state_check CHECK ((state = ANY (ARRAY['on'::text, 'off'::text])))
);

create table public_files (
  token text collate "C" not null,
  merchant_id bigint not null,
  path text collate "C" not null,
  created_at timestamp with time zone not null,
  constraint public_files_pkey PRIMARY KEY (token),
  constraint public_files_merchant_id_path_key UNIQUE (merchant_id, path)
);

create table push_devices (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  user_id bigint not null,
  session_id uuid not null,
  endpoint_hash bytea not null,
  sealed bytea not null,
  created_at timestamp with time zone not null,
  told_at timestamp with time zone,
  constraint push_devices_pkey PRIMARY KEY (merchant_id, id)
);

create table push_devices_removed (
  merchant_id bigint not null,
  user_id bigint not null,
  endpoint_hash bytea not null,
  removed_at timestamp with time zone not null,
  constraint push_devices_removed_pkey PRIMARY KEY (merchant_id, user_id, endpoint_hash)
);

create table quiet_hours (
  merchant_id bigint not null,
  user_id bigint not null,
  from_hour smallint not null,
  until_hour smallint not null,
  constraint quiet_hours_pkey PRIMARY KEY (merchant_id, user_id),
  constraint quiet_hours_check CHECK ((from_hour <> until_hour)),
  constraint quiet_hours_from_hour_check CHECK (((from_hour >= 0) AND (from_hour <= 23))),
  constraint quiet_hours_until_hour_check CHECK (((until_hour >= 0) AND (until_hour <= 23)))
);

create table reconciliation_accounts (
  processor_account_id bigint not null,
  since date not null,
  checked_until date not null,
  constraint reconciliation_accounts_pkey PRIMARY KEY (processor_account_id)
);

create table reconciliation_batches (
  id bigint generated always as identity not null,
  file_id bigint not null,
  name text collate "C" not null,
  currency character(3) collate "C" not null,
  lines integer not null,
  gross_piastres bigint not null,
  fee_piastres bigint not null,
  net_piastres bigint not null,
  value_on date,
  booked_at timestamp with time zone,
  booked_by text,
  bank_reference text,
  received_on date,
  received_piastres bigint,
  reversals integer default 0 not null,
  constraint reconciliation_batches_pkey PRIMARY KEY (id),
  constraint reconciliation_batches_file_id_name_currency_key UNIQUE (file_id, name, currency),
  constraint reconciliation_batches_booked_in_egp CHECK (((booked_at IS NULL) OR (currency = 'EGP'::bpchar))),
  constraint reconciliation_batches_booked_whole CHECK ((((booked_at IS NULL) = (booked_by IS NULL)) AND ((booked_at IS NULL) = (bank_reference IS NULL)) AND ((booked_at IS NULL) = (received_on IS NULL)) AND ((booked_at IS NULL) = (received_piastres IS NULL)))),
  constraint reconciliation_batches_reversals_check CHECK ((reversals >= 0))
);

create table reconciliation_breaks (
  id bigint generated always as identity not null,
  processor_account_id bigint,
  kind text not null,
  file_id bigint,
  line_no integer,
  item text,
  merchant_id bigint,
  item_id bigint,
  transaction_id bigint,
  reference text not null,
  amount_piastres bigint not null,
  currency character(3) collate "C" not null,
  suggested_merchant_id bigint,
  suggested_transaction_id bigint,
  state text default 'open'::text not null,
  owner text,
  opened_at timestamp with time zone not null,
  resolution text,
  closed_at timestamp with time zone,
  closed_by text,
  bank_account_id bigint,
  bank_line_id bigint,
  batch_id bigint,
  ended_as text,
  constraint reconciliation_breaks_pkey PRIMARY KEY (id),
  constraint reconciliation_breaks_check2 CHECK (((file_id IS NULL) = (line_no IS NULL))),
  constraint reconciliation_breaks_closed CHECK (((state = ANY (ARRAY['resolved'::text, 'written_off'::text])) = (closed_at IS NOT NULL))),
  constraint reconciliation_breaks_ended CHECK ((((closed_at IS NULL) = (ended_as IS NULL)) AND ((closed_at IS NULL) = (closed_by IS NULL)) AND ((state = 'written_off'::text) = (COALESCE(ended_as, ''::text) = 'written_off'::text)) AND
CASE
    WHEN (ended_as = ANY (ARRAY['explained'::text, 'written_off'::text])) THEN (resolution IS NOT NULL)
    WHEN (ended_as IS NULL) THEN (resolution IS NULL)
    ELSE true
END)),
  constraint reconciliation_breaks_ended_as_check CHECK ((ended_as = ANY (ARRAY['explained'::text, 'matched'::text, 'arrived'::text, 'undone'::text, 'rounding'::text, 'written_off'::text]))),
  constraint reconciliation_breaks_kind_check CHECK ((kind = ANY (ARRAY['theirs_only'::text, 'ours_only'::text, 'over'::text, 'under'::text, 'sign'::text, 'fee'::text, 'currency'::text, 'duplicate'::text, 'ambiguous'::text, 'status'::text, 'rounding'::text, 'late'::text, 'deposit'::text, 'batch_not_paid'::text, 'booked_without_line'::text, 'credit_without_batch'::text, 'debit_without_transfer'::text]))),
  constraint reconciliation_breaks_of_account CHECK ((num_nonnulls(processor_account_id, bank_account_id) = 1)),
  constraint reconciliation_breaks_of_bank CHECK ((((kind = ANY (ARRAY['credit_without_batch'::text, 'debit_without_transfer'::text])) = (bank_line_id IS NOT NULL)) AND ((bank_line_id IS NULL) = (bank_account_id IS NULL)) AND ((kind = ANY (ARRAY['batch_not_paid'::text, 'booked_without_line'::text])) = (batch_id IS NOT NULL)))),
  constraint reconciliation_breaks_rounding_closed CHECK (((kind <> 'rounding'::text) OR (closed_at IS NOT NULL))),
  constraint reconciliation_breaks_state_check CHECK ((state = ANY (ARRAY['open'::text, 'looking'::text, 'waiting'::text, 'resolved'::text, 'written_off'::text])))
);

create table reconciliation_costs (
  id bigint generated always as identity not null,
  processor_account_id bigint not null,
  batch_id bigint not null,
  merchant_id bigint not null,
  mode mode not null,
  of_payments boolean not null,
  amount_piastres bigint not null,
  booked_at timestamp with time zone not null,
  constraint reconciliation_costs_pkey PRIMARY KEY (id),
  constraint reconciliation_costs_amount_piastres_check CHECK ((amount_piastres <> 0))
);

create table reconciliation_cut_off_rows (
  cut_off_id bigint not null,
  n integer not null,
  what text not null,
  kind text not null,
  merchant_id bigint,
  reference text not null,
  amount_piastres bigint not null,
  day date not null,
  explained_as text not null,
  owner text,
  working_days integer,
  constraint reconciliation_cut_off_rows_pkey PRIMARY KEY (cut_off_id, n),
  constraint reconciliation_cut_off_rows_what_check CHECK ((what = ANY (ARRAY['item'::text, 'batch'::text, 'bank_line'::text, 'suspense'::text, 'break'::text, 'write_off'::text])))
);

create table reconciliation_cut_offs (
  id bigint generated always as identity not null,
  processor_account_id bigint,
  day date not null,
  ends_at timestamp with time zone not null,
  after_day date,
  state text default 'prepared'::text not null,
  figures jsonb not null,
  sha256 bytea not null,
  rows integer not null,
  is_explained boolean not null,
  made_by text not null,
  made_at timestamp with time zone not null,
  signed_by text,
  approved_by text,
  signed_at timestamp with time zone,
  reopened_by text,
  reopened_reason text,
  reopened_at timestamp with time zone,
  bank_account_id bigint,
  constraint reconciliation_cut_offs_pkey PRIMARY KEY (id),
  constraint reconciliation_cut_offs_after_its_end CHECK ((made_at >= ends_at)),
  constraint reconciliation_cut_offs_by_two CHECK (((signed_by <> approved_by) AND (made_by <> approved_by))),
  constraint reconciliation_cut_offs_check CHECK ((after_day < day)),
  constraint reconciliation_cut_offs_explained CHECK ((is_explained OR (signed_at IS NULL))),
  constraint reconciliation_cut_offs_made_by_check CHECK ((made_by <> ''::text)),
  constraint reconciliation_cut_offs_of CHECK ((num_nonnulls(processor_account_id, bank_account_id) = 1)),
  constraint reconciliation_cut_offs_reopened CHECK ((((state = 'reopened'::text) = (reopened_at IS NOT NULL)) AND ((reopened_at IS NULL) = (reopened_by IS NULL)) AND ((reopened_at IS NULL) = (reopened_reason IS NULL)))),
  constraint reconciliation_cut_offs_rows_check CHECK ((rows >= 0)),
  constraint reconciliation_cut_offs_sha256_check CHECK ((length(sha256) = 32)),
  constraint reconciliation_cut_offs_signed CHECK ((((state = ANY (ARRAY['signed'::text, 'reopened'::text])) = (signed_at IS NOT NULL)) AND ((signed_at IS NULL) = (signed_by IS NULL)) AND ((signed_at IS NULL) = (approved_by IS NULL)))),
  constraint reconciliation_cut_offs_state_check CHECK ((state = ANY (ARRAY['prepared'::text, 'signed'::text, 'reopened'::text, 'dropped'::text])))
);

create table reconciliation_evidence (
  id bigint generated always as identity not null,
  break_id bigint not null,
  path text collate "C" not null,
  actor text not null,
  created_at timestamp with time zone not null,
  constraint reconciliation_evidence_pkey PRIMARY KEY (id),
  constraint reconciliation_evidence_path_key UNIQUE (path),
  constraint reconciliation_evidence_actor_check CHECK ((actor <> ''::text))
);

create table reconciliation_files (
  id bigint generated always as identity not null,
  profile_id bigint not null,
  processor_account_id bigint not null,
  name text not null,
  sha256 bytea not null,
  state text default 'imported'::text not null,
  lines integer not null,
  matched integer not null,
  gross_piastres bigint not null,
  fee_piastres bigint not null,
  net_piastres bigint not null,
  first_day date,
  last_day date,
  actor text not null,
  created_at timestamp with time zone not null,
  undone_at timestamp with time zone,
  undone_by text,
  undone_reason text,
  constraint reconciliation_files_pkey PRIMARY KEY (id),
  constraint reconciliation_files_actor_check CHECK ((actor <> ''::text)),
  constraint reconciliation_files_check CHECK (((matched >= 0) AND (matched <= lines))),
  constraint reconciliation_files_check1 CHECK (((state = 'undone'::text) = (undone_at IS NOT NULL))),
  constraint reconciliation_files_lines_check CHECK ((lines > 0)),
  constraint reconciliation_files_sha256_check CHECK ((length(sha256) = 32)),
  constraint reconciliation_files_state_check CHECK ((state = ANY (ARRAY['imported'::text, 'undone'::text])))
);

create table reconciliation_lines (
  file_id bigint not null,
  line_no integer not null,
  batch_id bigint not null,
  processor_account_id bigint not null,
  kind text not null,
  currency character(3) collate "C" not null,
  gross_piastres bigint not null,
  fee_piastres bigint not null,
  vat_piastres bigint not null,
  net_piastres bigint not null,
  our_ref text collate "C",
  processor_ref text collate "C",
  rrn text collate "C",
  auth_code text collate "C",
  last4 text collate "C",
  detail text,
  occurred_on date,
  value_on date,
  item text,
  merchant_id bigint,
  item_id bigint,
  item_key text collate "C",
  rule text,
  settled_piastres bigint,
  rounded_piastres bigint,
  settled_at timestamp with time zone,
  is_late boolean default false not null,
  constraint reconciliation_lines_pkey PRIMARY KEY (file_id, line_no),
  constraint reconciliation_lines_add_up CHECK ((net_piastres = (gross_piastres - fee_piastres))),
  constraint reconciliation_lines_item_check CHECK ((item = ANY (ARRAY['payment'::text, 'refund'::text, 'refund_reversed'::text, 'chargeback'::text, 'chargeback_returned'::text, 'cost'::text]))),
  constraint reconciliation_lines_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'refund'::text, 'reversal'::text, 'chargeback'::text, 'fee'::text, 'adjustment'::text]))),
  constraint reconciliation_lines_matched_in_egp CHECK (((item IS NULL) OR (currency = 'EGP'::bpchar))),
  constraint reconciliation_lines_matched_whole CHECK ((((item IS NULL) = (merchant_id IS NULL)) AND ((item IS NULL) = (item_id IS NULL)) AND ((item IS NULL) = (rule IS NULL)) AND ((item IS NULL) = (item_key IS NULL)))),
  constraint reconciliation_lines_rule_check CHECK ((rule = ANY (ARRAY['id'::text, 'rrn'::text, 'text'::text, 'cost'::text, 'manual'::text]))),
  constraint reconciliation_lines_settled_are_matched CHECK (((settled_piastres IS NULL) OR (item IS NOT NULL))),
  constraint reconciliation_lines_settled_whole CHECK (((settled_piastres IS NULL) = (rounded_piastres IS NULL))),
  constraint reconciliation_lines_vat_within CHECK (((vat_piastres >= LEAST(fee_piastres, (0)::bigint)) AND (vat_piastres <= GREATEST(fee_piastres, (0)::bigint))))
);

create table reconciliation_notes (
  id bigint generated always as identity not null,
  break_id bigint not null,
  actor text not null,
  text text not null,
  created_at timestamp with time zone not null,
  constraint reconciliation_notes_pkey PRIMARY KEY (id),
  constraint reconciliation_notes_actor_check CHECK ((actor <> ''::text)),
  constraint reconciliation_notes_text_check CHECK ((text <> ''::text))
);

create table reconciliation_open_changes (
  id bigint generated always as identity not null,
  kind text not null,
  opened_day date not null,
  breaks integer not null,
  piastres bigint not null,
  constraint reconciliation_open_changes_pkey PRIMARY KEY (id)
);

create table reconciliation_profiles (
  id bigint generated always as identity not null,
  processor_account_id bigint not null,
  name text not null,
  layout jsonb not null,
  tolerance_piastres bigint not null,
  lag_days smallint not null,
  fee_rate_bps integer,
  fee_fixed_piastres bigint not null,
  fee_vat_bps integer not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  paid_within_days integer default 3 not null,
  constraint reconciliation_profiles_pkey PRIMARY KEY (id),
  constraint reconciliation_profiles_processor_account_id_name_key UNIQUE (processor_account_id, name),
  constraint reconciliation_profiles_fee_fixed_piastres_check CHECK ((fee_fixed_piastres >= 0)),
  constraint reconciliation_profiles_fee_rate_bps_check CHECK (((fee_rate_bps >= 0) AND (fee_rate_bps <= 10000))),
  constraint reconciliation_profiles_fee_vat_bps_check CHECK (((fee_vat_bps >= 0) AND (fee_vat_bps <= 10000))),
  constraint reconciliation_profiles_lag_days_check CHECK (((lag_days >= 0) AND (lag_days <= 60))),
  constraint reconciliation_profiles_name_check CHECK ((name <> ''::text)),
  constraint reconciliation_profiles_paid_within_days_check CHECK (((paid_within_days >= 0) AND (paid_within_days <= 60))),
  constraint reconciliation_profiles_tolerance_piastres_check CHECK ((tolerance_piastres >= 0))
);

create table reconciliation_suspense (
  id bigint generated always as identity not null,
  processor_account_id bigint not null,
  merchant_id bigint not null,
  mode mode not null,
  cause text not null,
  batch_id bigint,
  break_id bigint,
  reference text not null,
  amount_piastres bigint not null,
  moved_at timestamp with time zone not null,
  constraint reconciliation_suspense_pkey PRIMARY KEY (id),
  constraint reconciliation_suspense_amount_piastres_check CHECK ((amount_piastres <> 0)),
  constraint reconciliation_suspense_cause_check CHECK ((cause = ANY (ARRAY['booked'::text, 'reversed'::text, 'identified'::text, 'written_off'::text, 'written_back'::text]))),
  constraint reconciliation_suspense_check CHECK ((num_nonnulls(batch_id, break_id) > 0))
);

create table reconciliation_unsettled (
  id bigint generated always as identity not null,
  processor_account_id bigint not null,
  file_id bigint not null,
  line_no integer not null,
  batch_id bigint not null,
  item text not null,
  merchant_id bigint not null,
  item_id bigint not null,
  settled_piastres bigint not null,
  rounded_piastres bigint not null,
  settled_at timestamp with time zone not null,
  unsettled_at timestamp with time zone not null,
  constraint reconciliation_unsettled_pkey PRIMARY KEY (id)
);

create table reconciliation_write_offs (
  id bigint generated always as identity not null,
  break_id bigint not null,
  account text not null,
  merchant_id bigint not null,
  mode mode not null,
  processor_account_id bigint,
  amount_piastres bigint not null,
  item text,
  item_id bigint,
  reason text not null,
  asked_by text not null,
  approved_by text not null,
  created_at timestamp with time zone not null,
  undone_at timestamp with time zone,
  undone_by text,
  undone_reason text,
  constraint reconciliation_write_offs_pkey PRIMARY KEY (id),
  constraint reconciliation_write_offs_account CHECK (((account = 'clearing'::text) = (processor_account_id IS NOT NULL))),
  constraint reconciliation_write_offs_account_check CHECK ((account = ANY (ARRAY['clearing'::text, 'suspense'::text, 'bank'::text]))),
  constraint reconciliation_write_offs_amount_piastres_check CHECK ((amount_piastres <> 0)),
  constraint reconciliation_write_offs_approved_by_check CHECK ((approved_by <> ''::text)),
  constraint reconciliation_write_offs_asked_by_check CHECK ((asked_by <> ''::text)),
  constraint reconciliation_write_offs_by_two CHECK ((asked_by <> approved_by)),
  constraint reconciliation_write_offs_reason_check CHECK ((reason <> ''::text)),
  constraint reconciliation_write_offs_undone CHECK ((((undone_at IS NULL) = (undone_by IS NULL)) AND ((undone_at IS NULL) = (undone_reason IS NULL))))
);

create table recovery_codes (
  merchant_id bigint not null,
  user_id bigint not null,
  code_hash bytea not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  salt bytea,
  person_id bigint,
  constraint recovery_codes_pkey PRIMARY KEY (merchant_id, user_id, code_hash),
  constraint recovery_codes_salt_check CHECK ((length(salt) >= 16))
);

create table refund_sessions (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  mode mode not null,
  user_id bigint not null,
  transaction_id bigint not null,
  account text not null,
  max_piastres bigint not null,
  otp_hash bytea,
  otp_tries smallint default 0 not null,
  otp_sent_at timestamp with time zone,
  otp_expires_at timestamp with time zone,
  used_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint refund_sessions_pkey PRIMARY KEY (merchant_id, id),
  constraint refund_sessions_max_piastres_check CHECK ((max_piastres > 0))
);

create table refunds (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  mode mode not null,
  transaction_id bigint not null,
  amount_piastres bigint not null,
  state text default 'pending'::text not null,
  reason text default ''::text not null,
  refund_key text collate "C" not null,
  processor text not null,
  order_id text collate "C" not null,
  payment_reference text,
  account_name text default ''::text not null,
  bank_name text default ''::text not null,
  iban text default ''::text not null,
  requested_by bigint,
  failure_reason text,
  created_at timestamp with time zone not null,
  tried_at timestamp with time zone,
  finished_at timestamp with time zone,
  approval_id bigint,
  processor_account_id bigint,
  processor_refund_id text collate "C",
  way text,
  for_operator text,
  explanation text,
  reversed_at timestamp with time zone,
  payer_key text collate "C" default ''::text not null,
  payment_method smallint,
  merchant_reference text,
  merchant_reference_unique boolean default false not null,
  metadata jsonb default '{}'::jsonb not null,
  constraint refunds_pkey PRIMARY KEY (merchant_id, id),
  constraint refunds_merchant_id_refund_key_key UNIQUE (merchant_id, refund_key),
  constraint refunds_amount_piastres_check CHECK ((amount_piastres > 0)),
  constraint refunds_finished CHECK (((state = 'pending'::text) = (finished_at IS NULL))),
  constraint refunds_for_operator_check CHECK ((for_operator = ANY (ARRAY['ambiguous'::text, 'transfer'::text, 'disputed'::text]))),
  constraint refunds_reversed CHECK (((state = 'reversed'::text) = (reversed_at IS NOT NULL))),
  constraint refunds_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text, 'canceled'::text, 'reversed'::text]))),
  constraint refunds_way_check CHECK ((way = ANY (ARRAY['refund'::text, 'void'::text])))
);

create table report_recipients (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  report_id bigint not null,
  user_id bigint,
  email text,
  approved_at timestamp with time zone,
  confirmed_at timestamp with time zone,
  unsubscribed_at timestamp with time zone,
  removed_at timestamp with time zone,
  constraint report_recipients_pkey PRIMARY KEY (merchant_id, id),
  constraint report_recipients_check CHECK (((user_id IS NULL) <> (email IS NULL))),
  constraint report_recipients_check1 CHECK (((user_id IS NOT NULL) OR (confirmed_at IS NULL) OR (approved_at IS NOT NULL)))
);

create table report_runs (
  merchant_id bigint not null,
  report_id bigint not null,
  day date not null,
  due_at timestamp with time zone,
  sent_at timestamp with time zone,
  file_until timestamp with time zone,
  constraint report_runs_pkey PRIMARY KEY (merchant_id, report_id, day)
);

create table reports (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  mode mode not null,
  user_id bigint not null,
  name text not null,
  kind text not null,
  list text,
  query jsonb default '{}'::jsonb not null,
  period text,
  format text not null,
  language text not null,
  rhythm text not null,
  hour smallint not null,
  weekday smallint,
  month_day smallint,
  is_paused boolean default false not null,
  stopped text,
  next_at timestamp with time zone,
  created_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  version integer default 1 not null,
  constraint reports_pkey PRIMARY KEY (merchant_id, id),
  constraint reports_check CHECK (((kind = 'view'::text) = (list IS NOT NULL))),
  constraint reports_check1 CHECK (((rhythm <> 'week'::text) OR (weekday IS NOT NULL))),
  constraint reports_check2 CHECK (((rhythm <> 'month'::text) OR (month_day IS NOT NULL))),
  constraint reports_check3 CHECK (((next_at IS NULL) = (is_paused OR (stopped IS NOT NULL) OR (deleted_at IS NOT NULL)))),
  constraint reports_format_check CHECK ((format = ANY (ARRAY['pdf'::text, 'csv'::text, 'xlsx'::text]))),
  constraint reports_hour_check CHECK (((hour >= 0) AND (hour <= 23))),
  constraint reports_kind_check CHECK ((kind = ANY (ARRAY['takings'::text, 'week'::text, 'month'::text, 'view'::text]))),
  constraint reports_language_check CHECK ((language = ANY (ARRAY['en'::text, 'ar'::text]))),
  constraint reports_month_day_check CHECK (((month_day >= 1) AND (month_day <= 28))),
  constraint reports_name_check CHECK ((name <> ''::text)),
  constraint reports_rhythm_check CHECK ((rhythm = ANY (ARRAY['day'::text, 'week'::text, 'month'::text]))),
  constraint reports_stopped_check CHECK ((stopped = ANY (ARRAY['left'::text, 'permission'::text]))),
  constraint reports_weekday_check CHECK (((weekday >= 0) AND (weekday <= 6)))
);

create table reserve_draws (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  item_id bigint not null,
  transfer_id bigint not null,
  amount_piastres bigint not null,
  drawn_at timestamp with time zone not null,
  constraint reserve_draws_pkey PRIMARY KEY (merchant_id, id),
  constraint reserve_draws_amount_piastres_check CHECK ((amount_piastres > 0))
);

create table reserve_items (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  mode mode not null,
  settlement_id bigint not null,
  share_basis_points integer not null,
  days integer not null,
  held_piastres bigint not null,
  left_piastres bigint not null,
  held_at timestamp with time zone not null,
  release_on date not null,
  released_at timestamp with time zone,
  released_piastres bigint,
  constraint reserve_items_pkey PRIMARY KEY (merchant_id, id),
  constraint reserve_items_of_settlement UNIQUE (merchant_id, settlement_id),
  constraint reserve_items_held_piastres_check CHECK ((held_piastres > 0)),
  constraint reserve_items_left_within CHECK (((left_piastres >= 0) AND (left_piastres <= held_piastres))),
  constraint reserve_items_released CHECK ((((released_at IS NULL) = (released_piastres IS NULL)) AND ((released_at IS NULL) OR (left_piastres = 0)) AND (COALESCE(released_piastres, (0)::bigint) <= held_piastres))),
  constraint reserve_items_released_piastres_check CHECK ((released_piastres > 0))
);

create table reserve_terms (
  merchant_id bigint not null,
  share_basis_points integer not null,
  days integer not null,
  set_at timestamp with time zone not null,
  set_by text not null,
  constraint reserve_terms_pkey PRIMARY KEY (merchant_id),
  constraint reserve_terms_days_check CHECK (((days >= 1) AND (days <= 730))),
  constraint reserve_terms_set_by_check CHECK ((set_by <> ''::text)),
  constraint reserve_terms_share_basis_points_check CHECK (((share_basis_points >= 0) AND (share_basis_points <= 10000)))
);

create table risk_dry_run_rows (
  run_id bigint not null,
  place integer not null,
  merchant_id bigint not null,
  transaction_id bigint not null,
  charge_piastres bigint not null,
  created_at timestamp with time zone not null,
  is_paid boolean not null,
  is_disputed boolean not null,
  constraint risk_dry_run_rows_pkey PRIMARY KEY (run_id, place)
);

create table risk_dry_runs (
  id bigint generated always as identity not null,
  rule_id bigint not null,
  version integer not null,
  state text default 'running'::text not null,
  since timestamp with time zone not null,
  until timestamp with time zone not null,
  asked_by text not null,
  started_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  last_merchant_id bigint default 0 not null,
  last_attempt_id bigint default 0 not null,
  looked_at bigint default 0 not null,
  met bigint default 0 not null,
  met_piastres bigint default 0 not null,
  paid bigint default 0 not null,
  paid_piastres bigint default 0 not null,
  disputed bigint default 0 not null,
  disputed_piastres bigint default 0 not null,
  facts_since timestamp with time zone,
  constraint risk_dry_runs_pkey PRIMARY KEY (id),
  constraint risk_dry_runs_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text])))
);

create table risk_entries (
  id bigint generated always as identity not null,
  list text not null,
  kind text not null,
  key bytea not null,
  shown text not null,
  reason text not null,
  added_by text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  removed_at timestamp with time zone,
  removed_by text,
  removed_reason text,
  constraint risk_entries_pkey PRIMARY KEY (id),
  constraint risk_entries_kind_check CHECK ((kind = ANY (ARRAY['mobile'::text, 'address'::text, 'network'::text, 'card'::text, 'bin'::text, 'country'::text]))),
  constraint risk_entries_list_check CHECK ((list = ANY (ARRAY['blocked'::text, 'trusted'::text])))
);

create table risk_facts (
  merchant_id bigint not null,
  attempt_id bigint not null,
  transaction_id bigint not null,
  mode mode not null,
  payment_method smallint not null,
  charge_piastres bigint not null,
  created_at timestamp with time zone not null,
  mobile_key bytea,
  mobile_shown text,
  address_key bytea,
  network_key bytea,
  address_shown text,
  address_kind text,
  country text,
  bin text,
  card_key bytea,
  outcome text default 'allow'::text not null,
  constraint risk_facts_pkey PRIMARY KEY (merchant_id, attempt_id),
  constraint risk_facts_address_kind_check CHECK ((address_kind = ANY (ARRAY['ipv4'::text, 'ipv6'::text]))),
  constraint risk_facts_bin_check CHECK ((bin ~ '^[0-9]{6}$'::text)),
  constraint risk_facts_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  constraint risk_facts_outcome_check CHECK ((outcome = ANY (ARRAY['trusted'::text, 'allow'::text, 'challenge'::text, 'review'::text, 'block'::text])))
) with (fillfactor=100);

create table risk_matches (
  merchant_id bigint not null,
  attempt_id bigint not null,
  rule_id bigint not null,
  version integer not null,
  outcome text not null,
  at timestamp with time zone not null,
  constraint risk_matches_pkey PRIMARY KEY (merchant_id, attempt_id, rule_id),
  constraint risk_matches_outcome_check CHECK ((outcome = ANY (ARRAY['allow'::text, 'challenge'::text, 'review'::text, 'block'::text])))
);

create table risk_reviews (
  merchant_id bigint not null,
  transaction_id bigint not null,
  attempt_id bigint not null,
  mode mode not null,
  state text default 'unpaid'::text not null,
  created_at timestamp with time zone not null,
  waiting_since timestamp with time zone,
  decided_by text,
  decided_at timestamp with time zone,
  reason text,
  payer_key text collate "C" default ''::text not null,
  charged_piastres bigint,
  beyond_limit boolean default false not null,
  constraint risk_reviews_pkey PRIMARY KEY (merchant_id, transaction_id),
  constraint risk_reviews_charged CHECK (((state = 'unpaid'::text) OR (charged_piastres IS NOT NULL))),
  constraint risk_reviews_decided CHECK (((state = ANY (ARRAY['approved'::text, 'refused'::text])) = ((decided_by IS NOT NULL) AND (decided_at IS NOT NULL) AND (reason IS NOT NULL)))),
  constraint risk_reviews_state_check CHECK ((state = ANY (ARRAY['unpaid'::text, 'waiting'::text, 'approved'::text, 'refused'::text])))
);

create table risk_rule_events (
  id bigint generated always as identity not null,
  rule_id bigint not null,
  at timestamp with time zone not null,
  actor text not null,
  kind text not null,
  version integer not null,
  reason text default ''::text not null,
  definition jsonb not null,
  constraint risk_rule_events_pkey PRIMARY KEY (id),
  constraint risk_rule_events_kind_check CHECK ((kind = ANY (ARRAY['created'::text, 'changed'::text, 'on'::text, 'off'::text])))
);

create table risk_rules (
  id bigint generated always as identity not null,
  name text not null,
  mode mode not null,
  merchant_id bigint,
  payment_method smallint,
  condition text not null,
  by_fact text,
  times integer,
  amount_piastres bigint,
  window_minutes integer,
  outcome text not null,
  otherwise text,
  version integer default 1 not null,
  is_on boolean default false not null,
  switched_by text,
  switched_at timestamp with time zone,
  created_by text not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint risk_rules_pkey PRIMARY KEY (id),
  constraint risk_rules_amount_piastres_check CHECK ((amount_piastres > 0)),
  constraint risk_rules_by_fact_check CHECK ((by_fact = ANY (ARRAY['mobile'::text, 'address'::text, 'card'::text, 'bin'::text, 'merchant'::text, 'country'::text]))),
  constraint risk_rules_complete CHECK ((
CASE condition
    WHEN 'count'::text THEN ((by_fact = ANY (ARRAY['mobile'::text, 'address'::text, 'card'::text, 'bin'::text, 'merchant'::text])) AND (times IS NOT NULL) AND (window_minutes IS NOT NULL))
    WHEN 'sum'::text THEN ((by_fact = ANY (ARRAY['mobile'::text, 'address'::text, 'card'::text, 'bin'::text])) AND (amount_piastres IS NOT NULL) AND (window_minutes IS NOT NULL))
    WHEN 'amount'::text THEN (amount_piastres IS NOT NULL)
    WHEN 'declines'::text THEN ((by_fact = ANY (ARRAY['mobile'::text, 'address'::text, 'card'::text])) AND ((times >= 1) AND (times <= 20)) AND (window_minutes IS NOT NULL))
    WHEN 'first'::text THEN (amount_piastres IS NOT NULL)
    WHEN 'listed'::text THEN (by_fact = ANY (ARRAY['mobile'::text, 'address'::text, 'card'::text, 'bin'::text, 'country'::text]))
    ELSE NULL::boolean
END AND ((outcome <> 'challenge'::text) OR (otherwise IS NOT NULL)))),
  constraint risk_rules_condition_check CHECK ((condition = ANY (ARRAY['count'::text, 'sum'::text, 'amount'::text, 'declines'::text, 'first'::text, 'listed'::text]))),
  constraint risk_rules_name_check CHECK ((name <> ''::text)),
  constraint risk_rules_otherwise_check CHECK ((otherwise = ANY (ARRAY['allow'::text, 'review'::text, 'block'::text]))),
  constraint risk_rules_outcome_check CHECK ((outcome = ANY (ARRAY['allow'::text, 'challenge'::text, 'review'::text, 'block'::text]))),
  constraint risk_rules_times_check CHECK (((times >= 1) AND (times <= 1000))),
  constraint risk_rules_window_minutes_check CHECK (((window_minutes >= 1) AND (window_minutes <= 43200)))
);

create table roles (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  name_en text not null,
  name_ar text not null,
  description text default 'R'::text not null,
  permissions text[] default '{}'::text[] not null,
  is_first boolean default false not null,
  created_at timestamp with time zone default now() not null,
  constraint roles_pkey PRIMARY KEY (merchant_id, id)
);

create table root_secrets (
  opened_by text not null,
  sealed bytea not null,
  created_at timestamp with time zone not null,
  constraint root_secrets_pkey PRIMARY KEY (opened_by),
  constraint root_secrets_opened_by_check CHECK ((opened_by ~ '^[0-9a-f]{64}$'::text))
);

create table sandbox_payments (
  merchant_id bigint not null,
  order_id text collate "C" not null,
  payment_method smallint not null,
  state text not null,
  amount_piastres bigint not null,
  reference text not null,
  failure_reason text,
  disputes boolean default false not null,
  refunded_piastres bigint default 0 not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  refunds_to_refuse smallint default 0 not null,
  refunds_held_until timestamp with time zone,
  constraint sandbox_payments_pkey PRIMARY KEY (merchant_id, order_id),
  constraint sandbox_payments_check CHECK (((refunded_piastres >= 0) AND (refunded_piastres <= amount_piastres))),
  constraint sandbox_payments_refunds_to_refuse_check CHECK ((refunds_to_refuse >= 0)),
  constraint sandbox_payments_state_check CHECK ((state = ANY (ARRAY['challenge'::text, 'otp'::text, 'awaiting'::text, 'succeeded'::text, 'failed'::text, 'canceled'::text])))
);

create table sandbox_refunds (
  merchant_id bigint not null,
  order_id text collate "C" not null,
  refund_key text collate "C" not null,
  amount_piastres bigint not null,
  created_at timestamp with time zone not null,
  constraint sandbox_refunds_pkey PRIMARY KEY (merchant_id, order_id, refund_key),
  constraint sandbox_refunds_amount_piastres_check CHECK ((amount_piastres > 0))
);

create table saved_views (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  user_id bigint not null,
  list text not null,
  name text not null,
  name_key text collate "C" generated always as (search_key(name)) stored not null,
  query jsonb not null,
  period text,
  is_shared boolean not null,
  created_at timestamp with time zone not null,
  constraint saved_views_pkey PRIMARY KEY (merchant_id, id),
  constraint saved_views_name_check CHECK ((name <> ''::text))
);

create table scim_groups (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  name text not null,
  directory_id text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint scim_groups_pkey PRIMARY KEY (merchant_id, id),
  constraint scim_groups_merchant_id_name_key UNIQUE (merchant_id, name),
  constraint scim_groups_directory_id_check CHECK (((length(directory_id) >= 1) AND (length(directory_id) <= 255))),
  constraint scim_groups_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200)))
);

create table scim_members (
  merchant_id bigint not null,
  group_id bigint not null,
  user_id bigint not null,
  constraint scim_members_pkey PRIMARY KEY (merchant_id, group_id, user_id)
);

create table scim_settings (
  merchant_id bigint not null,
  starting_role_id bigint not null,
  token_hash bytea not null,
  token_shown text not null,
  made_by bigint not null,
  made_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint scim_settings_pkey PRIMARY KEY (merchant_id),
  constraint scim_settings_token_hash_key UNIQUE (token_hash),
  constraint scim_settings_token_hash_check CHECK ((length(token_hash) = 32)),
  constraint scim_settings_token_shown_check CHECK (((length(token_shown) >= 4) AND (length(token_shown) <= 20)))
);

create table screening_hits (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  part text not null,
  name text not null,
  name_key text not null,
  listed_name text not null,
  listed_reference text not null,
  birth_date text not null,
  source text not null,
  score integer not null,
  found_at timestamp with time zone not null,
  state text default 'open'::text not null,
  decided_by text,
  decided_at timestamp with time zone,
  reason text default ''::text not null,
  constraint screening_hits_pkey PRIMARY KEY (merchant_id, id),
  constraint screening_hits_once UNIQUE (merchant_id, name_key, source, listed_reference),
  constraint screening_hits_decided CHECK ((((state = 'open'::text) = (decided_at IS NULL)) AND ((state = 'open'::text) = (decided_by IS NULL)))),
  constraint screening_hits_part_check CHECK ((part = ANY (ARRAY['business'::text, 'person'::text, 'account'::text]))),
  constraint screening_hits_score_check CHECK (((score >= 1) AND (score <= 100))),
  constraint screening_hits_state_check CHECK ((state = ANY (ARRAY['open'::text, 'true'::text, 'false'::text])))
);

create table screening_list (
  is_only boolean default true not null,
  version text,
  tried_version text not null,
  entries jsonb default '[]'::jsonb not null,
  entry_count integer default 0 not null,
  accepted_at timestamp with time zone,
  tried_at timestamp with time zone not null,
  problems jsonb default '[]'::jsonb not null,
  constraint screening_list_pkey PRIMARY KEY (is_only),
  constraint screening_list_is_only_check CHECK (is_only)
);

create table sessions (
  merchant_id bigint not null,
  id uuid not null,
  user_id bigint not null,
  refresh_hash bytea not null,
  previous_hash bytea,
  rotated_at timestamp with time zone,
  remember_me boolean not null,
  user_agent text,
  address text,
  created_at timestamp with time zone default now() not null,
  last_seen_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  two_factors boolean default false not null,
  view_role_id bigint,
  by_company boolean default false not null,
  constraint sessions_pkey PRIMARY KEY (merchant_id, id)
);

create table settlement_items (
  merchant_id bigint not null,
  settlement_id bigint not null,
  transaction_id bigint not null,
  charged_piastres bigint not null,
  fee_piastres bigint not null,
  vat_piastres bigint not null,
  out_piastres bigint not null,
  amount_piastres bigint not null,
  constraint settlement_items_pkey PRIMARY KEY (merchant_id, settlement_id, transaction_id),
  constraint settlement_items_merchant_id_transaction_id_key UNIQUE (merchant_id, transaction_id),
  constraint settlement_items_add_up CHECK ((amount_piastres = (((charged_piastres - fee_piastres) - vat_piastres) - out_piastres)))
);

create table settlement_payments (
  merchant_id bigint not null,
  settlement_id bigint not null,
  bank_reference text not null,
  paid_at timestamp with time zone not null,
  constraint settlement_payments_pkey PRIMARY KEY (merchant_id, settlement_id),
  constraint settlement_payments_bank_reference_check CHECK ((bank_reference <> ''::text))
);

create table settlement_returns (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  settlement_id bigint not null,
  bank_reference text not null,
  paid_at timestamp with time zone not null,
  returned_at timestamp with time zone not null,
  reason text not null,
  constraint settlement_returns_pkey PRIMARY KEY (merchant_id, id)
);

create table settlements (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  mode mode not null,
  reference text collate "C" not null,
  amount_piastres bigint not null,
  total_transactions integer not null,
  created_at timestamp with time zone not null,
  bank_account_id bigint,
  bank_piastres bigint default 0 not null,
  is_paid boolean default false not null,
  bank_account_version integer,
  maybe_transferred boolean default false not null,
  reserved_piastres bigint default 0 not null,
  changed_at timestamp with time zone,
  constraint settlements_pkey PRIMARY KEY (merchant_id, id),
  constraint settlements_amount_piastres_check CHECK ((amount_piastres > 0)),
  constraint settlements_bank_amount CHECK ((((bank_piastres > 0) = (bank_account_id IS NOT NULL)) AND (bank_piastres <= amount_piastres))),
  constraint settlements_bank_piastres_check CHECK ((bank_piastres >= 0)),
  constraint settlements_bank_version CHECK (((bank_account_id IS NULL) = (bank_account_version IS NULL))),
  constraint settlements_check CHECK (((reserved_piastres >= 0) AND (reserved_piastres <= (amount_piastres - bank_piastres)))),
  constraint settlements_total_transactions_check CHECK ((total_transactions > 0))
);

create table settlements_due (
  merchant_id bigint not null,
  mode mode not null,
  day date not null,
  amount_piastres bigint not null,
  payments integer not null,
  constraint settlements_due_pkey PRIMARY KEY (merchant_id, mode, day),
  constraint settlements_due_payments_check CHECK ((payments >= 0))
);

create table signing_salts (
  only_one boolean default true not null,
  salt text not null,
  created_at timestamp with time zone not null,
  constraint signing_salts_pkey PRIMARY KEY (only_one),
  constraint signing_salts_only_one_check CHECK (only_one),
  constraint signing_salts_salt_check CHECK ((length(salt) >= 32))
);

create table status_clock (
  one boolean default true not null,
  measured_at timestamp with time zone,
  constraint status_clock_pkey PRIMARY KEY (one),
  constraint status_clock_one_check CHECK (one)
);

create table status_counts (
  minute timestamp with time zone not null,
  what text collate "C" not null,
  total bigint not null,
  failed bigint not null,
  constraint status_counts_pkey PRIMARY KEY (minute, what),
  constraint status_counts_failed CHECK (((failed >= 0) AND (failed <= total)))
);

create table status_days (
  day date not null,
  component text collate "C" not null,
  operational integer default 0 not null,
  degraded integer default 0 not null,
  partial integer default 0 not null,
  outage integer default 0 not null,
  constraint status_days_pkey PRIMARY KEY (day, component),
  constraint status_days_minutes CHECK ((LEAST(operational, degraded, partial, outage) >= 0))
);

create table status_now (
  component text collate "C" not null,
  measured text not null,
  since timestamp with time zone not null,
  constraint status_now_pkey PRIMARY KEY (component),
  constraint status_now_measured CHECK ((measured = ANY (ARRAY['operational'::text, 'degraded'::text, 'partial'::text, 'outage'::text])))
);

create table store_customers (
  merchant_id bigint not null,
  mode mode not null,
  email text collate "C" not null,
  constraint store_customers_pkey PRIMARY KEY (merchant_id, mode, email)
);

create table store_options (
  merchant_id bigint not null,
  mode mode not null,
  pay_now boolean default true not null,
  cash_on_delivery boolean default true not null,
  confirm_phones boolean default true not null,
  constraint store_options_pkey PRIMARY KEY (merchant_id, mode),
  constraint store_options_some_way CHECK ((pay_now OR cash_on_delivery))
);

create table store_statistics (
  merchant_id bigint not null,
  mode mode not null,
  sales_piastres bigint default 0 not null,
  new_orders bigint default 0 not null,
  customers bigint default 0 not null,
  total_orders bigint default 0 not null,
  paid_orders bigint default 0 not null,
  constraint store_statistics_pkey PRIMARY KEY (merchant_id, mode)
);

create table sub_categories (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  category_id bigint not null,
  name text not null,
  name_key text collate "C" generated always as (search_key(name)) stored not null,
  "position" integer not null,
  constraint sub_categories_pkey PRIMARY KEY (merchant_id, id),
  constraint sub_categories_name UNIQUE (merchant_id, category_id, name_key),
  constraint sub_categories_of_category UNIQUE (merchant_id, category_id, id),
  constraint sub_categories_name_check CHECK ((name <> ''::text))
);

create table ticket_changes (
  merchant_id bigint not null,
  ticket_id bigint not null,
  "position" integer not null,
  kind text not null,
  operator_id bigint,
  assignee_id bigint,
  priority text,
  created_at timestamp with time zone not null,
  constraint ticket_changes_pkey PRIMARY KEY (merchant_id, ticket_id, "position"),
  constraint ticket_changes_kind_check CHECK ((kind = ANY (ARRAY['assignee'::text, 'priority'::text]))),
  constraint ticket_changes_of_kind CHECK ((((kind = 'priority'::text) = (priority IS NOT NULL)) AND ((kind = 'assignee'::text) OR (assignee_id IS NULL)))),
  constraint ticket_changes_position_check CHECK (("position" >= 1)),
  constraint ticket_changes_priority_check CHECK ((priority = ANY (ARRAY['low'::text, 'normal'::text, 'high'::text, 'urgent'::text])))
);

create table ticket_messages (
  merchant_id bigint not null,
  ticket_id bigint not null,
  "position" integer not null,
  user_id bigint,
  operator_id bigint,
  message text not null,
  path text collate "C",
  created_at timestamp with time zone not null,
  constraint ticket_messages_pkey PRIMARY KEY (merchant_id, ticket_id, "position"),
  constraint ticket_messages_merchant_id_path_key UNIQUE (merchant_id, path),
  constraint ticket_messages_author CHECK (((user_id IS NULL) <> (operator_id IS NULL))),
  constraint ticket_messages_message_check CHECK ((message <> ''::text)),
  constraint ticket_messages_opening CHECK ((("position" > 1) OR (user_id IS NOT NULL))),
  constraint ticket_messages_position_check CHECK (("position" >= 1))
);

create table ticket_notes (
  merchant_id bigint not null,
  ticket_id bigint not null,
  "position" integer not null,
  operator_id bigint not null,
  note text not null,
  created_at timestamp with time zone not null,
  constraint ticket_notes_pkey PRIMARY KEY (merchant_id, ticket_id, "position"),
  constraint ticket_notes_note_check CHECK ((note <> ''::text)),
  constraint ticket_notes_position_check CHECK (("position" >= 1))
);

create table tickets (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  mode mode not null,
  reference text collate "C" not null,
  type smallint not null,
  status smallint default 1 not null,
  about text collate "C" default ''::text not null,
  about_kind text,
  about_id bigint,
  excerpt text not null,
  excerpt_key text collate "C" generated always as (search_key(excerpt)) stored not null,
  created_by bigint not null,
  created_at timestamp with time zone not null,
  messages_count integer default 1 not null,
  last_message_at timestamp with time zone not null,
  waiting_since timestamp with time zone,
  first_response_at timestamp with time zone,
  closed_at timestamp with time zone,
  assignee_id bigint,
  priority text default 'normal'::text not null,
  answer_due_at timestamp with time zone,
  closed_by text,
  constraint tickets_pkey PRIMARY KEY (merchant_id, id),
  constraint tickets_about CHECK ((((about_kind IS NULL) = (about_id IS NULL)) AND ((about_kind IS NULL) OR (about <> ''::text)))),
  constraint tickets_about_kind_check CHECK ((about_kind = ANY (ARRAY['transaction'::text, 'payment-link'::text, 'invoice'::text, 'chargeback'::text, 'settlement'::text]))),
  constraint tickets_closed CHECK (((status = 3) = (closed_at IS NOT NULL))),
  constraint tickets_closed_wait_for_nobody CHECK (((status <> 3) OR (waiting_since IS NULL))),
  constraint tickets_due_while_waiting CHECK (((answer_due_at IS NULL) = (waiting_since IS NULL))),
  constraint tickets_messages_count_check CHECK ((messages_count >= 1)),
  constraint tickets_priority_check CHECK ((priority = ANY (ARRAY['low'::text, 'normal'::text, 'high'::text, 'urgent'::text]))),
  constraint tickets_referred CHECK (((type = 4) OR (about_kind IS NOT NULL))),
  constraint tickets_status_check CHECK ((status = ANY (ARRAY[1, 2, 3]))),
  constraint tickets_type_check CHECK ((type = ANY (ARRAY[1, 2, 3, 4])))
);

create table transaction_events (
  merchant_id bigint not null,
  transaction_id bigint not null,
  id bigint generated always as identity not null,
  kind text not null,
  at timestamp with time zone not null,
  amount_piastres bigint,
  detail text,
  constraint transaction_events_pkey PRIMARY KEY (merchant_id, transaction_id, id)
);

create table transactions (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  mode mode not null,
  reference text collate "C" not null,
  external_reference text,
  reference_code text,
  source_kind text not null,
  source_id bigint,
  source_name text default ''::text not null,
  source_reference text,
  payment_method smallint,
  status smallint default 0 not null,
  currency character(3) not null,
  subtotal bigint not null,
  total bigint not null,
  value_piastres bigint not null,
  rate_scaled bigint default 1000000 not null,
  charged_piastres bigint not null,
  fee_piastres bigint default 0 not null,
  vat_piastres bigint default 0 not null,
  net_piastres bigint not null,
  fees_on character(1) default 'M'::bpchar not null,
  refunded_piastres bigint default 0 not null,
  settlement_status smallint default 2 not null,
  settlement_reference text,
  expected_settlement_on date,
  flags text[] default '{}'::text[] not null,
  is_payout boolean default false not null,
  customer_name text default ''::text not null,
  customer_email text default ''::text not null,
  customer_mobile text default ''::text not null,
  customer_address text default ''::text not null,
  card_brand text,
  card_last4 character(4),
  failure_reason text,
  created_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  announced_at timestamp with time zone,
  updated_at timestamp with time zone not null,
  refunding_piastres bigint default 0 not null,
  disputed_piastres bigint default 0 not null,
  pending_out_piastres bigint default 0 not null,
  constraint transactions_pkey PRIMARY KEY (merchant_id, id)
) with (fillfactor=85);

create table upkeep (
  what text not null,
  at timestamp with time zone default now() not null,
  seconds double precision not null,
  constraint upkeep_pkey PRIMARY KEY (what),
  constraint upkeep_seconds_check CHECK ((seconds >= (0)::double precision)),
  constraint upkeep_what_check CHECK ((what = ANY (ARRAY['backup'::text, 'drill'::text])))
);

create table users (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  role_id bigint not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  mobile text not null,
  password_hash text,
  avatar_path text,
  locale text default 'en'::text not null,
  is_active boolean default true not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  receive_notifications boolean default true not null,
  deleted_at timestamp with time zone,
  two_step_at timestamp with time zone,
  name_key text generated always as (search_key(((first_name || ' '::text) || last_name))) stored,
  search_text text generated always as (search_key(((((((first_name || ' '::text) || last_name) || '
'::text) || email) || '
'::text) || mobile))) stored,
  directory_id text,
  ended_by_directory boolean default false not null,
  person_id bigint,
  joined_at timestamp with time zone,
  constraint users_pkey PRIMARY KEY (merchant_id, id),
  constraint users_directory_id_check CHECK (((length(directory_id) >= 1) AND (length(directory_id) <= 255))),
  constraint users_ended_by_directory CHECK ((NOT (is_active AND ended_by_directory))),
  constraint users_left CHECK (((deleted_at IS NULL) OR (NOT is_active))),
  constraint users_locale_check CHECK ((locale = ANY (ARRAY['en'::text, 'ar'::text]))),
  constraint users_person CHECK (((person_id IS NULL) = (deleted_at IS NOT NULL)))
);

create table volume_limits (
  merchant_id bigint not null,
  limit_piastres bigint,
  set_at timestamp with time zone not null,
  set_by text not null,
  constraint volume_limits_pkey PRIMARY KEY (merchant_id),
  constraint volume_limits_limit_piastres_check CHECK ((limit_piastres >= 0)),
  constraint volume_limits_set_by_check CHECK ((set_by <> ''::text))
);

create table webhook_attempts (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  event_id bigint not null,
  at timestamp with time zone not null,
  url text not null,
  headers jsonb not null,
  status smallint,
  reply text default ''::text not null,
  error text default ''::text not null,
  milliseconds integer not null,
  constraint webhook_attempts_pkey PRIMARY KEY (merchant_id, id)
);

create table webhook_endpoints (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  mode mode not null,
  url text not null,
  name text default ''::text not null,
  events text[],
  version text collate "C" not null,
  is_active boolean default true not null,
  stopped_at timestamp with time zone,
  salt bytea not null,
  former_salt bytea,
  former_until timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint webhook_endpoints_pkey PRIMARY KEY (merchant_id, id),
  constraint webhook_endpoints_check CHECK (((former_salt IS NULL) = (former_until IS NULL))),
  constraint webhook_endpoints_events_check CHECK (((events IS NULL) OR (cardinality(events) > 0))),
  constraint webhook_endpoints_former_salt_check CHECK ((length(former_salt) = 32)),
  constraint webhook_endpoints_salt_check CHECK ((length(salt) = 32))
);

create table webhook_events (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  mode mode not null,
  message_id text collate "C" not null,
  type text collate "C" not null,
  payload text not null,
  state smallint default 1 not null,
  attempts integer default 0 not null,
  last_status smallint,
  next_attempt_at timestamp with time zone,
  dedupe_key text collate "C",
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  event_id bigint,
  endpoint_id bigint,
  held boolean default false not null,
  constraint webhook_events_pkey PRIMARY KEY (merchant_id, id),
  constraint webhook_events_attempts_check CHECK ((attempts >= 0)),
  constraint webhook_events_finished CHECK (((state = 1) = (finished_at IS NULL))),
  constraint webhook_events_state_check CHECK ((state = ANY (ARRAY[1, 2, 3])))
);

create table webhook_secrets (
  merchant_id bigint not null,
  id bigint generated always as identity not null,
  mode mode not null,
  salt bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  constraint webhook_secrets_pkey PRIMARY KEY (merchant_id, id),
  constraint webhook_secrets_salt_check CHECK ((length(salt) = 32))
);

create table webhook_stops (
  merchant_id bigint not null,
  mode mode not null,
  url text not null,
  at timestamp with time zone not null,
  constraint webhook_stops_pkey PRIMARY KEY (merchant_id, mode)
);

create table write_probe (
  one boolean default true not null,
  at timestamp with time zone not null,
  constraint write_probe_pkey PRIMARY KEY (one),
  constraint write_probe_one_check CHECK (one)
);

CREATE OR REPLACE FUNCTION public.risk_before(f risk_facts, p_by text, p_own boolean, p_since timestamp with time zone, p_live boolean, p_limit integer)
 RETURNS TABLE(merchant_id bigint, attempt_id bigint, charge_piastres bigint, outcome text, created_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE
 SET enable_seqscan TO 'off'
AS $function$
#variable_conflict use_column
declare
  v_until timestamptz := case when p_live then 'infinity' else f.created_at end;
  v_last bigint := f.attempt_id;
begin
  if p_by = 'mobile' then
    if f.mobile_key is null then
      return;
    elsif p_own then
      return query
        select x.merchant_id, x.attempt_id, x.charge_piastres, x.outcome, x.created_at from public.risk_facts x
         where x.merchant_id = f.merchant_id and x.mode = f.mode and x.mobile_key = f.mobile_key and x.created_at >= p_since
           and (x.created_at, x.attempt_id) < (v_until, v_last) and x.attempt_id <> f.attempt_id
         order by x.created_at desc, x.attempt_id desc limit p_limit;
    else
      return query
        select x.merchant_id, x.attempt_id, x.charge_piastres, x.outcome, x.created_at from public.risk_facts x
         where x.mode = f.mode and x.mobile_key = f.mobile_key and x.created_at >= p_since
           and (x.created_at, x.attempt_id) < (v_until, v_last) and x.attempt_id <> f.attempt_id
         order by x.created_at desc, x.attempt_id desc limit p_limit;
    end if;
  elsif p_by = 'address' then
    if f.address_key is null then
      return;
    elsif p_own then
      return query
        select x.merchant_id, x.attempt_id, x.charge_piastres, x.outcome, x.created_at from public.risk_facts x
         where x.merchant_id = f.merchant_id and x.mode = f.mode and x.address_key = f.address_key and x.created_at >= p_since
           and (x.created_at, x.attempt_id) < (v_until, v_last) and x.attempt_id <> f.attempt_id
         order by x.created_at desc, x.attempt_id desc limit p_limit;
    else
      return query
        select x.merchant_id, x.attempt_id, x.charge_piastres, x.outcome, x.created_at from public.risk_facts x
         where x.mode = f.mode and x.address_key = f.address_key and x.created_at >= p_since
           and (x.created_at, x.attempt_id) < (v_until, v_last) and x.attempt_id <> f.attempt_id
         order by x.created_at desc, x.attempt_id desc limit p_limit;
    end if;
  elsif p_by = 'card' then
    if f.card_key is null then
      return;
    elsif p_own then
      return query
        select x.merchant_id, x.attempt_id, x.charge_piastres, x.outcome, x.created_at from public.risk_facts x
         where x.merchant_id = f.merchant_id and x.mode = f.mode and x.card_key = f.card_key and x.created_at >= p_since
           and (x.created_at, x.attempt_id) < (v_until, v_last) and x.attempt_id <> f.attempt_id
         order by x.created_at desc, x.attempt_id desc limit p_limit;
    else
      return query
        select x.merchant_id, x.attempt_id, x.charge_piastres, x.outcome, x.created_at from public.risk_facts x
         where x.mode = f.mode and x.card_key = f.card_key and x.created_at >= p_since
           and (x.created_at, x.attempt_id) < (v_until, v_last) and x.attempt_id <> f.attempt_id
         order by x.created_at desc, x.attempt_id desc limit p_limit;
    end if;
  elsif p_by = 'bin' then
    if f.bin is null then
      return;
    elsif p_own then
      return query
        select x.merchant_id, x.attempt_id, x.charge_piastres, x.outcome, x.created_at from public.risk_facts x
         where x.merchant_id = f.merchant_id and x.mode = f.mode and x.bin = f.bin and x.created_at >= p_since
           and (x.created_at, x.attempt_id) < (v_until, v_last) and x.attempt_id <> f.attempt_id
         order by x.created_at desc, x.attempt_id desc limit p_limit;
    else
      return query
        select x.merchant_id, x.attempt_id, x.charge_piastres, x.outcome, x.created_at from public.risk_facts x
         where x.mode = f.mode and x.bin = f.bin and x.created_at >= p_since
           and (x.created_at, x.attempt_id) < (v_until, v_last) and x.attempt_id <> f.attempt_id
         order by x.created_at desc, x.attempt_id desc limit p_limit;
    end if;
  elsif p_by = 'merchant' then
    return query
        select x.merchant_id, x.attempt_id, x.charge_piastres, x.outcome, x.created_at from public.risk_facts x
         where x.merchant_id = f.merchant_id and x.mode = f.mode and x.created_at >= p_since
           and (x.created_at, x.attempt_id) < (v_until, v_last) and x.attempt_id <> f.attempt_id
         order by x.created_at desc, x.attempt_id desc limit p_limit;
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.risk_listed(f risk_facts, p_list text, p_kinds text[])
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET enable_seqscan TO 'off'
AS $function$
  select e.id
    from (values ('mobile', f.mobile_key), ('address', f.address_key), ('network', f.network_key), ('card', f.card_key),
                 ('bin', convert_to(f.bin, 'UTF8')), ('country', convert_to(f.country, 'UTF8'))) k (kind, key)
    join public.risk_entries e on e.list = p_list and e.kind = k.kind and e.key = k.key
   where k.kind = any (p_kinds) and k.key is not null and e.removed_at is null
     and (e.expires_at is null or e.expires_at > f.created_at)
   limit 1
$function$;

CREATE OR REPLACE FUNCTION public.risk_rule_matches(r risk_rules, f risk_facts, p_live boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET enable_seqscan TO 'off'
AS $function$
declare
  v_since timestamptz := case when r.window_minutes is null then '-infinity'
                              else f.created_at - make_interval(mins => r.window_minutes) end;
  v_own boolean := r.merchant_id is not null;
  v_number bigint;
  v_failed bigint;
begin
  if r.mode <> f.mode or r.merchant_id <> f.merchant_id or r.payment_method <> f.payment_method then
    return false;
  end if;
  case r.condition
    when 'amount' then
      return f.charge_piastres > r.amount_piastres;
    when 'listed' then
      return risk_listed(f, 'blocked', case r.by_fact when 'address' then array['address', 'network']
                                                      else array[r.by_fact] end) is not null;
    when 'count' then
      select count(*) into v_number from risk_before(f, r.by_fact, v_own, v_since, p_live, r.times);
      return v_number >= r.times;
    when 'sum' then
      select sum(b.charge_piastres) into v_number from risk_before(f, r.by_fact, v_own, v_since, p_live, 1000) b;
      return coalesce(v_number, 0) + f.charge_piastres > r.amount_piastres
             and case r.by_fact when 'mobile' then f.mobile_key is not null when 'address' then f.address_key is not null
                                when 'card' then f.card_key is not null else f.bin is not null end;
    when 'declines' then
      select count(*), count(*) filter (where e.state = 'failed') into v_number, v_failed
        from (select a.state
                from risk_before(f, r.by_fact, v_own, v_since, p_live, 200) b
                join public.payment_attempts a on a.merchant_id = b.merchant_id and a.id = b.attempt_id
               where b.outcome <> 'block' and a.state in ('succeeded', 'failed')
                 and a.failure_reason is distinct from 'processing_error'
               order by b.created_at desc, b.attempt_id desc limit r.times) e;
      return v_number = r.times and v_failed = r.times;
    when 'first' then
      return f.charge_piastres > r.amount_piastres and not exists (
        select from risk_before(f, 'mobile', v_own, '-infinity', p_live, 1000) b
          join public.payment_attempts a on a.merchant_id = b.merchant_id and a.id = b.attempt_id
         where a.state = 'succeeded');
  end case;
end $function$;

alter table account_touches add constraint account_touches_merchant_id_by_user_id_fkey FOREIGN KEY (merchant_id, by_user_id) REFERENCES users(merchant_id, id);

alter table account_touches add constraint account_touches_merchant_id_user_id_fkey FOREIGN KEY (merchant_id, user_id) REFERENCES users(merchant_id, id);

alter table acquirer_costs add constraint acquirer_costs_merchant_id_transaction_id_fkey FOREIGN KEY (merchant_id, transaction_id) REFERENCES transactions(merchant_id, id);

alter table acquirer_costs add constraint acquirer_costs_processor_account_id_fkey FOREIGN KEY (processor_account_id) REFERENCES processor_accounts(id);

alter table api_key_hashes add constraint api_key_hashes_merchant_id_key_id_fkey FOREIGN KEY (merchant_id, key_id) REFERENCES api_keys(merchant_id, id) ON DELETE CASCADE;

alter table api_keys add constraint api_keys_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table api_keys add constraint api_keys_merchant_id_kept_by_fkey FOREIGN KEY (merchant_id, kept_by) REFERENCES users(merchant_id, id);

alter table api_requests add constraint api_requests_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table api_usage add constraint api_usage_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table approvals add constraint approvals_merchant_id_decided_by_fkey FOREIGN KEY (merchant_id, decided_by) REFERENCES users(merchant_id, id);

alter table approvals add constraint approvals_merchant_id_first_yes_by_fkey FOREIGN KEY (merchant_id, first_yes_by) REFERENCES users(merchant_id, id);

alter table approvals add constraint approvals_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table approvals add constraint approvals_merchant_id_requested_by_fkey FOREIGN KEY (merchant_id, requested_by) REFERENCES users(merchant_id, id);

alter table approvals add constraint approvals_merchant_id_transaction_id_fkey FOREIGN KEY (merchant_id, transaction_id) REFERENCES transactions(merchant_id, id);

alter table authenticators add constraint authenticators_merchant_id_user_id_fkey FOREIGN KEY (merchant_id, user_id) REFERENCES users(merchant_id, id) ON DELETE CASCADE;

alter table authenticators add constraint authenticators_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;

alter table bank_account_versions add constraint bank_account_versions_merchant_id_bank_account_id_fkey FOREIGN KEY (merchant_id, bank_account_id) REFERENCES bank_accounts(merchant_id, id);

alter table bank_accounts add constraint bank_accounts_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table bank_line_links add constraint bank_line_links_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES reconciliation_batches(id);

alter table bank_line_links add constraint bank_line_links_line_id_fkey FOREIGN KEY (line_id) REFERENCES bank_lines(id);

alter table bank_line_links add constraint bank_line_links_transfer_id_fkey FOREIGN KEY (transfer_id) REFERENCES bank_transfers(id);

alter table bank_line_refusals add constraint bank_line_refusals_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES reconciliation_batches(id);

alter table bank_line_refusals add constraint bank_line_refusals_line_id_fkey FOREIGN KEY (line_id) REFERENCES bank_lines(id) ON DELETE CASCADE;

alter table bank_lines add constraint bank_lines_file_id_fkey FOREIGN KEY (file_id) REFERENCES bank_statement_files(id);

alter table bank_statement_files add constraint bank_statement_files_bank_account_id_fkey FOREIGN KEY (bank_account_id) REFERENCES provider_bank_accounts(id);

alter table bank_statement_layouts add constraint bank_statement_layouts_bank_account_id_fkey FOREIGN KEY (bank_account_id) REFERENCES provider_bank_accounts(id);

alter table bank_transfer_batches add constraint bank_transfer_batches_bank_account_id_fkey FOREIGN KEY (bank_account_id) REFERENCES provider_bank_accounts(id);

alter table bank_transfers add constraint bank_transfers_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES bank_transfer_batches(id);

alter table bank_transfers add constraint bank_transfers_merchant_id_bank_account_id_bank_account_ve_fkey FOREIGN KEY (merchant_id, bank_account_id, bank_account_version) REFERENCES bank_account_versions(merchant_id, bank_account_id, version);

alter table bank_transfers add constraint bank_transfers_merchant_id_settlement_id_fkey FOREIGN KEY (merchant_id, settlement_id) REFERENCES settlements(merchant_id, id);

alter table bank_transfers add constraint bank_transfers_payout FOREIGN KEY (merchant_id, payout_id) REFERENCES payouts(merchant_id, id);

alter table business_profiles add constraint business_profiles_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table canned_replies add constraint canned_replies_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES operators(id);

alter table categories add constraint categories_merchant_id_created_by_fkey FOREIGN KEY (merchant_id, created_by) REFERENCES users(merchant_id, id);

alter table categories add constraint categories_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table chargeback_files add constraint chargeback_files_merchant_id_chargeback_id_fkey FOREIGN KEY (merchant_id, chargeback_id) REFERENCES chargebacks(merchant_id, id);

alter table chargeback_files add constraint chargeback_files_merchant_id_path_fkey FOREIGN KEY (merchant_id, path) REFERENCES files(merchant_id, path);

alter table chargeback_stages add constraint chargeback_stages_merchant_id_chargeback_id_fkey FOREIGN KEY (merchant_id, chargeback_id) REFERENCES chargebacks(merchant_id, id);

alter table chargebacks add constraint chargebacks_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table chargebacks add constraint chargebacks_merchant_id_transaction_id_fkey FOREIGN KEY (merchant_id, transaction_id) REFERENCES transactions(merchant_id, id);

alter table company_accounts add constraint company_accounts_merchant_id_user_id_fkey FOREIGN KEY (merchant_id, user_id) REFERENCES users(merchant_id, id);

alter table company_groups add constraint company_groups_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES company_sign_ins(merchant_id) ON DELETE CASCADE;

alter table company_groups add constraint company_groups_merchant_id_role_id_fkey FOREIGN KEY (merchant_id, role_id) REFERENCES roles(merchant_id, id) ON DELETE CASCADE;

alter table company_sign_ins add constraint company_sign_ins_merchant_id_changed_by_fkey FOREIGN KEY (merchant_id, changed_by) REFERENCES users(merchant_id, id);

alter table company_sign_ins add constraint company_sign_ins_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table customer_merges add constraint customer_merges_merchant_id_customer_id_fkey FOREIGN KEY (merchant_id, customer_id) REFERENCES customers(merchant_id, id);

alter table customer_merges add constraint customer_merges_merchant_id_into_id_fkey FOREIGN KEY (merchant_id, into_id) REFERENCES customers(merchant_id, id);

alter table customer_merges add constraint customer_merges_merchant_id_merged_by_fkey FOREIGN KEY (merchant_id, merged_by) REFERENCES users(merchant_id, id);

alter table customer_notes add constraint customer_notes_merchant_id_created_by_fkey FOREIGN KEY (merchant_id, created_by) REFERENCES users(merchant_id, id);

alter table customer_notes add constraint customer_notes_merchant_id_customer_id_fkey FOREIGN KEY (merchant_id, customer_id) REFERENCES customers(merchant_id, id);

alter table customer_tags add constraint customer_tags_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table discrepancies add constraint discrepancies_merchant_id_booked_refund_id_fkey FOREIGN KEY (merchant_id, booked_refund_id) REFERENCES refunds(merchant_id, id);

alter table discrepancies add constraint discrepancies_merchant_id_chargeback_id_fkey FOREIGN KEY (merchant_id, chargeback_id) REFERENCES chargebacks(merchant_id, id);

alter table discrepancies add constraint discrepancies_merchant_id_refund_id_fkey FOREIGN KEY (merchant_id, refund_id) REFERENCES refunds(merchant_id, id);

alter table discrepancies add constraint discrepancies_merchant_id_transaction_id_fkey FOREIGN KEY (merchant_id, transaction_id) REFERENCES transactions(merchant_id, id);

alter table document_expiries add constraint document_expiries_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table email_changes add constraint email_changes_merchant_id_asked_by_fkey FOREIGN KEY (merchant_id, asked_by) REFERENCES users(merchant_id, id);

alter table email_changes add constraint email_changes_merchant_id_user_id_fkey FOREIGN KEY (merchant_id, user_id) REFERENCES users(merchant_id, id);

alter table email_tokens add constraint email_tokens_merchant_id_user_id_fkey FOREIGN KEY (merchant_id, user_id) REFERENCES users(merchant_id, id) ON DELETE CASCADE;

alter table events add constraint events_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table fee_credit_notes add constraint fee_credit_notes_invoice FOREIGN KEY (merchant_id, fee_invoice_id) REFERENCES fee_invoices(merchant_id, id);

alter table fee_credit_notes add constraint fee_credit_notes_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table fee_credit_notes add constraint fee_credit_notes_transfer FOREIGN KEY (merchant_id, transfer_id) REFERENCES ledger_transfers(merchant_id, id);

alter table fee_invoices add constraint fee_invoices_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table form_templates add constraint form_templates_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table form_templates add constraint form_templates_merchant_id_user_id_fkey FOREIGN KEY (merchant_id, user_id) REFERENCES users(merchant_id, id);

alter table held_mails add constraint held_mails_merchant_id_notification_id_fkey FOREIGN KEY (merchant_id, notification_id) REFERENCES notifications(merchant_id, id) ON DELETE CASCADE;

alter table held_mails add constraint held_mails_merchant_id_user_id_fkey FOREIGN KEY (merchant_id, user_id) REFERENCES users(merchant_id, id);

alter table import_columns add constraint import_columns_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table incident_updates add constraint incident_updates_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incidents(id);

alter table invoice_messages add constraint invoice_messages_merchant_id_share_id_fkey FOREIGN KEY (merchant_id, share_id) REFERENCES invoice_shares(merchant_id, id);

alter table invoice_reminders add constraint invoice_reminders_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table invoice_shares add constraint invoice_shares_merchant_id_customer_id_fkey FOREIGN KEY (merchant_id, customer_id) REFERENCES customers(merchant_id, id);

alter table invoice_shares add constraint invoice_shares_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table invoice_shares add constraint invoice_shares_merchant_id_invoice_id_fkey FOREIGN KEY (merchant_id, invoice_id) REFERENCES invoices(merchant_id, id);

alter table invoices add constraint invoices_merchant_id_created_by_fkey FOREIGN KEY (merchant_id, created_by) REFERENCES users(merchant_id, id);

alter table invoices add constraint invoices_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table kyc_submissions add constraint kyc_submissions_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table ledger_transfers add constraint ledger_corrects_a_transfer FOREIGN KEY (merchant_id, corrects_transfer_id) REFERENCES ledger_transfers(merchant_id, id);

alter table logins add constraint logins_merchant_id_user_id_fkey FOREIGN KEY (merchant_id, user_id) REFERENCES users(merchant_id, id) ON DELETE CASCADE;

alter table merchant_brands add constraint merchant_brands_merchant_id_cover_path_fkey FOREIGN KEY (merchant_id, cover_path) REFERENCES files(merchant_id, path);

alter table merchant_brands add constraint merchant_brands_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table merchant_domains add constraint merchant_domains_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table merchant_embedders add constraint merchant_embedders_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table merchant_rates add constraint merchant_rates_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table merchant_settings add constraint merchant_settings_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table notification_archives add constraint notification_archives_merchant_id_notification_id_fkey FOREIGN KEY (merchant_id, notification_id) REFERENCES notifications(merchant_id, id) ON DELETE CASCADE;

alter table notification_marks add constraint notification_marks_merchant_id_user_id_fkey FOREIGN KEY (merchant_id, user_id) REFERENCES users(merchant_id, id);

alter table notification_preferences add constraint notification_preferences_merchant_id_user_id_fkey FOREIGN KEY (merchant_id, user_id) REFERENCES users(merchant_id, id);

alter table notifications add constraint notifications_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table operator_approvals add constraint operator_approvals_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES operators(id);

alter table operator_approvals add constraint operator_approvals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES operators(id);

alter table operator_approvals add constraint operator_approvals_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table operator_company_accounts add constraint operator_company_accounts_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id);

alter table operator_company_attempts add constraint operator_company_attempts_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id);

alter table operator_directory add constraint operator_directory_made_by_fkey FOREIGN KEY (made_by) REFERENCES operators(id);

alter table operator_group_members add constraint operator_group_members_group_id_fkey FOREIGN KEY (group_id) REFERENCES operator_groups(id) ON DELETE CASCADE;

alter table operator_group_members add constraint operator_group_members_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id);

alter table operator_invitations add constraint operator_invitations_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id);

alter table operator_sessions add constraint operator_sessions_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id);

alter table operator_views add constraint operator_views_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id);

alter table operators add constraint operators_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES operators(id);

alter table operators add constraint operators_let_in_by_fkey FOREIGN KEY (let_in_by) REFERENCES operators(id);

alter table operators add constraint operators_reset_by_fkey FOREIGN KEY (reset_by) REFERENCES operators(id);

alter table operators add constraint operators_role_by_fkey FOREIGN KEY (role_by) REFERENCES operators(id);

alter table operators add constraint operators_role_id_fkey FOREIGN KEY (role_id) REFERENCES operator_roles(id);

alter table order_codes add constraint order_codes_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table order_items add constraint order_items_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table order_items add constraint order_items_merchant_id_order_id_fkey FOREIGN KEY (merchant_id, order_id) REFERENCES orders(merchant_id, id);

alter table order_items add constraint order_items_merchant_id_product_id_fkey FOREIGN KEY (merchant_id, product_id) REFERENCES products(merchant_id, id);

alter table orders add constraint orders_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table passkey_logins add constraint passkey_logins_merchant_id_passkey_id_fkey FOREIGN KEY (merchant_id, passkey_id) REFERENCES passkeys(merchant_id, id) ON DELETE CASCADE;

alter table passkeys add constraint passkeys_merchant_id_user_id_fkey FOREIGN KEY (merchant_id, user_id) REFERENCES users(merchant_id, id) ON DELETE CASCADE;

alter table passkeys add constraint passkeys_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;

alter table pay_tokens add constraint pay_tokens_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table payment_attempts add constraint payment_attempts_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table payment_attempts add constraint payment_attempts_of_a_transaction FOREIGN KEY (merchant_id, transaction_id) REFERENCES transactions(merchant_id, id);

alter table payment_links add constraint payment_links_merchant_id_created_by_fkey FOREIGN KEY (merchant_id, created_by) REFERENCES users(merchant_id, id);

alter table payment_links add constraint payment_links_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table payouts add constraint payouts_bank_account FOREIGN KEY (merchant_id, bank_account_id, bank_account_version) REFERENCES bank_account_versions(merchant_id, bank_account_id, version);

alter table payouts add constraint payouts_merchant_id_approval_id_fkey FOREIGN KEY (merchant_id, approval_id) REFERENCES approvals(merchant_id, id);

alter table payouts add constraint payouts_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table payouts add constraint payouts_merchant_id_requested_by_fkey FOREIGN KEY (merchant_id, requested_by) REFERENCES users(merchant_id, id);

alter table payouts add constraint payouts_merchant_id_transaction_id_fkey FOREIGN KEY (merchant_id, transaction_id) REFERENCES transactions(merchant_id, id);

alter table processor_accounts add constraint processor_accounts_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table processor_ids add constraint processor_ids_merchant_id_attempt_id_fkey FOREIGN KEY (merchant_id, attempt_id) REFERENCES payment_attempts(merchant_id, id);

alter table product_images add constraint product_images_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table product_images add constraint product_images_merchant_id_product_id_fkey FOREIGN KEY (merchant_id, product_id) REFERENCES products(merchant_id, id);

alter table products add constraint products_merchant_id_category_id_sub_category_id_fkey FOREIGN KEY (merchant_id, category_id, sub_category_id) REFERENCES sub_categories(merchant_id, category_id, id);

alter table products add constraint products_merchant_id_created_by_fkey FOREIGN KEY (merchant_id, created_by) REFERENCES users(merchant_id, id);

alter table products add constraint products_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table products add constraint products_merchant_id_mode_category_id_fkey FOREIGN KEY (merchant_id, mode, category_id) REFERENCES categories(merchant_id, mode, id);

alter table proofs_awaited add constraint proofs_awaited_merchant_id_user_id_fkey FOREIGN KEY (merchant_id, user_id) REFERENCES users(merchant_id, id) ON DELETE CASCADE;

alter table public_files add constraint public_files_merchant_id_path_fkey FOREIGN KEY (merchant_id, path) REFERENCES files(merchant_id, path) ON DELETE CASCADE;

alter table push_devices add constraint push_devices_merchant_id_session_id_fkey FOREIGN KEY (merchant_id, session_id) REFERENCES sessions(merchant_id, id) ON DELETE CASCADE;

alter table push_devices add constraint push_devices_merchant_id_user_id_fkey FOREIGN KEY (merchant_id, user_id) REFERENCES users(merchant_id, id);

alter table push_devices_removed add constraint push_devices_removed_merchant_id_user_id_fkey FOREIGN KEY (merchant_id, user_id) REFERENCES users(merchant_id, id);

alter table quiet_hours add constraint quiet_hours_merchant_id_user_id_fkey FOREIGN KEY (merchant_id, user_id) REFERENCES users(merchant_id, id);

alter table reconciliation_accounts add constraint reconciliation_accounts_processor_account_id_fkey FOREIGN KEY (processor_account_id) REFERENCES processor_accounts(id);

alter table reconciliation_batches add constraint reconciliation_batches_file_id_fkey FOREIGN KEY (file_id) REFERENCES reconciliation_files(id);

alter table reconciliation_breaks add constraint reconciliation_breaks_bank_account_id_fkey FOREIGN KEY (bank_account_id) REFERENCES provider_bank_accounts(id);

alter table reconciliation_breaks add constraint reconciliation_breaks_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES reconciliation_batches(id);

alter table reconciliation_breaks add constraint reconciliation_breaks_file_id_fkey FOREIGN KEY (file_id) REFERENCES reconciliation_files(id);

alter table reconciliation_breaks add constraint reconciliation_breaks_processor_account_id_fkey FOREIGN KEY (processor_account_id) REFERENCES processor_accounts(id);

alter table reconciliation_costs add constraint reconciliation_costs_processor_account_id_fkey FOREIGN KEY (processor_account_id) REFERENCES processor_accounts(id);

alter table reconciliation_cut_off_rows add constraint reconciliation_cut_off_rows_cut_off_id_fkey FOREIGN KEY (cut_off_id) REFERENCES reconciliation_cut_offs(id);

alter table reconciliation_cut_offs add constraint reconciliation_cut_offs_bank_account_id_fkey FOREIGN KEY (bank_account_id) REFERENCES provider_bank_accounts(id);

alter table reconciliation_cut_offs add constraint reconciliation_cut_offs_processor_account_id_fkey FOREIGN KEY (processor_account_id) REFERENCES processor_accounts(id);

alter table reconciliation_evidence add constraint reconciliation_evidence_break_id_fkey FOREIGN KEY (break_id) REFERENCES reconciliation_breaks(id);

alter table reconciliation_files add constraint reconciliation_files_processor_account_id_fkey FOREIGN KEY (processor_account_id) REFERENCES processor_accounts(id);

alter table reconciliation_files add constraint reconciliation_files_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES reconciliation_profiles(id);

alter table reconciliation_lines add constraint reconciliation_lines_file_id_fkey FOREIGN KEY (file_id) REFERENCES reconciliation_files(id);

alter table reconciliation_notes add constraint reconciliation_notes_break_id_fkey FOREIGN KEY (break_id) REFERENCES reconciliation_breaks(id);

alter table reconciliation_profiles add constraint reconciliation_profiles_processor_account_id_fkey FOREIGN KEY (processor_account_id) REFERENCES processor_accounts(id);

alter table reconciliation_suspense add constraint reconciliation_suspense_processor_account_id_fkey FOREIGN KEY (processor_account_id) REFERENCES processor_accounts(id);

alter table reconciliation_unsettled add constraint reconciliation_unsettled_processor_account_id_fkey FOREIGN KEY (processor_account_id) REFERENCES processor_accounts(id);

alter table reconciliation_write_offs add constraint reconciliation_write_offs_break_id_fkey FOREIGN KEY (break_id) REFERENCES reconciliation_breaks(id);

alter table reconciliation_write_offs add constraint reconciliation_write_offs_processor_account_id_fkey FOREIGN KEY (processor_account_id) REFERENCES processor_accounts(id);

alter table recovery_codes add constraint recovery_codes_merchant_id_user_id_fkey FOREIGN KEY (merchant_id, user_id) REFERENCES users(merchant_id, id) ON DELETE CASCADE;

alter table recovery_codes add constraint recovery_codes_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id) ON DELETE CASCADE;

alter table refund_sessions add constraint refund_sessions_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table refund_sessions add constraint refund_sessions_merchant_id_transaction_id_fkey FOREIGN KEY (merchant_id, transaction_id) REFERENCES transactions(merchant_id, id);

alter table refunds add constraint refunds_merchant_id_approval_id_fkey FOREIGN KEY (merchant_id, approval_id) REFERENCES approvals(merchant_id, id);

alter table refunds add constraint refunds_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table refunds add constraint refunds_merchant_id_requested_by_fkey FOREIGN KEY (merchant_id, requested_by) REFERENCES users(merchant_id, id);

alter table refunds add constraint refunds_merchant_id_transaction_id_fkey FOREIGN KEY (merchant_id, transaction_id) REFERENCES transactions(merchant_id, id);

alter table report_recipients add constraint report_recipients_merchant_id_report_id_fkey FOREIGN KEY (merchant_id, report_id) REFERENCES reports(merchant_id, id);

alter table report_recipients add constraint report_recipients_merchant_id_user_id_fkey FOREIGN KEY (merchant_id, user_id) REFERENCES users(merchant_id, id);

alter table report_runs add constraint report_runs_merchant_id_report_id_fkey FOREIGN KEY (merchant_id, report_id) REFERENCES reports(merchant_id, id);

alter table reports add constraint reports_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table reports add constraint reports_merchant_id_user_id_fkey FOREIGN KEY (merchant_id, user_id) REFERENCES users(merchant_id, id);

alter table reserve_draws add constraint reserve_draws_merchant_id_item_id_fkey FOREIGN KEY (merchant_id, item_id) REFERENCES reserve_items(merchant_id, id);

alter table reserve_draws add constraint reserve_draws_merchant_id_transfer_id_fkey FOREIGN KEY (merchant_id, transfer_id) REFERENCES ledger_transfers(merchant_id, id);

alter table reserve_items add constraint reserve_items_merchant_id_settlement_id_fkey FOREIGN KEY (merchant_id, settlement_id) REFERENCES settlements(merchant_id, id);

alter table reserve_terms add constraint reserve_terms_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table risk_dry_run_rows add constraint risk_dry_run_rows_run_id_fkey FOREIGN KEY (run_id) REFERENCES risk_dry_runs(id) ON DELETE CASCADE;

alter table risk_dry_runs add constraint risk_dry_runs_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES risk_rules(id);

alter table risk_rule_events add constraint risk_rule_events_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES risk_rules(id);

alter table risk_rules add constraint risk_rules_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table roles add constraint roles_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table sandbox_refunds add constraint sandbox_refunds_merchant_id_order_id_fkey FOREIGN KEY (merchant_id, order_id) REFERENCES sandbox_payments(merchant_id, order_id) ON DELETE CASCADE;

alter table saved_views add constraint saved_views_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table saved_views add constraint saved_views_merchant_id_user_id_fkey FOREIGN KEY (merchant_id, user_id) REFERENCES users(merchant_id, id);

alter table scim_groups add constraint scim_groups_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES company_sign_ins(merchant_id) ON DELETE CASCADE;

alter table scim_members add constraint scim_members_merchant_id_group_id_fkey FOREIGN KEY (merchant_id, group_id) REFERENCES scim_groups(merchant_id, id) ON DELETE CASCADE;

alter table scim_members add constraint scim_members_merchant_id_user_id_fkey FOREIGN KEY (merchant_id, user_id) REFERENCES users(merchant_id, id);

alter table scim_settings add constraint scim_settings_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES company_sign_ins(merchant_id) ON DELETE CASCADE;

alter table scim_settings add constraint scim_settings_merchant_id_made_by_fkey FOREIGN KEY (merchant_id, made_by) REFERENCES users(merchant_id, id);

alter table scim_settings add constraint scim_settings_merchant_id_starting_role_id_fkey FOREIGN KEY (merchant_id, starting_role_id) REFERENCES roles(merchant_id, id);

alter table screening_hits add constraint screening_hits_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table sessions add constraint sessions_merchant_id_user_id_fkey FOREIGN KEY (merchant_id, user_id) REFERENCES users(merchant_id, id) ON DELETE CASCADE;

alter table settlement_items add constraint settlement_items_merchant_id_settlement_id_fkey FOREIGN KEY (merchant_id, settlement_id) REFERENCES settlements(merchant_id, id);

alter table settlement_items add constraint settlement_items_merchant_id_transaction_id_fkey FOREIGN KEY (merchant_id, transaction_id) REFERENCES transactions(merchant_id, id);

alter table settlement_payments add constraint settlement_payments_merchant_id_settlement_id_fkey FOREIGN KEY (merchant_id, settlement_id) REFERENCES settlements(merchant_id, id);

alter table settlement_returns add constraint settlement_returns_merchant_id_settlement_id_fkey FOREIGN KEY (merchant_id, settlement_id) REFERENCES settlements(merchant_id, id);

alter table settlements add constraint settlements_bank_account FOREIGN KEY (merchant_id, bank_account_id, bank_account_version) REFERENCES bank_account_versions(merchant_id, bank_account_id, version);

alter table settlements add constraint settlements_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table store_customers add constraint store_customers_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table store_options add constraint store_options_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table store_statistics add constraint store_statistics_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table sub_categories add constraint sub_categories_merchant_id_category_id_fkey FOREIGN KEY (merchant_id, category_id) REFERENCES categories(merchant_id, id) ON DELETE CASCADE;

alter table sub_categories add constraint sub_categories_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table ticket_changes add constraint ticket_changes_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES operators(id);

alter table ticket_changes add constraint ticket_changes_merchant_id_ticket_id_fkey FOREIGN KEY (merchant_id, ticket_id) REFERENCES tickets(merchant_id, id);

alter table ticket_changes add constraint ticket_changes_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id);

alter table ticket_messages add constraint ticket_messages_merchant_id_path_fkey FOREIGN KEY (merchant_id, path) REFERENCES files(merchant_id, path);

alter table ticket_messages add constraint ticket_messages_merchant_id_ticket_id_fkey FOREIGN KEY (merchant_id, ticket_id) REFERENCES tickets(merchant_id, id);

alter table ticket_messages add constraint ticket_messages_merchant_id_user_id_fkey FOREIGN KEY (merchant_id, user_id) REFERENCES users(merchant_id, id);

alter table ticket_messages add constraint ticket_messages_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id);

alter table ticket_notes add constraint ticket_notes_merchant_id_ticket_id_fkey FOREIGN KEY (merchant_id, ticket_id) REFERENCES tickets(merchant_id, id);

alter table ticket_notes add constraint ticket_notes_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators(id);

alter table tickets add constraint tickets_assignee_id_fkey FOREIGN KEY (assignee_id) REFERENCES operators(id);

alter table tickets add constraint tickets_merchant_id_created_by_fkey FOREIGN KEY (merchant_id, created_by) REFERENCES users(merchant_id, id);

alter table tickets add constraint tickets_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table transactions add constraint transactions_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table users add constraint users_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table users add constraint users_merchant_id_role_id_fkey FOREIGN KEY (merchant_id, role_id) REFERENCES roles(merchant_id, id);

alter table users add constraint users_person_id_fkey FOREIGN KEY (person_id) REFERENCES people(id);

alter table volume_limits add constraint volume_limits_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table webhook_attempts add constraint webhook_attempts_merchant_id_event_id_fkey FOREIGN KEY (merchant_id, event_id) REFERENCES webhook_events(merchant_id, id) ON DELETE CASCADE;

alter table webhook_endpoints add constraint webhook_endpoints_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table webhook_events add constraint webhook_events_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table webhook_secrets add constraint webhook_secrets_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

alter table webhook_stops add constraint webhook_stops_merchant_id_fkey FOREIGN KEY (merchant_id) REFERENCES merchants(id);

CREATE INDEX account_touches_by_time ON public.account_touches USING btree (merchant_id, at);

CREATE INDEX account_touches_of_user ON public.account_touches USING btree (merchant_id, user_id, at);

CREATE INDEX acquirer_costs_by_time ON public.acquirer_costs USING btree (processor_account_id, booked_at) INCLUDE (amount_piastres);

CREATE INDEX acquirer_costs_of_payment ON public.acquirer_costs USING btree (merchant_id, transaction_id, booked_at);

CREATE INDEX api_key_hashes_key ON public.api_key_hashes USING btree (merchant_id, key_id);

CREATE UNIQUE INDEX api_keys_current ON public.api_keys USING btree (merchant_id, mode, kind) WHERE ((name = ''::text) AND (expires_at IS NULL));

CREATE INDEX api_keys_listed ON public.api_keys USING btree (merchant_id, mode, id DESC);

CREATE INDEX api_requests_by_created_at ON public.api_requests USING btree (merchant_id, mode, created_at, id);

CREATE INDEX api_requests_by_id ON public.api_requests USING btree (merchant_id, mode, id);

CREATE INDEX api_requests_by_status ON public.api_requests USING btree (merchant_id, mode, status);

CREATE INDEX api_requests_old ON public.api_requests USING btree (created_at);

CREATE INDEX api_usage_by_day ON public.api_usage USING btree (day);

CREATE INDEX api_usage_of_days ON public.api_usage USING btree (merchant_id, mode, day);

CREATE INDEX approvals_by_amount ON public.approvals USING btree (merchant_id, mode, amount_piastres, id);

CREATE INDEX approvals_by_created_at ON public.approvals USING btree (merchant_id, mode, created_at, id);

CREATE INDEX approvals_by_id ON public.approvals USING btree (merchant_id, mode, id);

CREATE INDEX approvals_by_requester ON public.approvals USING btree (merchant_id, mode, requested_by, id);

CREATE INDEX approvals_by_state ON public.approvals USING btree (merchant_id, mode, state, kind);

CREATE INDEX approvals_of_transaction ON public.approvals USING btree (merchant_id, transaction_id, id) WHERE (transaction_id IS NOT NULL);

CREATE UNIQUE INDEX approvals_single ON public.approvals USING btree (merchant_id, mode, kind, single) WHERE ((state = 'waiting'::text) AND (single IS NOT NULL));

CREATE INDEX approvals_waiting ON public.approvals USING btree (expires_at) WHERE (state = 'waiting'::text);

CREATE INDEX audit_log_by_action ON public.audit_log USING btree (action, at, id);

CREATE INDEX audit_log_by_actor ON public.audit_log USING btree (actor, at, id);

CREATE INDEX audit_log_by_noun ON public.audit_log USING btree (split_part(subject, ':'::text, 1));

CREATE INDEX audit_log_by_subject ON public.audit_log USING btree (subject, at, id) WHERE (subject IS NOT NULL);

CREATE INDEX audit_log_of_all ON public.audit_log USING btree (at, id);

CREATE INDEX audit_log_of_merchant_by_action ON public.audit_log USING btree (merchant_id, action, id);

CREATE INDEX audit_log_of_merchant_by_actor ON public.audit_log USING btree (merchant_id, actor, id);

CREATE INDEX audit_log_of_merchant_by_at ON public.audit_log USING btree (merchant_id, at, id);

CREATE INDEX audit_log_of_merchant_by_subject ON public.audit_log USING btree (merchant_id, subject text_pattern_ops, id) WHERE (subject IS NOT NULL);

CREATE INDEX audit_log_of_merchant_by_user ON public.audit_log USING btree (merchant_id, user_id, id);

CREATE INDEX authenticators_of_person ON public.authenticators USING btree (person_id);

CREATE UNIQUE INDEX bank_accounts_receiving ON public.bank_accounts USING btree (merchant_id) WHERE receives_settlements;

CREATE INDEX bank_answers_kept ON public.bank_answers USING btree (applied_at) WHERE (content IS NOT NULL);

CREATE INDEX bank_line_links_of_batch ON public.bank_line_links USING btree (batch_id) WHERE (batch_id IS NOT NULL);

CREATE UNIQUE INDEX bank_line_links_of_transfer ON public.bank_line_links USING btree (transfer_id, ((amount_piastres > 0))) WHERE (transfer_id IS NOT NULL);

CREATE INDEX bank_lines_by_amount ON public.bank_lines USING btree (file_id, amount_piastres, id);

CREATE INDEX bank_lines_by_bank_reference ON public.bank_lines USING btree (bank_reference) WHERE (bank_reference <> ''::text);

CREATE INDEX bank_lines_by_day ON public.bank_lines USING btree (file_id, booked_on, id);

CREATE INDEX bank_lines_by_own_reference ON public.bank_lines USING btree (own_reference) WHERE (own_reference <> ''::text);

CREATE INDEX bank_lines_of_file ON public.bank_lines USING btree (file_id, id);

CREATE INDEX bank_statement_files_by_time ON public.bank_statement_files USING btree (created_at, id);

CREATE INDEX bank_statement_files_of_account ON public.bank_statement_files USING btree (bank_account_id, id) WHERE (state = 'imported'::text);

CREATE UNIQUE INDEX bank_statement_files_once ON public.bank_statement_files USING btree (bank_account_id, sha256) WHERE ((state = 'imported'::text) AND (lines > 0));

CREATE INDEX bank_transfers_by_amount ON public.bank_transfers USING btree (amount_piastres);

CREATE INDEX bank_transfers_by_bank_reference ON public.bank_transfers USING btree (bank_reference) WHERE (bank_reference <> ''::text);

CREATE INDEX bank_transfers_of_batch ON public.bank_transfers USING btree (batch_id, id);

CREATE INDEX bank_transfers_of_payout ON public.bank_transfers USING btree (merchant_id, payout_id) WHERE (payout_id IS NOT NULL);

CREATE INDEX bank_transfers_of_settlement ON public.bank_transfers USING btree (merchant_id, settlement_id, id);

CREATE UNIQUE INDEX bank_transfers_once ON public.bank_transfers USING btree (merchant_id, settlement_id) WHERE (state = ANY (ARRAY['listed'::text, 'sent'::text, 'paid'::text]));

CREATE UNIQUE INDEX bank_transfers_payout_once ON public.bank_transfers USING btree (merchant_id, payout_id) WHERE ((payout_id IS NOT NULL) AND (state = ANY (ARRAY['listed'::text, 'sent'::text, 'paid'::text])));

CREATE UNIQUE INDEX canned_replies_name ON public.canned_replies USING btree (search_key(name)) WHERE (archived_at IS NULL);

CREATE INDEX categories_by_created_at ON public.categories USING btree (merchant_id, mode, created_at, id);

CREATE INDEX categories_search ON public.categories USING gin (merchant_id, name_key gin_trgm_ops);

CREATE INDEX chargebacks_by_amount ON public.chargebacks USING btree (merchant_id, mode, amount_piastres, id);

CREATE INDEX chargebacks_by_case_key ON public.chargebacks USING btree (merchant_id, mode, search_key(case_id), id);

CREATE INDEX chargebacks_by_change ON public.chargebacks USING btree (merchant_id, mode, GREATEST(created_at, answered_at, moved_at, decided_at), id);

CREATE INDEX chargebacks_by_created_at ON public.chargebacks USING btree (merchant_id, mode, created_at, id);

CREATE INDEX chargebacks_by_due_at ON public.chargebacks USING btree (merchant_id, mode, due_at, id);

CREATE INDEX chargebacks_by_id ON public.chargebacks USING btree (merchant_id, mode, id);

CREATE INDEX chargebacks_by_name ON public.chargebacks USING btree (merchant_id, mode, name_key, id);

CREATE INDEX chargebacks_by_status ON public.chargebacks USING btree (merchant_id, mode, status, id);

CREATE INDEX chargebacks_by_transaction ON public.chargebacks USING btree (merchant_id, transaction_id, id);

CREATE INDEX chargebacks_by_transaction_reference ON public.chargebacks USING btree (merchant_id, mode, transaction_reference, id);

CREATE UNIQUE INDEX chargebacks_case ON public.chargebacks USING btree (merchant_id, mode, COALESCE(account_id, (0)::bigint), case_id) WHERE ((status <> 2) AND (case_id <> ''::text));

CREATE INDEX chargebacks_name_search ON public.chargebacks USING gin (merchant_id, name_key gin_trgm_ops);

CREATE INDEX chargebacks_of_all ON public.chargebacks USING btree (mode, created_at, id);

CREATE INDEX chargebacks_of_all_by_amount ON public.chargebacks USING btree (mode, amount_piastres, id);

CREATE INDEX chargebacks_of_all_by_case_key ON public.chargebacks USING btree (search_key(case_id));

CREATE INDEX chargebacks_of_all_by_due_at ON public.chargebacks USING btree (mode, due_at, id);

CREATE INDEX chargebacks_of_all_by_reference ON public.chargebacks USING btree (reference);

CREATE UNIQUE INDEX chargebacks_of_transaction ON public.chargebacks USING btree (merchant_id, transaction_id) WHERE ((status <> 2) AND (case_id = ''::text));

CREATE INDEX chargebacks_pending ON public.chargebacks USING btree (mode, due_at, id) WHERE (status = 0);

CREATE UNIQUE INDEX chargebacks_reference ON public.chargebacks USING btree (merchant_id, mode, reference);

CREATE INDEX chargebacks_to_remind ON public.chargebacks USING btree (due_at) WHERE ((status = 0) AND (answered_at IS NULL) AND (reminded_at IS NULL));

CREATE INDEX clearing_balances_of_account ON public.clearing_balances USING btree (processor_account_id);

CREATE INDEX company_groups_by_role ON public.company_groups USING btree (merchant_id, role_id);

CREATE UNIQUE INDEX company_sign_ins_domain ON public.company_sign_ins USING btree (domain) WHERE (domain_verified_at IS NOT NULL);

CREATE INDEX customer_events_of_customer ON public.customer_events USING btree (merchant_id, customer_id, kind, at, row_id);

CREATE INDEX customer_merges_email ON public.customer_merges USING btree (merchant_id, mode, former_email);

CREATE INDEX customer_merges_into ON public.customer_merges USING btree (merchant_id, into_id);

CREATE INDEX customer_merges_mobile ON public.customer_merges USING btree (merchant_id, mode, former_mobile);

CREATE UNIQUE INDEX customers_by_merchant_reference ON public.customers USING btree (merchant_id, mode, merchant_reference, (
CASE
    WHEN merchant_reference_unique THEN (0)::bigint
    ELSE id
END)) WHERE (merchant_reference IS NOT NULL);

CREATE INDEX customers_by_metadata ON public.customers USING gin (merchant_id, metadata jsonb_path_ops) WHERE (metadata <> '{}'::jsonb);

CREATE UNIQUE INDEX customers_national_id ON public.customers USING btree (merchant_id, mode, national_id) WHERE (national_id <> ''::text);

CREATE INDEX customers_of_state_by_created_at ON public.customers USING btree (merchant_id, mode, state, created_at, id);

CREATE INDEX customers_of_state_by_email ON public.customers USING btree (merchant_id, mode, state, email);

CREATE INDEX customers_of_state_by_id ON public.customers USING btree (merchant_id, mode, state, id);

CREATE INDEX customers_of_state_by_mobile ON public.customers USING btree (merchant_id, mode, state, mobile);

CREATE INDEX customers_of_state_by_name ON public.customers USING btree (merchant_id, mode, state, name_key, id);

CREATE INDEX customers_of_state_by_updated_at ON public.customers USING btree (merchant_id, mode, state, updated_at, id);

CREATE INDEX customers_search ON public.customers USING gin (merchant_id, search_text gin_trgm_ops, national_id gin_trgm_ops);

CREATE INDEX customers_tags ON public.customers USING gin (merchant_id, tags) WHERE (tags <> '{}'::text[]);

CREATE INDEX customers_to_link ON public.customers USING btree (merchant_id, id) WHERE (linked_at IS NULL);

CREATE INDEX discrepancies_of_payment ON public.discrepancies USING btree (merchant_id, transaction_id);

CREATE UNIQUE INDEX discrepancies_open ON public.discrepancies USING btree (merchant_id, transaction_id, kind, COALESCE(refund_id, (0)::bigint)) WHERE (ending IS NULL);

CREATE INDEX discrepancies_waiting ON public.discrepancies USING btree (found_at, id) WHERE (ending IS NULL);

CREATE INDEX document_expiries_by_day ON public.document_expiries USING btree (expires_on, id);

CREATE INDEX document_expiries_by_kind ON public.document_expiries USING btree (kind, expires_on, id);

CREATE INDEX document_expiries_held ON public.document_expiries USING btree (expires_on, id) WHERE (hold_reason IS NOT NULL);

CREATE INDEX email_changes_by_time ON public.email_changes USING btree (asked_at);

CREATE INDEX email_tokens_expires ON public.email_tokens USING btree (expires_at);

CREATE INDEX email_tokens_user ON public.email_tokens USING btree (merchant_id, user_id, purpose) WHERE (used_at IS NULL);

CREATE INDEX events_by_created_at ON public.events USING btree (merchant_id, mode, created_at, id);

CREATE INDEX events_by_id ON public.events USING btree (merchant_id, mode, id);

CREATE UNIQUE INDEX events_by_message ON public.events USING btree (merchant_id, mode, message_id);

CREATE INDEX events_by_object ON public.events USING btree (merchant_id, mode, object, id);

CREATE INDEX events_by_object_id ON public.events USING btree (merchant_id, mode, object_id, id) WHERE (object_id IS NOT NULL);

CREATE INDEX events_by_type ON public.events USING btree (merchant_id, mode, type, id);

CREATE UNIQUE INDEX events_dedupe ON public.events USING btree (merchant_id, mode, dedupe_key) WHERE (dedupe_key IS NOT NULL);

CREATE INDEX events_old ON public.events USING btree (created_at);

CREATE INDEX fee_credit_notes_of_invoice ON public.fee_credit_notes USING btree (merchant_id, fee_invoice_id, id);

CREATE INDEX fee_invoices_by_issue ON public.fee_invoices USING btree (issued_at, id);

CREATE INDEX fee_invoices_by_issue_of_merchant ON public.fee_invoices USING btree (merchant_id, issued_at, id);

CREATE INDEX fee_invoices_by_month_of_all ON public.fee_invoices USING btree (month, id);

CREATE INDEX fee_invoices_by_total ON public.fee_invoices USING btree (merchant_id, total_piastres, id);

CREATE INDEX fee_invoices_by_total_of_all ON public.fee_invoices USING btree (total_piastres, id);

CREATE INDEX files_unattached ON public.files USING btree (created_at) WHERE (attached_at IS NULL);

CREATE INDEX files_unattached_of ON public.files USING btree (merchant_id, created_at) WHERE (attached_at IS NULL);

CREATE UNIQUE INDEX form_templates_own ON public.form_templates USING btree (merchant_id, user_id, form, name_key) WHERE (NOT is_shared);

CREATE UNIQUE INDEX form_templates_shared ON public.form_templates USING btree (merchant_id, form, name_key) WHERE is_shared;

CREATE INDEX idempotency_keys_created ON public.idempotency_keys USING btree (created_at);

CREATE INDEX incidents_by_start ON public.incidents USING btree (starts_at DESC, id DESC);

CREATE INDEX invoice_messages_by_created_at ON public.invoice_messages USING btree (merchant_id, invoice_id, created_at, id);

CREATE INDEX invoice_messages_by_id ON public.invoice_messages USING btree (merchant_id, invoice_id, id);

CREATE INDEX invoice_messages_of_share ON public.invoice_messages USING btree (merchant_id, share_id, kind, created_at);

CREATE INDEX invoice_reminders_on ON public.invoice_reminders USING btree (merchant_id, mode) WHERE ((before_days IS NOT NULL) OR (after_days IS NOT NULL));

CREATE UNIQUE INDEX invoice_shares_customer ON public.invoice_shares USING btree (merchant_id, invoice_id, customer_id) WHERE (removed_at IS NULL);

CREATE INDEX invoice_shares_invoice ON public.invoice_shares USING btree (merchant_id, invoice_id, id);

CREATE INDEX invoice_shares_of_customer ON public.invoice_shares USING btree (merchant_id, customer_id, invoice_id) INCLUDE (status) WHERE (removed_at IS NULL);

CREATE INDEX invoice_shares_open ON public.invoice_shares USING btree (merchant_id, customer_id, invoice_id) WHERE ((status = 'unpaid'::text) AND (removed_at IS NULL));

CREATE INDEX invoices_by_created_at ON public.invoices USING btree (merchant_id, mode, created_at, id);

CREATE INDEX invoices_by_due_at ON public.invoices USING btree (merchant_id, mode, due_at, id);

CREATE INDEX invoices_by_id ON public.invoices USING btree (merchant_id, mode, id);

CREATE UNIQUE INDEX invoices_by_merchant_reference ON public.invoices USING btree (merchant_id, mode, merchant_reference, (
CASE
    WHEN merchant_reference_unique THEN (0)::bigint
    ELSE id
END)) WHERE (merchant_reference IS NOT NULL);

CREATE INDEX invoices_by_metadata ON public.invoices USING gin (merchant_id, metadata jsonb_path_ops) WHERE (metadata <> '{}'::jsonb);

CREATE INDEX invoices_by_name ON public.invoices USING btree (merchant_id, mode, invoice_name_key, id);

CREATE INDEX invoices_by_status ON public.invoices USING btree (merchant_id, mode, status, id);

CREATE INDEX invoices_by_total ON public.invoices USING btree (merchant_id, mode, total, id);

CREATE INDEX invoices_by_updated_at ON public.invoices USING btree (merchant_id, mode, updated_at, id);

CREATE INDEX invoices_by_value ON public.invoices USING btree (merchant_id, mode, value_piastres, id);

CREATE INDEX invoices_due ON public.invoices USING btree (merchant_id, mode, due_at) WHERE (status = 1);

CREATE INDEX invoices_due_all ON public.invoices USING btree (due_at) WHERE (status = 1);

CREATE INDEX invoices_name_search ON public.invoices USING gin (merchant_id, invoice_name_key gin_trgm_ops, customers_key gin_trgm_ops);

CREATE INDEX invoices_of_all_by_reference ON public.invoices USING btree (reference);

CREATE UNIQUE INDEX invoices_reference ON public.invoices USING btree (merchant_id, mode, reference);

CREATE INDEX key_requests_expired ON public.key_requests USING btree (expires_at);

CREATE INDEX kyc_submissions_by_state ON public.kyc_submissions USING btree (state, submitted_at, merchant_id);

CREATE UNIQUE INDEX kyc_submissions_email ON public.kyc_submissions USING btree (((fields ->> 'email'::text))) WHERE (state = ANY (ARRAY['submitted'::text, 'approved'::text]));

CREATE UNIQUE INDEX kyc_submissions_mobile ON public.kyc_submissions USING btree (((fields ->> 'mobileNumber'::text))) WHERE (state = ANY (ARRAY['submitted'::text, 'approved'::text]));

CREATE INDEX kyc_submissions_queue ON public.kyc_submissions USING btree (submitted_at, merchant_id) WHERE (state = 'submitted'::text);

CREATE INDEX ledger_movements_by_kind ON public.ledger_movements USING btree (merchant_id, mode, account, kind, transfer_id);

CREATE INDEX ledger_transfers_by_reference ON public.ledger_transfers USING btree (merchant_id, mode, reference text_pattern_ops, id);

CREATE INDEX ledger_transfers_by_time ON public.ledger_transfers USING brin (created_at);

CREATE INDEX limit_uses_expires_at ON public.limit_uses USING btree (expires_at);

CREATE INDEX logins_user ON public.logins USING btree (merchant_id, user_id);

CREATE INDEX merchant_domains_due ON public.merchant_domains USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);

CREATE INDEX merchant_domains_known ON public.merchant_domains USING btree (host) WHERE was_verified;

CREATE UNIQUE INDEX merchant_domains_own ON public.merchant_domains USING btree (merchant_id) WHERE (removed_at IS NULL);

CREATE UNIQUE INDEX merchant_domains_verified ON public.merchant_domains USING btree (host) WHERE (verified_at IS NOT NULL);

CREATE INDEX merchants_by_created_at ON public.merchants USING btree (created_at, id);

CREATE INDEX merchants_by_name ON public.merchants USING btree (business_name, id);

CREATE INDEX merchants_by_status ON public.merchants USING btree (status, created_at, id);

CREATE INDEX merchants_search ON public.merchants USING gin (search gin_trgm_ops);

CREATE UNIQUE INDEX merchants_store_slug ON public.merchants USING btree (store_slug);

CREATE UNIQUE INDEX messages_dedupe ON public.messages USING btree (merchant_id, dedupe_key) WHERE (dedupe_key IS NOT NULL);

CREATE INDEX messages_failed_by_recipient ON public.messages USING btree (recipient, id) WHERE (state = 'failed'::text);

CREATE INDEX messages_failed_of_merchant ON public.messages USING btree (merchant_id, created_at, id) WHERE (state = 'failed'::text);

CREATE INDEX messages_newest ON public.messages USING btree (created_at DESC);

CREATE INDEX messages_of_test_mode ON public.messages USING btree (created_at) WHERE (mode = 'test'::mode);

CREATE INDEX messages_readable ON public.messages USING btree (created_at) WHERE (body_text <> ''::text);

CREATE INDEX messages_to_erase ON public.messages USING btree (erase_at) WHERE (sealed IS NOT NULL);

CREATE INDEX messages_undelivered ON public.messages USING btree (created_at, id) WHERE (state = 'failed'::text);

CREATE INDEX notifications_by_kind ON public.notifications USING btree (merchant_id, mode, kind, created_at DESC, id DESC);

CREATE INDEX notifications_newest ON public.notifications USING btree (merchant_id, mode, created_at DESC, id DESC);

CREATE INDEX operator_approvals_by_kind ON public.operator_approvals USING btree (kind, id);

CREATE INDEX operator_approvals_by_state ON public.operator_approvals USING btree (state, kind);

CREATE INDEX operator_approvals_by_time ON public.operator_approvals USING btree (((state = 'waiting'::text)), id);

CREATE INDEX operator_approvals_of_subject ON public.operator_approvals USING btree (subject, id);

CREATE UNIQUE INDEX operator_approvals_single ON public.operator_approvals USING btree (kind, subject) WHERE ((state = 'waiting'::text) AND is_single);

CREATE UNIQUE INDEX operator_approvals_single_part ON public.operator_approvals USING btree (kind, subject, part) WHERE ((state = 'waiting'::text) AND (part IS NOT NULL));

CREATE INDEX operator_group_members_by_operator ON public.operator_group_members USING btree (operator_id);

CREATE UNIQUE INDEX operator_groups_by_directory_id ON public.operator_groups USING btree (directory_id) WHERE (directory_id IS NOT NULL);

CREATE UNIQUE INDEX operator_roles_name_ar ON public.operator_roles USING btree (search_key(name_ar));

CREATE UNIQUE INDEX operator_roles_name_en ON public.operator_roles USING btree (search_key(name_en));

CREATE INDEX operator_sessions_expires ON public.operator_sessions USING btree (expires_at);

CREATE INDEX operator_sessions_of_operator ON public.operator_sessions USING btree (operator_id) WHERE (ended_at IS NULL);

CREATE UNIQUE INDEX operator_views_own ON public.operator_views USING btree (operator_id, list, name_key) WHERE (NOT is_shared);

CREATE UNIQUE INDEX operator_views_shared ON public.operator_views USING btree (list, name_key) WHERE is_shared;

CREATE UNIQUE INDEX operators_by_directory_id ON public.operators USING btree (directory_id) WHERE (directory_id IS NOT NULL);

CREATE INDEX operators_of_role ON public.operators USING btree (role_id) WHERE (role_id IS NOT NULL);

CREATE INDEX order_codes_expires_at ON public.order_codes USING btree (expires_at);

CREATE INDEX order_items_of_product ON public.order_items USING btree (merchant_id, product_id, order_id);

CREATE INDEX order_items_pictures ON public.order_items USING btree (merchant_id, product_id) WHERE (image_address IS NOT NULL);

CREATE INDEX orders_by_amount ON public.orders USING btree (merchant_id, mode, amount_piastres, id);

CREATE INDEX orders_by_created_at ON public.orders USING btree (merchant_id, mode, created_at, id);

CREATE INDEX orders_by_customer ON public.orders USING btree (merchant_id, mode, customer_name_key, id);

CREATE INDEX orders_by_id ON public.orders USING btree (merchant_id, mode, id);

CREATE UNIQUE INDEX orders_by_merchant_reference ON public.orders USING btree (merchant_id, mode, merchant_reference, (
CASE
    WHEN merchant_reference_unique THEN (0)::bigint
    ELSE id
END)) WHERE (merchant_reference IS NOT NULL);

CREATE INDEX orders_by_metadata ON public.orders USING gin (merchant_id, metadata jsonb_path_ops) WHERE (metadata <> '{}'::jsonb);

CREATE INDEX orders_by_payer ON public.orders USING gin (merchant_id, search_key(((((customer_name || ' '::text) || customer_email) || ' '::text) || customer_mobile)) gin_trgm_ops);

CREATE INDEX orders_by_status ON public.orders USING btree (merchant_id, mode, status, id);

CREATE INDEX orders_by_updated_at ON public.orders USING btree (merchant_id, mode, updated_at, id);

CREATE INDEX orders_of_all_by_reference ON public.orders USING btree (reference);

CREATE INDEX orders_open_cash ON public.orders USING btree (merchant_id, mode, customer_mobile) WHERE ((payment = 'delivery'::text) AND (status = 1) AND (fulfilment <> 'canceled'::text));

CREATE UNIQUE INDEX orders_reference ON public.orders USING btree (merchant_id, mode, reference);

CREATE INDEX orders_reserved ON public.orders USING btree (merchant_id, mode, reserved_until) WHERE (stock = 'reserved'::text);

CREATE INDEX orders_reserved_all ON public.orders USING btree (reserved_until) WHERE (stock = 'reserved'::text);

CREATE INDEX passkey_logins_passkey ON public.passkey_logins USING btree (merchant_id, passkey_id);

CREATE INDEX passkeys_of_person ON public.passkeys USING btree (person_id, id);

CREATE INDEX passkeys_user ON public.passkeys USING btree (merchant_id, user_id, id);

CREATE INDEX pay_tokens_payable ON public.pay_tokens USING btree (merchant_id, kind, payable_id);

CREATE INDEX payment_attempts_copies ON public.payment_attempts USING btree (merchant_id, duplicate_of) WHERE (duplicate_of IS NOT NULL);

CREATE INDEX payment_attempts_disputed ON public.payment_attempts USING btree (merchant_id, transaction_id) WHERE dispute_announced;

CREATE INDEX payment_attempts_external_ref ON public.payment_attempts USING btree (external_ref) WHERE (external_ref IS NOT NULL);

CREATE INDEX payment_attempts_hold_ends ON public.payment_attempts USING btree (hold_expires_at) WHERE holds_place;

CREATE INDEX payment_attempts_holding ON public.payment_attempts USING btree (merchant_id, payable_kind, payable_id, hold_expires_at) WHERE holds_place;

CREATE UNIQUE INDEX payment_attempts_money ON public.payment_attempts USING btree (merchant_id, processor, COALESCE(processor_account_id, (0)::bigint), processor_reference) WHERE (processor_reference IS NOT NULL);

CREATE INDEX payment_attempts_of_account ON public.payment_attempts USING btree (processor_account_id, created_at) WHERE (processor_account_id IS NOT NULL);

CREATE INDEX payment_attempts_of_invoices ON public.payment_attempts USING btree (merchant_id, payable_id, expires_at) WHERE (payable_kind = 'invoice'::text);

CREATE INDEX payment_attempts_open ON public.payment_attempts USING btree (merchant_id, mode) INCLUDE (charge_piastres) WHERE (state = ANY (ARRAY['pending'::text, 'challenge'::text, 'otp'::text, 'redirect'::text, 'awaiting'::text]));

CREATE INDEX payment_attempts_paid ON public.payment_attempts USING btree (merchant_id, payable_kind, payable_id) WHERE (counted AND (payable_kind <> 'payment-link'::text));

CREATE INDEX payment_attempts_submission ON public.payment_attempts USING btree (merchant_id, payable_kind, payable_id, submission_key) WHERE (submission_key IS NOT NULL);

CREATE INDEX payment_attempts_to_ask ON public.payment_attempts USING btree (processor, next_ask_at) WHERE (next_ask_at IS NOT NULL);

CREATE INDEX payment_attempts_transaction ON public.payment_attempts USING btree (merchant_id, transaction_id);

CREATE INDEX payment_attempts_unanswered ON public.payment_attempts USING btree (unanswered_at) WHERE (unanswered_at IS NOT NULL);

CREATE INDEX payment_attempts_unknown ON public.payment_attempts USING btree (id) WHERE (unknown_word IS NOT NULL);

CREATE INDEX payment_figures_of_merchant ON public.payment_figures USING btree (merchant_id, mode, day);

CREATE INDEX payment_figures_open ON public.payment_figures USING btree (day) WHERE (open_count > 0);

CREATE INDEX payment_hours_by_hour ON public.payment_hours USING btree (hour);

CREATE INDEX payment_links_by_created_at ON public.payment_links USING btree (merchant_id, mode, created_at, id);

CREATE INDEX payment_links_by_due_at ON public.payment_links USING btree (merchant_id, mode, due_at, id);

CREATE INDEX payment_links_by_id ON public.payment_links USING btree (merchant_id, mode, id);

CREATE UNIQUE INDEX payment_links_by_merchant_reference ON public.payment_links USING btree (merchant_id, mode, merchant_reference, (
CASE
    WHEN merchant_reference_unique THEN (0)::bigint
    ELSE id
END)) WHERE (merchant_reference IS NOT NULL);

CREATE INDEX payment_links_by_metadata ON public.payment_links USING gin (merchant_id, metadata jsonb_path_ops) WHERE (metadata <> '{}'::jsonb);

CREATE INDEX payment_links_by_name ON public.payment_links USING btree (merchant_id, mode, invoice_name_key, id);

CREATE INDEX payment_links_by_status ON public.payment_links USING btree (merchant_id, mode, status, id);

CREATE INDEX payment_links_by_total ON public.payment_links USING btree (merchant_id, mode, total, id);

CREATE INDEX payment_links_by_updated_at ON public.payment_links USING btree (merchant_id, mode, updated_at, id);

CREATE INDEX payment_links_by_value ON public.payment_links USING btree (merchant_id, mode, value_piastres, id);

CREATE INDEX payment_links_due ON public.payment_links USING btree (merchant_id, mode, due_at) WHERE (status = 2);

CREATE INDEX payment_links_due_all ON public.payment_links USING btree (due_at) WHERE (status = 2);

CREATE INDEX payment_links_name_search ON public.payment_links USING gin (merchant_id, invoice_name_key gin_trgm_ops);

CREATE INDEX payment_links_of_all_by_reference ON public.payment_links USING btree (reference);

CREATE INDEX payment_links_of_the_till ON public.payment_links USING btree (merchant_id, mode, created_by, created_at, id) WHERE from_till;

CREATE UNIQUE INDEX payment_links_reference ON public.payment_links USING btree (merchant_id, mode, reference);

CREATE UNIQUE INDEX payouts_approval ON public.payouts USING btree (merchant_id, approval_id) WHERE (approval_id IS NOT NULL);

CREATE INDEX payouts_by_amount ON public.payouts USING btree (merchant_id, mode, amount_piastres, id);

CREATE INDEX payouts_by_change ON public.payouts USING btree (merchant_id, mode, GREATEST(created_at, finished_at, paid_at), id);

CREATE INDEX payouts_by_created_at ON public.payouts USING btree (merchant_id, mode, created_at, id);

CREATE INDEX payouts_by_id ON public.payouts USING btree (merchant_id, mode, id);

CREATE INDEX payouts_by_state ON public.payouts USING btree (merchant_id, mode, state, id);

CREATE UNIQUE INDEX payouts_code ON public.payouts USING btree (merchant_id, mode, code);

CREATE INDEX payouts_due ON public.payouts USING btree (expires_at) WHERE (state = 'requested'::text);

CREATE INDEX payouts_of_all ON public.payouts USING btree (mode, created_at, id);

CREATE INDEX payouts_of_all_by_amount ON public.payouts USING btree (mode, amount_piastres, id);

CREATE INDEX payouts_of_all_by_code ON public.payouts USING btree (code);

CREATE INDEX payouts_to_transfer ON public.payouts USING btree (created_at, id) WHERE ((mode = 'live'::mode) AND (state = 'requested'::text) AND (bank_account_id IS NOT NULL));

CREATE INDEX processor_accounts_route ON public.processor_accounts USING btree (mode, merchant_id) WHERE (state = 'on'::text);

CREATE UNIQUE INDEX processor_ids_first_payment ON public.processor_ids USING btree (merchant_id, attempt_id) WHERE (kind = 'payment'::text);

CREATE INDEX processor_ids_of_attempt ON public.processor_ids USING btree (merchant_id, attempt_id, at);

CREATE INDEX processor_notifications_awaiting ON public.processor_notifications USING btree (account_id, awaits) WHERE ((state = 'unmatched'::text) AND (awaits IS NOT NULL));

CREATE INDEX processor_notifications_by_day ON public.processor_notifications USING btree (received_at);

CREATE INDEX processor_notifications_by_payment ON public.processor_notifications USING btree (paid_merchant_id, paid_transaction_id) WHERE (paid_transaction_id IS NOT NULL);

CREATE INDEX processor_notifications_by_sender ON public.processor_notifications USING btree (sender_id, id);

CREATE INDEX processor_notifications_by_state ON public.processor_notifications USING btree (state, id DESC) WHERE (state <> 'processed'::text);

CREATE INDEX processor_notifications_by_time ON public.processor_notifications USING btree (account_id, id DESC);

CREATE INDEX product_images_of_product ON public.product_images USING btree (merchant_id, product_id, "position", id) WHERE (removed_at IS NULL);

CREATE INDEX products_by_available ON public.products USING btree (merchant_id, mode, ((in_stock - reserved)), id) WHERE (removed_at IS NULL);

CREATE INDEX products_by_created_at ON public.products USING btree (merchant_id, mode, created_at, id) WHERE (removed_at IS NULL);

CREATE INDEX products_by_id ON public.products USING btree (merchant_id, mode, id) WHERE (removed_at IS NULL);

CREATE INDEX products_by_name ON public.products USING btree (merchant_id, mode, name_key, id) WHERE (removed_at IS NULL);

CREATE INDEX products_by_price ON public.products USING btree (merchant_id, mode, price_piastres, id) WHERE (removed_at IS NULL);

CREATE UNIQUE INDEX products_code ON public.products USING btree (merchant_id, mode, code_key) WHERE (removed_at IS NULL);

CREATE INDEX products_of_category ON public.products USING btree (merchant_id, category_id, sub_category_id, id) WHERE (removed_at IS NULL);

CREATE INDEX products_search ON public.products USING gin (merchant_id, search_text gin_trgm_ops) WHERE (removed_at IS NULL);

CREATE INDEX proofs_awaited_expires ON public.proofs_awaited USING btree (expires_at);

CREATE INDEX proofs_awaited_user ON public.proofs_awaited USING btree (merchant_id, user_id);

CREATE UNIQUE INDEX provider_bank_accounts_iban ON public.provider_bank_accounts USING btree (iban) WHERE ((state = 'on'::text) AND (NOT iban_shared));

CREATE INDEX push_devices_by_endpoint ON public.push_devices USING btree (endpoint_hash);

CREATE INDEX push_devices_of_session ON public.push_devices USING btree (merchant_id, session_id);

CREATE INDEX push_devices_of_user ON public.push_devices USING btree (merchant_id, user_id);

CREATE INDEX reconciliation_batches_open ON public.reconciliation_batches USING btree (file_id) WHERE (booked_at IS NULL);

CREATE INDEX reconciliation_breaks_by_reference ON public.reconciliation_breaks USING btree (reference text_pattern_ops);

CREATE INDEX reconciliation_breaks_closed ON public.reconciliation_breaks USING btree (opened_at, id) WHERE (closed_at IS NOT NULL);

CREATE INDEX reconciliation_breaks_closed_by_amount ON public.reconciliation_breaks USING btree (abs(amount_piastres), id) WHERE (closed_at IS NOT NULL);

CREATE UNIQUE INDEX reconciliation_breaks_missing ON public.reconciliation_breaks USING btree (merchant_id, item, item_id) WHERE ((kind = 'ours_only'::text) AND (closed_at IS NULL));

CREATE INDEX reconciliation_breaks_of_bank_line ON public.reconciliation_breaks USING btree (bank_line_id) WHERE (bank_line_id IS NOT NULL);

CREATE INDEX reconciliation_breaks_of_batch ON public.reconciliation_breaks USING btree (batch_id) WHERE (batch_id IS NOT NULL);

CREATE INDEX reconciliation_breaks_of_line ON public.reconciliation_breaks USING btree (file_id, line_no);

CREATE INDEX reconciliation_breaks_of_ours ON public.reconciliation_breaks USING btree (merchant_id, item, item_id) WHERE (kind = 'ours_only'::text);

CREATE INDEX reconciliation_breaks_of_payment ON public.reconciliation_breaks USING btree (merchant_id, transaction_id) WHERE (transaction_id IS NOT NULL);

CREATE INDEX reconciliation_breaks_open ON public.reconciliation_breaks USING btree (opened_at, id) WHERE (closed_at IS NULL);

CREATE INDEX reconciliation_breaks_open_by_amount ON public.reconciliation_breaks USING btree (abs(amount_piastres), id) WHERE (closed_at IS NULL);

CREATE UNIQUE INDEX reconciliation_breaks_open_of_bank_line ON public.reconciliation_breaks USING btree (bank_line_id) WHERE ((bank_line_id IS NOT NULL) AND (closed_at IS NULL));

CREATE UNIQUE INDEX reconciliation_breaks_open_of_batch ON public.reconciliation_breaks USING btree (batch_id) WHERE ((batch_id IS NOT NULL) AND (closed_at IS NULL));

CREATE INDEX reconciliation_breaks_open_of_owner ON public.reconciliation_breaks USING btree (owner, opened_at, id) WHERE ((closed_at IS NULL) AND (owner IS NOT NULL));

CREATE INDEX reconciliation_costs_by_time ON public.reconciliation_costs USING btree (processor_account_id, booked_at) INCLUDE (amount_piastres, of_payments);

CREATE INDEX reconciliation_cut_off_rows_by_amount ON public.reconciliation_cut_off_rows USING btree (cut_off_id, amount_piastres, n);

CREATE INDEX reconciliation_cut_off_rows_by_reference ON public.reconciliation_cut_off_rows USING btree (cut_off_id, reference text_pattern_ops, n);

CREATE INDEX reconciliation_cut_offs_by_day ON public.reconciliation_cut_offs USING btree (day, id);

CREATE UNIQUE INDEX reconciliation_cut_offs_once ON public.reconciliation_cut_offs USING btree (processor_account_id, day) WHERE (state = 'signed'::text);

CREATE UNIQUE INDEX reconciliation_cut_offs_once_of_bank ON public.reconciliation_cut_offs USING btree (bank_account_id, day) WHERE (state = 'signed'::text);

CREATE UNIQUE INDEX reconciliation_cut_offs_prepared ON public.reconciliation_cut_offs USING btree (processor_account_id) WHERE (state = 'prepared'::text);

CREATE UNIQUE INDEX reconciliation_cut_offs_prepared_of_bank ON public.reconciliation_cut_offs USING btree (bank_account_id) WHERE (state = 'prepared'::text);

CREATE INDEX reconciliation_evidence_of_break ON public.reconciliation_evidence USING btree (break_id, id);

CREATE INDEX reconciliation_files_by_time ON public.reconciliation_files USING btree (created_at, id);

CREATE UNIQUE INDEX reconciliation_files_once ON public.reconciliation_files USING btree (processor_account_id, sha256) WHERE (state = 'imported'::text);

CREATE INDEX reconciliation_lines_by_day ON public.reconciliation_lines USING btree (file_id, occurred_on, line_no);

CREATE INDEX reconciliation_lines_by_gross ON public.reconciliation_lines USING btree (file_id, gross_piastres, line_no);

CREATE INDEX reconciliation_lines_by_kind ON public.reconciliation_lines USING btree (file_id, kind, line_no) WHERE (kind <> 'payment'::text);

CREATE INDEX reconciliation_lines_by_net ON public.reconciliation_lines USING btree (file_id, net_piastres, line_no) WHERE (gross_piastres = 0);

CREATE INDEX reconciliation_lines_by_our_ref ON public.reconciliation_lines USING btree (file_id, our_ref) WHERE (our_ref IS NOT NULL);

CREATE INDEX reconciliation_lines_by_processor_ref ON public.reconciliation_lines USING btree (file_id, processor_ref) WHERE (processor_ref IS NOT NULL);

CREATE INDEX reconciliation_lines_by_rrn ON public.reconciliation_lines USING btree (file_id, rrn) WHERE (rrn IS NOT NULL);

CREATE UNIQUE INDEX reconciliation_lines_once ON public.reconciliation_lines USING btree (item_id, merchant_id, item, item_key) WHERE (item IS NOT NULL);

CREATE INDEX reconciliation_lines_unmatched ON public.reconciliation_lines USING btree (processor_account_id, processor_ref) WHERE (item IS NULL);

CREATE INDEX reconciliation_lines_unmatched_of_file ON public.reconciliation_lines USING btree (file_id, line_no) WHERE (item IS NULL);

CREATE INDEX reconciliation_notes_of_break ON public.reconciliation_notes USING btree (break_id, id);

CREATE INDEX reconciliation_suspense_by_time ON public.reconciliation_suspense USING btree (moved_at, id);

CREATE INDEX reconciliation_suspense_of_account ON public.reconciliation_suspense USING btree (processor_account_id, moved_at, id) INCLUDE (amount_piastres);

CREATE INDEX reconciliation_unsettled_of_account ON public.reconciliation_unsettled USING btree (processor_account_id);

CREATE INDEX reconciliation_unsettled_of_batch ON public.reconciliation_unsettled USING btree (batch_id);

CREATE INDEX reconciliation_write_offs_of_item ON public.reconciliation_write_offs USING btree (merchant_id, item, item_id) WHERE ((item IS NOT NULL) AND (undone_at IS NULL));

CREATE UNIQUE INDEX reconciliation_write_offs_once ON public.reconciliation_write_offs USING btree (break_id) WHERE (undone_at IS NULL);

CREATE INDEX recovery_codes_of_person ON public.recovery_codes USING btree (person_id);

CREATE INDEX refund_sessions_newest ON public.refund_sessions USING btree (merchant_id, mode, user_id, id DESC);

CREATE INDEX refund_sessions_old ON public.refund_sessions USING btree (created_at);

CREATE UNIQUE INDEX refunds_approval ON public.refunds USING btree (merchant_id, approval_id) WHERE (approval_id IS NOT NULL);

CREATE INDEX refunds_by_change ON public.refunds USING btree (merchant_id, mode, GREATEST(created_at, finished_at, reversed_at), id);

CREATE INDEX refunds_by_id ON public.refunds USING btree (merchant_id, mode, id);

CREATE INDEX refunds_by_key ON public.refunds USING btree (refund_key);

CREATE UNIQUE INDEX refunds_by_merchant_reference ON public.refunds USING btree (merchant_id, mode, merchant_reference, (
CASE
    WHEN merchant_reference_unique THEN (0)::bigint
    ELSE id
END)) WHERE (merchant_reference IS NOT NULL);

CREATE INDEX refunds_by_metadata ON public.refunds USING gin (merchant_id, metadata jsonb_path_ops) WHERE (metadata <> '{}'::jsonb);

CREATE INDEX refunds_of_account ON public.refunds USING btree (processor_account_id, processor_refund_id) WHERE (processor_account_id IS NOT NULL);

CREATE INDEX refunds_of_all ON public.refunds USING btree (mode, created_at, id);

CREATE INDEX refunds_of_all_by_amount ON public.refunds USING btree (mode, amount_piastres, id);

CREATE INDEX refunds_of_all_by_method ON public.refunds USING btree (mode, payment_method, created_at, id);

CREATE INDEX refunds_of_all_by_state ON public.refunds USING btree (mode, state, created_at, id);

CREATE INDEX refunds_of_merchant ON public.refunds USING btree (merchant_id, mode, created_at, id);

CREATE INDEX refunds_of_merchant_by_amount ON public.refunds USING btree (merchant_id, mode, amount_piastres, id);

CREATE INDEX refunds_of_transaction ON public.refunds USING btree (merchant_id, transaction_id, id);

CREATE UNIQUE INDEX refunds_once_at_processor ON public.refunds USING btree (merchant_id, processor_account_id, processor_refund_id) WHERE ((processor_refund_id IS NOT NULL) AND (processor_account_id IS NOT NULL));

CREATE INDEX refunds_payer_search ON public.refunds USING gin (payer_key gin_trgm_ops);

CREATE INDEX refunds_waiting ON public.refunds USING btree (created_at) WHERE (state = 'pending'::text);

CREATE UNIQUE INDEX report_recipients_members ON public.report_recipients USING btree (merchant_id, report_id, user_id) WHERE (user_id IS NOT NULL);

CREATE UNIQUE INDEX report_recipients_outside ON public.report_recipients USING btree (merchant_id, report_id, email) WHERE (email IS NOT NULL);

CREATE INDEX report_runs_by_day ON public.report_runs USING btree (day);

CREATE INDEX reports_due ON public.reports USING btree (next_at) WHERE (next_at IS NOT NULL);

CREATE INDEX reserve_draws_of_item ON public.reserve_draws USING btree (merchant_id, item_id);

CREATE INDEX reserve_items_by_amount ON public.reserve_items USING btree (mode, held_piastres, id);

CREATE INDEX reserve_items_by_day ON public.reserve_items USING btree (merchant_id, mode, release_on, id);

CREATE INDEX reserve_items_by_release ON public.reserve_items USING btree (mode, release_on, id);

CREATE INDEX reserve_items_due ON public.reserve_items USING btree (release_on, merchant_id, mode) WHERE (left_piastres > 0);

CREATE INDEX reserve_items_of_merchant_by_amount ON public.reserve_items USING btree (merchant_id, mode, held_piastres, id);

CREATE INDEX reserve_items_used ON public.reserve_items USING btree (mode, release_on, id) WHERE ((left_piastres = 0) AND (released_at IS NULL));

CREATE INDEX risk_dry_runs_rule ON public.risk_dry_runs USING btree (rule_id, id);

CREATE INDEX risk_entries_by_end ON public.risk_entries USING btree (expires_at, id) WHERE (removed_at IS NULL);

CREATE INDEX risk_entries_by_key ON public.risk_entries USING btree (key) WHERE (removed_at IS NULL);

CREATE INDEX risk_entries_by_time ON public.risk_entries USING btree (created_at, id) WHERE (removed_at IS NULL);

CREATE INDEX risk_entries_by_words ON public.risk_entries USING gin (search_key(((reason || ' '::text) || added_by)) gin_trgm_ops) WHERE (removed_at IS NULL);

CREATE UNIQUE INDEX risk_entries_once ON public.risk_entries USING btree (list, kind, key) WHERE (removed_at IS NULL);

CREATE INDEX risk_entries_time ON public.risk_entries USING btree (list, created_at, id) WHERE (removed_at IS NULL);

CREATE INDEX risk_facts_address ON public.risk_facts USING btree (mode, address_key, created_at, attempt_id) WHERE (address_key IS NOT NULL);

CREATE INDEX risk_facts_bin ON public.risk_facts USING btree (mode, bin, created_at, attempt_id) WHERE (bin IS NOT NULL);

CREATE INDEX risk_facts_card ON public.risk_facts USING btree (mode, card_key, created_at, attempt_id) WHERE (card_key IS NOT NULL);

CREATE INDEX risk_facts_merchant ON public.risk_facts USING btree (merchant_id, mode, created_at, attempt_id);

CREATE INDEX risk_facts_mobile ON public.risk_facts USING btree (mode, mobile_key, created_at, attempt_id) WHERE (mobile_key IS NOT NULL);

CREATE INDEX risk_facts_own_address ON public.risk_facts USING btree (merchant_id, mode, address_key, created_at, attempt_id) WHERE (address_key IS NOT NULL);

CREATE INDEX risk_facts_own_bin ON public.risk_facts USING btree (merchant_id, mode, bin, created_at, attempt_id) WHERE (bin IS NOT NULL);

CREATE INDEX risk_facts_own_card ON public.risk_facts USING btree (merchant_id, mode, card_key, created_at, attempt_id) WHERE (card_key IS NOT NULL);

CREATE INDEX risk_facts_own_mobile ON public.risk_facts USING btree (merchant_id, mode, mobile_key, created_at, attempt_id) WHERE (mobile_key IS NOT NULL);

CREATE INDEX risk_facts_time ON public.risk_facts USING btree (created_at, attempt_id);

CREATE INDEX risk_matches_rule ON public.risk_matches USING btree (rule_id, at);

CREATE INDEX risk_matches_time ON public.risk_matches USING btree (at);

CREATE INDEX risk_reviews_by_amount ON public.risk_reviews USING btree (state, charged_piastres, transaction_id);

CREATE INDEX risk_reviews_by_time ON public.risk_reviews USING btree (state, waiting_since, transaction_id);

CREATE INDEX risk_reviews_payer_search ON public.risk_reviews USING gin (payer_key gin_trgm_ops);

CREATE INDEX risk_reviews_state ON public.risk_reviews USING btree (state, mode, waiting_since, transaction_id);

CREATE INDEX risk_rule_events_rule ON public.risk_rule_events USING btree (rule_id, id);

CREATE INDEX risk_rules_by_name ON public.risk_rules USING btree (name, id);

CREATE INDEX risk_rules_by_time ON public.risk_rules USING btree (created_at, id);

CREATE INDEX risk_rules_on ON public.risk_rules USING btree (mode, id) WHERE is_on;

CREATE UNIQUE INDEX roles_first ON public.roles USING btree (merchant_id) WHERE is_first;

CREATE INDEX sandbox_payments_by_age ON public.sandbox_payments USING btree (created_at);

CREATE UNIQUE INDEX saved_views_own ON public.saved_views USING btree (merchant_id, user_id, list, name_key) WHERE (NOT is_shared);

CREATE UNIQUE INDEX saved_views_shared ON public.saved_views USING btree (merchant_id, list, name_key) WHERE is_shared;

CREATE UNIQUE INDEX scim_groups_by_directory_id ON public.scim_groups USING btree (merchant_id, directory_id) WHERE (directory_id IS NOT NULL);

CREATE INDEX scim_members_by_user ON public.scim_members USING btree (merchant_id, user_id);

CREATE INDEX scim_settings_by_role ON public.scim_settings USING btree (merchant_id, starting_role_id);

CREATE INDEX screening_hits_by_score ON public.screening_hits USING btree (state, score, id);

CREATE INDEX screening_hits_by_state ON public.screening_hits USING btree (state, id);

CREATE INDEX screening_hits_by_words ON public.screening_hits USING gin (search_key(((((((name || ' '::text) || listed_name) || ' '::text) || listed_reference) || ' '::text) || source)) gin_trgm_ops);

CREATE INDEX sessions_expires ON public.sessions USING btree (expires_at);

CREATE INDEX sessions_user ON public.sessions USING btree (merchant_id, user_id) WHERE (ended_at IS NULL);

CREATE INDEX settlement_payments_by_bank_reference ON public.settlement_payments USING btree (bank_reference);

CREATE INDEX settlement_returns_of_settlement ON public.settlement_returns USING btree (merchant_id, settlement_id);

CREATE INDEX settlements_by_amount ON public.settlements USING btree (merchant_id, mode, amount_piastres, id);

CREATE INDEX settlements_by_change ON public.settlements USING btree (merchant_id, mode, GREATEST(created_at, changed_at), id);

CREATE INDEX settlements_by_created_at ON public.settlements USING btree (merchant_id, mode, created_at, id);

CREATE INDEX settlements_by_id ON public.settlements USING btree (merchant_id, mode, id);

CREATE INDEX settlements_by_transactions ON public.settlements USING btree (merchant_id, mode, total_transactions, id);

CREATE INDEX settlements_due_by_merchant ON public.settlements USING btree (merchant_id, id) WHERE ((mode = 'live'::mode) AND (NOT is_paid) AND (bank_piastres > 0));

CREATE INDEX settlements_of_all ON public.settlements USING btree (mode, created_at, id);

CREATE INDEX settlements_of_all_by_amount ON public.settlements USING btree (mode, amount_piastres, id);

CREATE INDEX settlements_of_all_by_paid ON public.settlements USING btree (mode, is_paid, created_at, id);

CREATE INDEX settlements_of_all_by_reference ON public.settlements USING btree (reference);

CREATE UNIQUE INDEX settlements_reference ON public.settlements USING btree (merchant_id, mode, reference);

CREATE INDEX settlements_to_transfer ON public.settlements USING btree (mode, created_at, id) WHERE ((NOT is_paid) AND (bank_piastres > 0));

CREATE INDEX tickets_by_about ON public.tickets USING btree (merchant_id, mode, about, id);

CREATE INDEX tickets_by_created_at ON public.tickets USING btree (merchant_id, mode, created_at, id);

CREATE INDEX tickets_by_id ON public.tickets USING btree (merchant_id, mode, id);

CREATE INDEX tickets_by_last_message ON public.tickets USING btree (merchant_id, mode, last_message_at, id);

CREATE INDEX tickets_by_status ON public.tickets USING btree (merchant_id, mode, status, id);

CREATE INDEX tickets_by_type ON public.tickets USING btree (merchant_id, mode, type, id);

CREATE INDEX tickets_excerpt_search ON public.tickets USING gin (merchant_id, excerpt_key gin_trgm_ops);

CREATE INDEX tickets_of_all ON public.tickets USING btree (created_at, id);

CREATE INDEX tickets_of_all_assigned ON public.tickets USING btree (assignee_id, answer_due_at, id);

CREATE INDEX tickets_of_all_at_hand ON public.tickets USING btree (status, id) WHERE (status <> 3);

CREATE INDEX tickets_of_all_by_about ON public.tickets USING btree (about) WHERE (about <> ''::text);

CREATE INDEX tickets_of_all_by_priority ON public.tickets USING btree (priority, answer_due_at, id) WHERE (priority <> 'normal'::text);

CREATE INDEX tickets_of_all_by_reference ON public.tickets USING btree (reference);

CREATE INDEX tickets_of_all_due ON public.tickets USING btree (answer_due_at, id);

CREATE INDEX tickets_of_all_waiting ON public.tickets USING btree (waiting_since, id);

CREATE UNIQUE INDEX tickets_reference ON public.tickets USING btree (merchant_id, mode, reference);

CREATE INDEX transactions_by_created_at ON public.transactions USING btree (merchant_id, mode, created_at, id) INCLUDE (status, payment_method, value_piastres);

CREATE INDEX transactions_by_external_key ON public.transactions USING btree (merchant_id, mode, search_key(external_reference) COLLATE "C", id);

CREATE INDEX transactions_by_id ON public.transactions USING btree (merchant_id, mode, id);

CREATE INDEX transactions_by_method ON public.transactions USING btree (merchant_id, mode, payment_method, id);

CREATE INDEX transactions_by_payer ON public.transactions USING gin (merchant_id, search_key(((((customer_name || ' '::text) || customer_email) || ' '::text) || customer_mobile)) gin_trgm_ops);

CREATE INDEX transactions_by_source ON public.transactions USING btree (merchant_id, source_kind, source_id, created_at, id);

CREATE INDEX transactions_by_status ON public.transactions USING btree (merchant_id, mode, status, id) INCLUDE (payment_method, created_at, value_piastres);

CREATE INDEX transactions_by_updated_at ON public.transactions USING btree (merchant_id, mode, updated_at, id);

CREATE INDEX transactions_by_value ON public.transactions USING btree (merchant_id, mode, value_piastres, id) INCLUDE (status, payment_method, created_at);

CREATE INDEX transactions_of_all ON public.transactions USING btree (mode, created_at, id);

CREATE INDEX transactions_of_all_by_method ON public.transactions USING btree (mode, payment_method, created_at, id);

CREATE INDEX transactions_of_all_by_reference ON public.transactions USING btree (reference);

CREATE INDEX transactions_of_all_by_value ON public.transactions USING btree (mode, value_piastres, id);

CREATE UNIQUE INDEX transactions_reference ON public.transactions USING btree (merchant_id, mode, reference);

CREATE INDEX transactions_refunded ON public.transactions USING btree (merchant_id, mode, created_at, id) WHERE (refunded_piastres > 0);

CREATE INDEX transactions_to_settle ON public.transactions USING btree (merchant_id, mode, expected_settlement_on, id) WHERE ((settlement_status <> 1) AND (expected_settlement_on IS NOT NULL));

CREATE INDEX transactions_unusual_by_created_at ON public.transactions USING btree (merchant_id, mode, status, created_at, id) INCLUDE (payment_method, value_piastres) WHERE (status <> 1);

CREATE INDEX transactions_unusual_by_external_key ON public.transactions USING btree (merchant_id, mode, status, search_key(external_reference) COLLATE "C", id) WHERE (status <> 1);

CREATE INDEX transactions_unusual_by_method ON public.transactions USING btree (merchant_id, mode, status, payment_method, id) WHERE (status <> 1);

CREATE INDEX users_by_created ON public.users USING btree (merchant_id, created_at, id) WHERE (deleted_at IS NULL);

CREATE UNIQUE INDEX users_by_directory_id ON public.users USING btree (merchant_id, directory_id) WHERE ((directory_id IS NOT NULL) AND (deleted_at IS NULL));

CREATE INDEX users_by_email ON public.users USING btree (merchant_id, email) WHERE (deleted_at IS NULL);

CREATE INDEX users_by_name ON public.users USING btree (merchant_id, name_key, id) WHERE (deleted_at IS NULL);

CREATE INDEX users_listed ON public.users USING btree (merchant_id, id) WHERE (deleted_at IS NULL);

CREATE INDEX users_of_person ON public.users USING btree (person_id);

CREATE INDEX users_of_role ON public.users USING btree (merchant_id, role_id) WHERE (deleted_at IS NULL);

CREATE UNIQUE INDEX users_once ON public.users USING btree (merchant_id, person_id);

CREATE INDEX webhook_attempts_of_event ON public.webhook_attempts USING btree (merchant_id, event_id, id DESC);

CREATE INDEX webhook_endpoints_listed ON public.webhook_endpoints USING btree (merchant_id, mode, id);

CREATE INDEX webhook_events_by_created_at ON public.webhook_events USING btree (merchant_id, mode, created_at, id);

CREATE INDEX webhook_events_by_id ON public.webhook_events USING btree (merchant_id, mode, id);

CREATE INDEX webhook_events_by_state ON public.webhook_events USING btree (merchant_id, mode, state, id);

CREATE INDEX webhook_events_by_type ON public.webhook_events USING btree (merchant_id, mode, type, id);

CREATE UNIQUE INDEX webhook_events_dedupe ON public.webhook_events USING btree (merchant_id, mode, dedupe_key) WHERE (dedupe_key IS NOT NULL);

CREATE INDEX webhook_events_given_up ON public.webhook_events USING btree (created_at, id) WHERE (state = 3);

CREATE INDEX webhook_events_given_up_by_type ON public.webhook_events USING btree (type, id) WHERE (state = 3);

CREATE UNIQUE INDEX webhook_events_message_to ON public.webhook_events USING btree (merchant_id, mode, message_id, endpoint_id) NULLS NOT DISTINCT;

CREATE INDEX webhook_events_of_endpoint ON public.webhook_events USING btree (merchant_id, mode, endpoint_id, id) WHERE (endpoint_id IS NOT NULL);

CREATE INDEX webhook_events_of_event ON public.webhook_events USING btree (merchant_id, event_id) WHERE (event_id IS NOT NULL);

CREATE INDEX webhook_events_old ON public.webhook_events USING btree (created_at);

CREATE INDEX webhook_events_waiting ON public.webhook_events USING btree (merchant_id, mode, COALESCE(endpoint_id, (0)::bigint), held, next_attempt_at, id) WHERE ((state = 1) AND (held OR (attempts = 0)));

CREATE UNIQUE INDEX webhook_secrets_in_force ON public.webhook_secrets USING btree (merchant_id, mode) WHERE (expires_at IS NULL);

CREATE INDEX webhook_secrets_old ON public.webhook_secrets USING btree (merchant_id, mode, expires_at) WHERE (expires_at IS NOT NULL);

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.acquirer_costs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.acquirer_costs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER approvals_transition BEFORE UPDATE OF state ON public.approvals FOR EACH ROW WHEN (((old.state <> new.state) AND (old.state <> 'waiting'::text))) EXECUTE FUNCTION refuse_transition('approvals_legal_transition');

CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER authenticators_have_people BEFORE INSERT ON public.authenticators FOR EACH ROW EXECUTE FUNCTION factors_have_people();

CREATE TRIGGER never_changed BEFORE DELETE OR UPDATE ON public.bank_account_versions FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change('bank_account_versions_kept');

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.bank_account_versions FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change('bank_account_versions_kept');

CREATE TRIGGER count_version BEFORE INSERT OR UPDATE ON public.bank_accounts FOR EACH ROW EXECUTE FUNCTION bank_account_count_version();

CREATE TRIGGER keep_version AFTER INSERT OR UPDATE ON public.bank_accounts FOR EACH ROW EXECUTE FUNCTION bank_account_keep_version();

CREATE TRIGGER bank_line_links_of_period BEFORE INSERT OR DELETE ON public.bank_line_links FOR EACH ROW EXECUTE FUNCTION bank_line_links_of_period();

CREATE TRIGGER bank_lines_of_period AFTER INSERT ON public.bank_lines REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bank_lines_of_period();

CREATE TRIGGER bank_lines_signed_stay AFTER DELETE ON public.bank_lines REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION bank_lines_of_period();

CREATE TRIGGER bank_lines_stay BEFORE UPDATE ON public.bank_lines FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION refuse_change();

CREATE TRIGGER bank_statement_of_period BEFORE UPDATE OF state ON public.bank_statement_files FOR EACH ROW WHEN ((new.state = 'undone'::text)) EXECUTE FUNCTION bank_statement_of_period();

CREATE TRIGGER bank_transfer_batches_kept BEFORE DELETE ON public.bank_transfer_batches FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER bank_transfer_batches_stay BEFORE UPDATE ON public.bank_transfer_batches FOR EACH ROW WHEN (((old.released_at IS NOT NULL) AND ((to_jsonb(new.*) - 'state'::text) IS DISTINCT FROM (to_jsonb(old.*) - 'state'::text)))) EXECUTE FUNCTION refuse_change();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.bank_transfer_batches FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER bank_transfers_go_on BEFORE UPDATE ON public.bank_transfers FOR EACH ROW EXECUTE FUNCTION bank_transfers_go_on();

CREATE TRIGGER bank_transfers_kept BEFORE DELETE ON public.bank_transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.bank_transfers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER chargeback_stages_append_only BEFORE DELETE OR UPDATE ON public.chargeback_stages FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.chargeback_stages FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER chargebacks_opened AFTER INSERT ON public.chargebacks FOR EACH ROW EXECUTE FUNCTION chargebacks_write_step();

CREATE TRIGGER chargebacks_stepped AFTER UPDATE OF stage, status, rounds ON public.chargebacks FOR EACH ROW WHEN (((old.stage <> new.stage) OR (old.status <> new.status) OR (old.rounds <> new.rounds))) EXECUTE FUNCTION chargebacks_write_step();

CREATE TRIGGER chargebacks_transition BEFORE UPDATE OF status ON public.chargebacks FOR EACH ROW WHEN (((old.status <> new.status) AND (old.status <> 0) AND (NOT ((new.status = 0) AND (new.rounds = (old.rounds + 1)))))) EXECUTE FUNCTION refuse_transition('chargebacks_legal_transition');

CREATE TRIGGER customer_disputes AFTER INSERT ON public.chargebacks FOR EACH ROW EXECUTE FUNCTION customer_events_follow_payment('chargeback');

CREATE TRIGGER figures_hold AFTER INSERT ON public.clearing_balances FOR EACH ROW EXECUTE FUNCTION clearing_balances_hold();

CREATE TRIGGER figures_hold_without_postings AFTER UPDATE OF balance ON public.clearing_balances FOR EACH ROW EXECUTE FUNCTION clearing_balances_hold();

CREATE TRIGGER known AFTER INSERT ON public.clearing_balances FOR EACH ROW WHEN ((new.processor_account_id <> 0)) EXECUTE FUNCTION clearing_balances_known();

CREATE TRIGGER moved_by_postings_only BEFORE INSERT OR UPDATE ON public.clearing_balances FOR EACH STATEMENT EXECUTE FUNCTION ledger_moved_by_postings();

CREATE TRIGGER never_deleted BEFORE DELETE ON public.clearing_balances FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change('ledger_append_only');

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.clearing_balances FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change('ledger_append_only');

CREATE TRIGGER keep_totals AFTER UPDATE OF state ON public.customers FOR EACH ROW WHEN ((old.state <> new.state)) EXECUTE FUNCTION keep_customer_totals();

CREATE TRIGGER made_by_user AFTER INSERT ON public.customers REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION customers_made_by_users();

CREATE TRIGGER maker_kept BEFORE UPDATE OF merchant_id, created_by ON public.customers FOR EACH ROW WHEN (((old.merchant_id <> new.merchant_id) OR (old.created_by <> new.created_by))) EXECUTE FUNCTION ledger_refuse_change('customers_created_by');

CREATE TRIGGER discrepancies_ended_once BEFORE UPDATE ON public.discrepancies FOR EACH ROW WHEN ((old.ending IS NOT NULL)) EXECUTE FUNCTION refuse_change();

CREATE TRIGGER never_deleted BEFORE DELETE ON public.discrepancies FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.discrepancies FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.fee_credit_notes FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change('fee_documents_append_only');

CREATE TRIGGER fits BEFORE INSERT ON public.fee_credit_notes FOR EACH ROW EXECUTE FUNCTION fee_credit_note_fits();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.fee_credit_notes FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change('fee_documents_append_only');

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.fee_document_numbers FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change('fee_documents_append_only');

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.fee_document_numbers FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change('fee_documents_append_only');

CREATE TRIGGER never_deleted BEFORE DELETE ON public.fee_document_series FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change('fee_documents_append_only');

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.fee_document_series FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change('fee_documents_append_only');

CREATE CONSTRAINT TRIGGER number_taken AFTER UPDATE ON public.fee_document_series DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fee_document_taken();

CREATE TRIGGER one_by_one BEFORE INSERT OR UPDATE ON public.fee_document_series FOR EACH ROW EXECUTE FUNCTION fee_document_next();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.fee_invoices FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change('fee_documents_append_only');

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.fee_invoices FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change('fee_documents_append_only');

CREATE TRIGGER files_have_owners BEFORE INSERT OR UPDATE OF merchant_id ON public.files FOR EACH ROW WHEN ((new.merchant_id <> 0)) EXECUTE FUNCTION files_have_owners();

CREATE TRIGGER customer_is_billed AFTER INSERT ON public.invoice_shares REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION customer_is_billed();

CREATE TRIGGER invoice_shares_transition BEFORE UPDATE OF status ON public.invoice_shares FOR EACH ROW WHEN (((old.status <> new.status) AND ((old.status = 'paid'::text) OR (new.status = 'unpaid'::text)))) EXECUTE FUNCTION refuse_transition('invoice_shares_legal_transition');

CREATE TRIGGER announce_change AFTER UPDATE OF status ON public.invoices FOR EACH ROW WHEN ((old.status <> new.status)) EXECUTE FUNCTION announce_change('invoices');

CREATE TRIGGER invoices_tell_webhook_changed AFTER UPDATE OF status ON public.invoices FOR EACH ROW WHEN ((old.status <> new.status)) EXECUTE FUNCTION invoices_tell_webhook();

CREATE TRIGGER invoices_tell_webhook_made AFTER INSERT ON public.invoices FOR EACH ROW EXECUTE FUNCTION invoices_tell_webhook();

CREATE TRIGGER invoices_transition BEFORE UPDATE OF status ON public.invoices FOR EACH ROW WHEN (((old.status <> new.status) AND (old.status <> 1) AND (NOT ((old.status = 4) AND (new.status = 2) AND (new.paid_count = new.customers_count))))) EXECUTE FUNCTION refuse_transition('invoices_legal_transition');

CREATE TRIGGER keep_statistics AFTER UPDATE OF status, customers_count ON public.invoices FOR EACH ROW WHEN (((old.status <> new.status) OR ((old.customers_count > 1) <> (new.customers_count > 1)))) EXECUTE FUNCTION keep_invoice_statistics();

CREATE TRIGGER keep_statistics_of_new AFTER INSERT ON public.invoices FOR EACH ROW EXECUTE FUNCTION keep_invoice_statistics();

CREATE TRIGGER figures_hold AFTER INSERT OR UPDATE OF kind, currency ON public.ledger_accounts FOR EACH ROW EXECUTE FUNCTION ledger_accounts_hold();

CREATE TRIGGER figures_hold_without_postings AFTER UPDATE OF balance ON public.ledger_accounts FOR EACH ROW EXECUTE FUNCTION ledger_accounts_hold();

CREATE TRIGGER moved_by_postings_only BEFORE UPDATE ON public.ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION ledger_moved_by_postings();

CREATE TRIGGER never_deleted BEFORE DELETE ON public.ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change('ledger_append_only');

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.ledger_accounts FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change('ledger_append_only');

CREATE TRIGGER opened_empty BEFORE INSERT ON public.ledger_accounts FOR EACH ROW WHEN ((new.balance <> 0)) EXECUTE FUNCTION ledger_refuse_change('ledger_balance_moves_by_postings');

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.ledger_days FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change('ledger_append_only');

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.ledger_days FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change('ledger_append_only');

CREATE TRIGGER written_by_transfers_only BEFORE INSERT ON public.ledger_days FOR EACH STATEMENT EXECUTE FUNCTION ledger_moved_by_postings('ledger_days_begin');

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.ledger_movements FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change('ledger_append_only');

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.ledger_movements FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change('ledger_append_only');

CREATE TRIGGER written_by_postings_only BEFORE INSERT ON public.ledger_movements FOR EACH STATEMENT EXECUTE FUNCTION ledger_moved_by_postings('ledger_movements_are_postings');

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.ledger_postings FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change('ledger_append_only');

CREATE TRIGGER apply_postings AFTER INSERT ON public.ledger_postings REFERENCING NEW TABLE AS new_postings FOR EACH STATEMENT EXECUTE FUNCTION ledger_apply_postings();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.ledger_postings FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change('ledger_append_only');

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.ledger_transfers FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change('ledger_append_only');

CREATE CONSTRAINT TRIGGER has_postings AFTER INSERT ON public.ledger_transfers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger_check_transfer();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.ledger_transfers FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change('ledger_append_only');

CREATE TRIGGER of_period BEFORE INSERT OR UPDATE ON public.ledger_transfers FOR EACH ROW EXECUTE FUNCTION ledger_transfers_of_period();

CREATE TRIGGER of_lists AFTER INSERT OR UPDATE OF list ON public.list_totals FOR EACH ROW EXECUTE FUNCTION list_totals_of_lists();

CREATE TRIGGER of_months AFTER INSERT OR UPDATE OF month ON public.merchant_volumes FOR EACH ROW EXECUTE FUNCTION merchant_volumes_of_months();

CREATE TRIGGER give_store_slug BEFORE INSERT ON public.merchants FOR EACH ROW EXECUTE FUNCTION give_store_slug();

CREATE TRIGGER merchant_remember_status BEFORE UPDATE OF status ON public.merchants FOR EACH ROW EXECUTE FUNCTION merchant_remember_status();

CREATE TRIGGER customer_messages_go AFTER DELETE ON public.messages REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION customer_messages_go();

CREATE TRIGGER keep_invoice_message BEFORE DELETE ON public.messages FOR EACH ROW EXECUTE FUNCTION keep_invoice_message();

CREATE TRIGGER notifications_announce AFTER INSERT ON public.notifications FOR EACH ROW EXECUTE FUNCTION notification_announce();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.operator_approvals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER operator_approvals_kept BEFORE DELETE ON public.operator_approvals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER operator_approvals_stay BEFORE UPDATE ON public.operator_approvals FOR EACH ROW WHEN (((old.state <> 'waiting'::text) OR ((to_jsonb(new.*) - '{state,decided_by,decided_in_shell,decided_at,note,trouble,sealed_change}'::text[]) IS DISTINCT FROM (to_jsonb(old.*) - '{state,decided_by,decided_in_shell,decided_at,note,trouble,sealed_change}'::text[])))) EXECUTE FUNCTION refuse_change();

CREATE TRIGGER announce_change AFTER UPDATE OF status, fulfilment ON public.orders FOR EACH ROW WHEN (((old.status <> new.status) OR (old.fulfilment <> new.fulfilment))) EXECUTE FUNCTION announce_change('orders');

CREATE TRIGGER customer_orders AFTER INSERT ON public.orders FOR EACH ROW EXECUTE FUNCTION customer_orders();

CREATE TRIGGER keep_statistics AFTER UPDATE OF status, fulfilment ON public.orders FOR EACH ROW WHEN (((old.status <> new.status) OR (old.fulfilment <> new.fulfilment))) EXECUTE FUNCTION keep_store_statistics();

CREATE TRIGGER keep_statistics_of_new AFTER INSERT ON public.orders FOR EACH ROW EXECUTE FUNCTION keep_store_statistics();

CREATE TRIGGER orders_canceled_has_no_stock BEFORE INSERT OR UPDATE OF fulfilment, stock ON public.orders FOR EACH ROW WHEN (((new.fulfilment = 'canceled'::text) AND (new.stock = ANY (ARRAY['reserved'::text, 'taken'::text])))) EXECUTE FUNCTION refuse_transition('orders_canceled_has_no_stock');

CREATE TRIGGER orders_fulfilment BEFORE UPDATE OF fulfilment ON public.orders FOR EACH ROW WHEN (((old.fulfilment <> new.fulfilment) AND ((old.fulfilment = ANY (ARRAY['delivered'::text, 'canceled'::text])) OR ((new.fulfilment <> 'canceled'::text) AND (order_step(new.fulfilment) < order_step(old.fulfilment)))))) EXECUTE FUNCTION refuse_transition('orders_legal_fulfilment');

CREATE TRIGGER orders_tell_webhook_changed AFTER UPDATE OF status, fulfilment ON public.orders FOR EACH ROW WHEN (((old.status <> new.status) OR ((old.fulfilment <> new.fulfilment) AND (new.fulfilment = 'canceled'::text)))) EXECUTE FUNCTION orders_tell_webhook();

CREATE TRIGGER orders_tell_webhook_made AFTER INSERT ON public.orders FOR EACH ROW EXECUTE FUNCTION orders_tell_webhook();

CREATE TRIGGER orders_transition BEFORE UPDATE OF status ON public.orders FOR EACH ROW WHEN (((old.status = 2) AND (new.status <> 2))) EXECUTE FUNCTION refuse_transition('orders_legal_transition');

CREATE TRIGGER passkeys_have_people BEFORE INSERT ON public.passkeys FOR EACH ROW EXECUTE FUNCTION factors_have_people();

CREATE TRIGGER customer_pays AFTER INSERT ON public.payment_attempts FOR EACH ROW EXECUTE FUNCTION customer_pays();

CREATE TRIGGER payment_attempts_as_offered AFTER INSERT ON public.payment_attempts FOR EACH ROW WHEN ((new.payable_kind = 'payment-link'::text)) EXECUTE FUNCTION attempt_is_as_offered();

CREATE TRIGGER payment_attempts_terms AFTER INSERT OR UPDATE OF value_piastres, charge_piastres, fee_piastres, vat_piastres, fees_on, locale, card_last4, external_ref, unknown_word ON public.payment_attempts FOR EACH ROW EXECUTE FUNCTION payment_attempts_terms();

CREATE TRIGGER payment_attempts_transition AFTER INSERT OR UPDATE OF state, holds_place, counted ON public.payment_attempts FOR EACH ROW EXECUTE FUNCTION payment_attempts_move_legally();

CREATE TRIGGER figures_hold AFTER INSERT OR UPDATE OF status, max_payment_count, paid_count, held_count ON public.payment_links FOR EACH ROW EXECUTE FUNCTION payment_links_count();

CREATE TRIGGER payment_links_follow AFTER UPDATE OF status ON public.payment_links FOR EACH ROW EXECUTE FUNCTION payment_links_follow();

CREATE TRIGGER payment_links_follow_new AFTER INSERT ON public.payment_links FOR EACH ROW EXECUTE FUNCTION payment_links_follow();

CREATE TRIGGER payment_links_terms AFTER INSERT OR UPDATE OF mode, currency, amount, fixed_fees, fees_bps, fixed_tax, tax_bps, fees, tax, total, value_piastres, rate_scaled, payment_methods, max_payment_count, language, min_amount, max_amount, suggested_amounts, min_quantity, max_quantity, success_url, cancel_url ON public.payment_links FOR EACH ROW EXECUTE FUNCTION payment_links_terms();

CREATE TRIGGER not_in_file BEFORE UPDATE OF state ON public.payouts FOR EACH ROW WHEN (((old.state = 'requested'::text) AND (new.state <> 'requested'::text) AND (new.bank_account_id IS NOT NULL))) EXECUTE FUNCTION payouts_not_in_file();

CREATE TRIGGER payouts_account_stays BEFORE UPDATE ON public.payouts FOR EACH ROW WHEN (((new.bank_account_id IS DISTINCT FROM old.bank_account_id) OR (new.bank_account_version IS DISTINCT FROM old.bank_account_version))) EXECUTE FUNCTION refuse_change();

CREATE TRIGGER payouts_transition BEFORE UPDATE OF state ON public.payouts FOR EACH ROW WHEN (((old.state <> new.state) AND (old.state <> 'requested'::text) AND (NOT ((old.state = 'handed-over'::text) AND (new.state = 'returned'::text) AND (old.paid_at IS NOT NULL))))) EXECUTE FUNCTION refuse_transition('payouts_legal_transition');

CREATE TRIGGER users_follow_people AFTER UPDATE OF password_hash, two_step_at ON public.people FOR EACH ROW EXECUTE FUNCTION users_follow_people();

CREATE TRIGGER processor_accounts_stay BEFORE DELETE ON public.processor_accounts FOR EACH ROW EXECUTE FUNCTION processor_accounts_stay();

CREATE TRIGGER processor_ids_stay BEFORE DELETE OR UPDATE ON public.processor_ids FOR EACH ROW EXECUTE FUNCTION processor_ids_stay();

CREATE TRIGGER waits BEFORE INSERT OR UPDATE OF state ON public.processor_notifications FOR EACH ROW WHEN (((new.state = 'received'::text) AND (new.processed_at IS NOT NULL))) EXECUTE FUNCTION processor_notifications_waits();

CREATE TRIGGER reconciliation_batches_of_period BEFORE UPDATE OF booked_at, received_piastres ON public.reconciliation_batches FOR EACH ROW WHEN (((old.booked_at IS DISTINCT FROM new.booked_at) OR (old.received_piastres IS DISTINCT FROM new.received_piastres))) EXECUTE FUNCTION reconciliation_batches_of_period();

CREATE TRIGGER reconciliation_batches_written_off BEFORE UPDATE OF booked_at ON public.reconciliation_batches FOR EACH ROW WHEN (((old.booked_at IS NOT NULL) AND (new.booked_at IS NULL))) EXECUTE FUNCTION reconciliation_batches_written_off();

CREATE TRIGGER reconciliation_breaks_ended BEFORE INSERT OR UPDATE ON public.reconciliation_breaks FOR EACH ROW WHEN (((new.closed_at IS NULL) <> (new.ended_as IS NULL))) EXECUTE FUNCTION reconciliation_breaks_ended();

CREATE TRIGGER reconciliation_breaks_of_period BEFORE UPDATE ON public.reconciliation_breaks FOR EACH ROW WHEN (((old.closed_at IS NOT NULL) AND (new.closed_at IS NULL))) EXECUTE FUNCTION reconciliation_breaks_of_period();

CREATE TRIGGER reconciliation_open_added AFTER INSERT ON public.reconciliation_breaks REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION reconciliation_open_changed();

CREATE TRIGGER reconciliation_open_moved AFTER UPDATE ON public.reconciliation_breaks REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION reconciliation_open_changed();

CREATE TRIGGER reconciliation_open_removed AFTER DELETE ON public.reconciliation_breaks REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION reconciliation_open_changed();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.reconciliation_costs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.reconciliation_costs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.reconciliation_cut_off_rows FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.reconciliation_cut_off_rows FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.reconciliation_cut_offs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER reconciliation_cut_offs_kept BEFORE DELETE ON public.reconciliation_cut_offs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER reconciliation_cut_offs_stay BEFORE UPDATE ON public.reconciliation_cut_offs FOR EACH ROW EXECUTE FUNCTION reconciliation_cut_offs_stay();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.reconciliation_evidence FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.reconciliation_evidence FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER reconciliation_files_of_period BEFORE UPDATE OF state ON public.reconciliation_files FOR EACH ROW WHEN (((old.state = 'imported'::text) AND (new.state = 'undone'::text))) EXECUTE FUNCTION reconciliation_files_of_period();

CREATE TRIGGER reconciliation_lines_of_period AFTER INSERT ON public.reconciliation_lines REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION reconciliation_lines_of_period();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.reconciliation_notes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.reconciliation_notes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.reconciliation_suspense FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.reconciliation_suspense FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.reconciliation_unsettled FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.reconciliation_unsettled FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.reconciliation_write_offs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER reconciliation_write_offs_kept BEFORE DELETE ON public.reconciliation_write_offs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER reconciliation_write_offs_of_period BEFORE INSERT ON public.reconciliation_write_offs FOR EACH ROW EXECUTE FUNCTION reconciliation_write_offs_of_period();

CREATE TRIGGER reconciliation_write_offs_stay BEFORE UPDATE ON public.reconciliation_write_offs FOR EACH ROW WHEN (((old.undone_at IS NOT NULL) OR ((to_jsonb(new.*) - '{undone_at,undone_by,undone_reason}'::text[]) IS DISTINCT FROM (to_jsonb(old.*) - '{undone_at,undone_by,undone_reason}'::text[])))) EXECUTE FUNCTION refuse_change();

CREATE TRIGGER recovery_codes_have_people BEFORE INSERT ON public.recovery_codes FOR EACH ROW EXECUTE FUNCTION factors_have_people();

CREATE TRIGGER customer_is_refunded AFTER INSERT ON public.refunds FOR EACH ROW EXECUTE FUNCTION customer_events_follow_payment('refund');

CREATE TRIGGER keep_totals_of_new AFTER INSERT ON public.refunds FOR EACH ROW EXECUTE FUNCTION keep_refund_totals();

CREATE TRIGGER refund_says_who_paid BEFORE INSERT ON public.refunds FOR EACH ROW EXECUTE FUNCTION refund_says_who_paid();

CREATE TRIGGER refunds_transition BEFORE UPDATE OF state ON public.refunds FOR EACH ROW WHEN (((old.state <> new.state) AND (old.state <> 'pending'::text) AND (NOT ((old.state = 'succeeded'::text) AND (new.state = 'reversed'::text))) AND (NOT ((old.state = 'failed'::text) AND (new.state = 'pending'::text))))) EXECUTE FUNCTION refuse_transition('refunds_legal_transition');

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.reserve_draws FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.reserve_draws FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.reserve_items FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER reserve_items_kept BEFORE DELETE ON public.reserve_items FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER reserve_items_stay BEFORE UPDATE ON public.reserve_items FOR EACH ROW WHEN (((old.left_piastres = 0) OR (new.left_piastres >= old.left_piastres) OR ((to_jsonb(new.*) - '{left_piastres,released_at,released_piastres}'::text[]) IS DISTINCT FROM (to_jsonb(old.*) - '{left_piastres,released_at,released_piastres}'::text[])))) EXECUTE FUNCTION refuse_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.risk_rule_events FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.risk_rule_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER sessions_forget_push_devices AFTER UPDATE OF ended_at ON public.sessions FOR EACH ROW WHEN (((old.ended_at IS NULL) AND (new.ended_at IS NOT NULL))) EXECUTE FUNCTION forget_push_devices();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.settlement_items FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER settlement_items_append_only BEFORE DELETE OR UPDATE ON public.settlement_items FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.settlement_payments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER not_in_file BEFORE INSERT ON public.settlement_payments FOR EACH ROW EXECUTE FUNCTION settlement_payments_not_in_file();

CREATE TRIGGER returned_only BEFORE DELETE ON public.settlement_payments FOR EACH ROW EXECUTE FUNCTION settlement_payments_returned_only();

CREATE TRIGGER settlement_payments_append_only BEFORE UPDATE ON public.settlement_payments FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER settlement_payments_mark AFTER INSERT ON public.settlement_payments FOR EACH ROW EXECUTE FUNCTION settlement_payments_mark();

CREATE TRIGGER settlement_payments_unmark AFTER DELETE ON public.settlement_payments FOR EACH ROW EXECUTE FUNCTION settlement_payments_unmark();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.settlement_returns FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.settlement_returns FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.settlements FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER settlements_append_only BEFORE DELETE ON public.settlements FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER settlements_change_by_payment_alone BEFORE UPDATE ON public.settlements FOR EACH ROW WHEN (((to_jsonb(new.*) - '{is_paid,changed_at}'::text[]) IS DISTINCT FROM (to_jsonb(old.*) - '{is_paid,changed_at}'::text[]))) EXECUTE FUNCTION refuse_change();

CREATE TRIGGER settlements_paid_as_marked BEFORE UPDATE OF is_paid ON public.settlements FOR EACH ROW EXECUTE FUNCTION settlements_paid_as_marked();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.ticket_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER ticket_changes_append_only BEFORE DELETE OR UPDATE ON public.ticket_changes FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.ticket_messages FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER ticket_messages_append_only BEFORE DELETE OR UPDATE ON public.ticket_messages FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.ticket_notes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER ticket_notes_announce AFTER INSERT ON public.ticket_notes FOR EACH ROW EXECUTE FUNCTION ticket_note_announce();

CREATE TRIGGER ticket_notes_append_only BEFORE DELETE OR UPDATE ON public.ticket_notes FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER announce_change AFTER UPDATE OF status ON public.tickets FOR EACH ROW WHEN ((old.status <> new.status)) EXECUTE FUNCTION announce_change('tickets');

CREATE TRIGGER tickets_announce AFTER INSERT OR UPDATE ON public.tickets FOR EACH ROW EXECUTE FUNCTION ticket_announce();

CREATE TRIGGER tickets_clock BEFORE INSERT OR UPDATE ON public.tickets FOR EACH ROW WHEN (((new.answer_due_at IS NULL) <> (new.waiting_since IS NULL))) EXECUTE FUNCTION ticket_clock();

CREATE TRIGGER tickets_transition BEFORE UPDATE OF status ON public.tickets FOR EACH ROW WHEN (((old.status = 3) AND (new.status = 2))) EXECUTE FUNCTION refuse_transition('tickets_legal_transition');

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.transaction_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER transaction_events_append_only BEFORE DELETE OR UPDATE ON public.transaction_events FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TRIGGER figures_hold AFTER INSERT OR UPDATE OF payment_method, status, subtotal, total, value_piastres, charged_piastres, fee_piastres, vat_piastres, net_piastres, fees_on, refunded_piastres, settlement_status, flags, is_payout, card_last4, refunding_piastres, disputed_piastres, pending_out_piastres ON public.transactions FOR EACH ROW EXECUTE FUNCTION transactions_figures();

CREATE TRIGGER keep_settlements_due AFTER UPDATE ON public.transactions REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION keep_settlements_due();

CREATE TRIGGER keep_settlements_due_of_new AFTER INSERT ON public.transactions FOR EACH ROW WHEN (((new.settlement_status <> 1) AND (new.expected_settlement_on IS NOT NULL) AND (new.status = ANY (ARRAY[1, 3])))) EXECUTE FUNCTION keep_settlements_due_of_new();

CREATE TRIGGER risk_review_holds BEFORE UPDATE OF status ON public.transactions FOR EACH ROW EXECUTE FUNCTION risk_review_holds();

CREATE TRIGGER transactions_follow AFTER UPDATE OF status, refunded_piastres, value_piastres ON public.transactions FOR EACH ROW EXECUTE FUNCTION transactions_follow();

CREATE TRIGGER transactions_follow_new AFTER INSERT ON public.transactions FOR EACH ROW WHEN ((new.status <> 0)) EXECUTE FUNCTION transactions_follow();

CREATE TRIGGER transactions_transition BEFORE UPDATE OF status ON public.transactions FOR EACH ROW EXECUTE FUNCTION transactions_move_legally();

CREATE TRIGGER never_deleted BEFORE DELETE ON public.users FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change('users_are_kept');

CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.users FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse_change('users_are_kept');

CREATE TRIGGER number_kept BEFORE UPDATE OF merchant_id, id ON public.users FOR EACH ROW WHEN (((old.merchant_id <> new.merchant_id) OR (old.id <> new.id))) EXECUTE FUNCTION ledger_refuse_change('users_are_kept');

CREATE TRIGGER people_follow_users AFTER UPDATE OF email, mobile, password_hash, two_step_at, deleted_at ON public.users FOR EACH ROW EXECUTE FUNCTION people_follow_users();

CREATE TRIGGER users_have_people BEFORE INSERT OR UPDATE OF password_hash, deleted_at ON public.users FOR EACH ROW EXECUTE FUNCTION users_have_people();

alter table clearing_balances enable always trigger figures_hold;

alter table clearing_balances enable replica trigger figures_hold_without_postings;

alter table ledger_accounts enable always trigger figures_hold;

alter table ledger_accounts enable replica trigger figures_hold_without_postings;

alter table ledger_transfers enable always trigger of_period;

alter table list_totals enable always trigger of_lists;

alter table merchant_volumes enable always trigger of_months;

alter table payment_attempts enable always trigger payment_attempts_terms;

alter table payment_attempts enable always trigger payment_attempts_transition;

alter table payment_links enable always trigger figures_hold;

alter table payment_links enable always trigger payment_links_terms;

alter table transactions enable always trigger figures_hold;
