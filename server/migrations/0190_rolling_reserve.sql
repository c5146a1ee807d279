-- A rolling reserve: a share of what is settled for a merchant is held in the ledger for some days, against chargebacks.

alter type ledger_account_kind add value 'reserve';

alter table ledger_transfers
  drop constraint ledger_transfer_kind_known,
  add constraint ledger_transfer_kind_known check (kind in (
    'capture', 'refund', 'refund_reversed', 'settlement', 'settlement_paid', 'chargeback_opened', 'chargeback_applied',
    'chargeback_won', 'payout_requested', 'payout_handed_over', 'payout_returned', 'acquirer_fee', 'chargeback_fee',
    'acquirer_paid', 'acquirer_suspended', 'acquirer_identified', 'reserve_released', 'reserve_drawn', 'correction'));

alter table ledger_accounts
  add constraint ledger_reserve_not_negative check (kind::text <> 'reserve' or balance >= 0);

-- What was agreed with a merchant, for both modes. No row, or a share of 0: nothing is held.
create table reserve_terms (
  merchant_id bigint primary key references merchants,
  share_basis_points integer not null check (share_basis_points between 0 and 10000),
  days integer not null check (days between 1 and 730),
  set_at timestamptz not null,
  set_by text not null check (set_by <> '')
);

alter table settlements
  -- What of it is held, at first, as its item of `reserve_items`.
  add column reserved_piastres bigint not null default 0
    check (reserved_piastres between 0 and amount_piastres - bank_piastres);

-- What of a settlement is held: until its day, or until it is needed.
create table reserve_items (
  merchant_id bigint not null,
  id bigint generated always as identity,
  mode mode not null,
  settlement_id bigint not null,
  -- The terms of its day.
  share_basis_points integer not null,
  days integer not null,
  held_piastres bigint not null check (held_piastres > 0),
  -- What is neither released nor drawn yet.
  left_piastres bigint not null,
  held_at timestamptz not null,
  -- In Cairo.
  release_on date not null,
  released_at timestamptz,
  released_piastres bigint check (released_piastres > 0),
  primary key (merchant_id, id),
  constraint reserve_items_of_settlement unique (merchant_id, settlement_id),
  foreign key (merchant_id, settlement_id) references settlements (merchant_id, id),
  constraint reserve_items_left_within check (left_piastres between 0 and held_piastres),
  constraint reserve_items_released check
    ((released_at is null) = (released_piastres is null) and (released_at is null or left_piastres = 0)
     and coalesce(released_piastres, 0) <= held_piastres)
);
create index reserve_items_by_day on reserve_items (merchant_id, mode, release_on, id);
create index reserve_items_due on reserve_items (release_on, merchant_id, mode) where left_piastres > 0;
-- What was held stays as it was held, and nothing is put back into it or released twice.
create trigger reserve_items_stay before update on reserve_items
  for each row when (
    old.left_piastres = 0 or new.left_piastres >= old.left_piastres
    or to_jsonb(new) - '{left_piastres,released_at,released_piastres}'::text[]
       is distinct from to_jsonb(old) - '{left_piastres,released_at,released_piastres}'::text[])
  execute function refuse_change();
create trigger reserve_items_kept before delete or truncate on reserve_items
  for each statement execute function refuse_change();

-- What was taken out of an item, because a chargeback or refund left the available balance below zero.
create table reserve_draws (
  merchant_id bigint not null,
  id bigint generated always as identity,
  item_id bigint not null,
  -- The transfer that took it, with what it took of other items.
  transfer_id bigint not null,
  amount_piastres bigint not null check (amount_piastres > 0),
  drawn_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, item_id) references reserve_items (merchant_id, id),
  foreign key (merchant_id, transfer_id) references ledger_transfers (merchant_id, id)
);
create index reserve_draws_of_item on reserve_draws (merchant_id, item_id);
create trigger append_only before update or delete or truncate on reserve_draws
  for each statement execute function refuse_change();

