-- Refuses to change what a line of a bank statement is matched to once a signed report states it. A line that was open
-- then may still be matched. Trigger of `bank_line_links`, before insert and delete.
create or replace function bank_line_links_of_period()
  returns trigger
  language plpgsql
as $$
begin
  if tg_op = 'DELETE' then
    if old.created_at <= bank_line_stated_at(old.line_id) then
      perform reconciliation_refuse_signed();
    end if;
    return old;
  end if;
  if bank_line_stated_at(new.line_id) is not null
     and not exists (select from public.reconciliation_breaks b where b.bank_line_id = new.line_id and b.closed_at is null) then
    perform reconciliation_refuse_signed();
  end if;
  return new;
end $$;
