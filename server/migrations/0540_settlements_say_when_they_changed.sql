-- When the bank's transfer of a settlement arrived or came back: software that keeps up asks since when. Null while neither has.
alter table settlements add column changed_at timestamptz;
drop trigger settlements_change_by_payment_alone on settlements;
update settlements s set changed_at = c.at
  from (select merchant_id, settlement_id, max(at) as at
          from (select merchant_id, settlement_id, paid_at from settlement_payments
                union all
                select merchant_id, settlement_id, returned_at from settlement_returns) x (merchant_id, settlement_id, at)
         group by 1, 2) c
 where s.merchant_id = c.merchant_id and s.id = c.settlement_id;
create trigger settlements_change_by_payment_alone before update on settlements for each row
  when ((to_jsonb(new.*) - '{is_paid,changed_at}'::text[]) is distinct from (to_jsonb(old.*) - '{is_paid,changed_at}'::text[]))
  execute function refuse_change();

create or replace function settlement_payments_mark() returns trigger language plpgsql as $$
begin
  update settlements set is_paid = true, changed_at = new.paid_at
   where merchant_id = new.merchant_id and id = new.settlement_id;
  return null;
end $$;

create or replace function settlement_payments_unmark() returns trigger language plpgsql as $$
begin
  update settlements set is_paid = false, changed_at = (
      select max(r.returned_at) from settlement_returns r
       where r.merchant_id = old.merchant_id and r.settlement_id = old.settlement_id)
   where merchant_id = old.merchant_id and id = old.settlement_id;
  return null;
end $$;
