-- What a change of a payment's status brings with it was a trigger each, and cost a payment a call each. Now it is one function,
-- in the order that it had (ADR 132).
create function transactions_follow() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  v_was boolean := tg_op = 'UPDATE' and old.status in (1, 3);
  v_is boolean := new.status in (1, 3);
  v_moved boolean := tg_op = 'INSERT' or new.status <> old.status;
  v_customer bigint;
begin
  if tg_op = 'UPDATE' then
    if v_moved then
      perform tell_servers(new.merchant_id, 'daftar_news', json_build_object(
        'merchantId', new.merchant_id, 'mode', new.mode, 'changed', 'transactions'));
      if new.source_kind in ('payment-link', 'invoice', 'order') then
        perform tell_servers(new.merchant_id, 'daftar_news', json_build_object(
          'merchantId', new.merchant_id, 'mode', new.mode, 'changed', new.source_kind || 's'));
      end if;
    end if;
    -- What its customer has paid.
    if not new.is_payout and (v_was or v_is)
       and (v_moved or old.refunded_piastres <> new.refunded_piastres or old.value_piastres <> new.value_piastres) then
      select e.customer_id into v_customer from customer_events e
       where e.merchant_id = new.merchant_id and e.kind = 'payment' and e.row_id = new.id;
      if v_customer is not null then
        perform customer_count(new.merchant_id, v_customer, v_is::int - v_was::int,
          case when v_is then new.value_piastres else 0 end - case when v_was then old.value_piastres else 0 end,
          case when v_is then least(new.refunded_piastres, new.value_piastres) else 0 end
            - case when v_was then least(old.refunded_piastres, old.value_piastres) else 0 end,
          case when v_is then coalesce(new.paid_at, new.created_at) end);
      end if;
    end if;
  end if;
  if not v_moved then
    return null;
  end if;

  -- A payment counts once, when its money arrives.
  if not new.is_payout and v_is and not v_was and (tg_op = 'INSERT' or new.status = 1) then
    insert into daily_method_counts as c (merchant_id, mode, day, payment_method, count)
    values (new.merchant_id, new.mode, (new.created_at at time zone 'Africa/Cairo')::date, new.payment_method, 1)
    on conflict (merchant_id, mode, day, payment_method) do update set count = c.count + 1;
  end if;
  if tg_op = 'UPDATE' and old.status <> 0 then
    perform list_total_add(old.merchant_id, old.mode, 'transactions', old.status, -1);
  end if;
  if new.status <> 0 then
    perform list_total_add(new.merchant_id, new.mode, 'transactions', new.status, 1);
  end if;
  if not new.is_payout and v_is and not v_was and (tg_op = 'INSERT' or new.status = 1) then
    insert into merchant_volumes as v (merchant_id, mode, month, captured_piastres)
    values (new.merchant_id, new.mode,
            date_trunc('month', coalesce(new.paid_at, new.created_at) at time zone 'Africa/Cairo')::date,
            coalesce(new.charged_piastres, 0))
    on conflict (merchant_id, mode, month) do update set captured_piastres = v.captured_piastres + excluded.captured_piastres;
  end if;

  if tg_op = 'UPDATE' and not new.is_payout and old.status <> 3 and new.status in (1, 2, 4, 5) then
    perform tell_webhook(new.merchant_id, new.mode, 'payment', new.id, case new.status
      when 1 then 'payment.succeeded' when 2 then 'payment.failed' when 4 then 'payment.canceled' else 'payment.expired' end);
  end if;
  return null;
end $$;
drop trigger announce_transaction on transactions;
drop trigger customer_figures on transactions;
drop trigger keep_counts on transactions;
drop trigger keep_counts_of_new on transactions;
drop trigger keep_totals on transactions;
drop trigger keep_totals_of_new on transactions;
drop trigger keep_volume on transactions;
drop trigger keep_volume_of_new on transactions;
drop trigger transactions_tell_webhook on transactions;
create trigger transactions_follow after update of status, refunded_piastres, value_piastres on transactions
  for each row execute function transactions_follow();
create trigger transactions_follow_new after insert on transactions
  for each row when (new.status <> 0) execute function transactions_follow();
drop function announce_transaction();
drop function customer_figures_follow();
drop function keep_method_counts();
drop function keep_transaction_totals();
drop function keep_volume();
drop function transactions_tell_webhook();
