-- A payout may go to a bank account of the merchant's: it keeps the account as it was then, and goes into the files of
-- transfers beside settlements. Without an account it is collected with its code, as before.

alter table payouts
  add column bank_account_id bigint,
  add column bank_account_version integer,
  -- When the bank has transferred it, and its reference; both stay when the money comes back.
  add column paid_at timestamptz,
  add column bank_reference text,
  -- One to a bank does not expire: it waits for its transfer.
  alter column expires_at drop not null,
  add constraint payouts_bank_account foreign key (merchant_id, bank_account_id, bank_account_version)
    references bank_account_versions,
  add constraint payouts_bank_version check ((bank_account_id is null) = (bank_account_version is null)),
  add constraint payouts_expire_or_go_to_bank check ((bank_account_id is null) = (expires_at is not null)),
  add constraint payouts_paid_whole check
    ((paid_at is null) = (bank_reference is null)
     and (paid_at is null or (bank_account_id is not null and state in ('handed-over', 'returned'))));

-- Where it goes is decided once.
create trigger payouts_account_stays before update on payouts
  for each row when ((new.bank_account_id, new.bank_account_version)
                     is distinct from (old.bank_account_id, old.bank_account_version))
  execute function refuse_change();

-- As before, and one that a bank has transferred may come back.
drop trigger payouts_transition on payouts;
create trigger payouts_transition before update of state on payouts
  for each row when (old.state <> new.state and old.state <> 'requested'
                     and not (old.state = 'handed-over' and new.state = 'returned' and old.paid_at is not null))
  execute function refuse_transition('payouts_legal_transition');

-- As before, and the transaction of such a payout with it.
drop trigger transactions_transition on transactions;
create trigger transactions_transition before update of status on transactions for each row
  when (old.status <> new.status
        and not (old.status = 0 and new.status in (1, 2, 4, 5))
        and not (old.status = 1 and new.status = 3)
        and not (old.status = 1 and new.status = 5 and new.is_payout)
        and not (old.status = 3 and new.status = 1 and new.refunded_piastres < old.refunded_piastres)
        and not (old.status in (2, 4, 5) and new.status = 1 and 'late' = any (new.flags) and not new.is_payout))
  execute function refuse_transition('transactions_legal_transition');

alter table bank_transfers
  alter column settlement_id drop not null,
  add column payout_id bigint,
  add constraint bank_transfers_of_one check (num_nonnulls(settlement_id, payout_id) = 1),
  add constraint bank_transfers_payout foreign key (merchant_id, payout_id) references payouts (merchant_id, id);
-- Nothing is sent twice: each payout is in one file that is not over for it.
create unique index bank_transfers_payout_once on bank_transfers (merchant_id, payout_id)
  where payout_id is not null and state in ('listed', 'sent', 'paid');
create index bank_transfers_of_payout on bank_transfers (merchant_id, payout_id) where payout_id is not null;

-- A payout is handed over or returned by hand only while it is in no file that is on its way.
create function payouts_not_in_file() returns trigger language plpgsql as $$
begin
  if exists (select from bank_transfers t
              where t.merchant_id = new.merchant_id and t.payout_id = new.id and t.state in ('listed', 'sent')) then
    raise exception 'the payout is in a file of transfers'
      using errcode = 'restrict_violation', constraint = 'payouts_not_in_file';
  end if;
  return new;
end $$;
create trigger not_in_file before update of state on payouts
  for each row when (old.state = 'requested' and new.state <> 'requested' and new.bank_account_id is not null)
  execute function payouts_not_in_file();

-- A request for a payout keeps the account that it names, until a second person approves it.
alter table approvals
  drop constraint approvals_change,
  add constraint approvals_change check
    (case kind when 'payout' then true else (kind in ('settings', 'bank-account')) = (change is not null) end);
