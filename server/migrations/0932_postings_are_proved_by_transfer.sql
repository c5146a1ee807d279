-- Postings come with one transfer nearly always: what is asked of it is read once and not for each posting, and several transfers of
-- one statement are proved one after the other.
create or replace function ledger_apply_postings() returns trigger language plpgsql as $$
declare
  v_merchant bigint;
  v_transfer bigint;
  v_alone boolean;
  v_transfers bigint[] := '{}';
  v_mode mode;
  v_kind text;
  v_processor_account bigint;
  v_accounts ledger_account_kind[];
  v_currencies char(3)[];
  v_amounts bigint[];
  v_afters bigint[];
  -- Null where one sum does not say it.
  v_balanced boolean;
  v record;
  v_cleared int;
  v_opened int;
begin
  select array_agg(n.account), array_agg(n.currency), array_agg(n.amount), array_agg(n.balance_after),
         min(n.merchant_id), min(n.transfer_id),
         min(n.merchant_id) = max(n.merchant_id) and min(n.transfer_id) = max(n.transfer_id),
         case when min(n.currency) = max(n.currency) then sum(n.amount) = 0 end
    into v_accounts, v_currencies, v_amounts, v_afters, v_merchant, v_transfer, v_alone, v_balanced
    from new_postings n;
  if not v_alone then
    select n.merchant_id, n.transfer_id into v_merchant, v_transfer from new_postings n order by 1, 2 limit 1;
  end if;
  while v_merchant is not null loop
    if not v_alone then
      v_balanced := null;
      select array_agg(n.account), array_agg(n.currency), array_agg(n.amount), array_agg(n.balance_after)
        into v_accounts, v_currencies, v_amounts, v_afters
        from new_postings n where n.merchant_id = v_merchant and n.transfer_id = v_transfer;
      select array_agg(n.transfer_id) into v_transfers from new_postings n where n.merchant_id = v_merchant;
    end if;
    select t.mode, t.kind, coalesce(t.processor_account_id, 0) into v_mode, v_kind, v_processor_account
      from public.ledger_transfers t where t.merchant_id = v_merchant and t.id = v_transfer;
    if not found then
      raise exception using errcode = 'foreign_key_violation', constraint = 'ledger_posting_of_a_transfer',
        table = 'ledger_postings', message = 'a posting of no transfer';
    end if;

    with moved as (
      update public.ledger_accounts a
         set balance = a.balance + p.amount
        from unnest(v_accounts, v_currencies, v_amounts, v_afters) p (account, currency, amount, balance_after)
       where a.merchant_id = v_merchant and a.mode = v_mode and a.kind = p.account and a.currency = p.currency
      returning a.kind as account, a.currency, p.amount, a.balance, p.balance_after
    ), recorded as (
      insert into public.ledger_movements (merchant_id, mode, account, transfer_id, kind)
      select v_merchant, v_mode, m.account, v_transfer, v_kind
        from moved m
       where m.currency = 'EGP' and m.account in ('pending', 'available', 'chargeback', 'payout', 'reserve')
    )
    select count(*) as moved,
           (select count(*) from public.ledger_postings x
             where x.merchant_id = v_merchant and x.transfer_id = v_transfer) as stored,
           (select y.id from public.ledger_transfers y where y.merchant_id = v_merchant order by y.id desc limit 1) as newest,
           bool_and(m.balance = m.balance_after) as in_step,
           -- Lower than before and below zero: only a refund or a chargeback may leave `available` so.
           bool_or(m.account = 'available' and m.amount < 0 and m.balance < 0
                   and v_kind not in ('refund', 'chargeback_opened')) as overdrawn,
           -- Money that leaves for the merchant's bank straight from `pending` is a payout too: it must be there.
           bool_or(m.account = 'pending' and m.amount < 0 and m.balance < 0)
             and bool_or(m.account = 'bank' and m.amount > 0) as overpaid,
           count(*) filter (where m.account = 'clearing') as clearing
      into v
      from moved m;

    if v.moved <> cardinality(v_accounts) then
      perform ledger_refuse('ledger_posting_moves_an_account', 'a posting without its account');
    end if;
    if v_balanced is null then
      v_balanced := not exists (
        select from unnest(v_currencies, v_amounts) p (currency, amount) group by p.currency having sum(p.amount) <> 0);
    end if;
    if not v_balanced then
      perform ledger_refuse('ledger_transfer_balanced', 'the postings of a transfer must add up to zero in each currency');
    end if;
    if v.stored <> v.moved then
      perform ledger_refuse('ledger_transfer_whole', 'a transfer gets all its postings in one statement, once');
    end if;
    -- Numbers are drawn, never chosen, and follow the order in which balances moved. Null on a machine that draws none.
    if v.newest > pg_sequence_last_value(to_regclass('public.ledger_transfers_id_seq')) then
      perform ledger_refuse('ledger_transfers_in_order', 'the number of a transfer is drawn, not chosen');
    end if;
    -- Of another mode, mostly: one that began later and has committed before.
    if v.newest > v_transfer then
      if exists (select from public.ledger_transfers y
                  where y.merchant_id = v_merchant and y.mode = v_mode and y.id > v_transfer and y.id <> all (v_transfers)) then
        perform ledger_refuse('ledger_transfers_in_order', 'a transfer is booked before those with higher numbers');
      end if;
    end if;
    if v.overdrawn then
      perform ledger_refuse('ledger_available_covers', 'the available balance does not cover this transfer');
    end if;
    if v.overpaid then
      perform ledger_refuse('ledger_pending_covers', 'the pending balance does not cover this payment to the bank');
    end if;
    if v.clearing = 0 then
      if v_processor_account <> 0 then
        perform ledger_refuse('ledger_processor_account_of_clearing',
          'a transfer that leaves clearing alone names no account at a processor');
      end if;
    else
      update public.clearing_balances c
         set balance = c.balance + p.amount
        from unnest(v_accounts, v_currencies, v_amounts) p (account, currency, amount)
       where p.account = 'clearing' and c.merchant_id = v_merchant and c.mode = v_mode and c.currency = p.currency
         and c.processor_account_id = v_processor_account;
      get diagnostics v_cleared = row_count;
      -- The first transfer at this account: nobody else opens the balance meanwhile, because `clearing` itself is locked.
      if v_cleared <> v.clearing then
        insert into public.clearing_balances (merchant_id, mode, currency, processor_account_id, balance)
        select v_merchant, v_mode, p.currency, v_processor_account, p.amount
          from unnest(v_accounts, v_currencies, v_amounts) p (account, currency, amount)
         where p.account = 'clearing'
           and not exists (select from public.clearing_balances c
                            where c.merchant_id = v_merchant and c.mode = v_mode and c.currency = p.currency
                              and c.processor_account_id = v_processor_account);
        get diagnostics v_opened = row_count;
        if v_cleared + v_opened <> v.clearing then
          perform ledger_refuse('ledger_posting_moves_an_account',
            'another session opened the balance of clearing; try again');
        end if;
      end if;
    end if;
    if not v.in_step then
      perform ledger_refuse('ledger_balance_after_in_step', 'balance_after is not the balance of the account');
    end if;

    exit when v_alone;
    select n.merchant_id, n.transfer_id into v_merchant, v_transfer
      from new_postings n where (n.merchant_id, n.transfer_id) > (v_merchant, v_transfer) order by 1, 2 limit 1;
  end loop;
  return null;
end $$;
