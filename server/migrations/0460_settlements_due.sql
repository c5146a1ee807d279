-- What waits for settlement, by the day that it is expected on: the next settlement is read from it, not summed up.
create table settlements_due (
  merchant_id bigint not null,
  mode mode not null,
  day date not null,
  -- Below zero where more went out of payments than they brought.
  amount_piastres bigint not null,
  payments integer not null check (payments >= 0),
  primary key (merchant_id, mode, day)
);

create function settlements_due_add(p_merchant_id bigint, p_mode mode, p_day date, p_amount bigint, p_payments integer)
returns void language plpgsql as $function$
begin
  if p_payments > 0 then
    insert into settlements_due as d (merchant_id, mode, day, amount_piastres, payments)
    values (p_merchant_id, p_mode, p_day, p_amount, p_payments)
    on conflict (merchant_id, mode, day) do update
      set amount_piastres = d.amount_piastres + excluded.amount_piastres, payments = d.payments + excluded.payments;
  else
    -- First changed, which locks it: whoever changes it meanwhile is waited for before it is found to be empty.
    update settlements_due d set amount_piastres = d.amount_piastres + p_amount, payments = d.payments + p_payments
     where d.merchant_id = p_merchant_id and d.mode = p_mode and d.day = p_day;
    if p_payments < 0 then
      delete from settlements_due d
       where d.merchant_id = p_merchant_id and d.mode = p_mode and d.day = p_day and d.payments = 0;
    end if;
  end if;
end $function$;

create function keep_settlements_due() returns trigger language plpgsql as $function$
begin
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
-- A settlement changes up to 50,000 payments of few days in one statement.
create trigger keep_settlements_due after update on transactions referencing old table as old_rows new table as new_rows
  for each statement execute function keep_settlements_due();

create function keep_settlements_due_of_new() returns trigger language plpgsql as $function$
begin
  perform settlements_due_add(new.merchant_id, new.mode, new.expected_settlement_on,
    new.net_piastres - new.pending_out_piastres, 1);
  return null;
end $function$;
create trigger keep_settlements_due_of_new after insert on transactions for each row
  when (new.settlement_status <> 1 and new.expected_settlement_on is not null and new.status in (1, 3))
  execute function keep_settlements_due_of_new();

insert into settlements_due (merchant_id, mode, day, amount_piastres, payments)
select merchant_id, mode, expected_settlement_on, sum(net_piastres - pending_out_piastres), count(*)
  from transactions
 where settlement_status <> 1 and expected_settlement_on is not null and status in (1, 3)
 group by 1, 2, 3;

-- As before, except that it takes the days before the ledger, as whoever captures or refunds does.
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
  -- Before the ledger, as whoever captures or refunds takes them.
  perform from settlements_due d
    where d.merchant_id = p_merchant_id and d.mode = p_mode and d.day <= p_until order by d.day for no key update;
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
