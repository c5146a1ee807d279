-- A settlement of the balance was transferred to a bank by hand only by earlier releases: of those that are there now nobody
-- knows but the bank. One made from now on leaves the balance by payouts alone, and so does one that filled up a debt: there
-- was less to transfer than it came to.
alter table settlements add column maybe_transferred boolean not null default true;
alter table settlements alter column maybe_transferred set default false;

drop trigger settlements_change_by_payment_alone on settlements;
update settlements s set maybe_transferred = false
  from ledger_transfers t
  join ledger_postings p on p.merchant_id = t.merchant_id and p.transfer_id = t.id and p.account = 'available'
 where t.merchant_id = s.merchant_id and t.mode = s.mode and t.idempotency_key = 'settlement:' || s.id
   and not s.is_paid and p.balance_after < p.amount;
create trigger settlements_change_by_payment_alone before update on settlements
  for each row when (old.is_paid or to_jsonb(new) - 'is_paid' is distinct from to_jsonb(old) - 'is_paid')
  execute function refuse_change();
