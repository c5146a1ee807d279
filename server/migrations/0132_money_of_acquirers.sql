-- What acquirers transfer to us: out of `clearing`, by the batches of their settlement files.

alter type ledger_account_kind add value 'suspense';
alter type ledger_account_kind add value 'write_offs';

alter table ledger_transfers
  drop constraint ledger_transfer_kind_known,
  add constraint ledger_transfer_kind_known check (kind in (
    'capture', 'refund', 'refund_reversed', 'settlement', 'settlement_paid', 'chargeback_opened', 'chargeback_applied',
    'chargeback_won', 'payout_requested', 'payout_handed_over', 'payout_returned', 'acquirer_fee', 'chargeback_fee',
    'acquirer_paid', 'acquirer_suspended', 'acquirer_identified', 'correction'));

alter table reconciliation_batches
  -- Once the bank has received it, or was charged.
  add column booked_at timestamptz,
  add column booked_by text,
  add column bank_reference text,
  add column received_on date,
  -- What came; below zero: was taken.
  add column received_piastres bigint,
  add constraint reconciliation_batches_booked_whole check
    ((booked_at is null) = (booked_by is null) and (booked_at is null) = (bank_reference is null)
     and (booked_at is null) = (received_on is null) and (booked_at is null) = (received_piastres is null)),
  add constraint reconciliation_batches_booked_in_egp check (booked_at is null or currency = 'EGP');
create index reconciliation_batches_open on reconciliation_batches (file_id) where booked_at is null;

alter table reconciliation_lines
  -- Of a booked line that is matched: what it took out of `clearing`, and what of that was a difference within the tolerance.
  add column settled_piastres bigint,
  add column rounded_piastres bigint,
  add constraint reconciliation_lines_settled_whole check ((settled_piastres is null) = (rounded_piastres is null)),
  add constraint reconciliation_lines_settled_are_matched check (settled_piastres is null or item is not null);

-- As before, and the new accounts are opened where they are first moved.
create or replace function ledger_post(
  p_merchant_id bigint,
  p_mode mode,
  p_kind text,
  p_reference text,
  p_idempotency_key text,
  p_effective_at timestamptz,
  p_accounts ledger_account_kind[],
  p_currencies char(3)[],
  p_amounts bigint[],
  p_corrects_transfer_id bigint default null,
  p_processor_account_id bigint default null,
  out transfer_id bigint,
  out created boolean
) returns record
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
  perform from ledger_accounts a
    where a.merchant_id = p_merchant_id and a.mode = p_mode and a.kind = 'clearing' and a.currency = any (p_currencies)
    order by a.currency
    for no key update;
  get diagnostics v_locked = row_count;
  -- These are younger than the accounts of many merchants, and seldom moved.
  if v_locked = 0 or not (p_currencies[1] = all (p_currencies))
     or p_accounts::text[] && array['acquirer_fees', 'suspense', 'write_offs'] then
    perform ledger_open_accounts(p_merchant_id, p_mode, p_currencies);
    perform from ledger_accounts a
      where a.merchant_id = p_merchant_id and a.mode = p_mode and a.kind = 'clearing' and a.currency = any (p_currencies)
      order by a.currency
      for no key update;
  end if;

  insert into ledger_transfers
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
               select from (select p.account, p.currency, p.amount from ledger_postings p
                             where p.merchant_id = t.merchant_id and p.transfer_id = t.id) p
                 full join (select * from unnest(p_accounts, p_currencies, p_amounts) l (account, currency, amount)
                             where l.amount <> 0) l using (account, currency, amount)
                where p is null or l is null)
      into v_id, v_same
      from ledger_transfers t
     where t.merchant_id = p_merchant_id and t.mode = p_mode and t.idempotency_key = p_idempotency_key;
    if v_same is not true then
      raise exception using errcode = 'unique_violation', constraint = 'ledger_idempotency_conflict',
        message = 'the idempotency key was used for a different transfer';
    end if;
    ledger_post.transfer_id := v_id;
    ledger_post.created := false;
    return;
  end if;

  insert into ledger_postings (merchant_id, transfer_id, account, currency, amount, balance_after)
  select p_merchant_id, v_id, l.account, l.currency, l.amount, l.amount + (
           select a.balance from ledger_accounts a
            where a.merchant_id = p_merchant_id and a.mode = p_mode and a.kind = l.account and a.currency = l.currency)
    from unnest(p_accounts, p_currencies, p_amounts) l (account, currency, amount)
   where l.amount <> 0;
  if not found then
    perform ledger_refuse('ledger_transfer_has_postings', 'a transfer without postings');
  end if;

  ledger_post.transfer_id := v_id;
  ledger_post.created := true;
end $$;
