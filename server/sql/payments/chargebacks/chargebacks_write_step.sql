-- Appends a step to the history of a case (`chargeback_stages`) when it is opened or when stage, status or round
-- changes. Trigger of `chargebacks`, so that no writer can leave a step out. Operator and note come from the settings
-- `daftar.actor` and `daftar.note` of the transaction (server/src/chargebacks/store.ts).
create or replace function chargebacks_write_step()
  returns trigger
  language plpgsql
as $$
begin
  insert into public.chargeback_stages (merchant_id, chargeback_id, step, at, stage, status, round, due_at, reason_code, actor, note)
  select new.merchant_id, new.id, coalesce(max(s.step), 0) + 1,
         case when tg_op = 'INSERT' then new.created_at else coalesce(new.decided_at, new.moved_at, now()) end,
         new.stage, new.status, new.rounds, new.due_at, new.reason_code,
         coalesce(current_setting('daftar.actor', true), ''), coalesce(current_setting('daftar.note', true), '')
    from public.chargeback_stages s where s.merchant_id = new.merchant_id and s.chargeback_id = new.id;
  return null;
end $$;