-- Covers an available balance below zero out of the reserve, as far as it goes, what is released next first. Called after the
-- transfer that left it so (p_key, p_reference), which holds the ledger's lock: items are locked after it everywhere.
create function reserve_cover(p_merchant_id bigint, p_mode mode, p_key text, p_reference text, p_now timestamptz)
returns bigint
language plpgsql
set enable_seqscan = off
as $$
declare
  v_short bigint;
  v_ids bigint[] := '{}';
  v_amounts bigint[] := '{}';
  v_sum bigint := 0;
  v_take bigint;
  v_transfer bigint;
  i record;
begin
  select -a.balance into v_short from ledger_accounts a
   where a.merchant_id = p_merchant_id and a.mode = p_mode and a.kind = 'available' and a.currency = 'EGP';
  if v_short is null or v_short <= 0 then
    return 0;
  end if;
  for i in
    select r.id, r.left_piastres from reserve_items r
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
  update reserve_items r set left_piastres = r.left_piastres - d.amount
    from unnest(v_ids, v_amounts) d (id, amount)
   where r.merchant_id = p_merchant_id and r.id = d.id;
  select transfer_id into v_transfer
    from ledger_post(p_merchant_id, p_mode, 'reserve_drawn', p_reference, 'reserve-drawn:' || p_key, p_now,
      array['reserve', 'available']::ledger_account_kind[], array['EGP', 'EGP']::char(3)[], array[-v_sum, v_sum]);
  insert into reserve_draws (merchant_id, item_id, transfer_id, amount_piastres, drawn_at)
  select p_merchant_id, d.id, v_transfer, d.amount, p_now from unnest(v_ids, v_amounts) d (id, amount);
  return v_sum;
end $$;

-- Releases what is held up to a day, each item once, unless the merchant's settlements stand still.
create function reserve_release(p_merchant_id bigint, p_mode mode, p_until date, p_now timestamptz) returns bigint
language plpgsql
set enable_seqscan = off
as $$
declare
  v_sum bigint := 0;
  i record;
begin
  perform from merchants m
    where m.id = p_merchant_id and merchant_settles(m.status, m.settlement_held_at, p_mode) for share;
  if not found then
    return 0;
  end if;
  -- The same lock that `ledger_post` takes; items are locked after it everywhere.
  perform from ledger_accounts a
    where a.merchant_id = p_merchant_id and a.mode = p_mode and a.kind = 'clearing' and a.currency = 'EGP'
    for no key update;
  for i in
    select r.id, r.left_piastres, s.reference
      from reserve_items r join settlements s on s.merchant_id = r.merchant_id and s.id = r.settlement_id
     where r.merchant_id = p_merchant_id and r.mode = p_mode and r.left_piastres > 0 and r.release_on <= p_until
     order by r.release_on, r.id for no key update of r
  loop
    update reserve_items r set left_piastres = 0, released_at = p_now, released_piastres = i.left_piastres
     where r.merchant_id = p_merchant_id and r.id = i.id;
    perform ledger_post(p_merchant_id, p_mode, 'reserve_released', i.reference, 'reserve-released:' || i.id, p_now,
      array['reserve', 'available']::ledger_account_kind[], array['EGP', 'EGP']::char(3)[],
      array[-i.left_piastres, i.left_piastres]);
    v_sum := v_sum + i.left_piastres;
  end loop;
  return v_sum;
end $$;

