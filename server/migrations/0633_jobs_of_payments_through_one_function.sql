-- As before, but for the job: queue_job keeps it with the merchant on a cluster.
create or replace function attempt_outcome(p_merchant_id bigint, p_attempt_id bigint, p_outcome text, p_now timestamp with time zone, p_expected_on date DEFAULT NULL::date, p_received_piastres bigint DEFAULT NULL::bigint, p_processor_reference text DEFAULT NULL::text, p_failure text DEFAULT NULL::text, p_dispute boolean DEFAULT false, p_ours boolean DEFAULT false, OUT result text, OUT state text, OUT transaction_id bigint)
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
    where x.merchant_id = p_merchant_id and x.id = p_attempt_id
    -- As it is now: the attempt may have gone to another account since it was read.
    returning x.processor_account_id into a.processor_account_id;

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

  perform queue_job(p_merchant_id, 'payment-succeeded',
    json_build_object('merchantId', p_merchant_id, 'transactionId', a.transaction_id));

  -- Last, because it holds the merchant's ledger until the transaction ends.
  perform ledger_post(p_merchant_id, a.mode, 'capture', v_reference, 'capture:' || a.transaction_id, p_now,
    array['clearing', 'pending', 'fees', 'vat']::ledger_account_kind[],
    array['EGP', 'EGP', 'EGP', 'EGP']::char(3)[],
    array[-v_received, v_received - v_fee - v_vat, v_fee, v_vat],
    null, a.processor_account_id);

  attempt_outcome.result := 'applied';
  attempt_outcome.state := 'succeeded';
end $function$;

-- In SQL alone, PostgreSQL puts a function's text into its caller's statement, where the merchant is no longer given.
create or replace function events_wanted(p_merchant_id bigint, p_mode mode) returns boolean
language plpgsql stable as $$
begin
  return exists (select from merchant_settings s
                  where s.merchant_id = p_merchant_id and s.mode = p_mode and s.callback_url is not null)
      or exists (select from webhook_endpoints e where e.merchant_id = p_merchant_id and e.mode = p_mode)
      or exists (select from api_keys k
                  where k.merchant_id = p_merchant_id and k.mode = p_mode and k.kind = 'secret'
                    and k.last_used_at is not null);
end $$;

create or replace function order_in_stock(p_merchant_id bigint, p_order_id bigint) returns boolean
language plpgsql stable as $$
begin
  return not exists (
    select 1 from order_items i join products p on p.merchant_id = i.merchant_id and p.id = i.product_id
     where i.merchant_id = p_merchant_id and i.order_id = p_order_id and p.in_stock - p.reserved < i.quantity);
end $$;
