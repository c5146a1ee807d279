-- Settles what is due of a merchant and mode up to a day as one batch: settlement, items, transactions, timeline,
-- reserve and ledger. Returns its id, or null if nothing is due, the sum is not positive, or settlements are on hold. A
-- second run at once waits, then finds nothing. server/src/settlements/store.ts calls it. Locks: merchant (share),
-- transactions, due days, bank accounts (share), reserve terms (share), ledger.
create or replace function settle_due(
  p_merchant_id bigint,
  p_mode mode,
  p_until date,
  p_reference text,
  p_now timestamptz,
  p_limit integer default 50000
)
  returns bigint
  language plpgsql
  set enable_seqscan = off
as $$
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
end $$;
