-- What acquirers and wallets owe us (`clearing`) is kept per account at a processor, and what they keep of it has transfers.

-- A cost of ours: debits. The value cannot be used in the transaction that adds it, so the check compares text.
alter type ledger_account_kind add value 'acquirer_fees';
alter table ledger_accounts
  add constraint ledger_acquirer_fees_not_positive check (kind::text <> 'acquirer_fees' or balance <= 0);

alter table ledger_transfers
  -- Where the payment was made, of a transfer that moves `clearing`. Null: the sandbox, or no processor. Without a foreign
  -- key, because the ledger can be partitioned by merchant; clearing_balances refuses a wrong one.
  add column processor_account_id bigint,
  add constraint ledger_processor_account_is_an_id check (processor_account_id > 0),
  drop constraint ledger_transfer_kind_known,
  add constraint ledger_transfer_kind_known check (kind in (
    'capture', 'refund', 'settlement', 'settlement_paid', 'chargeback_opened', 'chargeback_applied', 'chargeback_won',
    'payout_requested', 'payout_handed_over', 'payout_returned', 'acquirer_fee', 'chargeback_fee', 'correction'));

-- `clearing` of ledger_accounts by account at a processor. Its sum over accounts is the balance there.
create table clearing_balances (
  merchant_id bigint not null,
  mode mode not null,
  currency char(3) collate "C" not null,
  -- 0: the sandbox, or no processor.
  processor_account_id bigint not null,
  balance bigint not null,
  primary key (merchant_id, mode, currency, processor_account_id),
  constraint ledger_balance_is_exact check (balance between -9007199254740991 and 9007199254740991)
) with (fillfactor = 50);
create index clearing_balances_of_account on clearing_balances (processor_account_id);

-- What is booked so far. Only payments at accounts name one; the rest of `clearing` is the sandbox's.
alter table ledger_transfers disable trigger append_only;
update ledger_transfers t set processor_account_id = a.processor_account_id
  from payment_attempts a
 where a.processor_account_id is not null and a.state = 'succeeded'
   and t.merchant_id = a.merchant_id and t.mode = a.mode and t.idempotency_key = 'capture:' || a.transaction_id;
update ledger_transfers t set processor_account_id = r.processor_account_id
  from refunds r
 where r.processor_account_id is not null and r.state = 'succeeded'
   and t.merchant_id = r.merchant_id and t.mode = r.mode and t.idempotency_key = 'refund:' || r.id;
update ledger_transfers t set processor_account_id = a.processor_account_id
  from payment_attempts a
  join chargebacks c on c.merchant_id = a.merchant_id and c.transaction_id = a.transaction_id
 where a.processor_account_id is not null and c.status = 1
   and t.merchant_id = c.merchant_id and t.mode = c.mode and t.idempotency_key = 'chargeback:' || c.id || ':decided';
alter table ledger_transfers enable trigger append_only;

insert into clearing_balances (merchant_id, mode, currency, processor_account_id, balance)
select t.merchant_id, t.mode, p.currency, t.processor_account_id, sum(p.amount)
  from ledger_transfers t
  join ledger_postings p on p.merchant_id = t.merchant_id and p.transfer_id = t.id and p.account = 'clearing'
 where t.processor_account_id is not null group by 1, 2, 3, 4;
insert into clearing_balances (merchant_id, mode, currency, processor_account_id, balance)
select a.merchant_id, a.mode, a.currency, 0,
       a.balance - coalesce((select sum(c.balance) from clearing_balances c
                              where c.merchant_id = a.merchant_id and c.mode = a.mode and c.currency = a.currency), 0)
  from ledger_accounts a where a.kind = 'clearing';

-- Protected as ledger_accounts is: only the trigger below moves a balance, and only it opens one.
create trigger never_deleted before delete or truncate on clearing_balances
  for each statement execute function ledger_refuse_change('ledger_append_only');
create trigger moved_by_postings_only before insert or update on clearing_balances
  for each row when (pg_trigger_depth() = 0) execute function ledger_refuse_change('ledger_balance_moves_by_postings');

create function clearing_balances_known() returns trigger
language plpgsql as $$
begin
  if not exists (
    select from processor_accounts a
     where a.id = new.processor_account_id and a.mode = new.mode
       and (a.merchant_id is null or a.merchant_id = new.merchant_id)
  ) then
    perform ledger_refuse('ledger_processor_account_known', 'no account at a processor that serves this merchant and mode');
  end if;
  return null;
