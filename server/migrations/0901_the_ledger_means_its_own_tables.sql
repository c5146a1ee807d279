-- A temporary table of the same name comes before ours: whoever may make one could hide transfers from what asks for them, which
-- a foreign key had not let through. What proves the ledger says whose tables it means.
create or replace function ledger_apply_postings() returns trigger language plpgsql as $$
declare
  v_merchants bigint[];
  v_merchant bigint;
  v_transfers bigint[];
  v_accounts ledger_account_kind[];
  v_currencies char(3)[];
  v_amounts bigint[];
  v_afters bigint[];
  v_handed int;
  -- Null where one sum does not say it.
  v_balanced boolean;
  v_balanced_each boolean;
  v record;
  v_opened int;
begin
  select array_agg(n.merchant_id), array_agg(n.transfer_id), array_agg(n.account), array_agg(n.currency), array_agg(n.amount),
         array_agg(n.balance_after), count(*), min(n.merchant_id),
         case when min(n.merchant_id) = max(n.merchant_id) and min(n.transfer_id) = max(n.transfer_id)
                   and min(n.currency) = max(n.currency) then sum(n.amount) = 0 end
    into v_merchants, v_transfers, v_accounts, v_currencies, v_amounts, v_afters, v_handed, v_merchant, v_balanced
    from new_postings n;
  while v_merchant is not null loop
    if v_balanced is null then
      -- Of several transfers, currencies or merchants: a merchant at a time, in the order of their numbers.
      select array_agg(n.transfer_id), array_agg(n.account), array_agg(n.currency), array_agg(n.amount),
             array_agg(n.balance_after), count(*)
        into v_transfers, v_accounts, v_currencies, v_amounts, v_afters, v_handed
        from new_postings n where n.merchant_id = v_merchant;
    end if;
    v_opened := 0;
    with moved as (
      update public.ledger_accounts a
         set balance = a.balance + p.amount
        from unnest(v_transfers, v_accounts, v_currencies, v_amounts, v_afters)
               p (transfer_id, account, currency, amount, balance_after)
        join public.ledger_transfers t on t.merchant_id = v_merchant and t.id = p.transfer_id
       where a.merchant_id = v_merchant and a.mode = t.mode
         and a.kind = p.account and a.currency = p.currency
      returning a.mode, t.kind, coalesce(t.processor_account_id, 0) as processor_account_id,
                a.kind as account, a.currency, p.amount, a.balance, p.balance_after, p.transfer_id
    ), recorded as (
      insert into public.ledger_movements (merchant_id, mode, account, transfer_id, kind)
      select v_merchant, m.mode, m.account, m.transfer_id, m.kind
        from moved m
       where m.currency = 'EGP' and m.account in ('pending', 'available', 'chargeback', 'payout', 'reserve')
    ), cleared as (
      update public.clearing_balances c
         set balance = c.balance + m.amount
        from moved m
       where m.account = 'clearing' and c.merchant_id = v_merchant and c.mode = m.mode
         and c.currency = m.currency and c.processor_account_id = m.processor_account_id
      returning 1
    )
    select count(*) as moved,
           (select count(*) from public.ledger_postings x
             where x.merchant_id = v_merchant and x.transfer_id = any (v_transfers)) as stored,
           (select y.id from public.ledger_transfers y where y.merchant_id = v_merchant order by y.id desc limit 1) as newest,
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

    if v.moved <> v_handed then
      if exists (select from unnest(v_transfers) p (id)
                  where not exists (select from public.ledger_transfers t where t.merchant_id = v_merchant and t.id = p.id)) then
        raise exception using errcode = 'foreign_key_violation', constraint = 'ledger_posting_of_a_transfer',
          table = 'ledger_postings', message = 'a posting of no transfer';
      end if;
      perform ledger_refuse('ledger_posting_moves_an_account',
        'a posting without its account, or two postings of one account in one statement');
    end if;
    if v_balanced is null then
      v_balanced_each := not exists (
        select from unnest(v_transfers, v_currencies, v_amounts) p (transfer_id, currency, amount)
         group by p.transfer_id, p.currency having sum(p.amount) <> 0);
    else
      v_balanced_each := v_balanced;
    end if;
    if not v_balanced_each then
      perform ledger_refuse('ledger_transfer_balanced', 'the postings of a transfer must add up to zero in each currency');
    end if;
    if v.stored <> v_handed then
      perform ledger_refuse('ledger_transfer_whole', 'a transfer gets all its postings in one statement, once');
    end if;
    -- Numbers are drawn, never chosen, and follow the order in which balances moved. Null on a machine that draws none.
    if v.newest > pg_sequence_last_value(to_regclass('public.ledger_transfers_id_seq')) then
      perform ledger_refuse('ledger_transfers_in_order', 'the number of a transfer is drawn, not chosen');
    end if;
    -- Of another mode, mostly: one that began later and has committed before.
    if v.newest > any (v_transfers) then
      if exists (
        select from public.ledger_transfers t
          join public.ledger_transfers y
            on y.merchant_id = v_merchant and y.mode = t.mode and y.id > t.id and y.id <> all (v_transfers)
         where t.merchant_id = v_merchant and t.id = any (v_transfers)
      ) then
        perform ledger_refuse('ledger_transfers_in_order', 'a transfer is booked before those with higher numbers');
      end if;
    end if;
    if v.overdrawn then
      perform ledger_refuse('ledger_available_covers', 'the available balance does not cover this transfer');
    end if;
    if v.overpaid then
      perform ledger_refuse('ledger_pending_covers', 'the pending balance does not cover this payment to the bank');
    end if;
    if v.named then
      if exists (
        select from public.ledger_transfers t
         where t.merchant_id = v_merchant and t.id = any (v_transfers) and t.processor_account_id is not null
           and not exists (select from unnest(v_transfers, v_accounts) p (transfer_id, account)
                            where p.transfer_id = t.id and p.account = 'clearing')
      ) then
        perform ledger_refuse('ledger_processor_account_of_clearing',
          'a transfer that leaves clearing alone names no account at a processor');
      end if;
    end if;
    -- The first transfer at this account: nobody else opens the balance meanwhile, because `clearing` itself is locked.
    if v.cleared <> v.clearing then
      insert into public.clearing_balances (merchant_id, mode, currency, processor_account_id, balance)
      select v_merchant, t.mode, p.currency, coalesce(t.processor_account_id, 0), p.amount
        from unnest(v_transfers, v_accounts, v_currencies, v_amounts) p (transfer_id, account, currency, amount)
        join public.ledger_transfers t on t.merchant_id = v_merchant and t.id = p.transfer_id
       where p.account = 'clearing'
         and not exists (select from public.clearing_balances c
                          where c.merchant_id = v_merchant and c.mode = t.mode and c.currency = p.currency
                            and c.processor_account_id = coalesce(t.processor_account_id, 0));
      get diagnostics v_opened = row_count;
      if v.cleared + v_opened <> v.clearing then
        perform ledger_refuse('ledger_posting_moves_an_account',
          'another session opened the balance of clearing; try again');
      end if;
    end if;
    if not v.in_step then
      perform ledger_refuse('ledger_balance_after_in_step', 'balance_after is not the balance of the account');
    end if;

    exit when v_balanced is not null;
    select min(m) into v_merchant from unnest(v_merchants) m where m > v_merchant;
  end loop;
  return null;
