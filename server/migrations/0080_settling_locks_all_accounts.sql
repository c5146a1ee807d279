-- A settlement that waits for settlements being sent to another account sees the account that receives by then. It used to find
-- none, and left in the balance what belonged to the bank, past the rest of the other account.
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
  if v_account is not null then
    -- The same lock that `ledger_post` takes: balances stand still until the end.
    perform from ledger_accounts a
      where a.merchant_id = p_merchant_id and a.mode = p_mode and a.kind = 'clearing' and a.currency = 'EGP'
      for no key update;
    select coalesce(sum(a.balance) filter (where a.kind = 'pending'), 0),
           coalesce(sum(a.balance) filter (where a.kind = 'available'), 0)
      into v_pending, v_available
      from ledger_accounts a
     where a.merchant_id = p_merchant_id and a.mode = p_mode and a.currency = 'EGP';
    if v_pending >= v_amount then
      v_bank := greatest(v_amount - greatest(-v_available, 0), 0);
    end if;
    if v_bank = 0 then
      v_account := null;
      v_version := null;
    end if;
  end if;
  insert into settlements (merchant_id, mode, reference, amount_piastres, total_transactions, created_at,
                           bank_account_id, bank_account_version, bank_piastres)
    values (p_merchant_id, p_mode, p_reference, v_amount, cardinality(v_ids), p_now, v_account, v_version, v_bank)
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
  perform ledger_post(p_merchant_id, p_mode, 'settlement', p_reference, 'settlement:' || v_settlement, p_now,
    array['pending', 'available', 'bank']::ledger_account_kind[], array['EGP', 'EGP', 'EGP']::char(3)[],
    array[-v_amount, v_amount - v_bank, v_bank]);
  return v_settlement;
end $function$;
