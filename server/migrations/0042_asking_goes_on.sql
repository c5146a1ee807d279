-- A hold that has run out frees its place and nothing else: what became of the payment, only its processor knows. So each
-- attempt carries when its processor is asked next, also after we ended it, until the processor has spoken for good or the
-- method cannot be paid any more.
alter table payment_attempts
  -- null: never again
  add column next_ask_at timestamptz,
  -- how often it was asked; pauses grow with it
  add column asks smallint not null default 0,
  -- when the processor last said how the payment stands
  add column answered_at timestamptz,
  -- given up without an answer to the last question: for a person to look at
  add column unanswered_at timestamptz;
-- An attempt expires when its processor was asked after its time and knew of no money.
create trigger payment_attempts_expiry before update of state on payment_attempts
  for each row when (old.state <> new.state and new.state = 'expired'
                     and (new.answered_at is null or new.answered_at < new.expires_at))
  execute function refuse_transition('payment_attempts_expired_was_asked');
-- For a server of the version before, which knows nothing of asking, while both are running.
alter table payment_attempts alter column next_ask_at set default now() + interval '2 minutes';

update payment_attempts set next_ask_at = greatest(now(), least(hold_expires_at, expires_at))
 where state in ('pending', 'challenge', 'otp', 'awaiting');
-- What was ended in the last days without a question is asked about now. A failure by a wrong code, or without a reason,
-- may have been our own word too.
update payment_attempts a set next_ask_at = now()
  from transactions t
 where t.mode in ('live', 'test') and t.created_at > now() - interval '3 days' and t.status in (2, 4, 5)
   and not t.is_payout and a.merchant_id = t.merchant_id and a.transaction_id = t.id
   and (a.state in ('expired', 'canceled')
        or (a.state = 'failed' and a.failure_reason in ('processing_error', 'wrong_code')));

-- Frees the place of a hold that has run out; the attempt goes on. False when there is none to free.
create function attempt_release(p_merchant_id bigint, p_attempt_id bigint, p_now timestamptz) returns boolean
language plpgsql set enable_seqscan = off as $$
declare
  a record;
begin
  select x.payable_kind, x.payable_id into a
    from payment_attempts x where x.merchant_id = p_merchant_id and x.id = p_attempt_id;
  if not found then
    return false;
  end if;
  -- Whoever changes an attempt's place holds its payable's lock.
  perform payable_lock(a.payable_kind, p_merchant_id, a.payable_id, p_now);
  update payment_attempts x set holds_place = false, updated_at = p_now
    where x.merchant_id = p_merchant_id and x.id = p_attempt_id and x.holds_place and x.hold_expires_at <= p_now;
  if not found then
    return false;
  end if;
  perform payable_settle(a.payable_kind, p_merchant_id, a.payable_id, true, false, p_now);
  return true;
end $$;

-- Frees the places of a locked payable whose holds have run out, for the next payer.
create function release_places(p_kind text, p_merchant_id bigint, p_id bigint, p_now timestamptz) returns void
language plpgsql set enable_seqscan = off as $$
declare
  v_attempt bigint;
begin
  for v_attempt in
    select x.id from payment_attempts x
     where x.merchant_id = p_merchant_id and x.payable_kind = p_kind and x.payable_id = p_id
       and x.holds_place and x.hold_expires_at <= p_now order by x.id
  loop
    perform attempt_release(p_merchant_id, v_attempt, p_now);
  end loop;
end $$;

CREATE OR REPLACE FUNCTION public.link_hold_place(p_merchant_id bigint, p_mode mode, p_id bigint, p_now timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  l payment_links%rowtype;
begin
  select * into l from payment_links x
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
    update payment_links x set status = 3, updated_at = p_now
      where x.merchant_id = p_merchant_id and x.id = p_id and x.status = 2;
    return 'expired';
  end if;
  if l.paid_count + l.held_count >= l.max_payment_count then
    perform release_places('payment-link', p_merchant_id, p_id, p_now);
  end if;
  update payment_links x set held_count = x.held_count + 1
    where x.merchant_id = p_merchant_id and x.id = p_id and x.paid_count + x.held_count < x.max_payment_count;
  return case when found then 'held' else 'busy' end;
end $function$;

CREATE OR REPLACE FUNCTION public.invoice_hold_place(p_merchant_id bigint, p_mode mode, p_id bigint, p_now timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  i invoices%rowtype;
  s invoice_shares%rowtype;
begin
  select * into i from invoices x
   where x.merchant_id = p_merchant_id and x.mode = p_mode
     and x.id = (select y.invoice_id from invoice_shares y where y.merchant_id = p_merchant_id and y.id = p_id)
     for no key update;
  if not found then
    return 'not-found';
  end if;
  select * into s from invoice_shares x
   where x.merchant_id = p_merchant_id and x.id = p_id for no key update;
  if s.status = 'paid' then
    return 'paid';
  end if;
  if s.status = 'canceled' or i.status = 3 then
    return 'inactive';
  end if;
  if invoice_status(i.status, i.due_at, p_now) = 4 then
    update invoices x set status = 4, updated_at = p_now
      where x.merchant_id = p_merchant_id and x.id = i.id and x.status = 1;
    return 'expired';
  end if;
  if s.is_held then
    perform release_places('invoice', p_merchant_id, p_id, p_now);
  end if;
  update invoice_shares x set is_held = true
    where x.merchant_id = p_merchant_id and x.id = p_id and not x.is_held and x.status = 'unpaid';
  return case when found then 'held' else 'busy' end;
end $function$;

CREATE OR REPLACE FUNCTION public.order_hold_place(p_merchant_id bigint, p_mode mode, p_id bigint, p_now timestamp with time zone, p_until timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  o orders%rowtype;
begin
  select * into o from orders x
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
    select * into o from orders x where x.merchant_id = p_merchant_id and x.id = p_id;
    if o.is_held then
      return 'busy';
    end if;
  end if;
  if o.stock = 'reserved' then
    update orders x set reserved_until = greatest(x.reserved_until, p_until)
      where x.merchant_id = p_merchant_id and x.id = p_id;
  elsif o.stock in ('none', 'released') and not order_reserve(p_merchant_id, p_id, p_until) then
    return 'exhausted';
  end if;
  update orders x set is_held = true where x.merchant_id = p_merchant_id and x.id = p_id;
  return 'held';
end $function$;

-- `p_ours`: the end is our own decision (the payer gave up, too many wrong codes, nothing known of it), not the processor's word.
drop function attempt_outcome(bigint, bigint, text, timestamptz, date, bigint, text, text, boolean);
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
  if v_over or a.expires_at <= p_now or v_payable = 'closed' then
    v_flags := v_flags || 'late'::text;
  end if;
  if not v_counted and v_received >= a.charge_piastres then
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