end $$;
create or replace function ledger_check_transfer() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if not exists (
    select from public.ledger_postings p where p.merchant_id = new.merchant_id and p.transfer_id = new.id
  ) then
    perform ledger_refuse('ledger_transfer_has_postings', 'a transfer without postings');
  end if;
  if new.corrects_transfer_id is not null then
    if not exists (
      select from public.ledger_transfers t
       where t.merchant_id = new.merchant_id and t.id = new.corrects_transfer_id and t.mode = new.mode and t.id < new.id
    ) then
      perform ledger_refuse('ledger_corrects_a_transfer', 'a correction stays in the mode of what it corrects, and comes after it');
    end if;
  end if;
  return null;
end $$;
create or replace function ledger_open_day() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  v_day date := (new.effective_at at time zone 'Africa/Cairo')::date;
begin
  if not exists (select from public.ledger_days d
                  where d.merchant_id = new.merchant_id and d.mode = new.mode and d.day >= v_day) then
    insert into public.ledger_days (merchant_id, mode, day, first_transfer_id)
    values (new.merchant_id, new.mode, v_day, new.id)
    on conflict do nothing;
  end if;
  return null;
end $$;
create or replace function clearing_balances_known() returns trigger language plpgsql as $$
begin
  if not exists (
    select from public.processor_accounts a
     where a.id = new.processor_account_id and a.mode = new.mode
       and (a.merchant_id is null or a.merchant_id = new.merchant_id)
  ) then
    perform ledger_refuse('ledger_processor_account_known', 'no account at a processor that serves this merchant and mode');
  end if;
  return null;
end $$;
create or replace function reconciliation_signed_until(p_account bigint) returns timestamp with time zone language sql stable as $$
  select max(ends_at) from public.reconciliation_cut_offs where processor_account_id = p_account and state = 'signed' $$;
