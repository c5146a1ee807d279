-- Moves the balances by the postings of one insert. Refuses a transfer unless it is balanced in each currency, inserted
-- whole, in order, in step with the stated balances, and covered by them. Trigger of `ledger_postings`, after insert,
-- once per statement, so that not even a script can break a rule. Locks accounts, then clearing balances. Rare
-- conditions are tested as one (`is_unusual`), since every capture pays for them.
create or replace function ledger_apply_postings()
  returns trigger
  language plpgsql
as $$
declare
  p record;
  t record;
  r record;
  v_moved int;
  v_clearing int;
  v_balance bigint;
  v_beside bigint[];
  v_has_later boolean;
  v_all int;
  v_moves_clearing boolean;
  v_pays_bank boolean;
begin
  -- Several transfers of one statement: one after the other, in the order of their numbers; of each, one currency after the other.
  for p in
    select n.merchant_id as merchant, n.transfer_id as transfer, n.currency, array_agg(n.account) as accounts,
           array_agg(n.amount) as amounts, array_agg(n.balance_after) as afters, sum(n.amount) as total,
           bool_or(n.balance_after < 0 and n.account <> 'clearing' or n.balance_after > 0 and n.account = 'acquirer_fees'
                   or n.balance_after > 9007199254740991 or n.balance_after < -9007199254740991) as is_unusual
      from new_postings n group by 1, 2, 3 order by 1, 2, 3
  loop
    -- The newest of the merchant, mostly; else one that began later has committed before, or was made in the same statement.
    v_has_later := false;
    loop
      select x.id, x.mode, x.kind, coalesce(x.processor_account_id, 0) as processor_account_id, x.effective_at,
             exists (select from public.ledger_days d
                      where d.merchant_id = p.merchant and d.mode = x.mode
                        and d.day >= (x.effective_at at time zone 'Africa/Cairo')::date) as of_open_day,
             exists (select from public.ledger_postings y
                      where y.merchant_id = p.merchant and y.transfer_id = p.transfer offset cardinality(p.accounts)) as has_more
        into t
        from public.ledger_transfers x
       where x.merchant_id = p.merchant and x.id >= p.transfer and (x.id = p.transfer or not v_has_later)
       order by x.id desc limit 1;
      exit when t.id = p.transfer;
      if v_has_later or t.id is null then
        raise exception using errcode = 'foreign_key_violation', constraint = 'ledger_posting_of_a_transfer',
          table = 'ledger_postings', message = 'a posting of no transfer';
      end if;
      v_has_later := true;
    end loop;

    with recorded as (
      insert into public.ledger_movements (merchant_id, mode, account, transfer_id, kind)
      select p.merchant, t.mode, m.account, p.transfer, t.kind
        from unnest(p.accounts) m (account)
       where p.currency = 'EGP' and m.account in ('pending', 'available', 'chargeback', 'payout', 'reserve')
    )
    update public.ledger_accounts a
       set balance = p.afters[array_position(p.accounts, a.kind)]
     where a.merchant_id = p.merchant and a.mode = t.mode and a.kind = any (p.accounts) and a.currency = p.currency
       and a.balance + p.amounts[array_position(p.accounts, a.kind)] = p.afters[array_position(p.accounts, a.kind)];
    get diagnostics v_moved = row_count;
    v_clearing := array_position(p.accounts, 'clearing');

    -- Numbers are drawn, never chosen, and follow the order in which balances moved. Null on a machine that draws none.
    if v_moved <> cardinality(p.accounts) or p.total <> 0 or p.is_unusual or t.has_more or v_clearing is null or v_has_later
       or p.transfer > pg_sequence_last_value(to_regclass('public.ledger_transfers_id_seq')) then
      -- Of every currency of the transfer.
      select count(*), bool_or(n.account = 'clearing'), bool_or(n.account = 'bank' and n.amount > 0)
        into v_all, v_moves_clearing, v_pays_bank
        from new_postings n where n.merchant_id = p.merchant and n.transfer_id = p.transfer;
      for r in select * from unnest(p.accounts, p.afters) m (account, balance_after) loop
        perform public.ledger_accounts_rules(r.account, p.currency, r.balance_after);
        if not exists (select from public.ledger_accounts a
                        where a.merchant_id = p.merchant and a.mode = t.mode and a.kind = r.account and a.currency = p.currency) then
          perform public.ledger_refuse('ledger_posting_moves_an_account', 'a posting without its account');
        end if;
      end loop;
      if p.total <> 0 then
        perform public.ledger_refuse('ledger_transfer_balanced', 'the postings of a transfer must add up to zero in each currency');
      end if;
      if exists (select from public.ledger_postings y
                  where y.merchant_id = p.merchant and y.transfer_id = p.transfer offset v_all) then
        perform public.ledger_refuse('ledger_transfer_whole', 'a transfer gets all its postings in one statement, once');
      end if;
      if p.transfer > pg_sequence_last_value(to_regclass('public.ledger_transfers_id_seq')) then
        perform public.ledger_refuse('ledger_transfers_in_order', 'the number of a transfer is drawn, not chosen');
      end if;
      -- Of another mode, mostly: one that began later and has committed before.
      if v_has_later then
        v_beside := array(select n.transfer_id from new_postings n where n.merchant_id = p.merchant);
        if exists (select from public.ledger_transfers y
                    where y.merchant_id = p.merchant and y.mode = t.mode and y.id > p.transfer and y.id <> all (v_beside)) then
          perform public.ledger_refuse('ledger_transfers_in_order', 'a transfer is booked before those with higher numbers');
        end if;
      end if;
      for r in select * from unnest(p.accounts, p.amounts, p.afters) m (account, amount, balance_after)
                where m.balance_after < 0 and m.amount < 0 loop
        -- Only a refund or a chargeback may leave `available` so.
        if r.account = 'available' and t.kind not in ('refund', 'chargeback_opened') then
          perform public.ledger_refuse('ledger_available_covers', 'the available balance does not cover this transfer');
        end if;
        -- Money that leaves for the merchant's bank straight from `pending` is a payout too: it must be there.
        if r.account = 'pending' and v_pays_bank then
          perform public.ledger_refuse('ledger_pending_covers', 'the pending balance does not cover this payment to the bank');
        end if;
      end loop;
      if not v_moves_clearing and t.processor_account_id <> 0 then
        perform public.ledger_refuse('ledger_processor_account_of_clearing',
          'a transfer that leaves clearing alone names no account at a processor');
      end if;
      if v_moved <> cardinality(p.accounts) then
        perform public.ledger_refuse('ledger_balance_after_in_step', 'balance_after is not the balance of the account');
      end if;
    end if;

    if v_clearing is not null then
      update public.clearing_balances c set balance = c.balance + p.amounts[v_clearing]
       where c.merchant_id = p.merchant and c.mode = t.mode and c.currency = p.currency
         and c.processor_account_id = t.processor_account_id
      returning c.balance into v_balance;
      if v_balance > 9007199254740991 or v_balance < -9007199254740991 then
        perform public.refuse_row('clearing_balances', 'ledger_balance_is_exact');
      end if;
      -- The first transfer at this account: nobody else opens the balance meanwhile, because `clearing` itself is locked.
      if not found then
        insert into public.clearing_balances (merchant_id, mode, currency, processor_account_id, balance)
        values (p.merchant, t.mode, p.currency, t.processor_account_id, p.amounts[v_clearing])
        on conflict do nothing;
        if not found then
          perform public.ledger_refuse('ledger_posting_moves_an_account',
            'another session opened the balance of clearing; try again');
        end if;
      end if;
    end if;
    -- A day begins with the first transfer that is effective on it or later.
    if not t.of_open_day then
      insert into public.ledger_days (merchant_id, mode, day, first_transfer_id)
      values (p.merchant, t.mode, (t.effective_at at time zone 'Africa/Cairo')::date, p.transfer)
      on conflict do nothing;
    end if;
  end loop;
  return null;
end $$;
