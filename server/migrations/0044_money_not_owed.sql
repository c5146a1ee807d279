-- Money that comes for what is no longer owed (a canceled order, a share taken off an invoice) is booked and flagged, and
-- pays nothing. An invoice that is paid in full is Paid, however late.

-- Checked for what is written from now on; the rows there are follow in the next file, which keeps nobody waiting.
alter table transactions drop constraint transactions_flags_check;
alter table transactions add constraint transactions_flags_check
  check (flags <@ array['late', 'duplicate', 'over', 'partial', 'not-owed']) not valid;

-- What nobody owes any more answers 'void'.
create or replace function payable_order_lock(p_merchant_id bigint, p_id bigint, p_now timestamptz) returns text
language plpgsql as $$
declare
  o record;
begin
  select x.status, x.fulfilment, x.due_at into o from orders x
   where x.merchant_id = p_merchant_id and x.id = p_id for no key update;
  return case
    when o.status = 2 then 'full'
    when o.fulfilment = 'canceled' then 'void'
    when o.due_at > p_now then 'open'
    else 'closed' end;
end $$;

create or replace function payable_order_settle(
  p_merchant_id bigint, p_id bigint, p_held boolean, p_paid boolean, p_now timestamptz
) returns boolean
language plpgsql as $$
begin
  if p_paid then
    perform 1 from orders o
      where o.merchant_id = p_merchant_id and o.id = p_id and o.status = 1 and o.fulfilment <> 'canceled';
    if found then
      perform order_take(p_merchant_id, p_id);
      update orders o set status = 2, paid_at = p_now, is_held = o.is_held and not p_held, updated_at = p_now
        where o.merchant_id = p_merchant_id and o.id = p_id;
      return true;
    end if;
  end if;
  if p_held then
    perform 1 from orders o
      where o.merchant_id = p_merchant_id and o.id = p_id and o.status = 1 and o.stock = 'reserved';
    if found then
      perform order_give_back(p_merchant_id, p_id);
    end if;
    update orders o set is_held = false where o.merchant_id = p_merchant_id and o.id = p_id;
  end if;
  return false;
end $$;

-- Canceled orders that late money brought to life: their pieces go back. What becomes of the money is said in 0070.
do $$
declare
  o record;
begin
  for o in
    select merchant_id, id from orders where status = 2 and fulfilment = 'canceled' and stock = 'taken' for no key update
  loop
    perform lock_order_products(o.merchant_id, o.id);
    update products p set in_stock = p.in_stock + i.quantity
      from order_items i
      where i.merchant_id = o.merchant_id and i.order_id = o.id
        and p.merchant_id = i.merchant_id and p.id = i.product_id;
    update orders x set stock = 'short' where x.merchant_id = o.merchant_id and x.id = o.id;
  end loop;
end $$;

create trigger orders_canceled_has_no_stock before insert or update of fulfilment, stock on orders
  for each row when (new.fulfilment = 'canceled' and new.stock in ('reserved', 'taken'))
  execute function refuse_transition('orders_canceled_has_no_stock');

create or replace function payable_invoice_lock(p_merchant_id bigint, p_id bigint, p_now timestamptz) returns text
language plpgsql as $$
declare
  i record;
  s record;
begin
  select x.status, x.due_at into i from invoices x
   where x.merchant_id = p_merchant_id
     and x.id = (select y.invoice_id from invoice_shares y where y.merchant_id = p_merchant_id and y.id = p_id)
     for no key update;
  select x.status, x.removed_at into s from invoice_shares x
   where x.merchant_id = p_merchant_id and x.id = p_id for no key update;
  return case
    when s.status = 'paid' then 'full'
    when s.removed_at is not null then 'void'
    when s.status = 'unpaid' and i.status = 1 and i.due_at > p_now then 'open'
    else 'closed' end;
end $$;

create or replace function payable_invoice_settle(
  p_merchant_id bigint, p_id bigint, p_held boolean, p_paid boolean, p_now timestamptz
) returns boolean
language plpgsql as $$
declare
  v_invoice_id bigint;
