-- As in 0664: conditions of triggers are text that each statement reads again.
create or replace function announce_transaction() returns trigger language plpgsql as $$
begin
  if new.status = old.status then
    return null;
  end if;
  perform tell_servers(new.merchant_id, 'daftar_news', json_build_object(
    'merchantId', new.merchant_id, 'mode', new.mode, 'changed', noun))
    from unnest(array['transactions', case new.source_kind
      when 'payment-link' then 'payment-links' when 'invoice' then 'invoices' when 'order' then 'orders' end]) noun
   where noun is not null;
  return null;
end $$;
create or replace trigger announce_transaction after update of status on transactions
  for each row execute function announce_transaction();

create or replace function keep_transaction_totals() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.status = old.status then
      return null;
    end if;
    if old.status <> 0 then
      perform list_total_add(old.merchant_id, old.mode, 'transactions', old.status, -1);
    end if;
  end if;
  if new.status <> 0 then
    perform list_total_add(new.merchant_id, new.mode, 'transactions', new.status, 1);
  end if;
  return null;
end $$;
create or replace trigger keep_totals after update of status on transactions
  for each row execute function keep_transaction_totals();

-- As before, in one statement.
create or replace function list_total_add(p_merchant_id bigint, p_mode mode, p_list text, p_status smallint, p_rows bigint)
returns void language plpgsql set enable_seqscan to 'off' as $$
begin
  update list_totals t set rows = t.rows + p_rows
   where t.merchant_id = p_merchant_id and t.mode = p_mode and t.list = p_list and t.status = p_status and t.part = (
     select x.part from list_totals x
      where x.merchant_id = p_merchant_id and x.mode = p_mode and x.list = p_list and x.status = p_status
      limit 1 for no key update skip locked);
  if not found then
    insert into list_totals (merchant_id, mode, list, status, rows) values (p_merchant_id, p_mode, p_list, p_status, p_rows);
  end if;
end $$;
