-- What was booked before 0260_movements_of_balances.sql. Its triggers are committed, so what is booked meanwhile is there
-- already, and nobody waits for this.
insert into ledger_movements (merchant_id, mode, account, transfer_id, kind)
select p.merchant_id, t.mode, p.account, p.transfer_id, t.kind
  from ledger_postings p join ledger_transfers t on t.merchant_id = p.merchant_id and t.id = p.transfer_id
 where p.account in ('pending', 'available', 'chargeback', 'payout', 'reserve') and p.currency = 'EGP'
on conflict do nothing;

insert into ledger_days as d (merchant_id, mode, day, first_transfer_id)
select merchant_id, mode, day, min(id)
  from (select merchant_id, mode, id,
               max((effective_at at time zone 'Africa/Cairo')::date)
                 over (partition by merchant_id, mode order by id) as day
          from ledger_transfers) t
 group by 1, 2, 3
on conflict (merchant_id, mode, day)
  do update set first_transfer_id = least(d.first_transfer_id, excluded.first_transfer_id);

create trigger append_only before update or delete or truncate on ledger_movements
  for each statement execute function ledger_refuse_change('ledger_append_only');
create trigger append_only before update or delete or truncate on ledger_days
  for each statement execute function ledger_refuse_change('ledger_append_only');