begin
  if p_paid then
    update invoice_shares s set status = 'paid', paid_at = p_now, is_held = s.is_held and not p_held
      where s.merchant_id = p_merchant_id and s.id = p_id and s.status <> 'paid' and s.removed_at is null
      returning s.invoice_id into v_invoice_id;
    if found then
      update invoices i set
          paid_count = i.paid_count + 1,
          status = case
            when i.status in (1, 4) and i.paid_count + 1 = i.customers_count then 2
            when i.status = 1 and i.due_at <= p_now then 4
            else i.status end,
          updated_at = p_now
        where i.merchant_id = p_merchant_id and i.id = v_invoice_id;
      return true;
    end if;
  end if;
  if p_held then
    update invoice_shares s set is_held = false where s.merchant_id = p_merchant_id and s.id = p_id;
  end if;
  return false;
end $$;

-- Unpaid becomes anything; Expired becomes Paid by the last of its customers.
drop trigger invoices_transition on invoices;
create trigger invoices_transition before update of status on invoices
  for each row when (old.status <> new.status and old.status <> 1
                     and not (old.status = 4 and new.status = 2 and new.paid_count = new.customers_count))
  execute function refuse_transition('invoices_legal_transition');
-- The merchants' own servers heard of the payments when they came, and are not told of old invoices all at once.
alter table invoices disable trigger invoices_tell_webhook_changed;
update invoices set status = 2 where status = 4 and paid_count = customers_count;
alter table invoices enable trigger invoices_tell_webhook_changed;

