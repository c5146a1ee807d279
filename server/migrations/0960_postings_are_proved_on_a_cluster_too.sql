-- The same rules, in a statement that a cluster takes: it reads what it answered before by its columns, so a part of a statement
-- that changes rows, or stands beside one that does, selects at least one.
create or replace function ledger_apply_postings() returns trigger language plpgsql as $$
declare
  r record;
  v record;
  v_merchant bigint;
  v_transfer bigint;
  v_alone boolean := true;
  v_transfers bigint[];
  v_accounts ledger_account_kind[];
  v_currencies char(3)[];
  v_amounts bigint[];
  v_afters bigint[];
  v_sum bigint;
  v_available_lacks boolean;
  v_pending_lacks boolean;
  v_bank_gets boolean;
  v_clears boolean;
  v_moved boolean[];
  v_newest bigint;
  v_more boolean;
begin
  loop
    v_accounts := '{}';
    v_currencies := '{}';
    v_amounts := '{}';
    v_afters := '{}';
    v_sum := 0;
    v_available_lacks := false;
    v_pending_lacks := false;
    v_bank_gets := false;
    v_clears := false;
    for r in select n.merchant_id, n.transfer_id, n.account, n.currency, n.amount, n.balance_after from new_postings n loop
      if v_transfer is null then
        v_merchant := r.merchant_id;
        v_transfer := r.transfer_id;
      elsif r.transfer_id <> v_transfer or r.merchant_id <> v_merchant then
        v_alone := false;
        continue;
      end if;
      v_accounts := v_accounts || r.account;
      v_currencies := v_currencies || r.currency;
      v_amounts := v_amounts || r.amount;
      v_afters := v_afters || r.balance_after;
      v_sum := case when r.currency = v_currencies[1] then v_sum + r.amount end;
      if r.account = 'clearing' then
        v_clears := true;
      elsif r.account = 'bank' then
        v_bank_gets := v_bank_gets or r.amount > 0;
      -- Lower than before and below zero.
      elsif r.balance_after < 0 and r.amount < 0 then
        v_available_lacks := v_available_lacks or r.account = 'available';
        v_pending_lacks := v_pending_lacks or r.account = 'pending';
      end if;
    end loop;
    exit when v_transfer is null;
    if not v_alone and v_transfers is null then
      -- Several transfers of one statement: one after the other, in the order of their numbers.
      select n.merchant_id, n.transfer_id into v_merchant, v_transfer from new_postings n order by 1, 2 limit 1;
      v_transfers := '{}';
      continue;
    end if;
    if not v_alone then
      select array_agg(n.transfer_id) into v_transfers from new_postings n where n.merchant_id = v_merchant;
    end if;

    select t.mode, t.kind, coalesce(t.processor_account_id, 0) as processor_account_id, t.effective_at,
           exists (select from public.ledger_days d
                    where d.merchant_id = v_merchant and d.mode = t.mode
                      and d.day >= (t.effective_at at time zone 'Africa/Cairo')::date) as of_open_day
      into v
      from public.ledger_transfers t where t.merchant_id = v_merchant and t.id = v_transfer;
    if not found then
      raise exception using errcode = 'foreign_key_violation', constraint = 'ledger_posting_of_a_transfer',
        table = 'ledger_postings', message = 'a posting of no transfer';
    end if;

    with moved as (
      update public.ledger_accounts a
         set balance = a.balance + p.amount
        from unnest(v_accounts, v_currencies, v_amounts, v_afters) p (account, currency, amount, balance_after)
       where a.merchant_id = v_merchant and a.mode = v.mode and a.kind = p.account and a.currency = p.currency
      returning a.balance = p.balance_after as in_step
    ), recorded as (
      insert into public.ledger_movements (merchant_id, mode, account, transfer_id, kind)
      select v_merchant, v.mode, p.account, v_transfer, v.kind
        from unnest(v_accounts, v_currencies) p (account, currency)
       where p.currency = 'EGP' and p.account in ('pending', 'available', 'chargeback', 'payout', 'reserve')
    )
    select array(select m.in_step from moved m),
           (select y.id from public.ledger_transfers y where y.merchant_id = v_merchant order by y.id desc limit 1),
           exists (select 1 from public.ledger_postings x
                    where x.merchant_id = v_merchant and x.transfer_id = v_transfer offset cardinality(v_accounts))
      into v_moved, v_newest, v_more;

    if cardinality(v_moved) <> cardinality(v_accounts) then
      perform public.ledger_refuse('ledger_posting_moves_an_account', 'a posting without its account');
    end if;
    if v_sum is null then
      if exists (select from unnest(v_currencies, v_amounts) p (currency, amount) group by p.currency having sum(p.amount) <> 0) then
        v_sum := 1;
      end if;
    end if;
    if v_sum <> 0 then
      perform public.ledger_refuse('ledger_transfer_balanced', 'the postings of a transfer must add up to zero in each currency');
    end if;
    if v_more then
      perform public.ledger_refuse('ledger_transfer_whole', 'a transfer gets all its postings in one statement, once');
    end if;
    -- Numbers are drawn, never chosen, and follow the order in which balances moved. Null on a machine that draws none.
    if v_newest > pg_sequence_last_value(to_regclass('public.ledger_transfers_id_seq')) then
      perform public.ledger_refuse('ledger_transfers_in_order', 'the number of a transfer is drawn, not chosen');
    end if;
    -- Of another mode, mostly: one that began later and has committed before.
    if v_newest > v_transfer then
      if exists (select from public.ledger_transfers y
                  where y.merchant_id = v_merchant and y.mode = v.mode and y.id > v_transfer
                    and y.id <> all (coalesce(v_transfers, '{}'))) then
        perform public.ledger_refuse('ledger_transfers_in_order', 'a transfer is booked before those with higher numbers');
      end if;
    end if;
    -- Only a refund or a chargeback may leave `available` so.
    if v_available_lacks and v.kind not in ('refund', 'chargeback_opened') then
      perform public.ledger_refuse('ledger_available_covers', 'the available balance does not cover this transfer');
    end if;
    -- Money that leaves for the merchant's bank straight from `pending` is a payout too: it must be there.
    if v_pending_lacks and v_bank_gets then
      perform public.ledger_refuse('ledger_pending_covers', 'the pending balance does not cover this payment to the bank');
    end if;
    if not v_clears then
      if v.processor_account_id <> 0 then
        perform public.ledger_refuse('ledger_processor_account_of_clearing',
          'a transfer that leaves clearing alone names no account at a processor');
      end if;
    else
      for i in 1..cardinality(v_accounts) loop
        if v_accounts[i] <> 'clearing' then
          continue;
        end if;
        update public.clearing_balances c set balance = c.balance + v_amounts[i]
         where c.merchant_id = v_merchant and c.mode = v.mode and c.currency = v_currencies[i]
           and c.processor_account_id = v.processor_account_id;
        -- The first transfer at this account: nobody else opens the balance meanwhile, because `clearing` itself is locked.
        if not found then
          insert into public.clearing_balances (merchant_id, mode, currency, processor_account_id, balance)
          values (v_merchant, v.mode, v_currencies[i], v.processor_account_id, v_amounts[i])
          on conflict do nothing;
          if not found then
            perform public.ledger_refuse('ledger_posting_moves_an_account',
              'another session opened the balance of clearing; try again');
          end if;
        end if;
      end loop;
    end if;
    if false = any (v_moved) then
      perform public.ledger_refuse('ledger_balance_after_in_step', 'balance_after is not the balance of the account');
    end if;
    -- A day begins with the first transfer that is effective on it or later.
    if not v.of_open_day then
      insert into public.ledger_days (merchant_id, mode, day, first_transfer_id)
      values (v_merchant, v.mode, (v.effective_at at time zone 'Africa/Cairo')::date, v_transfer)
      on conflict do nothing;
    end if;

    exit when v_alone;
    select n.merchant_id, n.transfer_id into v_merchant, v_transfer
      from new_postings n where (n.merchant_id, n.transfer_id) > (v_merchant, v_transfer) order by 1, 2 limit 1;
    exit when not found;
  end loop;
  return null;
end $$;