end $$;
create trigger known after insert on clearing_balances
  for each row when (new.processor_account_id <> 0) execute function clearing_balances_known();

-- As before, and the balance of the account at the processor.
create or replace function ledger_apply_postings() returns trigger
language plpgsql as $$
declare
  v record;
  v_opened int;
begin
  with moved as (
    update ledger_accounts a
       set balance = a.balance + p.amount
      from new_postings p
      join ledger_transfers t on t.merchant_id = p.merchant_id and t.id = p.transfer_id
     where a.merchant_id = p.merchant_id and a.mode = t.mode
       and a.kind = p.account and a.currency = p.currency
    returning a.merchant_id, a.mode, t.id, t.kind, coalesce(t.processor_account_id, 0) as processor_account_id,
              a.kind as account, a.currency, p.amount, a.balance, p.balance_after
  ), cleared as (
    update clearing_balances c
       set balance = c.balance + m.amount
      from moved m
     where m.account = 'clearing' and c.merchant_id = m.merchant_id and c.mode = m.mode
       and c.currency = m.currency and c.processor_account_id = m.processor_account_id
    returning 1
  )
  select count(*) as moved,
         (select count(*) from new_postings) as handed,
         (select count(*) from ledger_postings x where (x.merchant_id, x.transfer_id) =
           (select n.merchant_id, n.transfer_id from new_postings n limit 1)) as stored,
         min(m.id) = max(m.id) and min(m.currency) = max(m.currency) as simple,
         sum(m.amount) as total,
         bool_and(m.balance = m.balance_after) as in_step,
         -- Lower than before and below zero: only a refund or a chargeback may leave `available` so.
         bool_or(m.account = 'available' and m.amount < 0 and m.balance < 0
                 and m.kind not in ('refund', 'chargeback_opened')) as overdrawn,
         -- Money that leaves for the merchant's bank straight from `pending` is a payout too: it must be there.
         bool_or(m.account = 'pending' and m.amount < 0 and m.balance < 0)
           and bool_or(m.account = 'bank' and m.amount > 0) as overpaid,
         count(*) filter (where m.account = 'clearing') as clearing,
         (select count(*) from cleared) as cleared,
         bool_or(m.processor_account_id <> 0) as named
    into v
    from moved m;

  if v.handed = 0 then
    return null;
  end if;
  if v.moved <> v.handed then
    perform ledger_refuse('ledger_posting_moves_an_account',
      'a posting without its account or transfer, or two postings of one account in one statement');
  end if;
  if v.simple then
    if v.total <> 0 then
      perform ledger_refuse('ledger_transfer_balanced', 'the postings of a transfer must add up to zero');
    end if;
    if v.stored <> v.handed then
      perform ledger_refuse('ledger_transfer_whole', 'a transfer gets all its postings in one statement, once');
    end if;
  else
    if exists (
      select from new_postings p group by p.merchant_id, p.transfer_id, p.currency having sum(p.amount) <> 0
    ) then
      perform ledger_refuse('ledger_transfer_balanced',
        'the postings of a transfer must add up to zero in each currency');
    end if;
    if exists (
      select from new_postings p
       group by p.merchant_id, p.transfer_id
      having count(*) <> (select count(*) from ledger_postings x
                           where x.merchant_id = p.merchant_id and x.transfer_id = p.transfer_id)
    ) then
      perform ledger_refuse('ledger_transfer_whole', 'a transfer gets all its postings in one statement, once');
    end if;
  end if;
  if v.overdrawn then
    perform ledger_refuse('ledger_available_covers', 'the available balance does not cover this transfer');
  end if;
  if v.overpaid then
    perform ledger_refuse('ledger_pending_covers', 'the pending balance does not cover this payment to the bank');
  end if;
  if v.named and exists (
    select from new_postings p
      join ledger_transfers t on t.merchant_id = p.merchant_id and t.id = p.transfer_id
     where t.processor_account_id is not null
     group by p.merchant_id, p.transfer_id having not bool_or(p.account = 'clearing')
  ) then
    perform ledger_refuse('ledger_processor_account_of_clearing',
      'a transfer that leaves clearing alone names no account at a processor');
  end if;
  -- The first transfer at this account: nobody else opens the balance meanwhile, because `clearing` itself is locked.
  if v.cleared <> v.clearing then
    insert into clearing_balances (merchant_id, mode, currency, processor_account_id, balance)
    select p.merchant_id, t.mode, p.currency, coalesce(t.processor_account_id, 0), p.amount
      from new_postings p
      join ledger_transfers t on t.merchant_id = p.merchant_id and t.id = p.transfer_id
     where p.account = 'clearing'
       and not exists (select from clearing_balances c
                        where c.merchant_id = p.merchant_id and c.mode = t.mode and c.currency = p.currency
                          and c.processor_account_id = coalesce(t.processor_account_id, 0));
    get diagnostics v_opened = row_count;
    if v.cleared + v_opened <> v.clearing then
      perform ledger_refuse('ledger_posting_moves_an_account', 'another session opened the balance of clearing; try again');
    end if;
  end if;
  if not v.in_step then
    perform ledger_refuse('ledger_balance_after_in_step', 'balance_after is not the balance of the account');
  end if;
  return null;
