-- Books one transfer; all code posts through it, inside the transaction that causes it (server/src/ledger/post.ts,
-- functions of payments and reserves). Credits are positive, zero lines are dropped. A used key returns its transfer
-- with `created` false, or fails with `ledger_idempotency_conflict` if the content differs. Locks `clearing` of
-- merchant and mode first and until commit: with one lock nothing deadlocks, and ids follow the order of balances.
create or replace function ledger_post(
  p_merchant_id bigint,
  p_mode mode,
  p_kind text,
  p_reference text,
  p_idempotency_key text,
  p_effective_at timestamptz,
  p_accounts ledger_account_kind[],
  p_currencies character[],
  p_amounts bigint[],
  p_corrects_transfer_id bigint default null,
  p_processor_account_id bigint default null,
  out transfer_id bigint,
  out created boolean
)
  returns record
  language plpgsql
  set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  v_id bigint;
  v_locked int;
  v_same boolean;
begin
  if cardinality(p_accounts) <> cardinality(p_amounts) or cardinality(p_accounts) <> cardinality(p_currencies) then
    perform ledger_refuse('ledger_posting_moves_an_account', 'accounts, currencies and amounts differ in length');
  end if;

  -- A statement of its own: those that follow see what the previous holder of the lock committed.
  perform from public.ledger_accounts a
    where a.merchant_id = p_merchant_id and a.mode = p_mode and a.kind = 'clearing' and a.currency = any (p_currencies)
    order by a.currency
    for no key update;
  get diagnostics v_locked = row_count;
  -- These are younger than the accounts of many merchants, and seldom moved.
  if v_locked = 0 or not (p_currencies[1] = all (p_currencies))
     or p_accounts && '{acquirer_fees,suspense,write_offs,reserve}'::ledger_account_kind[] then
    perform ledger_open_accounts(p_merchant_id, p_mode, p_currencies);
    perform from public.ledger_accounts a
      where a.merchant_id = p_merchant_id and a.mode = p_mode and a.kind = 'clearing' and a.currency = any (p_currencies)
      order by a.currency
      for no key update;
  end if;

  insert into public.ledger_transfers
    (merchant_id, mode, kind, reference, idempotency_key, effective_at, corrects_transfer_id, processor_account_id)
  values
    (p_merchant_id, p_mode, p_kind, p_reference, p_idempotency_key, p_effective_at, p_corrects_transfer_id,
     p_processor_account_id)
  on conflict (idempotency_key, merchant_id, mode) do nothing
  returning id into v_id;

  if v_id is null then
    select t.id,
           t.kind = p_kind and t.reference = p_reference
             and t.corrects_transfer_id is not distinct from p_corrects_transfer_id
             and t.processor_account_id is not distinct from p_processor_account_id
             and not exists (
               select from (select p.account, p.currency, p.amount from public.ledger_postings p
                             where p.merchant_id = t.merchant_id and p.transfer_id = t.id) p
                 full join (select * from unnest(p_accounts, p_currencies, p_amounts) l (account, currency, amount)
                             where l.amount <> 0) l using (account, currency, amount)
                where p is null or l is null)
      into v_id, v_same
      from public.ledger_transfers t
     where t.merchant_id = p_merchant_id and t.mode = p_mode and t.idempotency_key = p_idempotency_key;
    if v_same is not true then
      raise exception using errcode = 'unique_violation', constraint = 'ledger_idempotency_conflict',
        message = 'the idempotency key was used for a different transfer';
    end if;
    ledger_post.transfer_id := v_id;
    ledger_post.created := false;
    return;
  end if;

  insert into public.ledger_postings (merchant_id, transfer_id, account, currency, amount, balance_after)
  select p_merchant_id, v_id, l.account, l.currency, l.amount, l.amount + (
           select a.balance from public.ledger_accounts a
            where a.merchant_id = p_merchant_id and a.mode = p_mode and a.kind = l.account and a.currency = l.currency)
    from unnest(p_accounts, p_currencies, p_amounts) l (account, currency, amount)
   where l.amount <> 0;
  if not found then
    perform ledger_refuse('ledger_transfer_has_postings', 'a transfer without postings');
  end if;

  ledger_post.transfer_id := v_id;
  ledger_post.created := true;
end $$;
