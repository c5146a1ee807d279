-- What a line is about stays as signed. One that was open when its report was signed may be explained afterwards.
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