CREATE OR REPLACE FUNCTION public.attempt_outcome(p_merchant_id bigint, p_attempt_id bigint, p_outcome text, p_now timestamp with time zone, p_expected_on date DEFAULT NULL::date, p_received_piastres bigint DEFAULT NULL::bigint, p_processor_reference text DEFAULT NULL::text, p_failure text DEFAULT NULL::text, p_dispute boolean DEFAULT false, p_ours boolean DEFAULT false, OUT result text, OUT state text, OUT transaction_id bigint)
 RETURNS record
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
#variable_conflict use_column
declare
  a payment_attempts%rowtype;
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
  select * into a from payment_attempts x where x.merchant_id = p_merchant_id and x.id = p_attempt_id;
  if not found then
    attempt_outcome.result := 'not-found';
    return;
  end if;
  attempt_outcome.transaction_id := a.transaction_id;
  if a.state <> 'succeeded' then
    -- Whoever changes what follows holds the payable's lock, so it is read again behind it.
    v_payable := payable_lock(a.payable_kind, p_merchant_id, a.payable_id, p_now);
    select x.state, x.holds_place, x.expires_at, x.answered_at
      into a.state, a.holds_place, a.expires_at, a.answered_at
      from payment_attempts x where x.merchant_id = p_merchant_id and x.id = p_attempt_id;
  end if;
  attempt_outcome.state := a.state;
  v_over := a.state in ('failed', 'canceled', 'expired');

  if p_outcome <> 'succeeded' then
    if v_over or a.state = 'succeeded' then
      if not p_ours and p_outcome <> 'expired' then
        update payment_attempts x set next_ask_at = null, unanswered_at = null
          where x.merchant_id = p_merchant_id and x.id = p_attempt_id
            and (x.next_ask_at is not null or x.unanswered_at is not null);
      end if;
      attempt_outcome.result := 'ignored';
      return;
    end if;
    -- Time alone ends nothing: the processor was asked since, and knew of no money.
    if p_outcome = 'expired' and (a.expires_at > p_now or a.answered_at is null or a.answered_at < a.expires_at) then
      attempt_outcome.result := 'ignored';
      return;
    end if;
    v_status := case p_outcome when 'failed' then 2 when 'canceled' then 4 when 'expired' then 5 end;
    perform payable_settle(a.payable_kind, p_merchant_id, a.payable_id, a.holds_place, false, p_now);
    update payment_attempts x set
        state = p_outcome, holds_place = false, failure_reason = coalesce(p_failure, p_outcome),
        otp_hash = null, updated_at = p_now,
        -- What we ended ourselves goes on being asked about; the processor's own word is the last.
        next_ask_at = case when p_ours or p_outcome = 'expired' then x.next_ask_at end,
        unanswered_at = case when p_ours or p_outcome = 'expired' then x.unanswered_at end
      where x.merchant_id = p_merchant_id and x.id = p_attempt_id;
    update transactions t set status = v_status, failure_reason = coalesce(p_failure, p_outcome), updated_at = p_now
      where t.merchant_id = p_merchant_id and t.id = a.transaction_id;
    insert into transaction_events (merchant_id, transaction_id, kind, at, detail)
      values (p_merchant_id, a.transaction_id, p_outcome, p_now, p_failure);
    attempt_outcome.result := 'applied';
    attempt_outcome.state := p_outcome;
    return;
  end if;

  if a.state = 'succeeded' then
    attempt_outcome.result := 'already';
    return;
  end if;

  v_received := coalesce(p_received_piastres, a.charge_piastres);
  v_fee := a.fee_piastres;
  v_vat := a.vat_piastres;
  v_value := a.value_piastres;
  if v_received <> a.charge_piastres then
    v_flags := v_flags || case when v_received > a.charge_piastres then 'over' else 'partial' end;
    v_fee := round(v_received::numeric * a.rate_bps / 10000) + a.fixed_fee_piastres;
    v_vat := round(v_fee::numeric * a.vat_bps / 10000);
    v_value := case a.fees_on when 'M' then v_received else greatest(v_received - v_fee - v_vat, 1) end;
  end if;

  v_counted := payable_settle(a.payable_kind, p_merchant_id, a.payable_id, a.holds_place,
                              v_received >= a.charge_piastres and a.duplicate_of is null, p_now);
  if v_over or a.expires_at <= p_now or v_payable in ('closed', 'void') then
    v_flags := v_flags || 'late'::text;
  end if;
  if v_payable = 'void' then
    v_flags := v_flags || 'not-owed'::text;
  elsif not v_counted and v_received >= a.charge_piastres then
    v_flags := v_flags || 'duplicate'::text;
  end if;

  update payment_attempts x set
      state = 'succeeded', holds_place = false, counted = v_counted, failure_reason = null, otp_hash = null,
      processor_reference = coalesce(p_processor_reference, x.processor_reference),
      dispute_announced = p_dispute, paid_at = p_now, next_ask_at = null, unanswered_at = null, updated_at = p_now
    where x.merchant_id = p_merchant_id and x.id = p_attempt_id;

  update transactions t set
      status = 1, flags = v_flags, failure_reason = null,
      external_reference = coalesce(p_processor_reference, t.external_reference),
      charged_piastres = v_received, fee_piastres = v_fee, vat_piastres = v_vat,
      net_piastres = v_received - v_fee - v_vat, value_piastres = v_value,
      total = case
        when v_value = a.value_piastres then t.total
        else greatest(1, round(v_value::numeric * 1000000 / t.rate_scaled)) end,
      expected_settlement_on = p_expected_on, paid_at = p_now, updated_at = p_now
    where t.merchant_id = p_merchant_id and t.id = a.transaction_id
    returning t.reference into v_reference;

  insert into transaction_events (merchant_id, transaction_id, kind, at, amount_piastres, detail)
    values (p_merchant_id, a.transaction_id, 'succeeded', p_now, v_received, nullif(array_to_string(v_flags, ','), ''));

  perform graphile_worker.add_job('payment-succeeded',
    json_build_object('merchantId', p_merchant_id, 'transactionId', a.transaction_id));

  -- Last, because it holds the merchant's ledger until the transaction ends.
  perform ledger_post(p_merchant_id, a.mode, 'capture', v_reference, 'capture:' || a.transaction_id, p_now,
    array['clearing', 'pending', 'fees', 'vat']::ledger_account_kind[],
    array['EGP', 'EGP', 'EGP', 'EGP']::char(3)[],
    array[-v_received, v_received - v_fee - v_vat, v_fee, v_vat]);

  attempt_outcome.result := 'applied';
  attempt_outcome.state := 'succeeded';
end $function$;
