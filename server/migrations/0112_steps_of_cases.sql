-- The history of a case is written by the database, so that no step is left out: nor by a process of the former release
-- that still decides cases while this one is installed.
alter table chargebacks add column moved_at timestamptz;

create function chargebacks_write_step() returns trigger language plpgsql as $$
begin
  insert into chargeback_stages (merchant_id, chargeback_id, step, at, stage, status, round, due_at, reason_code, actor)
  select new.merchant_id, new.id, coalesce(max(s.step), 0) + 1,
         case when tg_op = 'INSERT' then new.created_at else coalesce(new.decided_at, new.moved_at, now()) end,
         new.stage, new.status, new.rounds, new.due_at, new.reason_code,
         coalesce(current_setting('daftar.actor', true), '')
    from chargeback_stages s where s.merchant_id = new.merchant_id and s.chargeback_id = new.id;
  return null;
end $$;
create trigger chargebacks_opened after insert on chargebacks
  for each row execute function chargebacks_write_step();
create trigger chargebacks_stepped after update of stage, status, rounds on chargebacks
  for each row when (old.stage <> new.stage or old.status <> new.status or old.rounds <> new.rounds)
  execute function chargebacks_write_step();

-- What a process of the former release did since the tables were made.
insert into chargeback_stages (merchant_id, chargeback_id, step, at, stage, status, round, due_at, actor)
select c.merchant_id, c.id, coalesce(l.step, 0) + 1, coalesce(c.decided_at, c.created_at), c.stage, c.status, c.rounds,
       c.due_at, ''
  from chargebacks c
  left join lateral (
    select s.step, s.status from chargeback_stages s
     where s.merchant_id = c.merchant_id and s.chargeback_id = c.id order by s.step desc limit 1) l on true
 where l.status is distinct from c.status;

-- The same condition as before, written so that a database made from schema.sql prints it in the same way.
drop trigger transactions_tell_webhook on transactions;
create trigger transactions_tell_webhook after update of status on transactions for each row
  when (old.status <> 3 and old.status <> new.status and new.status in (1, 2, 4, 5) and not new.is_payout)
  execute function transactions_tell_webhook();
