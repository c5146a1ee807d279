-- The same rules in fewer words: PostgreSQL prepares each step of them again in every transaction. Null is no refusal.
create or replace function transactions_rules(
  payment_method smallint, status smallint, subtotal bigint, total bigint, value_piastres bigint, charged_piastres bigint,
  fee_piastres bigint, vat_piastres bigint, net_piastres bigint, fees_on character, refunded_piastres bigint,
  settlement_status smallint, flags text[], is_payout boolean, card_last4 character, refunding_piastres bigint,
  disputed_piastres bigint, pending_out_piastres bigint
) returns boolean language plpgsql immutable as $$
declare
  v_broken text;
begin
  v_broken := case
    when card_last4 !~ '^[0-9]{4}$' then 'transactions_card_last4_check'
    when charged_piastres <= 0 then 'transactions_charged_piastres_check'
    when disputed_piastres < 0 then 'transactions_disputed_piastres_check'
    when disputed_piastres > charged_piastres then 'transactions_disputes_covered'
    when fee_piastres < 0 then 'transactions_fee_piastres_check'
    when fees_on not in ('M', 'C') then 'transactions_fees_on_check'
    when not flags <@ '{late,duplicate,over,partial,not-owed}' then 'transactions_flags_check'
    when not is_payout and payment_method is null then 'transactions_method_known'
    when not is_payout and net_piastres <> charged_piastres - fee_piastres - vat_piastres then 'transactions_net_adds_up'
    when pending_out_piastres < 0 then 'transactions_pending_out_piastres_check'
    when refunded_piastres < 0 or refunded_piastres > charged_piastres then 'transactions_refund_covered'
    when status = 3 and refunded_piastres < value_piastres then 'transactions_refunded_whole'
    when refunding_piastres < 0 then 'transactions_refunding_piastres_check'
    when refunded_piastres + refunding_piastres > charged_piastres then 'transactions_refunds_covered'
    when settlement_status not in (1, 2, 3) then 'transactions_settlement_status_check'
    when status < 0 or status > 5 then 'transactions_status_check'
    when subtotal < 0 then 'transactions_subtotal_check'
    when total <= 0 then 'transactions_total_check'
    when value_piastres <= 0 then 'transactions_value_piastres_check'
    when vat_piastres < 0 then 'transactions_vat_piastres_check'
  end;
  if v_broken is not null then
    perform public.refuse_row('transactions', v_broken);
  end if;
  return true;
end $$;

create or replace function ledger_accounts_rules(kind ledger_account_kind, currency character, balance bigint) returns boolean
language plpgsql immutable as $$
declare
  v_broken text;
begin
  v_broken := case
    when balance > 0 and kind = 'acquirer_fees' then 'ledger_acquirer_fees_not_positive'
    when balance < -9007199254740991 or balance > 9007199254740991 then 'ledger_balance_is_exact'
    when currency !~ '^[A-Z]{3}$' then 'ledger_currency_is_iso'
    when balance < 0 and kind in ('chargeback', 'fees', 'payout', 'reserve', 'vat')
      then 'ledger_' || kind || '_not_negative'
  end;
  if v_broken is not null then
    perform public.refuse_row('ledger_accounts', v_broken);
  end if;
  return true;
end $$;

-- What a payment has to tell servers is one statement.
drop function tell_servers(bigint, text, json);
create function tell_servers(p_merchant_id bigint, p_channel text, variadic p_news json[]) returns void language plpgsql as $$
begin
  insert into public.news (channel, news) select p_channel, n from unnest(p_news) n;
end $$;
create or replace function transactions_follow() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  v_was boolean := tg_op = 'UPDATE' and old.status in (1, 3);
  v_is boolean := new.status in (1, 3);
  v_moved boolean := tg_op = 'INSERT' or new.status <> old.status;
  v_customer bigint;
begin
  if tg_op = 'UPDATE' then
    if v_moved then
      if new.source_kind in ('payment-link', 'invoice', 'order') then
        perform tell_servers(new.merchant_id, 'daftar_news',
          json_build_object('merchantId', new.merchant_id, 'mode', new.mode, 'changed', 'transactions'),
          json_build_object('merchantId', new.merchant_id, 'mode', new.mode, 'changed', new.source_kind || 's'));
      else
        perform tell_servers(new.merchant_id, 'daftar_news',
          json_build_object('merchantId', new.merchant_id, 'mode', new.mode, 'changed', 'transactions'));
      end if;
    end if;
    -- What its customer has paid.
    if not new.is_payout and (v_was or v_is)
       and (v_moved or old.refunded_piastres <> new.refunded_piastres or old.value_piastres <> new.value_piastres) then
      select e.customer_id into v_customer from public.customer_events e
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
    insert into public.daily_method_counts as c (merchant_id, mode, day, payment_method, count)
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
    insert into public.merchant_volumes as v (merchant_id, mode, month, captured_piastres)
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