-- As before, and `reserve` is opened where it is first moved.
create or replace function ledger_post(
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
  -- These are younger than the accounts of many merchants, and seldom moved.
  if v_locked = 0 or not (p_currencies[1] = all (p_currencies))
     or p_accounts::text[] && array['acquirer_fees', 'suspense', 'write_offs', 'reserve'] then
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

-- As before, and the agreed share is held in `reserve`.
create or replace function settle_due(p_merchant_id bigint, p_mode mode, p_until date, p_reference text, p_now timestamp with time zone, p_limit integer DEFAULT 50000)
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
  perform from merchants m
    where m.id = p_merchant_id and merchant_settles(m.status, m.settlement_held_at, p_mode) for share;
  if not found then
    return null;
  end if;
  select array_agg(d.id) into v_ids from (
    select t.id from transactions t
     where t.merchant_id = p_merchant_id and t.mode = p_mode and t.settlement_status <> 1
       and t.expected_settlement_on is not null and t.expected_settlement_on <= p_until and t.status in (1, 3)
     order by t.expected_settlement_on, t.id limit p_limit for no key update) d;
  if v_ids is null then
    return null;
  end if;
  select sum(t.net_piastres - t.pending_out_piastres) into v_amount
    from transactions t where t.merchant_id = p_merchant_id and t.id = any (v_ids);
  if v_amount <= 0 then
    return null;
  end if;
  -- Whoever changes them, or sends settlements to another, waits, or has done so. All of them first and the one that receives
  -- by a second statement: what a statement waited for, it sees, but not the row that took its place meanwhile.
  perform from bank_accounts b where b.merchant_id = p_merchant_id order by b.id for share;
  select b.id, b.version, b.document_path, b.rests_until into v_account, v_version, v_document, v_rests_until
    from bank_accounts b
   where b.merchant_id = p_merchant_id and b.receives_settlements;
  -- Money goes to another account only once whoever it belongs to had time to object.
  if v_rests_until > p_now then
    return null;
  end if;
  -- Whoever changes the reserve waits, or has done so.
  select r.share_basis_points, r.days into v_share, v_days from reserve_terms r
   where r.merchant_id = p_merchant_id and r.share_basis_points > 0 for share;
  if v_account is not null or v_share is not null then
    -- The same lock that `ledger_post` takes: balances stand still until the end.
    perform from ledger_accounts a
      where a.merchant_id = p_merchant_id and a.mode = p_mode and a.kind = 'clearing' and a.currency = 'EGP'
      for no key update;
    select coalesce(sum(a.balance) filter (where a.kind = 'pending'), 0),
           coalesce(sum(a.balance) filter (where a.kind = 'available'), 0)
      into v_pending, v_available
      from ledger_accounts a
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
  insert into settlements (merchant_id, mode, reference, amount_piastres, total_transactions, created_at,
                           bank_account_id, bank_account_version, bank_piastres, reserved_piastres)
    values (p_merchant_id, p_mode, p_reference, v_amount, cardinality(v_ids), p_now, v_account, v_version, v_bank, v_reserved)
    returning id into v_settlement;
  -- The bank's letter that money was sent by is kept as long as the settlement.
  update files f set pinned_at = p_now
   where v_account is not null and f.merchant_id = p_merchant_id and f.path = v_document
     and f.attached_at is not null and f.pinned_at is null;
  insert into settlement_items (merchant_id, settlement_id, transaction_id, charged_piastres, fee_piastres, vat_piastres,
                                out_piastres, amount_piastres)
  select p_merchant_id, v_settlement, t.id, t.charged_piastres, t.fee_piastres, t.vat_piastres, t.pending_out_piastres,
         t.net_piastres - t.pending_out_piastres
    from transactions t where t.merchant_id = p_merchant_id and t.id = any (v_ids);
  insert into transaction_events (merchant_id, transaction_id, kind, at, amount_piastres, detail)
  select p_merchant_id, i.transaction_id, 'settled', p_now, i.amount_piastres, p_reference
    from settlement_items i where i.merchant_id = p_merchant_id and i.settlement_id = v_settlement
   order by i.transaction_id;
  update transactions t set settlement_status = 1, settlement_reference = p_reference, updated_at = p_now
   where t.merchant_id = p_merchant_id and t.id = any (v_ids);
  if v_reserved > 0 then
    insert into reserve_items (merchant_id, mode, settlement_id, share_basis_points, days, held_piastres, left_piastres,
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