end $$;

-- As before, and each transfer is booked at an account: p_processor_account_id, which belongs to what a key stands for.
drop function ledger_post(bigint, mode, text, text, text, timestamptz, ledger_account_kind[], char(3)[], bigint[], bigint);
create function ledger_post(
  p_merchant_id bigint,
  p_mode mode,
  p_kind text,
  p_reference text,
  p_idempotency_key text,
  p_effective_at timestamptz,
  p_accounts ledger_account_kind[],
  p_currencies char(3)[],
  p_amounts bigint[],
  p_corrects_transfer_id bigint default null,
  p_processor_account_id bigint default null,
  out transfer_id bigint,
  out created boolean
) returns record
language plpgsql
set enable_seqscan = off
as $$
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
  perform from ledger_accounts a
    where a.merchant_id = p_merchant_id and a.mode = p_mode and a.kind = 'clearing' and a.currency = any (p_currencies)
    order by a.currency
    for no key update;
  get diagnostics v_locked = row_count;
  -- `acquirer_fees` is younger than the accounts of many merchants, and seldom moved.
  if v_locked = 0 or not (p_currencies[1] = all (p_currencies)) or 'acquirer_fees' = any (p_accounts) then
    perform ledger_open_accounts(p_merchant_id, p_mode, p_currencies);
    perform from ledger_accounts a
      where a.merchant_id = p_merchant_id and a.mode = p_mode and a.kind = 'clearing' and a.currency = any (p_currencies)
      order by a.currency
      for no key update;
  end if;

  insert into ledger_transfers
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
               select from (select p.account, p.currency, p.amount from ledger_postings p
                             where p.merchant_id = t.merchant_id and p.transfer_id = t.id) p
                 full join (select * from unnest(p_accounts, p_currencies, p_amounts) l (account, currency, amount)
                             where l.amount <> 0) l using (account, currency, amount)
                where p is null or l is null)
      into v_id, v_same
      from ledger_transfers t
     where t.merchant_id = p_merchant_id and t.mode = p_mode and t.idempotency_key = p_idempotency_key;
    if v_same is not true then
      raise exception using errcode = 'unique_violation', constraint = 'ledger_idempotency_conflict',
        message = 'the idempotency key was used for a different transfer';
    end if;
    ledger_post.transfer_id := v_id;
    ledger_post.created := false;
    return;
  end if;

  insert into ledger_postings (merchant_id, transfer_id, account, currency, amount, balance_after)
  select p_merchant_id, v_id, l.account, l.currency, l.amount, l.amount + (
           select a.balance from ledger_accounts a
            where a.merchant_id = p_merchant_id and a.mode = p_mode and a.kind = l.account and a.currency = l.currency)
    from unnest(p_accounts, p_currencies, p_amounts) l (account, currency, amount)
   where l.amount <> 0;
  if not found then
    perform ledger_refuse('ledger_transfer_has_postings', 'a transfer without postings');
  end if;

  ledger_post.transfer_id := v_id;
  ledger_post.created := true;
end $$;

-- As before, and the capture is booked at the attempt's account.
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

  perform graphile_worker.add_job('payment-succeeded',
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
