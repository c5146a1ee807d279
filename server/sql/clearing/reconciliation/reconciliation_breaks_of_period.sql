-- Refuses to reopen a break that was closed in a signed period; if its money comes, a counter-entry is booked. Trigger
-- of `reconciliation_breaks`, before updates that reopen.
create or replace function reconciliation_breaks_of_period()
  returns trigger
  language plpgsql
as $$
begin
  if old.closed_at < reconciliation_signed_until(old.processor_account_id)
     or old.closed_at <= bank_line_stated_at(old.bank_line_id) then
    perform reconciliation_refuse_signed();
  end if;
  return new;
end $$;
