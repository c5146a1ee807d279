-- Applies a result to an attempt exactly once: payable, attempt, transaction, timeline, job and ledger. Every payment
-- succeeds through it; server/src/checkout/store.ts and server/src/transactions/writes.ts call it. Money is always
-- booked, with a flag if it does not fit (`late`, `duplicate`, `over`, `partial`, `not-owed`). Null
-- `p_received_piastres` means the charge. Lock order: payable, attempt, transaction, counters, ledger.
create or replace function attempt_outcome(
  p_merchant_id bigint,
  p_attempt_id bigint,
  p_outcome text,
  p_now timestamptz,
  p_expected_on date default null,
  p_received_piastres bigint default null,
  p_processor_reference text default null,
  p_failure text default null,
  p_dispute boolean default false,
  p_ours boolean default false,
  out result text,
  out state text,
  out transaction_id bigint
)
  returns record
  language plpgsql
  set enable_seqscan = off
  set plan_cache_mode = force_generic_plan
as $$
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
end $$;
