-- The movements of a merchant's own balances, by account, and the transfer that each day began with: what a statement of
-- account of any period is read from, by index alone (ADR 74). Both are derived from transfers and postings, by triggers.

create table ledger_movements (
  merchant_id bigint not null,
  mode mode not null,
  account ledger_account_kind not null,
  transfer_id bigint not null,
  -- Of the transfer.
  kind text not null,
  primary key (merchant_id, mode, account, transfer_id)
);
create index ledger_movements_by_kind on ledger_movements (merchant_id, mode, account, kind, transfer_id);

-- The first transfer of each day in Cairo. A transfer that is effective on an earlier day than one booked before it belongs
-- to the day that was open by then: so a day is a range of transfers, and one that is over never changes.
create table ledger_days (
  merchant_id bigint not null,
  mode mode not null,
  day date not null,
  first_transfer_id bigint not null,
  primary key (merchant_id, mode, day)
);

create function ledger_record_movements() returns trigger
language plpgsql
set enable_seqscan = off -- see ledger_post
as $$
begin
  insert into ledger_movements (merchant_id, mode, account, transfer_id, kind)
  select p.merchant_id, t.mode, p.account, p.transfer_id, t.kind
    from new_postings p join ledger_transfers t on t.merchant_id = p.merchant_id and t.id = p.transfer_id
   where p.account in ('pending', 'available', 'chargeback', 'payout', 'reserve') and p.currency = 'EGP';
  return null;
end $$;
create trigger record_movements after insert on ledger_postings
  referencing new table as new_postings
  for each statement execute function ledger_record_movements();

-- Transfers of a merchant and mode are written one after the other, behind the lock that ledger_post takes.
create function ledger_open_day() returns trigger
language plpgsql
set enable_seqscan = off -- see ledger_post
as $$
declare
  v_day date := (new.effective_at at time zone 'Africa/Cairo')::date;
begin
  insert into ledger_days (merchant_id, mode, day, first_transfer_id)
  select new.merchant_id, new.mode, v_day, new.id
   where not exists (select from ledger_days d
                      where d.merchant_id = new.merchant_id and d.mode = new.mode and d.day >= v_day)
  on conflict do nothing;
  return null;
end $$;
create trigger open_day after insert on ledger_transfers
  for each row execute function ledger_open_day();
