-- Whether a settlement is at the merchant's bank stands on the settlement itself: the provider's list of those that are
-- not is read by an index of its own, however many were paid before.
alter table settlements add column is_paid boolean not null default false;

drop trigger settlements_append_only on settlements;
update settlements s set is_paid = true from settlement_payments p
 where p.merchant_id = s.merchant_id and p.settlement_id = s.id;
create trigger settlements_append_only before delete on settlements
  for each row execute function refuse_change();
-- Being paid is all that becomes of a settlement, and it stays paid.
create trigger settlements_change_by_payment_alone before update on settlements
  for each row when (old.is_paid or to_jsonb(new) - 'is_paid' is distinct from to_jsonb(old) - 'is_paid')
  execute function refuse_change();

create function settlement_payments_mark() returns trigger language plpgsql as $$
begin
  update settlements set is_paid = true where merchant_id = new.merchant_id and id = new.settlement_id;
  return null;
end $$;
create trigger settlement_payments_mark after insert on settlement_payments
  for each row execute function settlement_payments_mark();

create index settlements_of_all_by_paid on settlements (mode, is_paid, created_at, id);
