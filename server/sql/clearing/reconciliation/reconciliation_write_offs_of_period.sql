-- Refuses a write-off that is dated into a signed period of the break's processor or bank account. Trigger of
-- `reconciliation_write_offs`, before insert.
create or replace function reconciliation_write_offs_of_period()
  returns trigger
  language plpgsql
as $$
begin
  if new.created_at < (select coalesce(reconciliation_signed_until(b.processor_account_id),
                                       (select max(c.ends_at) from public.reconciliation_cut_offs c
                                         where c.bank_account_id = b.bank_account_id and c.state = 'signed'))
                         from public.reconciliation_breaks b where b.id = new.break_id) then
    perform reconciliation_refuse_signed();
  end if;
  return new;
end $$;
